package bench_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/bench"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// losing is an engine that loses the last cube.
type losing struct{ analysis.CubeEngine }

func (l losing) Cubes(list []ocpyramid.Cube, limits quadpyramid.Limits) ([]ocpyramid.Cube, error) {
	list, err := l.CubeEngine.Cubes(list, limits)
	return list[:len(list)-1], err
}

// A plan measures every engine, detects different cubes, and ends with its context.
func TestCubePlan(t *testing.T) {
	var pictures []*yuv.Picture
	for range 5 {
		pictures = append(pictures, yuvtest.Picture(yuvtest.Formats[1], 90, 60, yuvtest.Fills(seed)[5]))
	}
	plan := bench.CubePlan{Pictures: pictures, Window: 8, Sizes: []bench.Size{{Name: "small", Width: 70, Height: 50}}, Params: analysis.Params{Threshold: 0.01}, Runs: 3}
	dev := gputest.Open(t)
	var engines []bench.CubeEngine
	for _, name := range bench.CubeEngineNames() {
		e, err := bench.NewCubeEngine(name, dev)
		gputest.Own(t, e, err)
		engines = append(engines, e)
	}
	var rows []bench.CubeRow
	take := func(r bench.CubeRow) { rows = append(rows, r) }
	if err := plan.Run(context.Background(), engines, take); err != nil {
		t.Fatal(err)
	}
	for i, r := range rows {
		if r.Engine != engines[i].Name || r.Width != 70 || r.Frames != 5 || r.Cubes == 0 || r.Quads == 0 || r.Runs != 3 || r.Total <= 0 || r.List <= 0 || r.Masks != max(r.Total-r.List, 0) { // medians, so on a busy machine List may be longer than Total
			t.Errorf("%+v", r)
		}
	}
	if len(rows) != len(engines) || rows[0].TimesFirst != 1 {
		t.Errorf("%d rows", len(rows))
	}
	var text strings.Builder
	if err := bench.WriteCubes(&text, rows); err != nil || !strings.Contains(text.String(), "small, 5 frames of a window of 8, cross t=0.01: ") {
		t.Errorf("%v: %s", err, text.String())
	}
	engines[1].CubeEngine = losing{engines[1].CubeEngine}
	if err := plan.Run(context.Background(), engines, take); err == nil || !strings.Contains(err.Error(), "cpu gives other cubes than reference") {
		t.Errorf("a cube is lost: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := plan.Run(ctx, engines, take); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := bench.NewCubeEngine("tpu", nil); err == nil {
		t.Error("tpu is an engine")
	}
}
