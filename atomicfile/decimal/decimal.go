// Package decimal formats numbers for all of the program's files (docs/reference/formats/quads.md,
// "Numbers"): without an exponent.
//
// Input is a float64, output is text. No goroutines and no state.
package decimal

import (
	"math"
	"strconv"
)

// Append appends the shortest decimal without an exponent that parses to the same float64. Negative
// zero becomes 0. v must be finite.
func Append(b []byte, v float64) []byte {
	if v == 0 {
		v = math.Abs(v)
	}
	return strconv.AppendFloat(b, v, 'f', -1, 64)
}

// String returns v in the form of Append.
func String(v float64) string { return string(Append(nil, v)) }
