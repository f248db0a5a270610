package yuv_test

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// pixel returns a picture of one pixel.
func pixel(f yuv.Format, c yuv.Colour, samples [3]int) *yuv.Picture {
	p := yuvtest.Picture(f, 1, 1, yuvtest.Fill{At: func(plane, _, _, _ int) int { return samples[plane] }})
	p.Colour = c
	return p
}

// bound is the largest error of the integers' light against the exact one, where 1 is the display's
// white. R′, G′ and B′ are off by half a step of 14 bits, and for 16-bit samples by two more steps,
// because the gains are rounded; see Converter14. At 203 cd/m² such a step of PQ is 5.7e-4 of the
// light, and the matrix from BT.2020 adds up at most 2.32 times that. The other tables are finer.
func bound(f yuv.Format) float64 {
	if f.Depth == 16 {
		return 0.0035
	}
	return 0.001
}

// off returns the error of a pixel's conversion against the code values of exact light, in the worst
// channel; slack widens these by the code values of light that differs by slack.
func off(v yuv.Converter, f yuv.Format, c yuv.Colour, samples [3]int, slack float64) int {
	worst := 0
	light := exactLight(f, c, samples)
	for i, got := range v.At(pixel(f, c, samples), 0, 0) {
		worst = max(worst, code(light[i]-slack)-int(got), int(got)-code(light[i]+slack))
	}
	return worst
}

// TestLightAgainstExact: code values are within 1 of the exact ones, because a rounding can go the
// other way. Near black the bound of light is 3 codes, for 16-bit samples 11, of which these colours
// reach 1 and 2.
func TestLightAgainstExact(t *testing.T) {
	formats := []yuv.Format{
		{Model: yuv.YUV, Depth: 8}, {Model: yuv.YUV, Depth: 10}, {Model: yuv.YUV, Depth: 16},
		{Model: yuv.RGB, Depth: 12}, {Name: "gray", Model: yuv.Gray, Depth: 10},
	}
	for _, c := range yuvtest.Lights {
		for _, f := range formats {
			allowed := 1
			if f.Depth == 16 {
				allowed = 2
			}
			random := rand.New(rand.NewPCG(seed, uint64(f.Depth)))
			v := yuv.NewConverter(f, c, 1, 1)
			for range 1000 {
				samples := [3]int{random.IntN(f.MaxValue() + 1), random.IntN(f.MaxValue() + 1), random.IntN(f.MaxValue() + 1)}
				if f.Model == yuv.YUV && random.IntN(2) == 0 { // colours inside some gamut
					for i := 1; i < 3; i++ {
						samples[i] = f.MaxValue()*3/8 + random.IntN(f.MaxValue()/4)
					}
				}
				if d := off(v, f, c, samples, 0); d > allowed {
					t.Errorf("%v, %v of %d bits, %v (seed %d): %d off", c, f.Model, f.Depth, samples, seed, d)
				}
			}
		}
	}
}

func FuzzLight(f *testing.F) {
	f.Add(uint8(0), uint8(2), uint16(0), []byte{0x3d, 2, 0, 2, 0, 2, 0xff, 3, 0, 0, 0xff, 3})
	f.Add(uint8(4), uint8(8), uint16(0), []byte{0xd1, 2, 0x90, 1, 0xbc, 2, 0, 0x80, 0, 0x80, 0, 0})
	f.Fuzz(func(t *testing.T, colour, depth uint8, cll uint16, pixels []byte) {
		format := yuv.Format{Model: yuv.YUV, Depth: 8 + int(depth%9)}
		if format.Depth > 12 {
			format.Depth = 16
		}
		c := yuvtest.Lights[int(colour)%len(yuvtest.Lights)]
		if c.Curve() == yuv.PQ {
			c.MaxCLL = float64(cll % 10001)
		}
		v := yuv.NewConverter(format, c, 1, 1)
		for ; len(pixels) >= 6; pixels = pixels[6:] {
			var samples [3]int
			for i := range samples {
				samples[i] = int(binary.LittleEndian.Uint16(pixels[2*i:])) & format.MaxValue()
			}
			if d := off(v, format, c, samples, bound(format)); d > 0 {
				t.Errorf("%v, %d bits, %v: %d beyond the bound", c, format.Depth, samples, d)
			}
		}
	})
}

// TestLightPoints: points of the standards, shown in gray: ten-bit code values, and the light for which
// they stand.
func TestLightPoints(t *testing.T) {
	const pq, hlg = "smpte2084", "arib-std-b67"
	for _, c := range []struct {
		transfer string
		peak     float64
		y        int // limited range
		want     int
	}{
		// ST 2084: 0, 100 and 203 cd/m² are 0, 50.8 % and 58.1 %, see BT.2408-7 table 1. With a peak up
		// to the display's there is no tone mapping.
		{pq, 203, 64, 0},
		{pq, 203, 64 + 445, code(100. / 203)}, // 0.508 · 876
		{pq, 203, 64 + 509, 255},              // 0.581 · 876
		{pq, 203, 940, 255},
		// With a peak of 1000 cd/m² the peak is white, nothing changes below the knee at 0.494, and 203
		// cd/m² become a little darker: the curve gives 159 cd/m².
		{pq, 1000, 64 + 659, 255},             // 0.752 · 876
		{pq, 1000, 64 + 386, code(50. / 203)}, // 0.440
		{pq, 1000, 64 + 509, code(159. / 203)},
		{pq, 4000, 64 + 791, 255}, // 0.9026 is 4000 cd/m²
		// HLG: 75 % is 203 cd/m² on a display of 1000 cd/m², 100 % is its peak.
		{hlg, 0, 64, 0},
		{hlg, 0, 64 + 657, code(159. / 203)},
		{hlg, 0, 940, 255},
		// 38 % is 18 % gray of the scene, at 26 cd/m² (BT.2408-7 table 1).
		{hlg, 0, 64 + 333, code(26. / 203)},
	} {
		f := yuv.Format{Model: yuv.YUV, Depth: 10}
		colour := yuv.Colour{Matrix: yuv.BT2020, Range: yuv.Limited, Primaries: "bt2020", Transfer: c.transfer, MaxCLL: c.peak}
		got := yuv.NewConverter(f, colour, 1, 1).At(pixel(f, colour, [3]int{c.y, 512, 512}), 0, 0)
		// 1 for the rounding of ten-bit codes.
		if got[0] != got[1] || got[1] != got[2] || int(got[0]) < c.want-1 || int(got[0]) > c.want+1 {
			t.Errorf("%s to %v cd/m², Y %d: %v, want %d", c.transfer, c.peak, c.y, got, c.want)
		}
	}
}

// TestGamutKeepsGray: in a wider gamut and SDR, grays are unchanged.
func TestGamutKeepsGray(t *testing.T) {
	f := yuv.Format{Model: yuv.YUV, Depth: 8}
	plain := yuv.Colour{Matrix: yuv.BT2020, Range: yuv.Limited, Primaries: "bt709"}
	wide := plain
	wide.Primaries = "bt2020"
	u, v := yuv.NewConverter(f, plain, 1, 1), yuv.NewConverter(f, wide, 1, 1)
	for y := range 256 {
		gray := [3]int{y, 128, 128}
		if a, b := u.At(pixel(f, plain, gray), 0, 0), v.At(pixel(f, wide, gray), 0, 0); a != b {
			t.Errorf("Y %d: %v, without gamut %v", y, b, a)
		}
	}
}
