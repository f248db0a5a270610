package av1

import (
	"reflect"
	"testing"
)

// A bitWriter appends bits.
type bitWriter struct {
	data []byte
	n    int
}

func (w *bitWriter) f(value, n int) {
	for n--; n >= 0; n-- {
		if w.n%8 == 0 {
			w.data = append(w.data, 0)
		}
		w.data[w.n/8] |= byte(value>>n&1) << (7 - w.n%8)
		w.n++
	}
}

// unitOf makes an OBU.
func unitOf(kind int, payload []byte) []byte {
	unit := []byte{byte(kind<<3 | 2)}
	for n := len(payload); ; n >>= 7 {
		if n < 0x80 {
			return append(append(unit, byte(n)), payload...)
		}
		unit = append(unit, byte(n&0x7f|0x80))
	}
}

// regrouped writes a packet's frames as a header, tile groups of one tile each, and a redundant header between them.
func regrouped(t *testing.T, p *Parser, packet []byte) (to []byte) {
	t.Helper()
	for len(packet) > 0 {
		var r reader
		r.reset(packet)
		r.bits("", 1)
		kind := r.bits("", 4)
		r.bits("", 3)
		size := r.leb128("")
		begin := r.at / 8
		unit, payload := packet[:begin+size], packet[begin:begin+size]
		packet = packet[begin+size:]
		if kind == obuSequence {
			p.unit(kind, 0, 0, payload)
		}
		if kind != obuFrame {
			to = append(to, unit...)
			continue
		}
		picture := Picture{Sequence: p.sequence}
		r.reset(payload)
		h := headerReader{reader: &r, Header: &picture.Header, seq: p.sequence, slots: &p.slots}
		if err := h.read(); err != nil {
			t.Fatal(err)
		}
		var header bitWriter
		bits := r.at
		for r.at = 0; r.at < bits; {
			header.f(r.bits("", 1), 1)
		}
		header.f(1, 1) // trailing_one_bit
		to = append(to, unitOf(obuFrameHeader, header.data)...)
		layout := &picture.TileLayout
		tiles := layout.Columns * layout.Rows
		if r.align(); tiles > 1 {
			r.bits("", 1) // tile_start_and_end_present_flag
			r.align()
		}
		for rest, i := payload[r.at/8:], 0; i < tiles; i++ {
			size := len(rest)
			if i < tiles-1 {
				size = 1
				for b := range layout.sizeBytes {
					size += int(rest[b]) << (8 * b)
				}
				rest = rest[layout.sizeBytes:]
			}
			var group bitWriter
			if tiles > 1 {
				group.f(1, 1)
				group.f(i, layout.columnsLog2+layout.rowsLog2)
				group.f(i, layout.columnsLog2+layout.rowsLog2)
			}
			to = append(to, unitOf(obuTileGroup, append(group.data, rest[:size]...))...)
			rest = rest[size:]
			if i < tiles-1 {
				to = append(to, unitOf(obuRedundant, header.data)...)
			}
		}
	}
	return to
}

// TestTileGroups: frames in several units have the blocks of those in one.
func TestTileGroups(t *testing.T) {
	for i, c := range videos {
		if c.name != "tiles" && c.name != "plain" {
			continue
		}
		var whole, parts Parser
		for n, packet := range packetsOfClip(t, i) {
			first := packetFrames(packet) == 1 // a header after others of its packet needs their frames
			divided := packet
			if first {
				divided = regrouped(t, &parts, packet)
			}
			want, err := whole.Read(packet)
			if err != nil {
				t.Fatal(err)
			}
			got, err := parts.Read(divided)
			if err != nil {
				t.Fatalf("%s: packet %d: %v", c.name, n, err)
			}
			if !reflect.DeepEqual(got.Blocks, want.Blocks) || !reflect.DeepEqual(got.Transforms, want.Transforms) || got.cdfs != want.cdfs {
				t.Errorf("%s: packet %d differs", c.name, n)
			}
			want.Release()
			got.Release()
		}
	}
}
