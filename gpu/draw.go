package gpu

import "github.com/go-gl/gl/v4.3-core/gl"

// Clear fills the current target with an opaque colour.
func (d *Device) Clear(r, g, b float32) {
	gl.ClearColor(r, g, b, 1)
	gl.Clear(gl.COLOR_BUFFER_BIT)
}

// Blend switches between alpha blending and overwriting.
func (d *Device) Blend(on bool) {
	if !on {
		gl.Disable(gl.BLEND)
		return
	}
	gl.Enable(gl.BLEND)
	gl.BlendEquation(gl.FUNC_ADD)
	gl.BlendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
}

// Add switches between additive blending and overwriting.
func (d *Device) Add(on bool) {
	if !on {
		gl.Disable(gl.BLEND)
		return
	}
	gl.Enable(gl.BLEND)
	gl.BlendEquation(gl.FUNC_ADD)
	gl.BlendFunc(gl.ONE, gl.ONE)
}

// DepthUse is how draws use a target's depths.
type DepthUse uint8

const (
	IgnoreDepth DepthUse = iota
	WriteDepth           // every pixel replaces the depth
	TestDepth            // nearer pixels are drawn; depths stay
	Nearest              // nearer pixels are drawn and replace the depth
)

// UseDepth sets how the following draws use depths.
func (d *Device) UseDepth(use DepthUse) {
	switch use {
	case IgnoreDepth:
		gl.Disable(gl.DEPTH_TEST)
		return
	case WriteDepth:
		gl.DepthFunc(gl.ALWAYS)
	case TestDepth, Nearest:
		gl.DepthFunc(gl.LESS)
	}
	gl.DepthMask(use != TestDepth)
	gl.Enable(gl.DEPTH_TEST)
}

// ClearDepth sets all depths of the current target to the farthest, if draws write depths.
func (d *Device) ClearDepth() {
	gl.ClearDepth(1)
	gl.Clear(gl.DEPTH_BUFFER_BIT)
}

// Scissor limits drawing to a rectangle in pixels from the bottom left.
func (d *Device) Scissor(x, y, width, height int) {
	gl.Enable(gl.SCISSOR_TEST)
	gl.Scissor(int32(x), int32(y), int32(width), int32(height))
}

// NoScissor removes the limit.
func (d *Device) NoScissor() { gl.Disable(gl.SCISSOR_TEST) }

// DrawTriangles draws n vertices as separate triangles; the vertex shader computes them from
// gl_VertexID.
func (p *Program) DrawTriangles(n int) {
	p.use()
	gl.DrawArrays(gl.TRIANGLES, 0, int32(n))
}

// DrawPoints draws n vertices as points of one pixel; the vertex shader computes them from gl_VertexID.
func (p *Program) DrawPoints(n int) {
	p.use()
	gl.DrawArrays(gl.POINTS, 0, int32(n))
}

// DrawElements draws n 16-bit indices, starting at index number first, as separate triangles. See
// [Buffer.BindElements].
func (p *Program) DrawElements(n, first int) {
	p.use()
	gl.DrawElementsWithOffset(gl.TRIANGLES, int32(n), gl.UNSIGNED_SHORT, uintptr(2*first))
}

// DrawIndirect draws separate triangles by the command at the start of args: vertices per instance,
// instances, first vertex, first instance.
func (p *Program) DrawIndirect(args *Buffer) {
	p.use()
	if !p.dev.Caps.Computes { // OpenGL 3.3 has no indirect draws; the program wrote the command
		var command [3]uint32
		ReadSlice(args, command[:])
		gl.DrawArraysInstanced(gl.TRIANGLES, int32(command[2]), int32(command[0]), int32(command[1]))
		return
	}
	gl.BindBuffer(gl.DRAW_INDIRECT_BUFFER, args.id)
	gl.DrawArraysIndirect(gl.TRIANGLES, nil)
}

// DrawPointsIndirect draws square points by such a command; the vertex shader sets their sizes.
func (p *Program) DrawPointsIndirect(args *Buffer) {
	p.use()
	gl.BindBuffer(gl.DRAW_INDIRECT_BUFFER, args.id)
	gl.Enable(gl.PROGRAM_POINT_SIZE)
	gl.DrawArraysIndirect(gl.POINTS, nil)
	gl.Disable(gl.PROGRAM_POINT_SIZE)
}
