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
	"strconv"
	"testing"

	"ffkvadrat/yuv"
	"ffkvadrat/yuv/distortion"
	"ffkvadrat/yuv/yuvtest"
)

const seed = 20071126

// direct is the definition, window by window, with exact fractions.
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

// TestDefinition: in every format, also of pictures that no window fits into.
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
			// Each window's quotient has three roundings, and their sum one each.
			if want, _ := ssim.Float64(); math.Abs(got.SSIM-want) > 1e-12 {
				t.Errorf("%s %v: SSIM %v, want %v", f.Name, size, got.SSIM, want)
			}
			if same := meter.Of(p, p); same.SSE != 0 || same.SSIM != 1 || !math.IsInf(same.PSNR(), 1) {
				t.Errorf("%s %v: of itself %+v", f.Name, size, same)
			}
		}
	}
}

// TestPSNR: the formula, with the library's logarithm.
func TestPSNR(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 3))
	for range 10_000 {
		d := distortion.Distortion{SSE: 1 + random.Uint64N(1<<uint(1+random.IntN(50))), Pixels: 1 + random.IntN(1<<28), Most: 1<<(8+random.IntN(9)) - 1}
		d.SSE = min(d.SSE, uint64(d.Most*d.Most)*uint64(d.Pixels)) // as no sum is larger
		want := 10 * math.Log10(float64(d.Most)*float64(d.Most)*float64(d.Pixels)/float64(d.SSE))
		if math.Abs(d.PSNR()-want) > 1e-12 {
			t.Fatalf("seed %d: %+v is %v, want %v", seed, d, d.PSNR(), want)
		}
	}
	if got := (distortion.Distortion{SSE: 255 * 255 * 6, Pixels: 6, Most: 255}).PSNR(); got != 0 {
		t.Errorf("black and white: %v", got)
	}
}

// TestEqualsFFmpeg compares with the filters psnr and ssim, to their printed digits. FFmpeg's vector
// instructions have other windows at the right end of narrow pictures (5.1), so it runs without.
func TestEqualsFFmpeg(t *testing.T) {
	var meter distortion.Meter
	for _, c := range []struct {
		format yuv.Format
		name   string
	}{
		{yuvtest.Formats[0], "gray"}, {yuvtest.Formats[1], "yuv420p"}, {yuvtest.Formats[7], "yuv420p10le"},
	} {
		for _, size := range [][2]int{{320, 180}, {67, 45}, {24, 17}, {8, 9}} {
			clip := "../../samples/tiny-420.mp4"
			if folder := os.Getenv("FFKVADRAT_MEDIA"); folder != "" {
				clip = filepath.Join(folder, "sintel_trailer-720p.mp4")
			}
			dir := t.TempDir()
			first, second := filepath.Join(dir, "a.raw"), filepath.Join(dir, "b.raw")
			scale := fmt.Sprintf("select=eq(n\\,%d),scale=%d:%d", 5, size[0], size[1])
			for out, filter := range map[string]string{first: scale, second: scale + ",boxblur=1,noise=alls=9:all_seed=7"} {
				run(t, "-i", clip, "-vf", filter, "-frames:v", "1", "-pix_fmt", c.name, "-f", "rawvideo", out)
			}
			p, q := raw(t, first, c.format, size), raw(t, second, c.format, size)
			got := meter.Of(p, q)
			input := []string{"-f", "rawvideo", "-pix_fmt", c.name, "-s", fmt.Sprintf("%dx%d", size[0], size[1]), "-i"}
			for filter, want := range map[string]string{"psnr": `psnr_y:([0-9.]+)`, "ssim": `Y:([0-9.]+)`} {
				stats := filepath.Join(dir, filter)
				args := append(append(append(append([]string{}, input...), second), input...), first)
				run(t, append(args, "-lavfi", filter+"=f="+stats, "-f", "null", "-")...)
				text, err := os.ReadFile(stats)
				if err != nil {
					t.Fatal(err)
				}
				found := regexp.MustCompile(want).FindSubmatch(text)
				if found == nil {
					t.Fatalf("%s says %q", filter, text)
				}
				theirs, err := strconv.ParseFloat(string(found[1]), 64)
				if err != nil {
					t.Fatal(err)
				}
				ours, digit := got.PSNR(), 0.01
				if filter == "ssim" {
					// FFmpeg has windows in single precision, which the last digit may show.
					ours, digit = got.SSIM, 0.000002
				}
				if math.Abs(ours-theirs) > 0.5*digit+1e-9 {
					t.Errorf("%s %v, %s: %v, FFmpeg has %v", c.name, size, filter, ours, theirs)
				}
			}
		}
	}
}

func run(t *testing.T, args ...string) {
	t.Helper()
	if out, err := exec.Command("ffmpeg", append([]string{"-v", "error", "-y", "-cpuflags", "0"}, args...)...).CombinedOutput(); err != nil {
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
	meter.Of(p, p)
	if n := testing.AllocsPerRun(3, func() { meter.Of(p, p) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkDistortion(b *testing.B) {
	for _, f := range []yuv.Format{yuvtest.Formats[1], yuvtest.Formats[7]} {
		p := yuvtest.Picture(f, 1920, 1080, yuvtest.Fills(seed)[4])
		q := yuvtest.Picture(f, 1920, 1080, yuvtest.Fills(seed)[5])
		b.Run(fmt.Sprintf("format=%s/size=1920x1080", f.Name), func(b *testing.B) {
			var meter distortion.Meter
			b.ReportAllocs()
			b.SetBytes(1920 * 1080)
			for b.Loop() {
				meter.Of(p, q)
			}
		})
	}
}
