package render

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/overlay"
	"ffkvadrat/yuv"
)

// A lossless encoder's output equals Still, pixel by pixel: rotated, stretched, odd sizes, 10 bits,
// gray, RGB.
func TestPixelsAreStill(t *testing.T) {
	exact := 0.0
	for _, c := range []struct {
		clip, out, encoder string
		quality            *float64
		look               overlay.Look
		colour             overlay.Colouring
		shown              yuv.Choice
	}{
		{clip: "tiny-420.mp4", out: "x.mkv", encoder: "ffv1"},
		{clip: "tiny-420.mp4", out: "x.mp4", encoder: "libx264rgb", quality: &exact, look: overlay.Fill},
		{clip: "tiny-odd-175x143.mp4", out: "x.mov", encoder: "qtrle", look: overlay.Mosaic},
		{clip: "tiny-odd-175x143.mp4", out: "x.nut"},
		{clip: "tiny-rotated-90.mp4", out: "x.mov", encoder: "png"},
		{clip: "tiny-420.mp4", out: "x.mkv", encoder: "png"}, // under its name of AVI
		{clip: "tiny-sar-4-3.mp4", out: "x.nut", colour: overlay.ByMean},
		{clip: "tiny-10bit.mp4", out: "x.nut"},
		{clip: "tiny-10bit.mp4", out: "x.nut", shown: yuv.Choice{Matrix: yuv.BT601, Range: yuv.Full, Transfer: yuv.HLG}},
		{clip: "tiny-gray.mp4", out: "x.nut"},
		{clip: "tiny-palette.gif", out: "x.mkv", encoder: "ffv1"},
		{clip: "tiny-rgb.mkv", out: "x.mkv", encoder: "ffv1"},
		{clip: "tiny-vfr.mp4", out: "x.nut", colour: overlay.ByMean},
		{clip: "tiny-still.png", out: "x.nut"},
	} {
		o := want(c.clip, outputFile(t, c.out))
		o.Output.Encoder, o.Output.Quality, o.Style.Look, o.Style.Colour, o.Colour = c.encoder, c.quality, c.look, c.colour, c.shown
		report := rendered(t, o)
		pictures := stills(t, o)
		equal(t, c.clip, rgb(t, o.Out), pictures)
		if size := pictures[0].Rect.Size(); report.Frames != int64(len(pictures)) || report.Width != size.X || report.Height != size.Y {
			t.Errorf("%s: the report says %+v", c.clip, report)
		}
	}
}

// Ages continue from frame to frame.
func TestAges(t *testing.T) {
	o := want("tiny-420.mp4", outputFile(t, "x.nut"))
	o.Style.Colour = overlay.ByAge
	rendered(t, o)
	got := rgb(t, o.Out)
	young := stills(t, o) // without ages all quads are new
	equal(t, "the first", got[:1], young[:1])
	for i := 1; i < len(got); i++ {
		if bytes.Equal(got[i].Pix, young[i].Pix) {
			t.Errorf("picture %d shows its quads as new", i)
		}
	}
}

// The quads alone equal PaintAlone, with their transparency, as ffmpeg decodes them.
func TestAlone(t *testing.T) {
	for _, c := range []struct {
		out, encoder string
		decoder      []string // if ffmpeg's own decoder leaves transparency out
		// worst is the largest mean error of opacities: 0 for lossless encoders, else a part of
		// thin lines' opacity, whose edges blur.
		worst float64
		// faded is the largest mean error of the channels of drawn pixels: from chroma shared with
		// neighbours of another colour, but not from transparent ones.
		faded float64
	}{
		{out: "x.mov", encoder: "qtrle"},
		{out: "x.mov", encoder: "png"},
		{out: "x.mkv"},
		{out: "x.nut"},
		{out: "x.mov", worst: 1, faded: 1},
		{out: "x.webm", decoder: []string{"-c:v", "libvpx-vp9"}, worst: 8, faded: 14},
	} {
		o := want("tiny-odd-175x143.mp4", outputFile(t, c.out))
		o.Output.Encoder, o.Output.Alone = c.encoder, true
		o.Params.Threshold = 0.001
		report := rendered(t, o)
		args := append([]string{"-v", "error"}, c.decoder...)
		got := output(t, "ffmpeg", append(args, "-i", o.Out, "-f", "rawvideo", "-pix_fmt", "rgba", "-")...)
		all := alone(t, o)
		if len(got) != 4*report.Width*report.Height*len(all) {
			t.Fatalf("%s %s: %d bytes for %d pictures of %+v", c.out, report.Encoder, len(got), len(all), report)
		}
		for _, want := range all {
			sum, opaque, faded := 0.0, 0, 0
			for y := range want.Rect.Dy() {
				for x := range want.Rect.Dx() {
					g, w := got[4*(y*report.Width+x):][:4], want.NRGBAAt(x, y)
					if c.worst == 0 && [4]byte(g) != [4]byte{w.R, w.G, w.B, w.A} {
						t.Fatalf("%s %s: (%d, %d) is %v, want %v", c.out, report.Encoder, x, y, g, w)
					}
					sum += max(float64(g[3])-float64(w.A), float64(w.A)-float64(g[3]))
					if w.A > 0 {
						opaque++
						faded += apart(g[0], w.R) + apart(g[1], w.G) + apart(g[2], w.B)
					}
				}
			}
			if n := want.Rect.Dx() * want.Rect.Dy(); sum/float64(n) > c.worst || opaque == 0 || opaque == n {
				t.Errorf("%s %s: opacities are %.2f off on average; %d of %d pixels are drawn on", c.out, report.Encoder, sum/float64(n), opaque, n)
			}
			if mean := float64(faded) / float64(3*opaque); mean > c.faded {
				t.Errorf("%s %s: colours are %.2f off on average", c.out, report.Encoder, mean)
			}
			got = got[4*report.Width*report.Height:]
		}
	}
}

// Colours survive matrix, range and tags.
func TestColours(t *testing.T) {
	patches := []color.RGBA{
		{255, 255, 255, 255}, {0, 0, 0, 255}, {255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255},
		{128, 128, 128, 255}, {200, 150, 120, 255}, {20, 60, 90, 255},
	}
	const side = 32
	img := image.NewRGBA(image.Rect(0, 0, side*len(patches), side))
	for i, c := range patches {
		for p := range side * side {
			img.SetRGBA(i*side+p%side, p/side, c)
		}
	}
	source := outputFile(t, "patches.png")
	var data bytes.Buffer
	if err := png.Encode(&data, img); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(source, data.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ out, encoder, tags string }{
		{"x.mp4", "", "h264 yuv420p tv bt709 bt709 bt709"},
		{"x.mp4", "libx265", "hevc yuv420p tv bt709 bt709 bt709"},
		{"x.mov", "prores_ks", "prores yuv422p10le tv bt709 bt709 bt709"},
		{"x.webm", "", "vp9 yuv420p tv bt709 bt709 bt709"},
		{"x.mkv", "mjpeg", "mjpeg yuvj420p pc bt470bg bt709 bt709"},
	} {
		o := want("", outputFile(t, c.out))
		o.Path, o.Params.Threshold, o.Output.Encoder = source, 0, c.encoder
		rendered(t, o)
		got := rgb(t, o.Out)[0]
		for i, w := range patches {
			g := got.RGBAAt(i*side+side/2, side/2)
			d := max(apart(g.R, w.R), apart(g.G, w.G), apart(g.B, w.B))
			// A step of luma is 255/219 of an output step and one of chroma up to 1.86 · 255/224:
			// half a step of each is 1.6, plus the error of the quantiser.
			if d > 4 {
				t.Errorf("%s %s: patch %d is %v, want %v", c.out, c.encoder, i, g, w)
			}
		}
		var doc struct {
			Streams []struct {
				Codec     string `json:"codec_name"`
				Format    string `json:"pix_fmt"`
				Range     string `json:"color_range"`
				Space     string `json:"color_space"`
				Transfer  string `json:"color_transfer"`
				Primaries string `json:"color_primaries"`
			}
		}
		probe(t, o.Out, "v", "stream=codec_name,pix_fmt,color_range,color_space,color_transfer,color_primaries", &doc)
		s := doc.Streams[0]
		if tags := s.Codec + " " + s.Format + " " + s.Range + " " + s.Space + " " + s.Transfer + " " + s.Primaries; tags != c.tags {
			// FFmpeg 7's decoder of ProRes reports the range with its frames only, 5.1's not at
			// all.
			old := regexp.MustCompile(`(?m)^libavcodec +59\.`).Match(output(t, "ffprobe", "-version"))
			if old || tags != strings.Replace(c.tags, "prores yuv422p10le tv", "prores yuv422p10le ", 1) {
				t.Errorf("%s %s: %s, want %s", c.out, c.encoder, tags, c.tags)
			}
		}
	}
}

func apart(a, b byte) int { return max(int(a)-int(b), int(b)-int(a)) }

// Frames of another size are scaled to fit the first one's.
func TestSizeChanges(t *testing.T) {
	dir := t.TempDir()
	var joined []byte
	for _, size := range []string{"96x64", "64x64"} {
		part := filepath.Join(dir, size+".m2v")
		output(t, "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size="+size+":rate=25:duration=0.2", "-c:v", "mpeg2video", "-bf", "0", "-f", "mpeg2video", part)
		data, err := os.ReadFile(part)
		if err != nil {
			t.Fatal(err)
		}
		joined = append(joined, data...)
	}
	source := filepath.Join(dir, "joined.m2v")
	if err := os.WriteFile(source, joined, 0o644); err != nil {
		t.Fatal(err)
	}
	o := want("", outputFile(t, "x.mkv"))
	o.Path, o.Output.Encoder = source, "ffv1"
	report := rendered(t, o)
	pictures := stills(t, o)
	got := rgb(t, o.Out)
	change := slices.IndexFunc(pictures, func(p *image.RGBA) bool { return p.Rect.Dx() == 64 })
	if change < 1 || len(got) != len(pictures) || report.Fitted != int64(len(got)-change) {
		t.Fatalf("%+v, and %d pictures of %d, a change at %d", report, len(got), len(pictures), change)
	}
	for i, p := range got {
		if p.Rect.Size() != (image.Point{96, 64}) {
			t.Fatalf("picture %d has %v", i, p.Rect)
		}
		if i < change {
			equal(t, "before the change", got[i:i+1], pictures[i:i+1])
			continue
		}
		// 64×64 fits unscaled, in the middle.
		small := image.NewRGBA(image.Rect(0, 0, 64, 64))
		for y := range 64 {
			copy(small.Pix[y*small.Stride:], p.Pix[y*p.Stride+4*16:][:4*64])
		}
		equal(t, "behind the change", []*image.RGBA{small}, pictures[i:i+1])
		if c := p.RGBAAt(3, 30); c != (color.RGBA{16, 17, 20, 255}) {
			t.Errorf("outside the picture is %v", c)
		}
	}
}

func TestEncodersTakeOddSizes(t *testing.T) {
	o := want("tiny-odd-175x143.mp4", outputFile(t, "x.mp4"))
	if r := rendered(t, o); r.Width != 176 || r.Height != 144 {
		t.Errorf("%+v", r)
	}
	o = want("tiny-odd-175x143.mp4", outputFile(t, "x.webm"))
	if r := rendered(t, o); r.Width != 175 || r.Height != 143 {
		t.Errorf("VP9 has odd sizes: %+v", r)
	}
	frames(t, o.Out, func(_ decode.Info, f *decode.Frame) {
		if f.Picture.Width != 175 || f.Picture.Height != 143 {
			t.Fatalf("%d×%d", f.Picture.Width, f.Picture.Height)
		}
	})
}
