// Package glmatch finds on the GPU where a picture looks like a template.
//
// Input is a picture's luma on the GPU and a [match.Pattern]; output is a picture of scores there,
// with the same bytes as [match.Finder]'s. [Finder] sums with shared memory and stops early where
// there can be no hit; [Reference] is the papers' discriminator, an invocation a pixel. Both belong
// to their device's thread.
package glmatch

import (
	"fmt"
	"slices"

	"ffkvadrat/gpu"
	"ffkvadrat/match"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
)

const (
	groupX, groupY = 16, 8 // invocations of a workgroup of sums
	placesX        = 4     // consecutive places of each
	rowsAtOnce     = 16    // of a template, in shared memory
	scoreGroup     = 128   // invocations of a workgroup of scores
)

// results are the buffers and passes that both forms share.
type results struct {
	dev      *gpu.Device
	made     yuv.Picture
	pattern  *gpu.Buffer
	sums     *gpu.Buffer
	near     *gpu.Buffer
	nearOf   [2]int
	nNear    int
	uploaded []uint16 // contents of the buffer pattern
	columns  int
	rows     int
	summing  *gpu.Program
	scoring  [2]*gpu.Program // with and without suppression
}

// Finder is the fast form. It compiles and allocates when a picture or a template first needs it.
type Finder struct {
	results
	scores  *gpu.Buffer
	buffers glyuv.Buffers
}

// NewFinder returns a finder for a device.
func NewFinder(dev *gpu.Device) *Finder { return &Finder{results: results{dev: dev}} }

// Release frees everything on the device.
func (f *Finder) Release() {
	if f == nil {
		return
	}
	f.scores.Release()
	f.scores = nil
	f.results.release()
}

func (r *results) release() {
	for _, b := range []**gpu.Buffer{&r.near, &r.sums, &r.pattern} {
		(*b).Release()
		*b = nil
	}
	r.nearOf, r.uploaded = [2]int{}, nil
}

// Of starts to compute the picture of scores of p, whose luma is in a buffer. It returns the
// picture, which has no samples in main memory, and its luma in a buffer; both are valid until the
// next call.
func (f *Finder) Of(p *yuv.Picture, luma glyuv.PlaneBuffer, pattern *match.Pattern) (*yuv.Picture, *glyuv.Buffers, error) {
	if err := f.prepare(p, pattern); err != nil {
		return nil, nil, err
	}
	stride := f.made.Luma.Stride
	if err := f.fit(&f.scores, "scores", stride*p.Height); err != nil {
		return nil, nil, err
	}
	if f.rows > 0 {
		if f.summing == nil {
			var err error
			if f.summing, err = f.dev.Compute("match_sums.comp",
				fmt.Sprintf("WG_X %d", groupX), fmt.Sprintf("WG_Y %d", groupY),
				fmt.Sprintf("ROWS %d", rowsAtOnce), fmt.Sprintf("MAX_SIDE %d", match.MaxSide)); err != nil {
				return nil, nil, fmt.Errorf("match: %w", err)
			}
		}
		pass := f.summing
		luma.Buffer.BindStorage(0)
		pass.Int4("plane", int32(luma.First), int32(luma.Stride), int32(luma.Step), int32(p.Format.SampleBytes()))
		pass.Int4("sizes", int32(p.Width), int32(p.Height), int32(pattern.Width), int32(pattern.Height))
		pass.Int2("value", p.LumaShift, p.Format.MaxValue())
		pass.Int("most", int(pattern.Most))
		f.sum(pass, placesX*groupX, groupY)
	}
	if err := f.score(pattern, func() { f.scores.BindStorage(2) }); err != nil {
		return nil, nil, err
	}
	f.buffers.Luma = glyuv.PlaneBuffer{Buffer: f.scores, Stride: stride, Step: 2}
	f.buffers.Planes[0] = f.buffers.Luma
	return &f.made, &f.buffers, nil
}

// Reference is the papers' form.
type Reference struct {
	results
	texture *gpu.Texture
}

// NewReference returns a reference for a device.
func NewReference(dev *gpu.Device) *Reference { return &Reference{results: results{dev: dev}} }

// Release frees everything on the device.
func (r *Reference) Release() {
	r.texture.Release()
	r.texture = nil
	r.results.release()
}

// Of is [Finder.Of] with luma and scores in textures.
func (r *Reference) Of(p *yuv.Picture, luma glyuv.PlaneTexture, pattern *match.Pattern) (*yuv.Picture, *glyuv.Textures, error) {
	if err := r.prepare(p, pattern); err != nil {
		return nil, nil, err
	}
	if r.rows > 0 {
		if r.summing == nil {
			var err error
			if r.summing, err = r.dev.Compute("match_plain.comp", fmt.Sprintf("WG_X %d", groupX), fmt.Sprintf("WG_Y %d", groupY)); err != nil {
				return nil, nil, fmt.Errorf("match: %w", err)
			}
		}
		pass := r.summing
		luma.Texture.Bind(0)
		pass.Int4("sizes", int32(p.Width), int32(p.Height), int32(pattern.Width), int32(pattern.Height))
		pass.Int4("samples", int32(luma.Step), int32(luma.First), int32(p.LumaShift), int32(p.Format.MaxValue()))
		r.sum(pass, groupX, groupY)
	}
	if t := r.texture; t == nil || t.Width != p.Width || t.Height != p.Height {
		r.texture.Release()
		var err error
		if r.texture, err = r.dev.NewTexture("scores", gpu.R16UI, p.Width, p.Height); err != nil {
			r.texture = nil
			return nil, nil, fmt.Errorf("match: %w", err)
		}
	}
	if err := r.score(pattern, func() { r.texture.BindImage(0) }, "TEXTURE"); err != nil {
		return nil, nil, err
	}
	plane := glyuv.PlaneTexture{Texture: r.texture, Step: 1}
	return &r.made, &glyuv.Textures{Planes: [3]glyuv.PlaneTexture{plane}, Luma: plane}, nil
}

// prepare uploads the pattern and allocates for the picture.
func (r *results) prepare(p *yuv.Picture, pattern *match.Pattern) error {
	r.columns, r.rows = pattern.Places(p)
	r.made = match.Scores(p.Width, p.Height)
	const most = match.MaxSide * match.MaxSide
	for _, err := range [...]error{
		r.fit(&r.pattern, "template", 4*most),
		r.fit(&r.sums, "sums of differences", 4*max(1, r.columns*r.rows)),
		r.fit(&r.near, "places near a hit", 8*most),
	} {
		if err != nil {
			return err
		}
	}
	if !slices.Equal(r.uploaded, pattern.Samples) {
		r.uploaded = append(r.uploaded[:0], pattern.Samples...)
		wide := make([]uint32, len(pattern.Samples))
		for i, v := range pattern.Samples {
			wide[i] = uint32(v)
		}
		gpu.WriteSlice(r.pattern, wide)
	}
	return nil
}

// fit allocates a buffer, unless it has the size.
func (r *results) fit(b **gpu.Buffer, name string, bytes int) error {
	if *b != nil && (*b).Size() == bytes {
		return nil
	}
	(*b).Release()
	var err error
	if *b, err = r.dev.NewBuffer(name, bytes); err != nil {
		*b = nil
		return fmt.Errorf("match: %w", err)
	}
	return nil
}

// sum runs a pass that sums, whose input is bound; placesX and placesY are its places a workgroup.
func (r *results) sum(pass *gpu.Program, placesX, placesY int) {
	r.pattern.BindStorage(1)
	r.sums.BindStorage(2)
	pass.Dispatch((r.columns+placesX-1)/placesX, (r.rows+placesY-1)/placesY)
	r.dev.Barrier(gpu.ToStorage)
}

// score computes the scores from the sums; bind binds the output.
func (r *results) score(pattern *match.Pattern, bind func(), defines ...string) error {
	suppress := 0
	if pattern.Suppress {
		suppress = 1
	}
	pass := r.scoring[suppress]
	if pass == nil {
		defines = append(defines, fmt.Sprintf("WG_SIZE %d", scoreGroup))
		if pattern.Suppress {
			defines = append(defines, "SUPPRESS")
		}
		var err error
		if pass, err = r.dev.Compute("match_scores.comp", defines...); err != nil {
			return fmt.Errorf("match: %w", err)
		}
		r.scoring[suppress] = pass
	}
	if size := [2]int{pattern.Width, pattern.Height}; pattern.Suppress && size != r.nearOf {
		near := match.Near(pattern.Width, pattern.Height)
		places := make([][2]int32, len(near))
		for i, o := range near {
			places[i] = [2]int32{int32(o.X), int32(o.Y)}
		}
		gpu.WriteSlice(r.near, places)
		r.nearOf, r.nNear = size, len(near)
	}
	if pattern.Suppress {
		r.near.BindStorage(1)
		pass.Int("n_near", r.nNear)
	}
	words := r.made.Luma.Stride / 4
	pass.Int2("places", r.columns, r.rows)
	pass.Int("words", words)
	pass.Int("most", int(pattern.Most))
	pass.Int("peak", int(pattern.Peak))
	r.sums.BindStorage(0)
	bind()
	pass.Dispatch((words+scoreGroup-1)/scoreGroup, r.made.Height)
	r.dev.Barrier(gpu.ToStorage | gpu.ToTextureFetch)
	return nil
}
