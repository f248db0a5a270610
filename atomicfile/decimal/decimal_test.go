package decimal_test

import (
	"math"
	"strconv"
	"testing"

	"ffkvadrat/atomicfile/decimal"
)

func TestAppend(t *testing.T) {
	for text, v := range map[string]float64{
		"0": math.Copysign(0, -1), "0.00005": 5e-5, "0.0000001": 1e-7, "-0.5": -0.5, "1": 1, "100000000000000000000000": 1e23,
		"0.06666666666666667": 1. / 15, "25": 25,
	} {
		if got := decimal.String(v); got != text {
			t.Errorf("%v: %q, want %q", v, got, text)
		}
		if again, err := strconv.ParseFloat(text, 64); err != nil || again != v {
			t.Errorf("%q reads as %v, want %v, %v", text, again, v, err)
		}
	}
}
