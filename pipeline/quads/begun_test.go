package quads_test

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/pipeline"
	"ffkvadrat/pipeline/quads"
	"ffkvadrat/yuv"
)

// deep is an engine that accepts several pictures in flight, and counts them.
type deep struct {
	*analysis.CPU
	depth    int
	starting int // number of pictures in flight until which the engine is starting
	failAt   int // number of the picture that fails; 0 for none
	queue    []func() (analysis.Result, error)
	ended    int
	most     int
}

func (d *deep) Begin(p *yuv.Picture, params analysis.Params) {
	d.queue = append(d.queue, func() (analysis.Result, error) { return d.Analyze(p, params) })
	d.most = max(d.most, len(d.queue))
}

func (d *deep) End() (analysis.Result, error) {
	work := d.queue[0]
	d.queue = d.queue[1:]
	if d.ended++; d.ended == d.failAt {
		return analysis.Result{}, errBroken
	}
	return work() // reads the picture's memory
}

func (d *deep) GiveUp()        { d.queue = nil }
func (d *deep) Depth() int     { return d.depth }
func (d *deep) Starting() bool { return d.ended < d.starting }

// TestBegun exports with engines that accept several pictures in flight, also a damaged clip: the
// bytes equal the CPU's, and every picture begun is ended.
func TestBegun(t *testing.T) {
	data := read(t, clip)
	for i := range 20 {
		data[len(data)/10+i*97] ^= 1 << (i % 8)
	}
	broken := written(t, "broken.mp4", data)
	for _, path := range []string{"../../samples/tiny-420.mp4", "../../samples/tiny-still.png", broken} {
		dir := t.TempDir()
		o := options(path, filepath.Join(dir, "want.ndjson"))
		o.Selection.Frames = 40
		report, err := quads.Run(context.Background(), analysis.NewCPU(), o, nil)
		if err != nil || report.Faults.Any() != (path == broken) {
			t.Fatal(report.Faults, err)
		}
		want := read(t, o.Out)
		o.Out = filepath.Join(dir, "out.ndjson")
		for _, engine := range []*deep{{depth: 1}, {depth: 3}, {depth: 64}, {depth: 64, starting: 1}, {depth: 7, starting: 100}} {
			engine.CPU = analysis.NewCPU()
			if _, err := quads.Run(context.Background(), engine, o, nil); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(read(t, o.Out), want) {
				t.Errorf("%s: another export with %d pictures at once", path, engine.depth)
			}
			if len(engine.queue) > 0 || engine.most > engine.depth || engine.starting > 0 && engine.depth > 1 && engine.most < 2 && path != "../../samples/tiny-still.png" {
				t.Errorf("%s: %d pictures not ended, %d at once of %d", path, len(engine.queue), engine.most, engine.depth)
			}
		}
	}
}

// TestBegunIsGivenUp ends runs with pictures in flight.
func TestBegunIsGivenUp(t *testing.T) {
	out := filepath.Join(t.TempDir(), "a.ndjson")
	for n := 1; n < 6; n++ {
		engine := &deep{CPU: analysis.NewCPU(), depth: 64, starting: 100, failAt: n}
		if _, err := quads.Run(context.Background(), engine, options("../../samples/tiny-420.mp4", out), nil); !errors.Is(err, errBroken) || len(engine.queue) > 0 {
			t.Errorf("%v, %d pictures not ended", err, len(engine.queue))
		}
		engine = &deep{CPU: analysis.NewCPU(), depth: 64, starting: 100}
		ctx, cancel := context.WithCancel(context.Background())
		_, err := quads.Run(ctx, engine, options("../../samples/tiny-420.mp4", out), func(p pipeline.Progress) {
			if p.Frames == int64(n) {
				cancel()
			}
		})
		cancel()
		if !errors.Is(err, context.Canceled) || len(engine.queue) > 0 {
			t.Errorf("%v, %d pictures not ended", err, len(engine.queue))
		}
	}
}
