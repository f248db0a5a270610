package bench

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/gpu"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/glpyramid"
	"ffkvadrat/yuv"
)

// PaperPlan repeats the measurements of the papers' tables.
type PaperPlan struct {
	Sizes []int // pixels a side: 1024, 2048, 4096
	// Video is the picture in which to find quads and, with Edges, points: its pixels whose D is at
	// least PaperEdges. Without Edges, the points are those of Volume.
	Video *yuv.Picture
	Edges bool

	Runs  int // as in Plan
	Limit time.Duration

	shorter int // divides the sides of pictures, for tests; 0 means 1
}

// PaperEdges is the threshold at and above which pixels of a video are points.
const PaperEdges = 0.22

// PaperRow is one cell of a table.
type PaperRow struct {
	Table  *PaperTable
	Label  string
	Column Column
	Figure Figure        // the paper's figure
	Count  int           // our count, or
	Time   time.Duration // our time, a median
	Runs   int
	GPU    bool   // measured by timestamps
	Note   string // the reason if there is no Count and no Time
}

// Factor returns the speed-up over the paper, 0 if it is unknown.
func (r *PaperRow) Factor() float64 {
	if r.Figure.Value == 0 || r.Time == 0 {
		return 0
	}
	return r.Figure.Value / (r.Time.Seconds() * 1e3)
}

// Notes in place of a time.
const (
	inexact = "not exact here"
	beyond  = "beyond this driver"
)

// measured is the result for one thing.
type measured struct {
	count int
	time  time.Duration
	runs  int
	gpu   bool
	note  string
}

// Run measures the tables on a device, with the engines cpu, gpu-reference and gpu for quads, and
// returns their rows, table by table. It fails if the lists of shapes or engines differ.
func (p *PaperPlan) Run(ctx context.Context, dev *gpu.Device) ([]PaperRow, error) {
	points := map[int]map[measurand]measured{}
	for _, size := range p.Sizes {
		pixels, err := p.pixels(size)
		if err != nil {
			return nil, err
		}
		run := pointRun{plan: p, ctx: ctx, dev: dev, size: p.side(size), pixels: pixels, found: map[measurand]measured{}}
		if err := run.all(); err != nil {
			return nil, fmt.Errorf("bench: points, %d×%[1]d: %w", size, err)
		}
		points[size] = run.found
	}
	var engines []Engine
	defer func() {
		for _, e := range engines {
			e.Release()
		}
	}()
	for _, name := range []string{"gpu-reference", "gpu", "cpu"} {
		e, err := NewEngine(name, dev)
		if err != nil {
			return nil, err
		}
		engines = append(engines, e)
	}
	var rows []PaperRow
	tables := PaperTables()
	for i := range tables {
		table := &tables[i]
		for n, column := range table.Columns {
			wanted := column.Size
			if column.Bins > 0 {
				wanted = max(wanted, slices.Min(p.Sizes)) // measured with the smallest size
			}
			if !slices.Contains(p.Sizes, wanted) {
				continue
			}
			found := points[column.Size]
			if column.Bins > 0 {
				var err error
				if found, err = p.histograms(ctx, dev, column); err != nil {
					return nil, fmt.Errorf("bench: %s, %d×%[2]d: %w", table.Title, column.Size, err)
				}
			} else if column.Threshold > 0 {
				var err error
				if found, err = p.quads(ctx, engines, table, column); err != nil {
					return nil, fmt.Errorf("bench: %s, %d×%[2]d: %w", table.Title, column.Size, err)
				}
			}
			rows = append(rows, table.rows(n, found)...)
		}
	}
	return rows, nil
}

// rows returns a column of a table.
func (t *PaperTable) rows(column int, found map[measurand]measured) []PaperRow {
	var rows []PaperRow
	for _, line := range t.Lines {
		m := found[line.measurand]
		row := PaperRow{
			Table: t, Label: line.Label, Column: t.Columns[column],
			Count: m.count, Time: m.time, Runs: m.runs, GPU: m.gpu, Note: m.note,
		}
		if column < len(line.Figures) {
			row.Figure = line.Figures[column]
		}
		rows = append(rows, row)
	}
	return rows
}

// quads measures the engines with a column's threshold: the feature combiner or edges.
func (p *PaperPlan) quads(ctx context.Context, engines []Engine, table *PaperTable, column Column) (map[measurand]measured, error) {
	side := p.side(column.Size)
	picture, err := Picture(Video, side, side, column.Threshold, p.Video)
	if err != nil {
		return nil, err
	}
	params := analysis.Params{Threshold: column.Threshold}
	if table.combines {
		params.Variant = analysis.CommonFeature
	}
	found := map[measurand]measured{}
	var able []Engine // the last engine is the CPU
	for _, e := range engines {
		if _, err := e.Analyze(picture, params); err == nil {
			able = append(able, e)
		} else if errors.Is(err, gpu.ErrLimit) {
			for _, k := range []kind{pyramidTime, listTime, wholeTime} {
				found[measurand{kind: k, engine: e.Name}] = measured{note: beyond}
			}
		} else {
			return nil, fmt.Errorf("%s: %w", e.Name, err)
		}
	}
	plan := Plan{Runs: p.Runs, Limit: p.Limit}
	rows, err := plan.compare(ctx, able, picture, params)
	if err != nil {
		return nil, err
	}
	found[measurand{kind: count}] = measured{count: rows[0].Quads}
	for _, row := range rows {
		for k, t := range map[kind]time.Duration{pyramidTime: row.Times.Pyramid, listTime: row.Times.List, wholeTime: row.Total} {
			found[measurand{kind: k, engine: row.Engine}] = measured{time: t, runs: row.Runs, gpu: row.GPU}
		}
	}
	return found, nil
}

// side returns the real side of a column's picture in pixels.
func (p *PaperPlan) side(size int) int { return size / max(p.shorter, 1) }

// pixels returns the picture of points of a size, RGBA.
func (p *PaperPlan) pixels(size int) ([]byte, error) {
	size = p.side(size)
	if !p.Edges {
		return Volume(size), nil
	}
	picture, err := Picture(Video, size, size, 0, p.Video)
	if err != nil {
		return nil, err
	}
	decision, err := edge.Discriminator{Threshold: PaperEdges, Invert: true}.Decision(picture.Format)
	if err != nil {
		return nil, err
	}
	var masker edge.Reference
	var mask edge.Mask
	masker.Run(&mask, picture, decision)
	pixels := make([]byte, 4*size*size)
	for i, leaf := range mask.Leaf {
		pixels[4*i+3] = 255 * leaf
	}
	return pixels, nil
}

// pointRun measures points on a picture.
type pointRun struct {
	plan   *PaperPlan
	ctx    context.Context
	dev    *gpu.Device
	size   int
	pixels []byte
	found  map[measurand]measured

	list []quadpyramid.Quad // line by line
	want []quadpyramid.Quad // in Morton order
}

func (r *pointRun) all() error {
	r.list = traverse(nil, r.pixels, r.size)
	r.found[measurand{kind: count}] = measured{count: len(r.list)}
	r.want = slices.Clone(r.list)
	slices.SortFunc(r.want, func(a, b quadpyramid.Quad) int { return int(a.Morton()) - int(b.Morton()) })
	if err := r.hybrid(); err != nil {
		return err
	}
	for _, shape := range glpyramid.Shapes() {
		for _, clones := range []int{1, papersClones} {
			if clones > 1 && shape != glpyramid.Single {
				continue
			}
			if err := r.shape(shape, clones); err != nil {
				return err
			}
		}
	}
	return nil
}

// traverse appends the points of a picture, line by line: the CPU's method.
func traverse(list []quadpyramid.Quad, pixels []byte, width int) []quadpyramid.Quad {
	for y := range len(pixels) / 4 / width {
		row := pixels[4*width*y:][:4*width]
		for x := range width {
			if row[4*x+3] == 255 {
				list = append(list, quadpyramid.NewQuad(x, y, 0))
			}
		}
	}
	return list
}

// repeat returns the median of a run's times. Software is measured within the plan's limit.
func (r *pointRun) repeat(byGPU bool, run func() (time.Duration, error)) (measured, error) {
	const least = 3
	var times []time.Duration
	begin := time.Now()
	for n := range r.plan.Runs {
		if err := r.ctx.Err(); err != nil {
			return measured{}, err
		}
		if n >= least && (!byGPU || r.dev.Caps.Software) && time.Since(begin) > r.plan.Limit {
			break
		}
		t, err := run()
		if err != nil {
			return measured{}, err
		}
		times = append(times, t)
	}
	return measured{time: analysis.Median(times), runs: len(times), gpu: byGPU}, nil
}

// hybrid measures the transfers and the CPU's traversal, separately and together.
func (r *pointRun) hybrid() error {
	picture, err := r.dev.NewTexture("points", gpu.RGBA8, r.size, r.size)
	if err != nil {
		return err
	}
	defer picture.Release()
	list, err := glpyramid.NewList(r.dev, max(len(r.list), 1))
	if err != nil {
		return err
	}
	defer list.Release()
	pixels, found := make([]byte, len(r.pixels)), slices.Clone(r.list)
	up := func() error { picture.WriteBytes(r.pixels); return nil }
	down := func() error { picture.Read(pixels); return nil }
	loop := func() error { found = traverse(found[:0], pixels, r.size); return nil }
	upload := func() error { return list.Upload(found) }
	for _, m := range []struct {
		kind  kind
		steps []func() error
	}{
		{pictureUp, []func() error{up}},
		{pictureDown, []func() error{down}},
		{traversal, []func() error{loop}},
		{listUp, []func() error{upload}},
		{hybrid, []func() error{down, loop, upload}},
	} {
		var err error
		r.found[measurand{kind: m.kind}], err = r.repeat(false, func() (time.Duration, error) {
			r.dev.Finish()
			begin := time.Now()
			for _, step := range m.steps {
				if err := step(); err != nil {
					return 0, err
				}
			}
			r.dev.Finish()
			return time.Since(begin), nil
		})
		if err != nil {
			return err
		}
	}
	if got := list.Read(nil); !slices.Equal(got, r.list) {
		return errors.New("the list that went to the GPU is another than was found")
	}
	return nil
}

// shape measures the GPU's method in one of its shapes.
func (r *pointRun) shape(shape glpyramid.Shape, clones int) error {
	pyramid, list := measurand{kind: pyramidTime, shape: shape, clones: clones}, measurand{kind: listTime, shape: shape, clones: clones}
	g, err := glpyramid.NewPoints(r.dev, shape, clones)
	defer func() { g.Release() }()
	if err == nil {
		err = g.Resize(r.size, r.size)
	}
	if note := refusal(err); note != "" {
		r.found[pyramid], r.found[list] = measured{note: note}, measured{note: note}
		return nil
	}
	if err != nil {
		return err
	}
	g.Picture().WriteBytes(r.pixels)
	timer := r.dev.NewTimer()
	defer timer.Release()
	stage := func(run func()) (measured, error) {
		return r.repeat(true, func() (time.Duration, error) {
			timer.Begin()
			run()
			timer.End()
			r.dev.Finish()
			for !r.dev.Lost() {
				if ns, ready := timer.Result(); ready {
					return time.Duration(ns), nil
				}
			}
			return 0, gpu.ErrLost
		})
	}
	if r.found[pyramid], err = stage(g.Build); err != nil {
		return err
	}
	n, err := g.Count()
	if note := refusal(err); note != "" {
		r.found[list] = measured{note: note}
		return nil
	}
	if err != nil {
		return err
	}
	if n != len(r.want) {
		return fmt.Errorf("%v counts %d points instead of %d", shape, n, len(r.want))
	}
	if r.found[list], err = stage(func() { g.List() }); err != nil {
		return err
	}
	for i, q := range g.List().Read(nil) {
		if q != r.want[i/clones] {
			return fmt.Errorf("%v gives other points than the CPU, from %d on", shape, i/clones)
		}
	}
	return r.dev.Err()
}

// refusal returns why a shape does not support a picture; empty if it does, or if it failed.
func refusal(err error) string {
	switch {
	case errors.Is(err, glpyramid.ErrInexact):
		return inexact
	case errors.Is(err, gpu.ErrLimit):
		return beyond
	}
	return ""
}

// Pictures describes the contents of the pictures.
func (p *PaperPlan) Pictures() string {
	points := "the surface of a sphere in 256 slices, with about as many points as the papers' teapot"
	if p.Edges {
		points = fmt.Sprintf("pixels of the video with D ≥ %v", PaperEdges)
	}
	return "Points: " + points + ". Quads: the middle frame of the video; the paper does not say how large its own is."
}
