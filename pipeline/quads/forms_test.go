package quads_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/decode"
	"ffkvadrat/pipeline/quads"
	"ffkvadrat/quadfile"
	"ffkvadrat/quadpyramid"
)

// listed analyses the first frames of a clip.
func listed(b *testing.B, path string, params analysis.Params, most int) (h quadfile.Header, frames []quadfile.Frame) {
	b.Helper()
	video, err := decode.OpenVideo(context.Background(), path, decode.Options{Stream: decode.Best})
	if err != nil {
		b.Fatal(err)
	}
	defer video.Close()
	h = quads.NewHeader(path, video.Info(), params)
	engine := analysis.NewCPU()
	for len(frames) < most {
		picture, err := video.Next()
		if err == io.EOF {
			break
		} else if err != nil {
			b.Fatal(err)
		}
		result, err := engine.Analyze(&picture.Picture, params)
		if err != nil {
			b.Fatal(err)
		}
		var f quadfile.Frame
		quads.Describe(&f, picture, 0, result)
		f.Quads, f.Means, f.Values = slices.Clone(f.Quads), slices.Clone(f.Means), slices.Clone(f.Values)
		frames = append(frames, f)
		picture.Release()
	}
	return h, frames
}

// preorder is the plain code of a quadtree: two bits a cell, in preorder.
type preorder struct {
	list  []quadpyramid.Quad
	out   []byte
	cells int
}

func (p *preorder) put(v byte) {
	if p.cells%4 == 0 {
		p.out = append(p.out, 0)
	}
	p.out[len(p.out)-1] |= v << (2 * (p.cells % 4))
	p.cells++
}

func (p *preorder) cell(k int, place uint32) {
	switch {
	case len(p.list) == 0 || p.list[0].Morton()>>(2*k) != place>>(2*k):
		p.put(0)
	case p.list[0].Level() == k:
		p.put(1)
		p.list = p.list[1:]
	default:
		p.put(2)
		for i := range uint32(4) {
			p.cell(k-1, place+i<<(2*k-2))
		}
	}
}

// writeAs writes an export.
func writeAs(w io.Writer, format quadfile.Format, c streams.Compression, h quadfile.Header, frames []quadfile.Frame) error {
	packed, err := streams.Compress(w, c)
	if err != nil {
		return err
	}
	e, err := quadfile.NewWriter(packed, format, h)
	if err != nil {
		return err
	}
	for i := range frames {
		if err := e.WriteFrame(&frames[i]); err != nil {
			return err
		}
	}
	if err := e.Close(); err != nil {
		return err
	}
	return packed.Close()
}

// BenchmarkForms writes the lists of real frames in several forms, on one core, and reports bytes
// per frame: NDJSON, compressed or not; tables and other texts; the quadtree's plain code in preorder; the quads' Morton
// indices and levels, four bytes each, compressed; and .ffq.
func BenchmarkForms(b *testing.B) {
	clips := []string{clip}
	if media := os.Getenv("FFKVADRAT_MEDIA"); media != "" {
		for _, name := range []string{"sample_edit_list.mp4", "VID_1920x1080_cabac_temporal_direct.264", "cockatoo.mp4", "sintel_trailer-720p.mp4", "fire2.mp4", "nasa_13013.mp4"} {
			clips = append(clips, filepath.Join(media, name))
		}
	}
	edges := analysis.Params{Threshold: 0.01}
	colours := analysis.Params{Variant: analysis.CommonFeature, Threshold: 0.001}
	for _, path := range clips {
		for _, params := range []analysis.Params{edges, colours} {
			h, frames := listed(b, path, params, 48)
			total := 0
			for _, f := range frames {
				total += len(f.Quads)
			}
			form := func(name string, write func(w io.Writer) error) {
				b.Run(fmt.Sprintf("clip=%s/variant=%v/quads=%d/form=%s", filepath.Base(path), params.Variant, total/len(frames), name), func(b *testing.B) {
					var out bytes.Buffer
					for b.Loop() {
						out.Reset()
						if err := write(&out); err != nil {
							b.Fatal(err)
						}
					}
					b.ReportMetric(float64(out.Len())/float64(len(frames)), "B/frame")
					b.ReportMetric(8*float64(out.Len())/float64(total), "bits/quad")
					b.ReportMetric(float64(b.N*len(frames))/b.Elapsed().Seconds(), "frames/s")
					b.ReportMetric(float64(b.N*total)/b.Elapsed().Seconds(), "quads/s")
				})
			}
			writer := func(format quadfile.Format, c streams.Compression) func(w io.Writer) error {
				return func(w io.Writer) error { return writeAs(w, format, c, h, frames) }
			}
			form("ndjson", writer(quadfile.NDJSON, streams.Plain))
			form("ndjson.zst", writer(quadfile.NDJSON, streams.Zstd))
			for _, f := range []struct {
				name   string
				format quadfile.Format
			}{{"parquet", quadfile.Parquet}, {"arrow", quadfile.Arrow}, {"csv", quadfile.CSV}, {"coco", quadfile.COCO}, {"yuview", quadfile.YUView}, {"json", quadfile.JSON}} {
				form(f.name, writer(f.format, streams.Plain))
			}
			if params.Variant == analysis.EdgeThreshold {
				form("preorder", func(w io.Writer) error {
					for _, f := range frames {
						p := preorder{list: f.Quads}
						p.cell(quadpyramid.TopLevel(h.Source.Width, h.Source.Height), 0)
						w.Write(p.out)
					}
					return nil
				})
				form("words.zst", func(w io.Writer) error {
					packed, err := streams.Compress(w, streams.Zstd)
					if err != nil {
						return err
					}
					for _, f := range frames {
						var words []byte
						for _, q := range f.Quads {
							words = binary.LittleEndian.AppendUint32(words, q.Morton()|uint32(q.Level())<<28)
						}
						packed.Write(words)
					}
					return packed.Close()
				})
			}
			form("ffq", writer(quadfile.FFQ, streams.Plain))
		}
	}
}
