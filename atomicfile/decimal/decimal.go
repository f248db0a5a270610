// Package decimal writes numbers in the one form that all of the program's files have
// (docs/reference/formats/quads.md, "Numbers"): without an exponent.
//
// Input is a float64, output is text. No goroutines; nothing is kept.
package decimal

import (
	"math"
	"strconv"
)

// Append appends the shortest decimal that reads as the same float64, without an exponent. A negative zero is
// written as 0. v has to be finite.
func Append(b []byte, v float64) []byte {
	if v == 0 {
		v = math.Abs(v)
	}
	return strconv.AppendFloat(b, v, 'f', -1, 64)
}

// String returns what Append appends.
func String(v float64) string { return string(Append(nil, v)) }
