package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// compile compiles packages and what they need for arm64, as `make check` does, and returns the project's by name.
func compile(t *testing.T, folder string, packages ...string) map[string]string {
	t.Helper()
	args := append([]string{"list", "-export", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}} {{.Export}}{{end}}"}, packages...)
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Stderr = folder, os.Stderr
	cmd.Env = append(cmd.Environ(), "GOFLAGS=", "GOOS=darwin", "GOARCH=arm64", "CGO_ENABLED=0")
	list, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	compiled := map[string]string{}
	for line := range strings.Lines(string(list)) {
		name, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		if name, ok := strings.CutPrefix(name, "ffkvadrat/"); ok && file != "" { // it may have tests alone
			compiled[name] = file
		}
	}
	return compiled
}

// TestPortable: the packages that decide quads round as on amd64.
func TestPortable(t *testing.T) {
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`(?m)^PORTABLE := ((?:.*\\\n)*.*)$`).FindSubmatch(makefile)
	if list == nil {
		t.Fatal("the Makefile has no list PORTABLE")
	}
	compiled := compile(t, "../..", strings.Fields(strings.ReplaceAll(string(list[1]), "\\\n", " "))...)
	for _, name := range []string{"edge", "quadpyramid", "feature", "quadfile/treecode", "yuv"} {
		if compiled[name] == "" {
			t.Errorf("%s was not compiled", name)
		}
	}
	for name, file := range compiled {
		found, err := faults(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			t.Errorf("%s: round the product by an explicit conversion, or see yuv/elementary; compiled: %s", f, name)
		}
	}
}

var inMath = regexp.MustCompile(`log\.go:\d+: `)

// TestFinds: products that are added are found, those that are rounded before are not; and logarithms, but no roots.
func TestFinds(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module ffkvadrat\n\ngo 1.21\n",
		"a/a.go": `package a

import "math"

func Fused(x, y, z float64) float64 { return x*y + z }

func Negative(x, y, z float32) float32 { return z - x*y }

func Rounded(x, y, z float64) float64 { return float64(x*y) + z }

func Halved(x, z float32) float32 { return float32(x/2) + z }

func Logarithm(x float64) float64 { return math.Log(x) }

func Root(x float64) float64 { return math.Sqrt(math.Floor(x)) }
`,
		"player/p.go": "package player\n\nfunc Fused(x, y, z float64) float64 { return x*y + z }\n",
	} {
		if err := os.MkdirAll(filepath.Join(folder, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want := map[string][]string{"a": {"ffkvadrat/a.Fused: a.go:5: FMADDD", "ffkvadrat/a.Logarithm: log.go: math.log", "ffkvadrat/a.Negative: a.go:7: FMSUBS"}, "player": nil}
	for name, file := range compile(t, folder, "./...") {
		found, err := faults(file)
		for i := range found {
			found[i] = inMath.ReplaceAllString(found[i], "log.go: ")
		}
		if err != nil || !slices.Equal(found, want[name]) {
			t.Errorf("%s: %q, %v; want %q", name, found, err, want[name])
		}
		delete(want, name)
	}
	if len(want) > 0 {
		t.Errorf("not compiled: %q", want)
	}
}
