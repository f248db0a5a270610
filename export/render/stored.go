package render

// #include "shim.h"
import "C"

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"unsafe"

	"github.com/asticode/go-astiav"

	"ffkvadrat/channel"
	"ffkvadrat/decode"
	"ffkvadrat/export"
	"ffkvadrat/overlay"
	"ffkvadrat/yuv"
)

// Stored reads an export frame by frame, as [export.Reader] does.
type Stored interface {
	Header() export.Header
	Next(f *export.Frame) error
}

// ErrNoColours means an export whose means are no colours.
var ErrNoColours = errors.New("its means are motion vectors, which are no colours")

// ErrCubes means an export of cubes.
var ErrCubes = errors.New("its records are windows of frames, of which it has one time each: render the video with --cube")

// RunStored renders the quads of an export without its video: each filled with its mean, or where
// there are no means, with the colour of its size. What no quad covers is black. Frames have the
// times of their time stamps. o takes its Output alone; the file is written to w, which has to
// seek where the container wants that. progress is called with the number of frames that are done.
func RunStored(ctx context.Context, w io.Writer, stored Stored, o Output, progress func(frames int64)) (Report, error) {
	h := stored.Header()
	s := &h.Source
	switch {
	case h.Analysis.Features == "vectors":
		return Report{}, fmt.Errorf("render: %w", ErrNoColours)
	case h.Analysis.Cube != 0:
		return Report{}, fmt.Errorf("render: %w", ErrCubes)
	}
	choice, err := o.choose()
	if err != nil {
		return Report{}, fmt.Errorf("render: %w", err)
	}
	rate := decode.Rational(s.AvgFrameRate)
	if rate.Num <= 0 || rate.Den <= 0 {
		rate = usualRate
	}
	film := &film{width: s.Width, height: s.Height, base: decode.Rational(s.TimeBase)}
	defer film.close()
	if err := film.open(w, choice, rate, nil); err != nil {
		return Report{}, fmt.Errorf("render: %w", err)
	}
	painter, err := newPainter(film.encoder, s.Width, s.Height, &Options{Output: o}, 1)
	if err != nil {
		return Report{}, fmt.Errorf("render: %w", err)
	}
	defer painter.close()
	coded := astiav.AllocFrame()
	defer coded.Free()
	colours := newColours(&h)
	var f export.Frame
	for {
		err := stored.Next(&f)
		if err == io.EOF {
			break
		}
		if err == nil && (f.Width != s.Width || f.Height != s.Height) {
			err = fmt.Errorf("frame at %.3f s has %d×%d pixels, the first one %d×%d", f.Time, f.Width, f.Height, s.Width, s.Height)
		}
		if err == nil {
			colours.paint(&painter.shown, &f)
			painter.extend()
			at := *(**C.AVFrame)(unsafe.Pointer(coded))
			t := timing{index: f.Index, pts: f.PTS, hasPTS: f.HasPTS, time: f.Time, duration: 1 / rate.Float()}
			if film.report.Frames == 0 {
				film.origin = film.tick(t)
			}
			if err = painter.scaler.run(painter.pixels, painter.stride, at); err == nil {
				err = film.add(ctx, at, t)
			}
		}
		if err != nil {
			return film.report, fmt.Errorf("render: %w", err)
		}
		if progress != nil {
			progress(film.report.Frames)
		}
	}
	if film.report.Frames == 0 {
		return film.report, errors.New("render: an export without frames")
	}
	return film.report, film.finish(ctx, false)
}

// colours gives stored quads their colours.
type colours struct {
	means     bool
	features  string
	converter yuv.Converter
	pixel     yuv.Picture // of means of YUV: one pixel of 8 bits
	samples   [3]byte
}

func newColours(h *export.Header) *colours {
	c := &colours{means: h.Analysis.Variant == export.VariantFeature, features: h.Analysis.Features}
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
	if c.features == "yuv" {
		return c.converter.At(&c.pixel, 0, 0)
	}
	return c.samples
}

// paint paints a frame's quads on black.
func (c *colours) paint(dst *image.RGBA, f *export.Frame) {
	for y := range dst.Rect.Dy() {
		clear(dst.Pix[y*dst.Stride:][:4*dst.Rect.Dx()])
	}
	for i, q := range f.Quads {
		var colour [3]byte
		if c.means {
			colour = c.of(f.Means[i].Vector())
		} else {
			level := overlay.LevelColour(q.Level())
			colour = [3]byte{level.R, level.G, level.B}
		}
		for y := q.Y(); y < q.Y()+q.Size(); y++ {
			row := dst.Pix[y*dst.Stride+4*q.X():][:4*q.Size()]
			for x := 0; x < len(row); x += 4 {
				row[x], row[x+1], row[x+2], row[x+3] = colour[0], colour[1], colour[2], 255
			}
		}
	}
}
