//go:build !race

package kerneltest

import "math"

// All inputs are checked.
const (
	sparse = 0
	most   = math.MaxInt
)
