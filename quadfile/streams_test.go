package quadfile

import (
	"io"
	"runtime"
	"testing"

	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/tests/race"
	"ffkvadrat/yuv"
)

// seekable discards what is written, and goes back to its beginning.
type seekable struct{ io.Writer }

func (seekable) Seek(int64, int) (int64, error) { return 0, nil }

// TestWritersStream writes 20,000 frames (with -short 2,500) of every kind in every format: a Writer holds no frame that it has written. What
// it keeps of each is an entry in the index of .ffq, of some five bytes, or the density of zones, of twelve, in lists with
// room for a quarter more; and for COCO where the steps of the frames' numbers change.
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
					continue // keeps up to a page of each column: TestTablesStream writes many
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
					last = 1 // is all that there may be
				}
				before := int64(0)
				for i := range last {
					f.Index, f.PTS = int64(3*i), int64(i)
					if i%100 == 7 {
						f.Index++ // not in regular steps for COCO, which then keeps where they change
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
