package distortion_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"ffkvadrat/tests/platform"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/distortion"
	"ffkvadrat/yuv/yuvtest"
)

const seed = 20071126

// direct computes the definition, window by window, with exact fractions.
func direct(p, q *yuv.Picture) (sse int64, ssim *big.Rat) {
	most := p.Format.MaxValue()
	at := func(p *yuv.Picture, x, y int) int64 { return int64(min(p.Sample(-1, x, y), most)) }
	for i := range p.Width * p.Height {
		d := at(p, i%p.Width, i/p.Width) - at(q, i%p.Width, i/p.Width)
		sse += d * d
	}
	c1, c2 := int64(.01*.01*float64(most*most)*64+.5), int64(.03*.03*float64(most*most)*64*63+.5)
	sum, n := new(big.Rat), int64(0)
	for y := 0; y+8 <= p.Height; y += 4 {
		for x := 0; x+8 <= p.Width; x += 4 {
			var s1, s2, ss, s12 int64
			for i := range 64 {
				a, b := at(p, x+i%8, y+i/8), at(q, x+i%8, y+i/8)
				s1, s2, ss, s12 = s1+a, s2+b, ss+a*a+b*b, s12+a*b
			}
			rat := func(a, b int64) *big.Rat { return big.NewRat(a, b) }
			w := rat(2*s1*s2+c1, s1*s1+s2*s2+c1)
			sum.Add(sum, w.Mul(w, rat(2*(64*s12-s1*s2)+c2, 64*ss-s1*s1-s2*s2+c2)))
			n++
		}
	}
	if n == 0 {
		return sse, nil
	}
	return sse, sum.Mul(sum, big.NewRat(1, n))
}

// TestDefinition: in every format, also for pictures without a window.
func TestDefinition(t *testing.T) {
	var meter distortion.Meter
	for i, f := range yuvtest.Layouts {
		for _, size := range append(yuvtest.Sizes[:8:8], [2]int{8, 8}, [2]int{7, 40}, [2]int{40, 11}) {
			fills := yuvtest.Fills(seed)
			p := yuvtest.Tight(f, size[0], size[1], yuvtest.Above(fills[4+i%2]))
			q := yuvtest.Tight(f, size[0], size[1], yuvtest.Above(yuvtest.Fills(seed + 1)[5-i%3]))
			got := meter.Of(p, q)
			sse, ssim := direct(p, q)
			if got.SSE != uint64(sse) || got.HasSSIM != (ssim != nil) {
				t.Fatalf("%s %v: %+v, want %d, %v", f.Name, size, got, sse, ssim)
			}
			if ssim == nil {
				continue
			}
			// Each window has four factors, two products and a quotient, rounded to 24 bits; for 16-bit
			// samples also the sum of a line after each window.
			if want, _ := ssim.Float64(); math.Abs(got.SSIM-want) > float64(7+size[0]/4)/(1<<24) {
				t.Errorf("%s %v: SSIM %v, want %v", f.Name, size, got.SSIM, want)
			}
			if same := meter.Of(p, p); same.SSE != 0 || same.SSIM != 1 || !math.IsInf(same.PSNR(), 1) {
				t.Errorf("%s %v: of itself %+v", f.Name, size, same)
			}
		}
	}
}

// TestPSNR compares with the formula and the library's logarithm.
func TestPSNR(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 3))
	for range 10_000 {
		d := distortion.Distortion{SSE: 1 + random.Uint64N(1<<uint(1+random.IntN(50))), Pixels: 1 + random.IntN(1<<28), Most: 1<<(8+random.IntN(9)) - 1}
		d.SSE = min(d.SSE, uint64(d.Most*d.Most)*uint64(d.Pixels)) // the largest possible sum
		want := 10 * math.Log10(float64(d.Most)*float64(d.Most)*float64(d.Pixels)/float64(d.SSE))
		if math.Abs(d.PSNR()-want) > 1e-12 {
			t.Fatalf("seed %d: %+v is %v, want %v", seed, d, d.PSNR(), want)
		}
	}
	if got := (distortion.Distortion{SSE: 255 * 255 * 6, Pixels: 6, Most: 255}).PSNR(); got != 0 {
		t.Errorf("black and white: %v", got)
	}
}

// TestPlanes: each plane has the numbers of a gray picture with its samples.
func TestPlanes(t *testing.T) {
	var meter distortion.Meter
	for _, f := range yuvtest.Formats {
		for _, size := range append(yuvtest.Sizes[:8:8], [2]int{8, 8}, [2]int{40, 11}) {
			p := yuvtest.Tight(f, size[0], size[1], yuvtest.Above(yuvtest.Fills(seed)[4]))
			q := yuvtest.Tight(f, size[0], size[1], yuvtest.Above(yuvtest.Fills(seed + 1)[5]))
			planes, count := meter.Planes(p, q), 3
			if f.Model == yuv.Gray {
				count = 1
			}
			if planes.Count != count {
				t.Fatalf("%s: %d planes", f.Name, planes.Count)
			}
			var sse uint64
			samples := 0
			for i := range count {
				if got, want := planes.Of[i], meter.Of(alone(p, i), alone(q, i)); got != want {
					t.Errorf("%s %v, plane %d: %+v, want %+v", f.Name, size, i, got, want)
				}
				sse, samples = sse+planes.Of[i].SSE, samples+planes.Of[i].Pixels
			}
			if got, want := planes.PSNR(), (distortion.Distortion{SSE: sse, Pixels: samples, Most: f.MaxValue()}).PSNR(); got != want {
				t.Errorf("%s %v: PSNR %v, want %v", f.Name, size, got, want)
			}
			same := meter.Planes(p, p)
			if mean, ok := same.SSIM(); ok && math.Abs(mean-1) > 1e-12 || !math.IsInf(same.PSNR(), 1) {
				t.Errorf("%s %v: of itself %v", f.Name, size, mean)
			}
		}
	}
}

// alone returns a gray picture of one plane.
func alone(p *yuv.Picture, plane int) *yuv.Picture {
	f := p.Format
	f.Model, f.SubX, f.SubY = yuv.Gray, 0, 0
	from := p.Planes[plane]
	return &yuv.Picture{Width: from.Width, Height: from.Height, Format: f, Planes: [3]yuv.Plane{from}, Luma: from, LumaShift: f.Shift}
}

// inFFmpeg are formats that both FFmpeg filters accept unconverted.
var inFFmpeg = []yuv.Format{
	{Name: "gray", Model: yuv.Gray, Depth: 8},
	{Name: "gray10le", Model: yuv.Gray, Depth: 10},
	{Name: "gray16le", Model: yuv.Gray, Depth: 16},
	{Name: "yuv420p", Model: yuv.YUV, Depth: 8, SubX: 1, SubY: 1},
	{Name: "yuv422p", Model: yuv.YUV, Depth: 8, SubX: 1},
	{Name: "yuv440p", Model: yuv.YUV, Depth: 8, SubY: 1},
	{Name: "yuv411p", Model: yuv.YUV, Depth: 8, SubX: 2},
	{Name: "yuv410p", Model: yuv.YUV, Depth: 8, SubX: 2, SubY: 2},
	{Name: "yuv444p", Model: yuv.YUV, Depth: 8},
	{Name: "yuv420p10le", Model: yuv.YUV, Depth: 10, SubX: 1, SubY: 1},
	{Name: "yuv422p10le", Model: yuv.YUV, Depth: 10, SubX: 1},
	{Name: "yuv444p10le", Model: yuv.YUV, Depth: 10},
	{Name: "yuv420p12le", Model: yuv.YUV, Depth: 12, SubX: 1, SubY: 1},
	{Name: "yuv444p16le", Model: yuv.YUV, Depth: 16},
}

// TestEqualsFFmpeg compares with the text that the filters psnr and ssim print for each plane and for
// all. FFmpeg's vector instructions use another window at the right end of planes with 4·n + 1 windows
// per line (5.1), so narrow pictures are compared with its plain C code, and a wide one with both.
func TestEqualsFFmpeg(t *testing.T) {
	clip := "../../samples/tiny-420.mp4"
	if folder := os.Getenv("FFKVADRAT_MEDIA"); folder != "" && !testing.Short() {
		clip = filepath.Join(folder, "sintel_trailer-720p.mp4")
	}
	// One process makes all pictures of one frame.
	dir := t.TempDir()
	frame := filepath.Join(dir, "frame.nut")
	run(t, "-i", clip, "-vf", "select=eq(n\\,5)", "-frames:v", "1", "-c:v", "rawvideo", frame)
	sizes := [][2]int{{320, 192}, {67, 45}, {40, 33}}
	names := func(f yuv.Format, size [2]int) (first, second string) {
		stem := filepath.Join(dir, fmt.Sprintf("%s-%dx%d-", f.Name, size[0], size[1]))
		return stem + "a.raw", stem + "b.raw"
	}
	all := []string{"-i", frame}
	for _, f := range inFFmpeg {
		for _, size := range sizes {
			first, second := names(f, size)
			scale := fmt.Sprintf("scale=%d:%d", size[0], size[1])
			for out, filter := range map[string]string{first: scale, second: scale + ",boxblur=1,noise=alls=9:all_seed=7"} {
				all = append(all, "-vf", filter, "-frames:v", "1", "-pix_fmt", f.Name, "-f", "rawvideo", out)
			}
		}
	}
	run(t, all...)
	for _, f := range inFFmpeg {
		for _, size := range sizes {
			first, second := names(f, size)
			p, q := raw(t, first, f, size), raw(t, second, f, size)
			flags := [][]string{{"-cpuflags", "0"}}
			if size[0]%64 == 0 {
				flags = append(flags, nil)
			}
			for _, flag := range flags {
				input := []string{"-f", "rawvideo", "-pix_fmt", f.Name, "-s", fmt.Sprintf("%dx%d", size[0], size[1]), "-i"}
				args := append(append(append(append(slices.Clone(flag), input...), second), input...), first)
				psnr, ssim := filepath.Join(dir, "psnr"), filepath.Join(dir, "ssim")
				run(t, append(args, "-lavfi", fmt.Sprintf("[0]split[a][b];[1]split[c][d];[a][c]psnr=f=%s[p];[b][d]ssim=f=%s[s]", psnr, ssim),
					"-map", "[p]", "-f", "null", "-", "-map", "[s]", "-f", "null", "-")...)
				var theirs string
				for _, stats := range []string{psnr, ssim} {
					text, err := os.ReadFile(stats)
					if err != nil {
						t.Fatal(err)
					}
					theirs += string(text)
				}
				if got, want := printed(p, q), regexp.MustCompile(`psnr_\S+|[YUV]:\S+|All:\S+`).FindAllString(theirs, -1); !slices.Equal(got, want) {
					t.Errorf("%s %v, %v:\n%v, FFmpeg has\n%v", f.Name, size, flag, got, want)
				}
			}
		}
	}
}

// printed returns the output of the two filters.
func printed(p, q *yuv.Picture) (list []string) {
	var meter distortion.Meter
	planes := meter.Planes(p, q)
	list = append(list, fmt.Sprintf("psnr_avg:%.2f", planes.PSNR()))
	for i, d := range planes.Of[:planes.Count] {
		list = append(list, fmt.Sprintf("psnr_%c:%.2f", "yuv"[i], d.PSNR()))
	}
	for i, d := range planes.Of[:planes.Count] {
		list = append(list, fmt.Sprintf("%c:%f", "YUV"[i], d.SSIM))
	}
	if mean, ok := planes.SSIM(); ok {
		list = append(list, fmt.Sprintf("All:%f", mean))
	}
	return list
}

func run(t *testing.T, args ...string) {
	t.Helper()
	out, err := exec.Command("ffmpeg", append([]string{"-v", "error", "-y"}, args...)...).CombinedOutput()
	platform.Missing(t, err)
	if err != nil {
		t.Fatalf("ffmpeg %v: %v\n%s", args, err, out)
	}
}

func raw(t *testing.T, name string, f yuv.Format, size [2]int) *yuv.Picture {
	t.Helper()
	samples, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	p, _ := yuvtest.Raw(samples, f, size[0], size[1])
	if p == nil {
		t.Fatalf("%s has %d bytes", name, len(samples))
	}
	return p
}

func TestSteadyState(t *testing.T) {
	var meter distortion.Meter
	p := yuvtest.Tight(yuvtest.Formats[7], 65, 63, yuvtest.Fills(seed)[4])
	meter.Planes(p, p)
	if n := testing.AllocsPerRun(3, func() { meter.Of(p, p); meter.Planes(p, p) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkDistortion(b *testing.B) {
	for _, f := range []yuv.Format{yuvtest.Formats[1], yuvtest.Formats[7]} {
		p := yuvtest.Picture(f, 1920, 1080, yuvtest.Fills(seed)[4])
		q := yuvtest.Picture(f, 1920, 1080, yuvtest.Fills(seed)[5])
		for _, planes := range []string{"luma", "all"} {
			b.Run(fmt.Sprintf("format=%s/planes=%s/size=1920x1080", f.Name, planes), func(b *testing.B) {
				var meter distortion.Meter
				b.ReportAllocs()
				b.SetBytes(1920 * 1080)
				for b.Loop() {
					if planes == "luma" {
						meter.Of(p, q)
					} else {
						meter.Planes(p, q)
					}
				}
			})
		}
	}
}
