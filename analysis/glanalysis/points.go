package glanalysis

import "errors"

var errPoints = errors.New("analysis: points are listed on the CPU alone")
