package cli

import (
	"fmt"
	"io"
	"text/tabwriter"

	"ffkvadrat/decode"
	"ffkvadrat/yuv"
)

type probeCommand struct {
	source
	Engine string `default:"auto" enum:"auto,gpu,cpu" help:"Engine to look for: ${enum}."`
}

func (c *probeCommand) Run(e *environment) error {
	return c.with(e, tuning{Engine: c.Engine}, func(in *input, engine *engine) error {
		video, err := in.open(e, 0)
		if err != nil {
			return err
		}
		defer video.Close()
		frame, err := video.Next()
		if err != nil {
			return err
		}
		defer frame.Release()
		return describeVideo(e.stdout, in, video.Info(), frame, engine)
	})
}

func describeVideo(w io.Writer, in *input, info decode.Info, frame *decode.Frame, engine *engine) error {
	out := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	row := func(name, format string, args ...any) {
		fmt.Fprintf(out, name+"\t"+format+"\n", args...)
	}
	p := &frame.Picture
	row("file", "%s", in.name)
	row("container", "%s, %d streams: %d video, %d audio", info.Container, info.Streams, info.VideoStreams, info.AudioStreams)
	row("video stream", "#%d, %s, %s", info.Stream, info.Codec, length(info))
	row("picture", "%d×%d, %s: %s, %d bits", p.Width, p.Height, p.Format.Name, layoutName(p.Format), p.Format.Depth)
	row("colour", "%s", colourName(p))
	row("display", "%s", displayName(info, frame))
	row("analysis", "edge threshold, operator cross, on %s", analysedPlane(p.Format))
	row("engine", "%s (%s)", engine.name, engine.why)
	return out.Flush()
}

func length(info decode.Info) string {
	s := "unknown length"
	if info.Duration > 0 {
		s = fmt.Sprintf("%.3f s", info.Duration)
	}
	if rate := info.AvgFrameRate; rate.Num > 0 && rate.Den > 0 {
		s += fmt.Sprintf(", %.4g frames/s (%d/%d)", rate.Float(), rate.Num, rate.Den)
	}
	return s + fmt.Sprintf(", time base %d/%d", info.TimeBase.Num, info.TimeBase.Den)
}

func layoutName(f yuv.Format) string {
	switch f.Model {
	case yuv.Gray:
		return "gray"
	case yuv.RGB:
		return "RGB"
	}
	switch [2]int{f.SubX, f.SubY} {
	case [2]int{0, 0}:
		return "YUV 4:4:4"
	case [2]int{1, 0}:
		return "YUV 4:2:2"
	case [2]int{1, 1}:
		return "YUV 4:2:0"
	case [2]int{0, 1}:
		return "YUV 4:4:0"
	case [2]int{2, 0}:
		return "YUV 4:1:1"
	case [2]int{2, 2}:
		return "YUV 4:1:0"
	}
	return fmt.Sprintf("YUV, chroma over %d×%d", 1<<f.SubX, 1<<f.SubY)
}

func colourName(p *yuv.Picture) string {
	if p.Format.Model == yuv.RGB {
		return "RGB"
	}
	tagged := func(name string, is bool) string {
		if is {
			return name + " (tagged)"
		}
		return name + " (assumed)"
	}
	c := p.Colour.Resolve(p.Width, p.Height)
	s := tagged("matrix "+c.Matrix.String(), p.Colour.Matrix != yuv.MatrixUnspecified) + ", " +
		tagged(c.Range.String()+" range", p.Colour.Range != yuv.RangeUnspecified)
	if c.Primaries != "" {
		s += ", primaries " + c.Primaries
	}
	if c.Transfer != "" {
		s += ", transfer " + c.Transfer
	}
	return s
}

func displayName(info decode.Info, f *decode.Frame) string {
	s := "upright"
	if info.Orientation.Rotate != 0 {
		s = fmt.Sprintf("turned %d° clockwise", info.Orientation.Rotate)
	}
	if info.Orientation.Mirror {
		s = "mirrored, " + s
	}
	if a := f.SAR.Float(); a > 0 && a != 1 {
		s += fmt.Sprintf(", samples %d:%d", f.SAR.Num, f.SAR.Den)
	}
	return s
}

func analysedPlane(f yuv.Format) string {
	if f.Model == yuv.RGB {
		return "luma made from RGB (BT.709, full range)"
	}
	return "luma as decoded"
}
