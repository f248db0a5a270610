package cli

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"

	"ffkvadrat/analysis/bench"
	"ffkvadrat/analysis/histogram"
	"ffkvadrat/decode"
	"ffkvadrat/quadfile"
	"ffkvadrat/yuv"
)

// checkCube is Validate with --cube: the engines of cubes, and a video's pictures.
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
func (c *benchCommand) runCube(e *environment) error {
	plan, err := c.planFor(e)
	if err != nil {
		return err
	}
	params := plan.Variants[0]
	params.Threshold = plan.Thresholds[0]
	cubes := bench.CubePlan{Window: c.Cube, Sizes: plan.Sizes, Params: params, Runs: c.Runs, Limit: c.Limit}
	if cubes.Pictures, err = c.window(e); err != nil {
		return err
	}
	if c.Threads > 0 {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(c.Threads))
	}
	engines, machine, release, err := benchEngines(e, c.Engines, bench.NewCubeEngine)
	if err != nil {
		return err
	}
	defer release()
	rows := []bench.CubeRow{}
	if err := cubes.Run(e.ctx, engines, func(r bench.CubeRow) { rows = append(rows, r) }); err != nil {
		return err
	}
	if c.JSON {
		return writeRows(e.stdout, machine, rows)
	}
	if err := e.answer("%s", machine); err != nil {
		return err
	}
	return bench.WriteCubes(e.stdout, rows)
}

// window returns the pictures from the middle of the file on, as many as a window has room for and
// are of the first one's size and format; with --cuts they end before a cut.
func (c *benchCommand) window(e *environment) (pictures []*yuv.Picture, err error) {
	var shots histogram.Shots
	most := int64(c.Cube)
	if c.Cuts {
		most += histogram.Wait
	}
	err = c.middle(e, func(video *decode.Video) error {
		for shots.Taken() < most {
			frame, err := video.Next()
			if err == io.EOF && len(pictures) > 0 {
				return nil
			}
			if err != nil {
				return err
			}
			p := &frame.Picture
			if len(pictures) > 0 && (p.Width != pictures[0].Width || p.Height != pictures[0].Height || p.Format.Name != pictures[0].Format.Name) {
				frame.Release()
				return nil
			}
			shots.Add(p)
			var kept *yuv.Picture
			if len(pictures) < c.Cube {
				kept, err = bench.Picture(bench.Video, p.Width, p.Height, 0, p)
			}
			frame.Release()
			if err != nil {
				return err
			}
			if kept != nil {
				pictures = append(pictures, kept)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	shots.End()
	for i := 1; c.Cuts && i < len(pictures); i++ {
		if cut, _ := shots.Cut(int64(i)); cut {
			return pictures[:i], nil
		}
	}
	return pictures, nil
}
