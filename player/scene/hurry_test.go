package scene

import (
	"slices"
	"testing"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/player/session"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// With Hurry, the CPU engine analyses the first picture, and the GPU engine takes over as soon as
// possible with the same quads, also after a change that needs other passes. The settings keep the
// GPU engine.
func TestHurry(t *testing.T) {
	dev := gputest.Open(t)
	for _, parallel := range []bool{true, false} {
		dev.Caps.Parallel = dev.Caps.Parallel && parallel
		s := open(t, dev, nil)
		s.Hurry = true
		a := session.Choices{Params: analysis.Params{Threshold: 0.02}, Engine: session.GPU}
		frame := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], 97, 61, yuvtest.Fills(seed)[5])}
		if err := s.UseGPU(); err != nil {
			t.Fatal(err)
		}
		if err := s.Load(&frame.Picture, yuv.Choice{}); err != nil {
			t.Fatal(err)
		}
		find := func() []quadpyramid.Quad {
			t.Helper()
			if err := s.Analyze(frame, 1, &a); err != nil {
				t.Fatal(err)
			}
			return slices.Clone(s.A.Read())
		}
		first := find()
		if s.A.engine != session.CPU || !s.Stale(&a) || len(first) == 0 {
			t.Fatalf("the first picture: engine %v, stale %v, %d quads", s.A.engine, s.Stale(&a), len(first))
		}
		later := func(want []quadpyramid.Quad) {
			t.Helper()
			for began := time.Now(); s.Stale(&a); {
				if time.Since(began) > 20*time.Second {
					t.Fatal("the GPU engine is never ready")
				}
				if got := find(); !slices.Equal(got, want) {
					t.Fatalf("%v: %d quads, want %d", s.A.engine, len(got), len(want))
				}
			}
			if s.A.engine != session.GPU || s.Applied.Engine != session.GPU {
				t.Errorf("engine %v, of the settings %v", s.A.engine, s.Applied.Engine)
			}
		}
		later(first)
		a.Params = analysis.Params{Threshold: 0.1, Variant: analysis.CommonFeature}
		want, err := analysis.NewReference().Analyze(&frame.Picture, a.Params)
		if err != nil {
			t.Fatal(err)
		}
		if got := find(); !slices.Equal(got, want.Quads) {
			t.Errorf("other settings: %d quads, want %d", len(got), len(want.Quads))
		}
		later(want.Quads)
		s.Release()
	}
}

// If the GPU engine cannot be made, it is an error with Must; otherwise the CPU engine takes over.
func TestHurryFails(t *testing.T) {
	for _, must := range []bool{true, false} {
		dev := gputest.Open(t)
		var warnings []string
		s := open(t, dev, &warnings)
		s.Hurry, s.Must = true, must
		a := session.Choices{Params: analysis.Params{Threshold: 0.02}, Engine: session.GPU}
		frame := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], 97, 61, yuvtest.Fills(seed)[5])}
		if err := s.Load(&frame.Picture, yuv.Choice{}); err != nil {
			t.Fatal(err)
		}
		room := dev.Caps.MaxStorageSize
		if err := s.Analyze(frame, 1, &a); err != nil { // with the CPU engine
			t.Fatal(err)
		}
		dev.Caps.MaxStorageSize = 1
		var err error
		for began := time.Now(); err == nil && len(warnings) == 0; {
			if time.Since(began) > 20*time.Second {
				t.Fatal("the GPU engine does not fail")
			}
			err = s.Analyze(frame, 1, &a)
		}
		dev.Caps.MaxStorageSize = room
		if must != (err != nil) || must == (a.Engine == session.CPU) {
			t.Errorf("must %v: %v, %q, engine %v", must, err, warnings, a.Engine)
		}
		if !must {
			if err := s.Analyze(frame, 1, &a); err != nil || s.Stale(&a) || len(s.A.Read()) == 0 {
				t.Errorf("afterwards: %v, stale %v, %d quads", err, s.Stale(&a), len(s.A.Read()))
			}
		}
	}
}
