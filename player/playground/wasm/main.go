//go:build js && wasm

// Command wasm is package playground as a WebAssembly module. The page's worker calls its exports; bytes
// pass through the module's memory: room is where the worker writes, text where it reads.
//
// A function that can fail returns 1, or, if its result is a size, −1; the text is then the error.
package main

import (
	"encoding/json"
	"strings"
	"unsafe"

	"ffkvadrat/decode/wording"
	"ffkvadrat/player/playground"
	"ffkvadrat/yuv"
)

// module is the state of the module, which has one caller.
type module struct {
	*playground.Playground
	in   []byte // what the worker has written
	text []byte // what it may read
}

var m = module{Playground: playground.New()}

// main keeps the module until the page closes.
func main() { select {} }

func address(b []byte) uint32 { return uint32(uintptr(unsafe.Pointer(unsafe.SliceData(b)))) }

// failed makes an error the text.
func failed(err error) int32 {
	if err == nil {
		return 0
	}
	m.text = []byte(wording.Line(err))
	return 1
}

//go:wasmexport room
func room(bytes int32) uint32 {
	m.in = m.Room(int(bytes))
	return address(m.in)
}

//go:wasmexport colours
func colours(width, height int32) uint32 { return address(m.Colours(int(width), int(height))) }

//go:wasmexport begin
func begin() { m.Begin() }

//go:wasmexport load
func load(layout, width, height, matrix, full int32, time, aspect float64) int32 {
	colour := yuv.Colour{Matrix: yuv.Matrix(matrix), Range: yuv.Limited}
	if full != 0 {
		colour.Range = yuv.Full
	}
	return failed(m.Load(playground.Layout(layout), int(width), int(height), colour, time, aspect))
}

//go:wasmexport find
func find() int32 { return failed(m.Find()) }

// paint paints the picture; the pixels are at the text's address.
//
//go:wasmexport paint
func paint() int32 {
	image, err := m.Paint()
	if err != nil {
		return failed(err)
	}
	m.text = image.Pix
	width, height = int32(image.Rect.Dx()), int32(image.Rect.Dy())
	return 0
}

var width, height int32 // of the painted image

//go:wasmexport paintedWidth
func paintedWidth() int32 { return width }

//go:wasmexport paintedHeight
func paintedHeight() int32 { return height }

//go:wasmexport quads
func quads() int32 { return int32(len(m.Quads())) }

//go:wasmexport coverage
func coverage() float64 { return m.Coverage() }

//go:wasmexport text
func text() uint32 { return address(m.text) }

//go:wasmexport textSize
func textSize() int32 { return int32(len(m.text)) }

// set sets a control from "name=value" in the room; the result is 1 if the list has to be found again.
//
//go:wasmexport set
func set() int32 {
	name, value, _ := strings.Cut(string(m.in), "=")
	return changed(m.Set(name, value))
}

// setAlong sets a number, whose name is in the room, from the place of its slider.
//
//go:wasmexport setAlong
func setAlong(part float64) int32 { return changed(m.SetAlong(string(m.in), part)) }

func changed(analyse bool, err error) int32 {
	if err != nil {
		failed(err)
		return -1
	}
	if analyse {
		return 1
	}
	return 0
}

// panel makes the panel, as JSON, the text.
//
//go:wasmexport panel
func panel() { write(m.Panel()) }

func write(v any) {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // values of the page can be written as JSON
	}
	m.text = b
}

// store opens the .ffq file in the room, or closes one if the room is empty.
//
//go:wasmexport store
func store() int32 {
	data := append([]byte(nil), m.in...) // the room is reused
	about, err := m.Store(data)
	if err != nil {
		return failed(err)
	}
	m.text = []byte(about)
	return 0
}

// export makes the list, as NDJSON, the text. The file's name is in the room.
//
//go:wasmexport export
func export() int32 {
	b, err := m.Export(string(m.in))
	if err != nil {
		return failed(err)
	}
	m.text = b
	return 0
}

// lesson makes the lesson about a square, as JSON, the text.
//
//go:wasmexport lesson
func lesson(x, y, side, key int32) int32 {
	l, err := m.Lesson(int(x), int(y), int(side), int(key))
	if err != nil {
		return failed(err)
	}
	write(l)
	return 0
}
