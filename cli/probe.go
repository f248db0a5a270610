package cli

import (
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/glanalysis"
	"ffkvadrat/decode"
	"ffkvadrat/feature"
	"ffkvadrat/yuv"
)

type probeCommand struct {
	source
	JSON    bool `name:"json" help:"JSON on standard output instead of text, with ffprobe's names where it has them." group:"Output:"`
	tuning  `group:"Quads:"`
	display `group:"Colours of the picture:"`
}

func (c *probeCommand) Run(e *environment) error {
	params, err := c.params()
	if err != nil {
		return err
	}
	choice, err := c.choice()
	if err != nil {
		return err
	}
	return c.with(e, c.tuning, func(in *input, engine *glanalysis.Headless) error {
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
		analysed, err := analysisName(params, frame.Picture.Format)
		if err != nil {
			return in.about(err)
		}
		if c.JSON {
			return probeJSON(e.stdout, in, video.Info(), frame, choice, analysed, engine)
		}
		return describeVideo(e.stdout, in, video.Info(), frame, choice, analysed, engine)
	})
}

func describeVideo(w io.Writer, in *input, info decode.Info, frame *decode.Frame, choice yuv.Choice, analysed string, engine *glanalysis.Headless) error {
	p := &frame.Picture
	out := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	row := func(name, format string, args ...any) {
		io.WriteString(out, name+"\t"+printable(fmt.Sprintf(format, args...))+"\n") // Flush returns the error
	}
	row("file", "%s", in.name)
	row("container", "%s, %s: %d video, %d audio%s", info.Container, number(info.Streams, "stream"), info.VideoStreams, info.AudioStreams, rate(info.BitRate))
	row("video stream", "#%d, %s, %s%s", info.Stream, codecName(info), length(info), rate(info.VideoBitRate))
	row("frames", "%s", framesName(info))
	row("picture", "%d×%d, %s: %s, %s", p.Width, p.Height, p.Format.Name, layoutName(p.Format), number(p.Format.Depth, "bit"))
	row("colour", "%s", colourName(p, choice))
	row("light", "%s", lightName(p, choice))
	row("display", "%s", displayName(info, frame))
	for _, sound := range info.Sounds {
		row("audio stream", "#%d, %s", sound.Stream, soundName(sound))
	}
	row("analysis", "%s", analysed)
	row("engine", "%s (%s)", engine.Name(), engine.Why())
	return out.Flush()
}

// rate writes the bits of a second, after a comma; nothing if they are unknown.
func rate(bits int64) string {
	switch {
	case bits <= 0:
		return ""
	case bits < 10e6:
		return fmt.Sprintf(", %.0f kbit/s", float64(bits)/1e3)
	}
	return fmt.Sprintf(", %.1f Mbit/s", float64(bits)/1e6)
}

// codecName writes codec, profile and level, as far as they are known.
func codecName(info decode.Info) string {
	s := info.Codec
	if info.Profile != "" {
		s += " " + info.Profile
	}
	if level := info.LevelName(); level != "" {
		s += ", level " + level
	}
	return s
}

// framesName writes the number of frames: the container's, or an estimate.
func framesName(info decode.Info) string {
	n, counted := frameCount(info)
	switch {
	case n == 0:
		return "unknown number"
	case !counted:
		return fmt.Sprintf("about %d, by length and frame rate", n)
	}
	return fmt.Sprint(n)
}

// frameCount returns the number of frames that the container states, or else
// that follows from length and frame rate; 0 if neither is known.
func frameCount(info decode.Info) (n int64, counted bool) {
	if info.Frames > 0 {
		return info.Frames, true
	}
	return int64(math.Round(info.Duration * max(0, info.AvgFrameRate.Float()))), false
}

func soundName(s decode.SoundInfo) string {
	text := s.Codec
	if s.Profile != "" {
		text += " " + s.Profile
	}
	if s.Rate > 0 {
		text += fmt.Sprintf(", %d Hz", s.Rate)
	}
	if s.Layout != "" {
		text += ", " + s.Layout
	} else if s.Channels > 0 {
		text += ", " + number(s.Channels, "channel")
	}
	text += rate(s.BitRate)
	if s.Language != "" {
		text += ", " + s.Language
	}
	return text
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

func colourName(p *yuv.Picture, choice yuv.Choice) string {
	a := choice.Account(p.Format, p.Colour, p.Width, p.Height)
	s := a.Matrix
	if p.Format.Model != yuv.RGB {
		s = "matrix " + a.Matrix + ", range " + a.Range
	}
	if p.Colour.Primaries != "" {
		s += ", primaries " + p.Colour.Primaries
	}
	if p.Colour.Transfer != "" {
		s += ", transfer " + p.Colour.Transfer
	}
	return s
}

// lightName says how light is shown, and what the stream says about its peak.
func lightName(p *yuv.Picture, choice yuv.Choice) string {
	a := choice.Account(p.Format, p.Colour, p.Width, p.Height)
	s := a.Transfer
	if a.Light != "" {
		s += ", tone-mapped from " + a.Light
	}
	if a.Gamut != "" {
		s += ", gamut " + a.Gamut
	}
	if p.Colour.MaxCLL > 0 {
		s += fmt.Sprintf("; MaxCLL %.4g cd/m²", p.Colour.MaxCLL)
	}
	if p.Colour.MasteringPeak > 0 {
		s += fmt.Sprintf("; mastering display %.4g cd/m²", p.Colour.MasteringPeak)
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
	if f.SAR.Float() > 0 {
		s += fmt.Sprintf(", samples %d:%d", f.SAR.Num, f.SAR.Den)
	}
	return s
}

// analysisName says how pictures of a format are analysed. It fails if the
// format cannot be analysed.
func analysisName(p analysis.Params, f yuv.Format) (string, error) {
	var s string
	if p.Variant == analysis.CommonFeature {
		if err := feature.Check(f, p.Features); err != nil {
			return "", err
		}
		s = "common feature combiner on " + strings.ToUpper(p.Features.String())
	} else {
		decision, err := p.Decision(f)
		if err != nil {
			return "", err
		}
		plane := "luma as decoded"
		switch {
		case f.Model == yuv.RGB:
			plane = "luma made from RGB (BT.709, full range)"
		case decision.Planes == 3:
			plane = "Y, U and V as decoded"
		}
		s = fmt.Sprintf("edge threshold, operator %v, on %s", p.Operator, plane)
	}
	if p.Low != 0 {
		s += fmt.Sprintf(", from %g", p.Low)
	}
	s += fmt.Sprintf(", threshold %g", p.Threshold)
	if p.Invert {
		s += ", inverted"
	}
	if p.MinSize != 0 {
		s += fmt.Sprintf(", quads from %s on", number(p.MinSize, "pixel"))
	}
	if p.MaxSize != 0 {
		s += fmt.Sprintf(", quads up to %s", number(p.MaxSize, "pixel"))
	}
	return s, nil
}
