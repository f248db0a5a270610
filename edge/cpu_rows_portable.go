package edge

import (
	"encoding/binary"

	"ffkvadrat/edge/morton"
)

// rowsPortable returns the kernels without vector instructions. It has none for the operators:
// addRow computes these.
func rowsPortable() rowKernels {
	return rowKernels{widen: widenPortable, shift: shiftPortable, double: doublePortable, distance: distancesPortable(), words: wordsOfBits}
}

// addRow adds D of a plane's row to the sums of its pixels, in 64 bits.
func (o *operator) addRow(sums []uint64, n *neighbours) {
	if o.portable != nil {
		o.portable(sums, n)
		return
	}
	o.formsRow(sums, n)
}

// formsRow is addRow for every operator.
func (o *operator) formsRow(sums []uint64, n *neighbours) {
	for x := range sums {
		var near [len(Form{})]int64
		for i := range near {
			near[i] = int64(n[i/3][x+i%3])
		}
		sums[x] += o.sum(&near)
	}
}

func crossRow(sums []uint64, n *neighbours) {
	above, row, below := n[0][1:len(sums)+1], n[1][2:len(sums)+2], n[2][1:len(sums)+1]
	w, v := int64(n[1][0]), int64(n[1][1])
	west := (v - w) * (v - w)
	for x := range sums {
		e := int64(row[x])
		north, south, east := v-int64(above[x]), v-int64(below[x]), v-e
		east *= east
		sums[x] += uint64(north*north + south*south + west + east)
		v, west = e, east
	}
}

func diagonalRow(sums []uint64, n *neighbours) {
	above, row, below := n[0][2:len(sums)+2], n[1][2:len(sums)+2], n[2][2:len(sums)+2]
	nw, no := int64(n[0][0]), int64(n[0][1])
	we, v := int64(n[1][0]), int64(n[1][1])
	sw, so := int64(n[2][0]), int64(n[2][1])
	for x := range sums {
		ne, ea, se := int64(above[x]), int64(row[x]), int64(below[x])
		a, b, c, d := ea-we, ne-sw, no-so, nw-se
		sums[x] += uint64(a*a + b*b + c*c + d*d)
		nw, no, we, v, sw, so = no, ne, v, ea, so, se
	}
}

func sobelRow(sums []uint64, n *neighbours)   { gradientRow(sums, n, 1, 2) }
func prewittRow(sums []uint64, n *neighbours) { gradientRow(sums, n, 1, 1) }
func scharrRow(sums []uint64, n *neighbours)  { gradientRow(sums, n, 3, 10) }

// gradientRow iterates over the columns. A column adds its weighted sum to the form across it, and
// the difference of its ends to the form along it.
func gradientRow(sums []uint64, n *neighbours, corner, side int64) {
	above, row, below := n[0][2:len(sums)+2], n[1][2:len(sums)+2], n[2][2:len(sums)+2]
	column := func(x int) (sum, difference int64) {
		a, b, c := int64(n[0][x]), int64(n[1][x]), int64(n[2][x])
		return corner*(a+c) + side*b, c - a
	}
	s0, d0 := column(0)
	s1, d1 := column(1)
	for x := range sums {
		a, b, c := int64(above[x]), int64(row[x]), int64(below[x])
		s2, d2 := corner*(a+c)+side*b, c-a
		across, along := s2-s0, corner*(d0+d2)+side*d1
		sums[x] += uint64(across*across + along*along)
		s0, s1, d0, d1 = s1, s2, d1, d2
	}
}

func laplaceRow(sums []uint64, n *neighbours) {
	above, row, below := n[0][1:len(sums)+1], n[1][2:len(sums)+2], n[2][1:len(sums)+1]
	w, v := int64(n[1][0]), int64(n[1][1])
	for x := range sums {
		e := int64(row[x])
		d := 4*v - w - e - int64(above[x]) - int64(below[x])
		sums[x] += uint64(d * d)
		w, v = v, e
	}
}

// linearRow iterates over the columns; a column's ends give the difference d.
func linearRow(sums []uint64, n *neighbours) {
	above, row, below := n[0][2:len(sums)+2], n[1][2:len(sums)+2], n[2][2:len(sums)+2]
	w, v := int64(n[1][0]), int64(n[1][1])
	no, so := int64(n[0][1]), int64(n[2][1])
	west, middle := int64(n[0][0])-int64(n[2][0]), no-so
	for x := range sums {
		ne, e, se := int64(above[x]), int64(row[x]), int64(below[x])
		across, along, twist := e-2*v+w, no-2*v+so, ne-se-west
		sums[x] += uint64(across*across + along*along + twist*twist)
		west, middle = middle, ne-se
		w, v, no, so = v, e, ne, se
	}
}

func squareRow(sums []uint64, n *neighbours) {
	row := n[1][1 : len(sums)+1]
	for x := range sums {
		v := uint64(row[x])
		sums[x] += v * v
	}
}

func valueRow(sums []uint64, n *neighbours) {
	row := n[1][1 : len(sums)+1]
	for x := range sums {
		sums[x] += uint64(row[x])
	}
}

// decideRow writes the decisions of a row's groups as bits. Sums are below 2^63.
func decideRow(bits []uint32, sums []uint64, lower, upper uint64) {
	for group := range len(sums) / groupWidth {
		var leaves uint64
		for _, sum := range sums[group*groupWidth:][:groupWidth] {
			below, tooLow := sum-upper, sum-lower // branch-free: the top bit is the sign
			leaves = leaves>>1 | below&^tooLow>>63<<(groupWidth-1)
		}
		bits[bandHeight*group] = uint32(leaves)
	}
}

func widenPortable(dst []uint16, src []byte) {
	for x, v := range src[:len(dst)] {
		dst[x] = uint16(v)
	}
}

func shiftPortable(dst []uint16, src []byte, count int) (some uint16) {
	src = src[:2*len(dst)]
	for x := range dst {
		v := binary.LittleEndian.Uint16(src[2*x:]) >> (count & 15)
		dst[x] = v
		some |= v
	}
	return some
}

func doublePortable(dst, src []uint16) {
	for i, v := range src[:len(dst)/2] {
		pair := dst[2*i:][:2]
		pair[0], pair[1] = v, v
	}
	if len(dst)%2 != 0 {
		dst[len(dst)-1] = src[len(dst)/2]
	}
}

func wordsOfBits(words []uint64, bits []uint32, groups int) {
	for group := range groups {
		rows := (*[bandHeight]uint32)(bits[bandHeight*group:])
		for column := range groupWidth / 8 {
			var word uint64
			for y, leaves := range rows {
				word |= uint64(morton.Row[leaves>>(8*column)&0xff]) << morton.Code(0, y)
			}
			words[wordAt(group*groupWidth/8+column)] = word
		}
	}
}
