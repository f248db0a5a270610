package compare

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"ffkvadrat/decode"
)

const seed = 20261124

// TestInstants compares with exact fractions.
func TestInstants(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 1))
	bases := []decode.Rational{{Num: 1, Den: 1}, {Num: 1, Den: 90000}, {Num: 1, Den: 1000}, {Num: 1001, Den: 30000}, {Num: 1, Den: 1<<31 - 1}, {Num: 1<<31 - 1, Den: 1}, {Num: 1<<31 - 1, Den: 1<<31 - 2}}
	exact := func(m instant) *big.Rat {
		r := new(big.Rat).SetInt64(m.halves)
		return r.Mul(r, big.NewRat(int64(m.base.Num), 2*int64(m.base.Den)))
	}
	at := func(base decode.Rational, most int64) instant {
		return instant{2 * (random.Int64N(2*most+1) - most), base}
	}
	for range 20_000 {
		one, other := bases[random.IntN(len(bases))], bases[random.IntN(len(bases))]
		most := int64(1) << random.IntN(60)
		a, b, c := at(one, most), at(other, most), at(one, most)
		if got, want := a.before(b), exact(a).Cmp(exact(b)) < 0; got != want {
			t.Fatalf("seed %d: %v before %v: %v", seed, a, b, got)
		}
		half := big.NewRat(1, 2)
		mean := new(big.Rat).Add(exact(a), exact(c))
		if mean.Mul(mean, half); exact(middle(a, c)).Cmp(mean) != 0 {
			t.Fatalf("seed %d: the middle of %v and %v is %v", seed, a, c, middle(a, c))
		}
		if most < 1<<58 {
			beyond := new(big.Rat).Sub(exact(a), exact(c))
			if beyond.Add(beyond.Mul(beyond, half), exact(a)); exact(across(a, c)).Cmp(beyond) != 0 {
				t.Fatalf("seed %d: across %v from %v is %v", seed, a, c, across(a, c))
			}
		}
		early, late := a, c
		if c.before(a) {
			early, late = c, a
		}
		distance := func(m instant) *big.Rat {
			d := new(big.Rat).Sub(exact(m), exact(b))
			return d.Abs(d)
		}
		if early.before(b) && b.before(late) {
			if got, want := nearer(late, early, b), distance(late).Cmp(distance(early)) < 0; got != want {
				t.Fatalf("seed %d: %v nearer to %v than %v: %v", seed, late, b, early, got)
			}
		}
	}
}

// TestSpan: frames at all distances from a frame, with and without its neighbours.
func TestSpan(t *testing.T) {
	base := decode.Rational{Num: 1, Den: 10}
	tick := func(n int64) instant { return instant{2 * n, base} }
	before, after := tick(10), tick(26)
	for name, c := range map[string]struct {
		before, after *instant
		duration      float64
		from, to      int64 // ticks
	}{
		"between":          {&before, &after, 9, 15, 23},
		"the first":        {nil, &after, 9, 17, 23},
		"the last":         {&before, nil, 9, 15, 25},
		"the only one":     {nil, nil, 0.4, 16, 24},
		"without duration": {nil, nil, 0, -1 << 40, 1 << 40},
	} {
		from, to := span(tick(20), c.before, c.after, c.duration)
		if tick(c.from).before(from) || !tick(c.to-1).before(to) {
			t.Errorf("%s: from %v to %v", name, from, to)
		}
		if c.duration != 0 && (!tick(c.from-1).before(from) || tick(c.to).before(to)) {
			t.Errorf("%s: from %v to %v is too long", name, from, to)
		}
	}
}
