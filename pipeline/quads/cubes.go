package quads

import (
	"fmt"
	"io"
	"slices"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/histogram"
	"ffkvadrat/quadfile"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/yuv"
)

// cubes groups frames in windows. An engine gives each frame's quads of any size, from which the
// leaf pixels follow; so every engine can be used. A window takes a bit for each pixel of its
// frames. The frames themselves are kept only if the format has colours, and only for a window.
type cubes struct {
	windows *analysis.Windows[record]
	shots   *histogram.Shots // nil if cuts do not end windows
	builder *ocpyramid.CPU
	limits  quadpyramid.Limits
	list    []ocpyramid.Cube
	frame   quadfile.Frame // a window, with the facts about its first frame
	ended   bool           // no more frames come
	// For formats with colours:
	source  *quadfile.Source // of the header
	planes  []*yuv.Picture   // of a window
	colours []quadfile.Colour
}

// newCubes returns windows for the options' cubes of a source.
func newCubes(o *Options, source *quadfile.Source) (*cubes, error) {
	limits, err := o.Params.Limits()
	if err != nil {
		return nil, fmt.Errorf("quads: %w", err)
	}
	c := &cubes{builder: ocpyramid.NewCPU(), limits: limits, source: source}
	if o.Cuts {
		c.shots = new(histogram.Shots)
	}
	if c.windows, err = analysis.NewWindows[record](o.Cube, c.shots); err != nil {
		return nil, fmt.Errorf("quads: %w", err)
	}
	return c, nil
}

// release releases the frames that are kept.
func (c *cubes) release() {
	c.windows.Notes(func(n record) { n.picture.Release() })
}

// CubeParams returns the parameters with which an engine gives all leaf pixels, as quads of any
// size.
func CubeParams(p analysis.Params) analysis.Params {
	p.MinSize, p.MaxSize = 0, 0
	return p
}

// look inspects a picture for cuts, before its frame is added.
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

// add adds a frame. It does not keep the quads; it takes the picture, which may be nil.
func (c *cubes) add(r *record) {
	kept := *r
	kept.Quads, kept.Starts = nil, nil
	quadpyramid.Fill(c.windows.Add(kept), r.Width, r.Height, r.Quads)
	r.picture = nil
}

// end says that no more frames come.
func (c *cubes) end() {
	if c.shots != nil {
		c.shots.End()
	}
	c.windows.End()
	c.ended = true
}

// build returns the next window as a frame, if it is complete.
func (c *cubes) build() (frame *quadfile.Frame, ok bool) {
	window, notes, ok := c.windows.Next()
	if !ok {
		return nil, false
	}
	c.list = c.builder.Build(c.list[:0], window, c.limits)
	quads, starts, times := c.frame.Quads[:0], c.frame.Starts[:0], c.frame.Times[:0]
	c.frame = notes[0].Frame
	for _, n := range notes[1:] {
		c.frame.Corrupt = c.frame.Corrupt || n.Corrupt
		c.frame.Errors += n.Errors
	}
	c.frame.Window = window.Len()
	c.frame.Quads, c.frame.Starts = slices.Grow(quads, len(c.list)), slices.Grow(starts, len(c.list))
	for _, cube := range c.list {
		c.frame.Quads, c.frame.Starts = append(c.frame.Quads, cube.Quad()), append(c.frame.Starts, uint8(cube.Frame()))
	}
	if notes[0].picture != nil {
		c.frame.Colours, c.frame.Times = c.colour(notes), times
		for _, n := range notes {
			time := n.Time
			if n.HasPTS && !n.Corrected {
				time = c.source.Seconds(n.PTS)
			}
			c.frame.Times = append(c.frame.Times, time)
		}
	}
	return &c.frame, true
}

// colour returns the colours of the window's cubes, and releases its frames.
func (c *cubes) colour(notes []record) []quadfile.Colour {
	c.planes = c.planes[:0]
	for _, n := range notes {
		c.planes = append(c.planes, &n.picture.Picture)
	}
	c.colours = quadfile.CubeColours(c.colours[:0], c.planes, c.list)
	for _, n := range notes {
		n.picture.Release()
	}
	return c.colours
}

// advanceWindow advances to the next window.
func (f *frames) advanceWindow() error {
	c := f.cubes
	for {
		if window, ok := c.build(); ok {
			return f.begin(window)
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
