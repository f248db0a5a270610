package quads

import (
	"fmt"
	"io"
	"slices"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/export"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/yuv"
)

// cubes puts frames together in windows. An engine gives each frame's quads of any size, which
// say what its leaf pixels are; so every engine serves. A window takes a bit for each pixel of its
// frames. Of pictures nothing is kept, unless the format has colours: then those of a window are.
type cubes struct {
	window  *ocpyramid.Window
	builder *ocpyramid.CPU
	limits  quadpyramid.Limits
	list    []ocpyramid.Cube
	frame   export.Frame // of the window, with the facts of its first picture
	begun   bool         // frame has these
	waiting bool         // the last picture did not fit the window before
	// Of formats with colours:
	source   *export.Source // of the header
	pictures []*decode.Frame
	planes   []*yuv.Picture // theirs
	times    []float64
	colours  []export.Colour
}

// newCubes makes windows for the options' cubes.
func newCubes(o *Options) (*cubes, error) {
	limits, err := o.Params.Limits()
	if err != nil {
		return nil, fmt.Errorf("quads: %w", err)
	}
	window, err := ocpyramid.NewWindow(o.Cube)
	if err != nil {
		return nil, fmt.Errorf("quads: %w", err)
	}
	return &cubes{window: window, builder: ocpyramid.NewCPU(), limits: limits}, nil
}

// release gives back the pictures of the window.
func (c *cubes) release() {
	for _, p := range c.pictures {
		p.Release()
	}
	c.pictures, c.planes, c.times = c.pictures[:0], c.planes[:0], c.times[:0]
}

// keep keeps a picture of the window until it is built.
func (c *cubes) keep(p *decode.Frame) {
	c.pictures, c.planes = append(c.pictures, p), append(c.planes, &p.Picture)
	at := p.Time
	if p.HasPTS {
		at = c.source.Seconds(p.PTS)
	}
	c.times = append(c.times, at)
}

// CubeParams returns the parameters with which an engine gives all leaf pixels, as quads of any size.
func CubeParams(p analysis.Params) analysis.Params {
	p.MinSize, p.MaxSize = 0, 0
	return p
}

// add adds a frame, which fits the window. Its quads are not kept.
func (c *cubes) add(f *export.Frame) {
	quadpyramid.Fill(c.window.Next(), f.Width, f.Height, f.Quads)
	if c.begun {
		c.frame.Corrupt = c.frame.Corrupt || f.Corrupt
		c.frame.Errors += f.Errors
		return
	}
	quads, starts, times := c.frame.Quads[:0], c.frame.Starts[:0], c.frame.Times[:0]
	c.frame, c.begun = *f, true
	c.frame.Quads, c.frame.Starts, c.frame.Times = quads, starts, times
}

// build returns the frame of the window, which is empty then.
func (c *cubes) build() *export.Frame {
	c.list = c.builder.Build(c.list[:0], c.window, c.limits)
	c.frame.Window = c.window.Len()
	c.frame.Quads = slices.Grow(c.frame.Quads, len(c.list))
	c.frame.Starts = slices.Grow(c.frame.Starts, len(c.list))
	for _, cube := range c.list {
		c.frame.Quads, c.frame.Starts = append(c.frame.Quads, cube.Quad()), append(c.frame.Starts, uint8(cube.Frame()))
	}
	if len(c.pictures) > 0 {
		c.colours = export.CubeColours(c.colours[:0], c.planes, c.list)
		c.frame.Colours, c.frame.Times = c.colours, append(c.frame.Times[:0], c.times...)
		c.release()
	}
	c.window.Clear()
	c.begun = false
	return &c.frame
}

// advanceWindow goes to the next window of frames. It is complete when it is full, or a frame of
// another size follows, or none.
func (f *frames) advanceWindow() error {
	c := f.cubes
	for c.window.Len() < c.window.Frames() {
		if !c.waiting {
			err := f.nextFrame()
			if err == io.EOF && c.window.Len() > 0 {
				break
			}
			if err != nil {
				return err
			}
		}
		if c.waiting = !c.window.Fits(f.frame.Width, f.frame.Height); c.waiting {
			break
		}
		c.add(&f.frame)
		if p := f.begun.take(); p != nil {
			c.keep(p)
		}
	}
	return f.writer.Begin(c.build())
}
