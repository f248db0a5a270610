package bench_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/bench"
	"ffkvadrat/edge"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

func TestContents(t *testing.T) {
	const width, height = 64, 48
	reference := analysis.NewReference()
	for _, threshold := range []float64{0.001, 0.01, 0.1, 0.22, 0.92} {
		for content, want := range map[bench.Content]int{
			bench.Empty: 0,
			bench.Full:  2 + 4,                                   // quads of 32×32, and of 16×16 below
			bench.Dense: quadpyramid.Capacity(width, height) - 2, // the last corner's four merge
		} {
			p, err := bench.Picture(content, width, height, threshold, nil)
			if err != nil {
				t.Fatal(err)
			}
			result, err := reference.Analyze(p, analysis.Params{Threshold: threshold})
			if err != nil {
				t.Fatal(err)
			}
			if len(result.Quads) != want {
				t.Errorf("%s, t=%v: %d quads, want %d", content, threshold, len(result.Quads), want)
			}
		}
	}
	if _, err := bench.Picture(bench.Video, 8, 8, 0, nil); err == nil {
		t.Error("video out of nothing")
	}
	if _, err := bench.Picture("fog", 8, 8, 0, nil); err == nil {
		t.Error("fog is a content")
	}
}

// A picture of the video's own size is the video.
func TestVideoContent(t *testing.T) {
	for _, f := range yuvtest.Formats {
		p := yuvtest.Picture(f, 37, 21, yuvtest.Fills(1)[4])
		got, err := bench.Picture(bench.Video, 37, 21, 0, p)
		if err != nil {
			t.Fatal(err)
		}
		params := analysis.Params{Variant: analysis.CommonFeature}
		want, err := analysis.NewReference().Analyze(p, params)
		if err != nil {
			t.Fatal(err)
		}
		copied, err := analysis.NewReference().Analyze(got, params)
		if err != nil {
			t.Fatal(err)
		}
		for i, mean := range want.Means {
			if copied.Means[i] != mean {
				t.Fatalf("%s: quad %v has another mean", f.Name, want.Quads[i])
			}
		}
		if larger, err := bench.Picture(bench.Video, 80, 50, 0, p); err != nil || larger.Width != 80 {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
}

func plan() *bench.Plan {
	return &bench.Plan{
		Variants:   []analysis.Params{{}, {Variant: analysis.CommonFeature}, {Variant: analysis.Points, Order: points.ByLines}},
		Sizes:      []bench.Size{{Name: "small", Width: 70, Height: 40}},
		Contents:   []bench.Content{bench.Dense, bench.Full},
		Thresholds: []float64{0.01, 0.1},
		Runs:       4,
		Limit:      time.Second,
	}
}

// Engines are compared in their classes, too.
func TestRunClasses(t *testing.T) {
	p := plan()
	p.Classes, p.Variants = 3, []analysis.Params{{}, {Variant: analysis.Points}, {Operator: edge.Motion}}
	engines := []bench.Engine{{Name: "reference", Engine: analysis.NewReference()}, {Name: "cpu", Engine: analysis.NewCPU()}}
	rows := 0
	err := p.Run(context.Background(), engines, func(r bench.Row) {
		rows++
		if r.Params.Bounds.Classes() != 3 {
			t.Errorf("%+v", r.Params)
		}
	})
	if err != nil || rows == 0 {
		t.Error(rows, err)
	}
}

// TestRun: every content and variant has a row for each engine, and the report has them all.
func TestRun(t *testing.T) {
	engines := []bench.Engine{{Name: "reference", Engine: analysis.NewReference()}, {Name: "again", Engine: analysis.NewReference()}}
	var rows []bench.Row
	if err := plan().Run(context.Background(), engines, func(r bench.Row) { rows = append(rows, r) }); err != nil {
		t.Fatal(err)
	}
	if len(rows) != 2*(2*2*2+2) { // dense is for the operator cross only
		t.Fatalf("%d rows", len(rows))
	}
	var text strings.Builder
	table := bench.NewTable(&text)
	for i, r := range rows {
		if r.Engine != engines[i%2].Name || r.Runs != 4 || r.Total <= 0 || r.TimesFirst <= 0 || r.Quads == 0 {
			t.Errorf("row %d: %+v", i, r)
		}
		if err := table.Row(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := table.Close(); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"small, dense, edge cross y t=0.01: ", "small, full, feature rgb t=0.1: ", "small, dense, points cross y lines t=0.01: ", "again"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, &text)
		}
	}
}

// wrong is an engine that drops the last quad.
type wrong struct{ analysis.Engine }

func (w wrong) Analyze(p *yuv.Picture, params analysis.Params) (analysis.Result, error) {
	r, err := w.Engine.Analyze(p, params)
	r.Quads = r.Quads[:len(r.Quads)-1]
	return r, err
}

func TestRunComparesFirst(t *testing.T) {
	engines := []bench.Engine{{Name: "reference", Engine: analysis.NewReference()}, {Name: "wrong", Engine: wrong{analysis.NewReference()}}}
	err := plan().Run(context.Background(), engines, func(bench.Row) { t.Error("a row") })
	if err == nil || !strings.Contains(err.Error(), "wrong gives other quads than reference") {
		t.Error(err)
	}
}

// TestRunEndsWithItsContext: a run returns the error of its context.
func TestRunEndsWithItsContext(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	engines := []bench.Engine{{Name: "reference", Engine: analysis.NewReference()}}
	if err := plan().Run(ctx, engines, func(bench.Row) {}); err == nil {
		t.Error("no error")
	}
}
