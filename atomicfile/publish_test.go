package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/tests/platform"
)

// TestPublishAll: a name that another process takes is never replaced, at whatever step that happens.
func TestPublishAll(t *testing.T) {
	refused := errors.New("refused")
	for name, c := range map[string]struct {
		before, during []string // files that other processes write, and when
		ready          error
		want           error
		first, second  string // the contents afterwards
	}{
		"nobody":                   {first: "one", second: "two"},
		"the same before":          {before: []string{"one", "two"}, first: "one", second: "two"},
		"the same meanwhile":       {during: []string{"one", "two"}, first: "one", second: "two"},
		"half of it before":        {before: []string{"", "two"}, first: "one", second: "two"},
		"another before":           {before: []string{"oNe", "tWo"}, want: ErrTaken, first: "oNe", second: "tWo"},
		"a longer before":          {before: []string{"onefold", ""}, want: ErrTaken, first: "onefold"},
		"another second":           {before: []string{"one", "tWo"}, want: ErrTaken, first: "one", second: "tWo"},
		"another meanwhile":        {during: []string{"oNe", "tWo"}, want: ErrTaken, first: "oNe", second: "tWo"},
		"left by a killed process": {before: []string{"", "tWo"}, first: "one", second: "two"},
		"and meanwhile":            {during: []string{"", "tWo"}, first: "one", second: "two"},
		"not ready":                {ready: refused, want: refused},
		"there, not ready":         {before: []string{"", "tWo"}, ready: refused, want: refused, second: "tWo"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			paths := []string{filepath.Join(dir, "first"), filepath.Join(dir, "second")}
			put := func(texts []string) {
				for i, text := range texts {
					if text == "" {
						continue
					}
					if err := os.WriteFile(paths[i], []byte(text), 0o666); err != nil {
						t.Fatal(err)
					}
				}
			}
			put(c.before)
			var files []*File
			for i, text := range []string{"one", "two"} {
				f, err := Create(t.Context(), paths[i])
				if err != nil {
					t.Fatal(err)
				}
				if _, err := f.Write([]byte(text)); err != nil {
					t.Fatal(err)
				}
				files = append(files, f)
			}
			var reported []fs.FileInfo
			err := PublishAll(func(infos []fs.FileInfo) error {
				put(c.during)
				reported = infos
				return c.ready
			}, files...)
			if !errors.Is(err, c.want) || (err == nil) != (c.want == nil) {
				t.Errorf("error %v, want %v", err, c.want)
			}
			for i, want := range []string{c.first, c.second} {
				text, err := os.ReadFile(paths[i])
				if string(text) != want || want == "" && !errors.Is(err, fs.ErrNotExist) {
					t.Errorf("%s: %q, %v, want %q", paths[i], text, err, want)
				}
				if info, statErr := os.Stat(paths[i]); err == nil && c.want == nil && c.during == nil && (statErr != nil || !os.SameFile(info, reported[i])) {
					t.Errorf("%s is another file than was announced", paths[i])
				}
			}
			if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
				t.Errorf("left behind: %q", left)
			}
		})
	}
}

// TestOneNameForTwo: links can give two outputs one name.
func TestOneNameForTwo(t *testing.T) {
	for name, commit := range map[string]func(files ...*File) error{
		"commit":  func(files ...*File) error { return CommitAll(t.Context(), files...) },
		"publish": func(files ...*File) error { return PublishAll(nil, files...) },
	} {
		dir := t.TempDir()
		platform.Symlink(t, "second", filepath.Join(dir, "first"))
		var files []*File
		for _, path := range []string{"first", "second"} {
			f, err := Create(t.Context(), filepath.Join(dir, path))
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
		if err := commit(files...); err == nil || !strings.Contains(err.Error(), "are the same file") {
			t.Errorf("%s: %v", name, err)
		}
		if left, _ := os.ReadDir(dir); len(left) != 1 {
			t.Errorf("%s: left behind: %v", name, left)
		}
	}
}

// TestRenameNew: without hard links a rename keeps an existing file.
func TestRenameNew(t *testing.T) {
	for name, rename := range map[string]func(from, to string) error{"in one step": renameNew, "in two": renameIfNew} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			from, to := filepath.Join(dir, "from"), filepath.Join(dir, "to")
			for _, path := range []string{from, to} {
				if err := os.WriteFile(path, []byte(path), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if err := rename(from, to); !errors.Is(err, fs.ErrExist) {
				t.Errorf("error %v", err)
			}
			if text, _ := os.ReadFile(to); string(text) != to {
				t.Errorf("%q", text)
			}
			if err := errors.Join(os.Remove(to), rename(from, to)); err != nil {
				t.Error(err)
			}
			if text, _ := os.ReadFile(to); string(text) != from {
				t.Errorf("%q", text)
			}
		})
	}
}
