package player

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/decode/describe"
	"ffkvadrat/decode/wording"
	"ffkvadrat/measure/compare"
	"ffkvadrat/measure/edges"
	"ffkvadrat/measure/fit"
	"ffkvadrat/measure/survey"
	"ffkvadrat/pipeline"
	"ffkvadrat/playback/transport"
	"ffkvadrat/player/second"
	"ffkvadrat/player/second/worstlist"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
	"ffkvadrat/yuv"
)

// pair is a second video alongside the playing one. It implements scene.Second. The zero value has no
// video.
type pair struct {
	path   string
	video  *second.Video
	start  float64 // time of the first frame of the playing video
	paused bool    // the current frame stays on the screen and may wait
	faults decode.Faults
	worst  worst
}

// patience is how long a paused frame waits for that of the second video, so that a step shows both
// at once. During playback nothing waits; the last frame stays until the next one is decoded.
const patience = 100 * time.Millisecond

// worst finds the worst frames of the second video in goroutines of low priority.
type worst struct {
	cancel context.CancelFunc // nil until it is started
	done   chan struct{}
	params analysis.Params // parameters that it was started with
	shown  worstlist.Worst
}

// secondVideo shows a second video alongside the playing one and compares the two.
type secondVideo struct {
	*core
	pair
}

// params returns the parameters of the comparison: the current ones if they find edges, else the
// default ones. They do not follow a threshold that changes with every frame.
func (b *secondVideo) params() analysis.Params {
	w, params := &b.pair.worst, b.settings.Params
	switch {
	case b.settings.EachFrame && w.cancel != nil:
		return w.params
	case edges.Check(params) != nil || params.Needs().Before:
		return analysis.Params{Threshold: analysis.DefaultThreshold}
	}
	return params
}

// findWorst compares the videos while the list is visible. When the parameters change, it restarts
// after the current comparison has ended.
func (b *secondVideo) findWorst() {
	w := &b.pair.worst
	if b.pair.video == nil || !b.settings.Panel || b.settings.Tab != session.Marks {
		return
	}
	params := b.params()
	if w.cancel != nil {
		if params == w.params {
			return
		}
		w.cancel()
		select {
		case <-w.done:
		default:
			return
		}
	}
	ctx, cancel := context.WithCancel(b.ctx)
	*w = worst{params: params, cancel: cancel, done: make(chan struct{})}
	w.shown.Name, w.shown.State = describe.Name(b.pair.path), "comparing the videos"
	o := compare.Options{
		Reference: b.shown.video.Path, Stream: b.shown.video.Info.Stream, Encodes: []string{b.pair.path},
		Params: params, Scale: true, Coded: b.cfg.Coded, Worst: worstlist.Most, Workers: 1, To: io.Discard, Begins: yields,
	}
	shown := -1
	done := w.done
	go func() {
		defer func() {
			close(done)
			b.inbox.post(b.redraw.again) // another comparison may be waiting for this one to end
		}()
		yields()
		report, err := compare.Run(ctx, o, func(at pipeline.Progress) {
			if percent := int(100 * at.Part); percent != shown {
				shown = percent
				b.inbox.post(func() { b.tellWorst(ctx, fmt.Sprintf("comparing the videos: %d %%", percent), nil) })
			}
		})
		b.inbox.post(func() {
			if err != nil {
				b.tellWorst(ctx, wording.Line(err), nil)
				return
			}
			b.tellWorst(ctx, "", &report.Encodes[0])
		})
	}()
}

// yields lowers the priority of the goroutine's thread and of those that FFmpeg starts from it. The
// thread ends with the goroutine.
func yields() {
	runtime.LockOSThread()
	survey.LowerPriority()
}

// tellWorst shows the progress of the comparison, or its result.
func (b *secondVideo) tellWorst(ctx context.Context, state string, result *compare.Encode) {
	if ctx.Err() != nil {
		return
	}
	w := &b.pair.worst.shown
	if w.State = state; result != nil {
		for _, f := range result.Worst {
			text := fmt.Sprintf("%s   PSNR %.2f   IoU %.3f", transport.FormatTime(transport.Seconds(f.Place.Seconds)), f.PSNR, f.IoU)
			if f.HasSSIM {
				text = fmt.Sprintf("%s   SSIM %.4f   PSNR %.2f   IoU %.3f", transport.FormatTime(transport.Seconds(f.Place.Seconds)), f.SSIM, f.PSNR, f.IoU)
			}
			w.Frames = append(w.Frames, worstlist.Frame{Time: f.Place.Seconds, Text: text})
		}
		if len(result.Worst) == 0 {
			w.State = "no frame differs"
		}
	}
	b.redraw.again()
}

// end cancels the comparison and waits for its end.
func (w *worst) end() {
	if w.cancel != nil {
		w.cancel()
		<-w.done
	}
	*w = worst{}
}

// open opens a second video for the one that begins.
func (b *secondVideo) open(path string) error {
	came := func() {
		b.scene.Renew()
		b.redraw.again()
	}
	o := second.Options{Needs: b.cfg.Settings.Needs(), Reference: b.play.Video().Info, Scale: b.cfg.Scale, Coded: b.cfg.Coded}
	video, err := second.Open(b.ctx, path, o, func() { b.inbox.post(came) })
	if err != nil {
		return fmt.Errorf("player: %w", err)
	}
	b.pair = pair{path: path, video: video, start: b.play.Video().Info.Start}
	return nil
}

// leave closes the second video when another video plays.
func (b *secondVideo) leave() {
	if b.pair.video != nil {
		b.scene.SetSecond(nil)
		b.pair.close()
	}
}

func (b *pair) close() {
	b.worst.end()
	if b.video != nil {
		b.faults = b.video.Faults()
		b.video.Close()
		b.video = nil
	}
}

// need changes what the second video's frames must include.
func (b *pair) need(n yuv.Needs) {
	if b.video != nil {
		b.video.Need(n)
	}
}

// report adds the second video's faults to a map, which may be nil, and returns the map.
func (b *pair) report(to map[string]decode.Faults) map[string]decode.Faults {
	if b.video != nil {
		b.faults = b.video.Faults()
	}
	if b.faults.Any() {
		if to == nil {
			to = map[string]decode.Faults{}
		}
		to[b.path] = b.faults
	}
	return to
}

// Match implements scene.Second.
func (b *pair) Match(f *decode.Frame) (frame *decode.Frame, known bool, err error) {
	wait := time.Duration(0)
	if b.paused {
		wait = patience
	}
	b.video.Match(fit.KindOf(f))
	return b.video.Frame(f.Time-b.start, f.Duration, wait)
}

// names returns the texts of the wipe for the side of the second video.
func (b *secondVideo) names(side, quads int) (name, count string) {
	is, has, late := b.scene.Place.Sides[1].Second()
	count = widgets.Count(int64(quads), b.scene.Place.Sides[side].Layer.Thing())
	switch {
	case !is:
		return "", ""
	case side == 0:
		return "A   " + b.facts.Name, count
	case late:
		count = "not decoded yet"
	case !has:
		count = "no frame at this time"
	default:
		if m, same, ok := b.scene.Measured(); ok {
			count = fmt.Sprintf("%s lost, %s invented   IoU %.3f", widgets.Grouped(int64(len(m.Lost.Quads))), widgets.Grouped(int64(len(m.Invented.Quads))), m.IoU())
			if similar, has := m.SSIM(); same && has {
				count += fmt.Sprintf("   SSIM %.4f", similar)
			}
			if same {
				count += fmt.Sprintf("   PSNR %.2f", m.PSNR())
			}
		}
	}
	return "B   " + describe.Name(b.pair.path), count
}
