package gpu

import (
	"fmt"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// Target is a texture that can be drawn into.
type Target struct {
	Texture *Texture
	dev     *Device
	id      uint32
}

// NewTarget allocates a target in RGBA8, not cleared.
func (d *Device) NewTarget(name string, width, height int) (*Target, error) {
	return d.NewTargetOf(name, RGBA8, width, height)
}

// NewTargetOf allocates a target of a format, of [Depth] one without colours. It is not cleared.
func (d *Device) NewTargetOf(name string, format TexelFormat, width, height int) (*Target, error) {
	texture, err := d.NewTexture(name, format, width, height)
	if err != nil {
		return nil, err
	}
	attachment := uint32(gl.COLOR_ATTACHMENT0)
	if format == Depth {
		attachment = gl.DEPTH_ATTACHMENT
	}
	t := &Target{Texture: texture, dev: d}
	gl.GenFramebuffers(1, &t.id)
	gl.BindFramebuffer(gl.FRAMEBUFFER, t.id)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, attachment, gl.TEXTURE_2D, texture.id, 0)
	if format == Depth {
		gl.DrawBuffer(gl.NONE)
		gl.ReadBuffer(gl.NONE)
	}
	d.live["target"]++
	if status := gl.CheckFramebufferStatus(gl.FRAMEBUFFER); status != gl.FRAMEBUFFER_COMPLETE {
		t.Release()
		return nil, fmt.Errorf("gpu: target %s: %d×%d pixels: framebuffer status %#x", name, width, height, status)
	}
	label(gl.FRAMEBUFFER, t.id, name)
	return t, nil
}

// Release frees the target and its texture.
func (t *Target) Release() {
	if t == nil || t.id == 0 {
		return
	}
	gl.DeleteFramebuffers(1, &t.id)
	t.dev.live["target"]--
	t.id = 0
	t.Texture.Release()
}

// DrawTo directs the following draws to the whole of the target.
func (t *Target) DrawTo() {
	gl.BindFramebuffer(gl.FRAMEBUFFER, t.id)
	gl.Viewport(0, 0, int32(t.Texture.Width), int32(t.Texture.Height))
}

// DrawToWindow directs the following draws to the window of the given framebuffer size.
func (d *Device) DrawToWindow(width, height int) {
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	gl.Viewport(0, 0, int32(width), int32(height))
}
