package yuvtest

import (
	"os"
	"testing"

	"ffkvadrat/yuv"
)

const lumaWidth, lumaHeight = 1920, 1080

// Luma returns the gray 1920×1080 picture in the file FFKVADRAT_LUMA, which contains only 8-bit
// samples; nil if the variable is not set. It is for machines with a GPU but without clips and FFmpeg.
func Luma(tb testing.TB) *yuv.Picture {
	tb.Helper()
	name := os.Getenv("FFKVADRAT_LUMA")
	if name == "" {
		return nil
	}
	samples, err := os.ReadFile(name)
	if err != nil {
		tb.Fatal(err)
	}
	p, rest := Raw(samples, Formats[0], lumaWidth, lumaHeight)
	if p == nil || len(rest) != 0 {
		tb.Fatalf("%s has %d bytes, which is no luma of %d×%d", name, len(samples), lumaWidth, lumaHeight)
	}
	return p
}

// Video returns a fill made of [Luma], mirrored to cover the plane, with 4:2:0 chroma derived from it;
// or other if there is no such file.
func Video(tb testing.TB, other Fill) Fill {
	tb.Helper()
	p := Luma(tb)
	if p == nil {
		return other
	}
	at := func(x, y int) int { return int(p.Luma.Data[mirror(y, lumaHeight)*lumaWidth+mirror(x, lumaWidth)]) }
	return Fill{Name: "video", At: func(plane, x, y, _ int) int {
		switch plane {
		case 1:
			return 96 + at(2*x, 2*y)/4
		case 2:
			return 160 - at(2*x, 2*y)/3
		}
		return at(x, y)
	}}
}

// mirror folds a coordinate into 0 to n − 1.
func mirror(i, n int) int {
	if i %= 2 * n; i >= n {
		return 2*n - 1 - i
	}
	return i
}
