package cli

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/alecthomas/kong"

	"ffkvadrat/player"
)

type playCommand struct {
	Files     []fileName `arg:"" optional:"" name:"file" help:"Videos, pictures and folders of them, to play one after another; the embedded sample without any."`
	Stream    int        `default:"-1" help:"Index of the video stream (-1: FFmpeg's choice)." group:"Input:"`
	tuning    `group:"Quads:"`
	display   `group:"Colours of the picture:"`
	Settings  fileName `placeholder:"FILE" help:"Begin with the settings of a file that the player saved, instead of those that it was left with." group:"Session:"`
	NoSession bool     `help:"Begin without the settings, the window and the films of the last time, and leave none behind." group:"Session:"`
	Frames    int64    `placeholder:"N" help:"End after N shown frames." group:"Measuring:"`
	Untimed   bool     `help:"Show every frame, as fast as the machine can, without sound." group:"Measuring:"`
	Status    fileName `placeholder:"FILE" help:"Write a JSON line for every shown frame (- for standard output)." group:"Measuring:"`
}

func (c *playCommand) Run(e *environment, parsed *kong.Context) error {
	store := c.store()
	left, err := c.begin(e, store)
	if err != nil {
		return err
	}
	settings, err := c.adjust(left.Settings, given(parsed))
	if err != nil {
		return err
	}
	paths, remove, err := c.films()
	if err != nil {
		return err
	}
	defer remove()
	passing := "" // the sample, which remove deletes
	if len(c.Files) == 0 {
		passing = paths[0]
	}
	status, closeStatus, err := e.status(string(c.Status))
	if err != nil {
		return err
	}
	report, err := player.Run(e.ctx, player.Config{
		Paths:    paths,
		Stream:   c.Stream,
		Engine:   c.Engine,
		Settings: settings,
		Frames:   c.Frames,
		Untimed:  c.Untimed,
		Store:    store,
		Window:   left.Window,
		Passing:  passing,
		Status:   status,
		Warn:     func(message string) { e.warn("%s", wordedText(message)) },
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
		in := input{name: path}
		errs = append(errs, in.damage(r.Faults[path], "the rest was played"))
	}
	if n := len(r.Failed); n > 0 {
		errs = append(errs, fmt.Errorf("%w: films passed over: %d, the first: %w", errPartly, n, r.Failed[0]))
	}
	if len(errs) == 0 {
		return nil
	}
	last := len(errs) - 1
	for _, err := range errs[:last] {
		e.warn("%s", oneLine(err))
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
	f, err := os.Create(name)
	if err != nil {
		return nil, nil, fmt.Errorf("--status: %w", err)
	}
	return interruptible(e.ctx, f), f.Close, nil
}
