package kerneltest_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ffkvadrat/analysis/kerneltest"
)

// families are all engines on the CPU that have kernels.
var families = []struct {
	name string
	family
}{
	{"masks", kerneltest.Masks()},
	{"sums", kerneltest.Sums()},
	{"quads", kerneltest.Quads()},
	{"features", kerneltest.Features()},
	{"criticals", kerneltest.Criticals()},
}

type family interface {
	CheckAll(*testing.T)
	CheckSteady(*testing.T)
	Benchmark(*testing.B)
}

// Every variant of every engine gives what its reference gives.
func TestKernels(t *testing.T) {
	for _, f := range families {
		t.Run(f.name, f.CheckAll)
	}
}

func BenchmarkKernels(b *testing.B) {
	for _, f := range families {
		f.Benchmark(b)
	}
}

// Kernels for AVX2 must not use the registers that came with AVX-512, which the assembler accepts
// silently.
func TestRegistersOfAVX2(t *testing.T) {
	files, err := filepath.Glob("../../*/kernels_amd64.s")
	if err != nil || len(files) != 4 {
		t.Fatalf("assembly: %v, %v", files, err)
	}
	later := regexp.MustCompile(`\b([XY](1[6-9]|2\d|3[01])|Z\d+|K[0-7])\b`)
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		kernel, kernels := "", 0
		for i, line := range strings.Split(string(source), "\n") {
			if strings.HasPrefix(line, "TEXT") {
				kernel = line
				kernels++
			}
			if strings.Contains(kernel, "AVX2(SB)") && later.MatchString(line) {
				t.Errorf("%s:%d: %s in %s", file, i+1, line, kernel)
			}
		}
		if kernels == 0 {
			t.Errorf("%s has no kernels", file)
		}
	}
}
