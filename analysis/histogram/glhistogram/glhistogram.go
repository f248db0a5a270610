// Package glhistogram counts histograms on the GPU.
//
// Input is a picture in textures and a [histogram.Subject]. Output is the counts in a buffer and,
// for callers that wait, the same [histogram.Histogram] as package histogram's. [Counter] is the
// fast form; [Paper] has the methods of the paper and of those that it cites, for gray pictures.
// All belong to their device's thread.
package glhistogram

import (
	"fmt"

	"ffkvadrat/analysis/histogram"
	"ffkvadrat/edge"
	"ffkvadrat/edge/gledge"
	"ffkvadrat/gpu"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/glyuv"
)

// copies is the number of counters of each bin in a workgroup.
const copies = 8

// groups is about the number of workgroups that count a picture. More would add to the picture's
// counts more often.
const groups = 512

// Counter is the fast form. It compiles and allocates when a subject first needs it.
type Counter struct {
	dev      *gpu.Device
	sums     *gledge.Pass // for D, including luma
	channels *gledge.Pass
	bounds   *gpu.Buffer
	counts   *gpu.Buffer
	bound    [histogram.MostBins][2]uint32 // contents of the buffer bounds
}

// NewCounter returns a counter for a device.
func NewCounter(dev *gpu.Device) (*Counter, error) {
	c := &Counter{dev: dev}
	each := fmt.Sprintf("COPIES %d", copies)
	c.sums = gledge.NewPass(dev, "histogram_count.comp", each)
	c.channels = gledge.NewPass(dev, "histogram_count.comp", each, "CHANNEL")
	var err error
	if c.bounds, err = dev.NewBuffer("bins", 8*histogram.MostBins); err == nil {
		c.counts, err = dev.NewBuffer("histogram", 4*histogram.MostBins)
	}
	if err != nil {
		c.Release()
		return nil, fmt.Errorf("histogram: %w", err)
	}
	return c, nil
}

// Release frees everything on the device.
func (c *Counter) Release() {
	if c == nil {
		return
	}
	c.counts.Release()
	c.bounds.Release()
}

// decision returns the decision whose D, or whose channels, are counted.
func decision(p *yuv.Picture, s *histogram.Subject) edge.Decision {
	_, ofChannel := s.Source.Channel()
	switch {
	case ofChannel:
		d := edge.Decision{Operator: edge.Colour, Planes: 1, Features: channel.RGB}
		if p.Format.Model != yuv.Gray {
			d.Planes = 3
		}
		return d
	case s.Source == histogram.Luma:
		return edge.Decision{Operator: edge.Luma, Planes: 1}
	}
	return s.Decision
}

// Start starts to count and returns at once. The counts, of 32 bits, are in the buffer until the
// next call. For alpha and for differences to the previous frame, t has the textures that the
// decision reads.
func (c *Counter) Start(p *yuv.Picture, t *glyuv.Textures, s histogram.Subject) (*gpu.Buffer, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	d := decision(p, &s)
	if d.Operator.Kind() == edge.Distance {
		if err := channel.Check(p.Format, d.Features); err != nil {
			return nil, fmt.Errorf("histogram: %w", err)
		}
	}
	which, ofChannel := s.Source.Channel()
	pass := c.sums
	if ofChannel {
		pass = c.channels
	}
	program, err := pass.Program(p.Format, d)
	if err != nil {
		return nil, fmt.Errorf("histogram: %w", err)
	}
	bounds := s.Bounds(p.Format)
	var pairs [histogram.MostBins][2]uint32
	for i, b := range bounds {
		pairs[i] = [2]uint32{uint32(b >> 24), uint32(b & 0xffffff)}
	}
	if pairs != c.bound {
		c.bound = pairs
		gpu.WriteSlice(c.bounds, pairs[:])
	}
	c.counts.Clear()
	gledge.BindSums(d, program, p, t)
	program.Int("n_bins", s.Bins)
	if program.Has("n_channel") { // on gray pictures all channels are the same
		program.Int("n_channel", which)
	}
	c.bounds.BindStorage(0)
	c.counts.BindStorage(1)
	columns := (p.Width + 15) / 16
	rows := min((p.Height+15)/16, max(1, groups/columns))
	program.Dispatch(columns, rows)
	c.dev.Barrier(gpu.ToStorage | gpu.ToReadback)
	return c.counts, nil
}

// Count counts and waits for the GPU.
func (c *Counter) Count(p *yuv.Picture, t *glyuv.Textures, s histogram.Subject) (h histogram.Histogram, err error) {
	counts, err := c.Start(p, t, s)
	if err != nil {
		return h, err
	}
	h = histogram.Histogram{Subject: s, Pixels: p.Width * p.Height}
	gpu.ReadSlice(counts, h.Counts[:])
	return h, c.dev.Err()
}
