package cuda

import (
	"cmp"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/go-gl/gl/v4.3-core/gl"

	"ffkvadrat/analysis/fused"
	"ffkvadrat/edge"
	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/glpyramid"
	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
)

// The same numbers of runs between two timestamps as between two events in timing.cuh.
const (
	single = 1
	queued = 10
)

// engines are the program's engines, with a picture on the device.
type engines struct {
	dev      *gpu.Device
	picture  *yuv.Picture
	decision edge.Decision

	planes  *glyuv.Planes
	luma    *glyuv.Buffers
	builder *fused.Builder

	textures  *glyuv.Textures
	reference *glpyramid.Reference
}

func newEngines(b *testing.B, dev *gpu.Device, p *yuv.Picture, d edge.Decision) *engines {
	b.Helper()
	e := &engines{dev: dev, picture: p, decision: d, planes: glyuv.NewPlanes(dev)}
	b.Cleanup(e.release)
	var errs [2]error
	e.builder, errs[0] = fused.New(dev)
	e.reference, errs[1] = glpyramid.NewReference(dev, glpyramid.Choice{})
	if err := errors.Join(errs[:]...); err != nil {
		b.Fatal(err)
	}
	e.planes.Load(p)
	e.luma, errs[0] = e.planes.LumaBuffer()
	e.textures, errs[1] = e.planes.Textures()
	if err := errors.Join(errs[:]...); err != nil {
		b.Fatal(err)
	}
	if err := e.reference.Resize(p.Width, p.Height, quadpyramid.Unlimited); err != nil {
		b.Fatal(err)
	}
	// The first run allocates and compiles, and may fail.
	if err := errors.Join(e.builder.Tiles(p, e.luma, d, quadpyramid.Unlimited), e.reference.Decide(p, e.textures, d)); err != nil {
		b.Fatal(err)
	}
	return e
}

func (e *engines) release() {
	e.reference.Release()
	e.builder.Release()
	e.planes.Release()
}

// pointList is a kind of list of points.
type pointList struct {
	order  points.Order
	values bool
}

// pointLists are the kinds that are measured, by their names.
var pointLists = map[string]pointList{
	"points":        {points.Morton, false},
	"points-values": {points.Morton, true},
	"lines":         {points.ByLines, false},
	"lines-values":  {points.ByLines, true},
}

// pointNames are these names in the order of a report.
var pointNames = []string{"points", "points-values", "lines", "lines-values"}

// points starts the first pass of a list of points, or the only one. Only its first call for a kind of
// list can fail.
func (e *engines) points(list pointList) error {
	return e.builder.Points(e.picture, e.luma, []edge.Decision{e.decision}, list.order, list.values)
}

// tiles and edges cannot fail: everything is allocated and compiled.
func (e *engines) tiles() { _ = e.builder.Tiles(e.picture, e.luma, e.decision, quadpyramid.Unlimited) }
func (e *engines) emit()  { e.builder.List() }
func (e *engines) edges() { _ = e.reference.Decide(e.picture, e.textures, e.decision) }
func (e *engines) traverse() {
	e.reference.Build()
	e.reference.List()
}

// compareEngines compares both engines' quads, and the points, with the reference's. It releases its
// engines at once, so that nothing measured later has been read back.
func compareEngines(b *testing.B, dev *gpu.Device, p *yuv.Picture, d edge.Decision, want lists) {
	b.Helper()
	e := newEngines(b, dev, p, d)
	defer e.release()
	e.tiles()
	if got := e.builder.List().Read(nil); !slices.Equal(got, want.quads) {
		b.Fatalf("fused: %d quads, want %d, or others", len(got), len(want.quads))
	}
	for name, list := range pointLists {
		if err := e.points(list); err != nil {
			b.Fatal(err)
		}
		result := e.builder.List()
		got := result.Read(nil)
		values := make([]uint32, len(got))
		if list.values {
			for i, v := range result.ReadValues(nil) {
				values[i] = uint32(v)
			}
		}
		order := func(a, b quadpyramid.Quad) int { return cmp.Or(cmp.Compare(a.Y(), b.Y()), cmp.Compare(a.X(), b.X())) }
		if list.order == points.Morton {
			order = func(a, b quadpyramid.Quad) int { return cmp.Compare(a.Morton(), b.Morton()) }
		}
		if len(got) != len(want.points) || !slices.IsSortedFunc(got, order) {
			b.Fatalf("%s: %d points, want %d, or in another order", name, len(got), len(want.points))
		}
		at := make([]int32, p.Width*p.Height) // 1 + value, 0 where no point is
		for i, q := range got {
			at[q.Y()*p.Width+q.X()] = 1 + int32(values[i])
		}
		for i, pixel := range want.points {
			if v := at[pixel]; v == 0 || list.values && v != 1+int32(want.values[i]) {
				b.Fatalf("%s: no point at pixel %d, or not the value %d", name, pixel, want.values[i])
			}
		}
	}
	e.tiles()
	e.edges()
	e.reference.Build()
	if got := e.reference.List().Read(nil); !slices.Equal(got, want.quads) {
		b.Fatalf("GPU reference: %d quads, want %d, or others", len(got), len(want.quads))
	}
}

// warmUp keeps the device busy until its clocks are those of work: an idle one takes twice as long.
func (e *engines) warmUp() {
	for start := time.Now(); time.Since(start) < time.Second; {
		for range 100 {
			e.tiles()
			e.emit()
		}
		e.dev.Finish()
	}
}

// both puts the medians of single and of queued runs into times.
func (e *engines) both(times map[string]float64, runs int, name string, run func()) {
	for queue, queueName := range map[int]string{single: "-single", queued: "-queued"} {
		times[name+queueName] = float64(gputest.Median(e.dev, runs/queue, queue, run))
	}
}

// pointTimes returns medians in nanoseconds of the lists of points.
func (e *engines) pointTimes(runs int) map[string]float64 {
	e.warmUp()
	times := make(map[string]float64)
	for name, list := range pointLists {
		start := func() { _ = e.points(list) }
		e.both(times, runs, name, func() { start(); e.emit() })
		e.both(times, runs, name+"-count", start)
	}
	return times
}

// times returns medians in nanoseconds, under the same names as the program's.
func (e *engines) times(b *testing.B, runs int) map[string]float64 {
	b.Helper()
	e.warmUp()
	times := make(map[string]float64)
	both := func(name string, run func()) { e.both(times, runs, name, run) }
	both("fused", func() { e.tiles(); e.emit() })
	both("fused-tiles", e.tiles)
	both("fused-emit", e.emit)
	both("reference", func() { e.edges(); e.traverse() })
	both("reference-edge", e.edges)
	both("reference-list", e.traverse)
	both("empty", emptyPasses(b, e.dev))
	return times
}

// emptyPasses returns a run of two dispatches that do nothing, with the engine's barrier between
// them.
func emptyPasses(b *testing.B, dev *gpu.Device) func() {
	b.Helper()
	source, free := gl.Strs("#version 430 core\nlayout(local_size_x = 32) in; void main() {}\x00")
	program := gl.CreateShaderProgramv(gl.COMPUTE_SHADER, 1, source)
	free()
	b.Cleanup(func() { gl.DeleteProgram(program) })
	var ok int32
	if gl.GetProgramiv(program, gl.LINK_STATUS, &ok); ok == gl.FALSE {
		b.Fatal("the empty shader does not compile")
	}
	return func() {
		gl.UseProgram(program)
		for range 2 {
			gl.DispatchCompute(1, 1, 1)
			dev.Barrier(gpu.ToStorage)
		}
	}
}
