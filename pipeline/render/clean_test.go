package render

import (
	"encoding/binary"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/asticode/go-astiav"

	"ffkvadrat/decode"
	"ffkvadrat/decode/turntest"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// cleanly returns options for a video without quads.
func cleanly(t testing.TB, path, encoder, out string) Options {
	o := want("", outputFile(t, out))
	o.Path, o.Silent = path, true
	o.Output.Encoder, o.Output.Clean = encoder, true
	return o
}

// planes returns the samples of a video's frames, and their properties. The format's name is
// FFmpeg's for the same samples without padding.
func planes(t testing.TB, path string) (info decode.Info, pictures []string) {
	t.Helper()
	frames(t, path, func(i decode.Info, f *decode.Frame) {
		info = i
		p := &f.Picture
		text := fmt.Appendf(nil, "%d×%d, %v of %d bits, %d %d, %v, %+v\n", p.Width, p.Height, p.Format.Model, p.Format.Depth, p.Format.SubX, p.Format.SubY, f.SAR.Float(), f.Tags())
		for i := range p.Planes {
			for y := range p.Planes[i].Height {
				for x := range p.Planes[i].Width {
					text = binary.LittleEndian.AppendUint16(text, uint16(p.Sample(i, x, y)))
				}
			}
		}
		pictures = append(pictures, string(text))
	})
	return info, pictures
}

// TestCleanKeepsSamples: lossless encoding preserves the samples, their colour tags, the pixel
// aspect and the rotation.
func TestCleanKeepsSamples(t *testing.T) {
	clips, err := filepath.Glob(sampleFolder + "tiny-*")
	if err != nil || len(clips) < 10 {
		t.Fatal(clips, err)
	}
	for _, clip := range clips {
		if strings.Contains(clip, "sound-only") {
			continue
		}
		sourceInfo, source := planes(t, clip)
		if len(source) == 0 {
			t.Fatal(clip)
		}
		for _, out := range []string{"x.mkv", "x.nut", "x.mov"} {
			encoder := "ffv1"
			if out == "x.mov" {
				encoder = "libx264"
				if sourceInfo.Width%2 > 0 || sourceInfo.Model != yuv.YUV || strings.Contains(clip, "10bit") {
					continue // which x264 encodes differently, or not losslessly
				}
			}
			o := cleanly(t, clip, encoder, out)
			if encoder == "libx264" {
				exact := 0.0
				o.Output.Quality = &exact
			}
			report := rendered(t, o)
			info, got := planes(t, o.Out)
			name := filepath.Base(clip) + " to " + out
			if len(got) != len(source) {
				t.Errorf("%s: %d pictures, want %d", name, len(got), len(source))
				continue
			}
			for i := range got {
				head, rest, _ := strings.Cut(got[i], "\n")
				wantHead, wantRest, _ := strings.Cut(source[i], "\n")
				if sourceInfo.Model == yuv.RGB || out == "x.nut" { // decoders leave their tags open, or there are none
					head, _, _ = strings.Cut(head, ", {")
					wantHead, _, _ = strings.Cut(wantHead, ", {")
				}
				if encoder == "libx264" {
					head, wantHead = asX264Says(head), asX264Says(wantHead)
				}
				if head != wantHead {
					t.Errorf("%s, picture %d: %s, want %s", name, i, head, wantHead)
					break
				}
				if rest != wantRest {
					t.Errorf("%s, picture %d: other samples", name, i)
					break
				}
			}
			turns := sourceInfo.Orientation != decode.Orientation{}
			if kept := info.Orientation == sourceInfo.Orientation; kept == report.Turned || report.Turned && !turns {
				t.Errorf("%s: %v, want %v; the report says %v", name, info.Orientation, sourceInfo.Orientation, report.Turned)
			}
		}
	}
}

// asX264Says removes what x264 does not preserve: the chroma location, which the decoder reports if
// the source leaves it open, and the range of frames without another tag, which is then not in the
// stream, and limited.
func asX264Says(head string) string {
	head, _, _ = strings.Cut(head, " ChromaLocation")
	return strings.Replace(head, "Matrix:2 Range:1 Primaries:2 Transfer:2", "Matrix:2 Range:0 Primaries:2 Transfer:2", 1)
}

// TestCleanTurns: every orientation round-trips through a file.
func TestCleanTurns(t *testing.T) {
	for _, mirror := range []bool{false, true} {
		for rotate := 0; rotate < 360; rotate += 90 {
			o := decode.Orientation{Rotate: rotate, Mirror: mirror}
			options := cleanly(t, turntest.Tagged(t, sampleFolder+"tiny-420.mp4", o), "libx264", "x.mp4")
			options.Selection.Frames = 2
			rendered(t, options)
			n := 0
			frames(t, options.Out, func(info decode.Info, _ *decode.Frame) {
				if n++; info.Orientation != o {
					t.Errorf("%v, want %v", info.Orientation, o)
				}
			})
			if n != 2 {
				t.Errorf("%v: %d frames", o, n)
			}
		}
	}
}

// TestCopyPlanes: each layout of samples becomes a frame of its samples without padding, whose
// columns and rows past the picture repeat the last one. Gray frames in colour have neutral chroma.
func TestCopyPlanes(t *testing.T) {
	for _, f := range append(yuvtest.Layouts, grayIn420...) {
		as := f
		coloured := strings.HasPrefix(f.Name, "coloured")
		if coloured {
			as.Model, as.SubX, as.SubY = yuv.YUV, 1, 1
		}
		format, err := planarFormat(&as)
		if f.Depth == 15 {
			if err == nil {
				t.Errorf("FFmpeg has a format for %s", f.Name)
			}
			continue
		}
		if err != nil {
			t.Error(err)
			continue
		}
		for _, size := range [][2]int{{1, 1}, {1, 17}, {2, 3}, {17, 17}, {64, 64}} {
			for _, more := range [][2]int{{0, 0}, {1, 1}} {
				p := yuvtest.Tight(f, size[0], size[1], yuvtest.Fills(1)[4])
				frame := astiav.AllocFrame()
				frame.SetWidth(size[0] + more[0])
				frame.SetHeight(size[1] + more[1])
				frame.SetPixelFormat(astiav.PixelFormat(format))
				if err := frame.AllocBuffer(0); err != nil {
					t.Fatal(err)
				}
				copyPlanes(framePointer(frame), p, descriptor(format))
				if wrong := differently(frame, p, coloured); wrong != "" {
					t.Errorf("%s, %v and %v more: %s", f.Name, size, more, wrong)
				}
				frame.Free()
			}
		}
	}
}

// grayIn420 are gray formats that are encoded in colour.
var grayIn420 = []yuv.Format{{Name: "coloured", Model: yuv.Gray, Depth: 8}, {Name: "coloured 10", Model: yuv.Gray, Depth: 10}}

// differently describes where a frame's samples differ from a picture's.
func differently(frame *astiav.Frame, p *yuv.Picture, coloured bool) string {
	f := p.Format
	places := []int{0, 1, 2}
	switch {
	case f.Model == yuv.RGB:
		places = []int{2, 0, 1} // FFmpeg has green first
	case f.Model == yuv.Gray && !coloured:
		places = places[:1]
	}
	bytes := (f.Depth + 7) / 8
	for i, place := range places {
		width, height := frame.Width(), frame.Height()
		if i > 0 && coloured {
			width, height = (width+1)/2, (height+1)/2
		} else if i > 0 {
			width, height = -(-width >> f.SubX), -(-height >> f.SubY)
		}
		got := plane(framePointer(frame), place, width, height, bytes)
		for y := range height {
			row := got.Row(y, bytes)
			for x := range width {
				v := int(row[x*bytes])
				if bytes == 2 {
					v |= int(row[2*x+1]) << 8
				}
				want := 1 << (f.Depth - 1)
				if !coloured || i == 0 {
					from := &p.Planes[i]
					at := min(y, from.Height-1)*from.Stride + min(x, from.Width-1)*from.Step
					want = int(from.Data[at])
					if bytes == 2 {
						want = (want | int(from.Data[at+1])<<8) >> f.Shift
					}
				}
				if v != want {
					return fmt.Sprintf("plane %d has %d at (%d, %d), want %d", i, v, x, y, want)
				}
			}
		}
	}
	return ""
}

// TestFitted: a picture of another size is as large as the video allows, in its own shape.
func TestFitted(t *testing.T) {
	square := decode.Rational{Num: 1, Den: 1}
	for _, c := range []struct {
		size  image.Point
		sar   decode.Rational
		video image.Point
		of    decode.Rational
		want  image.Rectangle
	}{
		{image.Pt(64, 48), square, image.Pt(64, 48), square, image.Rect(0, 0, 64, 48)},
		{image.Pt(32, 24), square, image.Pt(64, 48), square, image.Rect(0, 0, 64, 48)},
		{image.Pt(32, 24), decode.Rational{}, image.Pt(64, 36), square, image.Rect(8, 0, 56, 36)},
		{image.Pt(64, 36), square, image.Pt(64, 48), square, image.Rect(0, 6, 64, 42)},
		{image.Pt(48, 48), decode.Rational{Num: 4, Den: 3}, image.Pt(64, 48), square, image.Rect(0, 0, 64, 48)},
		{image.Pt(64, 48), square, image.Pt(48, 48), decode.Rational{Num: 4, Den: 3}, image.Rect(0, 0, 48, 48)},
		{image.Pt(64, 48), decode.Rational{Num: 4, Den: 3}, image.Pt(64, 48), square, image.Rect(0, 0, 64, 48)},
		{image.Pt(1000, 1), square, image.Pt(5, 5), square, image.Rect(0, 2, 5, 3)},
		{image.Pt(1, 1000), square, image.Pt(5, 5), square, image.Rect(2, 0, 3, 5)},
	} {
		if got := fitted(c.size, c.sar, c.video, c.of); got != c.want {
			t.Errorf("%v of %v in %v of %v: %v, want %v", c.size, c.sar, c.video, c.of, got, c.want)
		}
	}
}

// TestCleanOtherSizes: a video whose frames change their size keeps that of the first, and all
// frames have regions.
func TestCleanOtherSizes(t *testing.T) {
	first, second := noise(t, image.Pt(160, 96), "yuv420p", 3), noise(t, image.Pt(96, 96), "yuv420p", 3)
	video := outputFile(t, "both.m2v")
	joined(t, video, first, second)
	o := interested(t, video, "libx264", 20)
	o.Output.Interest.Trial = true
	report := rendered(t, o)
	if report.Width != 160 || report.Height != 96 || report.Frames == report.Fitted || report.Fitted != 3 {
		t.Fatalf("%+v", report)
	}
	parts, before := report.Trial.With.Parts, report.Frames-report.Fitted
	if all := parts.In.Pixels + parts.Out.Pixels; all != report.Frames*160*96 {
		t.Errorf("%d pixels are compared", all)
	}
	// The right half of the frames is inside: in the second video, that of its part, in whole
	// blocks.
	if want := before*80*96 + 3*48*96; parts.In.Pixels < want || parts.In.Pixels > want+3*16*96 {
		t.Errorf("%d pixels are inside, want %d", parts.In.Pixels, want)
	}
	frames(t, o.Out, func(_ decode.Info, f *decode.Frame) {
		p := &f.Picture
		if f.Index < before {
			return
		}
		for y := range p.Height {
			for _, x := range []int{2, 20, 140, 157} {
				if v := p.Sample(0, x, y); v > 24 {
					t.Fatalf("picture %d: luma %d outside the picture", f.Index, v)
				}
			}
		}
		if v := p.Sample(0, 60, 50); v < 90 {
			t.Errorf("picture %d: luma %d in the picture", f.Index, v)
		}
	})
}

// joined makes a video of two, whose frames differ.
func joined(t testing.TB, to string, videos ...string) {
	t.Helper()
	var all []byte
	for _, video := range videos {
		part := outputFile(t, "part.m2v")
		output(t, "ffmpeg", "-v", "error", "-i", video, "-c:v", "mpeg2video", "-bf", "0", "-q:v", "1", "-f", "mpeg2video", part)
		data, err := os.ReadFile(part)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, data...)
	}
	if err := os.WriteFile(to, all, 0o600); err != nil {
		t.Fatal(err)
	}
}
