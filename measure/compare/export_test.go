package compare

import "io"

// SetVMAF replaces the filter that scores pictures, and returns a function that undoes this.
func SetVMAF(name, log, options string, scores func(io.Reader) func() (float64, error)) (undo func()) {
	before := vmaf
	vmaf = filter{name, log, options, scores}
	return func() { vmaf = before }
}

// VMAFScores reads the log of libvmaf.
func VMAFScores(r io.Reader) func() (float64, error) { return vmafScores(r) }
