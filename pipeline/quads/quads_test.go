package quads_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/response"
	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/decode"
	"ffkvadrat/pipeline"
	"ffkvadrat/pipeline/quads"
	"ffkvadrat/quadfile"
	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/leak"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

const clip = "../../samples/sample.mp4" // 250 frames

// small makes a video with clip's number of frames, at a sixteenth of its size.
func small(t testing.TB) string {
	return clips.Make(t, "small.mp4", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25", "-frames:v", "250", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "superfast")
}

func options(path, out string) quads.Options {
	return quads.Options{
		Path: path, Stream: decode.Best, Out: out, Format: quadfile.NDJSON,
		Params: analysis.Params{Threshold: 0.003},
	}
}

func run(t testing.TB, o quads.Options) quads.Report {
	t.Helper()
	report, err := quads.Run(context.Background(), analysis.NewCPU(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func read(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// written returns the path of a file with some bytes.
func written(t testing.TB, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func names(t *testing.T, folder string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// The frames of an export equal those of decoding and the reference, one by one.
func TestRun(t *testing.T) {
	const tiny = "../../samples/tiny-open-gop.mp4"
	out := filepath.Join(t.TempDir(), "a.ndjson")
	o := options(tiny, out)
	o.Name = "called so"
	report := run(t, o)
	doc, err := quadfile.Read(bytes.NewReader(read(t, out)))
	if err != nil {
		t.Fatal(err)
	}
	video, err := decode.OpenVideo(context.Background(), tiny, decode.Options{Stream: decode.Best})
	if err != nil {
		t.Fatal(err)
	}
	defer video.Close()
	if s := doc.Header.Source; s.Path != "called so" || s.Width != video.Info().Width || s.CodecName != "h264" {
		t.Errorf("header %+v", s)
	}
	if p := doc.Header.Analysis.Params; p != o.Params {
		t.Errorf("parameters %+v, %v", p, err)
	}
	reference := analysis.NewReference()
	defer reference.Release()
	for i, f := range doc.Frames {
		frame, err := video.Next()
		if err != nil {
			t.Fatalf("frame %d: %v", i, err)
		}
		want, err := reference.Analyze(&frame.Picture, o.Params)
		if err != nil {
			t.Fatal(err)
		}
		if f.PTS != frame.PTS || f.Index != int64(i) || !slices.Equal(f.Quads, want.Quads) {
			t.Errorf("frame %d differs", i)
		}
		frame.Release()
	}
	if _, err := video.Next(); err == nil || report.Frames != int64(len(doc.Frames)) || report.Faults.Any() {
		t.Errorf("%d frames, report %+v", len(doc.Frames), report)
	}
}

// A stream gets the same bytes as a file.
func TestToStream(t *testing.T) {
	out := filepath.Join(t.TempDir(), "a.ndjson.zst")
	o := options("../../samples/tiny-420.mp4", out)
	o.Compression = streams.Zstd
	run(t, o)
	var stream bytes.Buffer
	o.To = &stream
	o.Out = "standard output"
	run(t, o)
	if !bytes.Equal(stream.Bytes(), read(t, out)) {
		t.Error("other bytes than in the file")
	}
}

// Progress counts frames and the part of the pipeline.
func TestProgress(t *testing.T) {
	for _, s := range []pipeline.Selection{
		{},
		{From: decode.Position{Index: 200}},
		{From: decode.Position{Index: 100}, To: decode.Position{Index: 110}, HasTo: true},
		{Frames: 10, Every: 2},
	} {
		o := options(clip, filepath.Join(t.TempDir(), "a.ndjson"))
		o.Selection, o.Summary = s, true
		var last pipeline.Progress
		report, err := quads.Run(context.Background(), analysis.NewCPU(), o, func(p pipeline.Progress) {
			if p.Frames < last.Frames || p.Part < last.Part || p.Part > 1 {
				t.Errorf("%+v: %+v after %+v", s, p, last)
			}
			last = p
		})
		if err != nil || last.Frames != report.Frames || last.Part < 0.99 {
			t.Errorf("%+v: %v; ends at %+v with %d frames", s, err, last, report.Frames)
		}
	}
}

// Damaged input gives the same bytes each time, and its faults are counted, in the report and in
// the data.
func TestDamagedInput(t *testing.T) {
	data := read(t, clip)
	random := rand.New(rand.NewPCG(20070107, 2))
	for range 40 {
		data[len(data)/3+random.IntN(len(data)/3)] ^= byte(1 << random.IntN(8))
	}
	dir := t.TempDir()
	damaged, out := filepath.Join(dir, "damaged.mp4"), filepath.Join(dir, "a.ndjson")
	if err := os.WriteFile(damaged, data, 0o644); err != nil {
		t.Fatal(err)
	}
	var first []byte
	for i := range 3 {
		o := options(damaged, out)
		o.Params.MinSize = 64 // makes the file short
		report := run(t, o)
		got := read(t, out)
		doc, err := quadfile.Read(bytes.NewReader(got))
		if err != nil {
			t.Fatal(err)
		}
		reported := 0
		for _, f := range doc.Frames {
			reported += f.Errors
		}
		if reported == 0 || reported != report.Faults.Count() || report.Frames != int64(len(doc.Frames)) {
			t.Errorf("%d faults in the data, %d in the report", reported, report.Faults.Count())
		}
		if i == 0 {
			first = got
		} else if !bytes.Equal(got, first) {
			t.Errorf("run %d differs", i)
		}
	}
}

// A fault at the end of a file is in the data too, even if the last chosen
// frame comes long before it.
func TestCutInput(t *testing.T) {
	dir := t.TempDir()
	cut, out := filepath.Join(dir, "cut.mp4"), filepath.Join(dir, "a.ndjson")
	data := read(t, clip)
	if err := os.WriteFile(cut, data[:len(data)/3], 0o644); err != nil {
		t.Fatal(err)
	}
	for _, every := range []int64{1, 50} {
		o := options(cut, out)
		o.Selection.Every = every
		o.Params.MinSize = 64
		report := run(t, o)
		doc, err := quadfile.Read(bytes.NewReader(read(t, out)))
		if err != nil {
			t.Fatal(err)
		}
		reported := 0
		for _, f := range doc.Frames {
			reported += f.Errors
		}
		if reported == 0 || reported != report.Faults.Count() {
			t.Errorf("every %d: %d faults in the data, %+v in the report", every, reported, report.Faults)
		}
	}
}

// A cancelled export leaves the old file, no other one, and no goroutine.
func TestCancel(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "a.ndjson")
	if err := os.WriteFile(out, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	leak.Check(t)
	for _, frames := range []int64{1, 20} {
		ctx, cancel := context.WithCancel(context.Background())
		_, err := quads.Run(ctx, analysis.NewCPU(), options(clip, out), func(p pipeline.Progress) {
			if p.Frames == frames {
				cancel()
			}
		})
		cancel()
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
	}
	if got := names(t, dir); !slices.Equal(got, []string{"a.ndjson"}) || string(read(t, out)) != "old" {
		t.Errorf("the folder holds %q, the file %q", got, read(t, out))
	}
}

// failing is an engine that fails on its third picture.
type failing struct {
	analysis.Engine
	n int
}

var errBroken = errors.New("engine broken")

func (e *failing) Analyze(p *yuv.Picture, params analysis.Params) (analysis.Result, error) {
	if e.n++; e.n == 3 {
		return analysis.Result{}, errBroken
	}
	return e.Engine.Analyze(p, params)
}

func TestErrors(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "a.ndjson")
	if _, err := quads.Run(context.Background(), &failing{Engine: analysis.NewCPU()}, options(clip, out), nil); !errors.Is(err, errBroken) {
		t.Errorf("%v", err)
	}
	for _, c := range []struct {
		change func(*quads.Options)
		want   error
	}{
		{func(o *quads.Options) { o.Path = "nowhere.mp4" }, os.ErrNotExist},
		{func(o *quads.Options) { o.Path = dir }, decode.ErrNotVideo},
		{func(o *quads.Options) { o.Out = filepath.Join(dir, "none", "a.ndjson") }, os.ErrNotExist},
		{func(o *quads.Options) { o.Out = o.Path }, pipeline.ErrSameFile},
		{func(o *quads.Options) {
			o.Selection = pipeline.Selection{From: decode.Position{Seconds: 1, Index: -1}, To: decode.Position{Index: 2}, HasTo: true}
		}, pipeline.ErrBackwards},
	} {
		o := options("../../samples/tiny-420.mp4", out)
		c.change(&o)
		if _, err := quads.Run(context.Background(), analysis.NewCPU(), o, nil); !errors.Is(err, c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, want %v", err, c.want)
		}
	}
	if got := names(t, dir); len(got) != 0 {
		t.Errorf("left behind: %q", got)
	}
}

// The header says which tags, or which guess, RGB features are based on.
func TestHeaderTellsMatrix(t *testing.T) {
	for _, c := range []struct{ clip, features, matrix, span string }{
		{"tiny-420.mp4", "rgb", "bt709", "limited"},
		{"tiny-full-range.mp4", "rgb", "bt709", "full"},
		{"tiny-untagged.mp4", "rgb", "bt601", "limited"},
		{"tiny-gray.mp4", "rgb", "bt709", "limited"},
		{"tiny-420.mp4", "yuv", "", ""},
		{"tiny-still.png", "rgb", "", ""},
	} {
		o := options("../../samples/"+c.clip, filepath.Join(t.TempDir(), "x.ndjson"))
		space, err := channel.ParseSpace(c.features)
		if err != nil {
			t.Fatal(err)
		}
		o.Params = analysis.Params{Variant: analysis.CommonFeature, Features: space, Threshold: 0.01}
		run(t, o)
		doc, err := quadfile.Read(bytes.NewReader(read(t, o.Out)))
		if err != nil {
			t.Fatal(err)
		}
		if a := &doc.Header.Analysis; a.Features != space || a.Matrix != c.matrix || a.Range != c.span {
			t.Errorf("%s, %s: matrix %q, range %q", c.clip, c.features, a.Matrix, a.Range)
		}
	}
}

// TestGoal exports with a number of quads instead of a threshold: the frames have about that
// number, each with its own threshold, or all with that of the first.
func TestGoal(t *testing.T) {
	const wanted = 8000
	for _, each := range []bool{false, true} {
		o := options(clip, filepath.Join(t.TempDir(), "out"))
		o.Goal = &response.Goal{Quads: wanted, Each: each}
		o.Params.Threshold = 0.01
		o.Selection.Every = 40
		run(t, o)
		doc, err := quadfile.Read(bytes.NewReader(read(t, o.Out)))
		if err != nil {
			t.Fatal(err)
		}
		if doc.Header.Analysis.EachFrame != each || len(doc.Frames) != 7 {
			t.Fatalf("each %v: %+v, %d frames", each, doc.Header.Analysis, len(doc.Frames))
		}
		for i, f := range doc.Frames {
			near := max(len(f.Quads)-wanted, wanted-len(f.Quads)) <= wanted/10
			if (each || i == 0) && !near {
				t.Errorf("each %v, frame %d: %d quads", each, f.Index, len(f.Quads))
			}
			if each && i == 0 && f.Threshold != doc.Header.Analysis.Threshold {
				t.Errorf("the first threshold is %v, the header's %v", f.Threshold, doc.Header.Analysis.Threshold)
			}
		}
		for _, summary := range []bool{false, true} {
			o.Format, o.Summary = quadfile.CSV, summary
			run(t, o)
			rows := strings.Split(string(read(t, o.Out)), "\r\n")
			at := slices.Index(strings.Split(rows[0], ","), "threshold")
			if (at >= 0) != each {
				t.Fatalf("each %v: %s", each, rows[0])
			}
			if last := doc.Frames[6]; each && strings.Split(rows[len(rows)-2], ",")[at] != strconv.FormatFloat(last.Threshold, 'f', -1, 64) {
				t.Errorf("the last row is %s, its threshold %v", rows[len(rows)-2], last.Threshold)
			}
		}
	}
}

func BenchmarkRun(b *testing.B) {
	damaged := read(b, clip)
	for i := range 40 {
		damaged[len(damaged)/10+i*97] ^= 1 << (i % 8)
	}
	broken := filepath.Join(b.TempDir(), "damaged.mp4")
	if err := os.WriteFile(broken, damaged, 0o644); err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name, path  string
		format      quadfile.Format
		compression streams.Compression
	}{
		{"ndjson", clip, quadfile.NDJSON, streams.Plain},
		{"ndjson.zst", clip, quadfile.NDJSON, streams.Zstd},
		{"csv", clip, quadfile.CSV, streams.Plain},
		{"ndjson-damaged", broken, quadfile.NDJSON, streams.Plain},
	} {
		b.Run("format="+c.name+"/size=1280x720", func(b *testing.B) {
			o := options(c.path, filepath.Join(b.TempDir(), "a"))
			o.Format, o.Compression = c.format, c.compression
			frames := int64(0)
			for b.Loop() {
				frames += run(b, o).Frames
			}
			b.ReportMetric(float64(frames)/b.Elapsed().Seconds(), "frames/s")
		})
	}
}
