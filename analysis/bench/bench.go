// Package bench measures the engines: the same pictures through each, stage by
// stage, after their quads have been compared.
//
// Input is a [Plan] and engines, output a [Row] for each combination. CPU
// stages are measured by the clock, GPU stages by the GPU's timestamps. What it
// measures runs on the calling goroutine; nothing outlives a call. The tests
// beside it measure other programs that give the same quads.
package bench

import (
	"context"
	"fmt"
	"slices"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/yuv"
)

// Engine is one of those measured.
type Engine struct {
	Name string
	analysis.Engine
	GPU      bool // stages are timed by a GPU's timestamps
	Software bool // a GPU that is none
}

// Size is a size of picture.
type Size struct {
	Name          string
	Width, Height int
}

// Sizes are those of the papers and of video.
func Sizes() []Size {
	return []Size{
		{"1024", 1024, 1024}, {"2048", 2048, 2048}, {"4096", 4096, 4096},
		{"1080p", 1920, 1080}, {"4k", 3840, 2160}, {"8k", 7680, 4320},
	}
}

// Plan is what to measure: all combinations.
type Plan struct {
	Variants   []analysis.Params // the threshold is set by Thresholds
	Sizes      []Size
	Contents   []Content
	Thresholds []float64
	Video      *yuv.Picture // of the content Video

	// A row is the median of Runs pictures. Where that would take longer than
	// Limit, and no real GPU is measured, fewer are taken, at least 3.
	Runs  int
	Limit time.Duration
}

// Row is what an engine took. Times are medians; a stage that the engine does
// not have, or does in another, is 0.
type Row struct {
	Params     analysis.Params
	Size       Size
	Content    Content
	Engine     string
	GPU        bool // measured by timestamps
	Quads      int
	Runs       int
	Times      analysis.Times
	Total      time.Duration // of edge, pyramid and list together
	TimesFirst float64       // how many times as fast as the first engine
}

// Run measures a plan, the combinations in order and for each the engines in
// turn, and hands each row to report. Left out are contents that do not fit the
// parameters, and engines that are others' twins with them. It fails where an engine gives other
// quads or means than the first one.
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
	var rows []Row
	var first analysis.Result
	for _, e := range engines {
		if params.Variant == analysis.CommonFeature && IsChoice(e.Name) {
			continue
		}
		result, err := e.Analyze(picture, params)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.Name, err)
		}
		if len(rows) == 0 {
			first.Quads, first.Means = slices.Clone(result.Quads), slices.Clone(result.Means)
		} else if !slices.Equal(result.Quads, first.Quads) || !slices.Equal(result.Means, first.Means) {
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

// Measure takes the median of an engine's runs on one picture. The row says
// nothing of size, content and quads.
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
		Params: params, Engine: e.Name, GPU: e.GPU, Runs: len(total), Total: median(total),
		Times: analysis.Times{Upload: median(upload), Edge: median(edge), Pyramid: median(pyramid), List: median(list)},
	}, nil
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}
