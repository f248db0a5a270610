package arrow

import (
	"encoding/binary"
	"slices"

	flatbuffers "github.com/google/flatbuffers/go"

	"ffkvadrat/quadfile/columns"
)

// A message is a table of Message.fbs after its length, as Columnar.html calls it encapsulated. The
// numbers of fields, types and versions are those of Message.fbs and Schema.fbs.
type message struct {
	builder *flatbuffers.Builder
	arrays  [][2]int64 // rows, and those that are unknown
	buffers [][2]int64 // offset and length in the body
	body    int64      // its length
	text    []byte     // the result, valid until the next one
}

// Values of the enumerations.
const (
	version5    = 4
	kindSchema  = 1
	kindBatch   = 3
	typeInt     = 2
	typeFloat   = 3
	typeText    = 5
	typeBool    = 6
	floatDouble = 2
)

// endOfStream is a message without a table.
var endOfStream = [8]byte{0xff, 0xff, 0xff, 0xff}

// begin begins a record batch.
func (m *message) begin() { m.arrays, m.buffers, m.body = m.arrays[:0], m.buffers[:0], 0 }

// addArray adds a column.
func (m *message) addArray(rows, unknown int) {
	m.arrays = append(m.arrays, [2]int64{int64(rows), int64(unknown)})
}

// addBuffer adds bytes of the latest column to the body.
func (m *message) addBuffer(size int) {
	m.buffers = append(m.buffers, [2]int64{m.body, int64(size)})
	m.body += int64(size + padding(size))
}

// endBatch completes a record batch.
func (m *message) endBatch(rows int, note string) {
	b := m.reset()
	arrays, buffers := m.pairs(m.arrays), m.pairs(m.buffers)
	b.StartObject(5)
	b.PrependInt64Slot(0, int64(rows), 0)
	b.PrependUOffsetTSlot(1, arrays, 0)
	b.PrependUOffsetTSlot(2, buffers, 0)
	m.end(kindBatch, b.EndObject(), note)
}

// reset empties the builder.
func (m *message) reset() *flatbuffers.Builder {
	if m.builder == nil {
		m.builder = flatbuffers.NewBuilder(1 << 10)
	}
	m.builder.Reset()
	return m.builder
}

// pairs adds a vector of structures of two numbers.
func (m *message) pairs(list [][2]int64) flatbuffers.UOffsetT {
	b := m.builder
	b.StartVector(16, len(list), 8)
	for _, pair := range slices.Backward(list) {
		b.Prep(8, 16)
		b.PrependInt64(pair[1])
		b.PrependInt64(pair[0])
	}
	return b.EndVector(len(list))
}

// metadata adds a vector with one key, or returns 0 without a text.
func (m *message) metadata(text string) flatbuffers.UOffsetT {
	if text == "" {
		return 0
	}
	b := m.builder
	key, value := b.CreateString(columns.HeaderKey), b.CreateString(text)
	b.StartObject(2)
	b.PrependUOffsetTSlot(0, key, 0)
	b.PrependUOffsetTSlot(1, value, 0)
	return b.CreateVectorOfTables([]flatbuffers.UOffsetT{b.EndObject()})
}

// end completes the message around a table.
func (m *message) end(kind byte, table flatbuffers.UOffsetT, note string) {
	b := m.builder
	metadata := m.metadata(note)
	b.StartObject(5)
	b.PrependInt16Slot(0, version5, 0)
	b.PrependByteSlot(1, kind, 0)
	b.PrependUOffsetTSlot(2, table, 0)
	b.PrependInt64Slot(3, m.body, 0)
	b.PrependUOffsetTSlot(4, metadata, 0)
	b.Finish(b.EndObject())
	of := b.FinishedBytes()
	m.text = append(m.text[:0], 0xff, 0xff, 0xff, 0xff)
	m.text = binary.LittleEndian.AppendUint32(m.text, uint32(len(of)+padding(len(of))))
	m.text = append(m.text, of...)
	m.text = append(m.text, make([]byte, padding(len(of)))...)
}

// schema returns the message of a table's columns.
func schema(list []columns.Column, header string) []byte {
	var m message
	b := m.reset()
	fields := make([]flatbuffers.UOffsetT, len(list))
	for i, c := range list {
		name := b.CreateString(c.Name)
		b.StartVector(4, 0, 4)
		children := b.EndVector(0)
		kind, of := typeOf(b, c.Kind)
		b.StartObject(7)
		b.PrependUOffsetTSlot(0, name, 0)
		b.PrependBoolSlot(1, c.Optional, false)
		b.PrependByteSlot(2, kind, 0)
		b.PrependUOffsetTSlot(3, of, 0)
		b.PrependUOffsetTSlot(5, children, 0)
		fields[i] = b.EndObject()
	}
	all, metadata := b.CreateVectorOfTables(fields), m.metadata(header)
	b.StartObject(4)
	b.PrependInt16Slot(0, int16(binary.NativeEndian.Uint16([]byte{0, 1})&1), 0) // 1: big-endian
	b.PrependUOffsetTSlot(1, all, 0)
	b.PrependUOffsetTSlot(2, metadata, 0)
	m.end(kindSchema, b.EndObject(), "")
	return m.text
}

// typeOf adds the type of a kind of columns.
func typeOf(b *flatbuffers.Builder, kind columns.Kind) (number byte, of flatbuffers.UOffsetT) {
	integer := func(bits int32) flatbuffers.UOffsetT {
		b.StartObject(2)
		b.PrependInt32Slot(0, bits, 0)
		b.PrependBoolSlot(1, true, false) // with sign
		return b.EndObject()
	}
	switch kind {
	case columns.Int32:
		return typeInt, integer(32)
	case columns.Int64:
		return typeInt, integer(64)
	case columns.Double:
		b.StartObject(1)
		b.PrependInt16Slot(0, floatDouble, 0)
		return typeFloat, b.EndObject()
	case columns.Bool:
		b.StartObject(0)
		return typeBool, b.EndObject()
	}
	b.StartObject(0)
	return typeText, b.EndObject()
}
