package probe

import (
	"image"
	"image/color"

	"ffkvadrat/decode"
	"ffkvadrat/overlay"
	"ffkvadrat/player/lesson"
)

// turned says that places are those of the stored picture, if it is turned on the screen.
func turned(o overlay.Orientation) string {
	how := lesson.Turned(o)
	if how == "" {
		return ""
	}
	return "as stored (the player shows it " + how + ")"
}

// overview returns a small picture of a frame as the player shows it, like the squares of lessons. Each of its
// pixels is the mean of four of the frame's.
func (p *Probe) overview(f *decode.Frame, o overlay.Orientation, square image.Rectangle) lesson.Overview {
	const width, height, fine = 360, 240, 2
	v := overlay.Fit(f.Picture.Width, f.Picture.Height, o, f.SAR.Float(), image.Rect(0, 0, width*fine, height*fine), width*fine, height*fine)
	v.OriginX, v.OriginY = 0, 0
	bounds := v.Bounds()
	img := image.NewRGBA(image.Rect(0, 0, max(bounds.Dx()/fine, 1), max(bounds.Dy()/fine, 1)))
	colours := p.scene.Colours()
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			var sum [3]int
			for i := range fine * fine {
				px, py, _ := v.Pick(fine*x+i%fine, fine*y+i/fine)
				rgb := colours.At(&f.Picture, min(max(px, 0), f.Picture.Width-1), min(max(py, 0), f.Picture.Height-1))
				for c := range sum {
					sum[c] += int(rgb[c])
				}
			}
			const n = fine * fine
			img.SetRGBA(x, y, color.RGBA{uint8(sum[0] / n), uint8(sum[1] / n), uint8(sum[2] / n), 255})
		}
	}
	at := v.Cover(square)
	return lesson.Overview{Image: img, Square: image.Rect(at.Min.X/fine, at.Min.Y/fine, at.Max.X/fine, at.Max.Y/fine)}
}
