package gpu

import (
	"fmt"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// Target is a texture to draw into.
type Target struct {
	Texture *Texture
	depth   *Texture // depth buffer of a colour target; nil without
	dev     *Device
	id      uint32
}

// NewTarget allocates an RGBA8 target without clearing it.
func (d *Device) NewTarget(name string, width, height int) (*Target, error) {
	return d.NewTargetOf(name, RGBA8, width, height)
}

// NewTargetOf allocates a target of a format without clearing it. [Depth] gives a target without
// colours.
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
	d.label(gl.FRAMEBUFFER, t.id, name)
	return t, nil
}

// NewDeepTarget allocates an RGBA8 target with a depth buffer without clearing it.
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

// Drawn is a destination of draws.
type Drawn struct {
	id            uint32 // framebuffer of a target; 0 for the window
	width, height int32
}

// DrawTo directs the following draws to the whole target.
func (t *Target) DrawTo() { t.dev.DrawOn(Drawn{t.id, int32(t.Texture.Width), int32(t.Texture.Height)}) }

// Drawn returns the current destination, which DrawOn can restore.
func (d *Device) Drawn() Drawn { return d.drawn }

// DrawOn directs the following draws to a destination.
func (d *Device) DrawOn(to Drawn) {
	d.drawn = to
	gl.BindFramebuffer(gl.FRAMEBUFFER, to.id)
	gl.Viewport(0, 0, to.width, to.height)
}

// DrawToWindow directs the following draws to a window of the given framebuffer size.
func (d *Device) DrawToWindow(width, height int) { d.DrawOn(Drawn{0, int32(width), int32(height)}) }
