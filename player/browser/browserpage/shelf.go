package browserpage

import (
	"fmt"

	"ffkvadrat/imgui"
	"ffkvadrat/measure/survey"
	"ffkvadrat/player/widgets"
)

// mostPosters is the maximum number of recent videos with posters.
const mostPosters = 12

// PosterSize is the longer side of a poster in pixels at scale 1.
const PosterSize = 192

// selectedPoster is the index of the bitmap of the selected file's poster. Those of recent videos
// are before it.
const selectedPoster = mostPosters

// rawPoster is the index of the bitmap of the preview of raw video.
const rawPoster = mostPosters + 1

// shelf draws posters of videos.
type shelf struct {
	*widgets.Kit
	newBitmap func(name string) *widgets.Bitmap
	posters   [mostPosters + 2]*widgets.Bitmap
}

// poster draws a poster in the centre of a box, with its aspect ratio.
func (h *shelf) poster(draw *imgui.DrawList, i int, made *survey.Poster, low, size imgui.Vec2, round float32) {
	s := h.Scale
	high := low.Add(size)
	draw.AddRectFilledV(low, high, widgets.Packed(h.Sunken), round*s, 0)
	if made == nil || made.Image == nil {
		h.blank(draw, low, size, made != nil)
		return
	}
	b := h.posters[i]
	if b == nil {
		b = h.newBitmap(fmt.Sprint("poster ", i))
		h.posters[i] = b
	}
	if b.Image != made.Image {
		b.Show(made.Image)
	}
	within := widgets.FitInto(made.Image.Rect.Size(), size)
	at := imgui.NewVec2(float32(int(low.X+(size.X-within.X)/2)), float32(int(low.Y+(size.Y-within.Y)/2)))
	draw.AddImage(b.Ref, at, at.Add(within))
}

// blank draws a placeholder: dots while the poster is being made, a film strip if there will be
// none.
func (h *shelf) blank(draw *imgui.DrawList, low, size imgui.Vec2, none bool) {
	s := h.Scale
	x, y := low.X+size.X/2, low.Y+size.Y/2
	if none {
		h.DrawVideo(draw, x, y, h.Hovered)
		return
	}
	for i := -1; i <= 1; i++ {
		draw.AddCircleFilled(imgui.NewVec2(x+float32(i)*7*s, y), 1.8*s, widgets.Packed(h.Hovered), 8)
	}
}
