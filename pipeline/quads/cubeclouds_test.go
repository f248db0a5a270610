package quads_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"path/filepath"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/edge"
	"ffkvadrat/pipeline"
	"ffkvadrat/quadfile"
	"ffkvadrat/yuv/channel"
)

// decoded are all frames of a video: sizes, the channels of all pixels, and times.
type decoded struct {
	widths []int
	pixels [][]channel.Vector
	times  []float64
}

func decodeVideo(t *testing.T, path string) (f decoded) {
	t.Helper()
	video, err := decode.OpenVideo(context.Background(), path, decode.Options{Stream: decode.Best})
	if err != nil {
		t.Fatal(err)
	}
	defer video.Close()
	info := video.Info()
	for {
		frame, err := video.Next()
		if err != nil {
			return f
		}
		pixels, err := channel.Pixels(nil, &frame.Picture, channel.RGB)
		if err != nil {
			t.Fatal(err)
		}
		at := frame.Time
		if frame.HasPTS {
			at = float64(frame.PTS) * (float64(info.TimeBase.Num) / float64(info.TimeBase.Den))
		}
		f.widths, f.pixels, f.times = append(f.widths, frame.Picture.Width), append(f.pixels, pixels), append(f.times, at)
		frame.Release()
	}
}

// TestCloudsOfCubes: the vertices are the cubes of the NDJSON, each with the colour of the pixel at
// its centre and the time of that frame, for all pixel formats, lengths of windows and selections,
// for a video whose frames change in size, and with any number of goroutines.
func TestCloudsOfCubes(t *testing.T) {
	cuts := videoWithCuts(t, "testsrc2=size=96x64")
	for _, c := range []struct {
		path   string
		cube   int
		params analysis.Params
		frames pipeline.Selection
	}{
		{"../../samples/tiny-420.mp4", 8, analysis.Params{Threshold: 0.003}, pipeline.Selection{}},
		{"../../samples/tiny-10bit.mp4", 16, analysis.Params{Threshold: 0.003}, pipeline.Selection{}},
		{"../../samples/tiny-gray.mp4", 64, analysis.Params{Threshold: 0.003, MinSize: 2}, pipeline.Selection{}},
		{"../../samples/tiny-rgb.mkv", 16, analysis.Params{Threshold: 0.01}, pipeline.Selection{}},
		{"../../samples/tiny-odd-175x143.mp4", 32, analysis.Params{Operator: edge.Motion, Threshold: 0.001}, pipeline.Selection{}},
		{"../../samples/tiny-420.mp4", 8, analysis.Params{Threshold: 0.003}, pipeline.Selection{Every: 3}},
		{"../../samples/tiny-still.png", 64, analysis.Params{Threshold: 0.003}, pipeline.Selection{}},
		{cuts, 16, analysis.Params{Threshold: 0.003}, pipeline.Selection{}},
	} {
		name := fmt.Sprintf("%s, %d, %+v", filepath.Base(c.path), c.cube, c.frames)
		o := options(c.path, filepath.Join(t.TempDir(), "a.ndjson"))
		o.Cube, o.Params, o.Selection = c.cube, c.params, c.frames
		run(t, o)
		doc, err := quadfile.Read(bytes.NewReader(read(t, o.Out)))
		if err != nil {
			t.Fatal(err)
		}
		every := max(c.frames.Every, 1)
		pictures := decodeVideo(t, c.path)
		var want []byte
		number := func(v any) {
			if want, err = binary.Append(want, binary.LittleEndian, v); err != nil {
				t.Fatal(err)
			}
		}
		n := 0
		for _, f := range doc.Frames {
			for i, q := range f.Quads {
				size := q.Size()
				x, y, in := q.X()+size/2, q.Y()+size/2, f.Index+every*int64(int(f.Starts[i])+size/2)
				number(float32(float64(q.X()) + float64(size)/2))
				number(float32(float64(q.Y()) + float64(size)/2))
				number(float32(float64(f.Index) + float64(every)*(float64(f.Starts[i])+float64(size)/2)))
				number(pictures.times[in])
				number(uint16(size))
				for _, v := range pictures.pixels[in][y*pictures.widths[in]+x] {
					number(uint8(math.Floor(float64(v)*255/16383 + 0.5)))
				}
				n++
			}
		}
		if n == 0 {
			t.Fatalf("%s: no cubes", name)
		}
		o.Out, o.Format = filepath.Join(t.TempDir(), "a.ply"), quadfile.PLY
		for _, o.Goroutines = range []int{1, 3} {
			run(t, o)
			got := read(t, o.Out)
			head, body, _ := bytes.Cut(got, []byte("end_header\n"))
			if !bytes.Contains(head, fmt.Appendf(nil, "\nelement vertex %d\n", n)) || !bytes.Equal(body, want) {
				t.Errorf("%s, %d goroutines: other vertices behind\n%s", name, o.Goroutines, head)
			}
		}
	}
}
