package second

import (
	"context"
	"fmt"
	"io"
	"math"
	"runtime"
	"strings"

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
	Time       float64  // seconds after the first frame
	X, Y, Size int      // in coded pixels of the playing video
	Text       string   // position and quality
	Cells      []string // the same in the columns of the list: time, position, size, PSNR, mean difference
}

// WorstFrame is one of the worst frames.
type WorstFrame struct {
	Time  float64  // seconds after the first frame
	Text  string   // position and quality
	Cells []string // the same in the columns of the list: time, SSIM, PSNR, IoU
}

// Comparison says what a [Search] compares.
type Comparison struct {
	Reference, Encode string
	Stream            int // of the reference
	Align             align.Rule
	Params            analysis.Params
	Coded             bool // as in Options
	QP                bool // measure the mean QP of the second video's frames, too
}

// Search finds the worst frames in goroutines of low priority. The zero value has found nothing.
type Search struct {
	Found  Worst
	Over   *survey.Given      // PSNR, bytes and QP of the second video's frames, at the times of the playing one's; nil until it is started
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
		less := s.of
		less.QP = false
		if c == s.of || c == less { // what was not asked for is no reason to begin again
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
	over := survey.NewGiven()
	*s = Search{Over: over, of: c, cancel: cancel, done: done, Found: Worst{Name: describe.Name(c.Encode), State: "comparing the videos"}}
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
			Align: c.Align, Params: c.Params, Scale: true, Coded: c.Coded, QP: c.QP, Worst: MostWorst, WorstQuads: MostWorst, Workers: 1, To: io.Discard, Begins: lowerPriority,
			Compared: func(f compare.Compared) { over.Take(reading(f)) },
		}, func(at pipeline.Progress) {
			if percent := int(100 * at.Part); percent != shown {
				shown = percent
				set(fmt.Sprintf("comparing the videos: %d %%", percent), none)
			}
		})
		over.End(err)
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

// reading returns the reading of a compared frame.
func reading(f compare.Compared) survey.Reading {
	squares := math.Pow(10, -f.PSNR/10) // for a largest value of 1
	return survey.Reading{
		Time: f.Place.Seconds, Duration: f.Duration, Index: f.Place.Index, Bytes: f.Bytes, QP: survey.PartOf(f.QP),
		PSNR: survey.Part{N: 1, Sum: squares, Low: f.PSNR, High: f.PSNR},
	}
}

func worstFrames(frames []compare.Frame) (out []WorstFrame) {
	for _, f := range frames {
		cells := []string{transport.FormatTime(transport.Seconds(f.Place.Seconds)), "", fmt.Sprintf("%.2f", f.PSNR), fmt.Sprintf("%.3f", f.IoU)}
		text := cells[0]
		if f.HasSSIM {
			cells[1] = fmt.Sprintf("%.4f", f.SSIM)
			text += "   SSIM " + cells[1]
		}
		text += "   " + cells[2] + " dB   IoU " + cells[3]
		out = append(out, WorstFrame{Time: f.Place.Seconds, Text: text, Cells: cells})
	}
	return out
}

func worstQuads(quads []compare.Quad) (out []WorstQuad) {
	for _, q := range quads {
		cells := []string{
			transport.FormatTime(transport.Seconds(q.Place.Seconds)), fmt.Sprintf("%d, %d", q.X, q.Y), fmt.Sprint(q.Size),
			fmt.Sprintf("%.2f", q.Error.PSNR()), strings.Replace(fmt.Sprintf("%+.2f", -float64(q.Error.Mean())/1e6), "-", "−", 1), // A less B, as in the view of the difference
		}
		text := fmt.Sprintf("%s   %d×%[2]d at %s   %s dB   A − B %s", cells[0], q.Size, cells[1], cells[3], cells[4])
		out = append(out, WorstQuad{Time: q.Place.Seconds, X: q.X, Y: q.Y, Size: q.Size, Text: text, Cells: cells})
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
