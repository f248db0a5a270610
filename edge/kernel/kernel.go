// Package kernel has what the engines on the CPU have in common: each is made of
// kernels, and there are kernels in portable Go and for some instructions that a
// processor may have. No goroutines.
package kernel

// Row is the kernels K for one kind of processor. A package has a table of them:
// portable Go first, then what wants more and more of a processor.
type Row[K any] struct {
	Name    string // portable, AVX2 or AVX-512
	Runs    bool   // this processor has the instructions
	Kernels K
}

// Portable is the first row of a table.
func Portable[K any](k K) Row[K] { return Row[K]{"portable", true, k} }

// Variant makes engines E of the kernels of one row.
type Variant[E any] struct {
	Name string
	New  func() E
}

// Variants are those that this processor runs, in the order of the table.
type Variants[E any] []Variant[E]

// Of are the variants of an engine that is made of kernels.
func Of[K, E any](table []Row[K], engine func(K) E) Variants[E] {
	var list Variants[E]
	for _, row := range table {
		if row.Runs {
			list = append(list, Variant[E]{row.Name, func() E { return engine(row.Kernels) }})
		}
	}
	return list
}

// Portable is an engine without vector instructions.
func (v Variants[E]) Portable() E { return v[0].New() }

// Best is an engine with the best instructions that the processor has.
func (v Variants[E]) Best() E { return v[len(v)-1].New() }
