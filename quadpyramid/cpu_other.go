//go:build !amd64

package quadpyramid

func hasVectors() bool { return false }

// emitVector writes nothing and leaves all to emit.
func (t *tile) emitVector([]Quad) int { return 0 }
