package second

import (
	"context"
	"time"

	"ffkvadrat/decode"
	"ffkvadrat/measure/fit"
	"ffkvadrat/overlay"
	"ffkvadrat/quadpyramid"
)

// Judge measures the error of a second video under quads of the reference's frames; see
// [overlay.ErrorStep]. It belongs to one goroutine.
type Judge struct {
	errors overlay.Errors
	video  *Video
	start  float64 // of the reference
}

// NewJudge opens a second video.
func NewJudge(ctx context.Context, path string, o Options) (*Judge, error) {
	o.Exact = true
	video, err := Open(ctx, path, o, func() {})
	if err != nil {
		return nil, err
	}
	return &Judge{video: video, start: o.Reference.Start}, nil
}

// Close closes the video.
func (j *Judge) Close() { j.video.Close() }

// Faults returns the errors in the video so far.
func (j *Judge) Faults() decode.Faults { return j.video.Faults() }

// Judge appends the step of each quad of a frame to steps; ok is false if the second video has no frame
// for it.
func (j *Judge) Judge(f *decode.Frame, quads []quadpyramid.Quad, steps []uint8) (of []uint8, ok bool, err error) {
	const patience = time.Hour // only a hang takes that long
	like := fit.KindOf(f)
	j.video.Match(like)
	other, _, err := j.video.Frame(f.Time-j.start, f.Duration, patience)
	if err != nil || other == nil {
		return steps, false, err
	}
	defer other.Release()
	if own, layout := like.Layout(), fit.LayoutOf(&other.Picture); own != layout {
		return steps, false, &fit.MismatchError{Encode: j.video.path, What: layout.String(), Wanted: own.String(), Time: other.Time}
	}
	if err = f.Picture.Fetch(); err == nil {
		err = other.Picture.Fetch()
	}
	if err != nil {
		return steps, false, err
	}
	return j.errors.Append(steps, &f.Picture, &other.Picture, quads), true, nil
}
