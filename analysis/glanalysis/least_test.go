package glanalysis_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/analysistest"
	"ffkvadrat/analysis/glanalysis"
	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/yuv/yuvtest"
)

// leastStorage is the least limit of a storage buffer in OpenGL 4.5, and that of integrated GPUs.
const leastStorage = 128 << 20

// leastEnv is set in the processes of TestLeastDriver.
const leastEnv = "FFKVADRAT_TEST_LEAST_DRIVER"

// TestLeastDriver: engines on a driver that has OpenGL 4.3 and nothing more, that runs 4, 8 or 16
// invocations side by side, give the CPU's lists. Mesa's software OpenGL plays that driver; it reads
// the environment only once, so each driver is a process of its own.
func TestLeastDriver(t *testing.T) {
	if !gpu.OnlySoftware() {
		t.Skip("not Mesa's software OpenGL")
	}
	widths := []int{128, 256, 512}
	if testing.Short() {
		widths = widths[:1]
	}
	for _, bits := range widths {
		cmd := exec.Command(os.Args[0], "-test.run=^TestLeastLimits$", "-test.v")
		cmd.Env = append(os.Environ(), leastEnv+"=1", fmt.Sprint("LP_NATIVE_VECTOR_WIDTH=", bits),
			"MESA_GL_VERSION_OVERRIDE=4.3", "MESA_SHADER_CACHE_DISABLE=true",
			"MESA_EXTENSION_OVERRIDE=-GL_ARB_buffer_storage -GL_ARB_parallel_shader_compile -GL_KHR_parallel_shader_compile -GL_KHR_shader_subgroup")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("vectors of %d bits: %v\n%s", bits, err, out)
		}
	}
}

// TestLeastLimits lowers the limits of this driver to the least ones: edges, points in both orders,
// features, templates and classes, in small pictures and in one of several blocks that is too large for
// one dispatch. A list whose storage buffer would be too large is an error that names the limit.
func TestLeastLimits(t *testing.T) {
	dev := gputest.Open(t)
	if os.Getenv(leastEnv) != "" && (dev.Caps.Version[:3] != "4.3" || dev.Caps.Mapping || dev.Caps.Parallel || dev.Caps.Subgroups) {
		t.Fatalf("Mesa did not become the least driver: %+v", dev.Caps)
	}
	caps := &dev.Caps
	caps.MaxTextureSize, caps.MaxStorageSize, caps.MaxGroups = min(caps.MaxTextureSize, 16384), min(caps.MaxStorageSize, leastStorage), 3
	caps.Subgroups, caps.Mapping, caps.Parallel = false, false, false
	engines := gpuReferences(t, dev)
	onGPU, err := glanalysis.NewGPU(dev)
	gputest.Own(t, onGPU, err)
	engines["gpu"], engines["cpu"] = onGPU, analysis.NewCPU()
	random := rand.New(rand.NewPCG(seed, 12))
	f := yuvtest.Formats[1]
	p := yuvtest.Picture(f, 131, 67, yuvtest.Fills(seed)[5])
	params := analysistest.SearchParams(p, p, random)[:2]
	params = append(params, analysistest.EdgeParams(f, random)[:2]...)
	params = append(params, analysistest.PointParams(f, points.Morton)[:2]...)
	params = append(params, analysistest.ClassParams(f, random)[:1]...)
	params = append(params, analysis.Params{Variant: analysis.CommonFeature, Threshold: 0.1})
	for _, each := range params {
		analysistest.SameQuads(t, engines, p, each, f.Name)
	}

	large := yuvtest.Picture(f, 2113, 1100, yuvtest.Fills(seed)[5])
	for _, each := range []analysis.Params{
		{Threshold: 0.1}, {Threshold: 0.1, Variant: analysis.Points}, {Threshold: 0.1, Variant: analysis.Points, Order: points.ByLines},
	} {
		want, err := engines["cpu"].Analyze(large, each)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := onGPU.Analyze(large, each); err != nil || !slices.Equal(got.Quads, want.Quads) {
			t.Fatalf("%+v: %d quads, want %d: %v", each, len(got.Quads), len(want.Quads), err)
		}
	}
	caps.MaxStorageSize = 1 << 20
	if _, err := onGPU.Analyze(large, analysis.Params{}); !errors.Is(err, gpu.ErrLimit) {
		t.Errorf("a list beyond the limit: %v", err)
	}
}
