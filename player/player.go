package player

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"ffkvadrat/audio"
	"ffkvadrat/decode"
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
	picture   int64         // counts these; after a seek it leaves one out
	serial    uint64        // of the seek before it
	goal      float64       // where a seek under way leads to, about
	backs     int           // steps back that wait for the one under way
	loops     loop
	speed     float64

	opening <-chan track // nil once the sound is there, or there is none
	track   track
	moved   bool // the sound stands elsewhere than the picture
	clock   *audio.Clock
	running bool // the clock runs

	settings panel.Settings
	applied  panel.Settings // what the screen and the sound show of them
	status   panel.Status
	camera   camera
	shots    shots
	capture  bool // the window, as it is drawn next
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
	p := &player{cfg: cfg, win: win, info: video.Info(), transport: transport.New(), speed: 1, clock: audio.NewClock(nil, nil)}
	if err := p.open(); err != nil {
		p.release()
		return Report{}, err
	}
	defer p.release()
	p.shots.wake = win.wake
	defer p.shots.close()

	context.AfterFunc(ctx, win.wake)
	p.feed = feed.New(video, win.wake)
	if !cfg.Untimed {
		p.opening = startTrack(ctx, cfg.Path, p.info.Start, win.wake)
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
	p.status.Speed = p.speed
	p.hidden = p.cfg.PanelHidden
	p.settings = panel.Settings{
		Params: p.cfg.Params, Shown: p.cfg.Shown, Overlay: true, Opacity: 0.8, LineWidth: max(1, int(scale+0.5)), Volume: 1,
	}
	if p.cfg.Engine == "gpu" || p.cfg.Engine != "cpu" && !p.facts.Software {
		p.settings.Engine = panel.GPU
		if err := p.screen.useGPU(); err != nil {
			if p.cfg.Engine == "gpu" {
				return err
			}
			p.leaveGPU(err)
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
