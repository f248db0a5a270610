package scene

import (
	"slices"
	"testing"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// TestTrial shows pictures during the trial: each has the same quads, and the engine stays
// afterwards.
func TestTrial(t *testing.T) {
	dev := gputest.Open(t)
	s := open(t, dev, nil)
	defer s.Release()
	s.Hurry, s.Try = true, true
	a := session.Choices{Params: analysis.Params{Threshold: 0.02}, Engine: session.GPU}
	frame := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], 97, 61, yuvtest.Fills(seed)[5])}
	if err := s.Load(&frame.Picture, yuv.Choice{}); err != nil {
		t.Fatal(err)
	}
	want, err := analysis.NewReference().Analyze(&frame.Picture, a.Params)
	if err != nil {
		t.Fatal(err)
	}
	for i := int64(0); s.Try || i < 20; i++ {
		if err := s.Analyze(frame, i, &a); err != nil {
			t.Fatal(err)
		}
		if got := s.A.Read(); !slices.Equal(got, want.Quads) {
			t.Errorf("picture %d on %v: %d quads, want %d", i, s.A.engine, len(got), len(want.Quads))
		}
		if i > 1000 {
			t.Fatal("the trial does not end")
		}
	}
	if s.A.engine != a.Engine || s.Applied.Engine != a.Engine {
		t.Errorf("settings %v, engine %v", a.Engine, s.A.engine)
	}
}

func TestChoose(t *testing.T) {
	ms := func(n ...int) (d []time.Duration) {
		for _, n := range n {
			d = append(d, time.Duration(n)*time.Millisecond)
		}
		return d
	}
	for _, c := range []struct {
		cpu, gpu    []time.Duration
		engine, got session.Engine
		over        bool
	}{
		{ms(1, 1, 1, 1, 1), ms(9, 9, 9, 9, 9), session.GPU, session.GPU, false},
		{ms(9, 1, 1, 1, 1, 1), ms(9, 2, 2, 2, 2, 2), session.GPU, session.CPU, true},
		{ms(1, 2, 2, 2, 2, 2), ms(99, 1, 1, 50, 1, 1), session.GPU, session.GPU, true},
		{nil, nil, session.CPU, session.CPU, true}, // the user's choice
	} {
		s := &Scene{Start: Start{Try: true}}
		for i := range c.cpu {
			s.trial.CPU(c.cpu[i])
			s.trial.GPU(c.gpu[i])
		}
		got := s.choose(c.engine)
		if got != c.got || s.Try == c.over {
			t.Errorf("%v, %v: engine %v, trial %v", c.cpu, c.gpu, got, s.Try)
		}
	}
}
