package analysis

import (
	"time"

	"ffkvadrat/feature"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// cpuFeature is the part of [CPU] for [CommonFeature].
type cpuFeature struct {
	builder *feature.CPU
	field   feature.Field
	tiles   *crew // tiles: samples → quads
	move    *crew // chunks of runs: moves quads to their positions
}

func newCPUFeature(builder *feature.CPU, goroutines int) cpuFeature {
	return cpuFeature{
		builder: builder,
		tiles:   newCrew(goroutines, builder.Tile),
		move: newCrew(goroutines, func(member, i int) {
			builder.Move(member, i*chunk, min((i+1)*chunk, builder.Runs()))
		}),
	}
}

// analyzeFeature is Analyze for CommonFeature. In its [Times], Edge is the time of the tiles,
// including the levels in them.
func (c *CPU) analyzeFeature(p *yuv.Picture, params Params, limits quadpyramid.Limits) (Result, error) {
	level, err := feature.Level(params.Threshold)
	if err != nil {
		return Result{}, err
	}
	members := len(c.passes)
	if p.Width*p.Height < sharedPixels {
		members = 1
	}
	start := time.Now()
	f := &c.feature
	if p, params, err = OfVectors(&f.field, p, params); err != nil {
		return Result{}, err
	}
	if err := f.builder.Begin(p, params.Features, level, limits, members); err != nil {
		return Result{}, err
	}
	f.tiles.run(members, f.builder.Tiles())
	built := time.Now()
	f.builder.Merge()
	merged := time.Now()
	f.move.run(members, (f.builder.Runs()+chunk-1)/chunk)
	quads, means := f.builder.List()
	return Result{Quads: quads, Means: means, Times: Times{
		Edge:    built.Sub(start),
		Pyramid: merged.Sub(built),
		List:    time.Since(merged),
	}}, nil
}
