package cli

import (
	"fmt"
	"io"
	"os"

	"ffkvadrat/player"
)

type playCommand struct {
	source
	tuning
	display
	Frames  int64    `placeholder:"N" help:"End after N shown frames."`
	Untimed bool     `help:"Show every frame, as fast as the machine can, without sound."`
	Status  fileName `placeholder:"FILE" help:"Write a JSON line for every shown frame (- for standard output)."`
}

func (c *playCommand) Run(e *environment) error {
	params, err := c.params()
	if err != nil {
		return err
	}
	choice, err := c.choice()
	if err != nil {
		return err
	}
	in, err := c.locate()
	if err != nil {
		return err
	}
	defer in.remove()
	status, closeStatus, err := e.status(string(c.Status))
	if err != nil {
		return err
	}
	report, err := player.Run(e.ctx, player.Config{
		Path:    in.path,
		Stream:  c.Stream,
		Engine:  c.Engine,
		Params:  params,
		Shown:   choice,
		Frames:  c.Frames,
		Untimed: c.Untimed,
		Status:  status,
		Warn:    func(message string) { e.warn("%s", message) },
	})
	if closeErr := closeStatus(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(e.stdout, summary(report))
	return in.damage(report.Faults, "the rest was played")
}

// summary is the line that the player leaves behind.
func summary(r player.Report) string {
	line := fmt.Sprintf("shown %d, dropped %d", r.Shown, r.Dropped)
	if r.HasSound {
		line += fmt.Sprintf(", A-V p95 %.1f ms", r.Drift.Seconds()*1000)
	}
	return line
}

// status opens what --status names: nothing, standard output or a file.
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
	return f, f.Close, nil
}
