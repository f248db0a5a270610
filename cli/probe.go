package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/headless"
	"ffkvadrat/decode"
	"ffkvadrat/decode/describe"
	"ffkvadrat/decode/wording"
	"ffkvadrat/yuv"
)

type probeCommand struct {
	source
	Containers containersFlag `help:"List the containers of this FFmpeg, and which are opened." group:"Input:"`
	JSON       bool           `name:"json" help:"Print JSON instead of text. Its names are those of ffprobe where it has them." group:"Output:"`
	tuning     `group:"Quads:"`
	display    `group:"Colours of the picture:"`
}

func (c *probeCommand) Run(e *environment) error {
	if err := c.find(e, c.Stream, c.video()...); err != nil {
		return err
	}
	params, err := c.params()
	if err != nil {
		return err
	}
	choice, err := c.choice()
	if err != nil {
		return err
	}
	return c.with(e, c.tuning, func(in *input, engine *headless.Engine) error {
		video, err := in.open(e, 0, params.Needs())
		if err != nil {
			return err
		}
		defer video.Close()
		frame, err := video.Next()
		if err != nil {
			return err
		}
		defer frame.Release()
		analysed, err := params.Describe(&frame.Picture)
		if err != nil {
			return in.about(err)
		}
		if _, err := video.Discontinuities(); err != nil {
			return in.about(err)
		}
		info := video.Info()
		grain := decode.HasGrain(e.ctx, in.path, &info)
		if err := choose(e.ctx, engine, video, frame, params); err != nil {
			return in.about(err)
		}
		if c.JSON {
			return probeJSON(e.stdout, in, info, grain, frame, choice, analysed, engine)
		}
		return describeVideo(e.stdout, in, info, grain, frame, choice, analysed, engine)
	})
}

// choosing limits the time in which probe lets an engine try the GPU.
const choosing = 10 * time.Second

// choose gives an engine frames after the first one until it has chosen its device. If the video is
// too short or damaged, it repeats the last frame.
func choose(ctx context.Context, engine *headless.Engine, video *decode.Video, first *decode.Frame, params analysis.Params) error {
	if err := engine.Wait(); err != nil {
		return err
	}
	first.Retain()
	frame := first
	defer func() { frame.Release() }()
	for began := time.Now(); !engine.Chosen() && time.Since(began) < choosing; {
		if err := ctx.Err(); err != nil {
			return err
		}
		if next, err := video.Next(); err == nil {
			frame.Release()
			frame = next
		}
		if _, err := engine.Analyze(&frame.Picture, params); err != nil {
			return nil // the first picture can be analysed
		}
	}
	return nil
}

func describeVideo(w io.Writer, in *input, info decode.Info, has bool, frame *decode.Frame, choice yuv.Choice, analysed string, engine *headless.Engine) error {
	p := &frame.Picture
	account := choice.Account(p.Format, p.Colour, p.Width, p.Height)
	out := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	row := func(name, text string) {
		io.WriteString(out, name+"\t"+printable(text)+"\n") // Flush returns the error
	}
	row("file", in.name)
	row("container", describe.Container(&info))
	row("video stream", describe.List(fmt.Sprintf("#%d", info.Stream), describe.Codec(&info), cmp.Or(describe.Duration(&info), "unknown length"),
		describe.FrameRate(&info), "time base "+describe.TimeBase(&info), describe.BitRate(info.VideoBitRate)))
	if jumps := describe.TimeStamps(&info); jumps != "" {
		row("time stamps", jumps)
	}
	row("frames", cmp.Or(describe.Frames(&info), "unknown number"))
	row("picture", describe.Picture(p.Width, p.Height, p.Format))
	if p.Outside > 0 {
		row("values", describe.Outside(p.Outside))
	}
	if fields := describe.Fields(&info); fields != "" {
		row("fields", fields)
	}
	if grain := describe.Grain(&info, has); grain != "" {
		row("film grain", grain)
	}
	row("colour", describe.Colour(p.Format, &p.Colour, &account))
	row("light", describe.Light(&p.Colour, &account))
	row("display", describe.Display(info.Orientation, frame.SAR))
	for i := range info.Sounds {
		row("audio stream", describe.AudioStream(&info.Sounds[i]))
	}
	row("analysis", analysed)
	row("engine", fmt.Sprintf("%s (%s)", engine.Name(), wording.Text(engine.Why())))
	if opengl := openGLName(engine); opengl != "" {
		row("OpenGL", opengl)
	}
	return out.Flush()
}

// openGLName returns an engine's OpenGL version or why it has none, and "" if it does not look for
// OpenGL.
func openGLName(engine *headless.Engine) string {
	name, err := engine.OpenGL()
	if err != nil {
		return "none: " + wording.Line(err)
	}
	return name
}
