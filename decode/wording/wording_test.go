package wording

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

func TestError(t *testing.T) {
	open := fmt.Errorf("decode: open %q: %w", "decode: a.mp4", fs.ErrNotExist)
	for want, err := range map[string]error{
		`open "decode: a.mp4": file does not exist`:                      open,
		`frame 3 of "x": open "decode: a.mp4": file does not exist`:      fmt.Errorf("quads: frame 3 of %q: %w", "x", open),
		`decode: b.mp4: --at: open "decode: a.mp4": file does not exist`: &Named{"decode: b.mp4", fmt.Errorf("--at: %w", open)},
		"no context: link x: log":                                        fmt.Errorf("gpu: %w: %w", errors.New("no context"), errors.New("gpu: link x: log")),
		"a\nb\nc":                                                        errors.Join(errors.New("edge: a"), errors.New("edge: feature: b"), errors.New("c")),
		"the input is damaged: 1 fault, the first: no picture; 3 frames": fmt.Errorf("%w: 1 fault, the first: %w; 3 frames", errors.New("the input is damaged"), errors.New("decode: no picture")),
		"a: a: b":         fmt.Errorf("a: %w", errors.New("a: b")),
		"x: of something": errors.New("x: quadfile: of something"),
		`http://host/a.mp4: open "http://host/b.mp4": no`: &Named{"http://me:secret@host/a.mp4", fmt.Errorf("open %q: %w", "http://me:secret@host/b.mp4", errors.New("no"))},
		"nothing is an error":                             fmt.Errorf("nothing is an error%w", errors.New("")),
	} {
		if got := Error(err); got != want {
			t.Errorf("%q: %q, want %q", err, got, want)
		}
	}
}

func TestText(t *testing.T) {
	for text, want := range map[string]string{
		`decode: open "x": no`:                                `open "x": no`,
		`a: decode: edge: open "decode: \" gpu: ": b; gpu: c`: `a: open "decode: \" gpu: ": b; c`,
		"no encode: a":                                        "no encode: a",
		"x.mp4: gone":                                         "x.mp4: gone",
	} {
		if got := Text(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestLine(t *testing.T) {
	err := errors.Join(fmt.Errorf("gpu: link:\n %w", errors.New("log")), errors.New("edge: b"))
	if got, want := Line(err), "link: log; b"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// sources calls do with each line of the program's Go sources, except tests.
func sources(t *testing.T, do func(path, line string)) {
	t.Helper()
	err := filepath.WalkDir("../..", func(name string, entry fs.DirEntry, err error) error {
		path := filepath.ToSlash(name)
		if err == nil && entry.IsDir() && (entry.Name() == "scripts" || path == "../../build") {
			return fs.SkipDir // other programs
		}
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for line := range strings.Lines(string(text)) {
			do(path, line)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestPackageNames: Error knows each package that begins errors with its name.
func TestPackageNames(t *testing.T) {
	declared := map[string]bool{}
	sources(t, func(_, line string) {
		if name, ok := strings.CutPrefix(line, "package "); ok {
			declared[strings.TrimSpace(name)] = true
		}
	})
	begins := regexp.MustCompile(`(?:Errorf|errors\.New|Sprintf)\("([a-z]+): `)
	found := 0
	sources(t, func(path, line string) {
		for _, m := range begins.FindAllStringSubmatch(line, -1) {
			if name := m[1]; declared[name] {
				found++
				if !slices.Contains(packages, name) {
					t.Errorf("%s: %s", path, m[0])
				}
			}
		}
	})
	if found < 80 {
		t.Errorf("%d errors found", found)
	}
}

// TestErrorsAreWorded: the player words its errors with this package. Tests of package cli check the
// same there.
func TestErrorsAreWorded(t *testing.T) {
	raw := regexp.MustCompile(`\b[eE]rr\.Error\(\)|Sprint\w*\(.*\b(err|cause\(err\))[,)]`)
	sources(t, func(path, line string) {
		if strings.HasPrefix(path, "../../player/") && raw.MatchString(line) && !strings.Contains(line, "panic(") && !strings.Contains(line, "wording.") {
			t.Errorf("%s: %s", path, strings.TrimSpace(line))
		}
	})
}
