package player

import (
	"fmt"
	"math"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/gloverlay"
	"ffkvadrat/player/feed"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/transport"
)

// show puts a picture on the screen at its time.
func (p *player) show(item feed.Item, picture transport.Picture) error {
	start := time.Now()
	p.frame.Release()
	p.frame = item.Frame
	if item.Serial != p.serial {
		p.serial = item.Serial
		p.picture++ // so that it follows none
	}
	p.picture++
	p.status.Decode = smooth(p.status.Decode, item.Took)
	if err := p.screen.load(&p.frame.Picture, p.settings.Shown); err != nil {
		return err
	}
	if err := p.analyze(); err != nil {
		return err
	}
	p.status.Index, p.status.Time = p.frame.Index, seconds(picture.Time)
	if p.applied.Engine == panel.CPU { // the GPU's counts come later
		quads, coverage := p.screen.counts()
		p.overview.add(p.applied.Params, p.frame, p.info.Start, quads, coverage)
	}
	p.status.About = -1
	if rate := p.info.AvgFrameRate.Float(); rate > 0 {
		p.status.About = int64(math.Round(picture.Time * rate))
	}
	if err := p.draw(); err != nil {
		return err
	}
	p.transport.Prepared(picture, time.Since(start))
	if left := p.transport.Remaining(picture, p.clock.Now()); left > 0 {
		time.Sleep(left)
	}
	p.win.SwapBuffers()
	if p.first == 0 {
		p.first = time.Since(p.opened)
	}
	position := p.clock.Now()
	if p.transport.Shown(picture, position) {
		p.clock.Seek(picture.Time)
		p.moved = true
	}
	if shown, _ := p.transport.Counts(); p.cfg.Frames > 0 && shown >= p.cfg.Frames {
		p.quit = true
	}
	if p.backs > 0 {
		p.backs--
		p.stepBack()
	}
	return p.tell(true)
}

// refresh redraws the window where something but the picture has changed, and
// there is time before the next picture is due. wait is as in advance, for the
// loop as a whole.
func (p *player) refresh(wait float64) (float64, error) {
	now := time.Now()
	if p.input.touched {
		// Dear ImGui takes a press and its release in frames of their own, and
		// tells only one frame later that a widget is hovered.
		p.input.touched, p.settle = false, 3
		if p.input.since.IsZero() {
			p.input.since = now
		}
	}
	stale := p.settings != p.applied || p.wipe.stale()
	fades, until := p.fading(now)
	late := p.frame != nil && p.awaited.After(now)
	grown, in := p.overview.update(now)
	until = sooner(until, in)
	if grown && (p.status.Timeline.Shown || p.overview.points) {
		p.settle = max(p.settle, 1)
	}
	if !stale && p.settle == 0 && !fades && !late {
		return sooner(wait, until), nil
	}
	const frame = 1. / 60
	if p.frame == nil || wait >= 0 && wait < frame {
		return wait, nil // the next picture brings it all
	}
	if since := now.Sub(p.built).Seconds(); since < frame {
		return sooner(wait, frame-since), nil
	}
	if stale {
		if err := p.analyze(); err != nil {
			return 0, err
		}
	}
	p.settle = max(p.settle-1, 0)
	if err := p.draw(); err != nil {
		return 0, err
	}
	if p.panel.Pending() {
		p.settle = max(p.settle, 2)
	}
	p.win.SwapBuffers()
	if !p.input.since.IsZero() {
		p.latency, p.input.since = time.Since(p.input.since), time.Time{}
	}
	if err := p.tell(false); err != nil {
		return 0, err
	}
	return 1e-3, nil
}

// sooner is the smaller of two waits, where a negative one is endless.
func sooner(a, b float64) float64 {
	if a < 0 || b >= 0 && b < a {
		return b
	}
	return a
}

// analyze finds the quads of the picture on the screen with the settings, on
// the CPU from then on where the GPU engine fails.
func (p *player) analyze() error {
	if p.settings.Volume != p.applied.Volume || p.settings.Muted != p.applied.Muted {
		p.track.setVolume(p.settings.Volume, p.settings.Muted)
	}
	if p.settings.Shown != p.screen.choice {
		if err := p.screen.convert(&p.frame.Picture, p.settings.Shown); err != nil {
			return err
		}
	}
	p.suit()
	p.settings.Threshold = max(p.settings.Threshold, p.settings.Low)
	p.solveEach()
	err := p.find(p.screen.layer, &p.settings)
	if err == nil && p.wipe.on {
		p.findB()
	}
	if p.settings.Engine == panel.GPU {
		p.awaited = time.Now().Add(100 * time.Millisecond)
	}
	p.applied = p.settings
	p.overview.set(&p.applied)
	return err
}

// find makes a layer of the picture on the screen with some settings, and the
// engine of the panel.
func (p *player) find(l *layer, s *panel.Settings) error {
	picture := &p.frame.Picture
	err := l.analyze(picture, s.Params, p.settings.Engine)
	if err != nil && p.settings.Engine == panel.GPU {
		p.leaveGPU(err)
		err = l.analyze(picture, s.Params, panel.CPU)
	}
	if err == nil {
		err = l.look(picture, p.screen.textures, s.View, s.Level)
	}
	if err != nil || s.Colour != overlay.ByAge {
		return err
	}
	if err := l.follow(p.picture); err != nil {
		s.Colour = overlay.ByLevel
		p.cfg.Warn(fmt.Sprintf("no colours by age: %v", err))
		p.say("No memory for colours by age")
	}
	return nil
}

// leaveGPU goes on with the CPU engine after an error of the GPU's.
func (p *player) leaveGPU(err error) {
	p.settings.Engine = panel.CPU
	p.cfg.Warn(fmt.Sprintf("analyses on the CPU, as the GPU engine fails: %v", err))
	p.say("The GPU engine fails: CPU")
}

// draw draws the window's content, without showing it.
func (p *player) draw() error {
	start := time.Now()
	width, height := p.win.GetFramebufferSize()
	if width == 0 || height == 0 {
		return nil // iconified
	}
	p.observe(start)
	actions := p.panel.Build(width, height, p.hidden, start.Sub(p.built), &p.status, &p.settings)
	p.built = start
	v, area := p.view()
	p.win.dev.DrawToWindow(width, height)
	if !p.hidden {
		p.panel.Clear()
	}
	sides, n := p.sides(area)
	for _, side := range sides[:n] {
		if err := p.screen.draw(side.layer, &v, side.area, side.settings); err != nil {
			return err
		}
	}
	if err := p.panel.Draw(gloverlay.LowestFirst); err != nil {
		return err
	}
	if p.capture {
		p.capture = false
		p.shots.save(p.shotName(false)+"-window", p.win.dev.ReadWindow(width, height))
	}
	if !p.cfg.Untimed {
		p.win.dev.Finish() // so that the time is known, and the swap takes none
	}
	p.status.Draw = smooth(p.status.Draw, time.Since(start))
	p.act(actions)
	return nil
}

// observe brings the status up to date.
func (p *player) observe(now time.Time) {
	s := &p.status
	s.Paused, s.Ended = p.transport.Paused(), p.transport.Ended()
	s.Quads, s.Coverage = p.screen.counts()
	s.Top = top(p.frame.Picture.Width, p.frame.Picture.Height)
	t := p.screen.stages()
	s.Stages = analysis.Times{
		Upload: smooth(s.Stages.Upload, t.Upload), Edge: smooth(s.Stages.Edge, t.Edge),
		Pyramid: smooth(s.Stages.Pyramid, t.Pyramid), List: smooth(s.Stages.List, t.List),
	}
	_, s.Dropped = p.transport.Counts()
	drift := p.transport.Drift()
	s.Drift, s.HasDrift = seconds(drift.Last()), drift.Count() > 0
	s.BySound = p.clock.BySound()
	p.account()
	p.overview.update(now)
	s.Timeline = p.overview.shows(p.showsTimeline())
	p.inspect()
	p.compare()
	p.number()
	p.descend(now)
	p.plot()
	s.Visible = visible(now.Sub(p.said))
}

// act does what was clicked.
func (p *player) act(a panel.Actions) {
	p.overview.points, p.overview.at = a.Pointing, a.PointedAt.Seconds()
	if a.TogglePause {
		p.togglePause()
	}
	if a.Step != 0 {
		p.step(a.Step)
	}
	if a.Seek {
		p.seekTo(a.SeekTo.Seconds())
	}
	if a.Solve {
		p.solveOnce()
	}
	if a.Place != "" {
		p.goTo(a.Place)
	}
	if a.Export {
		p.export()
	}
	if a.CancelExport {
		p.exporting.cancel()
	}
	switch {
	case a.Play:
		p.openFilm(p.films, a.Film)
	case a.Recent:
		p.openRecent(a.Film)
	case a.Browse:
		p.browse(false)
	case a.SaveSettings:
		p.saveSettings()
	case a.LoadSettings:
		p.browse(true)
	}
}

// seconds is a time to the nearest nanosecond: cut off, 1.13 s would be read as
// 1.129.
func seconds(s float64) time.Duration { return time.Duration(math.Round(s * float64(time.Second))) }

// smooth makes a measured time legible; a time of 0 stays 0.
func smooth(old, measured time.Duration) time.Duration {
	if old == 0 || measured == 0 {
		return measured
	}
	return old + (measured-old)/8
}
