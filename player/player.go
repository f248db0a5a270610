package player

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"time"

	"github.com/go-gl/glfw/v3.3/glfw"

	"ffkvadrat/analysis"
	"ffkvadrat/audio"
	"ffkvadrat/decode"
	"ffkvadrat/overlay"
	"ffkvadrat/player/feed"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/transport"
)

// player is a running player. Times and positions are seconds after the first
// picture unless they say otherwise.
type player struct {
	cfg    Config
	win    *window
	screen *screen
	panel  *panel.Panel
	info   decode.Info
	facts  panel.Facts

	feed      *feed.Feed
	queue     []feed.Item // received, at most two, none stale
	transport *transport.Transport
	frame     *decode.Frame // on the screen
	goal      float64       // where a seek under way leads to, about
	backs     int           // steps back that wait for the one under way

	opening <-chan track // nil once the sound is there, or there is none
	track   track
	moved   bool // the sound stands elsewhere than the picture
	clock   *audio.Clock
	running bool // the clock runs

	settings panel.Settings
	applied  panel.Settings // what the screen and the sound show of them
	status   panel.Status
	hidden   bool
	input    input
	settle   int       // redraws that the widgets still want
	built    time.Time // when the widgets were built last
	awaited  time.Time // until when the GPU's counts may still come
	said     time.Time // when the message appeared
	lines    *statusWriter
	quit     bool
}

// Run plays cfg.Path until the user quits, the context is cancelled or, where
// Frames or Untimed are set, playback ends. It has to be called on the
// process's first thread, locked to it. Errors match those of
// decode.OpenVideo, [ErrNoDisplay], gpu.ErrUnsupported or the context's.
func Run(ctx context.Context, cfg Config) (Report, error) {
	cfg = cfg.withDefaults()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	video, err := decode.OpenVideo(ctx, cfg.Path, decode.Options{Stream: cfg.Stream})
	if err != nil {
		return Report{}, err
	}
	defer video.Close()
	win, err := openWindow(&cfg)
	if err != nil {
		return Report{}, err
	}
	defer win.close()
	p := &player{cfg: cfg, win: win, info: video.Info(), transport: transport.New(), clock: audio.NewClock(nil, nil)}
	if err := p.open(); err != nil {
		p.release()
		return Report{}, err
	}
	defer p.release()

	// Whatever wakes the loop has to end before the window does.
	defer context.AfterFunc(ctx, glfw.PostEmptyEvent)()
	p.feed = feed.New(video, glfw.PostEmptyEvent)
	if !cfg.Untimed {
		p.opening = startTrack(ctx, cfg.Path, p.info.Start, glfw.PostEmptyEvent)
	}
	err = p.loop(ctx)
	report := p.report()
	if ctx.Err() != nil && err == nil {
		err = fmt.Errorf("player: %w", ctx.Err())
	}
	cancel()
	p.feed.Close()
	if p.opening != nil {
		p.track = <-p.opening
	}
	p.track.close()
	report.Faults = video.Faults()
	return report, err
}

// open makes what lives on the GPU, and the settings.
func (p *player) open() error {
	var err error
	if p.screen, err = newScreen(p.win.dev); err != nil {
		return err
	}
	p.facts = panel.Facts{
		Name:     filepath.Base(p.cfg.Path),
		Codec:    p.info.Codec,
		Picture:  fmt.Sprintf("%d×%d %s", p.info.Width, p.info.Height, p.info.PixelFormat),
		Frames:   p.info.Frames,
		Duration: time.Duration(p.info.Duration * float64(time.Second)),
		Renderer: p.win.dev.Caps.Renderer,
		Software: p.win.dev.Caps.Software,
	}
	scale := p.win.scale()
	if p.panel, err = panel.New(p.win.dev, p.facts, scale); err != nil {
		return err
	}
	p.transport.Untimed = p.cfg.Untimed
	p.hidden = p.cfg.PanelHidden
	p.settings = panel.Settings{
		Threshold: p.cfg.Threshold, Overlay: true, Opacity: 0.8, LineWidth: max(1, int(scale+0.5)), Volume: 1,
	}
	if p.cfg.Engine == "gpu" || p.cfg.Engine != "cpu" && !p.facts.Software {
		p.settings.Engine = panel.GPU
		if err := p.screen.useGPU(); err != nil {
			return err
		}
	}
	if p.cfg.Untimed {
		p.status.Sound = "every frame, untimed: silent"
	} else if p.info.AudioStreams == 0 {
		p.status.Sound = "the film has no sound"
	}
	if p.cfg.Status != nil {
		p.lines = &statusWriter{out: p.cfg.Status}
	}
	p.listen()
	return nil
}

func (p *player) release() {
	p.frame.Release()
	for _, item := range p.queue {
		item.Frame.Release()
	}
	p.panel.Release()
	if p.screen != nil {
		p.screen.release()
	}
}

// report sums up.
func (p *player) report() Report {
	var r Report
	r.Shown, r.Dropped = p.transport.Counts()
	r.Drift = time.Duration(p.transport.Drift().Percentile(0.95) * float64(time.Second))
	r.HasSound = p.track.stream != nil
	return r
}

// loop runs until the player is to end.
func (p *player) loop(ctx context.Context) error {
	for !p.quit && ctx.Err() == nil {
		p.receive()
		if err := p.hear(); err != nil {
			return err
		}
		shown, wait, err := p.advance()
		if err != nil {
			return err
		}
		if !shown {
			if wait, err = p.refresh(wait); err != nil {
				return err
			}
		}
		switch {
		case shown || wait == 0:
			glfw.PollEvents()
		case wait < 0:
			glfw.WaitEvents()
		default:
			glfw.WaitEventsTimeout(wait)
		}
	}
	return nil
}

// receive fills the queue.
func (p *player) receive() {
	for len(p.queue) < 2 {
		select {
		case item := <-p.feed.Items():
			if item.Serial != p.feed.Serial() {
				item.Frame.Release()
				continue
			}
			p.queue = append(p.queue, item)
		default:
			return
		}
	}
}

// hear takes the sound when it is there, and lets clock and sound run or
// stand as playback does.
func (p *player) hear() error {
	if p.opening != nil {
		select {
		case p.track = <-p.opening:
			p.opening = nil
			if text := p.track.warning(); text != "" {
				p.cfg.Warn(text)
			}
			p.status.Sound = p.track.note()
			p.track.setVolume(p.settings.Volume, p.settings.Muted)
			if p.track.stream != nil {
				p.clock.SetSound(p.track.stream, 0)
				p.moved = true
			}
			p.settle = max(p.settle, 1)
		default:
		}
	}
	run := p.opening == nil && !p.transport.Paused() && !p.transport.Seeking()
	if run == p.running {
		return nil
	}
	p.running = run
	if !run {
		p.track.play(false)
		p.clock.Pause()
		return nil
	}
	if p.moved {
		p.moved = false
		at := p.transport.Screen()
		if err := p.track.seek(at); err != nil {
			p.cfg.Warn(fmt.Sprintf("the sound does not go on: %v", err))
		}
		p.clock.Seek(at)
	}
	p.track.play(true)
	p.clock.Start()
	return nil
}

// advance shows the next picture if it is due. Otherwise wait is the number of
// seconds until it may be, negative where that is not known.
func (p *player) advance() (shown bool, wait float64, err error) {
	for {
		if len(p.queue) == 0 {
			return false, -1, nil
		}
		item := p.queue[0]
		if item.Ended() {
			return false, p.end(), nil
		}
		if item.Err != nil {
			return false, 0, item.Err
		}
		picture := transport.Picture{
			Time:     item.Frame.Time - p.info.Start,
			Duration: item.Frame.Duration,
			Followed: len(p.queue) > 1 && p.queue[1].Err == nil,
		}
		verdict, wait := p.transport.Next(picture, p.clock.Now())
		switch verdict {
		case transport.Wait:
			return false, wait, nil
		case transport.Drop:
			p.transport.Dropped()
			item.Frame.Release()
			p.pop()
			p.receive()
		case transport.Show:
			p.pop()
			return true, 0, p.show(item, picture)
		}
	}
}

func (p *player) pop() {
	n := copy(p.queue, p.queue[1:])
	p.queue = p.queue[:n]
}

// end stops behind the last picture; wait is as in advance.
func (p *player) end() (wait float64) {
	p.transport.End()
	position := p.clock.Now()
	switch {
	case !p.transport.Over(position):
		if p.transport.Paused() {
			return -1
		}
		return max(p.transport.Left(position), 1e-3)
	case p.cfg.ends():
		p.quit = true
		return 0
	case !p.transport.Paused():
		p.transport.Pause(true)
		p.settle = 1
		return 0
	}
	return -1
}

// show puts a picture on the screen at its time.
func (p *player) show(item feed.Item, picture transport.Picture) error {
	start := time.Now()
	p.frame.Release()
	p.frame = item.Frame
	p.status.Decode = smooth(p.status.Decode, item.Took)
	if err := p.screen.load(&p.frame.Picture); err != nil {
		return err
	}
	if err := p.analyze(); err != nil {
		return err
	}
	p.status.Index, p.status.Time = p.frame.Index, seconds(picture.Time)
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
	}
	stale := p.settings != p.applied
	fades, until := p.fading(now)
	late := p.frame != nil && p.awaited.After(now)
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
	p.win.SwapBuffers()
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

// analyze finds the quads of the picture on the screen with the settings.
func (p *player) analyze() error {
	if p.settings.Engine == panel.GPU {
		if err := p.screen.useGPU(); err != nil {
			p.cfg.Warn(fmt.Sprintf("stays with the CPU: %v", err))
			p.settings.Engine = panel.CPU
		}
	}
	if p.settings.Engine == panel.GPU {
		p.awaited = time.Now().Add(100 * time.Millisecond)
	}
	if p.settings.Volume != p.applied.Volume || p.settings.Muted != p.applied.Muted {
		p.track.setVolume(p.settings.Volume, p.settings.Muted)
	}
	p.applied = p.settings
	return p.screen.analyze(&p.frame.Picture, analysis.Params{Threshold: p.settings.Threshold}, p.settings.Engine)
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
	area, _, _ := panel.Layout(width, height, p.panel.Scale(), p.hidden)
	v := view(p.frame, p.info.Orientation, area, width, height)
	var style *overlay.Style
	if p.settings.Overlay {
		style = &overlay.Style{Opacity: p.settings.Opacity, LineWidth: p.settings.LineWidth}
	}
	p.win.dev.DrawToWindow(width, height)
	if !p.hidden {
		p.panel.Clear()
	}
	p.screen.draw(&v, area, style)
	if err := p.panel.Draw(overlay.LowestFirst); err != nil {
		return err
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
	t := p.screen.stages()
	s.Stages = analysis.Times{
		Upload: smooth(s.Stages.Upload, t.Upload), Edge: smooth(s.Stages.Edge, t.Edge),
		Pyramid: smooth(s.Stages.Pyramid, t.Pyramid), List: smooth(s.Stages.List, t.List),
	}
	_, s.Dropped = p.transport.Counts()
	drift := p.transport.Drift()
	s.Drift, s.HasDrift = seconds(drift.Last()), drift.Count() > 0
	s.Visible = visible(now.Sub(p.said))
}

// act does what was clicked.
func (p *player) act(a panel.Actions) {
	if a.TogglePause {
		p.togglePause()
	}
	if a.Step != 0 {
		p.step(a.Step)
	}
	if a.Seek {
		p.seekTo(a.SeekTo.Seconds())
	}
}

// tell writes the status line.
func (p *player) tell(always bool) error {
	if p.lines == nil {
		return nil
	}
	dx, dy := p.win.density()
	fw, fh := p.win.GetFramebufferSize()
	ww, wh := p.win.GetSize()
	area, _, _ := panel.Layout(fw, fh, p.panel.Scale(), p.hidden)
	v := view(p.frame, p.info.Orientation, area, fw, fh)
	s, t := &p.applied, p.transport
	shown, dropped := t.Counts()
	quads, coverage := p.screen.counts()
	l := line{
		Frame: p.frame.Index, PTSTime: p.frame.Time, Paused: t.Paused(), Ended: t.Ended(),
		Threshold: s.Threshold, Engine: s.Engine.String(), Quads: quads, Coverage: coverage,
		Overlay: s.Overlay, Volume: s.Volume, Muted: s.Muted, Fullscreen: p.win.fullscreen, Sound: p.track.stream != nil,
		Shown: shown, Dropped: dropped, Drift: t.Drift().Last() * 1000,
		Window: [2]int{ww, wh}, Picture: rect(v.Bounds(), dx, dy), Widgets: widgets(&p.panel.Widgets, dx, dy),
	}
	if err := p.lines.write(&l, always); err != nil {
		return fmt.Errorf("player: write the status: %w", err)
	}
	return nil
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// smooth makes a measured time legible; a time of 0 stays 0.
func smooth(old, measured time.Duration) time.Duration {
	if old == 0 || measured == 0 {
		return measured
	}
	return old + (measured-old)/8
}
