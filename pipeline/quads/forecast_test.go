package quads_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/pipeline"
	"ffkvadrat/pipeline/quads"
	"ffkvadrat/quadfile"
	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/race"
)

// TestForesee: an export that will exceed the limit reports that once, on the caller's goroutine
// and before much of it is written; in every format, the forecast sizes are near the real ones.
func TestForesee(t *testing.T) {
	dir, path := t.TempDir(), clip
	if testing.Short() {
		path = small(t)
	}
	size := func(o quads.Options) int64 {
		o.Out, o.Foresee = filepath.Join(dir, "form"), nil
		run(t, o)
		info, err := os.Stat(o.Out)
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	// A video's frames differ, and a forecast samples sixteen of sixty. With more frames zstd finds
	// more repetitions.
	near := func(got, want int64, packed streams.Compression) bool {
		if packed == streams.Zstd {
			return 2*got < 5*want && 3*want < 4*got
		}
		return 3*got < 4*want && 3*want < 4*got
	}
	for _, format := range quadfile.Formats() {
		for _, summary := range []bool{false, true} {
			if format.Has(quadfile.OneFrame) || summary && !format.Has(quadfile.Summaries) || summary && (format == quadfile.Parquet || format == quadfile.Arrow) {
				continue // the last two are too small for a forecast
			}
			o := options(path, filepath.Join(dir, "a"+format.Extension()))
			o.Format, o.Summary, o.Selection.Frames = format, summary, 60
			o.Params.Threshold = 0.02
			whole := size(o)
			if whole < 10_000 {
				continue // consists of its header; zones have one line
			}
			for _, large := range []int64{whole / 2, 2 * whole, 0} {
				if large != whole/2 && format != quadfile.NDJSON {
					continue
				}
				here, frames, at := goroutine(), int64(0), int64(0)
				var reported []quads.Forecast
				o.Large, o.Foresee = large, func(f quads.Forecast) {
					reported = append(reported, f)
					if where := goroutine(); where != here {
						t.Errorf("called on %s, Run on %s", where, here)
					}
					at = frames
				}
				if _, err := quads.Run(context.Background(), analysis.NewCPU(), o, func(p pipeline.Progress) { frames = p.Frames }); err != nil {
					t.Fatal(err)
				}
				if want := map[bool]int{true: 1}[large < whole]; len(reported) != want {
					t.Errorf("%v, summary %v, %d of %d bytes: called %d times, want %d", format, summary, large, whole, len(reported), want)
				}
				if len(reported) != 1 {
					continue
				}
				f := reported[0]
				if f.Out != o.Out || !f.Whole || !near(f.Bytes, whole, streams.Plain) || at > 2*16 {
					t.Errorf("%v, summary %v: %+v of %d bytes, after %d frames", format, summary, f, whole, at)
				}
				last := int64(0)
				for _, form := range f.Forms {
					if race.Short() {
						break // their sizes are data
					}
					other := o
					other.Format, other.Compression = form.Format, form.Compression
					other.Fields = form.Columns
					if want := size(other); !near(form.Bytes, want, form.Compression) || form.Bytes < last || form.Bytes > f.Bytes {
						t.Errorf("%v, summary %v: %v of %d, in truth %d, behind one of %d", format, summary, form, form.Bytes, want, last)
					}
					last = form.Bytes
				}
				if n := len(f.Forms); (n == 0) != (format.Has(quadfile.Dense) && !format.Has(quadfile.Rows) || format.Has(quadfile.Seekable) || format.Has(quadfile.Maps) && format != quadfile.KvazaarMap) {
					t.Errorf("%v: %d forms", format, n)
				}
			}
		}
	}
}

// TestForeseeSelections: forecasts are about the selected frames, and respect the limit of rows.
func TestForeseeSelections(t *testing.T) {
	path := clip
	if testing.Short() {
		path = small(t)
	}
	for name, change := range map[string]func(*quads.Options){
		"all":       func(*quads.Options) {},
		"every 5th": func(o *quads.Options) { o.Selection.Every = 5 },
		"a part": func(o *quads.Options) {
			o.Selection.From.Index, o.Selection.HasTo, o.Selection.To.Index = 20, true, 219
		},
		"by time": func(o *quads.Options) { o.Selection.HasTo, o.Selection.To.Index, o.Selection.To.Seconds = true, -1, 6 },
		"cubes":   func(o *quads.Options) { o.Cube = 8 },
		"at most": func(o *quads.Options) { o.Path, o.MaxRows = clip, 250_000 },
		"points":  func(o *quads.Options) { o.Params.Variant, o.Params.Threshold = analysis.Points, 0.05 },
		"means":   func(o *quads.Options) { o.Params = analysis.Params{Variant: analysis.CommonFeature, Threshold: 0.01} },
	} {
		o := options(path, filepath.Join(t.TempDir(), "a.ndjson"))
		change(&o)
		if race.Short() && o.Path != path {
			continue // the same goroutines, and many rows
		}
		var reported []quads.Forecast
		o.Large, o.Foresee = 0, func(f quads.Forecast) { reported = append(reported, f) }
		run(t, o)
		whole := int64(len(read(t, o.Out)))
		if len(reported) != 1 || !reported[0].Whole || 3*reported[0].Bytes > 4*whole || 4*reported[0].Bytes < 3*whole {
			t.Errorf("%s: %+v of %d bytes", name, reported, whole)
		}
	}
}

// TestForeseeNothing: for a stream of unknown length, the forecast comes when the file is large,
// and has its size so far.
func TestForeseeNothing(t *testing.T) {
	dir := t.TempDir()
	stream := clips.Make(t, "a.h264", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25", "-frames:v", "60", "-c:v", "libx264", "-preset", "superfast")
	o := options(stream, filepath.Join(dir, "a.ndjson"))
	run(t, o)
	whole := int64(len(read(t, o.Out)))
	for _, large := range []int64{1000, whole / 2, whole - 1, whole} {
		var reported []quads.Forecast
		o.Large, o.Foresee = large, func(f quads.Forecast) { reported = append(reported, f) }
		run(t, o)
		if large == whole {
			if len(reported) != 0 {
				t.Errorf("%d bytes: %+v", large, reported)
			}
			continue
		}
		if len(reported) != 1 || reported[0].Whole || reported[0].Bytes < large || reported[0].Bytes > whole || large < whole-1 && len(reported[0].Forms) < 2 {
			t.Errorf("%d of %d bytes: %+v", large, whole, reported)
		}
	}
}

// TestForeseeChangesNothing: a small export writes no samples; the file is the same with and
// without a forecast.
func TestForeseeChangesNothing(t *testing.T) {
	o := options(clip, filepath.Join(t.TempDir(), "a.ndjson"))
	o.Selection.Frames = 30
	run(t, o)
	want := read(t, o.Out)
	for _, large := range []int64{0, 1 << 20, 1 << 40} {
		o.Large, o.Foresee = large, func(quads.Forecast) {}
		run(t, o)
		if !bytes.Equal(read(t, o.Out), want) {
			t.Errorf("with %d bytes it is another file", large)
		}
	}
}

func TestAbout(t *testing.T) {
	for bytes, want := range map[int64]string{
		0: "0 B", 7: "7 B", 999: "1.0 kB", 1000: "1.0 kB", 9949: "9.9 kB", 9950: "10 kB", 12345: "12 kB", 123456: "120 kB", 996000: "1.0 MB",
		33_400_000: "33 MB", 1_840_000_000: "1.8 GB", 5_000_000_000_000_000: "5000 TB",
	} {
		if got := quads.About(bytes); got != want {
			t.Errorf("%d: %s, want %s", bytes, got, want)
		}
	}
	form := quads.Form{Format: quadfile.CSV, Compression: streams.Zstd, Bytes: 1e6}
	if got := fmt.Sprint(form); got != ".csv.zst (about 1.0 MB)" {
		t.Error(got)
	}
	form.Columns = strings.Fields("frame_index x")
	if got := fmt.Sprint(form); got != "--fields frame_index,x (about 1.0 MB)" {
		t.Error(got)
	}
}

// BenchmarkForesee measures an export with and without a forecast.
func BenchmarkForesee(b *testing.B) {
	for _, format := range []quadfile.Format{quadfile.NDJSON, quadfile.CSV} {
		for _, reported := range []bool{false, true} {
			b.Run(fmt.Sprintf("format=%v/forecast=%v/size=1280x720", format, reported), func(b *testing.B) {
				o := options(clip, filepath.Join(b.TempDir(), "a"))
				o.Format = format
				if reported {
					o.Foresee = func(quads.Forecast) {}
				}
				for b.Loop() {
					run(b, o)
				}
			})
		}
	}
}
