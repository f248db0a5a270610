package render

import (
	"context"
	"fmt"
	"image"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/asticode/go-astiav"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/glanalysis"
	"ffkvadrat/analysis/regions"
	"ffkvadrat/decode"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/pipeline/render/rendertest"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/tests/leak"
	"ffkvadrat/tests/race"
)

// noise makes a video of noise, which is stronger in its right half and there has edges for a
// threshold of 0.3. It is everywhere too strong for an encoder to skip blocks.
func noise(t testing.TB, size image.Point, format string, frames int) string {
	return noiseWhere(t, "gte(X,W/2)", size, format, frames)
}

// noiseWhere makes a video whose noise is stronger where an expression of FFmpeg's is not 0.
func noiseWhere(t testing.TB, where string, size image.Point, format string, frames int) string {
	t.Helper()
	video := outputFile(t, "noise.nut")
	source := fmt.Sprintf("nullsrc=s=%dx%d:r=25,geq=lum='128+if(%s,random(1)*110-55,random(1)*30-15)':cb=128:cr=128", size.X, size.Y, where)
	output(t, "ffmpeg", "-v", "error", "-f", "lavfi", "-i", source, "-frames:v", fmt.Sprint(frames), "-c:v", "ffv1", "-pix_fmt", format, video)
	return video
}

// interested returns options for a video with regions.
func interested(t testing.TB, video, encoder string, strength int) Options {
	o := want("", outputFile(t, "x.mkv"))
	o.Path, o.Params.Threshold = video, 0.3
	o.Output.Encoder, o.Output.Clean, o.Output.Interest = encoder, true, &Interest{Strength: strength}
	return o
}

// wanted returns the offsets of a video's blocks by the definition: those of the grids of its
// frames' lists.
func wanted(t testing.TB, o Options) (offsets [][]int16) {
	t.Helper()
	cpu := analysis.NewCPU()
	var b regions.Builder
	var g regions.Grid
	frames(t, o.Path, func(_ decode.Info, f *decode.Frame) {
		result, err := cpu.Analyze(&f.Picture, o.Params)
		if err != nil {
			t.Fatal(err)
		}
		counting, err := regions.CountingOf(o.Params)
		if err != nil {
			t.Fatal(err)
		}
		b.Build(&g, result.Quads, f.Picture.Width, f.Picture.Height, regions.Settings{Side: 16, Strength: o.Output.Interest.Strength, Counting: counting})
		offsets = append(offsets, slices.Clone(g.Offsets))
	})
	return offsets
}

// TestQuantisers: the QP of each block of x264's first frame moves by exactly the offset, in 8 and
// 10 bits, in both directions and also where the picture is cropped. Its own adaptive quantisation
// is on but negligible, so all blocks have one QP without regions.
func TestQuantisers(t *testing.T) {
	traits := traitsOf("libx264")
	defer func(before [][2]string) { traits.more = before }(traits.more)
	traits.more = [][2]string{{"aq-strength", "0.0001"}}
	for _, c := range []struct {
		size     image.Point
		format   string
		strength int
	}{
		{image.Pt(176, 144), "yuv420p", 12}, {image.Pt(176, 144), "yuv420p", -9}, {image.Pt(175, 143), "yuv420p", 7},
		{image.Pt(176, 144), "yuv420p10le", 12}, {image.Pt(175, 143), "yuv420p10le", -9}, {image.Pt(97, 33), "yuv422p", 17},
		{image.Pt(320, 200), "yuv444p10le", 6}, {image.Pt(160, 160), "gray", 13},
	} {
		name := fmt.Sprintf("%v %s %d", c.size, c.format, c.strength)
		video := noise(t, c.size, c.format, 1)
		quality := 20.0
		o := interested(t, video, "libx264", c.strength)
		o.Output.Quality = &quality
		if r := rendered(t, o); r.PixelFormat != c.format {
			t.Errorf("%s: encoded in %s", name, r.PixelFormat)
		}
		with := rendertest.Quantisers(t, o.Out)[0]
		offsets := wanted(t, o)[0]
		o.Output.Interest, o.Out = nil, outputFile(t, "plain.mkv")
		rendered(t, o)
		without := rendertest.Quantisers(t, o.Out)[0]
		if len(with) != len(offsets) || slices.Min(without) != slices.Max(without) {
			t.Fatalf("%s: %d quantisers of %d blocks, and %v without regions", name, len(with), len(offsets), without)
		}
		last, moved := without[0], 0
		for i, offset := range offsets {
			want := without[i] + int(offset)
			if want-last == 1 || last-want == 1 {
				want = last // for which x264 spends no bits
			}
			if want == with[i] {
				moved++
			} else if offset > 0 && with[i] == last {
				want = last // so coarse that the block has no coefficients, and thus no QP of its own
			}
			if last = want; with[i] != want {
				t.Errorf("%s, block %d: quantiser %d becomes %d, want %d by %+d", name, i, without[i], with[i], want, offset)
			}
		}
		if slices.Min(with) == slices.Max(with) || moved < len(offsets)*3/4 {
			t.Errorf("%s: %d of %d blocks have the quantiser that is asked for", name, moved, len(offsets))
		}
	}
}

// TestFractions: FFmpeg's arithmetic, in single precision, restores each offset.
func TestFractions(t *testing.T) {
	for offset := -51; offset <= 51; offset++ {
		for _, depth := range []int{8, 10, 12} {
			f := ofQuantiser(offset, depth)
			reach := float32(51 + 6*(depth-8))
			if got := float32(f.num) * 1 / float32(f.den) * reach; float64(got) < float64(offset)-1e-5 || float64(got) > float64(offset)+1e-5 {
				t.Errorf("%d bits: %d becomes %v", depth, offset, got)
			}
		}
		f := ofVP9(offset, 8)
		want := max(-63, min(int(regions.Round(int64(5*offset), 4)), 63))
		if got := int(float32(f.num) * 1 / float32(f.den) * 63); got != want || f.num > f.den || -f.num > f.den {
			t.Errorf("VP9: %d becomes %d, want %d", offset, got, want)
		}
	}
}

// TestHonouring: the encoders of the table move bits as requested, in the frames with regions: the
// more a map asks for inside, the better the inside is compared with the outside.
func TestHonouring(t *testing.T) {
	names := []string{"libx264", "libx265", "libvpx-vp9"}
	formats := []string{"yuv420p", "yuv420p10le"}
	sizes := []image.Point{{160, 96}, {175, 97}}
	n := 32
	if testing.Short() {
		n = 16
	}
	for c := range race.Cases(len(names), len(formats), len(sizes)) {
		encoder, format, size := names[c[0]], formats[c[1]], sizes[c[2]]
		video := noiseWhere(t, "eq(gte(X,W/2),mod(floor(N/4),2))", size, format, n) // alternately right and left
		var gaps []float64
		for _, strength := range []int{-20, 20} {
			o := interested(t, video, encoder, strength)
			quality := 30.0
			o.Output.Interest.Trial, o.Output.Quality = true, &quality
			r := rendered(t, o)
			if r.PixelFormat != format {
				t.Errorf("%s, %s: encoded in %s", encoder, format, r.PixelFormat)
			}
			with, without := r.Trial.With.Parts, r.Trial.Without.Parts
			gap := func(in, out float64) float64 {
				if strength < 0 { // inside and outside are swapped
					in, out = out, in
				}
				return in - out
			}
			gaps = append(gaps, gap(with.In.PSNR(), with.Out.PSNR()), gap(without.In.PSNR(), without.Out.PSNR()))
		}
		// The blocks whose offset is 0 are outside both times, which moves the gap without regions
		// slightly.
		if order := []float64{gaps[0], min(gaps[1], gaps[3]), max(gaps[1], gaps[3]), gaps[2]}; !slices.IsSorted(order) || order[1]-order[0] < 0.5 || order[3]-order[2] < 0.5 {
			t.Errorf("%s, %s of %v: %.2f dB between the noisy part and the rest: with less there, without regions twice, with more there", encoder, format, size, order)
		}
	}
}

// TestIgnoring: encoders that ignore regions, and settings with which others do, are refused by
// name.
func TestIgnoring(t *testing.T) {
	zero, fine := 0.0, 20.0
	for _, c := range []struct {
		encoder, preset string
		quality         *float64
		strength        int
		clean           bool
		says            string
	}{
		{"libaom-av1", "", nil, 12, true, "encoder libaom-av1 ignores regions of interest; these encoders use them: libx264, libx265, libvpx-vp9"},
		{"libsvtav1", "", nil, 12, true, "encoder libsvtav1 ignores"},
		{"librav1e", "", nil, 12, true, "encoder librav1e ignores"},
		{"libx264rgb", "", nil, 12, true, "encoder libx264rgb ignores"},
		{"mpeg4", "", nil, 12, true, "encoder mpeg4 ignores"},
		{"mjpeg", "", nil, 12, true, "encoder mjpeg ignores"},
		{"ffv1", "", nil, 12, true, "encoder ffv1 ignores"},
		{"libvpx", "", nil, 12, true, "encoder libvpx ignores"},
		{"h264_nvenc", "", nil, 12, true, "encoder h264_nvenc ignores"},
		{"libx264", "ultrafast", nil, 12, true, "preset ultrafast has no adaptive quantisation (aq-mode 0), without which libx264"},
		{"libx265", "ultrafast", nil, 12, true, "preset ultrafast has no adaptive quantisation (aq-mode 0), without which libx265"},
		{"libx265", "superfast", nil, 12, true, "preset superfast has no adaptive quantisation (aq-mode 0), without which libx265"},
		{"libvpx-vp9", "4", nil, 12, true, "preset 4: libvpx-vp9 honours regions of interest from 5 (cpu-used) on"},
		{"libvpx-vp9", "-5", nil, 12, true, "preset -5: libvpx-vp9"},
		{"libx264", "", nil, 0, true, "a strength of 0"},
		{"libx264", "", nil, 52, true, "a strength of 52"},
		{"libx264", "", nil, 12, false, "regions of interest need pictures without quads: use --clean"},
		{"libx264", "superfast", &fine, 12, true, ""},
		{"libx265", "veryfast", &zero, -51, true, ""},
		{"libvpx-vp9", "5", &zero, 51, true, ""},
		{"libvpx-vp9", "8", nil, 51, true, ""},
	} {
		if astiav.FindEncoderByName(c.encoder) == nil {
			continue // this FFmpeg lacks it
		}
		err := Output{Container: "mkv", Encoder: c.encoder, Preset: c.preset, Quality: c.quality, Clean: c.clean, Interest: &Interest{Strength: c.strength}}.Check()
		if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s %s: %v, want %q", c.encoder, c.preset, err, c.says)
		}
	}
}

// TestLossless: if x264 is lossless, regions are refused; with 10 bits its quality 0 is lossy.
func TestLossless(t *testing.T) {
	zero := 0.0
	for _, format := range []string{"yuv420p", "yuv420p10le"} {
		o := interested(t, noise(t, image.Pt(64, 64), format, 1), "libx264", 12)
		o.Output.Quality = &zero
		o.Output.Interest.Trial = true
		report, err := Run(context.Background(), analysis.NewCPU(), o, nil)
		if format == "yuv420p" {
			if err == nil || !strings.Contains(err.Error(), "with quality 0 libx264 is lossless and ignores regions of interest") {
				t.Error(err)
			}
		} else if err != nil || report.Trial.With == report.Trial.Without || report.Trial.With.Parts.In.SSE == 0 {
			t.Errorf("%s: %v, %+v", format, err, report.Trial)
		}
	}
}

// TestPresets: x264 and x265 honour regions with each preset except those that are refused; the
// test asks the encoders themselves.
func TestPresets(t *testing.T) {
	video := noise(t, image.Pt(160, 96), "yuv420p", 2)
	for i := range regionEncoders {
		h := &regionEncoders[i]
		if h.encoder == vp9 || astiav.FindEncoderByName(h.encoder) == nil {
			continue
		}
		flat := h.flat
		h.flat = nil
		for _, preset := range presets[:len(presets)-1] { // placebo takes long
			o := interested(t, video, h.encoder, 20)
			o.Output.Preset, o.Output.Interest.Trial = preset, true
			trial := rendered(t, o).Trial
			if ignores := trial.With == trial.Without; ignores != slices.Contains(flat, preset) {
				t.Errorf("%s, preset %s: it ignores regions: %v", h.encoder, preset, ignores)
			}
		}
		h.flat = flat
	}
}

// TestEnginesTellTheSame: with both engines, and in each run, x264 makes the same bytes; this
// preset is deterministic.
func TestEnginesTellTheSame(t *testing.T) {
	onGPU, err := glanalysis.NewGPU(gputest.Open(t))
	gputest.Own(t, onGPU, err)
	for _, clip := range []string{"tiny-open-gop.mp4", "tiny-10bit.mp4", "tiny-odd-175x143.mp4"} {
		var first []byte
		var trial *Trial
		for i, engine := range []analysis.Engine{analysis.NewCPU(), onGPU, analysis.NewCPU()} {
			o := interested(t, sampleFolder+clip, "libx264", 12)
			o.Params.Threshold = 0.05
			o.Output.Preset, o.Output.Interest.Trial = "superfast", true
			report, err := Run(context.Background(), engine, o, nil)
			if err != nil {
				t.Fatal(err)
			}
			data, err := os.ReadFile(o.Out)
			if err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				first, trial = data, report.Trial
			} else if !slices.Equal(data, first) || *report.Trial != *trial {
				t.Errorf("%s: run %d differs from the first", clip, i)
			}
		}
	}
}

// TestBlocks: of several regions that a block touches the first counts.
func TestBlocks(t *testing.T) {
	list := []regions.Region{
		{Rectangle: image.Rect(0, 0, 17, 16), Offset: -3}, {Rectangle: image.Rect(10, 10, 48, 33), Offset: 5}, {Rectangle: image.Rect(40, 40, 50, 50), Offset: 1},
	}
	want := []int8{-3, -3, 5, 0, 5, 5, 5, 0, 5, 5, 5, 1, 0, 0, 1, 1}
	if got := blocksOf(nil, list, 50, 50); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestPlaced: regions keep the edges that they share, and fill the part of the frame.
func TestPlaced(t *testing.T) {
	size := image.Pt(70, 40)
	for _, within := range []image.Rectangle{image.Rect(0, 0, 70, 40), image.Rect(2, 4, 72, 44), image.Rect(0, 10, 33, 29), image.Rect(4, 0, 304, 201)} {
		area := 0
		for y := 0; y < size.Y; y += 16 {
			for x := 0; x < size.X; x += 16 {
				r := placed(image.Rect(x, y, min(x+16, size.X), min(y+16, size.Y)), size, within)
				if !r.In(within) {
					t.Errorf("%v: a region at %v", within, r)
				}
				area += r.Dx() * r.Dy()
			}
		}
		if area != within.Dx()*within.Dy() {
			t.Errorf("%v: regions of %d pixels", within, area)
		}
	}
}

// crowded returns a list of many quads, and the attention for it.
func crowded(t testing.TB, size image.Point) (*roiBuilder, *slide, []quadpyramid.Quad) {
	t.Helper()
	choice, err := Output{Container: "mkv", Encoder: "libx264", Clean: true, Interest: &Interest{Strength: 12}}.choose()
	if err != nil {
		t.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	var list []quadpyramid.Quad
	for y := 0; y < size.Y; y += 8 {
		for x := 0; x < size.X; x += 8 {
			if rnd.IntN(3) == 0 {
				list = append(list, quadpyramid.NewQuad(x, y, 3))
			}
		}
	}
	av := astiav.AllocFrame()
	t.Cleanup(av.Free)
	av.SetWidth(size.X)
	av.SetHeight(size.Y)
	s := &slide{coded: framePointer(av)}
	return newROIBuilder(choice, &Output{Interest: &Interest{Strength: 12}}), s, list
}

// TestMemory: a reused frame has only the regions of its last picture, and memory does not grow.
func TestMemory(t *testing.T) {
	race.Plain(t)
	size := image.Pt(1920, 1080)
	a, s, list := crowded(t, size)
	attach := func() {
		var err error
		if s.blocks, err = a.attach(s.coded, list, regions.Counting{}, size, image.Rectangle{Max: size}, s.blocks); err != nil {
			t.Fatal(err)
		}
	}
	for range 10 {
		attach()
	}
	if len(a.regions) < 1000 {
		t.Fatalf("%d regions are not many", len(a.regions))
	}
	if n := testing.AllocsPerRun(10, attach); n > 0 {
		t.Errorf("%v allocations a picture", n)
	}
	before := leak.Resident(t)
	pictures := 4000 // whose regions are 28 bytes each
	if testing.Short() {
		pictures = 400
	}
	for range pictures {
		attach()
	}
	if grown := leak.Resident(t) - before; grown > int64(len(a.regions)*28*pictures/4) {
		t.Errorf("%d bytes more after %d pictures of %d regions", grown, pictures, len(a.regions))
	}
}

// BenchmarkAttach sets one frame's regions.
func BenchmarkAttach(b *testing.B) {
	for _, size := range []image.Point{{1920, 1080}, {3840, 2160}} {
		b.Run(fmt.Sprintf("size=%dx%d", size.X, size.Y), func(b *testing.B) {
			a, s, list := crowded(b, size)
			b.ReportAllocs()
			for b.Loop() {
				var err error
				if s.blocks, err = a.attach(s.coded, list, regions.Counting{}, size, image.Rectangle{Max: size}, s.blocks); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
