package second

import (
	"context"
	"fmt"
	"io"
	"runtime"

	"ffkvadrat/analysis"
	"ffkvadrat/decode/describe"
	"ffkvadrat/decode/wording"
	"ffkvadrat/measure/align"
	"ffkvadrat/measure/compare"
	"ffkvadrat/measure/survey"
	"ffkvadrat/pipeline"
	"ffkvadrat/playback/transport"
)

// MostWorst is the maximum number of worst frames, and of worst quads.
const MostWorst = 5

// Worst are the frames of a second video that differ most from the playing video.
type Worst struct {
	Name   string // of the second video; empty for none
	State  string // progress of the comparison, or its error; empty when complete
	Frames []WorstFrame
	Quads  []WorstQuad // of different seconds of the video
}

// WorstQuad is one of the worst quads.
type WorstQuad struct {
	Time       float64 // seconds after the first frame
	X, Y, Size int     // in coded pixels of the playing video
	Text       string  // position and quality
}

// WorstFrame is one of the worst frames.
type WorstFrame struct {
	Time float64 // seconds after the first frame
	Text string  // position and quality
}

// Comparison says what a [Search] compares.
type Comparison struct {
	Reference, Encode string
	Stream            int // of the reference
	Align             align.Rule
	Params            analysis.Params
	Coded             bool // as in Options
}

// Search finds the worst frames in goroutines of low priority. The zero value has found nothing.
type Search struct {
	Found  Worst
	cancel context.CancelFunc // nil until it is started
	done   chan struct{}
	of     Comparison // that it was started with
}

// Params returns the parameters of the comparison; false before the first one.
func (s *Search) Params() (analysis.Params, bool) { return s.of.Params, s.cancel != nil }

// Update compares the videos, unless that has been done. With another comparison than before, it
// cancels the running comparison; a call after its end starts the next one. update is called from
// goroutines: it calls its argument in the caller's goroutine, and lets the caller call Update again.
func (s *Search) Update(ctx context.Context, c Comparison, update func(func())) {
	if s.cancel != nil {
		if c == s.of {
			return
		}
		s.cancel()
		select {
		case <-s.done:
		default:
			return
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	*s = Search{of: c, cancel: cancel, done: done, Found: Worst{Name: describe.Name(c.Encode), State: "comparing the videos"}}
	set := func(state string, e *compare.Encode) {
		update(func() {
			if ctx.Err() == nil {
				s.Found.State, s.Found.Frames, s.Found.Quads = state, worstFrames(e.Worst), worstQuads(e.Quads)
			}
		})
	}
	go func() {
		defer func() {
			close(done)
			update(func() {})
		}()
		lowerPriority()
		shown, none := -1, new(compare.Encode)
		report, err := compare.Run(ctx, compare.Options{
			Reference: c.Reference, Stream: c.Stream, Encodes: []string{c.Encode},
			Align: c.Align, Params: c.Params, Scale: true, Coded: c.Coded, Worst: MostWorst, WorstQuads: MostWorst, Workers: 1, To: io.Discard, Begins: lowerPriority,
		}, func(at pipeline.Progress) {
			if percent := int(100 * at.Part); percent != shown {
				shown = percent
				set(fmt.Sprintf("comparing the videos: %d %%", percent), none)
			}
		})
		switch {
		case err != nil:
			set(wording.Line(err), none)
		case len(report.Encodes[0].Worst) == 0:
			set("no frame differs", none)
		default:
			set("", &report.Encodes[0])
		}
	}()
}

// lowerPriority lowers the priority of the goroutine's thread and of those that FFmpeg starts from
// it. The thread ends with the goroutine.
func lowerPriority() {
	runtime.LockOSThread()
	survey.LowerPriority()
}

func worstFrames(frames []compare.Frame) (out []WorstFrame) {
	for _, f := range frames {
		text := transport.FormatTime(transport.Seconds(f.Place.Seconds))
		if f.HasSSIM {
			text += fmt.Sprintf("   SSIM %.4f", f.SSIM)
		}
		text += fmt.Sprintf("   %.2f dB   IoU %.3f", f.PSNR, f.IoU)
		out = append(out, WorstFrame{Time: f.Place.Seconds, Text: text})
	}
	return out
}

func worstQuads(quads []compare.Quad) (out []WorstQuad) {
	for _, q := range quads {
		text := fmt.Sprintf("%s   %d×%[2]d at %d, %d   %.2f dB   luma %+.2f",
			transport.FormatTime(transport.Seconds(q.Place.Seconds)), q.Size, q.X, q.Y, q.Error.PSNR(), float64(q.Error.Mean())/1e6)
		out = append(out, WorstQuad{Time: q.Place.Seconds, X: q.X, Y: q.Y, Size: q.Size, Text: text})
	}
	return out
}

// Close cancels the comparison, waits for its end, and forgets what was found.
func (s *Search) Close() {
	if s.cancel != nil {
		s.cancel()
		<-s.done
	}
	*s = Search{}
}
