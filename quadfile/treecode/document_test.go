package treecode_test

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"ffkvadrat/quadfile/treecode"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/quadpyramid/ocpyramid/ocpyramidtest"
)

// documented decodes octrees as docs/reference/formats/ffq.md defines them, in its words: cells are
// looked up by place, models by all that they depend on. It shares no code with the package, and is
// slow.
type documented struct {
	code    []byte
	next    int
	width   uint64
	at      uint64
	models  map[string]*[2]uint64 // probability of a 0, and decisions seen
	cells   map[place]int         // states; pixels are cells of level 0
	before  *documented           // the record before, or nil
	size    [3]int                // width, height and frames
	longest int
	top     int
	list    []ocpyramid.Cube
}

type place struct{ k, x, y, t int }

// The states of cells.
const (
	isEmpty = iota
	isLeaf
	isSplit
	isUnknown
)

func (d *documented) byte() uint64 {
	d.next++
	if d.next > len(d.code) {
		return 0
	}
	return uint64(d.code[d.next-1])
}

func (d *documented) decision(model string) int {
	m := d.models[model]
	if m == nil {
		m = &[2]uint64{32768, 0}
		d.models[model] = m
	}
	h := []int{1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5}[m[1]]
	zero, result := d.width/65536*m[0], 0
	if d.at < zero {
		d.width = zero
		m[0] += (65536 - m[0]) >> h
	} else {
		result = 1
		d.at, d.width = d.at-zero, d.width-zero
		m[0] -= m[0] >> h
	}
	m[1] = min(m[1]+1, 15)
	if d.width < 1<<32 {
		for range 4 {
			d.at = d.at<<8 | d.byte()
		}
		d.width <<= 32
	}
	return result
}

// state returns the state of a cell, or of the larger one that covers it.
func (d *documented) state(k, x, y, t int) int {
	if x < 0 || y < 0 || x >= d.size[0] || y >= d.size[1] || t >= d.size[2] {
		return isEmpty
	}
	for level := k; level <= d.top; level++ {
		if s, ok := d.cells[place{level, x >> level << level, y >> level << level, t >> level << level}]; ok {
			return s
		}
	}
	return isEmpty
}

func (d *documented) earlier(k, x, y, t int) int {
	switch {
	case t > 0:
		return d.state(k, x, y, t-1<<k)
	case d.before == nil:
		return isUnknown
	case 1<<k > d.longest:
		return d.before.state(k, x, y, 0)
	}
	return d.before.state(k, x, y, d.longest-1<<k)
}

// pixels returns the four pixels of a cell of level 1 in a frame.
func (d *documented) pixels(x, y, t int) (four [4]int) {
	for i := range four {
		if d.state(0, x+i&1, y+i>>1, t) == isLeaf {
			four[i] = 1
		}
	}
	return four
}

func (d *documented) cell(k, x, y, t int) {
	if x >= d.size[0] || y >= d.size[1] || t >= d.size[2] {
		return
	}
	s := fmt.Sprint(min(k, 7), d.state(k, x-1<<k, y, t), d.state(k, x, y-1<<k, t), d.earlier(k, x, y, t))
	at := place{k, x, y, t}
	switch {
	case k > 0 && d.decision("split "+s) == 1:
		d.cells[at] = isSplit
		for j := 0; j < 8 && k > 1; j++ {
			h := 1 << (k - 1)
			d.cell(k-1, x+j&1*h, y+j>>1&1*h, t+j>>2*h)
		}
		for f := 0; f < 2 && k == 1; f++ {
			d.frame(x, y, t, f)
		}
	case x+1<<k <= d.size[0] && y+1<<k <= d.size[1] && t+1<<k <= d.size[2] && d.decision("leaf "+s) == 1:
		d.cells[at] = isLeaf
		d.list = append(d.list, ocpyramid.NewCube(x, y, t, k))
	default:
		d.cells[at] = isEmpty
	}
}

// frame decodes the pixels of a split cell of level 1 in frame t + f.
func (d *documented) frame(x, y, t, f int) {
	a, b := d.pixels(x-2, y, t+f), d.pixels(x, y-2, t+f)
	c := "16"
	switch {
	case t+f > 0:
		c = fmt.Sprint(d.pixels(x, y, t+f-1))
	case d.before != nil:
		c = fmt.Sprint(d.before.pixels(x, y, d.longest-1))
	}
	var p [4]int
	for i := range p {
		near := [][]int{{a[1], b[2]}, {p[0], b[3]}, {a[3], p[0], p[1]}, {p[0], p[1], p[2]}}[i]
		state := isEmpty
		if p[i] = d.decision(fmt.Sprint("pixel ", f, i, c, near)); p[i] == 1 {
			state = isLeaf
			d.list = append(d.list, ocpyramid.NewCube(x+i&1, y+i>>1, t+f, 0))
		}
		d.cells[place{0, x + i&1, y + i>>1, t + f}] = state
	}
}

func decodeByDocument(code []byte, w *window, before *documented) *documented {
	d := &documented{
		code: code, width: 1<<64 - 1, models: map[string]*[2]uint64{}, cells: map[place]int{}, before: before,
		size: [3]int{w.width, w.height, w.frames}, longest: w.longest, top: bits.Len(uint(max(w.width, w.height, w.longest) - 1)),
	}
	for range 8 {
		d.at = d.at<<8 | d.byte()
	}
	d.cell(d.top, 0, 0, 0)
	return d
}

// TestOctreeByDocument: a decoder written from the document alone reads coded windows, both single
// ones and sequences.
func TestOctreeByDocument(t *testing.T) {
	var reference ocpyramid.Reference
	for _, size := range [][2]int{{1, 17}, {17, 17}, {65, 33}, {130, 9}} {
		for _, frames := range [][2]int{{8, 8}, {8, 5}, {16, 16}, {32, 17}, {64, 3}} {
			var trees [2]treecode.Octree
			var e treecode.OctEncoder
			var before *treecode.Octree
			var decoded *documented
			volumes := ocpyramidtest.Volumes(size[0], size[1], frames[1])
			for n, name := range []string{"dense", "blocks of 2", "hole", "noise", "dense"} {
				list := reference.Build(nil, volumes[name].Window(frames[0]), octLimits[n%2*2])
				w := newWindow(size[0], size[1], frames[1], frames[0], list)
				tree := &trees[n%2]
				if err := tree.Build(w.width, w.height, w.frames, w.longest, w.quads, w.starts); err != nil {
					t.Fatal(err)
				}
				if n == 3 { // decoded alone
					before, decoded = nil, nil
				}
				code := e.Append(nil, tree, before)
				last := decoded
				decoded = decodeByDocument(code, w, last)
				if !slices.Equal(decoded.list, list) {
					t.Fatalf("%v, %v, %s: %s", size, frames, name, ocpyramidtest.Difference(decoded.list, list))
				}
				if more := decoded.next - len(code); more < 0 || more > 8 {
					t.Fatalf("%v, %v, %s: %d bytes more than there are", size, frames, name, more)
				}
				decoded.before, before = nil, tree // only the record before is needed
			}
		}
	}
}
