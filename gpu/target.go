package gpu

import (
	"fmt"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// Target is a texture that can be drawn into.
type Target struct {
	Texture *Texture
	depth   *Texture // beside colours; nil without
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

// NewDeepTarget allocates a target in RGBA8 with depths, not cleared.
func (d *Device) NewDeepTarget(name string, width, height int) (*Target, error) {
	t, err := d.NewTarget(name, width, height)
	if err != nil {
		return nil, err
	}
	if t.depth, err = d.NewTexture(name+" depth", Depth, width, height); err != nil {
		t.depth = nil
		t.Release()
		return nil, err
	}
	gl.BindFramebuffer(gl.FRAMEBUFFER, t.id)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, t.depth.id, 0)
	if status := gl.CheckFramebufferStatus(gl.FRAMEBUFFER); status != gl.FRAMEBUFFER_COMPLETE {
		t.Release()
		return nil, fmt.Errorf("gpu: target %s: %d×%d pixels with depths: framebuffer status %#x", name, width, height, status)
	}
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
	t.depth.Release()
	t.Texture.Release()
}

// Drawn is where draws go.
type Drawn struct {
	id            uint32 // of a target; 0 for the window
	width, height int32
}

// DrawTo directs the following draws to the whole of the target.
func (t *Target) DrawTo() { t.dev.DrawOn(Drawn{t.id, int32(t.Texture.Width), int32(t.Texture.Height)}) }

// Drawn returns where draws go, and DrawOn directs them there again.
func (d *Device) Drawn() Drawn { return d.drawn }

// DrawOn directs the following draws to where they went before.
func (d *Device) DrawOn(to Drawn) {
	d.drawn = to
	gl.BindFramebuffer(gl.FRAMEBUFFER, to.id)
	gl.Viewport(0, 0, to.width, to.height)
}

// DrawToWindow directs the following draws to the window of the given framebuffer size.
func (d *Device) DrawToWindow(width, height int) { d.DrawOn(Drawn{0, int32(width), int32(height)}) }
