package decode

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strconv"
	"testing"

	"github.com/asticode/go-astiav"

	"ffkvadrat/tests/clips"
	"ffkvadrat/yuv"
)

// formatCase is a coded pixel format and the planar one to which FFmpeg converts it for comparison.
type formatCase struct {
	name, planar string
	depth        int
	subX, subY   int
	model        yuv.Model
	off          int // largest difference allowed for FFmpeg's conversion
}

var formatCases = []formatCase{
	{"yuv420p", "yuv420p", 8, 1, 1, yuv.YUV, 0},
	{"yuv422p", "yuv422p", 8, 1, 0, yuv.YUV, 0},
	{"yuv444p", "yuv444p", 8, 0, 0, yuv.YUV, 0},
	{"yuv440p", "yuv440p", 8, 0, 1, yuv.YUV, 0},
	{"yuv411p", "yuv411p", 8, 2, 0, yuv.YUV, 0},
	{"yuv410p", "yuv410p", 8, 2, 2, yuv.YUV, 0},
	{"yuva420p", "yuva420p", 8, 1, 1, yuv.YUV, 0},
	{"yuv420p9le", "yuv420p9le", 9, 1, 1, yuv.YUV, 0},
	{"yuv420p10le", "yuv420p10le", 10, 1, 1, yuv.YUV, 0},
	{"yuv422p10le", "yuv422p10le", 10, 1, 0, yuv.YUV, 0},
	{"yuv444p12le", "yuv444p12le", 12, 0, 0, yuv.YUV, 0},
	{"yuv420p16le", "yuv420p16le", 16, 1, 1, yuv.YUV, 0},
	{"yuv420p10be", "yuv420p10le", 10, 1, 1, yuv.YUV, 0},
	{"yuv444p16be", "yuv444p16le", 16, 0, 0, yuv.YUV, 0},
	{"nv12", "yuv420p", 8, 1, 1, yuv.YUV, 0},
	{"nv21", "yuv420p", 8, 1, 1, yuv.YUV, 0},
	{"yuyv422", "yuv422p", 8, 1, 0, yuv.YUV, 0},
	{"uyvy422", "yuv422p", 8, 1, 0, yuv.YUV, 0},
	{"yvyu422", "yuv422p", 8, 1, 0, yuv.YUV, 0},
	{"gray", "gray", 8, 0, 0, yuv.Gray, 0},
	{"gray10le", "gray10le", 10, 0, 0, yuv.Gray, 0},
	{"gray16be", "gray16le", 16, 0, 0, yuv.Gray, 0},
	{"ya8", "gray", 8, 0, 0, yuv.Gray, 0},
	{"monow", "gray", 8, 0, 0, yuv.Gray, 0},
	{"monob", "gray", 8, 0, 0, yuv.Gray, 0},
	{"rgb24", "rgb24", 8, 0, 0, yuv.RGB, 0},
	{"bgr24", "rgb24", 8, 0, 0, yuv.RGB, 0},
	{"bgra", "rgb24", 8, 0, 0, yuv.RGB, 0},
	{"argb", "rgb24", 8, 0, 0, yuv.RGB, 0},
	{"0bgr", "rgb24", 8, 0, 0, yuv.RGB, 0},
	{"gbrp", "gbrp", 8, 0, 0, yuv.RGB, 0},
	{"gbrp10le", "gbrp10le", 10, 0, 0, yuv.RGB, 0},
	{"rgb48le", "gbrp16le", 16, 0, 0, yuv.RGB, 0},
	{"rgb48be", "gbrp16le", 16, 0, 0, yuv.RGB, 0},
	{"pal8", "rgb24", 8, 0, 0, yuv.RGB, 0},
	{"rgb565le", "rgb24", 8, 0, 0, yuv.RGB, 8},
	{"rgb555be", "rgb24", 8, 0, 0, yuv.RGB, 8},
	{"bgr8", "rgb24", 8, 0, 0, yuv.RGB, 37},
	{"rgb8", "rgb24", 8, 0, 0, yuv.RGB, 37},
}

// makeRaw writes two uncompressed frames of each pixel format.
func makeRaw(tb testing.TB, w, h int, formats ...string) []string {
	tb.Helper()
	var outputs []clips.Output
	for _, format := range formats {
		outputs = append(outputs, clips.Output{Name: "raw.nut", Args: []string{"-pix_fmt", format, "-c:v", "rawvideo", "-allow_raw_vfw", "1"}})
	}
	return clips.Each(tb, []string{"-f", "lavfi", "-i", fmt.Sprintf("testsrc2=size=128x96:rate=5:duration=0.4,format=rgb24,crop=%d:%d:0:0:exact=1", w, h)}, outputs...)
}

// sample returns the value at (x, y) of a plane.
func sample(p *yuv.Plane, f yuv.Format, x, y int) int {
	at := y*p.Stride + x*p.Step
	if f.SampleBytes() == 1 {
		return int(p.Data[at]) >> f.Shift
	}
	return int(binary.LittleEndian.Uint16(p.Data[at:])) >> f.Shift
}

// TestSamplesEqualFFmpeg compares the samples of every pixel format, also in odd sizes, with FFmpeg's
// conversion to planes.
func TestSamplesEqualFFmpeg(t *testing.T) {
	for _, size := range [][2]int{{64, 48}, {37, 23}} {
		var formats, inputs []string
		var outputs []clips.Output
		for _, c := range formatCases {
			formats = append(formats, c.name)
		}
		paths := makeRaw(t, size[0], size[1], formats...)
		for i, c := range formatCases {
			inputs = append(inputs, "-i", paths[i])
			outputs = append(outputs, clips.Output{Name: "planar", Args: []string{"-map", strconv.Itoa(i), "-f", "rawvideo", "-pix_fmt", c.planar, "-sws_flags", "accurate_rnd+full_chroma_inp+full_chroma_int"}})
		}
		references := clips.Each(t, inputs, outputs...)
		for i, c := range formatCases {
			t.Run(fmt.Sprintf("%s/%dx%d", c.name, size[0], size[1]), func(t *testing.T) {
				ref, err := os.ReadFile(references[i])
				if err != nil {
					t.Fatal(err)
				}
				checkFormat(t, c, open(t, paths[i]), ref, size[0], size[1])
			})
		}
	}
}

func checkFormat(t *testing.T, c formatCase, v *Video, ref []byte, w, h int) {
	for k := range 2 {
		f := next(t, v)
		if f == nil {
			t.Fatalf("only %d pictures", k)
		}
		p := &f.Picture
		want := yuv.Format{Name: c.name, Model: c.model, Depth: c.depth, Shift: p.Format.Shift, SubX: c.subX, SubY: c.subY, Alpha: p.Format.Alpha}
		if p.Format != want || p.Width != w || p.Height != h {
			t.Fatalf("got %+v, %d×%d, want %+v", p.Format, p.Width, p.Height, want)
		}
		bytes := (c.depth + 7) / 8
		value := func(at int) int {
			if bytes == 2 {
				return int(binary.LittleEndian.Uint16(ref[2*at:]))
			}
			return int(ref[at])
		}
		start := 0 // of plane i in ref, in samples
		for i := range p.Planes {
			plane := &p.Planes[i]
			pw, ph := w, h
			switch {
			case i > 0 && c.model == yuv.Gray:
				continue
			case i > 0 && c.model == yuv.YUV:
				pw, ph = (w+1<<c.subX-1)>>c.subX, (h+1<<c.subY-1)>>c.subY
			}
			if plane.Width != pw || plane.Height != ph {
				t.Fatalf("plane %d is %d×%d, want %d×%d", i, plane.Width, plane.Height, pw, ph)
			}
			for y := range ph {
				for x := range pw {
					var r int
					switch {
					case c.planar == "rgb24":
						r = value(3*(y*w+x) + i)
					case c.model == yuv.RGB: // G, B, R
						r = value([3]int{2, 0, 1}[i]*w*h + y*w + x)
					default:
						r = value(start + y*pw + x)
					}
					if got := sample(plane, p.Format, x, y); got-r > c.off || r-got > c.off {
						t.Fatalf("picture %d plane %d (%d, %d): %d, ffmpeg has %d", k, i, x, y, got, r)
					}
				}
			}
			start += pw * ph
		}
		if c.model == yuv.RGB {
			start = 3 * w * h
		}
		if c.planar == "yuva420p" {
			start += w * h
		}
		ref = ref[start*bytes:]
		checkLuma(t, p)
		f.Release()
	}
}

// checkLuma compares the plane that the analysis reads with the planes.
func checkLuma(t *testing.T, p *yuv.Picture) {
	t.Helper()
	lf := p.Format
	lf.Shift = p.LumaShift
	for y := range p.Height {
		for x := range p.Width {
			want := sample(&p.Planes[0], p.Format, x, y)
			if p.Format.Model == yuv.RGB {
				r, g, b := want, sample(&p.Planes[1], p.Format, x, y), sample(&p.Planes[2], p.Format, x, y)
				want = (13933*r + 46871*g + 4732*b + 1<<15) >> 16
			}
			if got := sample(&p.Luma, lf, x, y); got != want {
				t.Fatalf("luma (%d, %d) is %d, want %d", x, y, got, want)
			}
		}
	}
}

// TestFormatsWithoutContainer: formats that decoders on devices and professional codecs output, but
// that no container stores as raw video. FFmpeg's scaler makes them from planar frames.
func TestFormatsWithoutContainer(t *testing.T) {
	for _, c := range []struct{ name, planar string }{
		{"nv24", "yuv444p"}, {"nv42", "yuv444p"}, {"p010le", "yuv420p10le"}, {"p010be", "yuv420p10le"}, {"p016le", "yuv420p16le"},
		{"ayuv64le", "yuv444p16le"},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := next(t, open(t, makeRaw(t, 64, 48, c.planar)[0]))
			defer src.Release()
			w, h := src.Picture.Width, src.Picture.Height
			dst := &Frame{av: astiav.AllocFrame()}
			defer dst.av.Free()
			dst.c = framePointer(dst.av)
			to := astiav.FindPixelFormatByName(c.name)
			dst.av.SetWidth(w)
			dst.av.SetHeight(h)
			dst.av.SetPixelFormat(to)
			if err := dst.av.AllocBuffer(32); err != nil {
				t.Fatal(err)
			}
			flags := astiav.NewSoftwareScaleContextFlags(astiav.SoftwareScaleContextFlagBilinear)
			sws, err := astiav.CreateSoftwareScaleContext(w, h, src.av.PixelFormat(), w, h, to, flags)
			if err != nil {
				t.Fatal(err)
			}
			defer sws.Free()
			if err := sws.ScaleFrame(src.av, dst.av); err != nil {
				t.Fatal(err)
			}
			var shaper pictureShaper
			defer shaper.close()
			if err := shaper.shape(dst); err != nil {
				t.Fatal(err)
			}
			a, b := &src.Picture, &dst.Picture
			if b.Format.Name != c.name || b.Format.Depth != a.Format.Depth || b.Format.SubX != a.Format.SubX || b.Format.SubY != a.Format.SubY {
				t.Fatalf("got %+v of %+v", b.Format, a.Format)
			}
			for i := range a.Planes {
				for y := range a.Planes[i].Height {
					for x := range a.Planes[i].Width {
						want, got := sample(&a.Planes[i], a.Format, x, y), sample(&b.Planes[i], b.Format, x, y)
						if got != want {
							t.Fatalf("plane %d (%d, %d): %d, want %d", i, x, y, got, want)
						}
					}
				}
			}
			checkLuma(t, b)
		})
	}
}

// TestUnsupportedFormatsAreRefusedByName: a pixel format that is not supported is refused by its name.
func TestUnsupportedFormatsAreRefusedByName(t *testing.T) {
	for _, name := range []string{"vaapi", "cuda", "drm_prime"} {
		_, err := layoutOf(astiav.FindPixelFormatByName(name))
		var u *UnsupportedError
		if !errors.As(err, &u) || u.PixelFormat != name {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// TestSizesAreExact: sizes that are not multiples of the chroma subsampling or of packed samples.
func TestSizesAreExact(t *testing.T) {
	for _, s := range [][2]int{{1, 1}, {1, 17}, {2, 3}, {7, 7}, {65, 63}} {
		formats := []string{"yuv420p", "yuv444p10le", "rgb24", "nv12", "pal8"}
		for i, path := range makeRaw(t, s[0], s[1], formats...) {
			f := next(t, open(t, path))
			if f.Picture.Width != s[0] || f.Picture.Height != s[1] || f.Picture.Luma.Width != s[0] || f.Picture.Luma.Height != s[1] {
				t.Errorf("%s %v: got %d×%d", formats[i], s, f.Picture.Width, f.Picture.Height)
			}
			f.Release()
		}
	}
}
