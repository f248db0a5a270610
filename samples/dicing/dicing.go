// Package dicing runs a mesh through the stages of the papers' programs Dicer and HeartBreaker, and
// reports their times next to the papers'.
//
// Input is a mesh and the name of an engine; output is the points of its surface, and a [Table]. The
// engine is for one goroutine at a time, and on the GPU it has a separate device.
//
// Source: Ziegler, Tevs, Theobalt, Seidel, "On-the-fly Point Clouds through Histogram Pyramids",
// section 9.
package dicing

import (
	"context"
	"fmt"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/headless"
	"ffkvadrat/edge"
	"ffkvadrat/samples/mesh"
	"ffkvadrat/samples/voxels"
)

// Times are the durations of the stages of a dicing.
type Times struct {
	Voxelise time.Duration // mesh → voxels
	Picture  time.Duration // voxels → marks → picture
	Transfer time.Duration // upload of the picture to the GPU
	Pyramid  time.Duration // alpha → mask → pyramid
	List     time.Duration // pyramid → points
}

// Dicer computes points from meshes.
type Dicer struct {
	engine  *headless.Engine
	on      string // description of the engine
	gpu     bool
	solid   *voxels.Solid
	picture *voxels.Picture
	marks   voxels.Marks
}

// points selects the opaque pixels: alpha at least one half, as in the paper.
var points = analysis.Params{Variant: analysis.Points, Operator: edge.Luma, Planes: edge.AlphaPlane, Threshold: 0.5}

// New returns a dicer for slices of side × side voxels, with the engine cpu, gpu or auto.
func New(engine string, side int, marks voxels.Marks) (*Dicer, error) {
	d := &Dicer{marks: marks}
	var err error
	if d.solid, err = voxels.New(side); err != nil {
		return nil, err
	}
	d.picture = voxels.NewPicture(side)
	if d.engine, err = headless.Open(engine, nil, nil); err != nil {
		return nil, err
	}
	if err := d.engine.Wait(); err != nil {
		d.engine.Release()
		return nil, err
	}
	if d.gpu = d.engine.Name() == "gpu"; d.gpu {
		d.on = d.engine.Why()
	}
	return d, nil
}

// Release frees the engine.
func (d *Dicer) Release() { d.engine.Release() }

// Solid returns the voxels of the last mesh; Picture returns the picture of its slices.
func (d *Dicer) Solid() *voxels.Solid     { return d.solid }
func (d *Dicer) Picture() *voxels.Picture { return d.picture }

// dice returns the list of a mesh and the times of the stages.
func (d *Dicer) dice(m *mesh.Mesh) (analysis.Result, Times, error) {
	var t Times
	start := time.Now()
	if err := d.solid.Fill(m); err != nil {
		return analysis.Result{}, t, err
	}
	t.Voxelise = time.Since(start)
	start = time.Now()
	d.picture.Mark(d.solid, d.marks)
	t.Picture = time.Since(start)
	r, err := d.engine.Analyze(&d.picture.Picture, points)
	if err != nil {
		return r, t, fmt.Errorf("dicing: %w", err)
	}
	t.Transfer, t.Pyramid, t.List = r.Times.Upload, r.Times.Edge+r.Times.Pyramid, r.Times.List
	return r, t, nil
}

// Points returns the points of a mesh, in Morton order of the picture.
func (d *Dicer) Points(m *mesh.Mesh) ([]voxels.Point, error) {
	r, _, err := d.dice(m)
	if err != nil {
		return nil, err
	}
	return d.picture.Points(nil, d.solid, r.Quads), nil
}

// Measure runs a mesh through all stages a number of times, and returns the number of its points and
// the median time of each stage.
func (d *Dicer) Measure(ctx context.Context, m *mesh.Mesh, runs int) (count int, median Times, err error) {
	stages := median.stages()
	all := make([][]time.Duration, len(stages))
	// The first run compiles programs and allocates memory, so it does not count.
	for run := range runs + 1 {
		if err := ctx.Err(); err != nil {
			return 0, median, err
		}
		r, t, err := d.dice(m)
		if err != nil {
			return 0, median, err
		}
		for i, stage := range t.stages() {
			if run > 0 {
				all[i] = append(all[i], *stage)
			}
		}
		count = len(r.Quads)
	}
	for i, stage := range stages {
		*stage = analysis.Median(all[i])
	}
	return count, median, nil
}

// stages returns the times in the order of the stages.
func (t *Times) stages() []*time.Duration {
	return []*time.Duration{&t.Voxelise, &t.Picture, &t.Transfer, &t.Pyramid, &t.List}
}
