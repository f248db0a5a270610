package verify

import (
	"errors"
	"fmt"
	"io"

	"ffkvadrat/decode"
	"ffkvadrat/pipeline"
	"ffkvadrat/quadfile"
)

// search finds the frames of an export in its video, in the goroutine that
// decodes.
type search struct {
	read    <-chan *record // closed when there are no more
	found   chan<- *record // receives the records whose search has ended
	video   *decode.Video
	next    int64 // number of the video's next frame, -1 if unknown
	follows bool  // the next frame directly follows the last one found
	step    int64 // smallest distance between consecutive frames found, in frames; 0 before
	every   int64 // distance of the frames of a window of cubes
	window  int   // frames of the last record's window still to come
	faults  decode.Faults
}

// picture is a pipeline's Find. It returns the frame of the next record, or no frame if the video
// lacks it.
func (r *search) picture(video *decode.Video) (p pipeline.Chosen, err error) {
	r.video = video
	if r.window > 0 {
		return r.inWindow()
	}
	c, ok := <-r.read
	if !ok {
		if err = r.finish(); err == nil {
			err = io.EOF
		}
		return p, err
	}
	p.Frame, err = r.find(c)
	if p.Frame != nil {
		p.Part = r.part(p.Frame)
		r.window = c.frame.Window - 1
	}
	if err == nil {
		r.found <- c
	}
	return p, err
}

// inWindow returns the next frame of a window, or no frame if the video has ended.
func (r *search) inWindow() (p pipeline.Chosen, err error) {
	r.window--
	for range r.every {
		p.Frame.Release()
		if p.Frame, err = r.video.Next(); err != nil {
			break
		}
	}
	r.faults = r.video.Faults()
	r.follows = p.Frame != nil
	if err == io.EOF {
		return p, nil
	}
	if p.Frame != nil {
		p.Part = r.part(p.Frame)
		if r.next = -1; p.Frame.Index >= 0 {
			r.next = p.Frame.Index + 1
		}
	}
	return p, err
}

// part returns the fraction of the video up to the end of a frame.
func (r *search) part(f *decode.Frame) float64 {
	info := r.video.Info()
	if info.Duration <= 0 {
		return 0
	}
	return min(1, max(0, (f.Time+f.Duration-info.Start)/info.Duration))
}

// find looks for a record's frame, and records why there is none.
func (r *search) find(c *record) (frame *decode.Frame, err error) {
	if c.unread != nil {
		r.follows = false
		return nil, nil
	}
	f := &c.frame
	var steps int64
	if f.Index < 0 && r.follows && (f.HasPTS || r.step != 0) {
		frame, steps, c.fault, err = r.after(f)
	} else {
		steps = r.stepsTo(f.Index)
		frame, c.fault, err = r.at(f)
	}
	r.faults = r.video.Faults()
	r.follows = frame != nil
	if frame == nil {
		return nil, err
	}
	if f.Index < 0 && r.step != 0 && steps != 0 && steps != r.step {
		c.fault = irregular(steps, r.step)
	}
	if steps != 0 && (r.step == 0 || steps < r.step) {
		r.step = steps
	}
	if f.HasPTS && frame.PTS != f.PTS {
		r.follows = false // the position of the next frame is uncertain
	}
	return frame, nil
}

// stepsTo returns the distance in frames from the last one found to number n; 0 if unknown.
func (r *search) stepsTo(n int64) int64 {
	if r.follows && r.next >= 0 && n >= r.next {
		return n - r.next + 1
	}
	return 0
}

// at looks for a frame by its number or, without one, by its time.
func (r *search) at(f *quadfile.Frame) (frame *decode.Frame, differs, err error) {
	switch {
	case f.Index >= 0 && f.Index == r.next:
	case f.Index >= 0:
		err = r.video.SeekIndex(f.Index)
	case f.HasPTS:
		err = r.video.SeekPTS(f.PTS)
	default:
		return nil, errors.New("a frame without number and pts cannot be found in the video"), nil
	}
	if err == nil {
		frame, err = r.video.Next()
	}
	r.next = -1
	if err != nil {
		return r.nothing(err)
	}
	if frame.Index >= 0 {
		r.next = frame.Index + 1
	}
	if f.Index >= 0 && frame.Index >= 0 && f.Index != frame.Index {
		defer frame.Release()
		return nil, fmt.Errorf("the video ends with frame %d", frame.Index), nil
	}
	return frame, nil, nil
}

// after looks for a frame without a number after the last one found, and
// returns the distance in steps. It uses the frame's time; without a time it
// takes the frame one step away.
func (r *search) after(f *quadfile.Frame) (frame *decode.Frame, steps int64, differs, err error) {
	for {
		frame.Release()
		if frame, err = r.video.Next(); err != nil {
			_, differs, err = r.nothing(err)
			return nil, 0, differs, err
		}
		steps++
		if f.HasPTS && frame.HasPTS && frame.PTS >= f.PTS || !f.HasPTS && steps == r.step {
			return frame, steps, nil, nil
		}
	}
}

// nothing returns the reason why there is no frame: the video's end, or another
// error.
func (r *search) nothing(err error) (*decode.Frame, error, error) {
	if err == io.EOF {
		return nil, errors.New("the video ends before it"), nil
	}
	return nil, nil, err
}

// finish checks whether the video ends before the export's next frame would come, after the last
// one found. If it does, the export was read to the end too, and its faults include those at the
// end.
func (r *search) finish() error {
	for range max(1, r.step) {
		if !r.follows {
			return nil
		}
		frame, err := r.video.Next()
		if err == io.EOF {
			r.faults = r.video.Faults()
			return nil
		}
		if err != nil {
			return err
		}
		frame.Release()
	}
	return nil
}
