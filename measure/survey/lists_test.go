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
