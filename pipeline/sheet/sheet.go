// Package sheet makes a contact sheet: one picture with frames of a video, spread evenly over its
// length.
//
// Input is an open video, an engine and [Options]; output is a picture with a tile for each frame,
// its quads drawn over it, and below it the frame's time, number and count of quads. [Make] works
// on the goroutine that calls it, which must be the engine's.
package sheet

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"runtime"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/response"
	"ffkvadrat/decode"
	"ffkvadrat/decode/describe"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/lettering"
	"ffkvadrat/yuv"
)

// MaxSide is the largest width and height of a sheet, in pixels.
const MaxSide = 16384

// Options say what a sheet shows.
type Options struct {
	Columns, Rows int // at least 1
	Width         int // of the sheet, in pixels
	Title         string
	Params        analysis.Params
	Goal          *response.Goal // to find the thresholds; nil to use that of Params
	Style         overlay.Style  // with ages, all quads are new
	Plain         bool           // without quads
	Colour        yuv.Choice     // overrides the frames' tags
}

// Usual returns the usual layout: 4×4 frames, 1920 pixels wide.
func Usual() Options { return Options{Columns: 4, Rows: 4, Width: 1920} }

// Title returns a sheet's title, for a video with a length in seconds: its name, size and codec.
func Title(name string, info decode.Info, length float64) string {
	return fmt.Sprintf("%s   %d×%d   %s   %.3f s", name, info.Width, info.Height, info.Codec, length)
}

// Space around tiles, and the size of text, in pixels for a tile of unitWidth; both scale with the
// tile, within limits.
const (
	unitWidth = 320
	unitGap   = 8
	unitText  = 13
	leastText = 9
	mostText  = 28
)

// layout is the geometry of a sheet.
type layout struct {
	gap, line   int // gap between tiles; height of a line of text
	tile        image.Point
	size        image.Point
	columns     int
	titleHeight int
}

// lay lays out tiles with an aspect ratio (width by height).
func lay(o *Options, aspect, line float64) (l layout, err error) {
	l.columns = o.Columns
	width := float64(o.Width) / float64(o.Columns)
	l.gap = max(int(math.Round(unitGap*width/unitWidth)), 2)
	l.line = int(math.Ceil(line))
	l.tile.X = (o.Width - (o.Columns+1)*l.gap) / o.Columns
	l.tile.Y = max(int(math.Round(float64(l.tile.X)/aspect)), 1)
	l.titleHeight = l.line + l.gap
	l.size = image.Pt(o.Width, l.titleHeight+l.gap+o.Rows*(l.tile.Y+l.line+l.gap))
	switch {
	case l.tile.X < 16:
		return l, fmt.Errorf("sheet: %d columns are too many for a width of %d", o.Columns, o.Width)
	case l.size.X > MaxSide || l.size.Y > MaxSide:
		return l, fmt.Errorf("sheet: %d×%d pixels, a side may have %d", l.size.X, l.size.Y, MaxSide)
	}
	return l, nil
}

// at returns the place of a tile.
func (l *layout) at(i int) image.Rectangle {
	x := l.gap + i%l.columns*(l.tile.X+l.gap)
	y := l.titleHeight + l.gap + i/l.columns*(l.tile.Y+l.line+l.gap)
	return image.Rectangle{Min: image.Pt(x, y), Max: image.Pt(x, y).Add(l.tile)}
}

// Times returns the times in seconds of n frames spread evenly over a length: the middles of n
// equal parts.
func Times(length float64, n int) []float64 {
	times := make([]float64, n)
	for i := range times {
		times[i] = length * (float64(i) + 0.5) / float64(n)
	}
	return times
}

// Make makes a sheet of a video of a length in seconds. progress is called with the number of tiles
// done; it may be nil. A video with fewer frames than tiles has some of them twice. Errors are
// those of the decoder, the engine and the context.
func Make(ctx context.Context, video *decode.Video, length float64, engine analysis.Engine, o Options, progress func(done int)) (*image.RGBA, error) {
	info := video.Info()
	view := overlay.Native(info.Width, info.Height, overlay.Orientation(info.Orientation), info.SAR.Float())
	text, err := lettering.New(min(max(unitText*float64(o.Width)/float64(o.Columns)/unitWidth, leastText), mostText))
	if err != nil {
		return nil, err
	}
	defer text.Close()
	l, err := lay(&o, float64(view.TargetWidth)/float64(view.TargetHeight), text.Height())
	if err != nil {
		return nil, err
	}
	sheet := image.NewRGBA(image.Rectangle{Max: l.size})
	fill(sheet, background)
	text.Write(sheet, image.Rect(l.gap, l.gap, l.size.X-l.gap, l.gap+l.line), o.Title, bright)
	t := tiler{
		options: &o, engine: engine, solver: o.Goal.Solver(), text: text,
		painter: overlay.Painter{Goroutines: runtime.GOMAXPROCS(0)}, tile: image.NewRGBA(image.Rectangle{Max: l.tile}),
		orientation: overlay.Orientation(info.Orientation), start: info.Start,
	}
	for i, at := range Times(length, o.Columns*o.Rows) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := video.SeekTime(at); err != nil {
			return nil, err
		}
		frame, err := video.Next()
		if err == io.EOF {
			err = fmt.Errorf("sheet: no frame at %.3f s: %w", at, io.ErrUnexpectedEOF)
		}
		if err != nil {
			return nil, err
		}
		err = t.draw(sheet, l.at(i), l.line, frame)
		frame.Release()
		if err != nil {
			return nil, err
		}
		if progress != nil {
			progress(i + 1)
		}
	}
	return sheet, nil
}

var (
	background = color.RGBA{16, 17, 20, 255}
	bright     = color.RGBA{224, 226, 232, 255}
	dim        = color.RGBA{150, 154, 164, 255}
)

// tiler draws tiles.
type tiler struct {
	options     *Options
	engine      analysis.Engine
	solver      *response.Solver
	text        *lettering.Writer
	painter     overlay.Painter
	tile        *image.RGBA
	orientation overlay.Orientation
	start       float64 // of the video
	merger      analysis.Merger
}

// draw draws a frame into a tile of the sheet, and a line of text below it.
func (t *tiler) draw(sheet *image.RGBA, at image.Rectangle, line int, frame *decode.Frame) error {
	o, p := t.options, &frame.Picture
	label := fmt.Sprintf("%s   frame index %d", clock(frame.Time-t.start), frame.Index)
	if frame.Index < 0 {
		label = clock(frame.Time - t.start)
	}
	var result analysis.Result
	style := o.Style
	if !o.Plain {
		params, err := t.solver.Solve(p, o.Params.Drawn())
		if err == nil {
			result, err = t.engine.Analyze(p, params)
			result = t.merger.Merge(result)
			style = style.Boxed(params.Box()).Keeping(params.SeeksSmall())
			style.Of, style.Classes = result.Classes, params.Bounds.Classes()
		}
		if err != nil {
			return fmt.Errorf("sheet: analyse frame index %d: %w", frame.Index, err)
		}
		label += "   " + describe.Count(len(result.Quads), o.Params.Variant.Thing())
	}
	view := overlay.Fit(p.Width, p.Height, t.orientation, frame.SAR.Float(), t.tile.Rect, t.tile.Rect.Dx(), t.tile.Rect.Dy())
	converter := yuv.NewConverter(p.Format, p.Colour.With(o.Colour), p.Width, p.Height)
	t.painter.Paint(t.tile, p, converter, result.Quads, &view, style)
	for y := range t.tile.Rect.Dy() {
		copy(sheet.Pix[sheet.PixOffset(at.Min.X, at.Min.Y+y):], t.tile.Pix[y*t.tile.Stride:][:4*t.tile.Rect.Dx()])
	}
	t.text.Write(sheet, image.Rect(at.Min.X, at.Max.Y, at.Max.X, at.Max.Y+line), label, dim)
	return nil
}

// clock returns a time as H:MM:SS.mmm, without hours if there are none.
func clock(seconds float64) string {
	ms := int64(math.Round(max(seconds, 0) * 1000))
	if h := ms / 3_600_000; h > 0 {
		return fmt.Sprintf("%d:%02d:%02d.%03d", h, ms/60_000%60, ms/1000%60, ms%1000)
	}
	return fmt.Sprintf("%d:%02d.%03d", ms/60_000, ms/1000%60, ms%1000)
}

func fill(img *image.RGBA, c color.RGBA) {
	for i := 0; i < len(img.Pix); i += 4 {
		img.Pix[i], img.Pix[i+1], img.Pix[i+2], img.Pix[i+3] = c.R, c.G, c.B, c.A
	}
}
