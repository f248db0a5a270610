// Package bench measures the engines: it runs the same pictures through each, stage by stage, after
// comparing their quads.
//
// Input is a [Plan] and engines; output is a [Row] for each combination. CPU stages are measured by
// the clock, GPU stages by the GPU's timestamps. The measured code runs on the calling goroutine;
// nothing outlives a call. The tests of this package measure other programs that give the same
// quads.
package bench

import (
	"context"
	"fmt"
	"slices"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/match"
	"ffkvadrat/yuv"
)

// Engine is an engine to be measured.
type Engine struct {
	Name string
	analysis.Engine
	GPU      bool // the GPU's timestamps measure the stages
	Software bool // a software rasteriser
}

// Size is the size of a picture.
type Size struct {
	Name          string
	Width, Height int
}

// Sizes returns the sizes of the papers and of video.
func Sizes() []Size {
	return []Size{
		{"1024", 1024, 1024}, {"2048", 2048, 2048}, {"4096", 4096, 4096},
		{"1080p", 1920, 1080}, {"4k", 3840, 2160}, {"8k", 7680, 4320},
	}
}

// Plan lists what to measure: all combinations of its fields.
type Plan struct {
	Variants   []analysis.Params // the threshold is set by Thresholds
	Sizes      []Size
	Contents   []Content
	Thresholds []float64
	Classes    int          // their number, evenly spaced up to the threshold; fewer than two for no classes
	Video      *yuv.Picture // for the content Video
	Template   int          // side of the template, which is cut out of the picture's middle

	// A row is the median of Runs pictures. Software is measured on fewer, at least 3, where Runs
	// would take longer than Limit.
	Runs  int
	Limit time.Duration
}

// Check checks the number of classes, the template's side and the limit; the rest may still be missing. An error begins
// with the number's name.
func (p *Plan) Check() error {
	switch {
	case p.Classes < 0 || p.Classes > edge.MaxClasses:
		return fmt.Errorf("classes: %d is not between 0 and %d", p.Classes, edge.MaxClasses)
	case p.Template < 1 || p.Template > match.MaxSide:
		return fmt.Errorf("template: %d is not between 1 and %d", p.Template, match.MaxSide)
	case p.Limit < 0:
		return fmt.Errorf("limit: %v is negative", p.Limit)
	}
	return nil
}

// Row holds the measurements of an engine. Times are medians; a stage is 0 if the engine does not
// have it or merges it with another.
type Row struct {
	Params     analysis.Params
	Size       Size
	Content    Content
	Engine     string
	GPU        bool // measured by timestamps
	Quads      int
	Runs       int
	Times      analysis.Times
	Total      time.Duration // edge, pyramid and list together
	TimesFirst float64       // speed-up over the first engine
}

// Run measures a plan, the combinations in order and the engines of each in turn, and passes each
// row to report. It skips contents that do not fit the parameters, and engines that equal others
// with these parameters. It fails if an engine's quads, means, values or classes differ from those
// of the first one.
func (p *Plan) Run(ctx context.Context, engines []Engine, report func(Row)) error {
	for _, size := range p.Sizes {
		for _, content := range p.Contents {
			for _, threshold := range p.Thresholds {
				picture, err := Picture(content, size.Width, size.Height, threshold, p.Video)
				if err != nil {
					return err
				}
				for _, params := range p.Variants {
					if !content.Fits(params) {
						continue
					}
					params.Threshold = threshold
					if params.Variant.Discriminates() {
						params = params.Divided(p.Classes)
					}
					if params.Variant.Searches() {
						if err := params.CutTemplate(picture, (picture.Width-p.Template)/2, (picture.Height-p.Template)/2, p.Template, p.Template); err != nil {
							return fmt.Errorf("bench: %w", err)
						}
					}
					rows, err := p.compare(ctx, engines, picture, params)
					if err != nil {
						return fmt.Errorf("bench: %s, %s, threshold %v: %w", size.Name, content, threshold, err)
					}
					for _, row := range rows {
						row.Size, row.Content = size, content
						report(row)
					}
				}
			}
		}
	}
	return nil
}

// compare measures the engines on one picture.
func (p *Plan) compare(ctx context.Context, engines []Engine, picture *yuv.Picture, params analysis.Params) ([]Row, error) {
	if params.Needs().Before {
		picture = panned(picture)
	}
	if params.Needs().Vectors {
		picture = turning(picture)
	}
	var rows []Row
	var first analysis.Result
	for _, e := range engines {
		if IsChoice(e.Name) && !hasChoices(params) {
			continue
		}
		result, err := e.Analyze(picture, params)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.Name, err)
		}
		if len(rows) == 0 {
			first.Quads, first.Means = slices.Clone(result.Quads), slices.Clone(result.Means)
			first.Values, first.Classes = slices.Clone(result.Values), slices.Clone(result.Classes)
		} else if !slices.Equal(result.Quads, first.Quads) || !slices.Equal(result.Means, first.Means) || !slices.Equal(result.Values, first.Values) || !slices.Equal(result.Classes, first.Classes) {
			return nil, fmt.Errorf("%s gives other quads than %s", e.Name, rows[0].Engine)
		}
		row, err := p.Measure(ctx, e, picture, params)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.Name, err)
		}
		row.Quads = len(first.Quads)
		if row.TimesFirst = 1; len(rows) > 0 {
			row.TimesFirst = float64(rows[0].Total) / float64(row.Total)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// Measure returns the median of an engine's runs on one picture. The row lacks size, content and
// quads.
func (p *Plan) Measure(ctx context.Context, e Engine, picture *yuv.Picture, params analysis.Params) (Row, error) {
	const least = 3
	var upload, edge, pyramid, list, total []time.Duration
	begin := time.Now()
	for n := range p.Runs {
		if err := ctx.Err(); err != nil {
			return Row{}, err
		}
		if n >= least && (!e.GPU || e.Software) && time.Since(begin) > p.Limit {
			break
		}
		result, err := e.Analyze(picture, params)
		if err != nil {
			return Row{}, err
		}
		t := result.Times
		upload, edge = append(upload, t.Upload), append(edge, t.Edge)
		pyramid, list = append(pyramid, t.Pyramid), append(list, t.List)
		total = append(total, t.Edge+t.Pyramid+t.List)
	}
	return Row{
		Params: params, Engine: e.Name, GPU: e.GPU, Runs: len(total), Total: analysis.Median(total),
		Times: analysis.Times{Upload: analysis.Median(upload), Edge: analysis.Median(edge), Pyramid: analysis.Median(pyramid), List: analysis.Median(list)},
	}, nil
}
