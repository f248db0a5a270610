package quads_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/reconstruction"
	"ffkvadrat/analysis/siti"
	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/decode"
	"ffkvadrat/match"
	"ffkvadrat/pipeline/quads"
	"ffkvadrat/quadfile"
	"ffkvadrat/tests/leak"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/distortion"
)

// oneByOne makes the export of a video without faults frame by frame on one goroutine.
func oneByOne(t *testing.T, o quads.Options) []byte {
	t.Helper()
	video, err := decode.OpenVideo(context.Background(), o.Path, decode.Options{Stream: decode.Best, Needs: yuv.Needs{Before: o.Informs}})
	if err != nil {
		t.Fatal(err)
	}
	defer video.Close()
	var out memory
	packed, err := streams.Compress(&out, o.Compression)
	if err != nil {
		t.Fatal(err)
	}
	start := quadfile.NewWriter
	if o.Summary {
		start = quadfile.NewSummary
	}
	header := quads.NewHeader(o.Path, video.Info(), o.Params)
	if o.Distorts {
		header.Fill = o.Fill.String()
	}
	if o.Informs {
		header.SITI = o.Domain.String()
	}
	w, err := start(packed, o.Format, header)
	if err != nil {
		t.Fatal(err)
	}
	engine := analysis.NewCPU()
	for range o.Selection.Frames {
		frame, err := video.Next()
		if err != nil {
			t.Fatal(err)
		}
		result, err := engine.Analyze(&frame.Picture, o.Params)
		if err != nil {
			t.Fatal(err)
		}
		var f quadfile.Frame
		quads.Describe(&f, frame, 0, result)
		if o.Format.NeedsColours(&header.Analysis) {
			f.Colours = quadfile.Colours(nil, &frame.Picture, f.Quads)
		}
		if o.Summary {
			f.Luma, f.HasLuma = new(yuv.Toner).Of(&frame.Picture), true
			if o.Distorts {
				made := new(reconstruction.Reference).Run(&frame.Picture, result.Quads, o.Fill)
				f.Distortion = new(distortion.Meter).Of(made, &frame.Picture)
			}
			if o.Informs {
				f.Information = siti.Reference(&frame.Picture, o.Domain)
			}
		}
		if err := w.WriteFrame(&f); err != nil {
			t.Fatal(err)
		}
		frame.Release()
	}
	if err := errors.Join(w.Close(), packed.Close()); err != nil {
		t.Fatal(err)
	}
	return out.bytes
}

// memory is a file in memory.
type memory struct {
	bytes []byte
	at    int
}

func (m *memory) Write(p []byte) (int, error) {
	n := copy(m.bytes[m.at:], p)
	m.bytes = append(m.bytes, p[n:]...)
	m.at += len(p)
	return len(p), nil
}

func (m *memory) Seek(offset int64, whence int) (int64, error) {
	m.at = int(offset) + []int{io.SeekStart: 0, io.SeekCurrent: m.at, io.SeekEnd: len(m.bytes)}[whence]
	return int64(m.at), nil
}

// TestAnyNumberOfGoroutines: with any number of goroutines, each kind of export has the bytes of
// one that is made frame by frame.
func TestAnyNumberOfGoroutines(t *testing.T) {
	video := clip
	if testing.Short() {
		video = "../../samples/tiny-420.mp4"
	}
	for _, variant := range []analysis.Variant{analysis.EdgeThreshold, analysis.CommonFeature, analysis.Points, analysis.Templates} {
		for _, format := range quadfile.Formats() {
			for _, compression := range streams.Compressions() {
				if format.Has(quadfile.Seekable) {
					continue // see TestClouds
				}
				for _, summary := range []bool{false, true} {
					if summary && !format.Has(quadfile.Summaries) || compression != streams.Plain && format != quadfile.NDJSON || format.Takes(quadfile.Contents{Points: variant == analysis.Points, Hits: variant.Searches()}) != nil {
						continue
					}
					o := options(video, "")
					o.Format, o.Compression, o.Summary = format, compression, summary
					o.Params.Variant, o.Params.Search, o.Selection.Frames = variant, search(variant), 3
					o.Distorts, o.Fill = summary && variant.Merges() && compression == streams.Plain, reconstruction.Linear
					o.Informs, o.Domain = summary, siti.Domain(format%2)
					if format.Has(quadfile.OneFrame) {
						o.Selection.Frames = 1
					}
					want := oneByOne(t, o)
					for _, goroutines := range []int{1, 2, 7} {
						var got bytes.Buffer
						o.Goroutines, o.To = goroutines, &got
						run(t, o)
						if !bytes.Equal(got.Bytes(), want) {
							t.Errorf("%v, %v, summary %v, %v, %d goroutines: other bytes", format, compression, summary, variant, goroutines)
						}
					}
				}
			}
		}
	}
}

// TestClouds: with any number of goroutines, a cloud has the bytes of one that is made frame by
// frame, for each pixel format.
func TestClouds(t *testing.T) {
	for _, name := range []string{"tiny-420.mp4", "tiny-10bit.mp4", "tiny-gray.mp4", "tiny-rgb.mkv", "tiny-odd-175x143.mp4"} {
		for _, variant := range []analysis.Variant{analysis.EdgeThreshold, analysis.CommonFeature, analysis.Points, analysis.Templates} {
			o := options(filepath.Join("../../samples", name), filepath.Join(t.TempDir(), "a.ply"))
			o.Format, o.Params.Variant, o.Selection.Frames = quadfile.PLY, variant, 3
			if variant == analysis.Templates {
				if name != "tiny-420.mp4" {
					continue
				}
				o.Params.Search = search(variant)
			}
			want := oneByOne(t, o)
			for _, o.Goroutines = range []int{1, 3} {
				run(t, o)
				if !bytes.Equal(read(t, o.Out), want) {
					t.Errorf("%s, %v, %d goroutines: other bytes", name, variant, o.Goroutines)
				}
			}
		}
	}
	for _, spoil := range []func(o *quads.Options){
		func(o *quads.Options) { o.To = &full{1 << 40} },
		func(o *quads.Options) { o.Compression = streams.Zstd },
	} {
		o := options(clip, filepath.Join(t.TempDir(), "a.ply"))
		o.Format = quadfile.PLY
		spoil(&o)
		if _, err := quads.Run(context.Background(), analysis.NewCPU(), o, nil); !errors.Is(err, quadfile.ErrNotSeekable) {
			t.Errorf("%v", err)
		}
	}
}

// full accepts some bytes, like a disk that is nearly full.
type full struct{ room int }

func (f *full) Write(p []byte) (int, error) {
	if f.room -= len(p); f.room < 0 {
		return 0, syscall.ENOSPC
	}
	return len(p), nil
}

// TestFullDisk: an export returns the disk's error, wherever the disk becomes full, and all its
// goroutines end.
func TestFullDisk(t *testing.T) {
	leak.Check(t)
	for _, compression := range streams.Compressions() {
		for _, room := range []int{0, 1000, 300_000} {
			o := options(clip, filepath.Join(t.TempDir(), "a"))
			o.To, o.Compression = &full{room}, compression
			o.Params.Threshold = 0.001
			if _, err := quads.Run(context.Background(), analysis.NewCPU(), o, nil); !errors.Is(err, syscall.ENOSPC) {
				t.Errorf("%v, room for %d bytes: %v", compression, room, err)
			}
		}
	}
}

// goroutine returns the name of the calling goroutine.
func goroutine() string {
	text := make([]byte, 64)
	text = text[:runtime.Stack(text, false)]
	var number int
	fmt.Sscanf(string(text), "goroutine %d ", &number)
	return fmt.Sprint(number)
}

// TestSteadyState: twice as many frames hardly allocate more.
func TestSteadyState(t *testing.T) {
	path := small(t)
	allocations := func(frames int64) float64 {
		o := options(path, "")
		o.To, o.Selection.Frames = &full{1 << 40}, frames
		engine := analysis.NewCPUOf(1)
		return testing.AllocsPerRun(2, func() {
			if _, err := quads.Run(context.Background(), engine, o, nil); err != nil {
				t.Fatal(err)
			}
		})
	}
	few, many := allocations(60), allocations(240)
	if more := (many - few) / 180; more > 0.5 {
		t.Errorf("%.1f allocations a frame: %v with 60 frames, %v with 240", more, few, many)
	}
}

// search returns what a variant searches for.
func search(v analysis.Variant) match.Search {
	if !v.Searches() {
		return match.Search{}
	}
	return match.Search{Template: match.Template{Width: 2, Height: 2, Depth: 8, Samples: "\x60\x61\x62\x63"}}
}
