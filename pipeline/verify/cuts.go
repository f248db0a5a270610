package verify

import (
	"errors"
	"fmt"

	"ffkvadrat/analysis/histogram"
	"ffkvadrat/decode"
	"ffkvadrat/quadfile"
)

// cuts checks that windows begin at the cuts of the video, and otherwise only where they must. A
// frame is decided histogram.Wait frames later, so faults are reported with a later record. Where
// frames are missing in the export, those near them are not judged, because their cuts depend on
// the missing ones.
type cuts struct {
	shots  *histogram.Shots
	course course
	queue  []judged // frames not yet decided
	judged int64    // number decided
	sound  int64    // frames before this one are not judged
	next   int64    // number in the stream of the next frame, −1 if unknown
	late   []late
}

// judged is a frame that is to be decided.
type judged struct {
	index       int64
	time        float64
	begins, may bool // a window begins with it; one may begin without a cut
}

// late is a fault of a frame of an earlier record.
type late struct {
	where string
	err   error
}

// gap says that frames are missing.
func (c *cuts) gap() {
	c.shots, c.queue, c.judged, c.next = new(histogram.Shots), c.queue[:0], 0, -1
	c.sound = histogram.Wait + 1 // the previous frame of the first one is unknown
	c.course.lose()
}

// begin takes a record, whose frames follow.
func (c *cuts) begin(f *quadfile.Frame, a *quadfile.Analysis) (may bool) {
	if c.shots == nil {
		c.shots, c.next = new(histogram.Shots), -1
	}
	if c.next >= 0 && f.Index >= 0 && f.Index != c.next {
		c.gap()
	}
	may = c.course.border(f)
	c.course.pass(f, a)
	if c.next = -1; f.Index >= 0 {
		c.next = f.Index + int64(f.Window)*max(a.Every, 1)
	}
	return may
}

// add takes a frame of the record.
func (c *cuts) add(f *decode.Frame, begins, may bool) {
	c.shots.Add(&f.Picture)
	c.queue = append(c.queue, judged{f.Index, f.Time, begins, may})
	c.judge()
}

// end says that no more frames come.
func (c *cuts) end() {
	if c.shots != nil {
		c.shots.End()
		c.judge()
	}
}

// judge judges the frames that are decided.
func (c *cuts) judge() {
	for len(c.queue) > 0 {
		cut, known := c.shots.Cut(c.judged)
		if !known {
			return
		}
		f := c.queue[0]
		c.queue = append(c.queue[:0], c.queue[1:]...)
		var err error
		switch {
		case c.judged < c.sound:
		case cut && !f.begins:
			err = errors.New("a cut is before it, and no window begins with it")
		case !cut && f.begins && !f.may:
			err = errors.New("a window begins with it, and no cut is before it")
		}
		c.judged++
		if err != nil {
			where := fmt.Sprintf("frame %d", f.index)
			if f.index < 0 {
				where = fmt.Sprintf("frame at %.3f s", f.time)
			}
			c.late = append(c.late, late{where, err})
		}
	}
}

// take returns the faults since the last call.
func (c *cuts) take() []late {
	faults := c.late
	c.late = nil
	return faults
}

// course says where windows begin without a cut.
type course struct {
	begun, lost   bool
	width, height int
	place         int // of the next frame, counted from the last such border
}

// lose says that frames are missing, so the position is unknown until the size changes.
func (c *course) lose() { *c = course{lost: true} }

// border reports whether a window may begin with a record's first frame without a cut before it.
func (c *course) border(f *quadfile.Frame) bool {
	return !c.begun || c.lost || c.place == 0 || f.Width != c.width || f.Height != c.height
}

// pass moves past a record. It returns an error if its window crosses a border.
func (c *course) pass(f *quadfile.Frame, a *quadfile.Analysis) (err error) {
	if c.begun && (f.Width != c.width || f.Height != c.height) {
		c.place, c.lost = 0, false
	}
	c.begun, c.width, c.height = true, f.Width, f.Height
	if n := a.Cube - c.place; f.Window > n && !c.lost {
		err = fmt.Errorf("its window has %d frames, and another one begins after %d", f.Window, n)
	}
	c.place = (c.place + f.Window) % a.Cube
	return err
}
