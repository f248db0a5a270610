// Package glreconstruction reconstructs pictures from quads on the GPU.
//
// Input is a picture in textures, a list of quads in GPU memory and a fill; output is the picture's
// planes in textures, with the same samples as from package reconstruction. It belongs to its
// device's thread.
package glreconstruction

import (
	"fmt"

	"ffkvadrat/analysis/reconstruction"
	"ffkvadrat/gpu"
	"ffkvadrat/quadpyramid/glpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
)

// groups is the number of workgroups that write a list's quads into the map.
const groups = 256

// GPU reconstructs pictures. It compiles and allocates when a picture first needs it.
type GPU struct {
	dev      *gpu.Device
	levels   *gpu.Buffer     // the map of quads
	sums     *gpu.Buffer     // of a plane
	planes   [3]*gpu.Texture // planes of the result
	textures glyuv.Textures
}

// New makes it for a device.
func New(dev *gpu.Device) *GPU { return &GPU{dev: dev} }

// Release frees everything on the device.
func (g *GPU) Release() {
	if g == nil {
		return
	}
	for i, t := range g.planes {
		t.Release()
		g.planes[i] = nil
	}
	g.sums.Release()
	g.levels.Release()
	g.sums, g.levels = nil, nil
}

// Run reconstructs the picture from a list of p's quads. The textures are valid until the next
// call; they have no alpha, and no luma of RGB. p's samples need not be in memory.
func (g *GPU) Run(p *yuv.Picture, t *glyuv.Textures, list *glpyramid.List, fill reconstruction.Fill) (*glyuv.Textures, error) {
	if err := g.place(p, list); err != nil {
		return nil, fmt.Errorf("reconstruction: %w", err)
	}
	g.textures = glyuv.Textures{}
	n := 3
	if p.Format.Model == yuv.Gray {
		n = 1
	}
	for i := range n {
		if err := g.plane(p, i, t.Planes[i], fill); err != nil {
			return nil, fmt.Errorf("reconstruction: %w", err)
		}
		g.textures.Planes[i] = glyuv.PlaneTexture{Texture: g.planes[i], Step: 1}
	}
	if p.Format.Model != yuv.RGB {
		g.textures.Luma = g.textures.Planes[0]
	}
	g.dev.Barrier(gpu.ToTextureFetch | gpu.ToTextureRead)
	return &g.textures, nil
}

// stride returns the number of words of a row of the map.
func stride(p *yuv.Picture) int { return (p.Width + 3) / 4 }

// place computes the map of quads.
func (g *GPU) place(p *yuv.Picture, list *glpyramid.List) (err error) {
	pass, err := g.dev.Compute("reconstruction_place.comp")
	if err != nil {
		return err
	}
	n := 4 * stride(p) * p.Height
	if g.levels, err = fit(g.dev, g.levels, "map of quads", n); err != nil {
		return err
	}
	g.levels.ClearFirst(n)
	g.levels.BindStorage(0)
	list.Commands().BindStorage(1)
	list.Quads().BindStorage(2)
	pass.Int("map_stride", stride(p))
	pass.Dispatch(groups, 1)
	g.dev.Barrier(gpu.ToStorage)
	return nil
}

// fit returns a buffer of at least n bytes: b, or a new one that replaces it.
func fit(dev *gpu.Device, b *gpu.Buffer, name string, n int) (*gpu.Buffer, error) {
	if b != nil && b.Size() >= n {
		return b, nil
	}
	b.Release()
	made, err := dev.NewBuffer(name, n)
	if err != nil {
		return nil, err
	}
	return made, nil
}

// plane computes a plane.
func (g *GPU) plane(p *yuv.Picture, i int, from glyuv.PlaneTexture, fill reconstruction.Fill) error {
	format, defines := gpu.R16UI, []string(nil)
	if p.Format.SampleBytes() == 1 {
		format, defines = gpu.R8UI, []string{"BYTES"}
	}
	if fill == reconstruction.Mean {
		defines = append(defines, "MEAN")
	}
	pass, err := g.dev.Compute("reconstruction_fill.comp", defines...)
	if err != nil {
		return err
	}
	width, height := p.Planes[i].Width, p.Planes[i].Height
	if t := g.planes[i]; t == nil || t.Format != format || t.Width != width || t.Height != height {
		t.Release()
		if g.planes[i], err = g.dev.NewTexture("rebuilt plane", format, width, height); err != nil {
			g.planes[i] = nil
			return err
		}
	}
	if fill == reconstruction.Mean {
		if err := g.sum(p, i, from); err != nil {
			return err
		}
	}
	g.samples(pass, p, i, from)
	pass.Int("map_stride", stride(p))
	subX, subY := 0, 0
	if i > 0 && p.Format.Model == yuv.YUV {
		subX, subY = p.Format.SubX, p.Format.SubY
	}
	pass.Int2("sub", subX, subY)
	g.levels.BindStorage(0)
	g.planes[i].BindImage(0)
	pass.Dispatch((width+15)/16, (height+15)/16)
	return nil
}

// samples sets a pass's uniforms for a plane's samples.
func (g *GPU) samples(pass *gpu.Program, p *yuv.Picture, i int, from glyuv.PlaneTexture) {
	from.Texture.Bind(0)
	pass.Int4("samples", int32(from.Step), int32(from.First), int32(p.Format.Shift), int32(p.Format.MaxValue()))
	pass.Int2("plane_size", p.Planes[i].Width, p.Planes[i].Height)
}

// sum computes the summed-area table of a plane, and leaves it bound.
func (g *GPU) sum(p *yuv.Picture, i int, from glyuv.PlaneTexture) (err error) {
	width, height := p.Planes[i].Width, p.Planes[i].Height
	n := 0
	for level := 1; min(width, height)>>level > 0; level++ {
		n += (width >> level) * (height >> level)
	}
	if g.sums, err = fit(g.dev, g.sums, "sums of samples", max(8*n, 8)); err != nil {
		return err
	}
	g.sums.BindStorage(1)
	g.dev.Barrier(gpu.ToStorage) // the previous plane's pass may still read its sums
	for level := 1; min(width, height)>>level > 0; level++ {
		defines := []string(nil)
		if level == 1 {
			defines = []string{"FROM_SAMPLES"}
		}
		pass, err := g.dev.Compute("reconstruction_sum.comp", defines...)
		if err != nil {
			return err
		}
		if level == 1 {
			g.samples(pass, p, i, from)
		} else {
			pass.Int2("plane_size", width, height)
		}
		pass.Int("level", level)
		pass.Dispatch((width>>level+15)/16, (height>>level+15)/16)
		g.dev.Barrier(gpu.ToStorage)
	}
	return nil
}
