package quads_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/quadfile"
)

// measured counts the bytes of a file that nobody keeps.
type measured struct{ at, size int64 }

func (m *measured) Write(p []byte) (int, error) {
	m.at += int64(len(p))
	m.size = max(m.size, m.at)
	return len(p), nil
}

// Seek implements [io.Seeker].
func (m *measured) Seek(offset int64, whence int) (int64, error) {
	m.at = offset + [...]int64{io.SeekStart: 0, io.SeekCurrent: m.at, io.SeekEnd: m.size}[whence]
	return m.at, nil
}

// BenchmarkFormats writes a frame again and again in each format of quads or points, on one goroutine. It
// reports time and bytes per quad. With FFKVADRAT_MEDIA, a dense frame and a usual one.
func BenchmarkFormats(b *testing.B) {
	clips := []string{clip}
	if media := os.Getenv("FFKVADRAT_MEDIA"); media != "" {
		clips = []string{filepath.Join(media, "VID_1920x1080_cabac_temporal_direct.264"), filepath.Join(media, "cockatoo.mp4")}
	}
	for _, path := range clips {
		for _, variant := range []analysis.Variant{analysis.EdgeThreshold, analysis.Points} {
			h, frames := listed(b, path, analysis.Params{Variant: variant, Threshold: 0.01}, 10)
			for _, format := range quadfile.Formats() {
				if format.Has(quadfile.Maps) || format.Has(quadfile.Quads) != (variant == analysis.EdgeThreshold) {
					continue
				}
				f := frames[len(frames)-1]
				if format.NeedsColours(&h.Analysis) {
					f.Colours = make([]quadfile.Colour, len(f.Quads))
				}
				b.Run(fmt.Sprintf("clip=%s/%ss=%d/format=%v", filepath.Base(path), variant.Thing(), len(f.Quads), format), func(b *testing.B) {
					writeAgain(b, format, h, f)
				})
			}
		}
	}
}

// writeAgain writes a frame b.N times, with ascending indices.
func writeAgain(b *testing.B, format quadfile.Format, h quadfile.Header, f quadfile.Frame) {
	var out measured
	var w *quadfile.Writer
	b.ReportAllocs()
	for b.Loop() {
		var err error
		if w == nil {
			w, err = quadfile.NewWriter(&out, format, h)
		}
		if f.Index++; f.HasPTS {
			f.PTS += 512
		}
		if err == nil {
			err = w.WriteFrame(&f)
		}
		if err == nil && format.Has(quadfile.OneFrame) {
			err = w.Close()
			w = nil
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	if w != nil {
		if err := w.Close(); err != nil {
			b.Fatal(err)
		}
	}
	n := float64(b.N) * float64(len(f.Quads))
	b.ReportMetric(float64(out.size)/n, "B/quad")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/n, "ns/quad")
}
