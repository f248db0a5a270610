package main

import "math"

// layout describes the conversion of a canvas to raw frames of a pixel format.
type layout struct {
	depth       int
	subX, subY  int // log2 of the chroma subsampling
	gray        bool
	interleaved bool // U and V share a plane
}

// layouts are the raw formats that this program writes, under FFmpeg's names; rgb24 needs no layout.
var layouts = map[string]layout{
	"yuv420p":     {depth: 8, subX: 1, subY: 1},
	"yuv422p":     {depth: 8, subX: 1},
	"yuv444p":     {depth: 8},
	"yuv420p10le": {depth: 10, subX: 1, subY: 1},
	"nv12":        {depth: 8, subX: 1, subY: 1, interleaved: true},
	"gray":        {depth: 8, gray: true},
}

// weights are the luma weights of red and blue.
type weights struct{ kr, kb float64 }

var (
	bt601 = weights{0.299, 0.114}
	bt709 = weights{0.2126, 0.0722}
)

// raw returns the canvas as the bytes of one rawvideo frame of the given format.
func (c *canvas) raw(format string, w weights, full bool) []byte {
	if format == "rgb24" {
		out := make([]byte, 0, 3*len(c.pix))
		for _, p := range c.pix {
			out = append(out, byte(code(p.r, 0, 255, 255)), byte(code(p.g, 0, 255, 255)), byte(code(p.b, 0, 255, 255)))
		}
		return out
	}
	l := layouts[format]
	limit := float32(int(1)<<l.depth - 1)
	one := float32(int(1) << (l.depth - 8))
	yBase, ySpan, cSpan := 16*one, 219*one, 224*one
	if full {
		yBase, ySpan, cSpan = 0, limit, limit
	}
	var out []byte
	put := func(v int) {
		if l.depth == 8 {
			out = append(out, byte(v))
			return
		}
		out = append(out, byte(v), byte(v>>8))
	}

	u := make([]float32, len(c.pix))
	v := make([]float32, len(c.pix))
	kr, kb := float32(w.kr), float32(w.kb)
	for i, p := range c.pix {
		y := kr*p.r + (1-kr-kb)*p.g + kb*p.b
		u[i] = (p.b - y) / (2 * (1 - kb))
		v[i] = (p.r - y) / (2 * (1 - kr))
		put(code(y, yBase, ySpan, limit))
	}
	if l.gray {
		return out
	}
	u = c.shrink(u, l.subX, l.subY)
	v = c.shrink(v, l.subX, l.subY)
	if l.interleaved {
		for i := range u {
			put(code(u[i], 128*one, cSpan, limit))
			put(code(v[i], 128*one, cSpan, limit))
		}
		return out
	}
	for _, plane := range [][]float32{u, v} {
		for _, s := range plane {
			put(code(s, 128*one, cSpan, limit))
		}
	}
	return out
}

// code returns base + v·span, rounded and clamped to 0 … limit.
func code(v, base, span, limit float32) int {
	x := math.Floor(float64(base+v*span) + 0.5)
	return int(math.Max(0, math.Min(float64(limit), x)))
}

// shrink subsamples a chroma plane. The samples are sited at the left luma column (weights ¼, ½, ¼) and
// half way between two luma rows, as in H.264.
func (c *canvas) shrink(plane []float32, subX, subY int) []float32 {
	if subX == 0 && subY == 0 {
		return plane
	}
	at := func(x, y int) float32 {
		return plane[min(y, c.height-1)*c.width+max(0, min(x, c.width-1))]
	}
	across := func(x, y int) float32 {
		if subX == 0 {
			return at(x, y)
		}
		return at(2*x-1, y)/4 + at(2*x, y)/2 + at(2*x+1, y)/4
	}
	width, height := (c.width+subX)>>subX, (c.height+subY)>>subY
	out := make([]float32, 0, width*height)
	for y := range height {
		for x := range width {
			if subY == 0 {
				out = append(out, across(x, y))
			} else {
				out = append(out, (across(x, 2*y)+across(x, 2*y+1))/2)
			}
		}
	}
	return out
}
