// Package png writes pictures as PNG files, on several cores.
//
// Input is a picture; output is the file's bytes, which are the same in each run
// and with any number of cores. Rows are filtered and compressed in bands, each
// by itself. A band's dictionary is the end of the band before, which is
// filtered once more for that. A band's last block ends at a byte, so the
// bands one after the other are a single stream. [Encode] starts goroutines,
// which have ended when it returns; its memory does not grow with the picture.
//
// Source: W3C, "Portable Network Graphics (PNG) Specification (Second Edition)",
// RFC 1950 and RFC 1951.
package png

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"io"
	"runtime"
	"sync"
)

// maxWorkers limits the memory that encoding takes, some 3 MiB for each worker.
const maxWorkers = 16

// Encode writes a picture with 8 bits: as RGB if it is opaque, else as RGB with straight
// alpha. Errors are those of w, except for a picture without pixels.
func Encode(w io.Writer, img *image.RGBA) error {
	if img.Rect.Empty() {
		return fmt.Errorf("png: a picture of %d×%d pixels", img.Rect.Dx(), img.Rect.Dy())
	}
	l := newLayout(img)
	if _, err := w.Write(l.header()); err != nil {
		return err
	}
	if err := l.writeBands(w); err != nil {
		return err
	}
	_, err := w.Write(end(start(nil, "IEND")))
	return err
}

// layout describes how a picture's rows are written.
type layout struct {
	img   *image.RGBA
	pixel int // bytes: 3 for RGB, 4 with alpha
	row   int // bytes, without the filter's byte
	rows  int // of a band
	bands int
}

func newLayout(img *image.RGBA) *layout {
	l := &layout{img: img, pixel: 3}
	if !img.Opaque() {
		l.pixel = 4
	}
	l.row = l.pixel * img.Rect.Dx()
	l.rows = max(1, bandBytes/(1+l.row))
	l.bands = (img.Rect.Dy() + l.rows - 1) / l.rows
	return l
}

// header returns all that comes before the rows.
func (l *layout) header() []byte {
	const trueColour, withAlpha = 2, 6
	size := l.img.Rect.Size()
	info := binary.BigEndian.AppendUint32(start(nil, "IHDR"), uint32(size.X))
	info = binary.BigEndian.AppendUint32(info, uint32(size.Y))
	colour := byte(trueColour)
	if l.pixel == 4 {
		colour = withAlpha
	}
	info = append(info, 8, colour, 0, 0, 0) // bits a sample; compression, filters and order as always
	return append([]byte("\x89PNG\r\n\x1a\n"), end(info)...)
}

// writeBands compresses the bands in goroutines and writes them in order.
func (l *layout) writeBands(w io.Writer) error {
	workers := min(runtime.GOMAXPROCS(0), maxWorkers, l.bands)
	bands := make([]band, workers+1) // used in turn; one more than workers, so none waits for a write
	todo := make(chan *band, len(bands))
	var crew sync.WaitGroup
	defer crew.Wait()
	defer close(todo)
	for range workers {
		crew.Go(func() {
			p := newPress(l)
			for b := range todo {
				p.run(b)
				b.done <- struct{}{}
			}
		})
	}
	sum := uint32(1) // Adler's, of no bytes
	for i := range l.bands + len(bands) {
		b := &bands[i%len(bands)]
		if n := i - len(bands); n >= 0 && n < l.bands {
			<-b.done
			sum = joinAdler(sum, b.adler, b.length)
			if n == l.bands-1 {
				b.chunk = binary.BigEndian.AppendUint32(b.chunk, sum)
			}
			if _, err := w.Write(end(b.chunk)); err != nil {
				return err
			}
		}
		if i < l.bands {
			if b.done == nil {
				b.done = make(chan struct{}, 1)
			}
			b.index = i
			todo <- b
		}
	}
	return nil
}

// start begins a chunk of a kind in buf's memory. The caller appends the data, and end
// completes the chunk.
func start(buf []byte, kind string) []byte {
	return append(append(buf[:0], 0, 0, 0, 0), kind...)
}

// end sets a chunk's length and appends its checksum.
func end(chunk []byte) []byte {
	binary.BigEndian.PutUint32(chunk, uint32(len(chunk)-8))
	return binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
}

// joinAdler returns Adler's sum of bytes whose sum is a followed by n bytes whose sum is b.
func joinAdler(a, b uint32, n int) uint32 {
	const base = 65521 // the largest prime below 2^16
	low := (a&0xffff + b&0xffff + base - 1) % base
	// Each of the n bytes adds to the high half what the low one had before it:
	// a's low half instead of the 1 with which b began.
	high := (a>>16 + b>>16 + uint32(n%base)*((a&0xffff+base-1)%base)%base) % base
	return high<<16 | low
}
