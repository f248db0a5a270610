package elementary_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"ffkvadrat/yuv/elementary"
)

const seed = 20071127

// TestLog2 compares with the library's logarithm, within a few roundings of the result; powers of two
// are exact.
func TestLog2(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 1))
	for range 100_000 {
		x := math.Ldexp(1+random.Float64(), random.IntN(200)-100)
		if random.IntN(2) == 0 {
			x = 1 + (random.Float64()-0.5)/math.Pow(2, float64(random.IntN(40)))
		}
		got, want := elementary.Log2(x), math.Log2(x)
		if x > 0.5 && x < 2 {
			want = math.Log1p(x-1) / math.Ln2 // math.Log2 loses digits near 1
		}
		if math.Abs(got-want) > 8e-16*math.Abs(want) {
			t.Fatalf("seed %d: Log2(%v) is %v, want %v", seed, x, got, want)
		}
	}
	for e := -1022; e < 1024; e++ {
		if got := elementary.Log2(math.Ldexp(1, e)); got != float64(e) {
			t.Errorf("Log2(2^%d) is %v", e, got)
		}
	}
}

// TestPow compares with the exponential function of y·ln x, whose error grows with its argument.
// math.Pow multiplies y times and is less accurate.
func TestPow(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 2))
	for range 100_000 {
		x, y := 1e4*random.Float64()+1e-9, 80*random.Float64()
		if random.IntN(2) == 0 {
			x = 0.8 + 0.4*random.Float64()
		}
		got, want := elementary.Pow(x, y), math.Exp(y*math.Log1p(x-1))
		if math.Abs(got-want) > 4e-16*want*(2+math.Abs(y*math.Log2(x))) {
			t.Fatalf("seed %d: Pow(%v, %v) is %v, want %v", seed, x, y, got, want)
		}
	}
	for _, c := range [][3]float64{{0, 2.4, 0}, {1, 78.84375, 1}, {4, 0.5, 2}, {2, 10, 1024}, {7, 0, 1}} {
		if got := elementary.Pow(c[0], c[1]); got != c[2] {
			t.Errorf("Pow(%v, %v) is %v, want %v", c[0], c[1], got, c[2])
		}
	}
}

// TestBits: the results have the same bits on every machine that runs the tests.
func TestBits(t *testing.T) {
	hash := uint64(14695981039346656037) // FNV-1a, over eight bytes at a time
	random := rand.New(rand.NewPCG(seed, 3))
	for range 20_000 {
		x := 2 * random.Float64()
		for _, v := range []float64{elementary.Log2(x + 1e-12), elementary.Exp2(40 * (x - 1)), elementary.Pow(x, 2.4)} {
			hash = (hash ^ math.Float64bits(v)) * 1099511628211
		}
	}
	const want = 0x970c8c8b5b93506e
	if hash != want {
		t.Errorf("the results' hash is %#x, want %#x", hash, uint64(want))
	}
}
