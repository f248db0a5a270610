package quadfile

import (
	"io"
	"runtime"
	"testing"

	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/tests/race"
	"ffkvadrat/yuv"
)

// seekable discards what is written; its seeks succeed.
type seekable struct{ io.Writer }

func (seekable) Seek(int64, int) (int64, error) { return 0, nil }

// TestWritersStream writes 20,000 frames (with -short 2,500) of every kind in every format: memory
// stays bounded. Per frame a Writer keeps at most an index entry of .ffq, about five bytes, or a
// density of zones, twelve bytes, in slices with a quarter to spare; and for COCO the changes of
// the frames' steps.
func TestWritersStream(t *testing.T) {
	race.Plain(t)
	few, many := 1000, 20_000
	if testing.Short() {
		few, many = 500, 2500
	}
	const most = 16 // bytes
	live := func() int64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	tried := map[Format]bool{}
	for name, doc := range rulesOf() {
		if len(doc.Frames) == 0 {
			continue
		}
		for _, format := range Formats() {
			for _, summary := range []bool{false, true} {
				h := doc.Header
				if format.Takes(h.Analysis.contents()) != nil || summary && !format.Has(Summaries) || format == NPZ && h.Analysis.Order == points.ByValue {
					continue
				}
				tried[format] = true
				if format == Parquet {
					continue // keeps up to a page per column; see TestTablesStream
				}
				start := NewWriter
				if summary {
					start = NewSummary
				}
				w, err := start(seekable{io.Discard}, format, h)
				if err != nil {
					t.Fatalf("%v of %s: %v", format, name, err)
				}
				f := doc.Frames[0]
				f.Colours = randomColours(len(f.Quads))
				f.Times = make([]float64, f.Window)
				f.Luma, f.HasLuma = yuv.Tones{}, true
				last := many
				if format.Has(OneFrame) {
					last = 1 // the format holds one frame
				}
				before := int64(0)
				for i := range last {
					f.Index, f.PTS = int64(3*i), int64(i)
					if i%100 == 7 {
						f.Index++ // irregular steps, which COCO stores
					}
					if err := w.WriteFrame(&f); err != nil {
						t.Fatalf("%v of %s: %v", format, name, err)
					}
					if i+1 == few {
						before = live()
					}
				}
				after := live()
				if last == many && after-before > most*int64(many-few) {
					t.Errorf("%v of %s, summary %v: %d bytes for each frame", format, name, summary, (after-before)/int64(many-few))
				}
				if err := w.Close(); err != nil {
					t.Fatalf("%v of %s: %v", format, name, err)
				}
			}
		}
	}
	for _, format := range Formats() {
		if !tried[format] {
			t.Errorf("no %v", format)
		}
	}
}
