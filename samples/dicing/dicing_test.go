package dicing

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ffkvadrat/analysis/bench"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/samples/mesh"
	"ffkvadrat/samples/voxels"
)

// TestEngines: both engines find the same points at the same positions.
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
	count, times, err := d.Measure(t.Context(), mesh.Heart(), 3)
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

// TestFigures: the papers' figures are those of the bench command's tables.
func TestFigures(t *testing.T) {
	found := 0
	for _, table := range bench.PaperTables() {
		if len(table.Papers) == 0 || !strings.HasPrefix(table.Papers[len(table.Papers)-1].Title, "On-the-fly Point Clouds") {
			continue
		}
		for _, line := range table.Lines {
			for i, column := range table.Columns {
				p := Teapot[column.Size/voxels.Tiles]
				own, ok := map[string]Figure{
					"1 points": p.Points, "2 picture from the GPU, PCI Express": p.Fetch, "2 traversal by the CPU": p.Traversal,
					"3 single": p.PyramidS, "3 rect": p.Pyramid, "4 single": p.ListS, "4 rect": p.List,
				}[fmt.Sprintf("%d %s", table.Number, line.Label)]
				if !ok {
					continue
				}
				found++
				if want := line.Figures[i]; own != (Figure{want.Value, want.About}) {
					t.Errorf("table %d, %s, %d: %v, want %v", table.Number, line.Label, column.Size, own, want)
				}
			}
		}
	}
	if found != 7*3 {
		t.Errorf("%d figures compared", found)
	}
}

// BenchmarkDice dices the teapot and reports the median of each stage.
func BenchmarkDice(b *testing.B) {
	m := mesh.Teapot()
	for _, engine := range []string{"cpu", "gpu"} {
		for _, side := range []int{64, 128, 256} {
			b.Run(fmt.Sprintf("engine=%s/size=%dx%[2]d", engine, voxels.Tiles*side), func(b *testing.B) {
				if engine == "gpu" {
					gputest.Open(b)
				}
				d, err := New(engine, side, voxels.Ends)
				if err != nil {
					b.Fatal(err)
				}
				defer d.Release()
				for b.Loop() {
					if _, _, err := d.dice(m); err != nil {
						b.Fatal(err)
					}
				}
				count, times, err := d.Measure(b.Context(), m, 7)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(count), "points")
				for i, stage := range times.stages() {
					b.ReportMetric(stage.Seconds()*1e3, []string{"voxelise-ms", "picture-ms", "upload-ms", "pyramid-ms", "list-ms"}[i])
				}
			})
		}
	}
}
