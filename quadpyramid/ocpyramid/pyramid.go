package ocpyramid

import "ffkvadrat/quadpyramid"

// Level is one level of a pyramid: Width × Height × Frames cells, frame by frame, row by row.
type Level struct {
	Width, Height, Frames int
	Cells                 []int32
}

// cell returns a value; cells outside the picture and the window are inactive.
func (l *Level) cell(x, y, frame int) int32 {
	if x >= l.Width || y >= l.Height || frame >= l.Frames {
		return 0
	}
	return l.Cells[(frame*l.Height+y)*l.Width+x]
}

// Pyramid holds the levels, from one cell for each pixel to the single cell of the top. The zero
// value is ready; Build allocates only when pictures or windows grow. It is for small pictures: a
// pixel of a frame takes more than four bytes.
type Pyramid struct {
	Levels []Level
	limits quadpyramid.Limits
}

// Build reduces the window level by level. It must not be empty.
func (p *Pyramid) Build(w *Window, limits quadpyramid.Limits) {
	p.limits = limits
	p.resize(w)
	base := &p.Levels[0]
	for frame := range base.Frames {
		for y := range base.Height {
			row := base.Cells[(frame*base.Height+y)*base.Width:][:base.Width]
			for x := range row {
				row[x] = 0
				if w.Mask(frame).Leaf(x, y) {
					row[x] = quadpyramid.LeafMarker
				}
			}
		}
	}
	for k := 1; k < len(p.Levels); k++ {
		below, above := &p.Levels[k-1], &p.Levels[k]
		for frame := range above.Frames {
			for y := range above.Height {
				for x := range above.Width {
					above.Cells[(frame*above.Height+y)*above.Width+x] = p.combine(below, k, x, y, frame)
				}
			}
		}
	}
}

// combine computes the value of a cell of a level from those of its children: eight leaves become
// one, up to the largest cubes.
func (p *Pyramid) combine(below *Level, level, x, y, frame int) (sum int32) {
	all := level <= p.limits.Max
	for child := range 8 {
		value := below.cell(2*x+child&1, 2*y+child>>1&1, 2*frame+child>>2)
		all = all && value == quadpyramid.LeafMarker
		sum += p.count(value, level-1)
	}
	if all {
		return quadpyramid.LeafMarker
	}
	return sum
}

// count returns the number of cubes in a cell of a level, given its value: a leaf marker is one
// cube, or none below the smallest cubes.
func (p *Pyramid) count(value int32, level int) int32 {
	switch {
	case value != quadpyramid.LeafMarker:
		return value
	case level < p.limits.Min:
		return 0
	}
	return 1
}

func (p *Pyramid) resize(w *Window) {
	top := w.topLevel()
	if cap(p.Levels) <= top {
		p.Levels = append(p.Levels[:cap(p.Levels)], make([]Level, top+1-cap(p.Levels))...)
	}
	p.Levels = p.Levels[:top+1]
	width, height := w.Size()
	for k := range p.Levels {
		l := &p.Levels[k]
		l.Width, l.Height, l.Frames = quadpyramid.LevelSize(width, k), quadpyramid.LevelSize(height, k), quadpyramid.LevelSize(w.Len(), k)
		if n := l.Width * l.Height * l.Frames; cap(l.Cells) < n {
			l.Cells = make([]int32, n)
		} else {
			l.Cells = l.Cells[:n]
		}
	}
}

// Len returns the number of cubes, which is the count of the top.
func (p *Pyramid) Len() int {
	top := len(p.Levels) - 1
	return int(p.count(p.Levels[top].Cells[0], top))
}

// At traverses from the top to the cube with the given key index, which must be less than Len. It
// never enters a leaf below the smallest cubes, because its index range is empty.
func (p *Pyramid) At(key int) Cube {
	level := len(p.Levels) - 1
	x, y, frame := 0, 0, 0
	value := p.Levels[level].Cells[0]
	start := 0
	for value != quadpyramid.LeafMarker {
		level--
		x, y, frame = 2*x, 2*y, 2*frame
		for child := range 8 {
			cx, cy, ct := x+child&1, y+child>>1&1, frame+child>>2
			value = p.Levels[level].cell(cx, cy, ct)
			end := start + int(p.count(value, level))
			if key < end {
				x, y, frame = cx, cy, ct
				break
			}
			start = end
		}
	}
	return NewCube(x<<level, y<<level, frame<<level, level)
}

// List appends all cubes to list.
func (p *Pyramid) List(list []Cube) []Cube {
	for key := range p.Len() {
		list = append(list, p.At(key))
	}
	return list
}
