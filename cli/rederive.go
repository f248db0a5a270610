package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/export"
	"ffkvadrat/export/quads"
)

// rederiver finds the frames of an export again in its video. One goroutine at a
// time finds; another one may show progress.
type rederiver struct {
	in       *input
	video    *decode.Video
	params   analysis.Params
	next     int64 // number of the video's next frame, -1 where not known
	behind   bool  // the next frame is the one behind the last that was found
	step     int64 // the least number of frames from one that was found to the next; 0 before
	faults   decode.Faults
	compared int64
	progress *progress
}

// openRederiver opens the stream that the header names, on one thread: what is
// damaged then decodes as it did for the export.
func openRederiver(e *environment, name string, h export.Header) (*rederiver, error) {
	params, err := quads.ParamsOf(&h.Analysis)
	if err != nil {
		return nil, err
	}
	in := &input{path: name, name: name, stream: h.Source.StreamIndex, remove: func() {}}
	video, err := in.open(e, 1)
	if err != nil {
		return nil, err
	}
	info := video.Info()
	if base := export.Rational(info.TimeBase); base != h.Source.TimeBase {
		video.Close()
		return nil, fmt.Errorf("%s is not the video of the export: its time base is %d/%d, the export's %d/%d", name, base.Num, base.Den, h.Source.TimeBase.Num, h.Source.TimeBase.Den)
	}
	return &rederiver{in: in, video: video, params: params, progress: newProgress(e)}, nil
}

// header says what of an export's header is not as the video has it.
func (r *rederiver) header(got export.Header) (differs []error) {
	want := quads.NewHeader(got.Source.Path, r.video.Info(), r.params)
	for _, field := range []struct {
		name      string
		got, want any
	}{
		{"codec_name", got.Source.CodecName, want.Source.CodecName},
		{"width", got.Source.Width, want.Source.Width},
		{"height", got.Source.Height, want.Source.Height},
		{"pix_fmt", got.Source.PixFmt, want.Source.PixFmt},
		{"matrix", got.Analysis.Matrix, want.Analysis.Matrix},
		{"range", got.Analysis.Range, want.Analysis.Range},
	} {
		if field.got != field.want {
			differs = append(differs, fmt.Errorf("its %s is %v, the video has %v", field.name, field.got, field.want))
		}
	}
	return differs
}

func (r *rederiver) close() {
	r.progress.end()
	r.video.Close()
}

// show counts a frame that was compared. A nil rederiver shows nothing.
func (r *rederiver) show(c *check) {
	if r != nil && c.picture != nil {
		r.compared++
		r.progress.show(r.compared, c.part)
	}
}

// part is how much of the video lies before the end of a frame.
func (r *rederiver) part(f *decode.Frame) float64 {
	info := r.video.Info()
	if info.Duration <= 0 {
		return 0
	}
	return min(1, max(0, (f.Time+f.Duration-info.Start)/info.Duration))
}

// find gives a check the video's frame, or says why there is none.
func (r *rederiver) find(c *check) {
	if c.unread != nil {
		r.behind = false
		return
	}
	f := &c.frame
	var steps int64
	switch {
	case f.Index >= 0:
		steps = r.stepsTo(f.Index)
		c.picture, c.fault, c.err = r.at(f)
	case r.behind && (f.HasPTS || r.step != 0):
		c.picture, steps, c.fault, c.err = r.after(f)
	default:
		c.picture, c.fault, c.err = r.at(f)
	}
	r.faults = r.video.Faults()
	r.behind = c.picture != nil
	if c.picture == nil {
		return
	}
	c.part = r.part(c.picture)
	if f.Index < 0 && r.step != 0 && steps != 0 && steps != r.step {
		c.fault = irregular(steps, r.step)
	}
	if steps != 0 && (r.step == 0 || steps < r.step) {
		r.step = steps
	}
	if f.HasPTS && c.picture.PTS != f.PTS {
		r.behind = false // where the next one is to be looked for is not sure
	}
}

// stepsTo is how many frames lie between the last one that was found and number
// n, that one included; 0 where that is not known.
func (r *rederiver) stepsTo(n int64) int64 {
	if r.behind && r.next >= 0 && n >= r.next {
		return n - r.next + 1
	}
	return 0
}

// at looks for a frame by its number, else by its time.
func (r *rederiver) at(f *export.Frame) (frame *decode.Frame, differs, err error) {
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

// after looks for a frame without a number behind the last one that was found,
// as many frames on as steps: by its time, or where it has none, a step away.
func (r *rederiver) after(f *export.Frame) (frame *decode.Frame, steps int64, differs, err error) {
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

// nothing is why there is no frame: the video's end, or what else keeps it from
// being found.
func (r *rederiver) nothing(err error) (*decode.Frame, error, error) {
	if err == io.EOF {
		return nil, errors.New("the video ends before it"), nil
	}
	return nil, nil, err
}

// finish looks whether the video ends before the export's next frame would come,
// behind the last that was found. Then the export, too, was read to the end, and
// what was wrong there is among its faults.
func (r *rederiver) finish() error {
	for range max(1, r.step) {
		if !r.behind {
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

// difference says what of got is not as in want, which may lack a number.
func difference(got, want *export.Frame) error {
	switch {
	case got.HasPTS != want.HasPTS || got.PTS != want.PTS:
		return fmt.Errorf("its pts is %d, the video has %d", got.PTS, want.PTS)
	case got.KeyFrame != want.KeyFrame || pictType(got) != pictType(want):
		return fmt.Errorf("key_frame and pict_type are %v and %q, the video has %v and %q", got.KeyFrame, pictType(got), want.KeyFrame, pictType(want))
	case got.Width != want.Width || got.Height != want.Height || got.PixFmt != want.PixFmt:
		return fmt.Errorf("it is %d×%d %s, the video's %d×%d %s", got.Width, got.Height, got.PixFmt, want.Width, want.Height, want.PixFmt)
	case slices.Equal(got.Quads, want.Quads) && slices.Equal(got.Means, want.Means):
		return nil
	}
	for i := range min(len(got.Quads), len(want.Quads)) {
		if got.Quads[i] != want.Quads[i] {
			return fmt.Errorf("quad %d is %v, the video's is %v", i, got.Quads[i], want.Quads[i])
		}
		if len(want.Means) != 0 && got.Means[i] != want.Means[i] {
			return fmt.Errorf("the mean of quad %d is %v, the video's is %v", i, got.Means[i].Vector(), want.Means[i].Vector())
		}
	}
	return fmt.Errorf("%s, the video has %d", number(len(got.Quads), "quad"), len(want.Quads))
}

// pictType is 0 for a type that is not known.
func pictType(f *export.Frame) byte {
	if f.PictType == '?' {
		return 0
	}
	return f.PictType
}
