package panel

import (
	"image"
	"image/draw"
	"math"
	"unsafe"

	"ffkvadrat/imgui"
)

// Paint draws the widgets of the last Build into a picture of the size given to Build. It does on the
// CPU what Clear and Draw do on the GPU, for a window without OpenGL. It leaves out bitmaps.
func (p *Panel) Paint(img *image.RGBA) {
	draw.Draw(img, img.Rect, image.NewUniform(p.Surround), image.Point{}, draw.Src)
	for _, bed := range p.Beds {
		draw.Draw(img, bed.Rectangle, image.NewUniform(bed.Colour), image.Point{}, draw.Src)
	}
	glyphs := map[imgui.TextureID]texels{}
	for _, t := range imgui.CurrentPlatformIO().Textures.Slice() {
		if accept(t); t.Status == imgui.TextureStatusOK {
			glyphs[t.TexID()] = texels{unsafe.Slice((*[4]uint8)(t.Pixels()), int(t.Width)*int(t.Height)), int(t.Width), int(t.Height)}
		}
	}
	for _, list := range imgui.CurrentDrawData().CmdLists.Slice() {
		vertices, indices := list.VtxBuffer.Slice(), list.IdxBuffer.Slice()
		for _, c := range list.CmdBuffer.Slice() {
			area := image.Rect(int(c.ClipRect.X), int(c.ClipRect.Y), int(c.ClipRect.Z), int(c.ClipRect.W)).Intersect(img.Rect)
			of, ok := glyphs[c.TexID()]
			for i := range c.ElemCount / 3 {
				if !ok {
					break
				}
				var corners [3]imgui.DrawVert
				for k := range corners {
					index := *(*uint16)(unsafe.Pointer(&indices[c.IdxOffset+3*i+uint32(k)]))
					corners[k] = vertices[c.VtxOffset+uint32(index)]
				}
				paintTriangle(img, area, of, corners)
			}
		}
	}
}

// accept answers Dear ImGui's requests about a texture, whose pixels are read where they are.
func accept(t *imgui.TextureData) {
	switch {
	case t.Status == imgui.TextureStatusWantCreate:
		t.SetTexID(imgui.TextureID(uintptr(unsafe.Pointer(t))))
		t.SetStatus(imgui.TextureStatusOK)
	case t.Status == imgui.TextureStatusWantUpdates:
		t.SetStatus(imgui.TextureStatusOK)
	case t.Status == imgui.TextureStatusWantDestroy && t.UnusedFrames > 0:
		t.SetTexID(0)
		t.SetStatus(imgui.TextureStatusDestroyed)
	}
}

// texels are those of a texture, in rows.
type texels struct {
	rgba          [][4]uint8
	width, height int
}

// at returns the texture's value at a coordinate, from 0 to 1, interpolated between four texels.
func (t *texels) at(u, v float64) (rgba [4]float64) {
	x, y := u*float64(t.width)-0.5, v*float64(t.height)-0.5
	left, top := math.Floor(x), math.Floor(y)
	for _, tap := range [...]struct{ x, y, part float64 }{
		{left, top, (left + 1 - x) * (top + 1 - y)}, {left + 1, top, (x - left) * (top + 1 - y)},
		{left, top + 1, (left + 1 - x) * (y - top)}, {left + 1, top + 1, (x - left) * (y - top)},
	} {
		texel := t.rgba[min(max(int(tap.y), 0), t.height-1)*t.width+min(max(int(tap.x), 0), t.width-1)]
		for k := range rgba {
			rgba[k] += tap.part * float64(texel[k])
		}
	}
	return rgba
}

// paintTriangle blends a tinted triangle of a texture into the pixels of an area whose centres are
// inside. A centre on an edge belongs to one of the two triangles there.
func paintTriangle(img *image.RGBA, area image.Rectangle, t texels, v [3]imgui.DrawVert) {
	whole := across(v[0].Pos, v[1].Pos, v[2].Pos)
	switch {
	case whole == 0:
		return
	case whole < 0:
		v[1], v[2], whole = v[2], v[1], -whole
	}
	low := imgui.NewVec2(min(v[0].Pos.X, v[1].Pos.X, v[2].Pos.X), min(v[0].Pos.Y, v[1].Pos.Y, v[2].Pos.Y))
	high := imgui.NewVec2(max(v[0].Pos.X, v[1].Pos.X, v[2].Pos.X), max(v[0].Pos.Y, v[1].Pos.Y, v[2].Pos.Y))
	area = area.Intersect(image.Rect(int(low.X), int(low.Y), int(high.X)+1, int(high.Y)+1))
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			var at [2]float64 // in the texture
			var tint [4]float64
			inside := true
			for k := range v {
				from, to := v[(k+1)%3].Pos, v[(k+2)%3].Pos
				part := across(from, to, imgui.NewVec2(float32(x)+0.5, float32(y)+0.5)) / whole
				owns := to.Y < from.Y || to.Y == from.Y && to.X > from.X // a left or an upper edge
				inside = inside && (part > 0 || part == 0 && owns)
				at[0] += part * float64(v[k].UV.X)
				at[1] += part * float64(v[k].UV.Y)
				for c := range tint {
					tint[c] += part * float64(uint8(v[k].Col>>(8*c))) / 255
				}
			}
			if !inside {
				continue
			}
			texel, to := t.at(at[0], at[1]), img.Pix[img.PixOffset(x, y):][:3]
			alpha := tint[3] * texel[3] / 255
			for c := range to {
				to[c] = uint8(alpha*tint[c]*texel[c] + (1-alpha)*float64(to[c]) + 0.5)
			}
		}
	}
}

// across returns twice the area of a triangle, positive if its corners are clockwise on the screen.
func across(a, b, c imgui.Vec2) float64 {
	return (float64(b.X)-float64(a.X))*(float64(c.Y)-float64(a.Y)) - (float64(b.Y)-float64(a.Y))*(float64(c.X)-float64(a.X))
}
