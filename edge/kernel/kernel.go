// Package kernel selects the kernels of the CPU engines. An engine consists of kernels, which exist
// in portable Go and for some vector instruction sets.
//
// Input is a package's table of kernels, output the variants of its engine that this processor
// runs. It starts no goroutines.
package kernel

// Row holds the kernels K for one kind of processor. A package has a table of rows: portable Go
// first, then by ascending instruction set.
type Row[K any] struct {
	Name    string // portable, AVX2 or AVX-512
	Runs    bool   // this processor has the instructions
	Kernels K
}

// Portable returns the first row of a table.
func Portable[K any](k K) Row[K] { return Row[K]{"portable", true, k} }

// Variant makes engines E from the kernels of one row.
type Variant[E any] struct {
	Name string
	New  func() E
}

// Variants are the variants that this processor runs, in the order of the table.
type Variants[E any] []Variant[E]

// Of returns the variants that this processor runs; engine makes an engine from kernels.
func Of[K, E any](table []Row[K], engine func(K) E) Variants[E] {
	var list Variants[E]
	for _, row := range table {
		if row.Runs {
			list = append(list, Variant[E]{row.Name, func() E { return engine(row.Kernels) }})
		}
	}
	return list
}

// Portable returns an engine without vector instructions.
func (v Variants[E]) Portable() E { return v[0].New() }

// Best returns an engine with the newest instruction set that the processor has.
func (v Variants[E]) Best() E { return v[len(v)-1].New() }
