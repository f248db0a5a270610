package panel

import (
	"image"
	"image/color"
	"testing"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/overlay"
	"ffkvadrat/player/widgets"
)

// TestBlockInks: the values of blocks are legible on every colour of fills, at every opacity, below vectors and without any.
func TestBlockInks(t *testing.T) {
	var p partition.Picture
	p.Reset(64, 64)
	for by := range overlay.BlockColouringCount {
		for kind := range partition.TypeCount {
			for qp := range 52 {
				for _, vectors := range [...]bool{false, true} {
					p.Blocks = p.Blocks[:0]
					p.Add(partition.Block{Width: 64, Height: 64, QP: int16(qp), HasQP: true, Type: partition.Type(kind), Rate: float32(qp * qp), HasRate: true})
					v := overlay.Native(64, 64, overlay.Orientation{}, 0)
					var k overlay.BlockValues
					style := overlay.CodecStyle{Colour: by, Low: 10, High: 2000, Opacity: float32(qp) / 51, Vectors: vectors}
					if by != overlay.ByBits {
						style.High = 45
					}
					k.Of(&p, &v, image.Rect(0, 0, 64, 64), &style, 1)
					for _, b := range k.List {
						ink, _ := InkOn(b.Ground)
						if got := widgets.Contrast(ink, color.NRGBA(b.Ground)); got < widgets.LeastContrast {
							t.Errorf("%v, %q at an opacity of %v: contrast %.2f", by, b.Text, style.Opacity, got)
						}
					}
				}
			}
		}
	}
}

// TestReadout: the numbers at a threshold have it before them, those of an earlier frame its name.
func TestReadout(t *testing.T) {
	for of, want := range map[string]string{"": "0.0041   8 323 quads   89.3 %", "frame 217": "frame 217   8 323 quads   89.3 %"} {
		if got := readout(of, 0.0041, "8 323 quads", 0.893); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
