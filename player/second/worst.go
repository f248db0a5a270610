package second

import (
	"context"
	"fmt"
	"image"
	"io"
	"math"
	"runtime"
	"strconv"
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

// MostWorst is the maximum number of worst frames, and of worst areas of each kind.
const MostWorst = 5

// Worst are the frames of a second video that differ most from the playing video.
type Worst struct {
	Name   string // of the second video; empty for none
	State  string // progress of the comparison, why it waits, or its error; empty when complete
	Frames []WorstFrame
	Areas  [compare.AreaKindCount][]WorstArea // each in the worst frame of those that it lasts

	Planes    string  // a letter for each plane of the playing video; the areas are those of the first one
	Threshold float64 // with which edges were found
}

// WorstArea is one of the worst areas.
type WorstArea struct {
	Time  float64         // seconds after the first frame
	Part  image.Rectangle // in coded pixels of the playing video
	Cells []string        // in the columns of the list: frame, time, position, size, PSNR, mean difference
}

// WorstFrame is one of the worst frames.
type WorstFrame struct {
	Time  float64  // seconds after the first frame
	Text  string   // position and quality
	Cells []string // the same in the columns of the list: frame, time, SSIM of all planes, PSNR, IoU
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
	Over   *survey.Given      // PSNR, SSIM, bytes and QP of the second video's frames, at the times of the playing one's; nil until it is started
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
	over := survey.NewGiven()
	*s = Search{Over: over, of: c, cancel: cancel, done: done, Found: Worst{Name: describe.Name(c.Encode), State: "comparing the videos", Threshold: c.Params.Threshold}}
	set := func(state string, of *compare.Report) {
		update(func() {
			if ctx.Err() != nil {
				return
			}
			s.Found.State = state
			if of != nil {
				e := &of.Encodes[0]
				s.Found.Planes, s.Found.Frames = strings.ToUpper(strings.Join(of.Names, "")), worstFrames(e.Worst)
				for kind := range e.Areas {
					s.Found.Areas[kind] = worstAreas(e.Areas[kind])
				}
			}
		})
	}
	go func() {
		defer func() {
			close(done)
			update(func() {})
		}()
		lowerPriority()
		shown := -1
		report, err := compare.Run(ctx, compare.Options{
			Reference: c.Reference, Stream: c.Stream, Encodes: []string{c.Encode},
			Align: c.Align, Params: c.Params, Scale: true, Coded: c.Coded, QP: true, Worst: MostWorst, WorstAreas: MostWorst, Workers: 1, To: io.Discard, Begins: lowerPriority,
			Compared: func(f compare.Compared) { over.Take(reading(f)) },
		}, func(at pipeline.Progress) {
			if percent := int(100 * at.Part); percent != shown {
				shown = percent
				set(fmt.Sprintf("comparing the videos: %d %%", percent), nil)
			}
		})
		over.End(err)
		switch {
		case err != nil:
			set(wording.Line(err), nil)
		case len(report.Encodes[0].Worst) == 0:
			set("no frame differs", nil)
		default:
			set("", report)
		}
	}()
}

// Wait says why the comparison with a second video has not begun.
func (s *Search) Wait(encode, why string) {
	if s.cancel == nil {
		s.Found = Worst{Name: describe.Name(encode), State: why}
	}
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
		Time: f.Place.Seconds, Duration: f.Duration, Index: f.Place.Index, Bytes: f.Bytes, Type: f.Type, QP: survey.PartOf(f.Coded.QP), QPs: survey.QPsOf(&f.Coded), Coarsest: f.Coarsest,
		PSNR: survey.Part{N: 1, Sum: squares, Low: f.PSNR, High: f.PSNR}, SSIM: survey.PartOf(f.SSIM),
	}
}

// number returns the number of a frame as the player shows it.
func number(at compare.Place) string {
	if at.Index < 0 {
		return "–"
	}
	return strconv.FormatInt(at.Index+1, 10)
}

func worstFrames(frames []compare.Frame) (out []WorstFrame) {
	for _, f := range frames {
		cells := []string{number(f.Place), transport.FormatTime(transport.Seconds(f.Place.Seconds)), "", fmt.Sprintf("%.2f", f.PSNR), fmt.Sprintf("%.3f", f.IoU)}
		text := "frame " + cells[0] + "   " + cells[1]
		if f.HasSSIM {
			cells[2] = fmt.Sprintf("%.4f", f.SSIM)
			text += "   SSIM all " + cells[2]
		}
		text += "   " + cells[3] + " dB   IoU " + cells[4]
		out = append(out, WorstFrame{Time: f.Place.Seconds, Text: text, Cells: cells})
	}
	return out
}

func worstAreas(areas []compare.Area) (out []WorstArea) {
	for _, a := range areas {
		out = append(out, WorstArea{Time: a.Place.Seconds, Part: a.Part, Cells: []string{
			number(a.Place), transport.FormatTime(transport.Seconds(a.Place.Seconds)), fmt.Sprintf("%d, %d", a.Part.Min.X, a.Part.Min.Y), fmt.Sprintf("%d×%d", a.Part.Dx(), a.Part.Dy()),
			fmt.Sprintf("%.2f", a.Error.PSNR()), strings.Replace(fmt.Sprintf("%+.2f", -float64(a.Error.Mean())/1e6), "-", "−", 1), // A less B, as in the view of the difference
		}})
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
