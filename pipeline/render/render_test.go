package render

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/glanalysis"
	"ffkvadrat/decode"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/pipeline"
)

// Every run and both engines write the same bytes. The encoders are lossless ones: x264's
// macroblock tree (mbtree) depends on uninitialised memory, as seen with x264 0.164 and AVX-512.
func TestEnginesWriteTheSameBytes(t *testing.T) {
	onGPU, err := glanalysis.NewGPU(gputest.Open(t))
	gputest.Own(t, onGPU, err)
	exact := 0.0
	for _, c := range []struct {
		out, encoder string
		quality      *float64
		alone        bool
	}{{"x.mp4", "libx264rgb", &exact, false}, {"x.mkv", "ffv1", nil, false}, {"x.mov", "png", nil, true}, {"x.nut", "", nil, false}} {
		var first []byte
		for i, engine := range []analysis.Engine{analysis.NewCPU(), onGPU, analysis.NewCPU()} {
			o := want("tiny-open-gop.mp4", outputFile(t, c.out))
			o.Output.Encoder, o.Output.Quality, o.Output.Alone = c.encoder, c.quality, c.alone
			if _, err := Run(context.Background(), engine, o, nil); err != nil {
				t.Fatal(err)
			}
			data, err := os.ReadFile(o.Out)
			if err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				first = data
			} else if !bytes.Equal(data, first) {
				t.Errorf("%s: run %d differs from the first", c.out, i)
			}
		}
	}
}

// What is refused, and how; nothing is left behind.
func TestErrors(t *testing.T) {
	dir := t.TempDir()
	bad, good := 52.0, 20.0
	sound := func(codec string) string { // a clip with sound
		clip := outputFile(t, codec+".mkv")
		output(t, "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=0.2",
			"-f", "lavfi", "-i", "sine=sample_rate=48000:duration=0.2", "-c:v", "mpeg4", "-c:a", codec, "-strict", "-2", clip)
		return clip
	}
	for name, c := range map[string]struct {
		out    string
		change func(*Options)
		is     error
		says   string
	}{
		"no file":          {"x.mp4", func(o *Options) { o.Path = "nowhere.mp4" }, os.ErrNotExist, "nowhere.mp4"},
		"sound only":       {"x.mp4", func(o *Options) { o.Path = sampleFolder + "tiny-sound-only.m4a" }, decode.ErrNoVideo, "tiny-sound-only"},
		"unwritable":       {"none/x.mp4", nil, os.ErrNotExist, "none"},
		"no encoder":       {"x.mp4", func(o *Options) { o.Output.Encoder = "h999" }, nil, `no video encoder "h999"`},
		"a sound encoder":  {"x.mp4", func(o *Options) { o.Output.Encoder = "aac" }, nil, `no video encoder "aac"`},
		"not in webm":      {"x.webm", func(o *Options) { o.Output.Encoder = "libx264" }, nil, "webm cannot hold h264"},
		"not in mp4":       {"x.mp4", func(o *Options) { o.Output.Encoder = "prores_ks" }, nil, "mp4 cannot hold prores"},
		"not in mkv":       {"x.mkv", func(o *Options) { o.Output.Encoder = "qtrle" }, nil, "mkv cannot hold qtrle"},
		"sound in webm":    {"x.webm", nil, ErrSound, "aac in webm"},
		"sound in mov":     {"x.mov", func(o *Options) { o.Path = sound("opus") }, ErrSound, "opus in mov"},
		"sound in mp4":     {"x.mp4", func(o *Options) { o.Path = sound("wmav2") }, ErrSound, "wmav2 in mp4"},
		"sound in nut":     {"x.nut", func(o *Options) { o.Path = sound("alac") }, ErrSound, "alac in nut"},
		"quality":          {"x.mp4", func(o *Options) { o.Output.Quality = &bad }, nil, "quality 52 is not between 0 (best) and 51, the scale of libx264"},
		"no quality":       {"x.mkv", func(o *Options) { o.Output.Encoder, o.Output.Quality = "ffv1", &good }, nil, "ffv1 has no quality"},
		"preset":           {"x.mp4", func(o *Options) { o.Output.Preset = "warp" }, nil, "libx264 has no preset \"warp\"; its presets are ultrafast"},
		"speed":            {"x.webm", func(o *Options) { o.Output.Preset, o.Silent = "99", true }, nil, "libvpx-vp9 refuses pictures of 160×90 in yuv420p, time base 1/12800, row-mt 1, cpu-used 99"},
		"no preset":        {"x.mkv", func(o *Options) { o.Output.Encoder, o.Output.Preset = "ffv1", "fast" }, nil, "ffv1 has no presets"},
		"pixel format":     {"x.mp4", func(o *Options) { o.Output.PixelFormat = "rgb24" }, nil, "libx264 does not support pixel format rgb24; it supports yuv420p"},
		"alpha in mp4":     {"x.mp4", func(o *Options) { o.Output.Alone = true }, nil, "mp4 has no codec with transparency"},
		"alpha of x264":    {"x.mov", func(o *Options) { o.Output.Alone, o.Output.Encoder = true, "libx264" }, nil, "libx264 has no transparency"},
		"alpha of yuv420p": {"x.webm", func(o *Options) { o.Output.Alone, o.Output.PixelFormat = true, "yuv420p" }, nil, "yuv420p has no transparency"},
		"backwards": {"x.mp4", func(o *Options) {
			o.Selection = pipeline.Selection{From: decode.Position{Seconds: 1, Index: -1}, To: decode.Position{Index: 2}, HasTo: true}
		}, pipeline.ErrBackwards, ""},
		"past the end":      {"x.mp4", func(o *Options) { o.Selection.From.Index = 30 }, nil, "no frame with index 30"},
		"threshold":         {"x.mp4", func(o *Options) { o.Params.Threshold = 9 }, nil, "threshold 9"},
		"disk full":         {"/dev/full", nil, syscall.ENOSPC, "/dev/full"},
		"mp4 into a pipe":   {"x.mp4", func(o *Options) { o.To = new(bytes.Buffer) }, ErrNotSeekable, "mp4"},
		"the input itself":  {"x.mp4", func(o *Options) { o.Out = o.Path }, pipeline.ErrSameFile, "tiny-420.mp4"},
		"no such container": {"x.mp4", func(o *Options) { o.Output.Container = "gif" }, nil, "mp4, m4v, mov, mkv, webm, nut"},
	} {
		t.Run(name, func(t *testing.T) {
			o := want("tiny-420.mp4", cmp.Or(filepath.Ext(c.out), ".mp4"))
			if o.Out = c.out; !filepath.IsAbs(c.out) {
				o.Out = filepath.Join(dir, c.out)
			}
			if c.change != nil {
				c.change(&o)
			}
			_, err := Run(context.Background(), analysis.NewCPU(), o, nil)
			if err == nil || c.is != nil && !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v; want %v and %q", err, c.is, c.says)
			}
			if left := names(t, dir); left != "" {
				t.Errorf("left behind: %s", left)
			}
		})
	}
}

// A rendering that is cancelled leaves the old file, and nothing else.
func TestCancel(t *testing.T) {
	for _, at := range []int64{0, 1, 12, 29} {
		o := want("tiny-420.mp4", outputFile(t, "x.mp4"))
		if err := os.WriteFile(o.Out, []byte("old"), 0o644); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		if at == 0 {
			cancel()
		}
		_, err := Run(ctx, analysis.NewCPU(), o, func(p pipeline.Progress) {
			if p.Frames == at {
				cancel()
			}
		})
		cancel()
		if !errors.Is(err, context.Canceled) {
			t.Errorf("at %d: %v", at, err)
		}
		if data, err := os.ReadFile(o.Out); err != nil || string(data) != "old" {
			t.Errorf("at %d: the old file holds %q, %v", at, data, err)
		}
		if left := names(t, filepath.Dir(o.Out)); left != "x.mp4" {
			t.Errorf("at %d: %s", at, left)
		}
	}
}

// Progress counts every frame and ends at the whole.
func TestProgress(t *testing.T) {
	o := want("tiny-420.mp4", outputFile(t, "x.mp4"))
	o.Selection = pipeline.Selection{From: decode.Position{Index: 5}, Frames: 10}
	var seen []pipeline.Progress
	if _, err := Run(context.Background(), analysis.NewCPU(), o, func(p pipeline.Progress) { seen = append(seen, p) }); err != nil {
		t.Fatal(err)
	}
	for i, p := range seen {
		if want := (pipeline.Progress{Frames: int64(i + 1), Part: float64(i+1) / 10}); p != want {
			t.Errorf("%+v, want %+v", p, want)
		}
	}
	if len(seen) != 10 {
		t.Errorf("%d calls", len(seen))
	}
}

// Damaged input gives the same file in every run, and its faults are reported.
func TestDamagedInput(t *testing.T) {
	data, err := os.ReadFile(sampleFolder + "tiny-open-gop.mp4")
	if err != nil {
		t.Fatal(err)
	}
	for i := range 40 {
		data[len(data)/3+i*97] ^= 1 << (i % 8)
	}
	source := outputFile(t, "damaged.mp4")
	if err := os.WriteFile(source, data, 0o644); err != nil {
		t.Fatal(err)
	}
	var first []byte
	for i := range 3 {
		o := want("", outputFile(t, "x.nut"))
		o.Path = source
		if report := rendered(t, o); !report.Faults.Any() || report.Frames == 0 {
			t.Errorf("%+v", report)
		}
		got, err := os.ReadFile(o.Out)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = got
		} else if !bytes.Equal(got, first) {
			t.Errorf("run %d differs from the first", i)
		}
	}
}

// Pipes work as input and as output.
func TestPipes(t *testing.T) {
	o := want("tiny-mpeg2.ts", outputFile(t, "x.mkv"))
	o.Output.Encoder = "ffv1"
	rendered(t, o)
	file, err := os.ReadFile(o.Out)
	if err != nil {
		t.Fatal(err)
	}
	var stream bytes.Buffer
	o.To = &stream
	rendered(t, o)
	// Without seeks Matroska's sizes and index stay open.
	if got, want := stream.Len(), len(file); got < want/2 {
		t.Errorf("%d bytes into a pipe, %d into a file", got, want)
	}
	piped := outputFile(t, "piped.mkv")
	if err := os.WriteFile(piped, stream.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	equal(t, "through a pipe", rgb(t, piped), rgb(t, o.Out))

	data, err := os.ReadFile(o.Path)
	if err != nil {
		t.Fatal(err)
	}
	pipe := outputFile(t, "pipe.ts")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() { done <- os.WriteFile(pipe, data, 0) }()
	o.Path, o.To, o.Out = pipe, nil, outputFile(t, "y.mkv")
	report := rendered(t, o)
	if err := <-done; err != nil {
		t.Error(err)
	}
	if !report.Mute || report.Frames != 24 {
		t.Errorf("%+v", report)
	}
}

func BenchmarkRender(b *testing.B) {
	for _, c := range []struct {
		out, encoder, preset string
		alone                bool
	}{
		{out: "x.mp4"},
		{out: "x.mp4", preset: "ultrafast"},
		{out: "x.mkv", encoder: "ffv1"},
		{out: "x.mov", encoder: "qtrle", alone: true},
		{out: "x.mov", alone: true},
	} {
		o := want("sample.mp4", outputFile(b, c.out))
		o.Output.Encoder, o.Output.Preset, o.Output.Alone = c.encoder, c.preset, c.alone
		o.Selection.Frames = 50
		name, _ := o.Output.choose()
		b.Run(fmt.Sprintf("encoder=%s/preset=%s/alone=%v/size=1280x720", name.codec.Name(), c.preset, c.alone), func(b *testing.B) {
			for b.Loop() {
				rendered(b, o)
			}
			b.ReportMetric(float64(50*b.N)/b.Elapsed().Seconds(), "frames/s")
		})
	}
}
