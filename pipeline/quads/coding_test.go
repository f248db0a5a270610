package quads_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"io"
	"slices"
	"strconv"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/partition"
	"ffkvadrat/analysis/partition/agreement"
	"ffkvadrat/decode"
	"ffkvadrat/pipeline"
	"ffkvadrat/pipeline/quads"
	"ffkvadrat/quadfile"
	"ffkvadrat/tests/clips"
	"ffkvadrat/yuv"
)

// TestCodec: a summary reports how the codec coded each frame: the packet's bytes as ffprobe
// reports them, and the QP that was set for x264.
func TestCodec(t *testing.T) {
	const seen = "testsrc2=size=320x240:rate=25:duration=1"
	for _, c := range []struct {
		name     string
		args     []string
		qp       string // of all frames; empty if it varies
		exported bool
	}{
		{"constant.mp4", []string{"-c:v", "libx264", "-x264-params", "qp=30:ipratio=1:pbratio=1"}, "30.000000", true},
		{"free.mp4", []string{"-c:v", "libx264", "-crf", "30"}, "", true},
		{"free265.mp4", []string{"-c:v", "libx265", "-x265-params", "log-level=none:pools=1"}, "", true},
		{"a.m2v", []string{"-c:v", "mpeg2video", "-q:v", "6"}, "12.000000", true},
		{"a.mkv", []string{"-c:v", "ffv1"}, "", false},
	} {
		path := clips.Make(t, c.name, append([]string{"-f", "lavfi", "-i", seen, "-pix_fmt", "yuv420p"}, c.args...)...)
		var text bytes.Buffer
		params := analysis.Params{Threshold: 0.01}
		report, err := quads.Run(context.Background(), analysis.NewCPU(), quads.Options{
			Path: path, Stream: decode.Best, Params: params, Format: quadfile.CSV, To: &text, Selection: pipeline.Selection{Frames: 20}, Summary: true, Codec: true,
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if exported := report.NoBlocks == nil; exported != c.exported {
			t.Errorf("%s: exported %v: %v", c.name, exported, report.NoBlocks)
		}
		rows, err := csv.NewReader(&text).ReadAll()
		if err != nil || len(rows) != 21 {
			t.Fatalf("%s: %d rows, %v", c.name, len(rows), err)
		}
		at := func(name string) int { return slices.Index(rows[0], name) }
		want := codings(t, path, params)
		different := map[string]bool{}
		for i, row := range rows[1:] {
			got := [...]string{row[at("bytes")], row[at("bytes_per_quad")], row[at("qp_mean")], row[at("qp_density")], row[at("intra_part")], row[at("skip_part")], row[at("depth_mean")]}
			if got != want[i] {
				t.Errorf("%s, frame %d: %q, want %q", c.name, i, got, want[i])
			}
			if c.qp != "" && got[2] != c.qp {
				t.Errorf("%s, frame %d: the mean quantiser is %s, want %s", c.name, i, got[2], c.qp)
			}
			if (got[2] != "") != c.exported {
				t.Errorf("%s, frame %d: the mean quantiser is %q", c.name, i, got[2])
			}
			different[got[3]] = true
		}
		if c.name == "free.mp4" && len(different) < 10 {
			t.Errorf("%s: correlations %v", c.name, different)
		}
	}
}

// codings computes the fields of a video's frames in another way: pixel by pixel.
func codings(t *testing.T, path string, params analysis.Params) (all [][7]string) {
	t.Helper()
	v, err := decode.OpenVideo(context.Background(), path, decode.Options{Stream: decode.Best, Needs: yuv.Needs{Blocks: true, Vectors: true}})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	hevc := v.Info().Codec == "hevc"
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', 6, 64) }
	for {
		f, err := v.Next()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		list, err := analysis.NewReference().Analyze(&f.Picture, params)
		if err != nil {
			t.Fatal(err)
		}
		fields := [7]string{strconv.Itoa(f.Packet), number(float64(f.Packet) / float64(len(list.Quads)))}
		var builder partition.Builder
		if made, ok := builder.Of(&f.Picture, f.Packet); ok {
			quantisers := make([]int, f.Picture.Width*f.Picture.Height)
			types, depths := map[partition.Type]int{}, 0
			for _, b := range slices.Backward(made.Blocks) { // in reverse, where blocks overlap the first counts
				for y := max(int(b.Y), 0); y < min(int(b.Y+b.Height), f.Picture.Height); y++ {
					for x := max(int(b.X), 0); x < min(int(b.X+b.Width), f.Picture.Width); x++ {
						quantisers[y*f.Picture.Width+x] = int(b.QP)
						types[b.Type]++
						depths += int(b.Depth)
					}
				}
			}
			sum := 0
			for _, quantiser := range quantisers {
				sum += quantiser
			}
			pixels := float64(f.Picture.Width * f.Picture.Height)
			fields[2] = number(float64(sum) / pixels)
			fields[4] = number(float64(types[partition.Intra]) / pixels)
			if hevc {
				fields[5], fields[6] = number(float64(types[partition.Skipped])/pixels), number(float64(depths)/pixels)
			}
			var a agreement.Agreement
			new(agreement.Comparer).Compare(&a, list.Quads, made)
			if r, ok := a.Quantiser.Pearson(); ok {
				fields[3] = number(r)
			}
		}
		all = append(all, fields)
		f.Release()
	}
}
