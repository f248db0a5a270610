package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/bench"
	"ffkvadrat/decode"
	"ffkvadrat/decode/wording"
	"ffkvadrat/edge"
	"ffkvadrat/gpu"
	"ffkvadrat/match"
	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

type benchCommand struct {
	source
	Engines    []string      `default:"reference,cpu,gpu-reference,gpu" help:"Engines to measure. The others are compared with the first. Some of ${benchEngines}." group:"What is measured:"`
	Variants   []string      `placeholder:"NAME" help:"Variants: edge (default), feature, points, template. template is not among --all, and its reference engine takes minutes." group:"Quads measured:"`
	Operator   string        `default:"cross" enum:"${operator_words}" help:"Operator of the variants edge and points. One of ${enum}." group:"Quads measured:"`
	Planes     string        `default:"y" enum:"${planes_words}" help:"Planes that the operator reads." group:"Quads measured:"`
	Order      string        `default:"morton" enum:"${order_words}" help:"Order of points. One of ${enum}." group:"Quads measured:"`
	Low        float64       `default:"0" help:"Lower bound; the threshold is the upper bound." group:"Quads measured:"`
	Classes    int           `placeholder:"N" help:"Number of classes, evenly spaced from the lower bound to the threshold." group:"Quads measured:"`
	Features   string        `default:"rgb" enum:"rgb,yuv,vectors" help:"Features of the feature variant, and of the operators colour and box." group:"Quads measured:"`
	Colour     string        `default:"224,176,32" placeholder:"C" help:"Colour of the operators colour and box." group:"Quads measured:"`
	Template   int           `default:"32" placeholder:"N" help:"Side of the template, which is cut from the middle of the picture." group:"Quads measured:"`
	Sizes      []string      `placeholder:"NAME" help:"Sizes of pictures. Some of 1024, 2048 and 4096 (squares), 1080p (default), 4k and 8k." group:"What is measured:"`
	Contents   []string      `default:"video,noise,empty,full,dense" help:"Contents of pictures. video is a frame from the middle of FILE, or of the sample; noise; full has one value; for the operator cross on luma, empty has no leaf and dense three leaves in four pixels." group:"What is measured:"`
	Thresholds []float64     `placeholder:"T" help:"Thresholds. The default is ${threshold}." group:"Quads measured:"`
	Paper      bool          `help:"Print the tables of the papers of 2006 and 2007; takes minutes. Their figures stand next to those of this machine, with their sizes, thresholds and ways to make point lists. Sizes are 1024, 2048 and 4096. Points are drawn; with FILE they are the edge pixels of its frame. On a software OpenGL, --sizes 1024 takes seconds." group:"What is measured:"`
	Cube       int           `placeholder:"N" help:"Measure cubes of windows of N frames instead of quads. N is 8, 16, 32 or 64. The frames are those from the middle of FILE, in all --sizes." group:"What is measured:"`
	Cuts       bool          `default:"true" negatable:"" help:"With --cube: end the window before a cut." group:"What is measured:"`
	All        bool          `help:"Measure all sizes and variants, and four thresholds. They are 0.01, 0.1, 0.22 and 0.92. Flags that are given count." group:"What is measured:"`
	Runs       int           `default:"200" help:"Number of runs, at least 3. Their median is printed." group:"How:"`
	Limit      time.Duration `default:"1s" placeholder:"TIME" help:"Time limit for an engine on one picture, after 3 runs. A real GPU makes all runs." group:"How:"`
	Threads    int           `placeholder:"N" help:"Threads of the CPU engine." group:"How:"`
	JSON       bool          `name:"json" help:"JSON on standard output instead of a table." group:"Output:"`
}

// benchVars are the variables in the command's tags, besides the settings.
func benchVars() map[string]string {
	return map[string]string{
		"benchEngines": strings.Join(bench.EngineNames(), ", "),
		"threshold":    strconv.FormatFloat(analysis.DefaultThreshold, 'g', -1, 64),
	}
}

// Validate is called by kong.
func (c *benchCommand) Validate() error {
	if c.Runs < 3 {
		return fmt.Errorf("--runs: %d is less than 3", c.Runs)
	}
	if c.Threads < 0 {
		return fmt.Errorf("--threads: %d is negative", c.Threads)
	}
	if c.Classes < 0 || c.Classes > edge.MaxClasses {
		return fmt.Errorf("--classes: %d is not between 0 and %d", c.Classes, edge.MaxClasses)
	}
	if c.Template < 1 || c.Template > match.MaxSide {
		return fmt.Errorf("--template: %d is not between 1 and %d", c.Template, match.MaxSide)
	}
	if c.Limit < 0 {
		return fmt.Errorf("--limit: %v is negative", c.Limit)
	}
	if c.Cube != 0 {
		return c.checkCube()
	}
	if !c.Cuts {
		return errors.New("--no-cuts needs --cube")
	}
	if c.Paper {
		return c.checkPaper()
	}
	if c.File != "" && !slices.Contains(c.Contents, string(bench.Video)) {
		return fmt.Errorf("%s is for the content video, which is not among --contents", c.File)
	}
	_, err := c.plan()
	return err
}

// plan returns the plan for the arguments, without the video.
func (c *benchCommand) plan() (*bench.Plan, error) {
	p := &bench.Plan{Thresholds: c.Thresholds, Classes: c.Classes, Template: c.Template, Runs: c.Runs, Limit: c.Limit}
	operator, err := edge.ParseOperator(c.Operator)
	if err != nil {
		return nil, err
	}
	planes, err := edge.ParsePlanes(c.Planes)
	if err != nil {
		return nil, err
	}
	space, err := channel.ParseSpace(c.Features)
	if err != nil {
		return nil, err
	}
	order, err := points.ParseOrder(c.Order)
	if err != nil {
		return nil, err
	}
	colours, err := channel.ParseBox(c.Colour)
	if err != nil {
		return nil, fmt.Errorf("--colour: %w", err)
	}
	variants, sizes := []string{"edge"}, []string{"1080p"}
	if c.All {
		variants, sizes = []string{"edge", "feature", "points"}, nil
		for _, s := range bench.Sizes() {
			sizes = append(sizes, s.Name)
		}
	}
	if len(c.Variants) > 0 {
		variants = c.Variants
	}
	if len(c.Sizes) > 0 {
		sizes = c.Sizes
	}
	for _, name := range variants {
		variant, err := analysis.ParseVariant(name)
		if err != nil {
			return nil, fmt.Errorf("--variants: %w", err)
		}
		params := analysis.Params{Variant: variant}
		if variant.Searches() {
			params.Order, params.Search.Suppress = order, true
		} else if !variant.Discriminates() {
			params.Features = space
		} else {
			params.Operator, params.Planes, params.Low = operator, planes, c.Low
			if variant.HasValues() {
				params.Order = order
			}
			if operator.Kind() == edge.Distance {
				params.Features, params.Colours = space, colours
			}
		}
		p.Variants = append(p.Variants, params)
	}
	if len(p.Thresholds) == 0 {
		p.Thresholds = []float64{p.Variants[0].DefaultThreshold()}
		if c.All {
			p.Thresholds = []float64{0.01, 0.1, 0.22, 0.92}
		}
	}
	for _, params := range p.Variants {
		for _, params.Threshold = range p.Thresholds {
			if params.Variant.Discriminates() {
				params = params.Divided(c.Classes)
			}
			if params.Variant.Searches() { // the template is the picture's
				params.Search.Template = someTemplate
			}
			if err := params.Check(); err != nil {
				return nil, err
			}
		}
	}
	all := bench.Sizes()
	for _, name := range sizes {
		i := slices.IndexFunc(all, func(s bench.Size) bool { return s.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("--sizes: no size is called %q", name)
		}
		p.Sizes = append(p.Sizes, all[i])
	}
	for _, name := range c.Contents {
		content := bench.Content(name)
		if !slices.Contains(bench.Contents(), content) {
			return nil, fmt.Errorf("--contents: no content is called %q", name)
		}
		p.Contents = append(p.Contents, content)
	}
	for _, name := range c.Engines {
		if !slices.Contains(bench.EngineNames(), name) {
			return nil, fmt.Errorf("--engines: no engine is called %q", name)
		}
	}
	return p, nil
}

// planFor returns the plan, or what tests have instead.
func (c *benchCommand) planFor(e *environment) (*bench.Plan, error) {
	plan, err := c.plan()
	if err == nil && e.instead.plan != nil {
		e.instead.plan(plan)
	}
	return plan, err
}

func (c *benchCommand) Run(e *environment) error {
	if c.Cube != 0 {
		return c.runCube(e)
	}
	if c.Paper {
		return c.runPaper(e)
	}
	plan, err := c.planFor(e)
	if err != nil {
		return err
	}
	if slices.Contains(plan.Contents, bench.Video) {
		if plan.Video, err = c.video(e); err != nil {
			return err
		}
	}
	if c.Threads > 0 {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(c.Threads))
	}
	engines, machine, release, err := benchEngines(e, c.Engines, bench.NewEngine)
	if err != nil {
		return err
	}
	defer release()
	if c.JSON {
		return benchJSON(e.ctx, e.stdout, plan, engines, machine)
	}
	if err := e.answer("%s", machine); err != nil {
		return err
	}
	table := bench.NewTable(e.stdout)
	var failed error
	err = plan.Run(e.ctx, engines, func(r bench.Row) {
		if err := table.Row(r); failed == nil {
			failed = err
		}
	})
	if closed := table.Close(); failed == nil {
		failed = closed
	}
	if err == nil {
		err = failed
	}
	return err
}

// benchJSON measures, and writes JSON.
func benchJSON(ctx context.Context, w io.Writer, plan *bench.Plan, engines []bench.Engine, machine bench.Machine) error {
	rows := []bench.Record{}
	if err := plan.Run(ctx, engines, func(r bench.Row) { rows = append(rows, r.Record()) }); err != nil {
		return err
	}
	return writeRows(w, machine, rows)
}

// writeRows writes {"machine":…,"rows":[…]}.
func writeRows[Row any](w io.Writer, machine bench.Machine, rows []Row) error {
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	return out.Encode(struct {
		Machine bench.Machine `json:"machine"`
		Rows    []Row         `json:"rows"`
	}{machine, rows})
}

// middle gives take the video, at the middle of the file.
func (c *benchCommand) middle(e *environment, take func(*decode.Video) error) error {
	in, err := c.locate()
	if err != nil {
		return err
	}
	defer in.remove()
	video, err := in.open(e, 0, yuv.Needs{})
	if err != nil {
		return err
	}
	defer video.Close()
	if err := video.SeekTime(video.Info().Duration / 2); err != nil {
		return err
	}
	return take(video)
}

// video returns a frame from the middle of the file.
func (c *benchCommand) video(e *environment) (picture *yuv.Picture, err error) {
	err = c.middle(e, func(video *decode.Video) error {
		frame, err := video.Next()
		if err != nil {
			return err
		}
		defer frame.Release()
		p := &frame.Picture
		picture, err = bench.Picture(bench.Video, p.Width, p.Height, 0, p)
		return err
	})
	return picture, err
}

// benchEngines makes the requested engines. Without OpenGL it leaves out those of
// the GPU, with a warning.
func benchEngines[Engine interface{ Release() }](e *environment, names []string, make func(name string, dev *gpu.Device) (Engine, error)) (list []Engine, machine bench.Machine, release func(), err error) {
	machine = bench.Machine{Processor: processor(), Threads: runtime.GOMAXPROCS(0), Go: runtime.Version()}
	var headless *gpu.Headless
	var dev *gpu.Device
	release = func() {
		for _, engine := range list {
			engine.Release()
		}
		headless.Release()
	}
	if slices.ContainsFunc(names, bench.OnGPU) {
		if headless, err = gpu.OpenHeadless(false); err != nil {
			e.warn("the GPU is not measured: %s", wording.Line(err))
			names = slices.DeleteFunc(slices.Clone(names), bench.OnGPU)
		} else {
			dev, machine.Renderer = headless.Device, headless.Caps.Renderer
		}
	}
	for _, name := range names {
		engine, err := make(name, dev)
		if err != nil {
			release()
			return nil, machine, nil, err
		}
		list = append(list, engine)
	}
	return list, machine, release, nil
}

// processor returns the name of the CPU, if the system gives it.
func processor() string {
	info, err := os.ReadFile("/proc/cpuinfo")
	if err == nil {
		for line := range strings.Lines(string(info)) {
			if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
				return strings.TrimSpace(value)
			}
		}
	}
	return runtime.GOARCH
}
