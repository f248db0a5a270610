package bench

import (
	"context"
	"fmt"
	"time"

	"ffkvadrat/analysis/histogram"
	"ffkvadrat/analysis/histogram/glhistogram"
	"ffkvadrat/gpu"
	"ffkvadrat/yuv/glyuv"
)

// kubias is the paper about histograms.
var kubias = Paper{"Efficient Computation of Histograms on the GPU", 0, 3, "NVIDIA GeForce 8800 GTX, two Xeon 2.8 GHz"}

// The ways to count besides those of glhistogram.Method.
const (
	byCPU     = "cpu"
	byAtomics = "atomics"
)

// histogramLines returns the ways to count, with the paper's figures for its own way, NVIDIA's and
// the CPU's.
func histogramLines(planes, discard, cpu []Figure) []Line {
	line := func(label, method string, figures []Figure) Line {
		return Line{label, measurand{kind: countTime, method: method}, figures}
	}
	return []Line{
		line("planes, the paper's way", glhistogram.Planes.String(), planes),
		line("discard, NVIDIA's way", glhistogram.Discard.String(), discard),
		line("scatter by blending", glhistogram.Scatter.String(), nil),
		line("shared atomics", byAtomics, nil),
		line("CPU", byCPU, cpu),
	}
}

// histogramTables returns the paper's tables for its X-ray image; those for its teapot differ
// little.
func histogramTables() []PaperTable {
	var bySize, byBins []Column
	for _, size := range []int{1024, 512, 256, 128, 64} {
		bySize = append(bySize, Column{Size: size, Bins: 256})
	}
	for _, bins := range []int{256, 128, 64, 32, 16} {
		byBins = append(byBins, Column{Size: 1024, Bins: bins})
	}
	papers := []Paper{kubias}
	return []PaperTable{
		{Papers: papers, Number: 1, Title: "histograms of pictures of several sizes", Columns: bySize, Lines: histogramLines(
			exact(6.0, 1.9, 1.5, 1.4, 1.4), exact(70.7, 16.9, 6.1, 4.5, 4.4), exact(8.3, 2.1, 0.5, 0.13, 0.04))},
		{Papers: papers, Number: 3, Title: "histograms with several numbers of bins", Columns: byBins, Lines: histogramLines(
			exact(6.0, 3.4, 2.1, 1.5, 1.1), exact(70.7, 36.0, 18.7, 10.0, 5.7), exact(8.3, 8.3, 8.4, 8.3, 8.3))},
	}
}

// histograms measures the ways to count a column's picture, which is on the GPU, from the call to
// the counts in main memory.
func (p *PaperPlan) histograms(ctx context.Context, dev *gpu.Device, column Column) (map[measurand]measured, error) {
	side := p.side(column.Size)
	picture, err := Picture(Video, side, side, 0, p.Video)
	if err != nil {
		return nil, err
	}
	subject := histogram.Subject{Bins: column.Bins}
	want, err := histogram.Reference(picture, subject)
	if err != nil {
		return nil, err
	}
	planes := glyuv.NewPlanes(dev)
	defer planes.Release()
	planes.Load(picture)
	textures, err := planes.Textures()
	if err != nil {
		return nil, err
	}
	paper := glhistogram.NewPaper(dev)
	defer paper.Release()
	atomics, err := glhistogram.NewCounter(dev)
	if err != nil {
		return nil, err
	}
	defer atomics.Release()
	var cpu histogram.Counter
	ways := map[string]func() (histogram.Histogram, error){
		byCPU:     func() (histogram.Histogram, error) { return cpu.Count(picture, subject) },
		byAtomics: func() (histogram.Histogram, error) { return atomics.Count(picture, textures, subject) },
	}
	for m := range glhistogram.MethodCount {
		ways[m.String()] = func() (histogram.Histogram, error) {
			return paper.Count(picture, textures.Luma, column.Bins, m)
		}
	}
	found := map[measurand]measured{}
	run := pointRun{plan: p, ctx: ctx, dev: dev}
	for name, count := range ways {
		got, err := count() // also compiles and allocates
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if got != want {
			return nil, fmt.Errorf("%s counts other pixels than the reference", name)
		}
		found[measurand{kind: countTime, method: name}], err = run.repeat(false, func() (time.Duration, error) {
			dev.Finish()
			begin := time.Now()
			_, err := count()
			return time.Since(begin), err
		})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return found, nil
}
