// Package playground is the player of the browser, without the browser: samples of a picture and
// settings go in, quads and the painted picture come out.
//
// Input is written into the memory that [Playground.Room] returns; [Playground.Load] makes the list
// of quads and [Playground.Paint] the pixels. Package wasm is how a page calls it. One goroutine; the
// steady state allocates nothing.
package playground

import (
	"errors"
	"fmt"
	"image"
	"slices"

	"ffkvadrat/analysis"
	"ffkvadrat/overlay"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// crisp is the side, in pixels, up to which small pictures are enlarged, so that quads of a pixel are
// visible.
const crisp = 960

// Playground holds a picture, its quads and how they are shown.
type Playground struct {
	engine *analysis.CPU
	params analysis.Params
	style  overlay.Style

	frames   [2]frame  // the picture and the one before it, by turns
	now      int       // the picture's
	shown    [2][]byte // the frames in RGBA, if the caller has converted them
	coloured bool      // the pending picture is in shown
	pending  []byte    // a picture that has not been loaded; part of the next frame
	time     float64   // the picture's, in seconds
	aspect   float64   // of its samples

	result   analysis.Result
	stored   *stored // quads from a file, which are shown in place of the engine's; nil without one
	list     []quadpyramid.Quad
	ages     [2][]uint32
	before   []quadpyramid.Quad
	painter  overlay.Painter
	view     overlay.View
	image    image.RGBA
	under    image.RGBA
	converts yuv.Converter
}

// frame is a picture with its memory.
type frame struct {
	picture yuv.Picture
	samples []byte
	luma    []byte // of RGB
}

// New returns a playground with the default settings.
func New() *Playground {
	p := &Playground{engine: analysis.NewCPUOf(1)}
	p.params.Threshold = p.params.DefaultThreshold()
	p.style = overlay.Style{Opacity: 1, LineWidth: 1}
	return p
}

// Layout is how the samples of a picture are stored, without padding.
type Layout uint8

const (
	RGBA        Layout = iota // four bytes a pixel; the fourth is 255
	I420                      // planes Y, U and V; chroma has half the width and height, rounded up
	NV12                      // planes Y and UV, interleaved
	I422                      // planes; chroma has half the width
	I444                      // planes of the picture's size
	LayoutCount               // number of layouts
)

// layouts has a row for each layout.
var layouts = [LayoutCount]struct {
	format      yuv.Format
	interleaved bool // U and V are in one plane
}{
	RGBA: {format: yuv.Format{Name: "rgb0", Model: yuv.RGB, Depth: 8}},
	I420: {format: yuv.Format{Name: "yuv420p", Depth: 8, SubX: 1, SubY: 1}},
	NV12: {format: yuv.Format{Name: "nv12", Depth: 8, SubX: 1, SubY: 1}, interleaved: true},
	I422: {format: yuv.Format{Name: "yuv422p", Depth: 8, SubX: 1}},
	I444: {format: yuv.Format{Name: "yuv444p", Depth: 8}},
}

// Bytes returns the size of a picture's samples.
func (l Layout) Bytes(width, height int) int {
	if l == RGBA {
		return 4 * width * height
	}
	w, h := chroma(layouts[l].format, width, height)
	return width*height + 2*w*h
}

// chroma returns the size of planes of chroma.
func chroma(f yuv.Format, width, height int) (w, h int) {
	return (width + 1<<f.SubX - 1) >> f.SubX, (height + 1<<f.SubY - 1) >> f.SubY
}

// Room returns memory for the samples of the next picture, valid until the next call.
func (p *Playground) Room(bytes int) []byte {
	next := &p.frames[1-p.now]
	if cap(next.samples) < bytes {
		next.samples = make([]byte, bytes)
	}
	p.pending = next.samples[:bytes]
	return p.pending
}

// Colours returns memory for the next picture in RGBA, which is then painted instead of being converted: a
// browser converts faster. It is valid until the picture after that.
func (p *Playground) Colours(width, height int) []byte {
	n := 4 * width * height
	if cap(p.shown[1-p.now]) < n {
		p.shown[1-p.now] = make([]byte, n)
	}
	p.coloured = true
	return p.shown[1-p.now][:n]
}

// Begin forgets the pictures so far: the next one is the first of its source.
func (p *Playground) Begin() {
	p.frames[p.now].picture = yuv.Picture{}
	p.list, p.before, p.stored = p.list[:0], p.before[:0], nil
}

// Load takes the samples in Room as the next picture, presented at a time in seconds, and finds its quads:
// by the analysis, or those of the file in [Playground.Store]. aspect is a sample's as in [overlay.Native].
func (p *Playground) Load(layout Layout, width, height int, colour yuv.Colour, time, aspect float64) error {
	if layout >= LayoutCount || width < 1 || height < 1 || width > yuv.MaxSide || height > yuv.MaxSide {
		return fmt.Errorf("playground: a picture of %d×%d pixels in layout %d is not possible; sides may have up to %d pixels", width, height, layout, yuv.MaxSide)
	}
	if len(p.pending) != layout.Bytes(width, height) {
		return errors.New("playground: the samples are not those of a picture of this size")
	}
	before := &p.frames[p.now].picture
	before.Before = nil
	p.now = 1 - p.now
	f := &p.frames[p.now]
	f.set(layout, p.pending, width, height, colour)
	if f.picture.Alike(before) {
		f.picture.Before = before
	}
	p.pending = nil
	p.time, p.aspect = time, aspect
	p.converts = p.converts.Next(f.picture.Format, colour, width, height)
	p.ground(layout, width, height)
	return p.Find()
}

// ground sets the pixels that are painted, if they need no conversion.
func (p *Playground) ground(layout Layout, width, height int) {
	n, pixels := 4*width*height, p.shown[p.now]
	if layout == RGBA {
		p.coloured, pixels = true, p.frames[p.now].samples
	}
	p.painter.Ground = nil
	if p.coloured && cap(pixels) >= n {
		p.under = image.RGBA{Pix: pixels[:n], Stride: 4 * width, Rect: image.Rect(0, 0, width, height)}
		p.painter.Ground = &p.under
	}
	p.coloured = false
}

// set makes the picture of samples.
func (f *frame) set(layout Layout, samples []byte, width, height int, colour yuv.Colour) {
	row := &layouts[layout]
	f.picture = yuv.Picture{Width: width, Height: height, Format: row.format, Colour: colour}
	if layout == RGBA {
		for i := range f.picture.Planes {
			f.picture.Planes[i] = yuv.Plane{Data: samples[i:], Stride: 4 * width, Step: 4, Width: width, Height: height}
		}
		f.luma = yuv.LumaFromRGB(&f.picture, f.luma)
		return
	}
	f.picture.Planes[0] = yuv.Plane{Data: samples[:width*height], Stride: width, Step: 1, Width: width, Height: height}
	w, h := chroma(row.format, width, height)
	u, v := samples[width*height:][:w*h], samples[width*height+w*h:]
	step := 1
	if row.interleaved {
		step = 2
		u, v = samples[width*height:len(samples)-1], samples[width*height+1:]
	}
	f.picture.Planes[1] = yuv.Plane{Data: u, Stride: step * w, Step: step, Width: w, Height: h}
	f.picture.Planes[2] = yuv.Plane{Data: v, Stride: step * w, Step: step, Width: w, Height: h}
	f.picture.Luma = f.picture.Planes[0]
}

// Picture returns the picture, nil without one.
func (p *Playground) Picture() *yuv.Picture {
	if picture := &p.frames[p.now].picture; picture.Width > 0 {
		return picture
	}
	return nil
}

// errNoPicture is returned where a picture is needed.
var errNoPicture = errors.New("playground: there is no picture yet")

// Find finds the quads of the picture again. Ages count from the list before.
func (p *Playground) Find() error {
	picture := p.Picture()
	if picture == nil {
		return errNoPicture
	}
	if p.stored != nil {
		return p.showStored(p.time)
	}
	result, err := p.engine.Analyze(picture, p.params.Drawn())
	if err != nil {
		p.list = p.list[:0]
		return err
	}
	p.result = result
	p.show(result.Quads)
	return nil
}

// show makes a list the one that is painted.
func (p *Playground) show(list []quadpyramid.Quad) {
	p.before, p.list = p.list, append(p.before[:0], list...)
	if p.style.Colour.NeedsAges() {
		p.ages[0], p.ages[1] = p.ages[1], p.ages[0]
		if len(p.ages[1]) != len(p.before) { // ages were not counted
			p.ages[1] = append(p.ages[1][:0], make([]uint32, len(p.before))...)
		}
		p.ages[0] = overlay.NextAges(p.ages[0][:0], p.list, p.before, p.ages[1])
	}
}

// Quads returns the list that is painted, valid until the next call.
func (p *Playground) Quads() []quadpyramid.Quad { return p.list }

// Coverage returns the part of the picture that the quads cover, 0 to 1.
func (p *Playground) Coverage() float64 {
	if p.Picture() == nil {
		return 0
	}
	return analysis.Result{Quads: p.list}.Coverage(p.Picture())
}

// Paint paints the picture and the quads. The image is valid until the next call.
func (p *Playground) Paint() (*image.RGBA, error) {
	picture := p.Picture()
	if picture == nil {
		return nil, errNoPicture
	}
	view := &p.view
	*view = overlay.Native(picture.Width, picture.Height, overlay.Orientation{}, p.aspect)
	if k := crisp / max(view.TargetWidth, view.TargetHeight); k > 1 {
		target := image.Rect(0, 0, k*view.TargetWidth, k*view.TargetHeight)
		*view = overlay.Fit(picture.Width, picture.Height, overlay.Orientation{}, p.aspect, target, target.Dx(), target.Dy())
	}
	n := 4 * view.TargetWidth * view.TargetHeight
	p.image.Pix = slices.Grow(p.image.Pix[:0], n)[:n]
	p.image.Stride, p.image.Rect = 4*view.TargetWidth, image.Rect(0, 0, view.TargetWidth, view.TargetHeight)
	p.painter.Paint(&p.image, picture, p.converts, p.list, view, p.styled())
	return &p.image, nil
}

// styled returns the style with what belongs to the list.
func (p *Playground) styled() overlay.Style {
	s := p.style
	if s.Colour.NeedsAges() && len(p.ages[0]) == len(p.list) {
		s.Ages = p.ages[0]
	}
	if len(p.result.Classes) == len(p.list) && p.stored == nil {
		s.Of, s.Classes = p.result.Classes, max(p.params.Bounds.Classes(), 1)
	}
	return s
}
