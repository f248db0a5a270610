package av1

import (
	_ "embed"
	"encoding/binary"
)

// A cdf is the adaptive distribution of a symbol with n values, as words of four lanes of 16 bits, the first lane in
// the lowest bits. Lane i of the first n-1 has 32768 times the probability that the symbol is above i; lanes after them
// are 0. The last lane of the last word counts the symbols, up to 32.
//
// cdfs are the distributions of a tile or a saved frame (the CDF arrays of section 8.3.2), in the order of layout.go.
type cdfs [cdfWords]uint64

// A table is a group of distributions with the same number of symbols.
type table struct{ at, count, symbols int }

func (t table) words() int { return (t.symbols + 3) / 4 }

const countShift = 48

//go:embed defaults.bin
var defaultBytes []byte

// defaults are the distributions of section 10.3, for each of the four ranges of base_q_idx.
var defaults = readDefaults(defaultBytes)

// readDefaults reads defaults.bin: for each distribution, the values of the standard's array except the last two, as
// little-endian numbers of 16 bits. Tables of coefficients are there four times.
func readDefaults(data []byte) (sets [4]cdfs) {
	fill := func(c *cdfs, t table) {
		for i := range t.count {
			for lane := range t.symbols - 1 {
				value := uint64(32768 - int(binary.LittleEndian.Uint16(data)))
				c[t.at+i*t.words()+lane/4] |= value << (lane % 4 * 16)
				data = data[2:]
			}
		}
	}
	for _, t := range tables {
		fill(&sets[0], t)
	}
	for i := range sets[1:] {
		sets[i+1] = sets[0]
	}
	for _, t := range coefficientTables {
		for i := range sets {
			fill(&sets[i], t)
		}
	}
	return sets
}

// defaultCDFs returns the distributions at the start of a frame that depends on no other (init_non_coeff_cdfs and
// init_coeff_cdfs, section 7.20).
func defaultCDFs(baseQIndex int) *cdfs {
	switch {
	case baseQIndex <= 20:
		return &defaults[0]
	case baseQIndex <= 60:
		return &defaults[1]
	case baseQIndex <= 120:
		return &defaults[2]
	}
	return &defaults[3]
}

// clearCounts sets the counts to 0, as load_cdfs does.
func (c *cdfs) clearCounts() {
	clear := func(tables []table) {
		for _, t := range tables {
			words := t.words()
			for i := range t.count {
				c[t.at+i*words+words-1] &= 1<<countShift - 1
			}
		}
	}
	clear(tables[:])
	clear(coefficientTables[:])
}
