package decode

import "testing"

func TestSecondIsNeverWithoutATick(t *testing.T) {
	for _, c := range []struct {
		base Rational
		want int64
	}{
		{Rational{1, 90000}, 90000}, {Rational{1, 1}, 1}, {Rational{1001, 1000}, 1}, {Rational{3600, 1}, 1}, {Rational{0, 0}, 1000000},
	} {
		if k := newClock(c.base, 25); k.second() != c.want {
			t.Errorf("%v: a second is %d ticks, want %d", c.base, k.second(), c.want)
		}
	}
}
