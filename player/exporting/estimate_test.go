package exporting

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/analysis/headless"
	"ffkvadrat/decode"
	"ffkvadrat/measure/survey"
	"ffkvadrat/player/session"
	"ffkvadrat/quadfile"
	"ffkvadrat/tests/clips"
)

// The size that is foreseen for each format is nearly that of the files that the export writes.
func TestEstimates(t *testing.T) {
	clip := clips.Make(t, "clip.mkv", "-f", "lavfi", "-i", "testsrc2=size=160x90:rate=25:duration=3", "-c:v", "ffv1")
	ends := Ends{From: start}
	info := decode.Info{Timing: decode.Timing{Duration: 3, AvgFrameRate: decode.Rational{Num: 25, Den: 1}}}
	f := Foresee(ends, 1, nil, &info)
	if f.Frames != 75 || f.Exact {
		t.Fatalf("%+v", f)
	}
	engine, err := headless.Open("cpu", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Release()
	quads := 0 // of a frame
	for _, format := range Formats() {
		t.Run(Title(format), func(t *testing.T) {
			j := Job{Form: Form{Format: format}, Path: clip, Stream: decode.Best, Selection: ends.Selection(1), Choices: session.Default().Choices}
			if format == Blocks {
				j.Path = clips.Make(t, "coded.mp4", "-i", clip, "-c:v", "mpeg4", "-q:v", "3")
			}
			j.Form.Rename("clip")
			s := about(j, ends, f)
			made, err := s.estimate(t.Context(), f, func(estimate) {})
			if err != nil && strings.HasSuffix(err.Error(), " holds points only") {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			got := made.bytes(f.Frames)
			if format == Sheet {
				got = made.first
			}
			j.Form.Folder = t.TempDir()
			if _, _, err := j.work(nil)(context.Background(), engine, func(int64, float64) {}); err != nil {
				t.Fatal(err)
			}
			names, _ := filepath.Glob(filepath.Join(j.Form.Folder, "*"))
			want := 0.0
			for _, name := range names {
				info, err := os.Stat(name)
				if err != nil {
					t.Fatal(err)
				}
				want += float64(info.Size())
			}
			if format == quadfile.NDJSON { // the first one
				text, err := os.ReadFile(names[0])
				if err != nil {
					t.Fatal(err)
				}
				quads = bytes.Count(text, []byte("],[")) / int(f.Frames)
			}
			// What a quad takes depends on the content: in .ffq, from 0.04 to 0.21 bytes in clips and samples.
			if rough := s.rough(quads, nil, f); rough.next > 0 {
				if first := rough.bytes(f.Frames); first < want/4 || first > 4*want {
					t.Errorf("at first %.0f bytes, and the export has %.0f", first, want)
				}
			}
			if got < 0.6*want-100 || got > 1.6*want+100 {
				t.Errorf("%.0f bytes, and the export has %.0f", got, want)
			}
		})
	}
}

// An export of what has three times the quads of the sampled frames is three times as large.
func TestWeight(t *testing.T) {
	view := &survey.View{Whole: true}
	for i := range 10 {
		quads := 30.0
		if i == 5 {
			quads = 10
		}
		at := float64(i)
		view.Bins = append(view.Bins, survey.Bin{Start: at, Until: at + 1, Frames: 1, Quads: survey.Range{Sum: quads}})
	}
	e := estimate{sampled: []span{{5, 5.5}}}
	if got := e.weight(view, Forecast{From: 0, To: 10}); got != 2.8 {
		t.Errorf("%v", got)
	}
	if got := e.weight(view, Forecast{From: 6, To: 8}); got != 3 {
		t.Errorf("%v", got)
	}
	view.Whole, view.Reached = false, 5
	if got := e.weight(view, Forecast{From: 6, To: 8}); got != 1 {
		t.Errorf("of an unknown part: %v", got)
	}
}

// An estimate is a first guess until the timeline has counted the quads, and an export leaves it as it is.
func TestCounting(t *testing.T) {
	ends := Ends{From: start}
	j := Job{Form: Form{Format: quadfile.NDJSON, Name: "a.ndjson"}, Choices: session.Default().Choices}
	f := Forecast{Frames: 100, Exact: true, To: 10}
	s := Foresight{of: about(j, ends, f), size: Estimated, made: estimate{first: 1e4, next: 1e4, sampled: []span{{5, 5.5}}}}
	for i, want := range []string{"first guess 1.0 MB, estimating…", "about 1.0 MB", "about 1.0 MB"} {
		view := &survey.View{Reached: 5, Whole: i > 0}
		if i == 2 {
			s.Stop()
		}
		if got := s.Show(t.Context(), j, ends, f, 7, view, nil).String(); got != "100 frames, 0.000–10.000 s, "+want {
			t.Errorf("%q, want %s", got, want)
		}
	}
	if got, want := (Forecast{Frames: 100, Exact: true, To: 10, Size: Pending}).String(), "100 frames, 0.000–10.000 s, estimating the size…"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if s.cancel != nil {
		t.Error("an estimate is made again")
	}
}
