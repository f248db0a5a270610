package gloverlay

import (
	"errors"
	"fmt"
	"image"

	"ffkvadrat/gpu"
	"ffkvadrat/overlay"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/glpyramid"
)

// maxGroups limits the workgroups, of groupSize invocations, among which a list is divided.
const maxGroups, groupSize = 1024, 256

// tone draws the small quads of a list as a tone, and selects those with outlines.
type tone struct {
	dev      *gpu.Device
	choose   *gpu.Program
	paint    *gpu.Program
	toner    overlay.Toner
	sums     *gpu.Buffer // see overlay_tone.glsl
	groups   *gpu.Buffer
	chosen   *gpu.Buffer
	commands *gpu.Buffer // draws the selected quads
	command  []uint32    // the same command from the CPU
}

func (t *tone) release() {
	t.sums.Release()
	t.groups.Release()
	t.chosen.Release()
	t.commands.Release()
}

var (
	toneGroup  = fmt.Sprintf("WG_SIZE %d", groupSize)
	subpixels  = fmt.Sprintf("SUBPIXELS %d", overlay.Subpixels)
	choosePass = gpu.ComputePass("overlay_choose.comp", toneGroup, subpixels, fmt.Sprintf("QUADS_PER_INSTANCE %d", glpyramid.QuadsPerInstance))
	paintPass  = gpu.GraphicsPass("cover.vert", "overlay_tone.frag", subpixels)
)

// tonePass returns the pass that computes the tone in the colours of p.
func (p *passes) tonePass() gpu.Pass {
	return gpu.ComputePass("overlay_tone.comp", p.defines(toneGroup, subpixels)...)
}

// compile compiles the passes.
func (t *tone) compile(p *passes) (err error) {
	if t.paint != nil && (p.tone != nil || !t.dev.Caps.Computes) {
		return nil
	}
	t.dev.Prepare(p.tonePass(), choosePass, paintPass)
	if t.dev.Caps.Computes {
		if p.tone, err = t.dev.Program(p.tonePass()); err == nil {
			t.choose, err = t.dev.Program(choosePass)
		}
	}
	if err == nil {
		t.paint, err = t.dev.Program(paintPass)
	}
	if err != nil {
		p.tone = nil
		return fmt.Errorf("overlay: %w", err)
	}
	return nil
}

// draw draws the tone with a pass that has its colours, and selects the quads with outlines. m has the picture's means,
// if the style shows them.
func (t *tone) draw(pass *gpu.Program, q Quads, m *means, v *overlay.View, rows Rows, s overlay.Style) error {
	from := s.OutlinedFrom(v)
	large := (v.Width >> from) * (v.Height >> from) // the most quads of these levels in a picture
	if err := t.allocate(v.TargetWidth*v.TargetHeight, min(q.List.Capacity(), large)); err != nil {
		return fmt.Errorf("overlay: %w", err)
	}
	t.dev.Barrier(gpu.ToStorage | gpu.ToReadback) // the last tone must be painted before its buffers change
	if t.dev.Caps.Computes {
		t.compute(pass, q.List, v, s)
	} else {
		t.upload(q.read(&s), &m.picture, v, s)
	}
	t.sums.BindStorage(6)
	blend(t.dev, t.paint, v, rows)
	return nil
}

// upload computes the tone and the selected quads on the CPU.
func (t *tone) upload(list []quadpyramid.Quad, rgb *image.RGBA, v *overlay.View, s overlay.Style) {
	sums, chosen := t.toner.Spread(list, rgb, v, s)
	gpu.WriteSlice(t.sums, sums)
	gpu.WriteSlice(t.chosen, chosen)
	n := uint32(len(chosen))
	t.command = append(t.command[:0], 6*glpyramid.QuadsPerInstance, (n+glpyramid.QuadsPerInstance-1)/glpyramid.QuadsPerInstance, 0, 0, n)
	gpu.WriteSlice(t.commands, t.command)
}

// compute does the same on the GPU.
func (t *tone) compute(pass *gpu.Program, list *glpyramid.List, v *overlay.View, s overlay.Style) {
	from := s.OutlinedFrom(v)
	t.sums.ClearFirst(8 * v.TargetWidth * v.TargetHeight)
	t.groups.Clear()
	turn(pass, v)
	pass.Int2("target_size", v.TargetWidth, v.TargetHeight)
	pass.Float2("scale", v.ScaleX*overlay.Subpixels, v.ScaleY*overlay.Subpixels)
	pass.Float2("origin", v.OriginX*overlay.Subpixels, v.OriginY*overlay.Subpixels)
	pass.Int("outlined_from", from)
	pass.Int("whole", s.Whole(v))
	list.Commands().BindStorage(1)
	list.Quads().BindStorage(2)
	t.sums.BindStorage(6)
	t.groups.BindStorage(7)
	groups := min(max((list.Capacity()+groupSize-1)/groupSize, 1), maxGroups)
	pass.Dispatch(groups, 1)
	t.dev.Barrier(gpu.ToStorage)

	t.choose.Int("outlined_from", from)
	t.commands.BindStorage(4)
	t.chosen.BindStorage(5)
	t.choose.Dispatch(groups, 1)
	t.dev.Barrier(gpu.ToStorage | gpu.ToCommand)
}

// allocate allocates buffers for the tone of a number of pixels and for a number of selected quads.
func (t *tone) allocate(pixels, chosen int) error {
	return errors.Join(
		t.grow(&t.sums, "tone", 8*pixels),
		t.grow(&t.groups, "outlined quads of groups", 4*maxGroups),
		t.grow(&t.chosen, "outlined quads", 4*max(chosen, 1)),
		t.grow(&t.commands, "outlined quads' commands", glpyramid.CommandsBytes))
}

// grow makes a buffer at least as large as size; its contents are lost.
func (t *tone) grow(b **gpu.Buffer, name string, size int) error {
	if *b != nil && (*b).Size() >= size {
		return nil
	}
	(*b).Release()
	var err error
	if *b, err = t.dev.NewBuffer(name, size); err != nil {
		*b = nil
	}
	return err
}
