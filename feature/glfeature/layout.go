package glfeature

import (
	"fmt"

	"ffkvadrat/channel"
	"ffkvadrat/gpu"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
)

// layout is the layout of samples for which passes are compiled; see
// shaders/feature_samples.glsl.
type layout struct {
	model              yuv.Model
	convert            bool
	depth, bits        int // of a sample, and of one as stored
	shift              int
	subX, subY         int
	step, first        [3]int
	lumaRow, chromaRow rowKind
}

// rowKind is the way to read four samples of a row: the ROWS of
// feature_samples.glsl.
type rowKind int

const (
	oneByOne rowKind = iota
	inOneWord
	inWords
)

func newLayout(f yuv.Format, space channel.Space, planes *glyuv.Buffers) layout {
	l := layout{
		model:   f.Model,
		convert: space == channel.RGB && f.Model != yuv.RGB,
		depth:   f.Depth,
		bits:    8 * f.SampleBytes(),
		shift:   f.Shift,
	}
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

// rowKindOf returns the fastest way to read the samples of four pixels, beginning at a
// multiple of 4, that works for all of the planes.
func rowKindOf(planes []glyuv.PlaneBuffer, sub, sampleBytes int) rowKind {
	kind := inWords
	for _, p := range planes {
		// From one four to the next the first sample moves by apart bytes.
		apart := 4 * p.Step >> sub
		last := 3>>sub*p.Step + p.First + sampleBytes // end of the last of the four
		switch {
		case p.Stride%4 != 0:
			return oneByOne
		case apart%4 == 0:
		case 4%apart == 0 && 4-apart+last <= 4:
			kind = min(kind, inOneWord)
		default:
			return oneByOne
		}
	}
	return kind
}

func (l layout) defines() []string {
	convert := 0
	if l.convert {
		convert = 1
	}
	d := []string{
		fmt.Sprintf("MODEL %d", l.model),
		fmt.Sprintf("CONVERT %d", convert),
		fmt.Sprintf("DEPTH %d", l.depth),
		fmt.Sprintf("STORED %d", l.bits),
		fmt.Sprintf("SHIFT %d", l.shift),
		fmt.Sprintf("SUB_X %d", l.subX),
		fmt.Sprintf("SUB_Y %d", l.subY),
		fmt.Sprintf("LUMA_ROWS %d", l.lumaRow),
		fmt.Sprintf("CHROMA_ROWS %d", l.chromaRow),
	}
	for i := range l.step {
		d = append(d, fmt.Sprintf("STEP_%d %d", i, l.step[i]), fmt.Sprintf("FIRST_%d %d", i, l.first[i]))
	}
	return d
}

// bindPlanes binds the planes for the passes.
func bindPlanes(planes *glyuv.Buffers) {
	for i, binding := range [3]int{0, 2, 3} {
		if buffer := planes.Planes[i].Buffer; buffer != nil {
			buffer.BindStorage(binding)
		}
	}
}

// told holds the uniforms that depend on the picture.
type told struct {
	width, height int
	strides       [3]int32
	convert       bool
	converter     yuv.Converter14
	model         yuv.Model
}

func (l layout) tell(p *yuv.Picture, planes *glyuv.Buffers) told {
	t := told{width: p.Width, height: p.Height, convert: l.convert, model: l.model}
	for i, plane := range planes.Planes {
		t.strides[i] = int32(plane.Stride)
	}
	if l.convert {
		t.converter = yuv.NewConverter14(p.Format, p.Colour, p.Width, p.Height)
	}
	return t
}

// set sets them in a pass that was compiled for the picture's layout.
func (t *told) set(pass *gpu.Program) {
	pass.Int2("size", t.width, t.height)
	pass.Int4("strides", t.strides[0], t.strides[1], t.strides[2], 0)
	if !t.convert {
		return
	}
	v := &t.converter
	pass.Int2("luma_gain", int(v.Gain), 1<<14-int(v.Gain)*int(v.Black))
	if t.model == yuv.YUV {
		pass.Int("middle", int(v.Mid))
		pass.Int4("chroma_gains", v.VtoR, v.UtoG, v.VtoG, v.UtoB)
	}
}
