package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"ffkvadrat/measure/histograms"
)

type histogramCommand struct {
	source
	Output         outName `short:"o" required:"" placeholder:"OUT.csv" help:"File to write, .csv. It has a row for each frame and source; - is standard output." group:"Output:"`
	overwriting    `group:"Output:"`
	Of             []string `default:"luma" placeholder:"SOURCE" help:"What is counted. ${histogram_sources}; d is the value that the operator compares with the threshold." group:"Histogram:"`
	Bins           int      `default:"256" placeholder:"N" help:"Number of bins, from ${least_bins} to ${most_bins}." group:"Histogram:"`
	Values         string   `default:"absolute" enum:"absolute,relative,cumulative" help:"What is written for each bin. One of ${enum}." group:"Histogram:"`
	decoding       `group:"Input:"`
	selectionFlags `group:"Frames:"`
	tuning         `group:"Quads:"`
}

// histogramVars are the variables in the tags of histograms.
func histogramVars() map[string]string {
	return map[string]string{
		"histogram_sources": strings.Join(histograms.SourceNames(), ", "),
		"least_bins":        fmt.Sprint(histograms.LeastBins), "most_bins": fmt.Sprint(histograms.MostBins),
	}
}

// Validate implements kong's hook.
func (c *histogramCommand) Validate() error {
	if name := string(c.Output); name != "-" && name != "" && !strings.EqualFold(filepath.Ext(name), ".csv") {
		return fmt.Errorf("--output: %s does not end in .csv, the only format", name)
	}
	switch {
	case c.Engine == "gpu":
		return errors.New("--engine: histograms are counted on the CPU")
	case c.Template != "":
		return errors.New("--template: histograms need none")
	}
	_, badSources := c.sources()
	_, badFrames := c.selectionFlags.parse()
	var badBins error
	if c.Bins < histograms.LeastBins || c.Bins > histograms.MostBins {
		badBins = fmt.Errorf("--bins: %d is not between %d and %d", c.Bins, histograms.LeastBins, histograms.MostBins)
	}
	return errors.Join(badSources, badBins, badFrames, c.tuning.Validate())
}

// sources returns the quantities that are counted.
func (c *histogramCommand) sources() (list histograms.Sources, err error) {
	params, err := c.params()
	if err != nil {
		return nil, err
	}
	for _, name := range c.Of {
		if err := list.Add(name); err != nil {
			return nil, fmt.Errorf("--of: %w", err)
		}
		if list.OfD() && !params.Variant.Discriminates() {
			return nil, fmt.Errorf("--of d: --variant %v has no such value", params.Variant)
		}
	}
	return list, nil
}

func (c *histogramCommand) Run(e *environment) error {
	if err := c.mayWrite(e, string(c.Output)); err != nil {
		return err
	}
	o := histograms.Options{Bins: c.Bins, Out: string(c.Output), Stream: c.Stream}
	var err1, err2, err3, err4 error
	o.Sources, err1 = c.sources()
	o.Selection, err2 = c.selectionFlags.parse()
	o.Params, err3 = c.params()
	o.Form, err4 = histograms.ParseForm(c.Values)
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return err
	}
	in, err := c.locate()
	if err != nil {
		return err
	}
	defer in.remove()
	o.Path = in.path
	w, err := c.begin(e, o.Out)
	if err != nil {
		return err
	}
	o.To = w.to
	report, err := histograms.Run(w.ctx, o, w.show)
	w.end()
	if err != nil {
		return in.about(selectionError(err))
	}
	if err := in.damage(report.Faults, fmt.Sprintf("%s in %s", number(report.Frames, "frame"), o.Out)); err != nil {
		return err
	}
	e.say("%s: %s", o.Out, number(report.Frames, "frame"))
	return nil
}
