package panel

import (
	"fmt"
	"image"

	"ffkvadrat/imgui"
	"ffkvadrat/measure/survey"
	"ffkvadrat/player/widgets"
)

// Posters is the maximum number of recent videos with posters.
const Posters = 12

// PosterSize is the longer side of a poster in pixels at scale 1.
const PosterSize = 192

// posters are the bitmaps of the recent videos' posters, and of the selected file's.
type posters [Posters + 1]*widgets.Bitmap

// selectedPoster is the index of the selected file's bitmap.
const selectedPoster = Posters

// shelf draws posters of videos.
type shelf struct {
	*widgets.Kit
	renderer *renderer
	posters  posters
}

// poster draws a poster in the centre of a box, with its aspect ratio.
func (h *shelf) poster(draw *imgui.DrawList, i int, made *survey.Poster, low, size imgui.Vec2, round float32) {
	s := h.Scale
	high := low.Add(size)
	draw.AddRectFilledV(low, high, widgets.Packed(posterBed), round*s, 0)
	if made == nil || made.Image == nil {
		h.blank(draw, low, size, made != nil)
		return
	}
	b := h.posters[i]
	if b == nil {
		b = h.renderer.newBitmap(fmt.Sprint("poster ", i))
		h.posters[i] = b
	}
	if b.Image != made.Image {
		b.Show(made.Image)
	}
	within := fitInto(made.Image.Rect.Size(), size)
	at := imgui.NewVec2(float32(int(low.X+(size.X-within.X)/2)), float32(int(low.Y+(size.Y-within.Y)/2)))
	draw.AddImage(b.Ref, at, at.Add(within))
}

// fitInto returns the largest size inside a box with a picture's aspect ratio.
func fitInto(picture image.Point, box imgui.Vec2) imgui.Vec2 {
	scale := min(box.X/float32(picture.X), box.Y/float32(picture.Y))
	return imgui.NewVec2(float32(picture.X)*scale, float32(picture.Y)*scale)
}

// blank draws a placeholder: dots while the poster is being made, a film strip if there will be
// none.
func (h *shelf) blank(draw *imgui.DrawList, low, size imgui.Vec2, none bool) {
	s := h.Scale
	x, y := low.X+size.X/2, low.Y+size.Y/2
	if none {
		h.DrawVideo(draw, x, y, widgets.Hovered)
		return
	}
	for i := -1; i <= 1; i++ {
		draw.AddCircleFilled(imgui.NewVec2(x+float32(i)*7*s, y), 1.8*s, widgets.Packed(widgets.Hovered), 8)
	}
}
