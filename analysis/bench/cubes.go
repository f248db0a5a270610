package bench

import (
	"context"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/glanalysis"
	"ffkvadrat/gpu"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/yuv"
)

// CubePlan lists what to measure about cubes: a window of a video's frames, in all sizes.
type CubePlan struct {
	Pictures []*yuv.Picture // consecutive frames of one size and format
	Window   int            // the window's length
	Sizes    []Size
	Params   analysis.Params // with a discriminator, without classes
	Runs     int             // as in [Plan]
	Limit    time.Duration
}

// CubeEngine is an engine to be measured.
type CubeEngine struct {
	Name string
	analysis.CubeEngine
}

// CubeEngineNames returns the engines of cubes that can be measured.
func CubeEngineNames() []string { return []string{"reference", "cpu", "gpu-reference", "gpu"} }

// NewCubeEngine returns an engine of cubes. dev is used only if the engine needs a device.
func NewCubeEngine(name string, dev *gpu.Device) (e CubeEngine, err error) {
	e.Name = name
	switch name {
	case "reference":
		e.CubeEngine = analysis.NewReferenceCubes()
	case "cpu":
		e.CubeEngine = analysis.NewCPUCubes()
	case "gpu-reference":
		e.CubeEngine, err = glanalysis.NewReferenceCubes(dev)
	case "gpu":
		e.CubeEngine, err = glanalysis.NewCubes(dev)
	default:
		err = fmt.Errorf("bench: no engine of cubes is called %q", name)
	}
	return e, err
}

// CubeRow holds the measurements of an engine: medians by the clock.
type CubeRow struct {
	Size       Size          `json:"-"`
	Width      int           `json:"width"`
	Height     int           `json:"height"`
	Frames     int           `json:"frames"`
	Window     int           `json:"window"`
	Operator   string        `json:"operator"`
	Threshold  float64       `json:"threshold"`
	Engine     string        `json:"engine"`
	Quads      int           `json:"quads"` // in all frames
	Cubes      int           `json:"cubes"`
	Runs       int           `json:"runs"`
	Masks      time.Duration `json:"masks_ns"` // of all frames, including their uploads
	List       time.Duration `json:"list_ns"`  // from the masks to the list in main memory
	Total      time.Duration `json:"total_ns"`
	TimesFirst float64       `json:"times_first"`
}

// Run measures the engines in turn, size by size, and passes each row to report. It fails if an
// engine's cubes differ from those of the first one.
func (p *CubePlan) Run(ctx context.Context, engines []CubeEngine, report func(CubeRow)) error {
	for _, size := range p.Sizes {
		if err := p.compare(ctx, size, engines, report); err != nil {
			return fmt.Errorf("bench: %s, %d frames: %w", size.Name, len(p.Pictures), err)
		}
	}
	return nil
}

// compare measures the engines in one size.
func (p *CubePlan) compare(ctx context.Context, size Size, engines []CubeEngine, report func(CubeRow)) error {
	pictures, quads, err := p.resized(ctx, size)
	if err != nil {
		return err
	}
	var first CubeRow
	var want []ocpyramid.Cube
	for i, e := range engines {
		row, cubes, err := p.measure(ctx, e, pictures)
		if err != nil {
			return fmt.Errorf("%s: %w", e.Name, err)
		}
		if i == 0 {
			first, want = row, cubes
		} else if !slices.Equal(cubes, want) {
			return fmt.Errorf("%s gives other cubes than %s", e.Name, engines[0].Name)
		}
		row.Size, row.Width, row.Height, row.Quads = size, size.Width, size.Height, quads
		row.TimesFirst = float64(first.Total) / float64(row.Total)
		report(row)
	}
	return nil
}

// resized returns the frames in another size, and their number of quads.
func (p *CubePlan) resized(ctx context.Context, size Size) (pictures []*yuv.Picture, quads int, err error) {
	engine := analysis.NewCPU()
	defer engine.Release()
	for i, from := range p.Pictures {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		picture, err := Picture(Video, size.Width, size.Height, 0, from)
		if err != nil {
			return nil, 0, err
		}
		if i > 0 && p.Params.Needs().Before {
			picture.Before = pictures[i-1]
		}
		result, err := engine.Analyze(picture, p.Params)
		if err != nil {
			return nil, 0, err
		}
		pictures, quads = append(pictures, picture), quads+len(result.Quads)
	}
	return pictures, quads, nil
}

// measure returns the medians of an engine's runs, and its cubes.
func (p *CubePlan) measure(ctx context.Context, e CubeEngine, pictures []*yuv.Picture) (row CubeRow, cubes []ocpyramid.Cube, err error) {
	const least = 3
	limits, err := p.Params.Limits()
	if err != nil {
		return row, nil, err
	}
	var total, list []time.Duration
	begin := time.Now()
	for n := -1; n < p.Runs; n++ { // the first run compiles and allocates, and does not count
		if err := ctx.Err(); err != nil {
			return row, nil, err
		}
		if n >= least && time.Since(begin) > p.Limit {
			break
		}
		start := time.Now()
		if err := e.Begin(pictures[0].Width, pictures[0].Height, p.Window); err != nil {
			return row, nil, err
		}
		for _, picture := range pictures {
			if err := e.Add(picture, p.Params); err != nil {
				return row, nil, err
			}
		}
		if cubes, err = e.Cubes(cubes[:0], limits); err != nil {
			return row, nil, err
		}
		masked := time.Now()
		if cubes, err = e.Cubes(cubes[:0], limits); err != nil { // the masks are finished here
			return row, nil, err
		}
		if n >= 0 {
			total, list = append(total, masked.Sub(start)), append(list, time.Since(masked))
		}
	}
	row = CubeRow{
		Frames: len(pictures), Window: p.Window, Operator: p.Params.Operator.String(), Threshold: p.Params.Threshold,
		Engine: e.Name, Cubes: len(cubes), Runs: len(total), Total: analysis.Median(total), List: analysis.Median(list),
	}
	row.Masks = max(row.Total-row.List, 0)
	return row, slices.Clone(cubes), nil
}

// WriteCubes prints rows as a table.
func WriteCubes(w io.Writer, rows []CubeRow) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	for i, r := range rows {
		if i == 0 || rows[i-1].Size != r.Size {
			fmt.Fprintf(out, "\n%s, %s of a window of %d, %s t=%v: %s, of %s\n", r.Size.Name, number(r.Frames, "frame"), r.Window, r.Operator, r.Threshold, number(r.Cubes, "cube"), number(r.Quads, "quad"))
			fmt.Fprintf(out, "engine\tmasks\tlist\tpictures to list\tfaster\truns\t\n")
		}
		fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\t%d\t\n", r.Engine, text(r.Masks), text(r.List), text(r.Total), faster(r.TimesFirst), r.Runs)
	}
	return out.Flush()
}
