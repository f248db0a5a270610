package player

import (
	"time"

	"ffkvadrat/decode"
	"ffkvadrat/playback"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
)

// redraw says when to redraw the window, and measures how long that takes.
type redraw struct {
	touched bool      // the widgets must handle new input
	settle  int       // number of redraws that the widgets need
	since   time.Time // time of the first input without visible effect; else zero
	built   time.Time // time of the last Build
	latency time.Duration
}

// again requests another redraw.
func (r *redraw) again() { r.settle = max(r.settle, 1) }

// show shows a frame when it is due.
func (p *player) show(due *playback.Due) error {
	start := time.Now()
	p.status.Decode = smooth(p.status.Decode, due.Took)
	if err := p.scene.Load(&due.Frame.Picture, p.settings.Shown); err != nil {
		return err
	}
	if err := p.analyze(due.Frame); err != nil {
		return err
	}
	if quads, coverage, ok := p.scene.A.Counts(); ok && !p.scene.A.Stored() && !p.scene.A.Cubed() {
		p.timeline.Add(p.scene.Applied.Params, due.Frame, p.video.Info.Start, quads, coverage)
	}
	if err := p.draw(due.Frame); err != nil {
		return err
	}
	if wait := p.play.Prepared(time.Since(start)); wait > 0 {
		time.Sleep(wait)
	}
	p.win.SwapBuffers()
	if p.swapped = time.Since(p.opened); p.first == 0 {
		p.first = p.swapped
	}
	p.play.Shown()
	if p.cfg.Frames > 0 && p.play.State().Shown >= p.cfg.Frames {
		p.quit = true
	}
	return p.tell(due.Frame, true)
}

// refresh redraws the window if anything but the frame has changed and there is time before the
// next frame. wait is that of playback.Next; refresh returns the wait of the whole loop.
func (p *player) refresh(wait float64) (float64, error) {
	now := time.Now()
	r := &p.redraw
	if r.touched {
		// Dear ImGui handles a press and its release in separate frames, and reports a hovered
		// widget one frame later.
		r.touched, r.settle = false, 3
		if r.since.IsZero() {
			r.since = now
		}
	}
	f := p.play.Frame()
	stale := p.scene.Stale(&p.settings.Choices)
	fades, until := p.message.fading(now)
	if left := p.panel.Waits() - now.Sub(r.built); left < 0 && p.panel.Waits() > 0 {
		r.again()
	} else if left > 0 {
		until = sooner(until, left.Seconds())
	}
	if moves, in := p.panel.Lesson.Moves(); moves || in >= 0 && in <= now.Sub(r.built).Seconds() {
		r.again()
	} else if in > 0 {
		until = sooner(until, in-now.Sub(r.built).Seconds())
	}
	until = sooner(until, p.mouse.clickWaits(now))
	shows, left := p.showsControls(now)
	if until = sooner(until, left); shows != p.status.Controls {
		r.again()
	}
	grown, in := p.timeline.Update(now)
	until = sooner(until, in)
	if soon := wait >= 0 && wait < timelineWaits; grown && !soon && (p.status.Timeline.Shown || p.timeline.Points) {
		r.again() // later frames redraw it otherwise
	}
	if !stale && r.settle == 0 && !fades {
		return sooner(wait, until), nil
	}
	const frame = 1. / 60
	if f == nil || wait >= 0 && wait < frame {
		return wait, nil // the next frame's redraw includes the changes
	}
	if since := now.Sub(r.built).Seconds(); since < frame {
		return sooner(wait, frame-since), nil
	}
	if stale {
		if err := p.analyze(f); err != nil {
			return 0, err
		}
	}
	r.settle = max(r.settle-1, 0)
	if err := p.draw(f); err != nil {
		return 0, err
	}
	if p.panel.Pending() || p.panel.Settling() {
		r.settle = max(r.settle, 2)
	}
	p.win.SwapBuffers()
	if !r.since.IsZero() {
		r.latency, r.since = time.Since(r.since), time.Time{}
	}
	if err := p.tell(f, false); err != nil {
		return 0, err
	}
	return 1e-3, nil
}

// timelineWaits is the time in seconds to the next frame within which the timeline waits for that
// frame's redraw.
const timelineWaits = 0.1

// sooner returns the smaller of two waits; negative ones are infinite.
func sooner(a, b float64) float64 {
	if a < 0 || b >= 0 && b < a {
		return b
	}
	return a
}

// awaited names what the settings need of a picture that comes again with it, empty for nothing. Until then the window shows what it
// showed before.
func awaited(needs yuv.Needs, video session.Capabilities, p *yuv.Picture) string {
	switch {
	case needs.Vectors && video.Vectors && p.Vectors == nil:
		return "Motion vectors"
	case needs.Blocks && video.Blocks && p.Coded == nil:
		return "Codec blocks"
	}
	return ""
}

// await says what the window waits for, and nothing any more once it is there.
func (k *core) await(what string) {
	text := ""
	if what != "" {
		text = what + ": reading the frame again …"
	}
	switch {
	case text == k.awaits:
	case text != "":
		k.say(text)
	default:
		k.message.retract(k.awaits)
	}
	k.awaits = text
}

// analyze finds the quads of a picture with the effective settings, which then are the chosen ones.
func (p *player) analyze(f *decode.Frame) error {
	s := &p.settings
	if s.Volume != p.scene.Applied.Volume || s.Muted != p.scene.Applied.Muted {
		p.play.SetVolume(s.Volume, s.Muted)
	}
	p.play.SetPictures(pictures(&s.Choices))
	video := p.capabilities(f)
	e := s.For(video)
	needs := p.scene.Needs(&e.Choices)
	p.play.Need(needs)
	p.second.follow(p.scene.SecondNeeds(&e.Choices))
	missing := awaited(needs, video, &f.Picture)
	if p.await(missing); missing != "" {
		p.apply(e)
		return nil // the picture comes again, with its vectors or blocks
	}
	p.thresholds.find(&e, f)
	p.cubing.begin()
	drawn, err := p.scene.Analyze(f, p.play.Number(), e.Choices)
	p.cubing.end()
	drawn.Notices = append(e.Notices, drawn.Notices...)
	p.apply(drawn)
	p.stay.Store(p.scene.OnGPU())
	if s.Engine == session.GPU {
		p.redraw.settle = max(p.redraw.settle, 2) // the GPU's times arrive later
	}
	p.timeline.Set(&p.scene.Applied)
	return err
}
