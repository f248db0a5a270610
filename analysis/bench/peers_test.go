package bench_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/match"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

const seed = 20070106

// build compiles a program of one file.
func build(tb testing.TB, compiler, source string, flags ...string) string {
	tb.Helper()
	program := filepath.Join(tb.TempDir(), "quads")
	args := append([]string{"-o", program, source, "-O3", "-Wall", "-Wextra", "-Werror"}, flags...)
	if out, err := exec.Command(compiler, args...).CombinedOutput(); err != nil {
		tb.Fatalf("%s: %v\n%s", compiler, err, out)
	}
	return program
}

// buildC compiles the C version.
func buildC(tb testing.TB, flags ...string) string {
	tb.Helper()
	return build(tb, "gcc", filepath.Join("c", "quads.c"), flags...)
}

// buildOpenCV compiles the program that uses OpenCV; it skips the benchmark if OpenCV is not
// installed.
func buildOpenCV(b *testing.B, source string) string {
	b.Helper()
	headers := "-isystem/usr/include/opencv4" // Debian's core and imgproc come without a .pc file
	if out, err := exec.Command("pkg-config", "--variable=includedir_new_h", "opencv4").Output(); err == nil {
		headers = "-isystem" + strings.TrimSpace(string(out))
	}
	probe := exec.Command("g++", headers, "-fsyntax-only", "-x", "c++", "-include", "opencv2/imgproc.hpp", os.DevNull)
	if probe.Run() != nil {
		b.Skip("no g++ with the headers of OpenCV 4 (libopencv-core-dev, libopencv-imgproc-dev): OpenCV is not measured")
	}
	return build(b, "g++", filepath.Join("opencv", source), "-std=c++17", headers, "-lopencv_imgproc", "-lopencv_core")
}

// lumaFile writes a picture's luma of 8 bits to a file.
func lumaFile(tb testing.TB, p *yuv.Picture) string {
	tb.Helper()
	file := filepath.Join(tb.TempDir(), "luma")
	var luma bytes.Buffer
	for y := range p.Height {
		luma.Write(p.Luma.Row(y, 1))
	}
	if err := os.WriteFile(file, luma.Bytes(), 0o600); err != nil {
		tb.Fatal(err)
	}
	return file
}

// run returns a program's quads of a picture of 8 bits and the median time of its runs.
func run(tb testing.TB, program string, p *yuv.Picture, level uint64, runs int) ([]quadpyramid.Quad, time.Duration) {
	tb.Helper()
	file := lumaFile(tb, p)
	var out, message bytes.Buffer
	cmd := exec.Command(program, file, strconv.Itoa(p.Width), strconv.Itoa(p.Height), strconv.FormatUint(level, 10), strconv.Itoa(runs))
	cmd.Stdout, cmd.Stderr = &out, &message
	if err := cmd.Run(); err != nil {
		tb.Fatalf("quads: %v\n%s", err, &message)
	}
	ns, err := strconv.ParseInt(strings.TrimSpace(message.String()), 10, 64)
	if err != nil {
		tb.Fatal(err)
	}
	quads := make([]quadpyramid.Quad, out.Len()/4)
	if err := binary.Read(&out, binary.LittleEndian, quads); err != nil {
		tb.Fatal(err)
	}
	return quads, time.Duration(ns)
}

// compare compares a program's quads of a picture with an engine's.
func compare(tb testing.TB, program string, p *yuv.Picture, threshold float64, runs int) time.Duration {
	tb.Helper()
	decision, err := edge.Discriminator{Threshold: threshold}.Decision(p.Format)
	if err != nil {
		tb.Fatal(err)
	}
	want, err := analysis.NewReference().Analyze(p, analysis.Params{Threshold: threshold})
	if err != nil {
		tb.Fatal(err)
	}
	got, median := run(tb, program, p, decision.Upper, runs)
	if err := equal(got, want.Quads); err != nil {
		tb.Fatalf("%d×%d t=%v (seed %d): %v", p.Width, p.Height, threshold, seed, err)
	}
	return median
}

func equal(got, want []quadpyramid.Quad) error {
	if len(got) != len(want) {
		return fmt.Errorf("%d quads, want %d", len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			return fmt.Errorf("quad %d is %v, want %v", i, got[i], want[i])
		}
	}
	return nil
}

// compareAll calls compare for made pictures of every size.
func compareAll(tb testing.TB, program string) {
	tb.Helper()
	for _, size := range yuvtest.Sizes {
		if size[0] < 2 {
			continue // the C program does not accept pictures of one column
		}
		for _, fill := range yuvtest.Fills(seed) {
			for _, threshold := range []float64{0, 0.01, 0.5, 4} {
				compare(tb, program, yuvtest.Picture(yuvtest.Formats[1], size[0], size[1], fill), threshold, 1)
			}
		}
	}
}

func TestCGivesTheSameQuads(t *testing.T) {
	compareAll(t, buildC(t))
}

// BenchmarkPeers measures from luma to list, with one thread each.
func BenchmarkPeers(b *testing.B) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	p, content := video(b)
	params := analysis.Params{Threshold: analysis.DefaultThreshold}
	name := func(engine string) string {
		return fmt.Sprintf("engine=%s/size=%dx%d/content=%s", engine, p.Width, p.Height, content)
	}
	b.Run(name("cpu"), func(b *testing.B) {
		cpu := analysis.NewCPU()
		b.SetBytes(int64(p.Width * p.Height))
		for b.Loop() {
			if _, err := cpu.Analyze(p, params); err != nil {
				b.Fatal(err)
			}
		}
	})
	peer := func(b *testing.B, program string) {
		median := compare(b, program, p, params.Threshold, 200)
		for b.Loop() { // runs the setup once
		}
		b.ReportMetric(float64(median.Nanoseconds()), "ns/op")
	}
	b.Run(name("gcc-O3"), func(b *testing.B) { peer(b, buildC(b)) })
	b.Run(name("gcc-O3-native"), func(b *testing.B) { peer(b, buildC(b, "-march=native")) })
	b.Run(name("opencv"), func(b *testing.B) {
		program := buildOpenCV(b, "quads.cpp")
		compareAll(b, program)
		peer(b, program)
	})
}

// BenchmarkTemplatePeers measures from luma to the best hit, with one thread each. OpenCV's measure
// is another one, see its program; the place must be the same.
func BenchmarkTemplatePeers(b *testing.B) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	p, content := video(b)
	for _, side := range []int{8, 16, 32, 64} {
		x, y := (p.Width-side)/2, (p.Height-side)/2
		template, err := match.NewTemplate(p, x, y, side, side)
		if err != nil {
			b.Fatal(err)
		}
		name := func(engine string) string {
			return fmt.Sprintf("engine=%s/template=%d/size=%dx%d/content=%s", engine, side, p.Width, p.Height, content)
		}
		for _, threshold := range []float64{0.05, 1} {
			b.Run(name("cpu")+fmt.Sprintf("/t=%v", threshold), func(b *testing.B) {
				cpu := analysis.NewCPU()
				params := analysis.Params{Variant: analysis.Templates, Threshold: threshold, Search: match.Search{Template: template, Suppress: true}}
				for b.Loop() {
					if _, err := cpu.Analyze(p, params); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
		b.Run(name("opencv"), func(b *testing.B) {
			program := buildOpenCV(b, "match.cpp")
			var out, message bytes.Buffer
			cmd := exec.Command(program, lumaFile(b, p), strconv.Itoa(p.Width), strconv.Itoa(p.Height), strconv.Itoa(x), strconv.Itoa(y), strconv.Itoa(side), "20")
			cmd.Stdout, cmd.Stderr = &out, &message
			if err := cmd.Run(); err != nil {
				b.Fatalf("match: %v\n%s", err, &message)
			}
			if got, want := out.String(), fmt.Sprintf("%d %d\n", x, y); got != want {
				b.Errorf("the best match is at %s, want %s", got, want)
			}
			ns, err := strconv.ParseInt(strings.TrimSpace(message.String()), 10, 64)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() { // runs the setup once
			}
			b.ReportMetric(float64(ns), "ns/op")
		})
	}
}
