package program

import (
	"bytes"
	"context"
	"errors"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/samples/dicing"
	"ffkvadrat/samples/mesh"
	"ffkvadrat/samples/voxels"
)

// trial returns a video of three frames with one colour each.
func trial() *Video {
	return &Video{
		Name: "trial", Frames: 3, Rate: 25, Still: 1, Side: 16, Sides: []int{16}, Papers: dicing.Heart, Model: mesh.Heart,
		Begin: func(_, _ int, points []voxels.Point, side int) Draw {
			return func(dst *image.RGBA, frame int) error {
				for i := 0; i < len(dst.Pix); i += 4 {
					copy(dst.Pix[i:], []byte{byte(100 * frame), byte(len(points)), byte(side), 255})
				}
				return nil
			}
		},
	}
}

// TestRun: the program writes the requested files, and a model that it wrote gives the same points.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	var out bytes.Buffer
	args := []string{"-runs", "1", "-width", "32", "-height", "18", "-o", dir + "/film.mkv", "-png", dir + "/still.png", "-slices", dir + "/slices.png", "-obj", dir + "/model.obj"}
	if err := trial().Run(context.Background(), args, &out, &out); err != nil {
		t.Fatal(err)
	}
	if text := out.String(); !strings.Contains(text, "trial: 5120 triangles, marks shell") || !strings.Contains(text, "voxelise") {
		t.Error(text)
	}
	if err := trial().Run(context.Background(), []string{"-runs", "0", "-width", "32", "-height", "18", "-o", dir + "/%d.png", "-png", dir + "/again.png", dir + "/model.obj"}, &out, &out); err != nil {
		t.Fatal(err)
	}
	read := func(name string) []byte {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || len(b) == 0 {
			t.Fatalf("%s: %d bytes, %v", name, len(b), err)
		}
		return b
	}
	if !bytes.Equal(read("still.png"), read("again.png")) {
		t.Error("the model that was written gives another picture")
	}
	for _, name := range []string{"film.mkv", "slices.png", "0.png", "1.png", "2.png"} {
		read(name)
	}
	if _, err := os.Stat(dir + "/3.png"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a fourth picture: %v", err)
	}
}

func TestRunFails(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(dir+"/open.obj", []byte("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		"one model":               {"a", "b"},
		"is not one of 3":         {"-frame", "3"},
		"pictures of 0":           {"-width", "0"},
		"no marks":                {"-marks", "none"},
		"no such file":            {dir + "/none.obj"},
		"is open":                 {dir + "/open.obj"},
		"unknown engine":          {"-engine", "abacus"},
		"not that of a container": {"-o", dir + "/film.txt"},
		"names one picture":       {"-o", dir + "/film.png"},
	} {
		var out bytes.Buffer
		if err := trial().Run(context.Background(), args, &out, &out); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", args, err, want)
		}
		if out.Len() > 0 {
			t.Errorf("%q: printed %q before it failed", args, out.String())
		}
	}
}

// TestGoroutines: as many as processors, but at most four, and few for large pictures.
func TestGoroutines(t *testing.T) {
	for _, c := range [][3]int{{1280 * 720, 1, 1}, {1280 * 720, 2, 2}, {1280 * 720, 64, 4}, {3840 * 2160, 64, 1}, {8192 * 8192, 64, 1}, {1, 3, 3}} {
		if got := goroutines(c[0], c[1]); got != c[2] {
			t.Errorf("%d pixels, %d processors: %d, want %d", c[0], c[1], got, c[2])
		}
	}
}
