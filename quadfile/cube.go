package quadfile

import (
	"errors"
	"fmt"
	"slices"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
)

// cubeWindows are the lengths of windows of cubes, in frames.
var cubeWindows = []int{8, 16, 32, 64}

// CheckCube returns why n frames are not a window of cubes, or nil.
func CheckCube(n int) error {
	if !slices.Contains(cubeWindows, n) {
		return fmt.Errorf("cubes have windows of 8, 16, 32 or 64 frames, not of %d", n)
	}
	return nil
}

// checkCube returns what is wrong with the analysis of cubes, or nil.
func (a *Analysis) checkCube() error {
	switch {
	case a.Cube == 0 && a.Every != 0:
		return errors.New("every needs cubes")
	case a.Cube == 0 && a.Cuts:
		return errors.New("cuts needs cubes")
	case a.Cube == 0:
		return nil
	case a.Every < 0 || a.Every == 1:
		return fmt.Errorf("every %d is not above 1", a.Every)
	case a.Variant != analysis.EdgeThreshold:
		return fmt.Errorf("variant %s cannot have cubes", a.Variant.Header())
	case a.Bounds != edge.Bounds{}:
		return errors.New("cubes cannot have bounds")
	case a.EachFrame:
		return errors.New("cubes cannot have a threshold for each frame")
	}
	return CheckCube(a.Cube)
}

// cube returns cube i of a frame.
func (f *Frame) cube(i int) ocpyramid.Cube { return ocpyramid.Of(f.Quads[i], int(f.Starts[i])) }

// depth returns the number of frames that the record is about.
func (f *Frame) depth() int { return max(1, f.Window) }

// millionths returns the coverage of an area of quads, or a volume of cubes, in millionths.
func (f *Frame) millionths(area int64) int64 {
	return coverageMillionths(area, f.Width, f.Height*f.depth())
}

// checkWindow returns what is wrong with a frame's window and the starts of its cubes, or nil.
func (a *Analysis) checkWindow(f *Frame) error {
	switch {
	case a.Cube == 0 && (f.Window != 0 || len(f.Starts) != 0):
		return errors.New("a window of cubes, but the header has no cube")
	case a.Cube == 0:
		return nil
	case f.Window < 1 || f.Window > a.Cube:
		return fmt.Errorf("a window of %d frames, but windows have 1 to %d", f.Window, a.Cube)
	case len(f.Starts) != len(f.Quads):
		return fmt.Errorf("%d starts with %d cubes", len(f.Starts), len(f.Quads))
	}
	return nil
}

// volume returns the sum of the cubes' volumes in pixels. A cube outside the picture or the window
// is an error.
func (f *Frame) volume() (volume int64, err error) {
	for i, q := range f.Quads {
		size := int64(q.Size())
		if int(f.Starts[i])+q.Size() > f.Window {
			return 0, fmt.Errorf("cube %v is not inside the window of %d frames", f.cube(i), f.Window)
		}
		volume += size * size * size
	}
	if err := outside(f.Quads, f.Width, f.Height); err != nil {
		return 0, err
	}
	if whole := int64(f.Width) * int64(f.Height) * int64(f.Window); volume > whole {
		return 0, fmt.Errorf("cubes cover %d pixels of %d", volume, whole)
	}
	return volume, nil
}

// checkCubes is CheckQuads for cubes.
func (a *Analysis) checkCubes(f *Frame) error {
	for i, q := range f.Quads {
		switch size := q.Size(); {
		case a.MinSize != 0 && size < a.MinSize:
			return fmt.Errorf("cube %d %v is smaller than min_size %d", i, f.cube(i), a.MinSize)
		case a.MaxSize != 0 && size > a.MaxSize:
			return fmt.Errorf("cube %d %v is larger than max_size %d", i, f.cube(i), a.MaxSize)
		case i >= 7 && (a.MaxSize == 0 || size < a.MaxSize) && f.octants(i-7):
			return fmt.Errorf("cubes %d to %d, from %v on, should be one", i-7, i, f.cube(i-7))
		}
	}
	return nil
}

// octants reports whether the eight cubes from i on are the octants of one cube.
func (f *Frame) octants(i int) bool {
	first := f.cube(i)
	size, level := first.Size(), first.Level()
	if (first.X()|first.Y()|first.Frame())&size != 0 {
		return false
	}
	for child := 1; child < 8; child++ {
		if f.cube(i+child) != ocpyramid.NewCube(first.X()+child&1*size, first.Y()+child>>1&1*size, first.Frame()+child>>2*size, level) {
			return false
		}
	}
	return true
}

// appendCubes appends ",[x,y,frame,size]" for each cube. b must have room for maxQuadText bytes
// each.
func appendCubes(b []byte, f *Frame) []byte {
	n := len(b)
	b = b[:cap(b)]
	for i, q := range f.Quads {
		t := b[n : n+maxQuadText]
		t[0], t[1] = ',', '['
		at := 2 + putNumber(t[2:], q.X())
		at += putNumber(t[at:], q.Y())
		at += putNumber(t[at:], int(f.Starts[i]))
		at += putNumber(t[at:], q.Size())
		t[at-1] = ']'
		n += at
	}
	return b[:n]
}

// cubes reads [[x,y,frame,size],…] into a frame whose size and window are known, and returns the
// volume. It stores cubes up to the first wrong one. They ascend inside the window, so they are at
// most as many as its pixels.
func (s *scanner) cubes(f *Frame) (volume int64) {
	if !s.array() {
		return 0
	}
	var next uint64 // Morton index of the first free pixel
	for s.element() {
		if s.wrong != nil {
			s.skip()
			continue
		}
		var v [4]int
		err := s.entry(v[:])
		var q quadpyramid.Quad
		if err == nil {
			q, err = newQuad(v[0], v[1], v[3])
		}
		size := q.Size()
		var c ocpyramid.Cube
		switch {
		case err != nil:
		case v[2]+size > f.Window:
			err = fmt.Errorf("(%d,%d,%d %d) is not inside the window of %d frames", v[0], v[1], v[2], size, f.Window)
		case v[2]&(size-1) != 0:
			err = fmt.Errorf("frame %d is not a multiple of the size %d", v[2], size)
		case q.X()+size > f.Width || q.Y()+size > f.Height:
			err = fmt.Errorf("%v is not inside the %d×%d picture", q, f.Width, f.Height)
		default:
			if c = ocpyramid.Of(q, v[2]); c.Morton() < next {
				err = fmt.Errorf("%v is not after the one before it in Morton order", c)
			}
		}
		if !s.within() {
			return 0
		}
		if err != nil {
			s.complain(fmt.Errorf("cube %d: %w", len(f.Quads), err))
			s.limit += quadText * int64(f.Width) * int64(f.Height) * int64(f.depth())
			continue
		}
		s.limit += quadText
		next = c.Morton() + 1<<(3*c.Level())
		f.Quads, f.Starts = append(f.Quads, q), append(f.Starts, uint8(v[2]))
		volume += int64(size) * int64(size) * int64(size)
	}
	return volume
}

// window reads the length of a record's window, at most cube frames.
func (s *scanner) window(cube int) int {
	if cube == 0 {
		s.complain(errors.New("frames without cubes"))
	}
	return int(s.integer(1, int64(max(cube, 1))))
}
