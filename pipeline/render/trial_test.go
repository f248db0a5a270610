package render

import (
	"image"
	"math"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/yuv/distortion"
)

// lumas returns the luma of a video's frames, in the first rows and columns of a size.
func lumas(t testing.TB, path string) (pictures [][]int) {
	t.Helper()
	frames(t, path, func(_ decode.Info, f *decode.Frame) {
		p := &f.Picture
		luma := make([]int, 0, p.Width*p.Height)
		for y := range p.Height {
			for x := range p.Width {
				luma = append(luma, p.Sample(0, x, y))
			}
		}
		pictures = append(pictures, luma)
	})
	return pictures
}

// packets returns the size of a video's video packets.
func packets(t testing.TB, path string) (bytes int64) {
	t.Helper()
	text := string(output(t, "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "packet=size", "-of", "csv=p=0", path))
	for line := range strings.FieldsSeq(strings.ReplaceAll(text, ",", " ")) {
		n, err := strconv.ParseInt(line, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		bytes += n
	}
	return bytes
}

// TestTrial: the report's numbers equal those measured afterwards from the files, a pixel at a
// time: of the video, and of the same encode without regions.
func TestTrial(t *testing.T) {
	for _, c := range []struct {
		encoder, preset, format string
		size                    image.Point
		strength                int
	}{
		{"libx264", "superfast", "yuv420p", image.Pt(160, 96), 15},
		{"libx264", "medium", "yuv420p10le", image.Pt(174, 98), -15},
		{"libx265", "veryfast", "yuv420p", image.Pt(160, 96), 15},
		{"libvpx-vp9", "7", "yuv420p", image.Pt(175, 97), 15},
	} {
		video := noise(t, c.size, c.format, 30)
		o := interested(t, video, c.encoder, c.strength)
		quality := 28.0
		o.Output.Container, o.Out = "nut", outputFile(t, "x.nut") // which keeps x264's packets unchanged
		o.Output.Preset, o.Output.Quality, o.Output.Interest.Trial = c.preset, &quality, true
		trial := rendered(t, o).Trial
		offsets := wanted(t, o)
		sent := lumas(t, video)
		with := *trial
		compare(t, c.encoder+" with regions", with.With, o.Out, sent, offsets, c.size)

		plain := o
		plain.Out = outputFile(t, "plain.nut")
		plain.Params.MinSize = 16 // no small quads, so no regions
		rendered(t, plain)
		compare(t, c.encoder+" without", with.Without, plain.Out, sent, offsets, c.size)
	}
}

// compare compares an encode's figures with its file's.
func compare(t *testing.T, name string, got Encode, path string, sent [][]int, offsets [][]int16, size image.Point) {
	t.Helper()
	if bytes := packets(t, path); bytes != got.Bytes {
		t.Errorf("%s: %d bytes, in the file are %d", name, got.Bytes, bytes)
	}
	encoded := lumas(t, path)
	if len(encoded) != len(sent) {
		t.Fatalf("%s: %d pictures, want %d", name, len(encoded), len(sent))
	}
	var sums distortion.Parts
	columns := (size.X + 15) / 16
	for i, picture := range encoded {
		for at, v := range picture {
			part := &sums.Out
			if offsets[i][at/size.X/16*columns+at%size.X/16] < 0 {
				part = &sums.In
			}
			d := v - sent[i][at]
			part.SSE += uint64(d * d)
			part.Pixels++
		}
	}
	for _, p := range []struct {
		name      string
		got, want distortion.Part
	}{{"inside", got.Parts.In, sums.In}, {"outside", got.Parts.Out, sums.Out}} {
		if p.got.SSE != p.want.SSE || p.got.Pixels != p.want.Pixels {
			t.Errorf("%s, %s: %d over %d pixels, want %d over %d", name, p.name, p.got.SSE, p.got.Pixels, p.want.SSE, p.want.Pixels)
		}
		if s := p.got.Similarity(); !(s > 0 && s < 1) || math.IsNaN(p.got.PSNR()) {
			t.Errorf("%s, %s: %v", name, p.name, p.got)
		}
	}
}

// TestTrialRefusals: formats without luma are not compared.
func TestTrialRefusals(t *testing.T) {
	o := interested(t, sampleFolder+"tiny-420.mp4", "libx265", 12)
	o.Output.PixelFormat, o.Output.Interest.Trial = "gbrp", true
	_, err := Run(t.Context(), analysis.NewCPU(), o, nil)
	if err == nil || !strings.Contains(err.Error(), "gbrp has no luma to compare") {
		t.Error(err)
	}
	o.Output.Interest.Trial = false
	if report, err := Run(t.Context(), analysis.NewCPU(), o, nil); err != nil || report.PixelFormat != "gbrp" || report.Trial != nil {
		t.Errorf("%+v, %v", report, err)
	}
}
