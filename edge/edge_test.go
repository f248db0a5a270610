package edge_test

import (
	"fmt"
	"math"
	"testing"

	"ffkvadrat/edge"
	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

const seed = 20070102

func TestLevel(t *testing.T) {
	for _, c := range []struct {
		t     float64
		depth int
		want  uint64
	}{
		{0, 8, 0},
		{1e-300, 8, 1},
		{0.01, 8, 651}, // 650.25
		{1, 8, 65025},
		{4, 8, 260100},
		{4, 16, 4 * 65535 * 65535},
		{0.22, 10, 230237}, // 230236.38
	} {
		got, err := edge.Level(c.t, c.depth)
		if err != nil || got != c.want {
			t.Errorf("Level(%v, %d) = %d, %v, want %d", c.t, c.depth, got, err, c.want)
		}
	}
	for _, bad := range []float64{-0.1, 4.01, math.NaN(), math.Inf(1)} {
		if _, err := edge.Level(bad, 8); err == nil {
			t.Errorf("Level(%v) gave no error", bad)
		}
	}
}

// decide is the definition, a pixel at a time in wide integers.
func decide(p *yuv.Picture, x, y int, level uint64) byte {
	at := func(x, y int) int64 {
		x, y = min(max(x, 0), p.Width-1), min(max(y, 0), p.Height-1)
		row := p.Luma.Row(y, p.Format.SampleBytes())
		i := x * p.Luma.Step
		v := int64(row[i])
		if p.Format.SampleBytes() == 2 {
			v |= int64(row[i+1]) << 8
		}
		return v >> p.LumaShift
	}
	v, sum := at(x, y), int64(0)
	for _, n := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		d := v - at(x+n[0], y+n[1])
		sum += d * d
	}
	if uint64(sum) < level {
		return 1
	}
	return 0
}

func TestEnginesEqualDefinition(t *testing.T) {
	dev := gputest.Open(t)
	pass, err := edge.NewGPU(dev)
	if err != nil {
		t.Fatal(err)
	}
	defer pass.Release()
	textures := yuv.NewTextures(dev)
	defer textures.Release()
	var reference edge.Reference
	var mask edge.Mask
	for _, f := range yuvtest.Formats {
		for _, size := range yuvtest.Sizes {
			if size[0] > 100 && f.Name != "yuv420p" && f.Name != "yuv444p16le" {
				continue
			}
			for _, fill := range yuvtest.Fills(seed) {
				if size[0] > 1000 && fill.Name != "noise" {
					continue
				}
				p := yuvtest.Picture(f, size[0], size[1], fill)
				if err := textures.Upload(p); err != nil {
					t.Fatal(err)
				}
				level0, err := dev.NewTexture("level 0", gpu.R8I, p.Width, p.Height)
				if err != nil {
					t.Fatal(err)
				}
				markers := make([]byte, p.Width*p.Height)
				for _, threshold := range []float64{0, 0.01, 0.22, 1.5, 4} {
					name := fmt.Sprintf("%s %d×%d %s t=%v (seed %d)", f.Name, p.Width, p.Height, fill.Name, threshold, seed)
					level, err := edge.Level(threshold, f.Depth)
					if err != nil {
						t.Fatal(err)
					}
					reference.Run(&mask, p, level)
					pass.Run(level0, p, textures, level)
					level0.Read(markers)
					for i, marker := range markers {
						want := decide(p, i%p.Width, i/p.Width, level)
						if mask.Leaf[i] != want {
							t.Fatalf("%s: CPU pixel (%d,%d) is %d, want %d", name, i%p.Width, i/p.Width, mask.Leaf[i], want)
						}
						if marker != -want {
							t.Fatalf("%s: GPU pixel (%d,%d) is %d, want %d", name, i%p.Width, i/p.Width, int8(marker), -int8(want))
						}
					}
				}
				level0.Release()
			}
		}
	}
}

func BenchmarkMask(b *testing.B) {
	for _, size := range [][2]int{{640, 360}, {1280, 720}, {1920, 1080}} {
		p := yuvtest.Picture(yuvtest.Formats[1], size[0], size[1], yuvtest.Fills(seed)[5])
		level, err := edge.Level(0.01, 8)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("engine=cpu/size=%dx%d", p.Width, p.Height), func(b *testing.B) {
			var reference edge.Reference
			var mask edge.Mask
			b.SetBytes(int64(p.Width * p.Height))
			b.ReportAllocs()
			for b.Loop() {
				reference.Run(&mask, p, level)
			}
		})
		b.Run(fmt.Sprintf("engine=gpu/size=%dx%d", p.Width, p.Height), func(b *testing.B) {
			dev := gputest.Open(b)
			pass, err := edge.NewGPU(dev)
			if err != nil {
				b.Fatal(err)
			}
			defer pass.Release()
			textures := yuv.NewTextures(dev)
			defer textures.Release()
			if err := textures.Upload(p); err != nil {
				b.Fatal(err)
			}
			level0, err := dev.NewTexture("level 0", gpu.R8I, p.Width, p.Height)
			if err != nil {
				b.Fatal(err)
			}
			defer level0.Release()
			b.SetBytes(int64(p.Width * p.Height))
			b.ReportAllocs()
			for b.Loop() {
				pass.Run(level0, p, textures, level)
				dev.Finish()
			}
		})
	}
}
