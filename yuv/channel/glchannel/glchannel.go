// Package glchannel provides the inputs of shaders that compute channels of pixels, as package channel
// does: defines, planes and uniforms.
//
// Everything runs on its device's thread.
package glchannel

import (
	"fmt"

	"ffkvadrat/gpu"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/glyuv"
)

// Kind selects a variant of shaders/channel.glsl.
type Kind struct {
	model   yuv.Model
	convert bool
	depth   int // of a sample
}

// KindOf returns the kind for pictures of a format, in a space that the format supports.
func KindOf(f yuv.Format, space channel.Space) Kind {
	return Kind{f.Model, space == channel.RGB && f.Model != yuv.RGB, f.Depth}
}

// Defines returns the defines of shaders/channel.glsl.
func (k Kind) Defines() []string {
	convert := 0
	if k.convert {
		convert = 1
	}
	return []string{fmt.Sprintf("MODEL %d", k.model), fmt.Sprintf("CONVERT %d", convert), fmt.Sprintf("DEPTH %d", k.depth)}
}

// Layout is the layout of samples in storage buffers. Passes that include shaders/feature_samples.glsl
// are compiled for it.
type Layout struct {
	Kind
	bits, shift        int // of a sample as stored
	subX, subY         int
	step, first        [3]int
	lumaRow, chromaRow rowKind
}

// rowKind is how a shader reads four samples of a row: the ROWS of feature_samples.glsl.
type rowKind int

const (
	oneByOne rowKind = iota
	inOneWord
	inWords
)

// NewLayout returns the layout of planes in buffers.
func NewLayout(f yuv.Format, space channel.Space, planes *glyuv.Buffers) Layout {
	l := Layout{Kind: KindOf(f, space), bits: 8 * f.SampleBytes(), shift: f.Shift}
	if f.Model == yuv.YUV {
		l.subX, l.subY = f.SubX, f.SubY
	}
	for i, plane := range planes.Planes {
		l.step[i], l.first[i] = plane.Step, plane.First
	}
	l.lumaRow = rowKindOf(planes.Planes[:1], 0, f.SampleBytes())
	l.chromaRow = rowKindOf(planes.Planes[1:], l.subX, f.SampleBytes())
	return l
}

// rowKindOf returns the fastest way to read the samples of four pixels, starting at a multiple of 4,
// that works for all planes.
func rowKindOf(planes []glyuv.PlaneBuffer, sub, sampleBytes int) rowKind {
	kind := inWords
	for _, p := range planes {
		// From one group of four to the next, the first sample advances by this many bytes.
		advance := 4 * p.Step >> sub
		last := 3>>sub*p.Step + p.First + sampleBytes // end of the fourth sample
		switch {
		case p.Stride%4 != 0:
			return oneByOne
		case advance%4 == 0:
		case 4%advance == 0 && 4-advance+last <= 4:
			kind = min(kind, inOneWord)
		default:
			return oneByOne
		}
	}
	return kind
}

// Defines returns the defines of shaders/feature_samples.glsl.
func (l Layout) Defines() []string {
	d := append(l.Kind.Defines(),
		fmt.Sprintf("STORED %d", l.bits),
		fmt.Sprintf("SHIFT %d", l.shift),
		fmt.Sprintf("SUB_X %d", l.subX),
		fmt.Sprintf("SUB_Y %d", l.subY),
		fmt.Sprintf("LUMA_ROWS %d", l.lumaRow),
		fmt.Sprintf("CHROMA_ROWS %d", l.chromaRow),
	)
	for i := range l.step {
		d = append(d, fmt.Sprintf("STEP_%d %d", i, l.step[i]), fmt.Sprintf("FIRST_%d %d", i, l.first[i]))
	}
	return d
}

// Bind binds the planes to the given bindings, which the pass declares as PLANE_n.
func Bind(planes *glyuv.Buffers, bindings [3]int) {
	for i, binding := range bindings {
		if buffer := planes.Planes[i].Buffer; buffer != nil {
			buffer.BindStorage(binding)
		}
	}
}

// Uniforms are the uniforms of shaders/channel.glsl for a picture.
type Uniforms struct {
	kind      Kind
	converter yuv.Converter14
}

// Uniforms returns the uniforms for a picture.
func (k Kind) Uniforms(p *yuv.Picture) Uniforms {
	u := Uniforms{kind: k}
	if k.convert {
		u.converter = yuv.NewConverter14(p.Format, p.Colour, p.Width, p.Height)
	}
	return u
}

// Set sets the uniforms of a pass.
func (u *Uniforms) Set(pass *gpu.Program) {
	if !u.kind.convert {
		return
	}
	v := &u.converter
	pass.Int2("luma_gain", int(v.Gain), 1<<14-int(v.Gain)*int(v.Black))
	if u.kind.model == yuv.YUV {
		pass.Int("middle", int(v.Mid))
		pass.Int4("chroma_gains", v.VtoR, v.UtoG, v.VtoG, v.UtoB)
	}
}

// PictureUniforms are the uniforms of shaders/feature_samples.glsl for a picture.
type PictureUniforms struct {
	Uniforms
	width, height int
	strides       [3]int32
}

// Uniforms returns the uniforms for a picture.
func (l Layout) Uniforms(p *yuv.Picture, planes *glyuv.Buffers) PictureUniforms {
	u := PictureUniforms{Uniforms: l.Kind.Uniforms(p), width: p.Width, height: p.Height}
	for i, plane := range planes.Planes {
		u.strides[i] = int32(plane.Stride)
	}
	return u
}

// Set sets the uniforms of a pass that was compiled for the picture's layout.
func (u *PictureUniforms) Set(pass *gpu.Program) {
	u.Uniforms.Set(pass)
	pass.Int2("size", u.width, u.height)
	pass.Int4("strides", u.strides[0], u.strides[1], u.strides[2], 0)
}
