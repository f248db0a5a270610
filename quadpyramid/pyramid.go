// Package quadpyramid builds the QuadPyramid, a HistoPyramid with leaf
// markers, and from it the list of all quadtree leaves.
//
// Input is a mask of leaf pixels; output is a list of [Quad] in the order of
// the traversal. [Reference] is the oracle. [Pyramid] is the paper's pyramid
// and traversal on the CPU; cell by cell it does what the shaders of package glpyramid do.
// [CPU] is fast and uses bit operations instead of a traversal. All give the same list, byte
// for byte. No goroutines.
//
// Source: Ziegler et al., "RealTime QuadTree Analysis using HistoPyramids",
// sections 5 and 6.
package quadpyramid

import "ffkvadrat/edge"

// LeafMarker is the value of a cell that is one leaf. Other cells hold the number of quads below
// them.
const LeafMarker = -1

// Level is one level of a pyramid: Width × Height cells, row by row.
type Level struct {
	Width, Height int
	Cells         []int32
}

// cell returns the value at (x, y); cells outside the picture are inactive.
func (l *Level) cell(x, y int) int32 {
	if x >= l.Width || y >= l.Height {
		return 0
	}
	return l.Cells[y*l.Width+x]
}

// Pyramid holds the levels, from one cell for each pixel to the single cell of the
// top. The zero value is ready; Build allocates only when pictures grow.
type Pyramid struct {
	Levels []Level
	limits Limits
}

// Build reduces the mask level by level.
func (p *Pyramid) Build(m *edge.Mask, limits Limits) {
	p.limits = limits
	p.resize(m.Width, m.Height)
	for i, leaf := range m.Leaf {
		p.Levels[0].Cells[i] = -int32(leaf)
	}
	for k := 1; k < len(p.Levels); k++ {
		below, above := &p.Levels[k-1], &p.Levels[k]
		for y := range above.Height {
			for x := range above.Width {
				above.Cells[y*above.Width+x] = p.combine(k,
					below.cell(2*x, 2*y), below.cell(2*x+1, 2*y),
					below.cell(2*x, 2*y+1), below.cell(2*x+1, 2*y+1))
			}
		}
	}
}

// combine computes the value of a cell from those of its children: four leaves become one,
// up to the largest quads.
func (p *Pyramid) combine(level int, a, b, c, d int32) int32 {
	if level <= p.limits.Max && a == LeafMarker && b == LeafMarker && c == LeafMarker && d == LeafMarker {
		return LeafMarker
	}
	level--
	return p.count(a, level) + p.count(b, level) + p.count(c, level) + p.count(d, level)
}

// count returns the number of quads in a cell of a level, given its value: a leaf marker is one
// quad, or none below the smallest quads.
func (p *Pyramid) count(value int32, level int) int32 {
	switch {
	case value != LeafMarker:
		return value
	case level < p.limits.Min:
		return 0
	}
	return 1
}

func (p *Pyramid) resize(width, height int) {
	top := TopLevel(width, height)
	if cap(p.Levels) <= top {
		p.Levels = append(p.Levels[:cap(p.Levels)], make([]Level, top+1-cap(p.Levels))...)
	}
	p.Levels = p.Levels[:top+1]
	for k := range p.Levels {
		l := &p.Levels[k]
		l.Width, l.Height = LevelSize(width, k), LevelSize(height, k)
		if n := l.Width * l.Height; cap(l.Cells) < n {
			l.Cells = make([]int32, n)
		} else {
			l.Cells = l.Cells[:n]
		}
	}
}

// LevelSize returns the number of cells of level k along a side of n pixels.
func LevelSize(n, k int) int { return (n + 1<<k - 1) >> k }

// Len returns the number of quads, which is the count of the top.
func (p *Pyramid) Len() int {
	top := len(p.Levels) - 1
	return int(p.count(p.Levels[top].Cells[0], top))
}

// At traverses from the top to the quad with the given key index, which must be less than Len. It
// never enters a leaf below the smallest quads, because its index range is empty.
func (p *Pyramid) At(key int) Quad {
	level := len(p.Levels) - 1
	x, y := 0, 0
	value := p.Levels[level].Cells[0]
	start := 0
	for value != LeafMarker {
		level--
		x, y = 2*x, 2*y
		for child := range 4 {
			cx, cy := x+child&1, y+child>>1
			value = p.Levels[level].cell(cx, cy)
			end := start + int(p.count(value, level))
			if key < end {
				x, y = cx, cy
				break
			}
			start = end
		}
	}
	return NewQuad(x<<level, y<<level, level)
}

// List appends all quads to list.
func (p *Pyramid) List(list []Quad) []Quad {
	for key := range p.Len() {
		list = append(list, p.At(key))
	}
	return list
}
