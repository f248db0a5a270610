package decode

import (
	"context"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// samples returns the paths of the samples with frames; with -short without sample.mp4, which is long.
func samples(tb testing.TB) []string {
	tb.Helper()
	paths, err := filepath.Glob("../samples/*.*")
	if err != nil {
		tb.Fatal(err)
	}
	return slices.DeleteFunc(paths, func(path string) bool {
		switch filepath.Ext(path) {
		case ".go", ".md", ".tsv", ".m4a":
			return true
		}
		return testing.Short() && filepath.Base(path) == "sample.mp4"
	})
}

// media returns the samples and, without -short, all videos of the folder FFKVADRAT_MEDIA if that is
// set.
func media(tb testing.TB) []string {
	tb.Helper()
	paths := samples(tb)
	dir := os.Getenv("FFKVADRAT_MEDIA")
	if dir == "" || testing.Short() {
		return paths
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		tb.Fatal(err)
	}
	for _, e := range entries {
		if ext := filepath.Ext(e.Name()); ext != ".md" && ext != ".tsv" {
			paths = append(paths, filepath.Join(dir, e.Name()))
		}
	}
	return paths
}

// clip returns the path of a sample or of a video in FFKVADRAT_MEDIA; ok is false if it does not exist.
func clip(name string) (path string, ok bool) {
	for _, dir := range []string{"../samples", os.Getenv("FFKVADRAT_MEDIA")} {
		path = filepath.Join(dir, name)
		if _, err := os.Stat(path); dir != "" && err == nil {
			return path, true
		}
	}
	return "", false
}

// either returns whole, or small with -short.
func either[T any](whole, small T) T {
	if testing.Short() {
		return small
	}
	return whole
}

// random returns random numbers. Their seed is logged; with -short it is always the same.
func random(t *testing.T) *rand.Rand {
	t.Helper()
	seed := either(rand.Uint64(), 1)
	t.Logf("seed %d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

// forEach runs a subtest for each path.
func forEach(t *testing.T, paths []string, run func(t *testing.T, path string)) {
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) { run(t, path) })
	}
}

func open(tb testing.TB, path string) *Video {
	tb.Helper()
	return openIn(context.Background(), tb, path)
}

func openIn(ctx context.Context, tb testing.TB, path string) *Video {
	tb.Helper()
	v, err := OpenVideo(ctx, path, Options{Stream: Best})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(v.Close)
	return v
}

// next returns the next frame, nil at the end.
func next(tb testing.TB, v *Video) *Frame {
	tb.Helper()
	f, err := v.Next()
	if err == io.EOF {
		return nil
	}
	if err != nil {
		tb.Fatal(err)
	}
	return f
}

// countRest decodes a video to its end and returns the number of frames.
func countRest(tb testing.TB, v *Video) (n int) {
	tb.Helper()
	for f := next(tb, v); f != nil; f = next(tb, v) {
		f.Release()
		n++
	}
	return n
}
