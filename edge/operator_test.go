package edge

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Every operator has vector kernels; without this test a missing one would only be slow.
func TestKernelsOfEveryOperator(t *testing.T) {
	for op := range operatorCount {
		for _, row := range vector() {
			k := row.Kernels.rows
			if Operator(op).Kind() == Distance && k.distance.decide != nil {
				continue
			}
			if k.decide[op] == nil || k.sum[op] == nil {
				t.Errorf("%v: no kernel for %s; go generate writes them", op, row.Name)
			}
		}
	}
}

// The code written out for an operator equals its forms, and an operator without such code
// evaluates its forms.
func TestFormsWrittenOut(t *testing.T) {
	const seed = 20070105
	random := rand.New(rand.NewPCG(seed, 3))
	const width = 33
	var of rows
	var n neighbours
	for i, row := range []*[]int32{&of.above, &of.row, &of.below} {
		for range width + 2 {
			v := random.IntN(1 << 16)
			*row = append(*row, int32(v))
			n[i] = append(n[i], uint16(v))
		}
	}
	for op := range operatorCount {
		if Operator(op).Kind() == Distance {
			continue // it has no forms
		}
		o, bare := &operators[op], operator{forms: operators[op].forms}
		var all [4][]uint64
		for i := range all {
			all[i] = slices.Repeat([]uint64{1}, width)
		}
		o.addReference(all[0], &of)
		bare.addReference(all[1], &of)
		o.addRow(all[2], &n)
		bare.addRow(all[3], &n)
		for i, sums := range all {
			if !slices.Equal(sums, all[0]) {
				t.Errorf("%v (seed %d): way %d gives %v, the reference %v", op, seed, i, sums, all[0])
			}
		}
	}
}
