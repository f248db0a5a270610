package job

import (
	"context"
	"errors"
	"fmt"
	"io"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/export"
	"ffkvadrat/export/selection"
)

// run takes the frames of a video through the stages.
type run struct {
	video    *decode.Video
	engine   analysis.Engine
	params   analysis.Params
	pass     *selection.Pass
	writer   *export.Writer
	progress func(Progress)
	name     string // of the video, for errors

	faults decode.Faults // until the last frame
	told   int           // faults that belong to frames before the next one
	out    export.Frame

	// held is the last chosen picture until the next one comes, and heldFaults
	// the number of faults on the way to it: those behind a video's last one are
	// its own as well.
	held       *decode.Frame
	heldFaults int
}

// frames analyses and writes the chosen pictures, while the next ones are
// decoded.
func (r *run) frames(ctx context.Context) error {
	defer func() { r.held.Release() }()
	ctx, stop := context.WithCancel(ctx)
	pictures := decodeAhead(ctx, r.video)
	defer func() {
		stop()
		for p := range pictures { // until the decoding goroutine has ended
			p.frame.Release()
		}
	}()
	for p := range pictures {
		r.faults = p.faults
		if errors.Is(p.err, io.EOF) {
			r.heldFaults = r.faults.Count()
			return r.write()
		}
		if p.err != nil {
			return p.err
		}
		ended, err := r.frame(p.frame)
		p.frame.Release()
		if err != nil {
			return err
		}
		if ended {
			break
		}
	}
	if r.pass.Chosen() == 0 && ctx.Err() == nil {
		return selection.ErrBackwards
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return r.write()
}

// frame takes in one picture. ended means that no later one is wanted.
func (r *run) frame(f *decode.Frame) (ended bool, err error) {
	verdict, err := r.pass.Take(f)
	if err != nil || verdict == selection.Behind {
		return true, err
	}
	if verdict == selection.Chosen {
		if err := r.write(); err != nil {
			return true, err
		}
		f.Retain()
		r.held, r.heldFaults = f, r.faults.Count()
	}
	r.progress(Progress{Frames: r.pass.Chosen(), Part: r.pass.Part()})
	return r.pass.Full(), nil
}

// write analyses the held picture, if there is one, and writes its frame.
func (r *run) write() error {
	f := r.held
	if f == nil {
		return nil
	}
	r.held = nil
	defer f.Release()
	result, err := r.engine.Analyze(&f.Picture, r.params)
	if err != nil {
		return fmt.Errorf("job: analyse frame %d of %q: %w", f.Index, r.name, err)
	}
	Describe(&r.out, f, r.heldFaults-r.told, result)
	r.told = r.heldFaults
	return r.writer.WriteFrame(&r.out)
}

// picture is a decoded frame, or what ended decoding, and the faults so far.
type picture struct {
	frame  *decode.Frame
	faults decode.Faults
	err    error
}

// ahead is how many pictures are decoded before they are asked for.
const ahead = 4

// decodeAhead decodes in a goroutine of its own, which ends after an error,
// io.EOF included, or with ctx.
func decodeAhead(ctx context.Context, video *decode.Video) <-chan picture {
	pictures := make(chan picture, ahead)
	go func() {
		defer close(pictures)
		for {
			frame, err := video.Next()
			select {
			case pictures <- picture{frame, video.Faults(), err}:
			case <-ctx.Done():
				frame.Release()
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return pictures
}
