package cli

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"ffkvadrat/decode"
)

// refusesLive has the commands that take no live source, with the reason.
var refusesLive = map[string]string{
	"help":       "it reads no video",
	"version":    "it reads no video",
	"verify":     "a live source does not repeat, to be compared with the export",
	"convert":    "it converts exports: export the source first",
	"sheet":      "its frames come from the whole video, which must have an end",
	"shots":      "it reads the whole video, which must have an end",
	"distortion": "it measures one frame of a file: snapshot can save one of a live source",
	"compare":    "videos are compared frame by frame, and a live source does not repeat",
	"report":     "it reads the results in a folder: export the source first",
	"bench":      "it measures the same pictures on each engine, and a live source does not repeat",
}

// liveSources returns the live sources that a command's arguments name, after adding that of
// --device as the command's video.
func (e *environment) liveSources(parsed *kong.Context, device string) (names []string, err error) {
	command := parsed.Selected()
	if command == nil {
		return nil, nil
	}
	if device != "" {
		names = append(names, device)
		if err := putVideo(command, fileName(device)); err != nil && refusesLive[command.Name] == "" {
			return nil, err
		}
	}
	values := command.Positional
	for _, flag := range command.Flags {
		values = append(values, flag.Value)
	}
	for _, v := range values {
		var files []fileName
		switch f := v.Target.Interface().(type) {
		case fileName:
			files = []fileName{f}
		case []fileName:
			files = f
		}
		for _, f := range files {
			if string(f) != device && decode.IsLive(e.ctx, string(f)) {
				names = append(names, string(f))
			}
		}
	}
	return names, nil
}

// putVideo sets a command's video.
func putVideo(command *kong.Node, name fileName) error {
	for _, p := range command.Positional {
		empty := p.Target.IsZero()
		switch p.Target.Interface().(type) {
		case fileName:
			if empty {
				p.Target.Set(reflect.ValueOf(name))
				return nil
			}
		case []fileName:
			if empty {
				p.Target.Set(reflect.ValueOf([]fileName{name}))
				return nil
			}
		}
		if !empty {
			return errors.New("--device: name a device or a file, not both")
		}
	}
	return fmt.Errorf("--device: %s reads no video", command.Name)
}

// checkLive returns an error if a command has a live source and takes none.
func (e *environment) checkLive(parsed *kong.Context, c *commands) error {
	names, err := e.liveSources(parsed, c.access.Device)
	if err != nil || len(names) == 0 {
		return err
	}
	e.live = true
	command := parsed.Selected().Name
	if why := refusesLive[command]; why != "" {
		return fmt.Errorf("%s: %s takes no live source: %s", names[0], command, why)
	}
	switch command {
	case "play":
		err = c.Play.checkLive()
	case "export":
		err = oneLive(c.Export.many())
	case "render":
		err = oneLive(c.Render.many())
	}
	if err != nil {
		return fmt.Errorf("%s: %w", names[0], err)
	}
	return nil
}

// oneLive refuses several outputs.
func oneLive(many bool) error {
	if many {
		return errors.New("a live source has no end and cannot be one of several videos: name it alone, and a file to write")
	}
	return nil
}

// checkLive returns what the player cannot do with a live source.
func (c *playCommand) checkLive() error {
	for _, f := range []struct {
		flag  string
		given bool
		why   string
	}{
		{"at", c.instant.given(), "it begins now"},
		{"pause", c.Pause, "it does not wait"},
		{"loop", c.Loop, "it does not repeat"},
		{"speed", c.Speed != 1, "it sets the speed"},
		{"untimed", c.Untimed, "it sets the pace"},
		{"stored", c.Stored != "", "stored quads belong to another video"},
		{"beside", c.Beside != "", "it does not wait for a second video"},
		{"trace", c.Trace != "", "a trace belongs to another video"},
	} {
		if f.given {
			return fmt.Errorf("--%s: a live source is played as it comes: %s", f.flag, f.why)
		}
	}
	return nil
}

// output returns the context of work on an output. A live source ends only with the user's signal,
// and what came before it is written.
func (e *environment) output() context.Context {
	if !e.live {
		return e.ctx
	}
	return decode.WithEnd(context.WithoutCancel(e.ctx), e.ctx)
}

// missedText reports how many pictures of a device were dropped because the work was too slow.
func missedText(missed int64) string {
	if missed == 0 {
		return ""
	}
	return fmt.Sprintf(", %d missed: the analysis or the device is slower than the device's rate", missed)
}

// size is a width and a height, as in 640x480.
type size struct{ width, height int }

// Decode implements kong's hook.
func (s *size) Decode(ctx *kong.DecodeContext) error {
	token := ctx.Scan.Pop()
	if token.IsEOL() {
		return errMissing
	}
	text, _ := token.Value.(string)
	width, height, ok := strings.Cut(text, "x")
	var err1, err2 error
	s.width, err1 = strconv.Atoi(width)
	s.height, err2 = strconv.Atoi(height)
	if !ok || err1 != nil || err2 != nil || s.width < 1 || s.height < 1 {
		return fmt.Errorf("%q is not a size such as 640x480", text)
	}
	return nil
}
