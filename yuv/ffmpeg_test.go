package yuv_test

import (
	"bytes"
	"fmt"
	"image"
	"math"
	"os"
	"path/filepath"
	"testing"

	"ffkvadrat/tests/clips"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// TestConverterAgainstFFmpeg compares the formula with FFmpeg's libswscale in exact mode, on 4:4:4,
// because chroma is not filtered here.
func TestConverterAgainstFFmpeg(t *testing.T) {
	const width, height = 64, 48
	for _, depth := range []int{8, 10, 12} {
		for _, m := range []yuv.Matrix{yuv.BT601, yuv.BT709, yuv.BT2020} {
			for _, r := range []yuv.Range{yuv.Limited, yuv.Full} {
				f := yuv.Format{Name: "yuv444p", Model: yuv.YUV, Depth: depth}
				if depth > 8 {
					f.Name = fmt.Sprintf("yuv444p%dle", depth)
				}
				// Noise within the range: libswscale clips code values outside at other steps of its
				// arithmetic.
				noise := yuvtest.Fills(seed)[4]
				p := yuvtest.Picture(f, width, height, yuvtest.Fill{At: func(plane, x, y, max int) int {
					low, high := 0, max
					if r == yuv.Limited {
						low, high = 16<<(depth-8), 235<<(depth-8)
					}
					return low + noise.At(plane, x, y, high-low)
				}})
				p.Colour = yuv.Colour{Matrix: m, Range: r, Primaries: "bt709"}
				got := image.NewRGBA(image.Rect(0, 0, width, height))
				yuv.NewConverter(f, p.Colour, width, height).Paint(got, p)
				// libswscale has 14-bit coefficients and rounds twice; both results are within 1 of the
				// exact one.
				if d := largest(got.Pix, swscale(t, p)); d > 1 {
					t.Errorf("%s, %v, %v range (seed %d): a channel differs by %d", f.Name, m, r, seed, d)
				}
			}
		}
	}
}

func swscale(t *testing.T, p *yuv.Picture) []byte {
	t.Helper()
	matrix := map[yuv.Matrix]string{yuv.BT601: "bt601", yuv.BT709: "bt709", yuv.BT2020: "bt2020"}[p.Colour.Matrix]
	span := map[yuv.Range]string{yuv.Limited: "tv", yuv.Full: "pc"}[p.Colour.Range]
	return filtered(t, p, "scale=in_color_matrix="+matrix+":in_range="+span+":flags=accurate_rnd+full_chroma_int+full_chroma_inp+bitexact")
}

// filtered returns the RGBA that an FFmpeg filter makes from a picture.
func filtered(t *testing.T, p *yuv.Picture, filter string) []byte {
	t.Helper()
	var raw bytes.Buffer
	for i := range p.Planes {
		for y := range p.Planes[i].Height {
			raw.Write(p.Planes[i].Row(y, p.Format.SampleBytes()))
		}
	}
	path := filepath.Join(t.TempDir(), "picture.raw")
	if err := os.WriteFile(path, raw.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return clips.Raw(t, "-f", "rawvideo", "-pix_fmt", p.Format.Name, "-s", fmt.Sprintf("%dx%d", p.Width, p.Height), "-i", path,
		"-vf", filter, "-f", "rawvideo", "-pix_fmt", "rgba")
}

func largest(a, b []byte) int {
	d := 0
	for i := range a {
		d = max(d, int(math.Abs(float64(a[i])-float64(b[i]))))
	}
	return d
}
