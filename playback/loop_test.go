package playback

import (
	"slices"
	"testing"
)

func TestLoopMarks(t *testing.T) {
	var l loop
	for _, step := range []struct {
		at   float64
		want []float64
	}{
		{3, []float64{3}},
		{3, []float64{3}}, // a loop needs two frames
		{5, []float64{3, 5}},
		{1, nil},
		{4, []float64{4}},
		{2, []float64{2, 4}}, // backwards
		{2, nil},
	} {
		l.mark(mark{time: step.at})
		if got := l.times(); !slices.Equal(got, step.want) {
			t.Fatalf("a mark at %v: %v, want %v", step.at, got, step.want)
		}
	}
}

func TestLoopTurns(t *testing.T) {
	var l loop
	if l.turns(0, 10) {
		t.Error("turns without marks")
	}
	l.mark(mark{time: 2})
	if l.turns(2, 10) {
		t.Error("turns at its beginning")
	}
	l.mark(mark{time: 4})
	for _, c := range []struct {
		from, to float64
		want     bool
	}{
		{2, 3, false}, {3, 4, false}, {4, 4.1, true}, {3.5, 4.5, true}, {0, 1, false}, {1, 5, true},
		{4.1, 5, false}, // after the loop
	} {
		if l.turns(c.from, c.to) != c.want {
			t.Errorf("from %v to %v: not %v", c.from, c.to, c.want)
		}
	}
}

func TestScaledSpeed(t *testing.T) {
	for _, factor := range []float64{1.1, 2} {
		up := []float64{1}
		for v := 1.; v < Fastest; {
			v = Scaled(v, factor)
			up = append(up, v)
		}
		if top := up[len(up)-1]; top != Fastest {
			t.Errorf("×%v ends at %v", factor, top)
		}
		for n := 1; n < 5 && n < len(up)-1; n++ {
			v := up[n]
			for range n {
				v = Scaled(v, 1/factor)
			}
			if v != 1 {
				t.Errorf("%d presses of ×%v and back: %v", n, factor, v)
			}
		}
		v := 1.
		for range 50 {
			v = Scaled(v, 1/factor)
		}
		if v != Slowest {
			t.Errorf("×%v downwards ends at %v", factor, v)
		}
	}
}
