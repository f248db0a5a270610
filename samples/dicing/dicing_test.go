package dicing

import (
	"bytes"
	"context"
	"errors"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ffkvadrat/gpu/gputest"
	"ffkvadrat/samples/mesh"
	"ffkvadrat/samples/voxels"
)

// Both engines find the same points, at their places in the volume.
func TestEngines(t *testing.T) {
	gputest.Open(t)
	for _, side := range []int{17, 64} {
		var want []voxels.Point
		for _, engine := range []string{"cpu", "gpu"} {
			d, err := New(engine, side, voxels.Shell)
			if err != nil {
				t.Fatal(err)
			}
			got, err := d.Points(mesh.Heart())
			d.Release()
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range got {
				x, y, z := int((p.At[0]+1)*float64(side)/2), int((1-p.At[1])*float64(side)/2), int((p.At[2]+1)*voxels.Slices/2)
				if !d.Solid().Has(x, y, z) {
					t.Fatalf("%s, %d: the point %v is in voxel %d, %d, %d, which is outside", engine, side, p.At, x, y, z)
				}
			}
			if want == nil {
				want = got
			}
			if len(got) == 0 || !slices.Equal(got, want) {
				t.Errorf("%s, %d: other points, %d of %d", engine, side, len(got), len(want))
			}
		}
	}
	if _, err := New("abacus", 64, voxels.Shell); err == nil {
		t.Error("an engine called abacus")
	}
	if _, err := New("cpu", 1, voxels.Shell); err == nil {
		t.Error("slices of a voxel")
	}
}

func TestMeasure(t *testing.T) {
	d, err := New("cpu", 64, voxels.Ends)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Release()
	points, err := d.Points(mesh.Heart())
	if err != nil {
		t.Fatal(err)
	}
	count, times, err := d.Measure(mesh.Heart(), 3)
	if err != nil || count != len(points) {
		t.Errorf("%d points, %v, want %d", count, err, len(points))
	}
	if times.Voxelise <= 0 || times.Picture <= 0 || times.Pyramid <= 0 || times.List <= 0 || times.Transfer != 0 {
		t.Errorf("%+v", times)
	}
}

func TestTable(t *testing.T) {
	table := Table{Title: "a title", Machine: "a machine", on: "a renderer", columns: []tableColumn{
		{64, 2000, Times{Voxelise: time.Millisecond, Picture: 2 * time.Millisecond, Transfer: 3 * time.Millisecond, Pyramid: 4 * time.Millisecond, List: 5 * time.Millisecond}, true, Teapot[64]},
	}}
	var out bytes.Buffer
	if err := table.Write(&out); err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(out.String()) {
		got = append(got, strings.Join(strings.Fields(line), " "))
	}
	want := []string{
		"a title", "here: a machine, engine gpu: a renderer", "paper: " + PaperMachine,
		"1024²: here paper", "points 2000 2130", "voxelise 1.000 470", "slices to tiles 2.000 –", "to the GPU 3.000 –",
		"from the GPU, for the CPU – 12", "traversal by the paper's CPU – 24", "pyramid 4.000 2", "list 5.000 ~2",
		"pyramid, dicer_single – 6", "list, dicer_single – ~6", "all stages 15.000 –",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// program is a film of three pictures, of a colour each.
func program() *Film {
	return &Film{
		Name: "trial", Frames: 3, Rate: 25, Still: 1, Side: 16, Sides: []int{16}, Papers: Heart, Model: mesh.Heart,
		Begin: func(_, _ int, points []voxels.Point, side int) func(*image.RGBA, int) error {
			return func(dst *image.RGBA, frame int) error {
				for i := 0; i < len(dst.Pix); i += 4 {
					copy(dst.Pix[i:], []byte{byte(100 * frame), byte(len(points)), byte(side), 255})
				}
				return nil
			}
		},
	}
}

// The program writes what it is asked for, and a model that it wrote gives the same points.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	var out bytes.Buffer
	args := []string{"-runs", "1", "-width", "32", "-height", "18", "-o", dir + "/film.mkv", "-png", dir + "/still.png", "-slices", dir + "/slices.png", "-obj", dir + "/model.obj"}
	if err := program().Run(context.Background(), args, &out); err != nil {
		t.Fatal(err)
	}
	if text := out.String(); !strings.Contains(text, "trial: 5120 triangles, marks shell") || !strings.Contains(text, "voxelise") {
		t.Error(text)
	}
	if err := program().Run(context.Background(), []string{"-runs", "0", "-width", "32", "-height", "18", "-o", dir + "/%d.png", "-png", dir + "/again.png", dir + "/model.obj"}, &out); err != nil {
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
		"one model":         {"a", "b"},
		"is not one of 3":   {"-frame", "3"},
		"pictures of 0":     {"-width", "0"},
		"no marks":          {"-marks", "none"},
		"no such file":      {dir + "/none.obj"},
		"is open":           {dir + "/open.obj"},
		"unknown engine":    {"-engine", "abacus"},
		"no container":      {"-runs", "0", "-o", dir + "/film.txt"},
		"names one picture": {"-runs", "0", "-o", dir + "/film.png"},
	} {
		var out bytes.Buffer
		if err := program().Run(context.Background(), args, &out); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", args, err, want)
		}
	}
}
