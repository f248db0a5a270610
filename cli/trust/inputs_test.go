package trust

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/pipeline/quads"
	"ffkvadrat/quadfile"
	"ffkvadrat/tests/clips"
)

// exported exports a file with an engine and reads the export.
func exported(t *testing.T, path string, stream int, engine analysis.Engine) *quadfile.Document {
	t.Helper()
	var out bytes.Buffer
	if _, err := run(context.Background(), engine, quads.Options{Path: path, Stream: stream, Params: variants[0], To: &out}); err != nil && !errors.Is(err, errDamaged) {
		t.Fatal(err)
	}
	doc, err := quadfile.Read(&out)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// fact is ffprobe's output for a frame.
type fact struct {
	Key  int    `json:"key_frame"`
	PTS  *int64 `json:"pts"`
	Pict string `json:"pict_type"`
	W    int    `json:"width"`
	H    int    `json:"height"`
	Fmt  string `json:"pix_fmt"`
}

func facts(t *testing.T, path string, stream int) []fact {
	t.Helper()
	out := clips.Probe(t, "-select_streams", strconv.Itoa(stream), "-show_frames",
		"-show_entries", "frame=key_frame,pts,pict_type,width,height,pix_fmt", "-of", "json", "file:"+path)
	var doc struct{ Frames []fact }
	if err := json.Unmarshal(out, &doc); err != nil {
		t.Fatal(err)
	}
	return doc.Frames
}

// checkExport compares an export with ffprobe's output, and its quads with those of the reference
// engine.
func checkExport(t *testing.T, path string, stream, frames int) *quadfile.Document {
	t.Helper()
	doc := exported(t, path, stream, analysis.NewCPU())
	want := facts(t, path, doc.Header.Source.StreamIndex)
	if len(doc.Frames) != frames || len(want) != frames {
		t.Fatalf("%d frames, ffprobe has %d, want %d", len(doc.Frames), len(want), frames)
	}
	oracle := exported(t, path, stream, analysis.NewReference())
	for i, f := range doc.Frames {
		w := want[i]
		if f.Index != int64(i) || f.HasPTS != (w.PTS != nil) || f.HasPTS && f.PTS != *w.PTS || f.KeyFrame != (w.Key == 1) ||
			string(f.PictType) != w.Pict || f.Width != w.W || f.Height != w.H || f.PixFmt != w.Fmt {
			f.Quads = nil
			t.Fatalf("frame %d is %+v, ffprobe has %+v", i, f, w)
		}
		if !equalQuads(f, oracle.Frames[i]) {
			t.Fatalf("frame %d: the quads are not the reference's", i)
		}
	}
	return doc
}

func equalQuads(a, b quadfile.Frame) bool {
	if len(a.Quads) != len(b.Quads) {
		return false
	}
	for i := range a.Quads {
		if a.Quads[i] != b.Quads[i] {
			return false
		}
	}
	return true
}

// TestOddInputs exports files that are each unusual in one way.
func TestOddInputs(t *testing.T) {
	source := func(seconds, size string) []string {
		return []string{"-f", "lavfi", "-i", "testsrc2=rate=25:duration=" + seconds + ":size=" + size}
	}
	for _, c := range []struct {
		name   string
		frames int
		make   func(t *testing.T, path string)
	}{
		{"cover.mp4", 10, func(t *testing.T, path string) {
			cover, video := path+".png", path+".v.mp4"
			ffmpeg(t, append(source("0.04", "99x77"), "-frames:v", "1", cover)...)
			ffmpeg(t, append(source("0.4", "64x48"), "-c:v", "mpeg4", video)...)
			ffmpeg(t, "-i", cover, "-i", video, "-map", "0", "-map", "1", "-c", "copy", "-disposition:v:0", "attached_pic", path)
		}},
		{"formats.mjpeg", 15, func(t *testing.T, path string) {
			var all []byte
			for i, format := range []string{"yuvj420p", "yuvj444p", "yuvj422p"} {
				part := path + strconv.Itoa(i) + ".mjpeg"
				ffmpeg(t, append(source("0.2", []string{"64x48", "48x80", "64x48"}[i]), "-pix_fmt", format, part)...)
				all = append(all, read(t, part)...)
			}
			write(t, path, all)
		}},
		{"negative.ts", 50, func(t *testing.T, path string) { // the 33-bit counter overflows
			ffmpeg(t, append(source("2", "64x48"), "-c:v", "mpeg2video", "-output_ts_offset", "95441.5", path)...)
		}},
		{"edited.mp4", 15, func(t *testing.T, path string) {
			ffmpeg(t, append(source("2", "64x48"), "-c:v", "libx264", "-g", "25", path+".whole.mp4")...)
			ffmpeg(t, "-ss", "1.4", "-i", path+".whole.mp4", "-c", "copy", path)
		}},
		{"backward.mkv", 10, func(t *testing.T, path string) {
			ffmpeg(t, append(source("0.4", "64x48"), "-c:v", "mjpeg", "-bsf:v", "setts=ts='if(eq(mod(N,4),3),N-3,N)'", path)...)
		}},
		{"untimed.264", 25, func(t *testing.T, path string) { ffmpeg(t, append(source("1", "64x48"), "-c:v", "libx264", path)...) }},
		{"ticks.mp4", 25, func(t *testing.T, path string) {
			ffmpeg(t, append(source("1", "64x48"), "-vf", "settb=1/90000,setpts='N*3600+mod(N*N*7919,3000)'", "-fps_mode", "passthrough", "-enc_time_base", "1/90000", "-c:v", "libx264", "-video_track_timescale", "90000", path)...)
		}},
		{"small.png", 1, func(t *testing.T, path string) {
			ffmpeg(t, append(source("0.04", "64x64"), "-vf", "format=rgb24,crop=1:1:40:9", path)...)
		}},
		{"small.mkv", 10, func(t *testing.T, path string) {
			ffmpeg(t, append(source("0.4", "64x64"), "-vf", "format=rgb24,crop=5:3:9:9", "-pix_fmt", "yuv444p", "-c:v", "ffv1", path)...)
		}},
		{"wide.png", 1, func(t *testing.T, path string) {
			ffmpeg(t, append(source("0.04", "16384x16"), "-vf", "format=rgb24,crop=16384:1:0:7", path)...)
		}},
		{"high.png", 1, func(t *testing.T, path string) {
			ffmpeg(t, append(source("0.04", "16x16384"), "-vf", "format=rgb24,crop=1:16384:7:0", path)...)
		}},
		{"still.jpg", 1, func(t *testing.T, path string) { ffmpeg(t, append(source("0.04", "175x143"), path)...) }},
		{"delays.gif", 5, func(t *testing.T, path string) {
			ffmpeg(t, append(source("0.2", "64x48"), "-vf", "setpts='N*N*0.1/TB'", "-fps_mode", "passthrough", path)...)
		}},
		{"delays.apng", 5, func(t *testing.T, path string) {
			ffmpeg(t, append(source("0.2", "64x48"), "-vf", "setpts='N*N*0.1/TB'", "-fps_mode", "passthrough", path)...)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), c.name)
			c.make(t, path)
			checkExport(t, path, decode.Best, c.frames)
		})
	}
}

// TestChosenStream exports each of two video streams; the export names it.
func TestChosenStream(t *testing.T) {
	path := filepath.Join(t.TempDir(), "two.mkv")
	ffmpeg(t, "-f", "lavfi", "-i", "testsrc2=size=32x16:duration=0.2", "-f", "lavfi", "-i", "testsrc2=size=64x48:duration=0.4", "-map", "0", "-map", "1", "-c:v", "mpeg4", path)
	for stream, frames := range []int{5, 10} {
		if doc := checkExport(t, path, stream, frames); doc.Header.Source.StreamIndex != stream {
			t.Errorf("stream %d is called %d", stream, doc.Header.Source.StreamIndex)
		}
	}
}

// TestNoKeyFrameAtTheStart exports the later part of a stream.
func TestNoKeyFrameAtTheStart(t *testing.T) {
	dir := t.TempDir()
	whole, part := filepath.Join(dir, "whole.ts"), filepath.Join(dir, "part.ts")
	ffmpeg(t, "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=4", "-c:v", "libx264", "-x264-params", "open-gop=1:keyint=30:bframes=5", whole)
	data := read(t, whole)
	const packet = 188
	// The transport stream's tables, which are repeated, then data from inside a group of pictures.
	write(t, part, append(data[:3*packet:3*packet], data[len(data)/packet*2/5*packet:]...))
	want := facts(t, part, 0)
	if len(want) < 20 || len(want) > 70 {
		t.Fatalf("ffprobe has %d frames", len(want))
	}
	checkExport(t, part, decode.Best, len(want))
}

// TestMatricesLeaveTheDataAlone: with valid and invalid display matrices, the export stays in coded
// pixels.
func TestMatricesLeaveTheDataAlone(t *testing.T) {
	path := "../../samples/tiny-420.mp4"
	want := exported(t, path, decode.Best, analysis.NewCPU())
	data := read(t, path)
	const one = 1 << 16
	for name, m := range map[string][9]int32{
		"quarter":     {0, one, 0, -one, 0, 0, 0, 0, 1 << 30},
		"mirrored":    {-one, 0, 0, 0, one, 0, 0, 0, 1 << 30},
		"zero":        {},
		"sheared":     {one, one, 0, 0, one, 0, 0, 0, 1 << 30},
		"projective":  {one, 0, 1 << 30, 0, one, -1, 0, 0, 0},
		"overflowing": {1<<31 - 1, -1 << 31, 1<<31 - 1, -1 << 31, -1 << 31, 1, 1<<31 - 1, 7, -1},
	} {
		t.Run(name, func(t *testing.T) {
			turned := filepath.Join(t.TempDir(), "turned.mp4")
			n := 0
			write(t, turned, rewrite(data, map[string]bool{"moov": true, "trak": true}, "tkhd", func(b []byte) []byte {
				n++
				b = bytes.Clone(b)
				for i, v := range m {
					binary.BigEndian.PutUint32(b[40+4*i:], uint32(v)) // of a box of version 0
				}
				return b
			}))
			got := exported(t, turned, decode.Best, analysis.NewCPU())
			if n == 0 || len(got.Frames) != len(want.Frames) || got.Header.Source.Width != want.Header.Source.Width {
				t.Fatalf("%d tracks, %d frames, %+v", n, len(got.Frames), got.Header.Source)
			}
			for i := range want.Frames {
				if !equalQuads(got.Frames[i], want.Frames[i]) {
					t.Fatalf("frame %d has other quads", i)
				}
			}
		})
	}
}

// TestNoIndex: a file without the index that its container needs is refused.
func TestNoIndex(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.mp4")
	ffmpeg(t, "-f", "lavfi", "-i", "testsrc2=size=64x48:duration=1", "-c:v", "mpeg4", path)
	data := read(t, path)
	write(t, path, data[:bytes.Index(data, []byte("moov"))-4])
	if _, err := pipeline(context.Background(), path, path+".ndjson", 0, analysis.NewCPU()); !errors.Is(err, decode.ErrNotVideo) {
		t.Errorf("got %v", err)
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}
