package gloverlay

import (
	"fmt"

	"ffkvadrat/gpu"
	"ffkvadrat/overlay"
	"ffkvadrat/quadpyramid"
)

// layer blends lists that the CPU draws over the target.
type layer struct {
	dev     *gpu.Device
	drawn   overlay.Layer
	pass    *gpu.Program
	texture *gpu.Texture
}

var layerPass = gpu.GraphicsPass("cover.vert", "overlay_layer.frag")

// drawnOnCPU reports whether the CPU draws the lists that it has: software OpenGL takes several times as long for as many
// small primitives.
func drawnOnCPU(dev *gpu.Device, s overlay.Style) bool { return dev.Caps.Software && s.BySize() }

func (l *layer) release() { l.texture.Release() }

func (l *layer) draw(list []quadpyramid.Quad, v *overlay.View, rows Rows, s overlay.Style) error {
	if l.pass == nil {
		var err error
		if l.pass, err = l.dev.Program(layerPass); err != nil {
			return fmt.Errorf("overlay: %w", err)
		}
	}
	if t := l.texture; t == nil || t.Width != v.TargetWidth || t.Height != v.TargetHeight {
		t.Release()
		l.texture = nil
		var err error
		if l.texture, err = l.dev.NewTexture("layer of quads", gpu.RGBA8, v.TargetWidth, v.TargetHeight); err != nil {
			return fmt.Errorf("overlay: %w", err)
		}
	}
	l.texture.WriteBytes(l.drawn.Draw(list, nil, v, s).Pix)
	l.texture.Bind(0)
	blend(l.dev, l.pass, v, rows)
	return nil
}
