package views

import (
	"image"
	"image/color"
	"math"

	"ffkvadrat/overlay"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/distortion"
)

// BlockMeter paints pictures in gray, with each square of a [distortion.Grid] tinted by the PSNR of its first plane: the
// lower, the lighter. Equal squares are gray. One goroutine at a time may use it; its zero value is ready. It allocates only
// for larger pictures and new tints.
type BlockMeter struct {
	Grid  distortion.Grid // of the pictures painted last
	areas distortion.Areas
	whole distortion.Distortion
	plane string
	tints [overlay.ScaleSteps + 1]*[256]color.RGBA // by step, then luma; the last without a tint; nil until used
}

// Compared implements [Comparer], with the first plane.
func (m *BlockMeter) Compared() (plane string, psnr float64) { return m.plane, m.whole.PSNR() }

// Paint implements [Comparer].
func (m *BlockMeter) Paint(dst *image.RGBA, p, q *yuv.Picture, _ Gain, c yuv.Converter) {
	m.whole, m.plane = m.areas.Plane(p, q, 0), p.Format.Model.Letters()[:1]
	m.areas.Grid(&m.Grid)
	c.Paint(dst, p)
	for i := range m.Grid.Squares {
		tintBlock(dst, m.Grid.Place(i).Intersect(dst.Rect), m.tint(m.Grid.Squares[i].PSNR()))
	}
}

// tint returns the colour of a PSNR for each luma.
func (m *BlockMeter) tint(psnr float64) *[256]color.RGBA {
	step, hue, opacity := psnrTint(psnr)
	at := &m.tints[step]
	if *at == nil {
		*at = new([256]color.RGBA)
		for luma := range *at {
			(*at)[luma] = tinted(luma, hue, opacity)
		}
	}
	return *at
}

// LowPSNR and HighPSNR are the ends of the scale in dB: blocks below the first look like those at it, and blocks above the
// second like those at that.
const LowPSNR, HighPSNR = 20, 50

// psnrTint returns the step of a PSNR on the scale, its hue, and its opacity of 255.
func psnrTint(psnr float64) (step int, hue color.RGBA, opacity int) {
	if math.IsInf(psnr, 1) {
		return overlay.ScaleSteps, color.RGBA{}, 0
	}
	part := min(max((HighPSNR-psnr)/(HighPSNR-LowPSNR), 0), 1)
	step = int(math.Round((overlay.ScaleSteps - 1) * part))
	return step, overlay.ScaleColour(step), 160
}

// PSNRColour returns the colour of a PSNR at medium gray.
func PSNRColour(psnr float64) color.RGBA {
	_, hue, opacity := psnrTint(psnr)
	return tinted(128, hue, opacity)
}
