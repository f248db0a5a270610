package decode

// #include "shim.h"
import "C"

import (
	"runtime"
	"unsafe"

	"ffkvadrat/decode/parsing"
)

// lastNumber is the largest number of a packet that its note can hold; see shim.h.
const lastNumber = 1<<16 - 1

// openParser starts to parse packets if that gives data that is wanted.
func (dec *decoder) openParser() {
	t := dec.exports()
	if !t.parsed || !t.any() {
		return
	}
	p := streamPointer(dec.dem.current()).codecpar
	dec.parser = parsing.New(unsafe.Slice((*byte)(p.extradata), int(p.extradata_size)), parsing.Options{
		AV1:     p.codec_id == C.AV_CODEC_ID_AV1,
		Vectors: t.vectors, Goroutines: runtime.GOMAXPROCS(0), Threads: int(dec.c.thread_count), Pixels: dec.dem.in.access.codedPixels(),
	})
}

// parse parses a packet that the decoder gets next. It returns the number that finds the picture again, 0
// if packets are not parsed.
func (dec *decoder) parse(pkt *C.AVPacket) int {
	if dec.parser == nil || pkt.size == 0 {
		return 0
	}
	if dec.number++; dec.number > lastNumber {
		dec.number = 1
	}
	if d := C.packet_description(pkt); d.size > 0 {
		dec.parser.Configure(unsafe.Slice((*byte)(d.data), int(d.size)))
	}
	at := int64(pkt.pos)
	again := at >= 0 && at <= dec.parsed || at < 0 && dec.replay
	dec.parsed = max(dec.parsed, at)
	dec.parser.Send(dec.number, unsafe.Slice((*byte)(pkt.data), int(pkt.size)), again)
	return dec.number
}

// takeParsed takes the parsed picture of a decoded frame, nil if there is none.
func (dec *decoder) takeParsed(f *C.AVFrame) *parsing.Picture {
	number := int(C.frame_number(f))
	if dec.parser == nil || number == 0 {
		return nil
	}
	return dec.parser.Take(number)
}

// checkParsed marks a frame, and counts a fault, if the packet of a shaped frame does not say how the frame was coded.
func (dec *decoder) checkParsed(f *Frame) {
	f.Unparsed = false
	if !f.exports.parsed || !f.exports.any() || dec.dem.in.ended() {
		return
	}
	err := f.parsed.Fault(int(f.c.width), int(f.c.height))
	if f.Unparsed = err != nil; f.Unparsed && !(f.parsed == nil && dec.replay) && !(f.parsed != nil && f.parsed.Again()) {
		dec.faults.add(&dec.faults.Blocks, dec.faultError("not all blocks of a picture are known", err))
	}
}

func (dec *decoder) closeParser() {
	dec.parser.Close()
	dec.parser = nil
}

// shapeParsed sets the blocks, vectors and size of a frame whose packet was parsed. A frame without a parsed
// picture keeps empty lists.
func (f *Frame) shapeParsed() {
	if f.parsed == nil || !f.parsed.Wait(int(f.c.width), int(f.c.height)) {
		return
	}
	if f.exports.vectors {
		f.Picture.Vectors = f.parsed.Vectors()
	}
	if f.exports.blocks {
		f.Picture.Coded = f.parsed.Blocks()
		f.Own, f.Earlier = f.parsed.Own()
	}
}
