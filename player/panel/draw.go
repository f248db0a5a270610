package panel

import (
	"fmt"
	"image"
	"image/color"
	"unsafe"

	"ffkvadrat/gpu"
	"ffkvadrat/imgui"
	"ffkvadrat/overlay/gloverlay"
	"ffkvadrat/player/widgets"
)

// renderer draws Dear ImGui's draw lists and owns its textures.
type renderer struct {
	dev      *gpu.Device
	program  *gpu.Program
	vertices *gpu.Buffer
	indices  *gpu.Buffer
	textures map[imgui.TextureID]*gpu.Texture
	lastID   imgui.TextureID
	bitmaps  []*widgets.Bitmap
}

var drawPass = gpu.GraphicsPass("panel_draw.vert", "panel_draw.frag")

// Prepare starts compiling the shaders that New needs.
func Prepare(dev *gpu.Device) { dev.Prepare(drawPass) }

// newRenderer makes a renderer; without a device, it draws nothing, see [Panel.Paint].
func newRenderer(dev *gpu.Device) (*renderer, error) {
	if dev == nil {
		return &renderer{}, nil
	}
	program, err := dev.Program(drawPass)
	if err != nil {
		return nil, fmt.Errorf("panel: %w", err)
	}
	return &renderer{dev: dev, program: program, textures: make(map[imgui.TextureID]*gpu.Texture)}, nil
}

func (r *renderer) release() {
	if r == nil {
		return
	}
	for _, texture := range r.textures { // including textures of bitmaps
		texture.Release()
	}
	clear(r.textures)
	r.indices.Release()
	r.vertices.Release()
}

// draw draws the widgets over the current target of width × height pixels.
func (r *renderer) draw(width, height int, rows gloverlay.Rows) error {
	if err := r.updateTextures(); err != nil {
		return err
	}
	for _, b := range r.bitmaps {
		if err := r.updateBitmap(b); err != nil {
			return err
		}
	}
	data := imgui.CurrentDrawData()
	lists := data.CmdLists.Slice()
	if err := r.upload(data, lists); err != nil {
		return err
	}
	r.vertices.BindStorage(0)
	r.indices.BindElements()
	r.program.Float2("target_size", float32(width), float32(height))
	r.program.Float("up", float32(rows))
	r.dev.Blend(true)
	vertex, index := 0, 0
	for _, list := range lists {
		commands := list.CmdBuffer.Slice()
		for i := range commands {
			r.command(&commands[i], vertex, index, width, height, rows)
		}
		vertex += int(list.VtxBuffer.Size)
		index += int(list.IdxBuffer.Size)
	}
	r.dev.NoScissor()
	r.dev.Blend(false)
	return nil
}

// command draws one command of a list. vertex and index are the positions of the list's first
// vertex and index in the buffers.
func (r *renderer) command(c *imgui.DrawCmd, vertex, index, width, height int, rows gloverlay.Rows) {
	texture := r.textures[c.TexID()]
	clip := c.ClipRect
	within := image.Rectangle{image.Pt(int(clip.X), int(clip.Y)), image.Pt(int(clip.Z), int(clip.W))}.Intersect(image.Rect(0, 0, width, height))
	if texture == nil || within.Empty() {
		return
	}
	r.clip(within, height, rows)
	texture.Bind(0)
	r.program.Int("first_vertex", vertex+int(c.VtxOffset))
	r.program.DrawElements(int(c.ElemCount), index+int(c.IdxOffset))
}

// clip limits drawing to a rectangle of a target with some height.
func (r *renderer) clip(within image.Rectangle, height int, rows gloverlay.Rows) {
	y := within.Min.Y
	if rows == gloverlay.LowestFirst {
		y = height - within.Max.Y
	}
	r.dev.Scissor(within.Min.X, y, within.Dx(), within.Dy())
}

// fill fills what drawing is limited to.
func (r *renderer) fill(c color.NRGBA) {
	r.dev.Clear(float32(c.R)/255, float32(c.G)/255, float32(c.B)/255)
}

// upload copies the vertices and indices of all lists into the buffers, in order.
func (r *renderer) upload(data *imgui.DrawData, lists []*imgui.DrawList) error {
	vertices, err := r.room(r.vertices, "panel vertices", int(data.TotalVtxCount)*int(unsafe.Sizeof(imgui.DrawVert{})))
	if err != nil {
		return err
	}
	r.vertices = vertices
	indices, err := r.room(r.indices, "panel indices", int(data.TotalIdxCount)*int(unsafe.Sizeof(imgui.DrawIdx{})))
	if err != nil {
		return err
	}
	r.indices = indices
	vertex, index := 0, 0
	for _, list := range lists {
		p, n := list.VtxBuffer.Bytes()
		r.vertices.Write(vertex, p, n)
		vertex += n
		p, n = list.IdxBuffer.Bytes()
		r.indices.Write(index, p, n)
		index += n
	}
	return nil
}

// room returns a buffer of at least size bytes: b itself, or a larger one that replaces it.
func (r *renderer) room(b *gpu.Buffer, name string, size int) (*gpu.Buffer, error) {
	if b != nil && b.Size() >= size {
		return b, nil
	}
	grown, err := r.dev.NewBuffer(name, max(2*size, 1<<16))
	if err != nil {
		return b, fmt.Errorf("panel: %w", err)
	}
	b.Release()
	return grown, nil
}

// updateTextures creates, updates and destroys textures as Dear ImGui requests.
func (r *renderer) updateTextures() error {
	for _, t := range imgui.CurrentPlatformIO().Textures.Slice() {
		if err := r.update(t); err != nil {
			return err
		}
	}
	return nil
}

func (r *renderer) update(t *imgui.TextureData) error {
	switch t.Status {
	case imgui.TextureStatusWantCreate:
		texture, err := r.dev.NewTexture("panel glyphs", gpu.RGBA8, int(t.Width), int(t.Height))
		if err != nil {
			return fmt.Errorf("panel: %w", err)
		}
		texture.Filter(true)
		texture.Write(0, 0, texture.Width, texture.Height, t.Pixels(), t.Pitch())
		r.lastID++
		r.textures[r.lastID] = texture
		t.SetTexID(r.lastID)
		t.SetStatus(imgui.TextureStatusOK)
	case imgui.TextureStatusWantUpdates:
		area := t.UpdateRect
		x, y := int(area.X), int(area.Y)
		r.textures[t.TexID()].Write(x, y, int(area.W), int(area.H), t.PixelsAt(x, y), t.Pitch())
		t.SetStatus(imgui.TextureStatusOK)
	case imgui.TextureStatusWantDestroy:
		if t.UnusedFrames == 0 {
			return nil
		}
		id := t.TexID()
		r.textures[id].Release()
		delete(r.textures, id)
		t.SetTexID(0)
		t.SetStatus(imgui.TextureStatusDestroyed)
	}
	return nil
}
