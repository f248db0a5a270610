package yuv_test

import (
	"bytes"
	"fmt"
	"image"
	"os/exec"
	"testing"

	"ffkvadrat/tests/platform"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// TestLightAgainstZscale compares light and gamut with FFmpeg's zscale, which has no tone curve: PQ
// with the display's white as peak, and sRGB's curve.
func TestLightAgainstZscale(t *testing.T) {
	filters, err := exec.Command("ffmpeg", "-hide_banner", "-filters").Output()
	platform.Missing(t, err)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(filters, []byte(" zscale ")) {
		t.Skip("this ffmpeg has no zscale")
	}
	const width, height = 64, 48
	f := yuv.Format{Name: "yuv444p10le", Model: yuv.YUV, Depth: 10}
	for _, c := range []yuv.Colour{
		{Matrix: yuv.BT2020, Range: yuv.Limited, Primaries: "bt2020", Transfer: "smpte2084", MaxCLL: 203},
		{Matrix: yuv.BT2020, Range: yuv.Full, Primaries: "bt2020", Transfer: "iec61966-2-1"},
		{Matrix: yuv.BT709, Range: yuv.Limited, Primaries: "smpte432", Transfer: "iec61966-2-1"},
	} {
		// Colours of at most 203 cd/m² in each channel: zscale clips nothing before the last step.
		noise := yuvtest.Fills(seed)[4]
		p := yuvtest.Picture(f, width, height, yuvtest.Fill{At: func(plane, x, y, max int) int {
			if plane == 0 {
				return 200 + noise.At(plane, x, y, 250)
			}
			return 512 - 40 + noise.At(plane, x, y, 80)
		}})
		p.Colour = c
		got := image.NewRGBA(image.Rect(0, 0, width, height))
		yuv.NewConverter(f, c, width, height).Paint(got, p)
		// zscale computes in float32 and rounds once more, from its 16-bit planes to 8 bits: both
		// results are within 1 of the exact one.
		if d := largest(got.Pix, zscale(t, p)); d > 1 {
			t.Errorf("%v (seed %d): a channel differs by %d", c, seed, d)
		}
	}
}

func zscale(t *testing.T, p *yuv.Picture) []byte {
	t.Helper()
	matrix := map[yuv.Matrix]string{yuv.BT709: "709", yuv.BT2020: "2020_ncl"}[p.Colour.Matrix]
	span := map[yuv.Range]string{yuv.Limited: "limited", yuv.Full: "full"}[p.Colour.Range]
	primaries := map[string]string{"bt2020": "2020", "smpte432": "smpte432"}[p.Colour.Primaries]
	in := fmt.Sprintf("min=%s:rin=%s:pin=%s:tin=%s", matrix, span, primaries, p.Colour.Transfer)
	return filtered(t, p, "zscale="+in+":t=linear:p="+primaries+":m=gbr:r=full:npl=203,format=gbrpf32le,"+
		"zscale=tin=linear:t=iec61966-2-1:pin="+primaries+":p=709:m=gbr:r=full:d=none:npl=203,format=gbrp16le,format=rgba")
}
