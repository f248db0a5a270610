package cli

import (
	"errors"
	"fmt"
	"image"
	"io"
	"path/filepath"
	"strings"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/headless"
	"ffkvadrat/analysis/histogram"
	"ffkvadrat/decode"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/png"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/yuv"
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
	viewing     `group:"View:"`
	drawing     `group:"Look of the quads:"`
	display     `group:"Colours of the picture:"`
}

// Validate is called by kong.
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
		params, err := c.params()
		if err != nil {
			return err
		}
		params = params.Drawn()
		goal := c.goals().beside(c.tuning)
		if err := in.settle(e.ctx, &params, &goal); err != nil {
			return err
		}
		video, frame, err := in.frame(e, params.Needs().Or(c.needs()), c.instant.seek)
		if err != nil {
			return err
		}
		defer video.Close()
		defer frame.Release()
		found := ""
		if c.Quads.given {
			if params, err = goal.Solver().Solve(&frame.Picture, params); err != nil {
				return in.about(err)
			}
			found = fmt.Sprintf(" at threshold %.4f", params.Threshold)
		}
		result, lasts, err := c.analyse(engine, video, frame, params)
		if err != nil {
			return in.about(err)
		}
		quads := result.Quads
		if !c.Overlay || c.sorts() {
			quads = nil
		}
		style, err := c.alone()
		if err != nil {
			return err
		}
		style = style.Boxed(params.Box())
		style.Ages = lasts
		style.Of, style.Classes = result.Classes, params.Bounds.Classes()
		choice, err := c.choice()
		if err != nil {
			return err
		}
		p := &frame.Picture
		ground, err := c.picture(params, p, result.Quads)
		if err != nil {
			return in.about(err)
		}
		shown := yuv.NewConverter(p.Format, p.Colour.With(choice), p.Width, p.Height)
		img := overlay.StillOn(ground, p, shown, overlay.Orientation(video.Info().Orientation), frame.SAR.Float(), quads, style)
		if err := writePNG(e, string(c.Output), img); err != nil {
			return err
		}
		if err := in.damage(video.Faults(), fmt.Sprintf("the picture is in %s", c.Output)); err != nil {
			return err
		}
		e.say("%s: %s at %.3f s, %s%s", c.Output, frameName(frame), frame.Time-video.Info().Start, number(len(result.Quads), params.Variant.Thing()), found)
		return nil
	})
}

// analyse returns the quads of a frame, or with --cube what the cubes of the window that begins with it are
// in it, and for how many frames each lasts.
func (c *snapshotCommand) analyse(engine *headless.Engine, video *decode.Video, frame *decode.Frame, params analysis.Params) (result analysis.Result, lasts []uint32, err error) {
	if c.Cube == 0 {
		result, err = engine.Analyze(&frame.Picture, params)
		return new(analysis.Merger).Merge(result), nil, err
	}
	limits, err := params.Limits()
	if err != nil {
		return result, nil, err
	}
	var shots *histogram.Shots
	if c.stops() {
		shots = new(histogram.Shots)
	}
	windows, err := analysis.NewWindows[struct{}](c.Cube, shots)
	if err != nil {
		return result, nil, err
	}
	params.MinSize, params.MaxSize = 0, 0
	window, _, ok := windows.Next()
	for next := frame; !ok; window, _, ok = windows.Next() {
		if next == nil {
			if next, err = video.Next(); err == io.EOF {
				if shots != nil {
					shots.End()
				}
				windows.End()
				continue
			} else if err != nil {
				return result, nil, err
			}
		}
		p := &next.Picture
		if result, err = engine.Analyze(p, params); err == nil {
			err = p.Fetch()
		}
		if err == nil {
			if shots != nil {
				shots.Add(p)
			}
			quadpyramid.Fill(windows.Add(struct{}{}), p.Width, p.Height, result.Quads)
		}
		if next != frame {
			next.Release()
		}
		if next = nil; err != nil {
			return result, nil, err
		}
	}
	cubes := ocpyramid.NewCPU().Build(nil, window, limits)
	result = analysis.Result{}
	result.Quads, lasts = ocpyramid.Section(nil, nil, cubes, 0)
	return result, lasts, nil
}

// picture returns the picture of the view, or nil for the video itself.
func (c *snapshotCommand) picture(params analysis.Params, p *yuv.Picture, quads []quadpyramid.Quad) (*image.RGBA, error) {
	shown, err := c.choice()
	if err != nil {
		return nil, err
	}
	paint, err := c.ground(shown)
	if err != nil || paint == nil {
		return nil, err
	}
	picture := image.NewRGBA(image.Rect(0, 0, p.Width, p.Height))
	return picture, paint(picture, p, params, quads)
}

func frameName(f *decode.Frame) string {
	if f.Index < 0 {
		return "frame"
	}
	return fmt.Sprintf("frame index %d", f.Index)
}

func writePNG(e *environment, name string, img *image.RGBA) error {
	out, err := drawPNG(e, name, img)
	if err != nil {
		return err
	}
	defer out.Abort()
	return complete(e, out)
}

// drawPNG writes a picture, and leaves it to be committed.
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
