package cli

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"ffkvadrat/analysis/regions"
	"ffkvadrat/pipeline/render"
	"ffkvadrat/yuv/distortion"
)

// interest has the flags for encoding a video without its quads, with their QP offsets for the
// encoder.
type interest struct {
	Clean   bool    `help:"Encode the video without quads. Its pictures keep their depth and colours."`
	ROI     bool    `name:"roi" help:"With --clean: quads give regions of interest to the encoder. Blocks full of small quads get more bits, by --strength. For libx264, libx265 and libvpx-vp9."`
	RoiFrom *string `enum:"edge,colour,motion,template" placeholder:"edge|colour|motion|template" help:"With --roi: what gets more bits. edge: fine detail, as without this flag. colour: pixels near --colour, as with --operator colour --max-size 8. motion: pixels that change, as with --operator motion --invert --max-size 8. template: places that look like --template."`
	Report  bool    `help:"With --roi: compare with an encode without it. Prints size, PSNR and SSIM of both, inside and outside the regions."`
}

// output sets an output's options by the flags. strength is that of maps for encoders.
func (i interest) output(o *render.Output, strength int) {
	o.Clean = i.Clean
	if i.ROI && i.Clean {
		o.Interest = &render.Interest{Strength: strength, Trial: i.Report}
	}
}

// tune sets a tuning's flags by --roi-from. It is idempotent.
func (i interest) tune(t *tuning) error {
	if !i.ROI || i.RoiFrom == nil {
		return nil
	}
	return roiFrom(*i.RoiFrom, t)
}

// check returns what is wrong with the flags, also together with others.
func (i interest) check(c *renderCommand) error {
	switch {
	case i.ROI && !i.Clean:
		return errors.New("--roi needs --clean: otherwise the encoder sees the drawn quads")
	case !i.ROI && i.RoiFrom != nil:
		return errors.New("--roi-from needs --roi")
	case !i.ROI && i.Report:
		return errors.New("--report needs --roi")
	case i.Clean && !i.ROI && c.Strength != regions.DefaultStrength:
		return errors.New("--strength needs --roi")
	}
	if !i.Clean {
		return nil
	}
	switch {
	case c.OverlayOnly:
		return errors.New("--clean leaves the quads out, --overlay-only writes only them")
	case c.View != "video":
		return fmt.Errorf("--clean encodes the video, not the view %s", c.View)
	case c.Cube != 0:
		return errors.New("--clean leaves cubes out, --cube draws them")
	case c.drawing != plainDrawing:
		return errors.New("--clean draws no quads: --look, --colour-by, --opacity, --line and --detail are for those")
	case c.display != (display{Matrix: "tagged", Range: "tagged", Transfer: "tagged"}):
		return errors.New("--clean keeps the coded colours: leave out --matrix, --range and --transfer")
	}
	return nil
}

// trialText returns the effect of regions as lines of a table.
func trialText(t *render.Trial) (lines []string) {
	in, out := t.With.Parts.In, t.With.Parts.Out
	if in.Pixels == 0 {
		return []string{"no block got more bits than another: both encodes are the same"}
	}
	add := func(name, with, without, change string) {
		lines = append(lines, fmt.Sprintf("%-24s %12s %12s %12s", name, with, without, change))
	}
	add("", "with regions", "without", "")
	add("size, bytes", fmt.Sprint(t.With.Bytes), fmt.Sprint(t.Without.Bytes),
		fmt.Sprintf("%+.2f %%", 100*(float64(t.With.Bytes)/float64(t.Without.Bytes)-1)))
	ratio := func(name string, a, b distortion.Part) {
		add("PSNR "+name+", dB", figure(a.PSNR(), "%.2f"), figure(b.PSNR(), "%.2f"), figure(a.PSNR()-b.PSNR(), "%+.2f"))
	}
	similarity := func(name string, a, b distortion.Part) {
		add("SSIM "+name, figure(a.Similarity(), "%.5f"), figure(b.Similarity(), "%.5f"), figure(a.Similarity()-b.Similarity(), "%+.5f"))
	}
	inside := fmt.Sprintf("inside (%.1f %%)", 100*float64(in.Pixels)/float64(in.Pixels+out.Pixels))
	ratio(inside, in, t.Without.Parts.In)
	ratio("outside", out, t.Without.Parts.Out)
	similarity("inside", in, t.Without.Parts.In)
	similarity("outside", out, t.Without.Parts.Out)
	return lines
}

// figure formats a number, or a dash if it is undefined: of a region without pixels or windows, or
// a difference of lossless pictures.
func figure(v float64, format string) string {
	if math.IsNaN(v) {
		return "-"
	}
	text := fmt.Sprintf(format, v)
	if strings.Trim(text, "-0.") == "" { // rounded to negative zero
		text = strings.Replace(text, "-", "+", 1)
	}
	return text
}
