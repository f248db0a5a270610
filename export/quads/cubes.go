package quads

import (
	"fmt"
	"io"
	"slices"

	"ffkvadrat/analysis"
	"ffkvadrat/export"
	"ffkvadrat/histogram"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/yuv"
)

// cubes puts frames together in windows. An engine gives each frame's quads of any size, which
// say what its leaf pixels are; so every engine serves, and of pictures nothing is kept. A window
// takes a bit for each pixel of its frames.
type cubes struct {
	windows *analysis.Windows[export.Frame] // with the facts of each picture
	shots   *histogram.Shots                // nil if cuts do not end windows
	builder *ocpyramid.CPU
	limits  quadpyramid.Limits
	list    []ocpyramid.Cube
	frame   export.Frame // of a window, with the facts of its first picture
	ended   bool         // the pictures have
}

// newCubes makes windows for the options' cubes.
func newCubes(o *Options) (*cubes, error) {
	limits, err := o.Params.Limits()
	if err != nil {
		return nil, fmt.Errorf("quads: %w", err)
	}
	c := &cubes{builder: ocpyramid.NewCPU(), limits: limits}
	if o.Cuts {
		c.shots = new(histogram.Shots)
	}
	if c.windows, err = analysis.NewWindows[export.Frame](o.Cube, c.shots); err != nil {
		return nil, fmt.Errorf("quads: %w", err)
	}
	return c, nil
}

// CubeParams returns the parameters with which an engine gives all leaf pixels, as quads of any size.
func CubeParams(p analysis.Params) analysis.Params {
	p.MinSize, p.MaxSize = 0, 0
	return p
}

// look takes a picture, before its frame is added.
func (c *cubes) look(p *yuv.Picture) error {
	if c.shots == nil {
		return nil
	}
	if err := p.Fetch(); err != nil {
		return err
	}
	c.shots.Add(p)
	return nil
}

// add adds a frame. Its quads are not kept.
func (c *cubes) add(f *export.Frame) {
	note := *f
	note.Quads, note.Starts = nil, nil
	quadpyramid.Fill(c.windows.Add(note), f.Width, f.Height, f.Quads)
}

// end says that there are no more.
func (c *cubes) end() {
	if c.shots != nil {
		c.shots.End()
	}
	c.windows.End()
	c.ended = true
}

// build returns the frame of the next window, if it is complete.
func (c *cubes) build() (frame *export.Frame, ok bool) {
	window, notes, ok := c.windows.Next()
	if !ok {
		return nil, false
	}
	c.list = c.builder.Build(c.list[:0], window, c.limits)
	quads, starts := c.frame.Quads[:0], c.frame.Starts[:0]
	c.frame = notes[0]
	for _, n := range notes[1:] {
		c.frame.Corrupt = c.frame.Corrupt || n.Corrupt
		c.frame.Errors += n.Errors
	}
	c.frame.Window = window.Len()
	c.frame.Quads, c.frame.Starts = slices.Grow(quads, len(c.list)), slices.Grow(starts, len(c.list))
	for _, cube := range c.list {
		c.frame.Quads, c.frame.Starts = append(c.frame.Quads, cube.Quad()), append(c.frame.Starts, uint8(cube.Frame()))
	}
	return &c.frame, true
}

// advanceWindow goes to the next window of frames.
func (f *frames) advanceWindow() error {
	c := f.cubes
	for {
		if window, ok := c.build(); ok {
			return f.writer.Begin(window)
		}
		if c.ended {
			return io.EOF
		}
		err := f.nextFrame()
		switch {
		case err == io.EOF:
			c.end()
		case err != nil:
			return err
		default:
			c.add(&f.frame)
		}
	}
}
