// Package morton defines the order of lists and masks: Morton order, in which bit i of x is bit 2i
// of an index and bit i of y is bit 2i + 1.
//
// Input is coordinates of cells; output is Morton indices, and words of 64 bits with one bit for
// each of 8×8 cells in this order.
package morton

// Code returns the Morton index of a cell; x and y have at most 16 bits.
func Code(x, y int) int {
	v := uint64(x) | uint64(y)<<32 // both at once
	v = (v | v<<8) & 0x00ff00ff_00ff00ff
	v = (v | v<<4) & 0x0f0f0f0f_0f0f0f0f
	v = (v | v<<2) & 0x33333333_33333333
	v = (v | v<<1) & 0x55555555_55555555
	return int(v&0xffffffff | v>>31)
}

// X and Y are the column and the row of each Morton index in a word.
var X, Y = func() (x, y [64]uint8) {
	for row := range 8 {
		for column := range 8 {
			at := Code(column, row)
			x[at], y[at] = uint8(column), uint8(row)
		}
	}
	return x, y
}()

// Row is a word's first row: bit i of the table's index is the cell of column i. Row y is Code(0,
// y) positions higher.
var Row = func() (row [256]uint32) {
	for i := range row {
		for x := range 8 {
			row[i] |= uint32(i) >> x & 1 << Code(x, 0)
		}
	}
	return row
}()

// Left and Above are the cells of a word left of column n and above row n, for n = 0
// to 8.
var Left, Above = func() (left, above [9]uint64) {
	for n := range left {
		for i := range 8 {
			for j := range n {
				left[n] |= 1 << Code(j, i)
				above[n] |= 1 << Code(i, j)
			}
		}
	}
	return left, above
}()
