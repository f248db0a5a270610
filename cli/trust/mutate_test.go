package trust

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// A mutation changes a file's bytes in one way, possibly with bytes of the files others.
type mutation struct {
	name  string
	apply func(r *rand.Rand, data []byte, others [][]byte) []byte
}

var mutations = []mutation{
	{"flip", func(r *rand.Rand, data []byte, _ [][]byte) []byte {
		from, to := stretch(r, len(data), len(data))
		for range 1 + r.IntN(30) {
			data[from+r.IntN(to-from)] ^= 1 << r.IntN(8)
		}
		return data
	}},
	{"set", func(r *rand.Rand, data []byte, _ [][]byte) []byte {
		// Smallest and largest values of sizes and counts.
		values := []string{"\x00\x00\x00\x00", "\xff\xff\xff\xff", "\x7f\xff\xff\xff", "\x80\x00\x00\x00", "\x00\x00\x00\x01", "\xff\xff\xff\x7f", "\x01"}
		from, to := stretch(r, len(data), len(data))
		for range 1 + r.IntN(4) {
			copy(data[from+r.IntN(to-from):], values[r.IntN(len(values))])
		}
		return data
	}},
	{"cut", func(r *rand.Rand, data []byte, _ [][]byte) []byte { return data[:r.IntN(len(data))] }},
	{"splice", func(r *rand.Rand, data []byte, others [][]byte) []byte {
		other := others[r.IntN(len(others))]
		from, to := stretch(r, len(other), 1<<14)
		at := r.IntN(len(data))
		if r.IntN(2) == 0 {
			return slices.Insert(data, at, other[from:to]...)
		}
		copy(data[at:], other[from:to])
		return data
	}},
	{"zero", func(r *rand.Rand, data []byte, _ [][]byte) []byte {
		from, to := stretch(r, len(data), 1<<14)
		clear(data[from:to])
		return data
	}},
	{"duplicate", func(r *rand.Rand, data []byte, _ [][]byte) []byte {
		from, to := stretch(r, len(data), 1<<14)
		return slices.Insert(data, r.IntN(len(data)), slices.Clone(data[from:to])...)
	}},
	{"remove", func(r *rand.Rand, data []byte, _ [][]byte) []byte {
		from, to := stretch(r, len(data), 1<<14)
		return slices.Delete(data, from, to)
	}},
}

// stretch returns a range of 1 to longest bytes. A quarter of the ranges begin in the first 2 kB,
// where the headers are. Lengths are powers of two up to a limit.
func stretch(r *rand.Rand, n, longest int) (from, to int) {
	from = r.IntN(n)
	if r.IntN(4) == 0 {
		from = r.IntN(min(n, 2048))
	}
	most := min(n-from, longest)
	size := 1
	for size < most && r.IntN(8) != 0 {
		size *= 2
	}
	return from, from + min(size, most)
}

// mutant returns mutant i, which is deterministic: one of the files with one or two mutations.
func mutant(i int, files [][]byte) (data []byte, how string) {
	r := rand.New(rand.NewPCG(20070107, uint64(i)))
	file := i % len(files)
	data = slices.Clone(files[file])
	var names []string
	for range 1 + r.IntN(2) {
		if len(data) == 0 {
			break
		}
		m := mutations[r.IntN(len(mutations))]
		data = m.apply(r, data, files)
		names = append(names, m.name)
	}
	return data, fmt.Sprintf("file %d, %s", file, strings.Join(names, ", "))
}
