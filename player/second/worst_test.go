package second_test

import (
	"encoding/csv"
	"fmt"
	"image"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/measure/compare"
	"ffkvadrat/measure/survey"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/second"
	"ffkvadrat/tests/leak"
	"ffkvadrat/tests/wait"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/distortion"
)

// searched compares videos to the end.
func searched(t *testing.T, c second.Comparison) *second.Search {
	t.Helper()
	s, posts := new(second.Search), make(chan func(), 1000)
	s.Update(t.Context(), c, func(update func()) { posts <- update })
	for s.Found.State != "" {
		wait.Receive(t, "a comparison", posts)()
	}
	return s
}

// TestNumbersAgree: a frame has one PSNR of all planes, one SSIM and one IoU in the list, in the rows of compare and in the
// timeline's curve, and one of luma in compare and in the view of the difference. The mean QP is known, too.
func TestNumbersAgree(t *testing.T) {
	leak.Check(t)
	c := second.Comparison{Reference: clip, Encode: made(t, "x.mkv", "-frames:v", "5", "-c:v", "libx264", "-crf", "30"), Stream: decode.Best, Params: analysis.Params{Threshold: 0.02}}
	s := searched(t, c)
	defer s.Close()
	table := filepath.Join(t.TempDir(), "x.csv")
	if _, err := compare.Run(t.Context(), compare.Options{Reference: c.Reference, Stream: c.Stream, Encodes: []string{c.Encode}, Params: c.Params, Out: table}, nil); err != nil {
		t.Fatal(err)
	}
	over := s.Over
	if s.Update(t.Context(), c, func(func()) {}); s.Over != over || len(s.Found.Frames) == 0 {
		t.Error("the same comparison begins again")
	}
	file, err := os.Open(table)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	value := func(frame int, name string) float64 {
		for i, column := range rows[0] {
			if column == name {
				v, err := strconv.ParseFloat(rows[1+frame][i], 64)
				if err != nil {
					t.Fatal(err)
				}
				return v
			}
		}
		t.Fatalf("no column %s", name)
		return 0
	}
	var v survey.View
	if !s.Over.Copy(&v) || len(v.Bins) != 5 || len(s.Found.Frames) != 5 || s.Found.Planes != "YUV" || s.Found.Threshold != 0.02 {
		t.Fatalf("%d bins, %+v", len(v.Bins), s.Found)
	}
	for i := range v.Bins {
		b := &v.Bins[i]
		if got, want := survey.Decibels(b.PSNR), value(i, "psnr_avg"); math.Abs(got-want) > 1e-6 {
			t.Errorf("frame %d: the curve has %v, compare %v", i, got, want)
		}
		if got, want := b.SSIM.Mean(), value(i, "ssim_y"); b.SSIM.N != 1 || math.Abs(got-want) > 1e-6 {
			t.Errorf("frame %d: the curve of SSIM has %v, compare %v", i, got, want)
		}
		if (b.Kind == survey.Intra) != (i == 0) || b.Kind == survey.KindUnknown {
			t.Errorf("frame %d is of type %c", i, b.Type)
		}
		if b.QP.N == 0 || b.QP.Mean() < 10 || b.QP.Mean() > 51 {
			t.Errorf("frame %d: QP %+v", i, b.QP)
		}
	}
	for _, f := range s.Found.Frames {
		i := v.At(f.Time)
		for cell, want := range map[int]string{0: strconv.Itoa(i + 1), 2: fmt.Sprintf("%.4f", value(i, "ssim_all")), 3: fmt.Sprintf("%.2f", value(i, "psnr_avg")), 4: fmt.Sprintf("%.3f", value(i, "iou"))} {
			if f.Cells[cell] != want {
				t.Errorf("frame %d: the list has %q, compare %s", i, f.Cells, want)
			}
		}
	}
	a, _ := first(t, c.Reference)
	b, _ := first(t, c.Encode)
	var differ views.Differ
	differ.Paint(image.NewRGBA(image.Rect(0, 0, a.Picture.Width, a.Picture.Height)), &a.Picture, &b.Picture, views.Gain1, yuv.Converter{})
	if plane, got := differ.Compared(); plane != "Y" || math.Abs(got-value(0, "psnr_y")) > 1e-6 {
		t.Errorf("the difference has %v of %s, compare %v of luma", got, plane, value(0, "psnr_y"))
	}
	meter := blocksOf(a, b)
	if plane, got := meter.Compared(); plane != "Y" || math.Abs(got-value(0, "psnr_y")) > 1e-6 {
		t.Errorf("the PSNR of blocks is of %v of %s, compare has %v of luma", got, plane, value(0, "psnr_y"))
	}
}

// blocksOf returns the painter of the PSNR of blocks of two frames, which it has compared.
func blocksOf(a, b *decode.Frame) *views.BlockMeter {
	p, meter := &a.Picture, new(views.BlockMeter)
	meter.Paint(image.NewRGBA(image.Rect(0, 0, p.Width, p.Height)), p, &b.Picture, views.Gain1, yuv.NewConverter(p.Format, p.Colour, p.Width, p.Height))
	return meter
}

// TestAreasAgree: a worst area of one block has the PSNR that the view of blocks has there, and larger ones have that of the sum of
// their blocks' errors.
func TestAreasAgree(t *testing.T) {
	leak.Check(t)
	c := second.Comparison{Reference: clip, Encode: made(t, "x.mkv", "-frames:v", "1", "-c:v", "libx264", "-crf", "40"), Stream: decode.Best, Params: analysis.Params{Threshold: 0.02}}
	s := searched(t, c)
	defer s.Close()
	a, _ := first(t, c.Reference)
	b, _ := first(t, c.Encode)
	grid := &blocksOf(a, b).Grid
	if len(s.Found.Areas[compare.Squares]) == 0 {
		t.Fatal("no area differs")
	}
	for _, area := range s.Found.Areas[compare.Squares] {
		all := distortion.Distortion{Most: a.Picture.Format.MaxValue()}
		for i := range grid.Squares {
			if grid.Place(i).Overlaps(area.Part) {
				all.SSE, all.Pixels = all.SSE+grid.Squares[i].SSE, all.Pixels+grid.Squares[i].Pixels
			}
		}
		if got := fmt.Sprintf("%.2f", all.PSNR()); got != area.Cells[4] {
			t.Errorf("%v: the list has %q, the blocks %s dB", area.Part, area.Cells, got)
		}
	}
}
