package decode

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"testing"

	"ffkvadrat/tests/clips"
	"ffkvadrat/yuv"
)

// Transfers of FFmpeg's tags.
const (
	linear = 8
	pq     = 16
)

// floatCode returns the code of a float: light by the curve of sRGB, else a code value, the nearest of
// 65535; and whether it is outside 0 to 1 or no number.
func floatCode(v float64, light bool) (code int, outside bool) {
	switch {
	case math.IsNaN(v) || v < 0:
		return 0, true
	case v > 1:
		return 65535, true
	}
	exact := new(big.Rat).SetFloat64(v)
	if light {
		return codeValue(exact), false
	}
	n := new(big.Int).Mul(exact.Num(), big.NewInt(2*65535))
	n.Add(n, exact.Denom())
	return int(n.Div(n, new(big.Int).Lsh(exact.Denom(), 1)).Int64()), false
}

// float16 returns the value of a float16.
func float16(h uint16) float64 {
	e, m := int(h>>10&31), float64(h&0x3ff)
	v := math.Ldexp(1024+m, e-25)
	switch {
	case e == 31 && m != 0:
		return math.NaN()
	case e == 31:
		v = math.Inf(1)
	case e == 0:
		v = math.Ldexp(m, -24)
	}
	if h&0x8000 != 0 {
		v = -v
	}
	return v
}

// words returns values of n bytes each.
func words(order binary.AppendByteOrder, n int, values []uint32) (data []byte) {
	for _, v := range values {
		if n == 2 {
			data = order.AppendUint16(data, uint16(v))
		} else {
			data = order.AppendUint32(data, v)
		}
	}
	return data
}

// grayOf returns the codes of a row of gray floats, and how many were limited.
func grayOf(t *testing.T, bits int, order binary.AppendByteOrder, values []uint32, transfer int) ([]int, int64) {
	t.Helper()
	like, name := "grayf32le", "grayf32"
	if bits == 16 {
		like, name = "gray16le", "grayf16"
	}
	d := description{name: name, flags: isFloat, count: 1, channels: [4]channel{{step: bits / 8, depth: bits}}}
	if order == binary.AppendByteOrder(binary.BigEndian) {
		d.flags |= bigEndian
	}
	l, err := d.layout()
	if err != nil {
		t.Fatal(err)
	}
	l.light = transfer != pq
	f := made(t, like, len(values), 1, words(order, bits/8, values), false)
	var p yuv.Picture
	l.planes(&p, f.c, nil, nil)
	if want := (yuv.Format{Name: name, Model: yuv.Gray, Depth: 16}); p.Format != want || !l.full {
		t.Fatalf("got %+v, full %v, want %+v", p.Format, l.full, want)
	}
	return samplesOf(&p.Luma, p.Format), p.Outside
}

// TestFloatCodes compares floats of all sizes, and those next to a boundary, with the reference.
func TestFloatCodes(t *testing.T) {
	special := []float32{
		0, float32(math.Copysign(0, -1)), 1, math.Nextafter32(1, 2), math.Nextafter32(1, 0), -1e-30, -2, 5, 65504, math.MaxFloat32, math.SmallestNonzeroFloat32,
		float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN()), 0.18, 0.5, 0.0031308, 1 / float32(131070), 1e-7, 5.9e-7, 6e-7,
	}
	rnd := rand.New(rand.NewPCG(3, 9))
	for range 2000 {
		special = append(special, rnd.Float32(), rnd.Float32()*rnd.Float32()*rnd.Float32(), float32(math.Exp(-20*rnd.Float64())))
	}
	for _, transfer := range []int{linear, pq} {
		values := []uint32{0xffc00000, 0x7f800001}
		for _, v := range special {
			values = append(values, math.Float32bits(v))
		}
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			got, outside := grayOf(t, 32, order, values, transfer)
			for i, bits := range values {
				v := math.Float32frombits(bits)
				want, out := floatCode(float64(v), transfer != pq)
				if got[i] != want {
					t.Fatalf("%v (%#x) is %d, want %d", v, bits, got[i], want)
				}
				if out {
					outside--
				}
			}
			if outside != 0 {
				t.Errorf("the number outside is wrong by %d", outside)
			}
		}
	}
}

// TestCurveBoundaries: each code starts at its first float32, and the conversion finds each.
func TestCurveBoundaries(t *testing.T) {
	c := displayCurve()
	step := 64
	if !testing.Short() {
		step = 1
	}
	exact := func(bits uint32) *big.Rat { return new(big.Rat).SetFloat64(float64(math.Float32frombits(bits))) }
	for k := 1; k <= 65535; k += step {
		if first := uint32(c.from[k]); !reaches(exact(first), k) || reaches(exact(first-1), k) {
			t.Fatalf("code %d starts at %v", k, math.Float32frombits(first))
		}
	}
	for _, transfer := range []int{linear, pq} {
		if transfer == pq {
			c = straightLine()
		}
		for k := 1; k <= 65535; k += 4096 {
			var values []uint32
			for i := k; i < k+4096 && i <= 65535; i++ {
				values = append(values, uint32(c.from[i])-1, uint32(c.from[i]))
			}
			got, _ := grayOf(t, 32, binary.LittleEndian, values, transfer)
			for i, v := range got {
				if want := k + i/2 - 1 + i%2; v != want {
					t.Fatalf("%v is %d, want %d", math.Float32frombits(values[i]), v, want)
				}
			}
		}
	}
}

// TestHalves compares each float16 with the float32 of the same value, and some with the reference.
func TestHalves(t *testing.T) {
	for _, transfer := range []int{linear, pq} {
		for start := 0; start < 1<<16; start += 1 << 13 {
			var half, single []uint32
			outside := int64(0)
			for i := range 1 << 13 {
				h := uint16(start + i)
				v := float16(h)
				half = append(half, uint32(h))
				single = append(single, math.Float32bits(float32(v)))
				if math.IsNaN(v) || v < 0 || v > 1 {
					outside++
				}
			}
			want, counted := grayOf(t, 32, binary.LittleEndian, single, transfer)
			for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
				got, n := grayOf(t, 16, order, half, transfer)
				if n != outside || counted != outside {
					t.Errorf("%d and %d outside, want %d", n, counted, outside)
				}
				for i := range got {
					if got[i] != want[i] {
						t.Fatalf("%#x is %d, want %d", half[i], got[i], want[i])
					}
					if i%64 != 0 {
						continue
					}
					if code, _ := floatCode(float16(uint16(half[i])), transfer != pq); got[i] != code {
						t.Fatalf("%#x is %d, want %d", half[i], got[i], code)
					}
				}
			}
		}
	}
}

// TestPackedHalves: R, G, B and alpha one after the other, as only later versions of FFmpeg have them.
// Opacity is no light.
func TestPackedHalves(t *testing.T) {
	packed := [4]channel{{offset: 0, step: 8, depth: 16}, {offset: 2, step: 8, depth: 16}, {offset: 4, step: 8, depth: 16}, {offset: 6, step: 8, depth: 16}}
	d := description{name: "rgbaf16le", flags: isRGB | withAlpha | isFloat, count: 4, channels: packed}
	l, err := d.layout()
	if err != nil {
		t.Fatal(err)
	}
	l.light = true
	const half, quarter, one, two, low = 0x3800, 0x3400, 0x3c00, 0x4000, 0xbc00
	f := made(t, "rgba64le", 2, 1, words(binary.LittleEndian, 2, []uint32{half, quarter, one, half, two, low, 0, quarter}), false)
	var p yuv.Picture
	l.planes(&p, f.c, nil, nil)
	if want := (yuv.Format{Name: "rgbaf16le", Model: yuv.RGB, Depth: 16, Alpha: true}); p.Format != want || p.Outside != 2 {
		t.Errorf("got %+v, %d outside", p.Format, p.Outside)
	}
	for i, want := range [4][2]int{{48192, 65535}, {35199, 0}, {65535, 0}, {32768, 16384}} {
		got := samplesOf(planeOf(&p, i), p.Format)
		if got[0] != want[0] || got[1] != want[1] {
			t.Errorf("channel %d is %v, want %v", i, got, want)
		}
	}
}

// TestFloatFiles compares pictures of files with the floats that FFmpeg reads in them.
func TestFloatFiles(t *testing.T) {
	const w, h = 37, 150
	for _, c := range []struct {
		name, format string
		args         []string
	}{
		{"single.exr", "gbrpf32le", []string{"-pix_fmt", "gbrpf32le", "-c:v", "exr", "-compression", "zip16"}},
		{"half.exr", "gbrpf32le", []string{"-pix_fmt", "gbrpf32le", "-c:v", "exr", "-format", "half"}},
		{"alpha.exr", "gbrapf32le", []string{"-pix_fmt", "gbrapf32le", "-c:v", "exr"}},
		{"gray.exr", "grayf32le", []string{"-pix_fmt", "grayf32le", "-c:v", "exr"}},
		{"rgb.pfm", "gbrpf32le", []string{"-pix_fmt", "gbrpf32le"}},
		{"gray.pfm", "grayf32be", []string{"-pix_fmt", "grayf32be"}},
		{"half.phm", "gbrpf32le", []string{"-pix_fmt", "gbrpf32le"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			source := fmt.Sprintf("testsrc2=size=160x160:rate=5:duration=0.2,format=rgba,crop=%d:%d:0:0:exact=1,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='mod(X*7+Y*3,256)'", w, h)
			path := clips.Make(t, c.name, append([]string{"-f", "lavfi", "-i", source, "-frames:v", "1"}, c.args...)...)
			raw, err := os.ReadFile(clips.Make(t, "raw", "-i", path, "-f", "rawvideo"))
			if err != nil {
				t.Fatal(err)
			}
			f := next(t, open(t, path))
			defer f.Release()
			p := &f.Picture
			channels := len(raw) / (4 * w * h)
			if p.Format.Depth != 16 || p.Format.Alpha != (channels == 4) || p.Colour.Transfer != "iec61966-2-1" || p.Colour.Range != yuv.Full {
				t.Fatalf("got %+v, %+v", p.Format, p.Colour)
			}
			order := binary.ByteOrder(binary.LittleEndian)
			if p.Format.Name[len(p.Format.Name)-2:] == "be" {
				order = binary.BigEndian
			}
			outside := int64(0)
			for i := range channels {
				plane := []int{1, 2, 0, alpha}[i] // FFmpeg's planes are G, B, R
				if channels == 1 {
					plane = 0
				}
				seen := map[uint32]int{}
				for j, got := range samplesOf(planeOf(p, plane), p.Format) {
					bits := order.Uint32(raw[4*(i*w*h+j):])
					want, ok := seen[bits]
					code, out := want, false
					if !ok {
						code, out = floatCode(float64(math.Float32frombits(bits)), i < 3)
						seen[bits] = code
					}
					if out {
						outside++
					}
					if got != code {
						t.Fatalf("plane %d, sample %d: %v is %d, want %d", plane, j, math.Float32frombits(bits), got, code)
					}
				}
			}
			if outside != p.Outside {
				t.Errorf("%d outside, want %d", p.Outside, outside)
			}
		})
	}
}

// TestTaggedFloatsAreCodeValues: with a transfer that is not linear, floats are not light, and the tag
// stays.
func TestTaggedFloatsAreCodeValues(t *testing.T) {
	for _, c := range []struct {
		transfer int
		name     string
		want     int
	}{{2, "iec61966-2-1", 48192}, {linear, "iec61966-2-1", 48192}, {13, "iec61966-2-1", 32768}, {pq, "smpte2084", 32768}} {
		f := made(t, "grayf32le", 2, 1, words(binary.LittleEndian, 4, []uint32{0x3f000000, 0x40000000}), false)
		f.c.color_trc = uint32(c.transfer)
		s := pictureShaper{stream: colourTags{transfer: 2}} // untagged
		if err := s.shape(f); err != nil {
			t.Fatal(err)
		}
		p := &f.Picture
		if got := samplesOf(&p.Luma, p.Format); got[0] != c.want || got[1] != 65535 || p.Colour.Transfer != c.name || p.Outside != 1 {
			t.Errorf("transfer %d: %v, %s, %d outside", c.transfer, got, p.Colour.Transfer, p.Outside)
		}
		s.close()
	}
}

// BenchmarkFloats converts pictures of 3840×2160 pixels.
func BenchmarkFloats(b *testing.B) {
	const w, h = 3840, 2160
	for _, name := range []string{"gbrpf32le", "grayf32le"} {
		b.Run("format="+name, func(b *testing.B) {
			f := made(b, name, w, h, nil, false)
			rnd := rand.New(rand.NewPCG(3, 9))
			for i := 0; i < 3 && f.c.linesize[i] > 0; i++ {
				data := bytesOf(f, i, h*int(f.c.linesize[i]))
				for at := 0; at < len(data); at += 4 {
					binary.LittleEndian.PutUint32(data[at:], math.Float32bits(float32(math.Exp(0.1-6*rnd.Float64()))))
				}
			}
			s := pictureShaper{stream: colourTags{transfer: 2}}
			defer s.close()
			b.ReportAllocs()
			b.SetBytes(w * h)
			for b.Loop() {
				f.filled = false
				if err := s.shape(f); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "frames/s")
		})
	}
}

// TestFloatsAllocateNothing: once a picture has its memory.
func TestFloatsAllocateNothing(t *testing.T) {
	f := made(t, "gbrapf32le", 64, 4*bandRows+1, nil, false)
	s := pictureShaper{stream: colourTags{transfer: 2}}
	defer s.close()
	step := func() {
		f.filled = false
		if err := s.shape(f); err != nil {
			t.Fatal(err)
		}
	}
	step()
	if n := testing.AllocsPerRun(50, step); n > 0 {
		t.Errorf("%v allocations a picture", n)
	}
}
