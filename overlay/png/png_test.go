package png

import (
	"bytes"
	"errors"
	"fmt"
	"hash/adler32"
	"image"
	"image/color"
	stdpng "image/png"
	"io"
	"math/rand/v2"
	"runtime"
	"testing"

	"ffkvadrat/tests/leak"
	"ffkvadrat/tests/pairs"
)

// kinds are kinds of pixels.
var kinds = []struct {
	name string
	at   func(r *rand.Rand, x, y int) color.RGBA
}{
	{"black", func(*rand.Rand, int, int) color.RGBA { return color.RGBA{A: 255} }},
	{"smooth", func(_ *rand.Rand, x, y int) color.RGBA {
		return color.RGBA{byte(x / 7), byte(y / 3), byte((x + y) / 5), 255}
	}},
	{"noise", func(r *rand.Rand, _, _ int) color.RGBA {
		return color.RGBA{byte(r.Uint32()), byte(r.Uint32()), byte(r.Uint32()), 255}
	}},
	{"lines", func(_ *rand.Rand, x, y int) color.RGBA {
		if x%8 == 0 || y%16 == 0 {
			return color.RGBA{255, 176, 48, 255}
		}
		return color.RGBA{byte(x), byte(y), 90, 255}
	}},
	{"alpha", func(r *rand.Rand, _, _ int) color.RGBA {
		a := byte(r.Uint32()) & byte(r.Uint32()>>8)
		part := func() byte { return byte(r.IntN(int(a) + 1)) }
		return color.RGBA{part(), part(), part(), a}
	}},
	{"transparent", func(*rand.Rand, int, int) color.RGBA { return color.RGBA{} }},
}

// picture returns a part of a larger image, with other pixels around it.
func picture(width, height int, at func(r *rand.Rand, x, y int) color.RGBA) *image.RGBA {
	r := rand.New(rand.NewPCG(uint64(width), uint64(height)))
	img := image.NewRGBA(image.Rect(-2, 3, width+1, height+5))
	for i := range img.Pix {
		img.Pix[i] = byte(i)
	}
	part := img.SubImage(image.Rect(0, 4, width, height+4)).(*image.RGBA)
	for y := range height {
		for x := range width {
			part.SetRGBA(x, y+4, at(r, x, y))
		}
	}
	return part
}

func encoded(tb testing.TB, img *image.RGBA) []byte {
	tb.Helper()
	var out bytes.Buffer
	if err := Encode(&out, img); err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
}

func TestBytesAreTheSameWithAnyCores(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	cores := []int{2, 3, 7, 32}
	want := map[int][]byte{} // by kind, with one core
	for c := range pairs.Cases(len(kinds), len(cores), 2) {
		kind, n := kinds[c[0]], cores[c[1]]
		img := picture(1919, 1081, kind.at)
		if want[c[0]] == nil {
			runtime.GOMAXPROCS(1)
			want[c[0]] = encoded(t, img)
		}
		runtime.GOMAXPROCS(n)
		if !bytes.Equal(encoded(t, img), want[c[0]]) {
			t.Errorf("%s: other bytes with %d cores", kind.name, n)
		}
	}
}

func TestNoPixels(t *testing.T) {
	for _, size := range []image.Point{{0, 0}, {3, 0}, {0, 3}} {
		if err := Encode(io.Discard, image.NewRGBA(image.Rectangle{Max: size})); err == nil {
			t.Errorf("%v: no error", size)
		}
	}
}

// failing accepts a number of bytes and then fails.
type failing int

var errFull = errors.New("full")

func (f *failing) Write(p []byte) (int, error) {
	if *f -= failing(len(p)); *f < 0 {
		return 0, errFull
	}
	return len(p), nil
}

// TestWritesThatFail: wherever writing fails, Encode returns the error, and its goroutines have ended.
func TestWritesThatFail(t *testing.T) {
	img := picture(1919, 1081, kinds[2].at)
	n := len(encoded(t, img))
	leak.Check(t)
	for _, room := range []int{0, 7, 32, 33, 1000, n / 3, n / 2, n - 13, n - 1} {
		f := failing(room)
		if err := Encode(&f, img); !errors.Is(err, errFull) {
			t.Errorf("room for %d of %d bytes: %v", room, n, err)
		}
	}
	if f := failing(n); Encode(&f, img) != nil {
		t.Error("no room for all of it")
	}
}

func TestJoinAdler(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	data := make([]byte, 300_000)
	for i := range data {
		data[i] = byte(r.Uint32() | 0xf0)
	}
	for _, n := range []int{0, 1, 2, 65520, 65521, 65522, 200_000, len(data)} {
		a, b := adler32.Checksum(data[:n]), adler32.Checksum(data[n:])
		if got, want := joinAdler(a, b, len(data)-n), adler32.Checksum(data); got != want {
			t.Errorf("parted at %d: %08x, want %08x", n, got, want)
		}
	}
}

func TestPredict(t *testing.T) {
	for a := range 256 {
		for b := 0; b < 256; b += 3 {
			for c := 0; c < 256; c += 5 {
				if got, want := predict(byte(a), byte(b), byte(c)), paethPredictor(a, b, c); int(got) != want {
					t.Fatalf("%d %d %d: %d, want %d", a, b, c, got, want)
				}
			}
		}
	}
}

// paethPredictor is the specification's, section 9.4.
func paethPredictor(a, b, c int) int {
	p := a + b - c
	distance := func(n int) int { return max(p-n, n-p) }
	switch pa, pb, pc := distance(a), distance(b), distance(c); {
	case pa <= pb && pa <= pc:
		return a
	case pb <= pc:
		return b
	}
	return c
}

func BenchmarkEncode(b *testing.B) {
	for _, kind := range kinds[1:4] {
		img := picture(1920, 1080, kind.at)
		for _, encoder := range []struct {
			name string
			run  func(io.Writer, *image.RGBA) error
		}{
			{"ours", Encode},
			{"image", func(w io.Writer, img *image.RGBA) error { return stdpng.Encode(w, img) }},
		} {
			b.Run(fmt.Sprintf("picture=%s/encoder=%s", kind.name, encoder.name), func(b *testing.B) {
				b.SetBytes(int64(len(img.Pix)))
				for b.Loop() {
					if err := encoder.run(io.Discard, img); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
