package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/bench"
	"ffkvadrat/decode/wording"
	"ffkvadrat/measure/middle"
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

// Validate implements kong's hook.
func (c *benchCommand) Validate() error {
	if c.Runs < 3 {
		return fmt.Errorf("--runs: %d is less than 3", c.Runs)
	}
	if c.Threads < 0 {
		return fmt.Errorf("--threads: %d is negative", c.Threads)
	}
	if err := c.numbers().Check(); err != nil {
		return fmt.Errorf("--%w", err)
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

// numbers returns a plan with the numeric flags.
func (c *benchCommand) numbers() *bench.Plan {
	return &bench.Plan{Thresholds: c.Thresholds, Classes: c.Classes, Template: c.Template, Runs: c.Runs, Limit: c.Limit}
}

// words returns parameters with the flags that are words; each variant uses those that apply. The
// picture replaces the template later.
func (c *benchCommand) words() (given analysis.Params, err error) {
	for _, word := range [][2]string{{"operator", c.Operator}, {"planes", c.Planes}, {"features", c.Features}, {"order", c.Order}, {"template", someTemplate}} {
		if err := analysis.Named(word[0]).Read(&given, word[1]); err != nil {
			return given, err
		}
	}
	if err := analysis.Named("colours").Read(&given, c.Colour); err != nil {
		return given, fmt.Errorf("--colour: %w", err)
	}
	given.Low = c.Low
	return given, nil
}

// plan returns the plan by the flags, without the video.
func (c *benchCommand) plan() (*bench.Plan, error) {
	p := c.numbers()
	given, err := c.words()
	if err != nil {
		return nil, err
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
		params := given
		params.Variant, params.Search.Suppress = variant, true
		if params = params.Applied(); variant.Discriminates() {
			params.Planes = given.Planes // Check refuses planes that the operator does not read
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

// planFor returns the plan, changed by a test.
func (c *benchCommand) planFor(e *environment) (*bench.Plan, error) {
	plan, err := c.plan()
	if err == nil && e.instead.plan != nil {
		e.instead.plan(plan)
	}
	return plan, err
}

func (c *benchCommand) Run(e *environment) error {
	var in *input // nil without a video
	if c.Cube != 0 || c.Paper || slices.Contains(c.Contents, string(bench.Video)) {
		var err error
		if in, err = c.locate(); err != nil {
			return err
		}
		defer in.remove()
	}
	switch {
	case c.Cube != 0:
		return c.runCube(e, in)
	case c.Paper:
		return c.runPaper(e, in)
	}
	plan, err := c.planFor(e)
	if err != nil {
		return err
	}
	if in != nil {
		if plan.Video, err = middle.Frame(e.ctx, in.path, in.stream); err != nil {
			return err
		}
	}
	defer c.limit()()
	set, err := bench.NewSet(c.Engines, bench.NewEngine, e.warnNoGPU)
	if err != nil {
		return err
	}
	defer set.Release()
	if c.JSON {
		return benchJSON(e.ctx, e.stdout, plan, set)
	}
	if err := e.answer("%s", set.Machine()); err != nil {
		return err
	}
	table := bench.NewTable(e.stdout)
	var failed error
	err = plan.Run(e.ctx, set.Engines, func(r bench.Row) {
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

// limit sets the number of threads of the CPU engine, and returns a function that restores it.
func (c *benchCommand) limit() (restore func()) {
	before := runtime.GOMAXPROCS(c.Threads)
	return func() { runtime.GOMAXPROCS(before) }
}

func (e *environment) warnNoGPU(err error) { e.warn("the GPU is not measured: %s", wording.Line(err)) }

// benchJSON measures and writes JSON.
func benchJSON(ctx context.Context, w io.Writer, plan *bench.Plan, set *bench.Set[bench.Engine]) error {
	rows := []bench.Record{}
	if err := plan.Run(ctx, set.Engines, func(r bench.Row) { rows = append(rows, r.Record()) }); err != nil {
		return err
	}
	return writeRows(w, set.Machine(), rows)
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
