package cli

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"

	"github.com/alecthomas/kong"

	"ffkvadrat/atomicfile"
	"ffkvadrat/decode"
	quadfile "ffkvadrat/export/stored"
	"ffkvadrat/export/wording"
	"ffkvadrat/player"
	"ffkvadrat/player/playback"
	"ffkvadrat/player/scene"
	"ffkvadrat/player/session"
	"ffkvadrat/samples"
)

type playCommand struct {
	Files    []fileName `arg:"" optional:"" name:"file" help:"Videos, pictures and folders of them, to play one after another; the embedded sample without any."`
	Stream   int        `default:"-1" help:"Index of the video stream (-1: FFmpeg's choice)." group:"Input:"`
	decoding `group:"Input:"`

	Start      string  `placeholder:"T" help:"Begin at T from the start of the first film: seconds, M:S or H:M:S; or #N for frame N." group:"Playing:"`
	Pause      bool    `help:"Show the first frame, and wait for the key that plays." group:"Playing:"`
	Fullscreen bool    `help:"Cover the whole display." group:"Playing:"`
	Loop       bool    `help:"Repeat each film." group:"Playing:"`
	Speed      float64 `default:"1" help:"Speed, from 0.1 to 8, with sound from 0.5 to 2." group:"Playing:"`
	Mute       bool    `negatable:"" help:"Begin without sound, or, with --no-mute, with it, however the player was left." group:"Playing:"`

	tuning    `group:"Quads:"`
	Quads     fileName `placeholder:"FILE" help:"Show the quads of a file, such as an export, over the video: .ffq, NDJSON, JSON, CSV or YUView's statistics, compressed or not. In the player the key r goes to live quads and back; --colour-by difference compares them." group:"Quads:"`
	Beside    fileName `placeholder:"FILE" help:"Show a second film, such as an encode of the first, on the right of a divider: both step together, with the same settings. The key w ends that and begins it again." group:"View:"`
	pairing   `group:"View:"`
	Cube      string `default:"0" enum:"${cube_words}" placeholder:"N" help:"${cube_help}" group:"Quads:"`
	tracing   `group:"Blocks:"`
	viewing   `group:"View:"`
	drawing   `group:"Look of the quads:"`
	display   `group:"Colours of the picture:"`
	Settings  fileName `placeholder:"FILE" help:"Begin with the settings of a file that the player saved, instead of those that it was left with." group:"Session:"`
	NoSession bool     `help:"Begin without the settings, the window and the films of the last time, and leave none behind." group:"Session:"`
	Frames    int64    `placeholder:"N" help:"End after N shown frames." group:"Measuring:"`
	Untimed   bool     `help:"Show every frame, as fast as the machine can, without sound." group:"Measuring:"`
	Status    outName  `placeholder:"FILE" help:"Write a JSON line for every shown frame (- for standard output)." group:"Measuring:"`
}

// Validate is called by kong.
func (c *playCommand) Validate() error {
	frames, _ := strconv.Atoi(c.Cube) // of its words
	errs := []error{c.tuning.Validate(), cubing{Cube: frames, Cuts: true}.check(c.tuning, false)}
	wrong := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if _, err := c.style(); err != nil {
		errs = append(errs, err)
	} else if c.Line > session.MaxLineWidth {
		wrong("--line: the player draws lines of at most %d pixels", session.MaxLineWidth)
	}
	if _, err := c.viewing.parse(); err != nil {
		errs = append(errs, err)
	}
	if err := c.tracing.check(); err != nil {
		errs = append(errs, err)
	}
	if c.Trace != "" && len(c.Files) > 1 {
		wrong("--trace: a trace is of one video, not of %d", len(c.Files))
	}
	if c.Quads != "" && len(c.Files) > 1 {
		wrong("--quads: a file has the quads of one video, not of %d", len(c.Files))
	}
	if c.Beside != "" && len(c.Files) > 1 {
		wrong("--beside: a film is beside one, not beside %d", len(c.Files))
	}
	if c.Beside == "" {
		errs = append(errs, c.pairing.alone())
	}
	if c.Start != "" {
		if _, err := decode.ParsePosition(c.Start); err != nil {
			wrong("--start: %w", err)
		}
	}
	if !(c.Speed >= playback.Slowest && c.Speed <= playback.Fastest) {
		wrong("--speed: %v is not between %v and %v", c.Speed, playback.Slowest, playback.Fastest)
	}
	if c.Untimed && c.Speed != 1 {
		wrong("--speed: --untimed has none")
	}
	if c.Pause && (c.Untimed || c.Frames > 0) {
		wrong("--pause: --frames and --untimed play to an end")
	}
	if c.Untimed && c.Loop && c.Frames == 0 {
		wrong("--loop: --untimed ends with the film, unless --frames says when")
	}
	return errors.Join(errs...)
}

// reach returns an error if the first film ends before --start. It looks only
// into files: a pipe cannot be read twice, and a folder's first film may not be
// one.
func (c *playCommand) reach(e *environment, path string) error {
	if c.Start == "" {
		return nil
	}
	at, err := decode.ParsePosition(c.Start)
	if err != nil {
		return err
	}
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	video, err := decode.OpenVideo(e.ctx, path, decode.Options{Stream: c.Stream})
	if err != nil {
		return nil // the player passes over it
	}
	defer video.Close()
	var end *decode.EndError
	if err := video.Reach(at); errors.As(err, &end) {
		if len(c.Files) == 0 {
			path = samples.Name
		}
		return &wording.Named{Name: path, Err: fmt.Errorf("--start: %w", end)}
	}
	return nil
}

func (c *playCommand) Run(e *environment, parsed *kong.Context) error {
	c.sweep()
	store := c.store()
	left, err := c.begin(e, store)
	if err != nil {
		return err
	}
	paths, remove, err := c.films()
	if err != nil {
		return err
	}
	defer remove()
	if err := c.find(e, c.Stream, c.Files...); err != nil {
		return err
	}
	settings, err := c.adjust(left.Settings, given(parsed))
	if err != nil {
		return err
	}
	if err := c.reach(e, paths[0]); err != nil {
		return err
	}
	var quads *quadfile.Opening
	if c.Quads != "" {
		if quads, err = quadfile.Begin(e.ctx, string(c.Quads)); err != nil {
			return fmt.Errorf("--quads: %w", err)
		}
		defer quads.Close() // the player may not have come so far
	}
	var traced scene.Trace
	if c.Trace != "" {
		file, err := c.tracing.open(e)
		if err != nil {
			return err
		}
		defer file.Close()
		if err := file.Damage(); err != nil {
			e.warn("%s: %s", c.Trace, wording.Line(fmt.Errorf("damaged: %w; what comes before is shown", err)))
		}
		traced, settings.Codec = file, true
	}
	passing := "" // the sample, which remove deletes
	if len(c.Files) == 0 {
		passing = paths[0]
	}
	status, closeStatus, err := e.status(string(c.Status))
	if err != nil {
		return err
	}
	ctx, release, err := c.hardware(e.ctx, e.say)
	if err != nil {
		return err
	}
	defer release()
	report, err := player.Run(ctx, player.Config{
		Paths:  paths,
		Reads:  append(e.reads.arguments, e.reads.flags...),
		Stream: c.Stream,
		Engine: c.Engine,
		Stored: quads, StoredPath: string(c.Quads), Beside: string(c.Beside), Scale: c.Scale, Coded: c.Coded,
		Trace:    traced,
		Settings: settings,
		Start:    c.Start, Pause: c.Pause, Fullscreen: c.Fullscreen, Loop: c.Loop, Speed: c.Speed,
		Commands: flagsOf(parsed.Model, "export", "render", "sheet"), Access: e.opens.arguments(), Device: e.opens.Device != "",
		Frames:  c.Frames,
		Untimed: c.Untimed,
		Store:   store, Programs: e.programs,
		Window:  left.Window,
		Passing: passing,
		Status:  status,
		Warn:    func(message string) { e.warn("%s", message) },
	})
	if closeErr := closeStatus(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	if err := e.answer("%s", summary(report)); err != nil {
		return err
	}
	return damaged(e, report)
}

// films returns the paths to play. The embedded sample becomes a temporary
// file, which remove deletes.
func (c *playCommand) films() (paths []string, remove func(), err error) {
	if len(c.Files) == 0 {
		in, err := source{Stream: c.Stream}.locate()
		if err != nil {
			return nil, nil, err
		}
		return []string{in.path}, in.remove, nil
	}
	for _, f := range c.Files {
		paths = append(paths, string(f))
	}
	return paths, func() {}, nil
}

// damaged returns nil, or an error of status "partly" about the faults of one
// film. It warns about those of all others.
func damaged(e *environment, r player.Report) error {
	var errs []error
	for _, path := range slices.Sorted(maps.Keys(r.Faults)) {
		errs = append(errs, inputAt(path).damage(r.Faults[path], "the rest was played"))
	}
	if n := len(r.Failed); n > 0 {
		errs = append(errs, fmt.Errorf("%w: films passed over: %d, the first: %w", errPartly, n, r.Failed[0]))
	}
	if len(errs) == 0 {
		return nil
	}
	last := len(errs) - 1
	for _, err := range errs[:last] {
		e.warn("%s", wording.Line(err))
	}
	return errs[last]
}

// summary is the line that the player prints at its end.
func summary(r player.Report) string {
	line := fmt.Sprintf("shown %d, dropped %d", r.Shown, r.Dropped)
	if r.HasSound {
		line += fmt.Sprintf(", A-V p95 %.1f ms", r.Drift.Seconds()*1000)
	}
	return line + fmt.Sprintf(", first picture after %d ms", r.First.Milliseconds())
}

// status opens the destination in --status: nothing, standard output or a file.
func (e *environment) status(name string) (io.Writer, func() error, error) {
	switch name {
	case "":
		return nil, func() error { return nil }, nil
	case "-":
		return e.stdout, func() error { return nil }, nil
	}
	f, err := atomicfile.Stream(e.ctx, name)
	if err != nil {
		return nil, nil, fmt.Errorf("--status: %w", err)
	}
	return f, f.Close, nil
}
