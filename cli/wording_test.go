package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestWorded(t *testing.T) {
	open := fmt.Errorf("decode: open %q: %w", "decode: a.mp4", fs.ErrNotExist)
	for want, err := range map[string]error{
		`open "decode: a.mp4": file does not exist`:                      open,
		`frame 3 of "x": open "decode: a.mp4": file does not exist`:      fmt.Errorf("quads: frame 3 of %q: %w", "x", open),
		`decode: b.mp4: --at: open "decode: a.mp4": file does not exist`: &namedError{"decode: b.mp4", fmt.Errorf("--at: %w", open)},
		"no context: link x: log":                                        fmt.Errorf("gpu: %w: %w", errors.New("no context"), errors.New("gpu: link x: log")),
		"a\nb\nc":                                                        errors.Join(errors.New("edge: a"), errors.New("edge: feature: b"), errors.New("c")),
		"the input is damaged: 1 fault, the first: no picture; 3 frames": fmt.Errorf("%w: 1 fault, the first: %w; 3 frames", errPartly, errors.New("decode: no picture")),
		"a: a: b":             fmt.Errorf("a: %w", errors.New("a: b")),
		"x: of something":     errors.New("x: export: of something"),
		"nothing is an error": fmt.Errorf("nothing is an error%w", errors.New("")),
	} {
		if got := worded(err); got != want {
			t.Errorf("%q: %q, want %q", err, got, want)
		}
	}
}

func TestWordedText(t *testing.T) {
	for text, want := range map[string]string{
		`decode: open "x": no`:                                `open "x": no`,
		`a: decode: edge: open "decode: \" gpu: ": b; gpu: c`: `a: open "decode: \" gpu: ": b; c`,
		"no encode: a":                                        "no encode: a",
		"x.mp4: gone":                                         "x.mp4: gone",
	} {
		if got := wordedText(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestPackageNames looks through the sources for packages that begin errors with
// their names. worded has to know each.
func TestPackageNames(t *testing.T) {
	begins := regexp.MustCompile(`(?:Errorf|errors\.New|Sprintf)\("([a-z]+): `)
	found := 0
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && (entry.Name() == "scripts" || entry.Name() == "samples") {
			return fs.SkipDir // other programs
		}
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, m := range begins.FindAllStringSubmatch(string(text), -1) {
			if name := m[1]; slices.Contains(sources, name) {
				found++
				if !slices.Contains(packages, name) {
					t.Errorf("%s: %s", path, m[0])
				}
			}
		}
		return nil
	})
	if err != nil || found < 80 {
		t.Errorf("%d errors found, %v", found, err)
	}
}
