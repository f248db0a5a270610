package cli

import (
	"errors"
	"fmt"
	"slices"

	"ffkvadrat/analysis/bench"
	"ffkvadrat/measure/middle"
	"ffkvadrat/quadfile"
)

// checkCube is Validate with --cube: it takes engines of cubes, and a video.
func (c *benchCommand) checkCube() error {
	if err := quadfile.CheckCube(c.Cube); err != nil {
		return fmt.Errorf("--cube: %w", err)
	}
	for _, f := range []struct {
		flag  string
		given bool
	}{
		{"--variants", len(c.Variants) > 0},
		{"--classes", c.Classes > 0},
		{"--contents", !slices.Equal(c.Contents, []string{"video", "noise", "empty", "full", "dense"})},
		{"--all", c.All},
		{"--paper", c.Paper},
	} {
		if f.given {
			return fmt.Errorf("%s does not go with --cube, which measures frames with the variant edge", f.flag)
		}
	}
	for _, name := range c.Engines {
		if !slices.Contains(bench.CubeEngineNames(), name) {
			return fmt.Errorf("--engines: no engine of cubes is called %q", name)
		}
	}
	if len(c.Thresholds) > 1 {
		return errors.New("--thresholds: --cube measures one")
	}
	_, err := c.plan()
	return err
}

// runCube measures a window of cubes.
func (c *benchCommand) runCube(e *environment, in *input) error {
	plan, err := c.planFor(e)
	if err != nil {
		return err
	}
	params := plan.Variants[0]
	params.Threshold = plan.Thresholds[0]
	cubes := bench.CubePlan{Window: c.Cube, Sizes: plan.Sizes, Params: params, Runs: c.Runs, Limit: c.Limit}
	if cubes.Pictures, err = middle.Window(e.ctx, in.path, in.stream, c.Cube, c.Cuts); err != nil {
		return err
	}
	defer c.limit()()
	set, err := bench.NewSet(c.Engines, bench.NewCubeEngine, e.warnNoGPU)
	if err != nil {
		return err
	}
	defer set.Release()
	rows := []bench.CubeRow{}
	if err := cubes.Run(e.ctx, set.Engines, func(r bench.CubeRow) { rows = append(rows, r) }); err != nil {
		return err
	}
	if c.JSON {
		return writeRows(e.stdout, set.Machine(), rows)
	}
	if err := e.answer("%s", set.Machine()); err != nil {
		return err
	}
	return bench.WriteCubes(e.stdout, rows)
}
