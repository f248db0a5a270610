package quadpyramid

// Paths are builders with every kind of kernels that this machine can run.
func Paths() map[string]*CPU {
	all := map[string]*CPU{"best": NewCPU(), "portable": NewPortableCPU()}
	for _, k := range vector() {
		all[k.name] = newCPU(k)
	}
	return all
}
