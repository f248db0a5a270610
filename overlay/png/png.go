// Package png writes pictures as PNG files, on several cores.
//
// Input is a picture; output is the file's bytes, which do not depend on the run or the number of
// cores. Rows are filtered and compressed in independent bands. A band's dictionary is the end of the
// band before, which is filtered a second time for that. A band's last block ends at a byte boundary,
// so that the concatenated bands are one stream. [Encode] starts goroutines, which end before it
// returns; its memory does not grow with the picture.
//
// Source: W3C, "Portable Network Graphics (PNG) Specification (Second Edition)", RFC 1950 and RFC 1951.
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

// maxWorkers limits the memory for encoding, about 3 MiB per worker.
const maxWorkers = 16

// Encode writes an 8-bit picture: RGB if it is opaque, else RGB with straight alpha. Errors are those
// of w, except for a picture without pixels.
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

// layout describes the format of a picture's rows.
type layout struct {
	img   *image.RGBA
	pixel int // bytes: 3 for RGB, 4 with alpha
	row   int // bytes, without the filter type
	rows  int // per band
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

// header returns everything before the rows.
func (l *layout) header() []byte {
	const trueColour, withAlpha = 2, 6
	size := l.img.Rect.Size()
	info := binary.BigEndian.AppendUint32(start(nil, "IHDR"), uint32(size.X))
	info = binary.BigEndian.AppendUint32(info, uint32(size.Y))
	colour := byte(trueColour)
	if l.pixel == 4 {
		colour = withAlpha
	}
	info = append(info, 8, colour, 0, 0, 0) // bits per sample; the only compression and filter methods, no interlacing
	return append([]byte("\x89PNG\r\n\x1a\n"), end(info)...)
}

// writeBands compresses bands in goroutines and writes them in order.
func (l *layout) writeBands(w io.Writer) error {
	workers := min(runtime.GOMAXPROCS(0), maxWorkers, l.bands)
	bands := make([]band, workers+1) // a ring with one more than workers, so that no worker waits for a write
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
	sum := uint32(1) // Adler-32 of no bytes
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

// start starts a chunk in buf's memory. The caller appends data, and end completes the chunk.
func start(buf []byte, kind string) []byte {
	return append(append(buf[:0], 0, 0, 0, 0), kind...)
}

// end sets a chunk's length and appends its checksum.
func end(chunk []byte) []byte {
	binary.BigEndian.PutUint32(chunk, uint32(len(chunk)-8))
	return binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
}

// joinAdler returns the Adler-32 of two concatenated byte sequences: a of the first, b of the second,
// which has n bytes.
func joinAdler(a, b uint32, n int) uint32 {
	const base = 65521 // the largest prime below 2^16
	low := (a&0xffff + b&0xffff + base - 1) % base
	// Each of the n bytes adds the previous low half to the high half. The sequence starts with a's low
	// half, but b was computed with 1.
	high := (a>>16 + b>>16 + uint32(n%base)*((a&0xffff+base-1)%base)%base) % base
	return high<<16 | low
}
