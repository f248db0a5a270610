package glhistogram

import (
	"fmt"

	"ffkvadrat/analysis/histogram"
	"ffkvadrat/gpu"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
)

// Method is a way to count that the paper describes.
type Method uint8

const (
	// Planes is the paper's own method: luma becomes depth, and an occlusion query for each bin
	// counts the pixels where a plane is nearer than the picture, from back to front. The counts
	// are cumulative. The last one is the number of pixels and needs no plane; the paper's own
	// formula would leave out the brightest pixels.
	Planes Method = iota
	// Discard is NVIDIA's method of 2005: a pass for each bin discards the other pixels, and an
	// occlusion query counts the rest.
	Discard
	// Scatter draws a point at its bin's place for each pixel, and blending adds them up
	// (Deuerling-Zheng et al. 2006). Sums of floats are exact up to 2^24.
	Scatter
	MethodCount // the number of methods
)

var methods = [MethodCount]string{"planes", "discard", "scatter"}

func (m Method) String() string { return methods[m] }

// mostScattered is the number of pixels up to which floats count exactly.
const mostScattered = 1 << 24

// Paper counts luma by the paper's methods. It compiles and allocates when a method first needs it.
type Paper struct {
	dev     *gpu.Device
	queries *gpu.Occlusion
	depths  *gpu.Target                  // of the picture's size
	sums    *gpu.Target                  // a texel for each bin
	read    *[histogram.MostBins]float32 // allocated separately, for OpenGL
}

// NewPaper returns a counter for a device.
func NewPaper(dev *gpu.Device) *Paper {
	return &Paper{dev: dev, read: new([histogram.MostBins]float32)}
}

// Release frees everything on the device.
func (c *Paper) Release() {
	c.queries.Release()
	c.depths.Release()
	c.sums.Release()
	c.queries, c.depths, c.sums = nil, nil, nil
}

// Count counts the luma of a picture, which is in a texture, and waits for the GPU. It changes the
// device's render target.
func (c *Paper) Count(p *yuv.Picture, luma glyuv.PlaneTexture, bins int, m Method) (h histogram.Histogram, err error) {
	h = histogram.Histogram{Subject: histogram.Subject{Bins: bins}, Pixels: p.Width * p.Height}
	if err := h.Subject.Check(); err != nil {
		return h, err
	}
	if c.queries == nil {
		c.queries = c.dev.NewOcclusion(histogram.MostBins)
	}
	bounds := h.Subject.Bounds(p.Format)
	switch m {
	case Planes:
		err = c.planes(&h, p, luma, &bounds)
	case Discard:
		err = c.discard(&h, p, luma, &bounds)
	case Scatter:
		err = c.scatter(&h, p, luma)
	}
	if err == nil {
		err = c.dev.Err()
	}
	return h, err
}

// set sets a program's uniforms for the samples; no texture may be created afterwards.
func set(program *gpu.Program, p *yuv.Picture, luma glyuv.PlaneTexture) {
	luma.Texture.Bind(0)
	program.Int4("samples", int32(luma.Step), int32(luma.First), int32(p.LumaShift), int32(p.Format.MaxValue()))
}

// target sets depths, of the picture's size, as the render target.
func (c *Paper) target(p *yuv.Picture) error {
	if t := c.depths; t == nil || t.Texture.Width != p.Width || t.Texture.Height != p.Height {
		c.depths.Release()
		var err error
		if c.depths, err = c.dev.NewTargetOf("depths", gpu.Depth, p.Width, p.Height); err != nil {
			c.depths = nil
			return fmt.Errorf("histogram: %w", err)
		}
	}
	c.depths.DrawTo()
	return nil
}

func (c *Paper) planes(h *histogram.Histogram, p *yuv.Picture, luma glyuv.PlaneTexture, bounds *[histogram.MostBins]uint64) error {
	fill, err := c.dev.Graphics("cover.vert", "histogram_count.frag", "DEPTHS")
	if err != nil {
		return fmt.Errorf("histogram: %w", err)
	}
	plane, err := c.dev.Graphics("histogram_plane.vert", "histogram_count.frag")
	if err != nil {
		return fmt.Errorf("histogram: %w", err)
	}
	if err := c.target(p); err != nil {
		return err
	}
	defer c.dev.UseDepth(gpu.IgnoreDepth)
	c.dev.UseDepth(gpu.WriteDepth)
	set(fill, p, luma)
	fill.DrawTriangles(3)
	c.dev.UseDepth(gpu.TestDepth)
	for bin := 1; bin < h.Subject.Bins; bin++ {
		c.queries.Begin(bin)
		plane.Float("depth", 1-float32(bounds[bin])/float32(p.Format.MaxValue()+1))
		plane.DrawTriangles(3)
		c.queries.End()
	}
	below := uint32(0)
	for bin := range h.Subject.Bins {
		sum := uint32(h.Pixels)
		if bin+1 < h.Subject.Bins {
			sum = c.queries.Count(bin + 1)
		}
		h.Counts[bin], below = sum-below, sum
	}
	return nil
}

func (c *Paper) discard(h *histogram.Histogram, p *yuv.Picture, luma glyuv.PlaneTexture, bounds *[histogram.MostBins]uint64) error {
	pass, err := c.dev.Graphics("cover.vert", "histogram_count.frag", "DISCARD")
	if err != nil {
		return fmt.Errorf("histogram: %w", err)
	}
	if err := c.target(p); err != nil {
		return err
	}
	set(pass, p, luma)
	for bin := range h.Subject.Bins {
		end := p.Format.MaxValue() + 1
		if bin+1 < h.Subject.Bins {
			end = int(bounds[bin+1])
		}
		c.queries.Begin(bin)
		pass.Int2("values", int(bounds[bin]), end)
		pass.DrawTriangles(3)
		c.queries.End()
	}
	for bin := range h.Subject.Bins {
		h.Counts[bin] = c.queries.Count(bin)
	}
	return nil
}

func (c *Paper) scatter(h *histogram.Histogram, p *yuv.Picture, luma glyuv.PlaneTexture) error {
	if h.Pixels > mostScattered {
		return fmt.Errorf("histogram: %d pixels: floats count %d at most", h.Pixels, mostScattered)
	}
	pass, err := c.dev.Graphics("histogram_scatter.vert", "histogram_count.frag", "WEIGH")
	if err != nil {
		return fmt.Errorf("histogram: %w", err)
	}
	if c.sums == nil || c.sums.Texture.Width != h.Subject.Bins {
		c.sums.Release()
		if c.sums, err = c.dev.NewTargetOf("sums of bins", gpu.R32F, h.Subject.Bins, 1); err != nil {
			c.sums = nil
			return fmt.Errorf("histogram: %w", err)
		}
	}
	c.sums.DrawTo()
	c.dev.Clear(0, 0, 0)
	c.dev.Add(true)
	set(pass, p, luma)
	pass.Int("width", p.Width)
	pass.Int("n_bins", h.Subject.Bins)
	pass.DrawPoints(h.Pixels)
	c.dev.Add(false)
	c.sums.Texture.ReadLevel(0, c.read[:h.Subject.Bins])
	for bin, n := range c.read[:h.Subject.Bins] {
		h.Counts[bin] = uint32(n)
	}
	return nil
}
