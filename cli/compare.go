package cli

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"ffkvadrat/decode/describe"
	"ffkvadrat/measure/align"
	"ffkvadrat/measure/compare"
	"ffkvadrat/measure/edges"
)

type compareCommand struct {
	Reference      fileName   `arg:"" help:"The original video."`
	Encodes        []fileName `arg:"" help:"Encodes of it. Their display matrices are applied, so that they lie as the reference's coded pictures. Encodes of another size and the same shape are scaled to the reference's."`
	Stream         int        `default:"-1" help:"Index of the reference's video stream. -1 is FFmpeg's choice." group:"Input:"`
	Output         outName    `short:"o" required:"" placeholder:"OUT" help:"File to write, .csv, .ndjson or .parquet. It has a row for each frame and encode; - is standard output, in CSV." group:"Output:"`
	overwriting    `group:"Output:"`
	Edges          bool   `help:"Also write the quads of lost and invented edges, to NDJSON." group:"Output:"`
	ByQuad         bool   `help:"Write a row for each quad of the reference instead of one for each frame. The rest of the picture is divided into squares, too. Each has squared errors, PSNR, SSIM and mean difference of each plane. Also prints the worst quads." group:"Output:"`
	Worst          int    `default:"5" placeholder:"N" help:"Number of worst frames to print for each encode, and of worst quads with --by-quad." group:"Output:"`
	WorstBy        string `default:"ssim" enum:"${compare_orders}" placeholder:"MEASURE" help:"Measure that ranks the worst frames. One of ${enum}; lost and invented count pixels at edges." group:"Output:"`
	VMAF           bool   `name:"vmaf" help:"Also compute VMAF, if FFmpeg has libvmaf. It uses the filter's default model." group:"Output:"`
	pairing        `group:"Input:"`
	decoding       `group:"Input:"`
	selectionFlags `group:"Frames:"`
	tuning         `group:"Quads:"`
}

// compareVars are the variables in the tags of comparisons.
func compareVars() map[string]string {
	return map[string]string{"compare_orders": compare.OrderNames()}
}

// Validate implements kong's hook.
func (c *compareCommand) Validate() error {
	form, badForm := c.form()
	if badForm == nil && c.Edges && form != compare.NDJSON {
		return errors.New("--edges: only NDJSON can hold quads")
	}
	switch {
	case c.ByQuad && c.Edges:
		return errors.New("--edges: rows by quad (--by-quad) have no quads of edges")
	case c.ByQuad && c.VMAF:
		return errors.New("--vmaf: there is no VMAF of single quads (--by-quad)")
	case c.Engine == "gpu":
		return errors.New("--engine: videos are compared on the CPU")
	case c.Worst < 0 || c.Worst > mostWorst:
		return fmt.Errorf("--worst: %d is not between 0 and %d", c.Worst, mostWorst)
	}
	_, badFrames := c.selectionFlags.parse()
	err := errors.Join(badForm, badFrames, c.tuning.Validate())
	if err == nil {
		params, _ := c.params()
		err = edges.Check(params)
	}
	if err == nil && c.VMAF {
		if err = compare.HasVMAF(); err != nil {
			err = fmt.Errorf("--vmaf: %w", err)
		}
	}
	return err
}

// mostWorst limits the number of frames that are printed.
const mostWorst = 1000

func (c *compareCommand) form() (compare.Form, error) {
	if c.Output == "-" || c.Output == "" {
		return compare.CSV, nil
	}
	form, err := compare.FormForName(string(c.Output))
	if err != nil {
		return form, fmt.Errorf("--output: %w", err)
	}
	return form, nil
}

func (c *compareCommand) Run(e *environment) error {
	of := source{File: c.Reference, Stream: c.Stream}
	if err := c.mayWrite(e, string(c.Output)); err != nil {
		return err
	}
	o := compare.Options{Reference: string(c.Reference), Stream: c.Stream, Align: c.Align.Rule, Scale: c.Scale, FitSizes: !c.Scale, Coded: c.Coded, VMAF: c.VMAF, Worst: c.Worst, Quads: c.Edges, ByQuad: c.ByQuad, Out: string(c.Output)}
	if c.ByQuad {
		o.WorstAreas = c.Worst
	}
	for _, name := range c.Encodes {
		o.Encodes = append(o.Encodes, string(name))
	}
	var err1, err2, err3, err4 error
	o.Form, err1 = c.form()
	o.Selection, err2 = c.selectionFlags.parse()
	o.Params, err3 = c.params()
	o.Order, err4 = compare.ParseOrder(c.WorstBy)
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return err
	}
	in, err := of.locate()
	if err != nil {
		return err
	}
	defer in.remove()
	w, err := c.begin(e, o.Out)
	if err != nil {
		return err
	}
	o.To = w.to
	report, err := compare.Run(w.ctx, o, w.show)
	w.end()
	if err != nil {
		for _, name := range o.Encodes {
			if inputAt(name).namedIn(err.Error()) {
				return err
			}
		}
		return in.about(selectionError(err))
	}
	return c.conclude(e, in, report)
}

// conclude prints the result and returns the videos' damage as an error.
func (c *compareCommand) conclude(e *environment, in *input, report *compare.Report) error {
	e.say("%s: %s of %s", c.Output, number(report.Frames, "frame"), in.name)
	damage := []error{in.damage(report.Faults, "what decodes of it was compared")}
	for i := range report.Encodes {
		encode := &report.Encodes[i]
		c.summary(e, report, encode)
		damage = append(damage, inputAt(encode.Name).damage(encode.Faults, "what decodes of it was compared"))
	}
	return errors.Join(damage...)
}

// summary prints the result of an encode.
func (c *compareCommand) summary(e *environment, report *compare.Report, encode *compare.Encode) {
	if turn := describe.Turn(encode.Turn); turn != "" {
		e.say("%s: %s, as the display matrices say, to match the reference's coded pictures", encode.Name, turn)
	}
	if encode.Scaled != "" {
		e.say("%s: %s", encode.Name, encode.Scaled)
	}
	if encode.Frames > 0 {
		m := &encode.Means
		psnr, ssim := []string{"average " + decibels(m.PSNR)}, []string{fmt.Sprintf("all %.6f", m.SSIM)}
		for i, name := range report.Names {
			psnr = append(psnr, name+" "+decibels(m.Planes[i].PSNR))
			ssim = append(ssim, fmt.Sprintf("%s %.6f", name, m.Planes[i].SSIM))
		}
		if !m.HasSSIM {
			ssim = []string{"not defined for pictures this small"}
		}
		e.say("%s: PSNR %s; SSIM %s", encode.Name, strings.Join(psnr, ", "), strings.Join(ssim, ", "))
		if c.VMAF {
			e.say("%s: VMAF %.6f", encode.Name, m.VMAF)
		}
		params, _ := c.params() // which have been checked
		e.say("%s: edges at threshold %v, IoU %.4f; per frame %.1f edge pixels lost, %.1f invented", encode.Name, params.Threshold, m.IoU, m.Lost, m.Invented)
	}
	c.gaps(e, encode)
	advice := ""
	if !c.Align.Steps() {
		advice = "; try --align auto"
	}
	if encode.Missing > 0 {
		e.warn("%s: %s unmatched, the first %s%s", encode.Name, number(encode.Missing, "frame")+" of the reference", at(encode.First), advice)
	}
	if encode.Left > 0 {
		e.warn("%s: %s of the encode unmatched%s", encode.Name, number(encode.Left, "frame"), advice)
	}
	if encode.Shifted {
		e.warn("%s: most frames look more like other frames than like those at their times%s", encode.Name, advice)
	}
	for i, f := range encode.Worst {
		similar := ""
		if f.HasSSIM {
			similar = fmt.Sprintf("SSIM %.6f, ", f.SSIM)
		}
		e.say("%s: worst %d: %s: %sPSNR average %s, IoU %.4f, lost %s, invented %s", encode.Name, i+1, at(f.Place), similar, decibels(f.PSNR), f.IoU, edgeCounts(f.Lost), edgeCounts(f.Invented))
	}
	for i := range encode.Areas[compare.Quads] {
		q := &encode.Areas[compare.Quads][i]
		plane := report.Names[0]
		e.say("%s: worst quad %d: %s, %d×%[4]d at (%d, %d): PSNR %s %s, SSIM %s %.6f, mean difference %+.2f", encode.Name, i+1, at(q.Place), q.Part.Dx(), q.Part.Min.X, q.Part.Min.Y,
			plane, decibels(q.Error.PSNR()), plane, q.Error.SSIM, float64(q.Error.Mean())/1e6)
	}
}

// edgeCounts says how many pixels at edges there are, and in how many quads: --min-size leaves out small ones.
func edgeCounts(n compare.Counts) string {
	if n.Quads == 0 {
		return number(n.Pixels, "pixel")
	}
	return fmt.Sprintf("%s (%s)", number(n.Pixels, "pixel"), number(n.Quads, "quad"))
}

// gaps prints which frames have no match, where frames are not matched by times.
func (c *compareCommand) gaps(e *environment, encode *compare.Encode) {
	p := &encode.Path
	if len(p.Frames) == 0 {
		return
	}
	first := ""
	if p.Frames[align.Match] > 0 {
		first = fmt.Sprintf(", the first is %s of the reference with %s of the encode", at(p.First[0]), at(p.First[1]))
	}
	e.say("%s: %s matched%s", encode.Name, number(p.Frames[align.Match], "frame"), first)
	for i := range p.Gaps {
		g := &p.Gaps[i]
		to := ""
		if g.Frames > 1 {
			to = " to " + at(g.Last)
		}
		e.say("%s: %s of the %s %s: %s%s", encode.Name, number(g.Frames, "frame"), gapWords[g.Kind].of, gapWords[g.Kind].what, at(g.First), to)
	}
	if p.More > 0 {
		all := "; the column match has all"
		if c.ByQuad {
			all = ""
		}
		e.say("%s: %s%s", encode.Name, number(p.More, "further gap"), all)
	}
}

// gapWords has a row for each kind of frames without a match.
var gapWords = map[align.Kind]struct{ of, what string }{
	align.Missing:         {"reference", "missing"},
	align.Extra:           {"encode", "extra"},
	align.ReferenceRepeat: {"reference", "repeated"},
	align.EncodeRepeat:    {"encode", "repeated"},
}

// at names a frame.
func at(p compare.Place) string {
	if p.Index < 0 {
		return fmt.Sprintf("at %.3f s", p.Seconds)
	}
	return fmt.Sprintf("frame index %d at %.3f s", p.Index, p.Seconds)
}

// decibels formats a PSNR like FFmpeg's filter.
func decibels(v float64) string {
	if math.IsInf(v, 1) {
		return "inf"
	}
	return fmt.Sprintf("%.2f", v)
}
