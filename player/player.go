package player

import (
	"context"
	"fmt"
	"time"

	"github.com/go-gl/glfw/v3.3/glfw"

	"ffkvadrat/decode"
	"ffkvadrat/player/audio"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/playlist"
	"ffkvadrat/player/plot"
	"ffkvadrat/player/session"
	"ffkvadrat/player/transport"
)

// player is a running player. Times and positions are seconds after the first
// picture unless they say otherwise.
type player struct {
	cfg    Config
	ctx    context.Context
	win    *window
	screen *screen
	panel  *panel.Panel
	facts  panel.Facts

	*film    // that plays
	films    *playlist.List
	next     *request  // the film to come, or nil
	browsing *browsing // the file dialog that is open, or nil
	past     past
	failed   []error // of films that were passed over
	speaker  speaker // nil where no sound is wanted

	transport *transport.Transport
	frame     *decode.Frame // on the screen
	picture   int64         // counts these; after a seek it leaves one out
	serial    uint64        // of the seek before it
	goal      float64       // where a seek under way leads to, about
	backs     int           // steps back that wait for the one under way
	stopped   bool          // it is the film's end that paused playback
	loops     loop
	speed     float64

	sounded bool   // some film has had sound
	silence string // why one had none, as it was told last
	moved   bool   // the sound stands elsewhere than the picture
	clock   *audio.Clock
	running bool // the clock runs

	settings  panel.Settings
	applied   panel.Settings // what the screen and the sound show of them
	status    panel.Status
	accounted account
	camera    camera
	wipe      wipe
	descent   descent
	shots     shots
	exporting exporting
	plots     *plot.Maker
	behind    bool // of solveEach: the side of the peak
	capture   bool // the window, as it is drawn next
	hidden    bool
	timeline  session.Timeline
	input     input
	settle    int           // redraws that the widgets still want
	built     time.Time     // when the widgets were built last
	awaited   time.Time     // until when the GPU's counts may still come
	said      time.Time     // when the message appeared, for a long one later
	opened    time.Time     // when the window was there
	first     time.Duration // from then to the first picture
	latency   time.Duration // from the last input to its redraw
	lines     *statusWriter
	quit      bool
	keep      bool // remember where the film stands
}

// Run plays the films of cfg.Paths, one after another, until the user quits,
// the context is cancelled or, where Frames or Untimed are set, playback ends.
// It has to be called on the process's first thread, locked to it. A film that
// cannot be played is passed over; where there is no other, errors match those
// of decode.OpenVideo. Others match [ErrNoDisplay], gpu.ErrUnsupported or the
// context's.
func Run(ctx context.Context, cfg Config) (report Report, err error) {
	cfg = cfg.withDefaults()
	defer heed(func(message string) { cfg.Warn("the window system: " + message) })()
	err = guarded(func() (err error) {
		report, err = run(ctx, cfg)
		return err
	})
	if fault, ok := err.(*glfw.Error); ok {
		err = fmt.Errorf("player: the window system fails: %w", fault)
	}
	return report, err
}

func run(ctx context.Context, cfg Config) (Report, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	films, err := playlist.New(cfg.Paths)
	if err != nil {
		return Report{}, err
	}
	p := &player{cfg: cfg, ctx: ctx, films: films, transport: transport.New(), speed: 1, clock: audio.NewClock(nil, nil)}
	first, err := p.openFirst()
	if err != nil {
		return Report{}, err
	}
	if p.win, err = openWindow(&cfg); err != nil {
		first.close()
		return Report{}, err
	}
	p.opened = time.Now()
	defer p.win.close()
	defer p.release()
	visited := make(chan visit, 1) // the disk may take as long as the shaders
	go func() { visited <- cfg.visit(first.path) }()
	if err := guarded(func() error { return p.open(first.facts(&p.win.dev.Caps)) }); err != nil {
		first.close()
		return Report{}, err
	}
	p.plots = plot.NewMaker(p.win.wake)
	p.shots.wake, p.exporting.wake = p.win.wake, p.win.wake
	defer p.shots.close()
	defer p.plots.Close()
	defer p.exporting.close()
	if !cfg.Untimed {
		p.speaker = newSpeaker()
	}

	context.AfterFunc(ctx, p.win.wake)
	first.visit = <-visited
	p.play(first)
	err = guarded(func() error { return p.loop(ctx) })
	p.leave()
	if ctx.Err() != nil && err == nil {
		err = fmt.Errorf("player: %w", ctx.Err())
	}
	cancel()
	p.endDialog()
	p.abandon()
	p.past.close(p.film)
	p.past.wait()
	return p.report(), err
}

// open makes what lives on the GPU, and the settings.
func (p *player) open(facts panel.Facts) error {
	var err error
	if p.screen, err = newScreen(p.win.dev); err != nil {
		return err
	}
	p.facts = facts
	scale := p.win.scale()
	if p.panel, err = panel.New(p.win.dev, p.facts, scale); err != nil {
		return err
	}
	p.transport.Untimed = p.cfg.Untimed
	p.status.Speed = p.speed
	p.adopt(p.cfg.Settings)
	if p.cfg.Engine == "gpu" || p.cfg.Engine != "cpu" && !p.facts.Software {
		p.settings.Engine = panel.GPU
		if err := p.screen.useGPU(); err != nil {
			if p.cfg.Engine == "gpu" {
				return err
			}
			p.leaveGPU(err)
		}
	}
	if p.cfg.Status != nil {
		p.lines = &statusWriter{out: p.cfg.Status}
	}
	p.listen()
	return nil
}

func (p *player) release() {
	p.frame.Release()
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
	r.HasSound, r.First = p.sounded, p.first
	r.Faults, r.Failed = p.past.faults, p.failed
	return r
}
