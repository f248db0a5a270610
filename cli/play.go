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
	"ffkvadrat/decode/wording"
	"ffkvadrat/playback"
	"ffkvadrat/player"
	"ffkvadrat/player/scene"
	"ffkvadrat/player/session"
	"ffkvadrat/player/sides"
	quadfile "ffkvadrat/quadfile/stored"
	"ffkvadrat/samples"
)

type playCommand struct {
	Files    []fileName `arg:"" optional:"" name:"file" help:"Videos, pictures and folders, played one after another. Without any, the embedded sample."`
	Stream   int        `default:"-1" help:"Index of the video stream. -1 is FFmpeg's choice." group:"Input:"`
	decoding `group:"Input:"`

	instant    `group:"Playing:"`
	Pause      bool    `help:"Begin paused, on the first frame." group:"Playing:"`
	Fullscreen bool    `help:"Begin in full screen." group:"Playing:"`
	Panel      bool    `help:"Keep the panel in a window that is narrower than 800 pixels. Without it, Tab shows it there." group:"Playing:"`
	Loop       bool    `help:"Repeat each video." group:"Playing:"`
	Speed      float64 `default:"1" help:"Speed, from 0.1 to 8, with sound from 0.5 to 2." group:"Playing:"`
	Mute       bool    `negatable:"" help:"Begin without sound. --no-mute begins with it, whatever the last session had." group:"Playing:"`

	tuning    `group:"Quads:"`
	Stored    fileName `placeholder:"FILE" help:"Show the quads of an export over the video. FILE is .ffq, NDJSON, JSON, CSV or YUView's statistics, also compressed. The key r switches between stored and live quads; --colour-by difference compares them." group:"Stored quads:"`
	Beside    fileName `placeholder:"FILE" help:"Compare with a second video, such as an encode of the first. Both step together, with the same settings. The key w hides and shows it; --compare-as says where it is." group:"View:"`
	CompareAs string   `default:"wipe" enum:"${compare_as_words}" help:"${compare_as_help}" group:"View:"`
	pairing   `group:"View:"`
	Cube      string `default:"0" enum:"${cube_words}" placeholder:"N" help:"${cube_help}" group:"Cubes:"`
	tracing   `group:"Blocks:"`
	viewing   `group:"View:"`
	Gain      string `default:"4" enum:"${gain_words}" help:"${gain_help}" group:"View:"`
	drawing   `group:"Look of the quads:"`
	display   `group:"Colours of the picture:"`
	Theme     string   `default:"dark" enum:"${theme_words}" help:"${theme_help}" group:"Session:"`
	Settings  fileName `placeholder:"FILE" help:"Begin with the settings of a file that the player saved. They replace those of the last session." group:"Session:"`
	OnError   string   `default:"auto" enum:"auto,page,exit" help:"What happens if nothing can be played. One of ${enum}. page: the window says why and opens another video; the command prints the error and exits once the user quits. exit: the command does so at once. auto: page if neither standard input nor standard error is a terminal, as after a start from a menu, and the run does not end by itself." group:"Session:"`
	NoSession bool     `help:"Ignore the last session, and save none. Settings, window and recent videos are neither read nor written." group:"Session:"`
	Frames    int64    `placeholder:"N" help:"End after N shown frames." group:"Measuring:"`
	Untimed   bool     `help:"Show every frame as fast as possible, without sound." group:"Measuring:"`
	Status    outName  `placeholder:"FILE" help:"Write a JSON line for every shown frame. - is standard output." group:"Measuring:"`
}

// Validate implements kong's hook.
func (c *playCommand) Validate() error {
	frames, _ := strconv.Atoi(c.Cube) // validated by kong
	errs := []error{c.tuning.Validate(), cubing{Cube: frames, Cuts: true}.check(c.tuning, false)}
	wrong := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if _, err := c.style(); err != nil {
		errs = append(errs, err)
	} else if c.Line > session.MaxLineWidth {
		wrong("--line: the player draws lines of at most %d pixels", session.MaxLineWidth)
	}
	if view, err := c.viewing.parse(); err != nil {
		errs = append(errs, err)
	} else if view.NeedsSecond() && c.Beside == "" {
		wrong("--view: %v compares with a second video: add --beside", view)
	}
	if err := c.tracing.check(); err != nil {
		errs = append(errs, err)
	}
	if c.Trace != "" && len(c.Files) > 1 {
		wrong("--trace: a trace belongs to one video, not to %d", len(c.Files))
	}
	if c.Stored != "" && len(c.Files) > 1 {
		wrong("--stored: an export belongs to one video, not to %d", len(c.Files))
	}
	if c.Beside != "" && len(c.Files) > 1 {
		wrong("--beside goes with one video, not with %d", len(c.Files))
	}
	if c.Beside == "" {
		errs = append(errs, c.pairing.alone())
		if way, err := sides.Parse(c.CompareAs); err == nil && way.NeedsSecond() {
			wrong("--compare-as: %s compares with a second video: add --beside", c.CompareAs)
		}
	}
	if _, err := c.instant.parse(); err != nil {
		errs = append(errs, err)
	}
	if !(c.Speed >= playback.Slowest && c.Speed <= playback.Fastest) {
		wrong("--speed: %v is not between %v and %v", c.Speed, playback.Slowest, playback.Fastest)
	}
	if c.Untimed && c.Speed != 1 {
		wrong("--speed: --untimed sets no speed")
	}
	if c.Pause && (c.Untimed || c.Frames > 0) {
		wrong("--pause: --frames and --untimed play to an end")
	}
	if c.OnError == "page" && c.measures() {
		wrong("--on-error page: --frames and --untimed play to an end")
	}
	if c.Untimed && c.Loop && c.Frames == 0 {
		wrong("--loop: --untimed ends with the video, unless --frames is given")
	}
	return errors.Join(errs...)
}

// reach returns an error if the first video ends before --at. It checks only files: a pipe cannot
// be read twice, and a folder's first file may not be a video.
func (c *playCommand) reach(e *environment, path string) error {
	if !c.instant.given() {
		return nil
	}
	at, err := c.instant.parse()
	if err != nil {
		return err
	}
	if info, err := os.Stat(path); !decode.IsSequence(path) && (err != nil || !info.Mode().IsRegular()) {
		return nil
	}
	video, err := decode.OpenVideo(e.ctx, path, decode.Options{Stream: c.Stream})
	if err != nil {
		return nil // the player skips it
	}
	defer video.Close()
	var end *decode.EndError
	if err := video.Reach(at); errors.As(err, &end) {
		if len(c.Files) == 0 {
			path = samples.Name
		}
		return &wording.Named{Name: path, Err: c.instant.wrap(end)}
	}
	return nil
}

// Run implements kong's hook.
func (c *playCommand) Run(e *environment, parsed *kong.Context) error {
	seen, err := c.play(e, parsed)
	if err != nil && !seen && c.pages(e) {
		c.show(e, err)
	}
	return err
}

// play plays. seen means that the window has shown the error.
func (c *playCommand) play(e *environment, parsed *kong.Context) (seen bool, err error) {
	c.sweep()
	store := c.store()
	left, err := c.begin(e, store)
	if err != nil {
		return false, err
	}
	paths, remove, err := c.videos()
	if err != nil {
		return false, err
	}
	defer remove()
	if err := c.find(e, c.Stream, c.Files...); err != nil {
		return false, err
	}
	settings, err := c.adjust(left.Settings, given(parsed))
	if err != nil {
		return false, err
	}
	if err := c.reach(e, paths[0]); err != nil {
		return false, err
	}
	var quads *quadfile.Opening
	if c.Stored != "" {
		if quads, err = quadfile.Begin(e.ctx, string(c.Stored)); err != nil {
			return false, fmt.Errorf("--stored: %w", err)
		}
		defer quads.Close() // in case the player did not get there
	}
	var traced scene.Trace
	if c.Trace != "" {
		file, err := c.tracing.open(e)
		if err != nil {
			return false, err
		}
		defer file.Close()
		if err := file.Damage(); err != nil {
			e.warn("%s: %s", c.Trace, wording.Line(fmt.Errorf("damaged: %w; what precedes the damage is shown", err)))
		}
		traced, settings.Codec = file, true
	}
	passing := "" // the sample's temporary file
	if len(c.Files) == 0 {
		passing = paths[0]
	}
	status, closeStatus, err := e.status(string(c.Status))
	if err != nil {
		return false, err
	}
	ctx, release, err := c.hardware(e.ctx, e.say)
	if err != nil {
		return false, err
	}
	defer release()
	config := player.Config{
		Paths:  paths,
		Reads:  append(e.reads.arguments, e.reads.flags...),
		Stream: c.Stream,
		Engine: c.Engine,
		Stored: quads, StoredPath: string(c.Stored), Second: string(c.Beside), Scale: c.Scale, Coded: c.Coded,
		Aligned:  given(parsed)["align"] != nil || c.Settings != "",
		Trace:    traced,
		Settings: settings, Tuned: c.tunes(given(parsed)),
		Start: c.instant.text(), Pause: c.Pause, Fullscreen: c.Fullscreen, Panel: c.Panel, Loop: c.Loop, Speed: c.Speed,
		Commands: flagsOf(parsed.Model, playersCommands...), Access: e.opens.arguments(), Device: e.opens.Device != "",
		Frames:  c.Frames,
		Untimed: c.Untimed,
		Pace:    e.instead.pace,
		Store:   store,
		Window:  left.Window,
		Passing: passing,
		Status:  status,
		Warn:    func(message string) { e.warn("%s", message) },
	}
	if e.programs != nil {
		config.Programs = e.programs
	}
	unpack, discard := c.sample(e)
	defer discard()
	config.Instead = unpack
	report, err := player.Run(ctx, config)
	if closeErr := closeStatus(); err == nil {
		err = closeErr
	}
	if err != nil {
		return report.Told, err
	}
	if err := e.answer("%s", summary(report)); err != nil {
		return false, err
	}
	return true, damaged(e, report)
}

// videos returns the paths to play. The embedded sample becomes a temporary file, which remove
// deletes.
func (c *playCommand) videos() (paths []string, remove func(), err error) {
	if len(c.Files) == 0 {
		in, err := source{Stream: c.Stream}.locate()
		if err != nil {
			return nil, nil, err
		}
		return []string{in.path}, in.remove, nil
	}
	for _, f := range c.Files {
		if f == "-" { // the player keeps absolute paths
			f = "/dev/stdin"
		}
		paths = append(paths, string(f))
	}
	return paths, func() {}, nil
}

// damaged returns an error with status "partly" about the faults of one video, or nil. It warns
// about those of all others.
func damaged(e *environment, r player.Report) error {
	var errs []error
	for _, path := range slices.Sorted(maps.Keys(r.Faults)) {
		errs = append(errs, inputAt(path).damage(r.Faults[path], "the rest was played"))
	}
	if n := len(r.Failed); n > 0 {
		errs = append(errs, fmt.Errorf("%w: videos skipped: %d, the first: %w", errPartly, n, r.Failed[0]))
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

// summary returns the player's last line.
func summary(r player.Report) string {
	line := fmt.Sprintf("shown %d, dropped %d", r.Shown, r.Dropped)
	if r.HasSound {
		line += fmt.Sprintf(", A-V p95 %.1f ms", r.Drift.Seconds()*1000)
	}
	return line + fmt.Sprintf(", first picture after %d ms", r.First.Milliseconds())
}

// status opens the destination of --status: none, standard output or a file.
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
