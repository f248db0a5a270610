package render

// #include "shim.h"
import "C"

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"math"
	"slices"
	"unsafe"

	"github.com/asticode/go-astiav"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/overlay"
	"ffkvadrat/quadfile"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// Stored reads an export frame by frame, as [quadfile.Reader] does.
type Stored interface {
	Header() quadfile.Header
	Next(f *quadfile.Frame) error
}

// Errors of [RunStored].
var (
	// ErrNoColours means that an export's means are not colours.
	ErrNoColours = errors.New("its means are motion vectors, not colours")
	// ErrCubes means an export of cubes, which has the time of only one frame of each window.
	ErrCubes = errors.New("its records are windows of frames, with one time each: render the video with --cube instead")
)

// HasColours reports whether the quads of an export are rendered in their own colours, their means.
// Others are drawn in a style.
func HasColours(h *quadfile.Header) bool { return h.HasMeans() }

// RunStored renders the quads of an export without its video: each filled with its mean, or,
// without means, drawn in the style, which must not need means. Pixels outside all quads are black.
// Frames keep their time stamps. Of o it uses Output, and Style for lists without means. It writes
// the file to w, which must seek if the container requires it. progress is called with the number
// of frames done.
//
// If the export is truncated or damaged after its first frame, the video has the frames before the
// damage, and broken is the error.
func RunStored(ctx context.Context, w io.Writer, stored Stored, o Options, progress func(frames int64)) (report Report, broken, err error) {
	h := stored.Header()
	switch {
	case h.Analysis.Features == channel.Vectors && HasColours(&h):
		return report, nil, fmt.Errorf("render: %w", ErrNoColours)
	case h.Analysis.Cube != 0:
		return report, nil, fmt.Errorf("render: %w", ErrCubes)
	}
	if report, broken, err = runStored(ctx, w, stored, &h, &o, progress); err != nil {
		return report, nil, fmt.Errorf("render: %w", err)
	}
	return report, broken, nil
}

func runStored(ctx context.Context, w io.Writer, stored Stored, h *quadfile.Header, o *Options, progress func(frames int64)) (Report, error, error) {
	choice, err := o.Output.choose()
	if err != nil {
		return Report{}, nil, err
	}
	rate := decode.Rational(h.Source.AvgFrameRate)
	if rate.Num <= 0 || rate.Den <= 0 {
		rate = usualRate
	}
	video := &video{width: h.Source.Width, height: h.Source.Height, base: decode.Rational(h.Source.TimeBase)}
	defer video.close()
	if err := video.open(w, choice, rate, nil); err != nil {
		return Report{}, nil, err
	}
	painter, err := newPainter(video.encoder, video.width, video.height, &Options{Output: o.Output, Style: o.Style}, 1)
	if err != nil {
		return Report{}, nil, err
	}
	defer painter.close()
	lists := newLists(painter, h)
	coded := astiav.AllocFrame()
	defer coded.Free()
	at := *(**C.AVFrame)(unsafe.Pointer(coded))
	var f quadfile.Frame
	for {
		err := stored.Next(&f)
		if err == io.EOF || err != nil && ctx.Err() == nil && video.report.Frames > 0 {
			if video.report.Frames == 0 {
				return video.report, nil, errors.New("an export without frames")
			}
			if err == io.EOF {
				err = nil
			}
			return video.report, err, video.finish(ctx, false)
		}
		if err != nil {
			return video.report, nil, err
		}
		t := timing{f.Index, f.PTS, f.Time, 1 / rate.Float()}
		if !f.HasPTS || f.Corrected {
			t.tick = int64(math.Round(f.Time / video.base.Float()))
		}
		if video.report.Frames == 0 {
			video.origin = t.tick
		}
		if lists.paint(&f) {
			video.report.Fitted++
		}
		if err = painter.scaler.run(painter.pixels, painter.stride, at); err == nil {
			err = video.add(ctx, at, t, nil)
		}
		if err != nil {
			return video.report, nil, err
		}
		if progress != nil {
			progress(video.report.Frames)
		}
	}
}

// lists paints stored lists.
type lists struct {
	*painter
	colours *colours // nil if lists have no means
	points  bool     // they are points or hits, in any order
	classes int
	merger  analysis.Merger
	before  aged // the list painted last, if the style needs ages
	ages    []uint32
}

func newLists(p *painter, h *quadfile.Header) *lists {
	l := &lists{painter: p, points: h.Analysis.Variant.HasValues(), classes: h.Analysis.Bounds.Classes()}
	p.style = p.style.Keeping(h.Analysis.SeeksSmall())
	if HasColours(h) {
		l.colours = newColours(h)
	} else if t := h.Analysis.Search.Template; h.Analysis.Variant.Searches() {
		p.style = p.style.Boxed(t.Width, t.Height)
	}
	p.paints.Ground = &p.below
	return l
}

// paint paints a frame. It reports whether the frame's size differs from the video's, so that it
// was scaled to fit.
func (l *lists) paint(f *quadfile.Frame) (fitted bool) {
	l.resize(f.Width, f.Height)
	clear(l.below.Pix)
	for i := 3; i < len(l.below.Pix); i += 4 {
		l.below.Pix[i] = 255
	}
	view := overlay.Native(f.Width, f.Height, overlay.Orientation{}, 1)
	if fitted = f.Width != l.width || f.Height != l.height; fitted {
		view = overlay.Fit(f.Width, f.Height, overlay.Orientation{}, 1, image.Rect(0, 0, l.width, l.height), l.width, l.height)
	}
	var quads []quadpyramid.Quad
	style := l.style
	if l.colours != nil {
		l.colours.paint(&l.below, f)
	} else {
		if l.points && len(f.Classes) == 0 { // points in the order of lines or values
			slices.SortFunc(f.Quads, func(a, b quadpyramid.Quad) int { return cmp.Compare(a.Morton(), b.Morton()) })
		}
		merged := l.merger.Merge(analysis.Result{Quads: f.Quads, Classes: f.Classes})
		quads = merged.Quads
		style.Of, style.Classes = merged.Classes, l.classes
		if style.Colour.NeedsAges() {
			l.ages = overlay.NextAges(l.ages[:0], quads, l.before.quads, l.before.ages)
			l.before.quads, l.before.ages = append(l.before.quads[:0], quads...), append(l.before.ages[:0], l.ages...)
			style.Ages = l.ages
		}
	}
	l.paints.Paint(&l.shown, nil, yuv.Converter{}, quads, &view, style)
	l.extend()
	return fitted
}

// colours converts stored means to colours.
type colours struct {
	features  channel.Space
	converter yuv.Converter
	pixel     yuv.Picture // for means in YUV: one pixel of 8 bits
	samples   [3]byte
}

func newColours(h *quadfile.Header) *colours {
	c := &colours{features: h.Analysis.Features}
	c.pixel = yuv.Picture{Width: 1, Height: 1, Format: yuv.Format{Name: "yuv444p", Model: yuv.YUV, Depth: 8}}
	for i := range c.samples {
		c.pixel.Planes[i] = yuv.Plane{Data: c.samples[i : i+1], Stride: 1, Step: 1, Width: 1, Height: 1}
	}
	c.converter = yuv.NewConverter(c.pixel.Format, yuv.Colour{}, h.Source.Width, h.Source.Height)
	return c
}

// of returns the colour of a mean.
func (c *colours) of(v channel.Vector) [3]byte {
	for i, f := range v {
		c.samples[i] = byte((int(f)*255 + channel.Peak/2) / channel.Peak)
	}
	if c.features == channel.YUV {
		return c.converter.At(&c.pixel, 0, 0)
	}
	return c.samples
}

// paint fills a frame's quads with their means.
func (c *colours) paint(dst *image.RGBA, f *quadfile.Frame) {
	for i, q := range f.Quads {
		colour := c.of(f.Means[i].Vector())
		for y := q.Y(); y < q.Y()+q.Size(); y++ {
			row := dst.Pix[y*dst.Stride+4*q.X():][:4*q.Size()]
			for x := 0; x < len(row); x += 4 {
				row[x], row[x+1], row[x+2], row[x+3] = colour[0], colour[1], colour[2], 255
			}
		}
	}
}
