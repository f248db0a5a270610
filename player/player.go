package player

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/go-gl/glfw/v3.3/glfw"

	"ffkvadrat/decode"
	"ffkvadrat/decode/wording"
	"ffkvadrat/measure/align"
	"ffkvadrat/overlay/gloverlay"
	"ffkvadrat/playback"
	"ffkvadrat/playback/playlist"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/plot"
	"ffkvadrat/player/probe"
	"ffkvadrat/player/scene"
	"ffkvadrat/player/session"
	"ffkvadrat/player/storedfile"
	"ffkvadrat/player/timeline"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
)

// player is the running player: its core and its features. Times and positions are in seconds after
// the first frame unless comments say otherwise.
type player struct {
	*core
	marks      marker
	second     secondVideo
	stored     storedQuads
	raw        rawVideo
	exports    exporter
	thresholds thresholds
	past       past
	mouse      mouse
	lessons    lessons
	choices    choosing
	tunings    map[string]session.Tuning // of the videos of this run, by path
	seeking    seeking
	shooting   shooting

	files files
	start
	lines *statusWriter
}

// newPlayer connects the features of a player without a window.
func newPlayer(ctx context.Context, cfg Config) *player {
	layouts := newLayouts(cfg.Store, decode.RawOf(ctx))
	ctx = decode.WithRaw(ctx, decode.Raw{Of: layouts.of, Guessed: decode.RawOf(ctx).Guessed})
	c := &core{ctx: ctx, cfg: cfg, layouts: layouts, visits: newVisits(cfg.Store), message: message{stays: cmp.Or(cfg.Pace.Message, messageTime)}}
	p := &player{core: c, tunings: map[string]session.Tuning{}, marks: marker{core: c}, second: secondVideo{core: c}, stored: storedQuads{core: c}, exports: exporter{core: c}, shooting: shooting{core: c}, mouse: mouse{c}, seeking: seeking{core: c}}
	p.thresholds = thresholds{core: c, stored: &p.stored}
	p.past = past{core: c, thresholds: &p.thresholds}
	p.marks.undone = &p.past
	p.choices = choosing{c, &p.stored}
	p.shooting.exports, p.shooting.second = &p.exports, &p.second
	p.files = files{core: c, exports: &p.exports, open: p.drop, load: p.loadSettings, compare: p.second.with}
	p.raw = rawVideo{core: c, open: p.drop}
	p.library.posters.Start = p.files.startPosters
	p.lessons = lessons{core: c, mouse: &p.mouse, choices: &p.choices}
	return p
}

// start is the player's start, with times of it and of the frames shown.
type start struct {
	opened  time.Time     // when the window was opened
	first   time.Duration // from then to the first frame
	swapped time.Duration // from then to the current frame
	started bool          // the first video plays as the configuration says
}

// Run plays the videos of cfg.Paths until the user quits, the context ends, or, with Frames or
// Untimed, playback ends. Call it on the process's first thread, locked to the goroutine. A video
// that cannot be played is skipped; if there is no other, errors match those of decode.OpenVideo. With
// [Config.Instead], Run returns them when the user quits.
// Other errors match [ErrNoDisplay], gpu.ErrUnsupported or the context's.
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
	p := newPlayer(ctx, cfg)
	if err := p.openFirst(); err != nil {
		return Report{}, err
	}
	end := func() Report {
		cancel()
		defer p.second.close() // before the window, which it may wake
		return p.report(p.play.Close())
	}
	if err := p.openOthers(); err != nil {
		end()
		return Report{}, err
	}
	var err error
	if p.win, err = openWindow(&cfg); err != nil {
		end()
		if p.refused != nil {
			err = p.refused
		}
		return Report{}, err
	}
	if lack := p.win.lack; lack != nil {
		does := "draws"
		if !p.win.dev.Caps.Computes {
			does = "finds the quads"
		}
		cfg.Warn(wording.Line(lack) + "; the processor " + does + " instead")
		p.message.alarm("The driver has no OpenGL 4.3: the processor "+does, time.Now())
	}
	if text := p.second.unfit; text != "" {
		p.message.alarm(text, time.Now())
	}
	p.opened = time.Now()
	p.play.Visit()
	defer p.win.close()
	defer p.release()
	p.inbox.wake = p.win.wake
	if err := guarded(p.open); err != nil {
		end()
		return Report{}, err
	}
	plotted := p.thresholds.plotted
	p.thresholds.plots = plot.NewWorker(func() { p.inbox.post(plotted) })
	defer p.shooting.close()
	defer p.thresholds.plots.Close()
	p.thresholds.scopes = newScopes(func() { p.inbox.post(plotted) })
	defer p.thresholds.scopes.Close()
	defer p.exports.close()
	defer p.marks.kept.Close()
	defer p.stored.stop()

	context.AfterFunc(ctx, p.win.wake)
	err = guarded(func() error {
		p.play.Begin()
		p.setFullscreen(p.cfg.Fullscreen)
		return p.loop(ctx)
	})
	if p.exports.running.Busy() {
		out, outcome := p.exports.running.Close()
		cfg.Warn(fmt.Sprintf("the player quit during the export to %s. %s", out, outcome))
	}
	p.leave()
	if ctx.Err() != nil && err == nil {
		err = fmt.Errorf("player: %w", ctx.Err())
	}
	if err == nil {
		err = p.refused
	}
	cancel()
	p.files.dialog.Close()
	p.library.posters.Close()
	p.raw.close()
	report := end()
	report.Told = p.refused != nil
	return report, err
}

// openFirst opens the first video that can be opened.
func (p *player) openFirst() error {
	videos, err := playlist.New(p.cfg.Paths)
	if err == nil {
		p.play, err = playback.Open(p.ctx, p.playbackOptions(videos))
	}
	if err != nil {
		return p.openInstead(err)
	}
	return nil
}

// openOthers opens what belongs to the first video.
func (p *player) openOthers() error {
	if p.cfg.Stored != nil {
		if err := storedfile.Check(p.cfg.Stored, p.cfg.StoredPath, &p.play.Video().Info); err != nil {
			return err
		}
	}
	if p.cfg.Second != "" {
		return p.second.openFirst(p.cfg.Second)
	}
	return nil
}

// playbackOptions returns the options of playback with the player's callbacks.
func (p *player) playbackOptions(videos *playlist.List) playback.Options {
	o := playback.Options{
		Videos: videos, Stream: p.cfg.Stream, Untimed: p.cfg.Untimed, Ends: p.cfg.ends(), Surfaces: p.stay.Load, Needs: p.needs,
		Pictures: pictures(&p.cfg.Settings.Choices),
		Passing:  p.cfg.Passing, Say: p.say, Warn: p.cfg.Warn, Refused: p.refusedAnother, Changed: p.changed, Turn: p.turnTo, Begun: p.startFirst,
		Busy: func(d time.Duration) { p.timeline.Rest(d) },
		Post: p.inbox.post, Wake: func() { p.win.wake() },
	}
	if p.cfg.Store != nil {
		o.Memory = p.visits
	}
	if !p.cfg.Untimed {
		o.Speaker = playback.NewSpeaker()
	}
	return o
}

// needs returns what the frames of a new video must include.
func (p *player) needs() yuv.Needs {
	if p.video == nil { // settings are not adopted yet
		c := p.cfg.Settings.Choices
		c.Codec = c.Codec && p.cfg.Trace == nil
		return c.Needs()
	}
	return p.scene.Needs(&p.settings.Choices)
}

// open creates all GL objects and adopts the settings.
func (p *player) open() error {
	glyuv.Prepare(p.win.dev)
	gloverlay.Prepare(p.win.dev, scene.Style(&p.cfg.Settings.Choices))
	panel.Prepare(p.win.dev)
	var err error
	if p.scene, err = scene.New(p.win.dev); err != nil {
		return err
	}
	p.scene.Hurry, p.scene.Must = true, p.cfg.Engine == "gpu"
	p.scene.Try = !p.scene.Must
	p.scene.Cubes = &p.cubing
	p.probe = probe.New(p.scene)
	p.probe.Near, p.probe.Shown = p.second.near, p.second.whenShown
	p.facts = facts(p.play.Video(), &p.win.dev.Caps)
	scale := p.win.scale()
	if p.panel, err = panel.New(p.win.dev, listed(), p.facts, scale); err != nil {
		return err
	}
	if pace := p.cfg.Pace; pace.Letter > 0 {
		p.panel.Lesson.LetterTime = pace.Letter
	}
	p.panel.Place.Read = func(text string) string { return playback.Meaning(text, &p.play.Video().Info) }
	p.timeline = &timeline.Timeline{}
	p.panel.Defaults.LineWidth = p.lineWidth()
	p.adopt(p.cfg.Settings)
	if p.cfg.Engine == "gpu" || p.cfg.Engine != "cpu" && !p.facts.Software && p.facts.NoGPU == "" {
		p.settings.Engine = session.GPU
		if err := p.scene.UseGPU(); err != nil {
			if p.cfg.Engine == "gpu" {
				return err
			}
			e := session.Effective{Choices: p.settings.Choices}
			scene.LeaveGPU(&e, err)
			p.apply(e)
		}
	}
	if p.cfg.Status != nil {
		p.lines = &statusWriter{out: p.cfg.Status}
	}
	p.input.keymap = newKeymap()
	p.win.listen(p.put)
	if p.cfg.Trace != nil {
		p.scene.SetTrace(p.cfg.Trace)
	}
	if p.cfg.Stored != nil {
		p.stored.begin(p.cfg.StoredPath, p.cfg.Stored)
	}
	if p.second.video == nil {
		p.settings.Align = align.Rule{}
	} else {
		if !p.cfg.Aligned {
			p.settings.Align = p.second.keptAlignment()
		}
		p.second.show()
	}
	return nil
}

func (p *player) release() {
	p.panel.Release()
	p.scene.Release()
	p.stored.close()
}

// report returns the summary of the run.
func (p *player) report(faults map[string]decode.Faults) Report {
	s := p.play.State()
	return Report{
		Shown: s.Shown, Dropped: s.Dropped, Drift: time.Duration(p.play.Drift().Percentile(0.95) * float64(time.Second)),
		HasSound: s.HadSound, First: p.first, Faults: p.second.report(faults), Failed: p.play.Failed,
	}
}
