// Package gledge decides which pixels are leaves on the GPU, as package edge does on the
// CPU.
//
// Input is a picture in textures and a decision; output is level 0 of the QuadPyramid,
// with the same decision for every pixel as [edge.Reference]. [Reference] is the
// paper's pass, short and slow; [Pass] compiles any shader that decides about pixels.
// Everything runs on its device's thread.
package gledge

import (
	"fmt"
	"math"

	"ffkvadrat/edge"
	"ffkvadrat/gpu"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/channel/glchannel"
	"ffkvadrat/yuv/glyuv"
)

// Reference is the mask pass of the paper.
type Reference struct {
	dev  *gpu.Device
	pass *Pass
}

// NewReference compiles the pass for cross on luma, to fail here if a driver cannot. Run compiles
// the pass for other decisions.
func NewReference(dev *gpu.Device) (*Reference, error) {
	g := &Reference{dev: dev, pass: NewPass(dev, "edge_mask.comp")}
	if _, err := g.pass.Program(yuv.Format{Depth: 8}, edge.Decision{Planes: 1}); err != nil {
		return nil, err
	}
	return g, nil
}

// Run writes the picture's leaf markers, −1 or 0, into level0, a texture of its size.
// Texture fetches of level0 may follow. It fails only if the driver cannot compile the
// pass, when a kind of decision first occurs.
func (g *Reference) Run(level0 *gpu.Texture, p *yuv.Picture, t *glyuv.Textures, d edge.Decision) error {
	program, err := g.pass.Program(p.Format, d)
	if err != nil {
		return err
	}
	Bind(d, program, p, t)
	level0.BindImage(0)
	program.Dispatch((p.Width+15)/16, (p.Height+15)/16)
	g.dev.Barrier(gpu.ToTextureFetch | gpu.ToTextureRead)
	return nil
}

// Pass is a compute pass that decides about pixels: a shader that includes
// edge_decide.glsl. It is compiled for each kind of decision that occurs.
type Pass struct {
	dev     *gpu.Device
	name    string
	defines []string

	kind    kind // of the last decision
	program *gpu.Program
}

// kind is the part of a decision that is compiled into the program.
type kind struct {
	operator edge.Operator
	planes   int
	wide     bool
	channels glchannel.Kind // of a distance
}

func kindOf(f yuv.Format, d edge.Decision) kind {
	k := kind{operator: d.Operator, planes: d.Planes, wide: d.MaxSum(f) >= math.MaxUint32}
	if d.Operator.Kind() == edge.Distance {
		k.channels = glchannel.KindOf(f, d.Features)
	}
	return k
}

// NewPass returns a pass of the shader's name, with additional defines.
func NewPass(dev *gpu.Device, name string, defines ...string) *Pass {
	return &Pass{dev: dev, name: name, defines: defines}
}

// Program returns the program for decisions of d's kind on pictures of a format. Call
// [Bind] before dispatching it.
func (s *Pass) Program(f yuv.Format, d edge.Decision) (*gpu.Program, error) {
	k := kindOf(f, d)
	if s.program != nil && k == s.kind {
		return s.program, nil
	}
	defines := append(Defines(k.operator), fmt.Sprintf("PLANES %d", k.planes))
	if k.wide {
		defines = append(defines, "WIDE")
	}
	if k.operator.Kind() == edge.Distance {
		defines = append(defines, k.channels.Defines()...)
	}
	program, err := s.dev.Compute(s.name, append(defines, s.defines...)...)
	if err != nil {
		return nil, fmt.Errorf("edge: operator %v on %d planes: %w", k.operator, k.planes, err)
	}
	s.kind, s.program = k, program
	return program, nil
}

// Bind passes the decision and the planes of p, which are in the textures t, to a
// [Pass]'s program: as uniforms and in texture units 0 to 2.
func Bind(d edge.Decision, program *gpu.Program, p *yuv.Picture, t *glyuv.Textures) {
	BindSums(d, program, p, t)
	if kindOf(p.Format, d).wide {
		program.Uint2("lower", uint32(d.Lower>>24), uint32(d.Lower&0xffffff))
		program.Uint2("upper", uint32(d.Upper>>24), uint32(d.Upper&0xffffff))
	} else {
		// No sum reaches the largest integer.
		program.Uint2("bounds", uint32(min(d.Lower, math.MaxUint32)), uint32(min(d.Upper, math.MaxUint32)))
	}
	invert := 0
	if d.Invert {
		invert = 1
	}
	program.Int("invert", invert)
}

// BindSums does the same for a program that computes D, or channels, and decides nothing.
func BindSums(d edge.Decision, program *gpu.Program, p *yuv.Picture, t *glyuv.Textures) {
	if d.Alpha {
		bindSingle(program, p, &t.Alpha, p.Format.Shift)
	} else {
		BindSamples(d.Planes, program, p, t)
	}
	if d.Operator.Kind() == edge.Distance {
		uniforms := glchannel.KindOf(p.Format, d.Features).Uniforms(p)
		uniforms.Set(program)
		if program.Has("box_low") {
			BindColours(d, program)
		}
	}
}

// BindColours passes the colours of a distance as uniforms to a program with
// OPERATOR_DISTANCE.
func BindColours(d edge.Decision, program *gpu.Program) {
	set := func(name string, v channel.Vector) { program.Int4(name, int32(v[0]), int32(v[1]), int32(v[2]), 0) }
	set("box_low", d.Colours.Low)
	set("box_high", d.Colours.High)
}

// BindSamples passes only the planes, 1 for luma or 3 for Y, U and V, to a [Pass]'s program that
// does not decide.
func BindSamples(planes int, program *gpu.Program, p *yuv.Picture, t *glyuv.Textures) {
	if planes == 1 {
		bindSingle(program, p, &t.Luma, p.LumaShift)
		return
	}
	for i := range t.Planes {
		subX, subY := p.Format.SubX, p.Format.SubY
		if i == 0 {
			subX, subY = 0, 0
		}
		bindPlane(program, i, &t.Planes[i], subX, subY)
	}
	bindPicture(program, p, p.Format.Shift)
}

func bindSingle(program *gpu.Program, p *yuv.Picture, t *glyuv.PlaneTexture, shift int) {
	bindPlane(program, 0, t, 0, 0)
	bindPicture(program, p, shift)
}

func bindPicture(program *gpu.Program, p *yuv.Picture, shift int) {
	program.Int("sample_shift", shift)
	program.Int2("size", p.Width, p.Height)
	program.Int("most", p.Format.MaxValue())
}

// places are the uniforms of the planes' positions in edge_decide.glsl.
var places = [3]string{"place_0", "place_1", "place_2"}

func bindPlane(program *gpu.Program, i int, t *glyuv.PlaneTexture, subX, subY int) {
	t.Texture.Bind(i)
	program.Int4(places[i], int32(t.Step), int32(t.First), int32(subX), int32(subY))
}
