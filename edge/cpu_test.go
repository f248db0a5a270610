package edge

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"

	"ffkvadrat/edge/morton"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

const seed = 20070105

// paths are the passes with every set of kernels that this machine can run.
func paths() map[string]*CPU {
	all := map[string]*CPU{"best": NewCPU(), "portable": NewPortableCPU()}
	for _, i := range vector() {
		all[i.name] = newCPU(i)
	}
	return all
}

// layouts are the formats of yuvtest and those whose luma is interleaved.
var layouts = append([]yuv.Format{
	{Name: "packed 2", Model: yuv.Gray, Depth: 8},
	{Name: "packed 4", Model: yuv.Gray, Depth: 8},
	{Name: "packed 4 of 16 bits", Model: yuv.Gray, Depth: 10, Shift: 6},
	{Name: "packed 8 of 16 bits", Model: yuv.Gray, Depth: 16},
	{Name: "gray9le", Model: yuv.Gray, Depth: 9},
	{Name: "gray14le", Model: yuv.Gray, Depth: 14},
}, yuvtest.Formats...)

// picture is one of yuvtest, with interleaved luma for the layouts that say so,
// and with no byte after its last sample.
func picture(f yuv.Format, width, height int, fill yuvtest.Fill) *yuv.Picture {
	p := yuvtest.Picture(f, width, height, fill)
	size, step := f.SampleBytes(), p.Luma.Step
	fmt.Sscanf(f.Name, "packed %d", &step)
	if step != p.Luma.Step {
		wide := yuv.Plane{Stride: width*step + 5, Step: step, Width: width, Height: height}
		wide.Data = make([]byte, wide.Stride*height)
		for i := range wide.Data {
			wide.Data[i] = byte(i * 37)
		}
		for y := range height {
			for x := range width {
				copy(wide.Data[y*wide.Stride+x*step:][:size], p.Luma.Row(y, size)[x*size:])
			}
		}
		p.Luma = wide
	}
	end := (height-1)*p.Luma.Stride + (width-1)*p.Luma.Step + size
	p.Luma.Data = p.Luma.Data[:end:end]
	return p
}

// compare runs passes and holds them against the reference.
func compare(t *testing.T, passes map[string]*CPU, p *yuv.Picture, d Decision, name string) {
	t.Helper()
	var reference Reference
	var mask Mask
	reference.Run(&mask, p, d)
	var want BitMask
	want.Resize(p.Width, p.Height)
	for y := range p.Height {
		for x := range p.Width {
			word := &want.Tile(x/64, y/64)[morton.Code(x%64/8, y%64/8)]
			*word |= uint64(mask.Leaf[y*p.Width+x]) << morton.Code(x%8, y%8)
		}
	}
	for path, c := range passes {
		var dst BitMask
		dst.Resize(p.Width, p.Height)
		for y := 0; y < p.Height; y += 8 {
			for x := 0; x < p.Width; x += 8 {
				dst.Tile(x/64, y/64)[morton.Code(x%64/8, y%64/8)] = 0xfedcba9876543210
			}
		}
		c.Run(&dst, p, d)
		if i := differing(dst.Words, want.Words); i >= 0 {
			t.Fatalf("%s: %s %d×%d %+v (seed %d): word %d of tile %d is %#x, want %#x",
				path, name, p.Width, p.Height, d, seed, i%64, i/64, dst.Words[i], want.Words[i])
		}
	}
}

// differing is the first place where a and b differ, or −1.
func differing(a, b []uint64) int {
	for i := range a {
		if a[i] != b[i] {
			return i
		}
	}
	return -1
}

// levels are the ends of the scale, of the kernels' ranges, and some between.
func levels(t *testing.T, depth int) []uint64 {
	t.Helper()
	list := []uint64{2, 3, 255*255 - 1, 255 * 255, 255*255 + 1, 65533, 65534, 65535, 65536, 65537}
	for _, threshold := range []float64{0, 1e-300, 0.003, 0.01, 0.22, 0.92, 0.999999, 1, 1.5, 2, 3.9999, 4} {
		d, err := Discriminator{Threshold: threshold}.Decision(yuv.Format{Depth: depth})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, d.Upper)
	}
	return list
}

// below is the operator cross on luma at level T.
func below(level uint64) Decision { return Decision{Planes: 1, Upper: level} }

func TestCPUEqualsReference(t *testing.T) {
	sizes := append([][2]int{{31, 9}, {32, 8}, {33, 8}, {34, 10}, {63, 16}, {64, 7}, {65, 15}, {96, 5}, {97, 65}, {128, 128}, {161, 72}}, yuvtest.Sizes...)
	passes := paths()
	for _, f := range layouts {
		for _, size := range sizes {
			if size[0] > 200 && f.Name != "yuv420p" && f.Name != "yuv444p16le" {
				continue
			}
			for _, fill := range yuvtest.Fills(seed) {
				if size[0] > 1000 && fill.Name != "noise" {
					continue
				}
				p := picture(f, size[0], size[1], fill)
				for i, level := range levels(t, f.Depth) {
					if size[0] > 1000 && i%6 != 0 {
						continue
					}
					compare(t, passes, p, below(level), f.Name+" "+fill.Name)
				}
			}
		}
	}
}

// Sums next to the level, where rounding would show: around a pixel the
// differences are those that make a sum of T−1, T and T+1.
func TestCPUAtTheLevel(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 1))
	passes := paths()
	for _, f := range []yuv.Format{yuvtest.Formats[0], {Name: "gray16le", Model: yuv.Gray, Depth: 16}, {Name: "gray10le", Model: yuv.Gray, Depth: 10}} {
		for range 100 {
			near := random.IntN(f.MaxValue()) + 1
			p := picture(f, 70, 20, yuvtest.Fill{At: func(_, _, _, _ int) int {
				return random.IntN(near + 1)
			}})
			x, y := random.IntN(70), random.IntN(20)
			sum := definition(p, x, y)
			for _, level := range []uint64{max(sum, 1) - 1, sum, sum + 1} {
				compare(t, passes, p, below(level), fmt.Sprintf("%s near %d", f.Name, near))
			}
		}
	}
}

// definition is D of one pixel.
func definition(p *yuv.Picture, x, y int) uint64 {
	at := func(x, y int) int {
		x, y = min(max(x, 0), p.Width-1), min(max(y, 0), p.Height-1)
		i := y*p.Luma.Stride + x*p.Luma.Step
		if p.Format.SampleBytes() == 1 {
			return int(p.Luma.Data[i])
		}
		return int(binary.LittleEndian.Uint16(p.Luma.Data[i:]) >> p.LumaShift)
	}
	sum := 0
	for _, n := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		d := at(x, y) - at(x+n[0], y+n[1])
		sum += d * d
	}
	return uint64(sum)
}

// Passes for different rows of tiles at the same time give what one gives.
func TestRowsOfTilesOnSeveralGoroutines(t *testing.T) {
	p := picture(yuvtest.Formats[1], 200, 333, yuvtest.Fills(seed)[5])
	var want, got BitMask
	NewCPU().Run(&want, p, below(600))
	got.Resize(p.Width, p.Height)
	done := make(chan struct{})
	for row := range got.Rows {
		go func() {
			NewCPU().RunRows(&got, p, below(600), row, row+1)
			done <- struct{}{}
		}()
	}
	for range got.Rows {
		<-done
	}
	for i, w := range want.Words {
		if got.Words[i] != w {
			t.Fatalf("word %d is %#x, want %#x", i, got.Words[i], w)
		}
	}
}

func FuzzCPU(f *testing.F) {
	f.Add(uint8(9), uint32(300), uint8(0), []byte("quadtree analysis with HistoPyramids"))
	f.Add(uint8(66), uint32(65535), uint8(0), []byte{0, 255, 0, 0, 255, 255, 7})
	f.Add(uint8(40), uint32(1<<31), uint8(9), []byte{0, 255, 255, 255, 1, 1, 1, 0x80})
	f.Fuzz(func(t *testing.T, width uint8, level uint32, layout uint8, samples []byte) {
		if len(samples) == 0 {
			return
		}
		format := layouts[int(layout)%len(layouts)]
		w := int(width)%140 + 1
		h := min(len(samples)/w+1, 40)
		p := picture(format, w, h, yuvtest.Fill{At: func(_, x, y, max int) int {
			i := y*w + x
			return (int(samples[i%len(samples)]) | int(samples[(i+1)%len(samples)])<<8) & max
		}})
		passes := paths()
		end := 4 * uint64(format.MaxValue()) * uint64(format.MaxValue())
		compare(t, passes, p, below(uint64(level)%(end+1)), format.Name)
		compare(t, passes, p, below(uint64(level)<<2%(end+1)), format.Name)
	})
}

// Kernels for AVX2 must not use the registers that came with AVX-512, which the
// assembler takes silently.
func TestRegistersOfAVX2(t *testing.T) {
	source, err := os.ReadFile("kernels_amd64.s")
	if err != nil {
		t.Fatal(err)
	}
	later := regexp.MustCompile(`\b([XY](1[6-9]|2\d|3[01])|Z\d+|K[0-7])\b`)
	kernel := ""
	for i, line := range strings.Split(string(source), "\n") {
		if strings.HasPrefix(line, "TEXT") {
			kernel = line
		}
		if strings.Contains(kernel, "AVX2(SB)") && later.MatchString(line) {
			t.Errorf("line %d: %s in %s", i+1, line, kernel)
		}
	}
}

func BenchmarkCPU(b *testing.B) {
	for _, size := range [][2]int{{640, 360}, {1920, 1080}} {
		for _, f := range []yuv.Format{yuvtest.Formats[1], yuvtest.Formats[7]} {
			p := picture(f, size[0], size[1], yuvtest.Fills(seed)[5])
			for _, i := range append([]instructions{portable()}, vector()...) {
				for _, threshold := range []float64{0.01, 1.5} {
					d, err := Discriminator{Threshold: threshold}.Decision(f)
					if err != nil {
						b.Fatal(err)
					}
					b.Run(fmt.Sprintf("path=%s/size=%dx%d/format=%s/t=%v", i.name, size[0], size[1], f.Name, threshold), func(b *testing.B) {
						c := newCPU(i)
						var dst BitMask
						b.SetBytes(int64(p.Width * p.Height * f.SampleBytes()))
						for b.Loop() {
							c.Run(&dst, p, d)
						}
					})
				}
			}
		}
	}
}
