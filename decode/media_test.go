package decode

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// samples are the paths of the samples with pictures.
func samples(tb testing.TB) []string {
	tb.Helper()
	paths, err := filepath.Glob("../samples/*.*")
	if err != nil {
		tb.Fatal(err)
	}
	return films(paths)
}

// media are the samples, and all films of the folder FFKVADRAT_MEDIA where that is set.
func media(tb testing.TB) []string {
	tb.Helper()
	paths := samples(tb)
	if dir := os.Getenv("FFKVADRAT_MEDIA"); dir != "" {
		entries, err := os.ReadDir(dir)
		if err != nil {
			tb.Fatal(err)
		}
		for _, e := range entries {
			paths = append(paths, filepath.Join(dir, e.Name()))
		}
	}
	return films(paths)
}

func films(paths []string) []string {
	return slices.DeleteFunc(paths, func(path string) bool {
		switch filepath.Ext(path) {
		case ".go", ".md", ".tsv", ".m4a":
			return true
		}
		return false
	})
}

// clip is the path of a sample or real clip; ok is false where it is not
// there.
func clip(tb testing.TB, name string) (path string, ok bool) {
	tb.Helper()
	all := media(tb)
	i := slices.IndexFunc(all, func(path string) bool { return filepath.Base(path) == name })
	if i < 0 {
		return "", false
	}
	return all[i], true
}

// few is every tenth of all where tests are to be short, as under the race detector:
// the same goroutines run for each.
func few[T any](all []T) []T {
	if !testing.Short() {
		return all
	}
	var some []T
	for i := 0; i < len(all); i += 10 {
		some = append(some, all[i])
	}
	return some
}

// forEachClip runs a subtest for each clip.
func forEachClip(t *testing.T, run func(t *testing.T, path string)) { forEach(t, media(t), run) }

// forEach runs a subtest for each path; where tests are to be short, for the first few.
func forEach(t *testing.T, paths []string, run func(t *testing.T, path string)) {
	if testing.Short() {
		paths = paths[:3]
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) { run(t, path) })
	}
}

func open(tb testing.TB, path string) *Video {
	tb.Helper()
	v, err := OpenVideo(context.Background(), path, Options{Stream: Best})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(v.Close)
	return v
}

// next is the next picture, nil at the end.
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

// countRest decodes a video to its end, and returns how many frames came.
func countRest(tb testing.TB, v *Video) (n int) {
	tb.Helper()
	for f := next(tb, v); f != nil; f = next(tb, v) {
		f.Release()
		n++
	}
	return n
}
