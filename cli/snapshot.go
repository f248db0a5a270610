package cli

import (
	"errors"
	"fmt"
	"image"
	"path/filepath"
	"strings"

	"ffkvadrat/analysis/headless"
	"ffkvadrat/decode"
	"ffkvadrat/decode/describe"
	"ffkvadrat/overlay/lettering"
	"ffkvadrat/overlay/png"
	"ffkvadrat/pipeline/still"
	"ffkvadrat/player/quantity"
)

type snapshotCommand struct {
	source
	Output      outName `short:"o" required:"" placeholder:"OUT.png" help:"File to write, .png. - is standard output." group:"Output:"`
	overwriting `group:"Output:"`
	instant     `group:"Frames:"`
	tuning      `group:"Quads:"`
	goal        `group:"Number of quads:"`
	cubing      `group:"Cubes:"`
	Overlay     bool `default:"true" negatable:"" help:"Draw the quads. --no-overlay leaves them out." group:"Look of the quads:"`
	Caption     bool `help:"Write a table with the video's name, the frame's number, index and time, the number of quads and the threshold below the picture." group:"Output:"`
	viewing     `group:"View:"`
	drawing     `group:"Look of the quads:"`
	display     `group:"Colours of the picture:"`
}

// Validate implements kong's hook.
func (c *snapshotCommand) Validate() error {
	if name := string(c.Output); name != "-" && name != "" && !strings.EqualFold(filepath.Ext(name), ".png") {
		return fmt.Errorf("--output: %s does not end in .png, the only format", name)
	}
	_, badStyle := c.alone()
	_, badView := c.still()
	_, badPosition := c.instant.parse()
	return errors.Join(c.tuning.Validate(), c.goals().check(c.tuning), c.cubing.check(c.tuning, false), c.checkView(c.viewing), badStyle, badView, badPosition)
}

func (c *snapshotCommand) Run(e *environment) error {
	if err := c.mayWrite(e, string(c.Output)); err != nil {
		return err
	}
	if err := c.find(e, c.Stream, c.video()...); err != nil {
		return err
	}
	return c.with(e, c.tuning, func(in *input, engine *headless.Engine) error {
		o, err := c.options()
		if err != nil {
			return err
		}
		if err := in.settle(e.ctx, &o.Params, &o.Goal); err != nil {
			return err
		}
		video, frame, err := in.frame(e, o.Params.Needs().Or(c.needs()), c.instant.seek)
		if err != nil {
			return err
		}
		defer video.Close()
		defer frame.Release()
		made, err := still.Make(video, frame, engine, o)
		if err != nil {
			return in.about(err)
		}
		shown, quads := made.Image, number(made.Quads, made.Params.Variant.Thing())
		if c.Caption {
			variant := made.Params.Variant.Thing()
			list := []lettering.Row{{Label: strings.ToUpper(variant[:1]) + variant[1:] + "s", Value: quantity.Grouped(int64(made.Quads))}, {Label: "Threshold", Value: describe.Threshold(made.Params.Threshold)}}
			shown, err = lettering.Below(shown, lettering.Caption{Groups: [][]lettering.Row{lettering.FrameRows(describe.Name(in.name), frame.Index, frame.Time-video.Info().Start), list}})
			if err != nil {
				return err
			}
		}
		if err := writePNG(e, string(c.Output), shown); err != nil {
			return err
		}
		if err := in.damage(video.Faults(), fmt.Sprintf("the picture is in %s", c.Output)); err != nil {
			return err
		}
		found := ""
		if c.Quads.given {
			found = fmt.Sprintf(" at threshold %.4f", made.Params.Threshold)
		}
		e.say("%s: %s, %s%s", c.Output, frameName(video, frame), quads, found)
		return nil
	})
}

// options returns the options of the picture by the flags.
func (c *snapshotCommand) options() (o still.Options, err error) {
	params, err := c.params()
	if err != nil {
		return o, err
	}
	style, err := c.alone()
	if err != nil {
		return o, err
	}
	shown, err := c.choice()
	if err != nil {
		return o, err
	}
	ground, err := c.ground(shown)
	return still.Options{
		Params: params.Drawn(), Goal: c.goals().target(c.tuning), Cube: c.Cube, Cuts: c.stops(),
		Ground: ground, Plain: !c.Overlay || c.sorts(), Style: style, Colour: shown,
	}, err
}

func frameName(video *decode.Video, f *decode.Frame) string {
	return describe.Instant(f.Index, f.Time-video.Info().Start)
}

func writePNG(e *environment, name string, img *image.RGBA) error {
	out, err := drawPNG(e, name, img)
	if err != nil {
		return err
	}
	defer out.Abort()
	return complete(e, out)
}

// drawPNG writes a picture to a file that is not committed yet.
func drawPNG(e *environment, name string, img *image.RGBA) (output, error) {
	out, err := create(e, name)
	if err != nil {
		return nil, err
	}
	if err := png.Encode(out, img); err != nil {
		out.Abort()
		return nil, fmt.Errorf("write %s: %w", name, err)
	}
	return out, nil
}
