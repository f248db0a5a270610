package cli

import (
	"encoding/json"
	"fmt"
	"slices"

	"ffkvadrat/analysis/bench"
	"ffkvadrat/measure/middle"
)

// paperSizes are the sizes of the papers' tables, by name.
var paperSizes = map[string]int{"1024": 1024, "2048": 2048, "4096": 4096}

// checkPaper is Validate with --paper. The tables determine what is measured, so flags that select
// it must have their defaults.
func (c *benchCommand) checkPaper() error {
	for _, f := range []struct {
		flag  string
		given bool
	}{
		{"--engines", !slices.Equal(c.Engines, []string{"reference", "cpu", "gpu-reference", "gpu"})},
		{"--variants", len(c.Variants) > 0},
		{"--operator", c.Operator != "cross"},
		{"--planes", c.Planes != "y"},
		{"--low", c.Low != 0},
		{"--features", c.Features != "rgb"},
		{"--colour", c.Colour != "224,176,32"},
		{"--contents", !slices.Equal(c.Contents, []string{"video", "noise", "empty", "full", "dense"})},
		{"--thresholds", len(c.Thresholds) > 0},
		{"--all", c.All},
	} {
		if f.given {
			return fmt.Errorf("%s does not go with --paper, whose tables say what is measured", f.flag)
		}
	}
	for _, name := range c.Sizes {
		if paperSizes[name] == 0 {
			return fmt.Errorf("--sizes: the papers have 1024, 2048 and 4096, not %q", name)
		}
	}
	return nil
}

// runPaper measures the papers' tables.
func (c *benchCommand) runPaper(e *environment, in *input) error {
	video, err := middle.Frame(e.ctx, in.path, in.stream)
	if err != nil {
		return err
	}
	defer c.limit()()
	dev, err := bench.OpenDevice()
	if err != nil {
		return fmt.Errorf("--paper measures OpenGL: %w", err)
	}
	defer dev.Release()
	plan := bench.PaperPlan{Video: video, Edges: c.File != "", Runs: c.Runs, Limit: c.Limit}
	names := c.Sizes
	if len(names) == 0 {
		names = []string{"1024", "2048", "4096"}
	}
	if dev.Software() && slices.Contains(names, "4096") {
		e.warn("OpenGL runs in software: this takes one to two minutes; --sizes 1024 takes seconds")
	}
	for _, name := range names {
		plan.Sizes = append(plan.Sizes, paperSizes[name])
	}
	measure := dev.Papers
	if e.instead.papers != nil {
		measure = e.instead.papers
	}
	rows, err := measure(e.ctx, &plan)
	if err != nil {
		return err
	}
	machine := dev.Machine()
	pictures := plan.Pictures()
	if c.JSON {
		records := make([]bench.PaperRecord, len(rows))
		for i := range rows {
			records[i] = rows[i].Record()
		}
		out := json.NewEncoder(e.stdout)
		out.SetIndent("", "  ")
		return out.Encode(struct {
			Machine  bench.Machine       `json:"machine"`
			Pictures string              `json:"pictures"`
			Rows     []bench.PaperRecord `json:"rows"`
		}{machine, pictures, records})
	}
	for _, line := range []any{machine, pictures} {
		if err := e.answer("%s", line); err != nil {
			return err
		}
	}
	return bench.WritePapers(e.stdout, rows)
}
