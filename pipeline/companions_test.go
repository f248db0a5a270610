package pipeline

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"ffkvadrat/decode"
)

// companions is a sink that writes all files, and calls end.
type companions struct{ end func() error }

func (s companions) Write(_ context.Context, w io.Writer, pictures *Pictures) error {
	for _, to := range append(pictures.Companions, w) {
		if _, err := io.WriteString(to, "new"); err != nil {
			return err
		}
	}
	return s.end()
}

// Files that belong to one result are either all new, or all unchanged.
func TestCompanions(t *testing.T) {
	errEnd := errors.New("the sink fails")
	inTheWay := func(name string) func(dir string) error {
		return func(dir string) error {
			os.Remove(filepath.Join(dir, name))
			return os.MkdirAll(filepath.Join(dir, name, "in the way"), 0o777)
		}
	}
	for what, c := range map[string]struct {
		end    func(dir string) error
		device string // replaces the third file
		fails  bool
	}{
		"no fault":              {end: func(string) error { return nil }},
		"a sink that fails":     {end: func(string) error { return errEnd }, fails: true},
		"a folder as the first": {end: inTheWay("a"), fails: true},
		"as the second":         {end: inTheWay("b"), fails: true},
		"as the third":          {end: inTheWay("c"), fails: true},
		"a full device":         {end: func(string) error { return nil }, device: "/dev/full", fails: true},
	} {
		t.Run(what, func(t *testing.T) {
			dir := t.TempDir()
			for _, name := range []string{"a", "b", "c"} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte("old"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if c.device != "" {
				os.Remove(filepath.Join(dir, "c"))
				if err := os.Symlink(c.device, filepath.Join(dir, "c")); err != nil {
					t.Fatal(err)
				}
			}
			o := Options{
				Path: "../samples/tiny-still.png", Stream: decode.Best,
				Out: filepath.Join(dir, "a"), Companions: []string{filepath.Join(dir, "b"), filepath.Join(dir, "c")},
			}
			_, err := Run(context.Background(), o, companions{func() error { return c.end(dir) }})
			if (err != nil) != c.fails {
				t.Errorf("%v", err)
			}
			want := map[bool]string{false: "new", true: "old"}[c.fails]
			entries, _ := os.ReadDir(dir)
			for _, e := range entries {
				if e.Type() != 0 {
					continue // the folder or the device
				}
				if data, err := os.ReadFile(filepath.Join(dir, e.Name())); err != nil || string(data) != want {
					t.Errorf("%s holds %q, %v", e.Name(), data, err)
				}
			}
			if len(entries) != 3 {
				t.Errorf("in the folder: %v", entries)
			}
		})
	}
}

// Guard refuses an output that is one of the inputs, under whatever name, unless writing to it
// overwrites nothing.
func TestGuard(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	for _, name := range []string{"a", "b"} {
		if err := os.WriteFile(in(name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Link(in("a"), in("hard")), os.Symlink("a", in("soft")), os.Symlink("none", in("dangling"))); err != nil {
		t.Fatal(err)
	}
	open, err := os.Open(in("a"))
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	for _, c := range []struct {
		output, input File
		want          string
	}{
		{File{Name: in("a")}, File{Name: in("a")}, in("a") + " is the input itself: write to another file"},
		{File{Name: in("hard")}, File{Name: in("a")}, in("hard") + " is the input itself, " + in("a") + ": write to another file"},
		{File{Name: in("a")}, File{Name: in("soft")}, in("a") + " is the input itself, " + in("soft") + ": write to another file"},
		{File{Name: "standard output", Open: open}, File{Name: in("hard")}, "standard output is the input itself, " + in("hard") + ": write to another file"},
		{File{Name: in("a")}, File{Name: "standard input", Open: open}, in("a") + " is the input itself, standard input: write to another file"},
		{File{Name: in("b")}, File{Name: in("a")}, ""},
		{File{Name: in("dangling")}, File{Name: in("dangling")}, ""},
		{File{Name: dir}, File{Name: dir}, ""},
		{File{Name: os.DevNull}, File{Name: os.DevNull}, ""},
	} {
		err := Guard(c.output, File{Name: "nowhere"}, c.input)
		if c.want == "" && err != nil || c.want != "" && (!errors.Is(err, ErrSameFile) || err.Error() != c.want) {
			t.Errorf("%s of %s: %v", c.output.Name, c.input.Name, err)
		}
	}
	for mode, want := range map[fs.FileMode]bool{
		0: true, fs.ModeDevice: true, fs.ModeNamedPipe: false, fs.ModeDevice | fs.ModeCharDevice: false, fs.ModeSocket: false, fs.ModeDir: false,
	} {
		if keeps(mode) != want {
			t.Errorf("%v: %v", mode, !want)
		}
	}
}
