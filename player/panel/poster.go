package panel

import (
	"fmt"
	"image"

	"ffkvadrat/player/imgui"
	"ffkvadrat/player/survey"
)

// Posters is the most videos played before of which the panel shows posters.
const Posters = 12

// PosterSize is the longer side of a poster in pixels at scale 1.
const PosterSize = 192

// posters are the bitmaps of the posters of the videos played before, and of the
// file that is selected.
type posters [Posters + 1]*bitmap

// selectedPoster is the index of the selected file's bitmap.
const selectedPoster = Posters

// poster draws a poster into a box, in the middle, with its own proportions.
func (p *Panel) poster(draw *imgui.DrawList, i int, made *survey.Poster, low, size imgui.Vec2, round float32) {
	s := p.scale
	high := low.Add(size)
	draw.AddRectFilledV(low, high, packed(posterBed), round*s, 0)
	if made == nil || made.Image == nil {
		p.blank(draw, low, size, made != nil)
		return
	}
	b := p.posters[i]
	if b == nil {
		b = p.renderer.newBitmap(fmt.Sprint("poster ", i))
		p.posters[i] = b
	}
	if b.img != made.Image {
		b.show(made.Image)
	}
	within := fitInto(made.Image.Rect.Size(), size)
	at := imgui.NewVec2(float32(int(low.X+(size.X-within.X)/2)), float32(int(low.Y+(size.Y-within.Y)/2)))
	draw.AddImage(b.ref, at, at.Add(within))
}

// fitInto returns the largest size with the proportions of a picture that fits
// into a box.
func fitInto(picture image.Point, box imgui.Vec2) imgui.Vec2 {
	scale := min(box.X/float32(picture.X), box.Y/float32(picture.Y))
	return imgui.NewVec2(float32(picture.X)*scale, float32(picture.Y)*scale)
}

// blank draws a sign where there is no poster: dots until it is there, a strip
// of video if there will be none.
func (p *Panel) blank(draw *imgui.DrawList, low, size imgui.Vec2, none bool) {
	s := p.scale
	x, y := low.X+size.X/2, low.Y+size.Y/2
	if none {
		p.drawVideo(draw, x, y, hovered)
		return
	}
	for i := -1; i <= 1; i++ {
		draw.AddCircleFilled(imgui.NewVec2(x+float32(i)*7*s, y), 1.8*s, packed(hovered), 8)
	}
}

// drawVideo draws a video's sign around a point.
func (p *Panel) drawVideo(draw *imgui.DrawList, x, y float32, c colour) {
	s := p.scale
	draw.AddRect(imgui.NewVec2(x-7*s, y-5*s), imgui.NewVec2(x+7*s, y+5*s), packed(c), 1.5*s, 0, 1.3*s)
	draw.AddTriangleFilled(imgui.NewVec2(x-2*s, y-2.6*s), imgui.NewVec2(x+3*s, y), imgui.NewVec2(x-2*s, y+2.6*s), packed(c))
}

// drawFolder draws a folder's sign around a point.
func (p *Panel) drawFolder(draw *imgui.DrawList, x, y float32, c colour) {
	s := p.scale
	draw.AddRectFilledV(imgui.NewVec2(x-7*s, y-5.5*s), imgui.NewVec2(x-s, y), packed(c), 1.5*s, 0)
	draw.AddRectFilledV(imgui.NewVec2(x-7*s, y-3.5*s), imgui.NewVec2(x+7*s, y+5.5*s), packed(c), 1.5*s, 0)
}
