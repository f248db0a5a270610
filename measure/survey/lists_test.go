package survey

import (
	"context"
	"errors"
	"testing"
)

// TestLists reads the counts of lists with gaps: each is known exactly as long as its frame is
// shown.
func TestLists(t *testing.T) {
	broken := errors.New("broken")
	for _, end := range []error{nil, broken} {
		woken := make(chan struct{})
		l := ReadLists(t.Context(), func(_ context.Context, take func(Reading)) error {
			for i := range 10 {
				take(Reading{Time: float64(i), Duration: 0.25, Index: int64(4 * i), Quads: 10 * i})
			}
			return end
		}, func() { close(woken) })
		<-woken
		var v View
		if !l.Copy(&v) || len(v.Bins) != 10 || v.Whole != (end == nil) || v.Err != end || !v.Exact {
			t.Fatalf("%d lists, %v, %v", len(v.Bins), v.Whole, v.Err)
		}
		for i := range 10 {
			if at := v.At(float64(i) + 0.2); at != i || v.Bins[at].Quads.Sum != float64(10*i) {
				t.Errorf("list %d is found as %d", i, at)
			}
			if at := v.At(float64(i) + 0.3); at != -1 {
				t.Errorf("after list %d, %d is found", i, at)
			}
		}
		if at, most, ok := v.Most(); at != 9 || most != 90 || !ok {
			t.Errorf("the most is %d at %v", most, at)
		}
		l.Close()
	}
	l := ReadLists(t.Context(), func(ctx context.Context, _ func(Reading)) error {
		<-ctx.Done()
		return ctx.Err()
	}, func() {})
	l.Close() // unblocks read
	(*Lists)(nil).Close()
}

// TestGivenAt: the reading of the frame at a time is found while readings still come, but none after the last one.
func TestGivenAt(t *testing.T) {
	g := NewGiven()
	for i := range 5 {
		g.Take(Reading{Time: float64(i), Duration: 1, Index: int64(i), Bytes: 10 * (i + 1)})
	}
	for time, want := range map[float64]float64{0: 10, 0.5: 10, 3: 40, 3.9: 40, -1: 0, 7: 0} {
		if b, ok := g.At(time); ok != (want > 0) || b.Bytes.Sum != want {
			t.Errorf("at %v: %v bytes, %v, want %v", time, b.Bytes.Sum, ok, want)
		}
	}
	g.End(nil)
	if b, ok := g.At(4.5); !ok || b.Bytes.Sum != 50 {
		t.Errorf("at the end: %v bytes, %v", b.Bytes.Sum, ok)
	}
}
