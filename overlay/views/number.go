package views

import (
	"strconv"
	"strings"
)

// number formats a D in at most six characters, as a pixel has room for: with four decimals, and below 0.001 with two digits and a
// power of ten.
func number(d float64) string {
	switch {
	case d == 0:
		return "0"
	case d >= 1e-3:
		return strconv.FormatFloat(d, 'f', 4, 64)
	}
	return strings.NewReplacer("e-0", "e−", "e-", "e−").Replace(strconv.FormatFloat(d, 'e', 1, 64))
}
