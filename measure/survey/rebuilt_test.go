package survey_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"testing/synctest"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/reconstruction"
	"ffkvadrat/decode"
	"ffkvadrat/edge"
	"ffkvadrat/measure/survey"
	"ffkvadrat/pipeline"
	"ffkvadrat/pipeline/quads"
	"ffkvadrat/quadfile"
	"ffkvadrat/tests/clips"
)

// summary returns PSNR and SSIM of an export of a video's first frames, as texts.
func summary(t *testing.T, path string, params analysis.Params, fill reconstruction.Fill, frames int64) (all [][2]string) {
	t.Helper()
	var text bytes.Buffer
	_, err := quads.Run(context.Background(), analysis.NewCPU(), quads.Options{
		Path: path, Stream: decode.Best, Params: params, Format: quadfile.CSV, To: &text,
		Selection: pipeline.Selection{Frames: frames}, Summary: true, Distorts: true, Fill: fill,
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&text).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	ratio, similarity := slices.Index(rows[0], "psnr"), slices.Index(rows[0], "ssim")
	for _, row := range rows[1:] {
		all = append(all, [2]string{row[ratio], row[similarity]})
	}
	return all
}

// summarised formats a bin of one frame as a summary does.
func summarised(b *survey.Bin) (t [2]string) {
	if ratio := survey.Decibels(b.PSNR); math.IsInf(ratio, 1) {
		t[0] = "inf"
	} else {
		t[0] = strconv.FormatFloat(ratio, 'f', 6, 64)
	}
	if b.SSIM.N > 0 {
		t[1] = strconv.FormatFloat(b.SSIM.Mean(), 'f', 6, 64)
	}
	return t
}

// TestRebuilt: values equal those of export --summary --distortion for all fills, for embedded and
// real clips, and for frames that equal their reconstruction or have no similarity with it.
func TestRebuilt(t *testing.T) {
	most := int64(24) // frames per clip
	if testing.Short() {
		most = 3
	}
	videos, err := filepath.Glob("../../samples/tiny-*")
	if err != nil || len(videos) == 0 {
		t.Fatal(err)
	}
	videos = append(videos, "../../samples/sample.mp4", clips.Make(t, "small.mkv", "-f", "lavfi", "-i", "testsrc2=size=7x40:rate=25:duration=1", "-pix_fmt", "gray", "-c:v", "ffv1"))
	if folder := os.Getenv("FFKVADRAT_MEDIA"); folder != "" && !testing.Short() {
		real, err := filepath.Glob(filepath.Join(folder, "*.*"))
		if err != nil || len(real) == 0 {
			t.Fatalf("%s: %v, %v", folder, real, err)
		}
		videos = append(videos, real...)
	}
	methods := [...]analysis.Params{
		{Threshold: 0.01}, {Variant: analysis.CommonFeature, Threshold: 0.001}, {Operator: edge.Linear, Threshold: 0.02}, {},
		{Operator: edge.Sobel, Threshold: 0.1, MinSize: 4, MaxSize: 32}, {Threshold: 0.1, Invert: true},
	}
	infinite, alone, shown := 0, 0, 0
	for n, path := range videos {
		if extension := filepath.Ext(path); extension == ".m4a" || extension == ".md" || extension == ".tsv" {
			continue
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			for fill := range reconstruction.FillCount {
				params := methods[(n+int(fill))%len(methods)]
				want := summary(t, path, params, fill, most)
				s, step, end := survey.Stepped(open(t, path).Info(), survey.Options{Path: path, Stream: decode.Best, Wake: func() {}}, params)
				s.SetMeasures(survey.Measures{Rebuilt: true, Fill: fill})
				var v survey.View
				passed := 0
				for !v.Whole && v.Err == nil && passed < int(most) {
					step()
					s.Copy(&v)
					passed = len(v.Bins) - len(slices.DeleteFunc(slices.Clone(v.Bins), func(b survey.Bin) bool { return b.Start <= v.Reached }))
				}
				end()
				if v.Err != nil || len(want) != min(passed, int(most)) {
					t.Fatalf("%v: %d pictures and %v, the export has %d", fill, passed, v.Err, len(want))
				}
				for i := range want {
					b := &v.Bins[i]
					if got := summarised(b); got != want[i] || b.PSNR.N != 1 {
						t.Fatalf("%v, %+v, picture %d: %q, the summary has %q", fill, params, i, got, want[i])
					}
					shown++
					if want[i][0] == "inf" {
						infinite++
					}
					if want[i][1] == "" {
						alone++
					}
				}
			}
		})
	}
	if infinite == 0 || alone == 0 || infinite == shown {
		t.Errorf("%d of %d pictures are their quads, and %d have no similarity", infinite, shown, alone)
	}
}

// Reconstructions are measured only on request, and then for all frames. Known values are not
// measured again.
func TestRebuildingIsAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const path = "../../samples/tiny-420.mp4"
		s := start(t, path, survey.Options{})
		s.SetParams(params)
		s.Run(true)
		end := func(what string) *survey.View {
			t.Helper()
			v := await(t, s, what, whole)
			if len(v.Bins) != 30 {
				t.Fatalf("%s: %d pictures", what, len(v.Bins))
			}
			return v
		}
		for _, b := range end("without").Bins {
			if b.PSNR.N != 0 || b.SSIM.N != 0 {
				t.Fatalf("measured without being asked: %+v", b)
			}
		}
		for i, c := range []struct {
			to       survey.Measures
			restarts bool
		}{
			{survey.Measures{}, false},
			{survey.Measures{Rebuilt: true}, true},
			{survey.Measures{Rebuilt: true}, false},
			{survey.Measures{Fill: reconstruction.Linear}, false},
			{survey.Measures{Rebuilt: true}, false}, // everything is known
			{survey.Measures{Rebuilt: true, Fill: reconstruction.Linear}, true},
			{survey.Measures{Rebuilt: true, Fill: reconstruction.Mean}, true},
		} {
			if got := s.SetMeasures(c.to); got != c.restarts {
				t.Fatalf("step %d: restarts %v", i, got)
			}
			if c.restarts { // what is known stays, but no reconstruction with another fill
				var v survey.View
				if s.Copy(&v); len(v.Bins) != 30 || !v.Again || v.Whole || v.Bins[29].Quads.Sum == 0 || v.Bins[29].PSNR.N != 0 {
					t.Fatalf("step %d: %d pictures, again %v, the last one is %+v", i, len(v.Bins), v.Again, v.Bins[len(v.Bins)-1])
				}
			}
			if v := end(fmt.Sprint("step ", i)); c.to.Rebuilt {
				for n, want := range summary(t, path, params, c.to.Fill, 0) {
					if got := summarised(&v.Bins[n]); got != want {
						t.Fatalf("step %d, picture %d: %q, want %q", i, n, got, want)
					}
				}
			}
		}
		// Frames analysed while it was off lack it.
		s.SetMeasures(survey.Measures{})
		s.SetParams(analysis.Params{Threshold: 0.5})
		if end("off"); !s.SetMeasures(survey.Measures{Rebuilt: true}) {
			t.Error("does not restart though no picture was measured")
		}
		end("on again")
		// Points have no reconstruction.
		s.SetParams(analysis.Params{Variant: analysis.Points, Threshold: 0.1})
		for _, b := range end("points").Bins {
			if b.PSNR.N != 0 {
				t.Fatalf("points are measured: %+v", b)
			}
		}
		if s.SetMeasures(survey.Measures{Rebuilt: true, Fill: reconstruction.Linear}) {
			t.Error("restarts though points make no picture")
		}
	})
}

// The PSNR of several frames is that of their mean squared error.
func TestDecibels(t *testing.T) {
	one := func(mse float64) survey.Part {
		ratio := -10 * math.Log10(mse)
		return survey.Part{N: 1, Sum: mse, Low: ratio, High: ratio}
	}
	near := func(got, want float64) bool { return math.Abs(got-want) < 1e-12*want } // another logarithm
	equal := survey.Part{N: 1, Low: math.Inf(1), High: math.Inf(1)}
	both := one(0.01)
	both.Join(one(0.0001))
	if got, want := survey.Decibels(both), -10*math.Log10((0.01+0.0001)/2); !near(got, want) || both.Low != one(0.01).Low || both.High != one(0.0001).Low {
		t.Errorf("%v, want %v, of %+v", got, want, both)
	}
	part := one(0.01)
	part.Join(equal)
	if got, want := survey.Decibels(part), -10*math.Log10(0.005); !near(got, want) || !math.IsInf(part.High, 1) {
		t.Errorf("%v, want %v, of %+v", got, want, part)
	}
	equal.Join(equal)
	if got := survey.Decibels(equal); !math.IsInf(got, 1) || equal.N != 2 {
		t.Errorf("%v of equal pictures", got)
	}
}
