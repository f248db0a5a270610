package points

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"ffkvadrat/edge"
	"ffkvadrat/edge/morton"
	"ffkvadrat/quadpyramid"
)

// Lines makes lists line by line. It transposes the words of an [edge.BitMask], which are in Morton
// order, into words of 64 pixels of a line, and computes by a prefix sum of their population counts
// where each line's points begin. It allocates only when pictures grow.
//
// Several goroutines can share the work: one calls Begin, all call Reduce until all rows of tiles
// are done, one calls Merge, all call Emit for all lines.
type Lines struct {
	mask   *edge.BitMask
	words  []uint64 // Columns words a line, from the top line down
	starts []int    // start of each line's points; while Reduce counts, their number, one line later
}

// Begin takes the mask of the next calls.
func (l *Lines) Begin(m *edge.BitMask) {
	l.mask = m
	lines := edge.TileSize * m.Rows
	l.words = grown(l.words[:0], m.Columns*lines)
	l.starts = grown(l.starts[:0], lines+1)
	l.starts[0] = 0
}

// Reduce counts the points of the rows of tiles from first to end−1.
func (l *Lines) Reduce(first, end int) {
	columns := l.mask.Columns
	for row := first; row < end; row++ {
		lines := l.words[edge.TileSize*row*columns:][:edge.TileSize*columns]
		for column := range columns {
			tileLines(lines[column:], columns, l.mask.Tile(column, row))
		}
		for y := range edge.TileSize {
			n := 0
			for _, w := range lines[y*columns:][:columns] {
				n += bits.OnesCount64(w)
			}
			l.starts[edge.TileSize*row+y+1] = n
		}
	}
}

// Merge computes where each line's points begin, and returns the list's length.
func (l *Lines) Merge() int {
	for y := range l.starts[1:] {
		l.starts[y+1] += l.starts[y]
	}
	return l.starts[len(l.starts)-1]
}

// Emit writes the points of the lines first to end−1 and their values to their positions in lists
// of the length that Merge returned.
func (l *Lines) Emit(list []quadpyramid.Quad, values []uint16, s *Source, first, end int) {
	columns := l.mask.Columns
	for y := first; y < min(end, l.mask.Height); y++ {
		start, stop := l.starts[y], l.starts[y+1]
		if start == stop {
			continue
		}
		list, values := list[start:stop], values[start:stop]
		n := 0
		for column, w := range l.words[y*columns:][:columns] {
			q := quadpyramid.NewQuad(edge.TileSize*column, y, 0)
			for ; w != 0; w &= w - 1 {
				list[n] = q + quadpyramid.Quad(bits.TrailingZeros64(w))
				n++
			}
		}
		s.readLine(values, list, y)
	}
}

// readLine is Read for points of line y.
func (s *Source) readLine(values []uint16, list []quadpyramid.Quad, y int) {
	row, step := s.plane.Row(y, s.sampleBytes), s.plane.Step
	values = values[:len(list)]
	if s.sampleBytes == 1 {
		for i, q := range list {
			values[i] = uint16(row[q.X()*step])
		}
		return
	}
	for i, q := range list {
		values[i] = min(binary.LittleEndian.Uint16(row[q.X()*step:])>>s.shift, s.most)
	}
}

// tileLines writes the lines of a tile: line y goes to word stride·y.
func tileLines(lines []uint64, stride int, tile *[64]uint64) {
	for row := range 8 {
		var w [8]uint64
		any := uint64(0)
		for column := range w {
			w[column] = tile[morton.Code(column, row)]
			any |= w[column]
		}
		if any != 0 {
			for column := range w {
				w[column] = wordLines(w[column])
			}
			transpose(&w)
		}
		for y := range w {
			lines[(8*row+y)*stride] = w[y]
		}
	}
}

// wordLines turns a word from Morton order into lines: byte y has pixel x as bit x. This permutes
// the digits of a bit's number from y2 x2 y1 x1 y0 x0 to y2 y1 y0 x2 x1 x0. Each step exchanges two
// digits.
func wordLines(w uint64) uint64 {
	w = exchange(w, 2, 0x0c0c0c0c_0c0c0c0c) // y2 x2 y1 y0 x1 x0
	w = exchange(w, 8, 0x0000ff00_0000ff00) // y2 y1 x2 y0 x1 x0
	return exchange(w, 4, 0x00f000f0_00f000f0)
}

// exchange swaps the bits of a mask with those n positions higher.
func exchange(w uint64, n int, mask uint64) uint64 {
	t := (w>>n ^ w) & mask
	return w ^ t ^ t<<n
}

// transpose swaps byte i of word k with byte k of word i.
func transpose(w *[8]uint64) {
	for _, step := range [...]struct {
		words int
		mask  uint64
	}{{4, 0x00000000_ffffffff}, {2, 0x0000ffff_0000ffff}, {1, 0x00ff00ff_00ff00ff}} {
		for i := range w {
			if i&step.words != 0 {
				continue
			}
			a, b := &w[i], &w[i+step.words]
			t := (*a>>(8*step.words) ^ *b) & step.mask
			*b ^= t
			*a ^= t << (8 * step.words)
		}
	}
}

// grown returns a slice with n more elements, which are undefined.
func grown[T any](s []T, n int) []T { return slices.Grow(s, n)[:len(s)+n] }
