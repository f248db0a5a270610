package dicing

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"text/tabwriter"
	"time"

	"ffkvadrat/samples/mesh"
	"ffkvadrat/samples/voxels"
)

// Figure is a figure of a paper. 0 means none; About figures have "~" before them.
type Figure struct {
	Value float64 // ms, or points
	About bool
}

// Paper is the figures of a paper for a volume: "On-the-fly Point Clouds", section 9.
type Paper struct {
	Points          Figure
	Voxelise        Figure // "Slicing"
	Fetch           Figure // download of the picture from the GPU, over PCI Express
	Traversal       Figure // on the CPU
	Pyramid, List   Figure // dicer_rect
	PyramidS, ListS Figure // dicer_single
	Whole, First    Figure // all stages; the first run
}

// PaperMachine is the machine of the papers' figures.
const PaperMachine = "NVIDIA Quadro FX Go 1400, Pentium M 2.13 GHz, 2006"

// Teapot has tables 1 to 4 by side of a slice.
var Teapot = map[int]Paper{
	256: {Points: Figure{33989, false}, Voxelise: Figure{470, false}, Fetch: Figure{172, false}, Traversal: Figure{25, false},
		Pyramid: Figure{30, false}, List: Figure{9, false}, PyramidS: Figure{2000, true}, ListS: Figure{16, false}},
	128: {Points: Figure{8595, false}, Voxelise: Figure{470, false}, Fetch: Figure{40, false}, Traversal: Figure{25, false},
		Pyramid: Figure{10, false}, List: Figure{6, false}, PyramidS: Figure{20, false}, ListS: Figure{12, false}},
	64: {Points: Figure{2130, false}, Voxelise: Figure{470, false}, Fetch: Figure{12, false}, Traversal: Figure{24, false},
		Pyramid: Figure{2, false}, List: Figure{2, true}, PyramidS: Figure{6, false}, ListS: Figure{6, true}},
}

// Heart has the figures of figure 7.
var Heart = map[int]Paper{64: {Points: Figure{1872, false}, Whole: Figure{25, false}, First: Figure{90, false}}}

func (f Figure) String() string {
	switch {
	case f.Value == 0:
		return "–"
	case f.About:
		return fmt.Sprintf("~%v", f.Value)
	}
	return fmt.Sprint(f.Value)
}

// Table is the measurements of one model.
type Table struct {
	Title   string
	Machine string
	on      string
	columns []tableColumn
}

type tableColumn struct {
	side  int
	count int
	times Times
	gpu   bool
	paper Paper
}

// Add measures a mesh in slices of a side with an engine, which must be the same for the whole table.
func (t *Table) Add(ctx context.Context, engine string, side int, marks voxels.Marks, m *mesh.Mesh, runs int, papers map[int]Paper) error {
	d, err := New(engine, side, marks)
	if err != nil {
		return err
	}
	defer d.Release()
	count, times, err := d.Measure(ctx, m, runs)
	if err != nil {
		return err
	}
	t.on = d.on
	t.columns = append(t.columns, tableColumn{side, count, times, d.gpu, papers[side]})
	return nil
}

// Write prints the table: our times next to the paper's, in ms.
func (t *Table) Write(w io.Writer) error {
	fmt.Fprintf(w, "%s\nhere: %s%s\npaper: %s\n", t.Title, t.Machine, t.renderer(), PaperMachine)
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	head := "\t"
	for _, c := range t.columns {
		head += fmt.Sprintf("%d²: here\tpaper\t", voxels.Tiles*c.side)
	}
	fmt.Fprintln(out, head)
	row := func(label string, here func(c *tableColumn) string, paper func(p *Paper) Figure) {
		line := label + "\t"
		any := false
		for i := range t.columns {
			c := &t.columns[i]
			ours, theirs := here(c), paper(&c.paper)
			any = any || ours != "–" || theirs.Value != 0
			line += ours + "\t" + theirs.String() + "\t"
		}
		if any {
			fmt.Fprintln(out, line)
		}
	}
	none := func(*tableColumn) string { return "–" }
	nothing := func(*Paper) Figure { return Figure{} }
	row("points", func(c *tableColumn) string { return fmt.Sprint(c.count) }, func(p *Paper) Figure { return p.Points })
	row("voxelise", func(c *tableColumn) string { return ms(c.times.Voxelise) }, func(p *Paper) Figure { return p.Voxelise })
	row("slices to tiles", func(c *tableColumn) string { return ms(c.times.Picture) }, nothing)
	row("to the GPU", func(c *tableColumn) string {
		if !c.gpu {
			return "–"
		}
		return ms(c.times.Transfer)
	}, nothing)
	row("from the GPU, for the CPU", none, func(p *Paper) Figure { return p.Fetch })
	row("traversal by the paper's CPU", none, func(p *Paper) Figure { return p.Traversal })
	row("pyramid", func(c *tableColumn) string { return ms(c.times.Pyramid) }, func(p *Paper) Figure { return p.Pyramid })
	row("list", func(c *tableColumn) string { return ms(c.times.List) }, func(p *Paper) Figure { return p.List })
	row("pyramid, dicer_single", none, func(p *Paper) Figure { return p.PyramidS })
	row("list, dicer_single", none, func(p *Paper) Figure { return p.ListS })
	row("all stages", func(c *tableColumn) string {
		sum := time.Duration(0)
		for _, stage := range c.times.stages() {
			sum += *stage
		}
		return ms(sum)
	}, func(p *Paper) Figure { return p.Whole })
	row("all stages, the first time", none, func(p *Paper) Figure { return p.First })
	return out.Flush()
}

func (t *Table) renderer() string {
	if t.on == "" {
		return ", engine cpu"
	}
	return ", engine gpu: " + t.on
}

func ms(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()*1e3) }

// Machine describes the processor, as far as the system does.
func Machine() string {
	name := runtime.GOARCH
	if info, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(info)) {
			if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
				name = strings.TrimSpace(value)
				break
			}
		}
	}
	return fmt.Sprintf("%s, %d threads, %s", name, runtime.GOMAXPROCS(0), runtime.Version())
}
