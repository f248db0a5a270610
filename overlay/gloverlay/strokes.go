package gloverlay

import (
	"fmt"
	"math/bits"
	"unsafe"

	"ffkvadrat/gpu"
	"ffkvadrat/overlay"
)

// strokes draws the strokes of a partition. The pass is compiled on first use.
type strokes struct {
	dev  *gpu.Device
	pass *gpu.Program
	list *gpu.Buffer
}

func (s *strokes) release() { s.list.Release() }

// Strokes draws strokes over the target. It fails without memory for them.
func (r *Renderer) Strokes(list []overlay.Stroke, v *overlay.View, rows Rows) (err error) {
	s := &r.strokes
	if len(list) == 0 {
		return nil
	}
	if s.pass == nil {
		if s.pass, err = s.dev.Graphics("overlay_strokes.vert", "overlay_strokes.frag"); err != nil {
			return fmt.Errorf("overlay: %w", err)
		}
	}
	const each = int(unsafe.Sizeof(overlay.Stroke{}))
	if s.list == nil || s.list.Size() < each*len(list) {
		s.list.Release()
		if s.list, err = s.dev.NewBuffer("strokes", each<<bits.Len(uint(len(list)))); err != nil {
			s.list = nil
			return fmt.Errorf("overlay: %w", err)
		}
	}
	gpu.WriteSlice(s.list, list)
	s.list.BindStorage(2)
	s.pass.Int2("target_size", v.TargetWidth, v.TargetHeight)
	s.pass.Float("up", float32(rows))
	s.dev.Blend(true)
	s.pass.DrawTriangles(6 * len(list))
	s.dev.Blend(false)
	return nil
}
