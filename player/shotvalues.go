package player

import (
	"image"
	"image/color"
	"image/draw"

	"ffkvadrat/overlay"
	"ffkvadrat/overlay/lettering"
	"ffkvadrat/player/panel"
)

// writeBlockValues writes the values of blocks into a picture, as the window has them at 100 %: at their centres, or cornered, over what
// is below.
func writeBlockValues(dst *image.RGBA, values []overlay.BlockValue, cornered bool) error {
	if len(values) == 0 {
		return nil
	}
	w, err := lettering.New(panel.BlockValueSize)
	if err != nil {
		return err
	}
	defer w.Close()
	for i := range values {
		b := &values[i]
		size := image.Pt(w.Width(b.Text), int(w.Height()))
		at := image.Rectangle{Max: size}.Add(b.Place.Min.Add(b.Place.Max).Sub(size).Div(2))
		if cornered {
			at = panel.BlockText(b, 1)
			draw.Draw(dst, at.Inset(2), image.NewUniform(b.Ground), image.Point{}, draw.Src)
			at.Min.X += (at.Dx() - size.X) / 2
		}
		ink, edge := panel.InkOn(b.Ground)
		write := func(x, y int, c color.NRGBA) {
			w.Write(dst, at.Add(image.Pt(x, y)), b.Text, color.RGBAModel.Convert(c).(color.RGBA))
		}
		for _, by := range [...]image.Point{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
			write(by.X, by.Y, edge)
		}
		write(0, 0, ink)
	}
	return nil
}
