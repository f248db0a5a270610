//go:build !amd64 || purego

package quadfile

import "ffkvadrat/quadpyramid"

func appendVectors(b []byte, _ []quadpyramid.Quad) ([]byte, int) { return b, 0 }

func coverVectors([]quadpyramid.Quad) (right, bottom int, area int64, done int) { return 0, 0, 0, 0 }
