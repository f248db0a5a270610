package trace

import (
	"errors"
	"fmt"
)

// indexer records where the rows of each picture are.
type indexer struct {
	file    *File
	started bool
	head    row // the first row of the current picture
	before  row // the previous row
	at      int // index of the previous row's picture
	extents int
	current map[int64]int // the period's pictures by POC
	low     int64         // the period's lowest POC, at most 0
	high    int64         // its highest POC
	base    int64         // number of frames before the period
	first   int           // index of its first picture
}

// line indexes the next line.
func (x *indexer) line(line []byte) error {
	f := x.file
	r := &f.row
	kind, err := f.form.line(f.table, line, r)
	switch {
	case err != nil && f.lines.unended:
		return fmt.Errorf("the file ends within a line (%w)", err)
	case err != nil:
		return err
	case kind == polygonLine:
		f.polygons++
		return nil
	case kind == headLine:
		return f.form.about(f.table, line)
	case kind != rowLine:
		return nil
	case f.table.width == 0:
		return errors.New("a row, but no line before it has the pictures' size")
	case int(r.x) >= f.table.width || int(r.y) >= f.table.height:
		return fmt.Errorf("(%d,%d) lies outside of pictures of %d×%d", r.x, r.y, f.table.width, f.table.height)
	}
	if x.started && r.poc == x.before.poc && !x.anew(r) {
		x.before = *r
		p := &f.pictures[x.at]
		p.types.add(r.kind)
		last := &p.extents[len(p.extents)-1]
		last.length = f.lines.offset - last.offset
	} else if err := x.begin(r); err != nil {
		return err
	}
	f.table.types[r.kind].rows++
	return nil
}

// anew reports whether a row begins a picture although it has the POC of the previous row, as when
// one IDR picture follows another: the first block recurs, after blocks elsewhere. Within a
// picture, ETM may list a block again after those that it is divided into.
func (x *indexer) anew(r *row) bool {
	return x.file.form.periods() && r.kind == x.head.kind && r.x == x.head.x && r.y == x.head.y && !r.holds(x.before.x, x.before.y)
}

// begin begins an extent.
func (x *indexer) begin(r *row) error {
	f := x.file
	if x.extents++; x.extents > mostExtents {
		return fmt.Errorf("the rows change more than %d times from one picture to another", mostExtents)
	}
	if x.current == nil {
		x.current = map[int64]int{}
	}
	at, again := x.current[r.poc]
	if again && f.pictures[at].types.has(r.kind) {
		if !f.form.periods() {
			return fmt.Errorf("the rows of POC %d and type %.40s are in several places", r.poc, f.table.types[r.kind].name)
		}
		x.end()
		again = false
	}
	if !again {
		n := r.poc - f.first
		if n%f.step != 0 || n < 0 && x.first == 0 {
			return &misfitError{r.poc, f.first, f.step}
		}
		n /= f.step
		x.low, x.high = min(x.low, n), max(x.high, n)
		at = len(f.pictures)
		f.pictures = append(f.pictures, picture{frame: n})
		x.current[r.poc] = at
	}
	p := &f.pictures[at]
	p.types.add(r.kind)
	p.extents = append(p.extents, extent{offset: f.lines.start, length: f.lines.offset - f.lines.start, line: f.lines.line})
	x.started, x.head, x.before, x.at = true, *r, *r, at
	return nil
}

// end ends a period. The pictures get their frame numbers now that it is known whether pictures of
// the period are shown before its first one.
func (x *indexer) end() {
	pictures := x.file.pictures
	for i := x.first; i < len(pictures); i++ {
		p := &pictures[i]
		p.frame += x.base - x.low
		x.file.byFrame[p.frame] = i
	}
	x.base += x.high - x.low + 1
	x.low, x.high, x.first = 0, 0, len(pictures)
	clear(x.current)
}

// misfitError means that options do not fit the trace. Unlike damage, it invalidates the lines
// before it, too.
type misfitError struct{ poc, first, step int64 }

func (e *misfitError) Error() string {
	return fmt.Sprintf("no frame has POC %d, if the first frame has %d and each next one %d more", e.poc, e.first, e.step)
}

// typeSet is a set of indices of types.
type typeSet [mostTypes / 64]uint64

func (s *typeSet) add(kind int)      { s[kind/64] |= 1 << (kind % 64) }
func (s *typeSet) has(kind int) bool { return s[kind/64]>>(kind%64)&1 != 0 }
