package png

import (
	"hash/adler32"

	"github.com/klauspost/compress/flate"
)

// bandBytes is the approximate size of an uncompressed band. The window, which is filtered twice, is a
// 16th of it.
const bandBytes = 512 << 10

// window is the size of deflate's window.
const window = 32 << 10

// level is deflate's compression level. The next level takes 1.4 to 2.2 times as long for files that
// are 2 % smaller.
const level = 6

// band is a band of rows during compression.
type band struct {
	index  int
	chunk  []byte // with the compressed rows, before end
	adler  uint32 // of the filtered rows
	length int    // of the filtered rows, in bytes
	done   chan struct{}
}

// press filters and compresses bands. It belongs to one goroutine.
type press struct {
	*layout
	filter   *filter
	filtered []byte
	deflate  *flate.Writer
}

func newPress(l *layout) *press {
	p := &press{layout: l, filter: newFilter(l.pixel, l.row)}
	p.filtered = make([]byte, (l.windowRows()+l.rows)*(1+l.row))
	p.deflate, _ = flate.NewWriter(nil, level) // fails only for an invalid level
	return p
}

// windowRows returns how many rows fill the window.
func (l *layout) windowRows() int { return (window + l.row) / (1 + l.row) }

// run fills b for its index.
func (p *press) run(b *band) {
	from := b.index * p.rows
	to := min(from+p.rows, p.img.Rect.Dy())
	first := max(0, from-p.windowRows()) // of the dictionary
	if first > 0 {
		p.raw(first - 1)
		p.filter.skip()
	} else {
		p.filter.reset()
	}
	for y := first; y < to; y++ {
		p.raw(y)
		p.filter.run(p.filtered[(y-first)*(1+p.row):])
	}
	dictionary := p.filtered[:(from-first)*(1+p.row)]
	rows := p.filtered[len(dictionary) : (to-first)*(1+p.row)]

	b.adler, b.length = adler32.Checksum(rows), len(rows)
	b.chunk = start(b.chunk, "IDAT")
	if b.index == 0 {
		b.chunk = append(b.chunk, 0x78, 0x9c) // zlib header: deflate with a window of 32 KiB, and the check bits
	}
	p.deflate.ResetDict((*appender)(&b.chunk), dictionary[max(0, len(dictionary)-window):])
	p.deflate.Write(rows) // an appender never fails
	if b.index == p.bands-1 {
		p.deflate.Close()
	} else {
		p.deflate.Flush()
	}
}

// raw copies row y into the filter.
func (p *press) raw(y int) {
	in := p.img.Pix[p.img.PixOffset(p.img.Rect.Min.X, p.img.Rect.Min.Y+y):][:4*p.img.Rect.Dx()]
	out := p.filter.next()
	if p.pixel == 3 {
		for i := 0; i < len(out); i += 3 {
			pixel := in[:4:4]
			out[i], out[i+1], out[i+2] = pixel[0], pixel[1], pixel[2]
			in = in[4:]
		}
		return
	}
	for i := 0; i < len(out); i += 4 {
		straight((*[4]byte)(out[i:]), (*[4]byte)(in[i:]))
	}
}

// straight converts a pixel to straight alpha, as color.NRGBAModel does.
func straight(out, in *[4]byte) {
	switch in[3] {
	case 0:
		*out = [4]byte{}
	case 255:
		*out = *in
	default:
		const most = 1<<16 - 1
		alpha := uint32(in[3]) * 0x101
		for i := range 3 {
			out[i] = byte(uint32(in[i]) * 0x101 * most / alpha >> 8)
		}
		out[3] = in[3]
	}
}

// appender is a writer that appends to a slice.
type appender []byte

func (a *appender) Write(p []byte) (int, error) {
	*a = append(*a, p...)
	return len(p), nil
}
