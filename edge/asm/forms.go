package main

import (
	"slices"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"ffkvadrat/edge"
)

// neighbourhood is the three rows around a vector of pixels.
type neighbourhood struct {
	vector func() VecVirtual
	rows   [3]GPVirtual // above, at and below the pixels, starting at the left neighbour of the first
	pixel  int          // index of the first pixel in the rows
}

// at returns the samples x to the right of and y below the pixels.
func (n *neighbourhood) at(x, y int) Mem {
	return Mem{Base: n.rows[1+y], Disp: 2 * (n.pixel + 1 + x)}
}

func (n *neighbourhood) load(x, y int) VecVirtual {
	v := n.vector()
	loadVector(n.at(x, y), v)
	return v
}

// difference returns the samples at (x0, y0) minus those at (x1, y1).
func (n *neighbourhood) difference(x0, y0, x1, y1 int) VecVirtual {
	d := n.load(x0, y0)
	VPSUBW(n.at(x1, y1), d, d)
	return d
}

// forms computes linear forms in lanes of 16 bits. Some come out negated, which their squares do
// not show.
func (n *neighbourhood) forms(forms []edge.Form) []VecVirtual {
	if corner, side, ok := isGradient(forms); ok {
		return n.gradient(corner, side)
	}
	var pixel VecVirtual // loaded once for all forms that begin with it
	begin := 0
	for _, f := range forms {
		if beginsWithPixel(positive(f)) {
			begin++
		}
	}
	var values []VecVirtual
	for _, f := range forms {
		f = positive(f)
		if begin < 2 || !beginsWithPixel(f) {
			values = append(values, n.form(f))
			continue
		}
		if pixel == nil {
			pixel = n.load(0, 0)
		}
		f[centre] = 0
		v := n.vector()
		n.add(f, 1, pixel, v)
		values = append(values, v)
	}
	return values
}

// centre is the pixel's index in a form.
const centre = 4

// beginsWithPixel reports whether the evaluation of a form can begin with the pixel itself.
func beginsWithPixel(f edge.Form) bool {
	others := f
	others[centre] = 0
	return f[centre] == 1 && largest(f) == 1 && others != edge.Form{}
}

// form evaluates a form whose largest coefficient is positive, coefficient by coefficient from the
// largest down.
func (n *neighbourhood) form(f edge.Form) VecVirtual {
	var sum VecVirtual
	for weight := largest(f); weight > 0; weight-- {
		if sum != nil && weight == 1 {
			n.add(f, 1, sum, sum)
			break
		}
		first, sign := slices.Index(f[:], weight), 1
		if first < 0 {
			first, sign = slices.Index(f[:], -weight), -1
		}
		if first < 0 {
			continue
		}
		part, rest := n.load(first%3-1, first/3-1), f
		rest[first] = 0
		n.add(rest, sign*weight, part, part)
		n.multiply(part, weight)
		switch {
		case sum == nil:
			sum = part
		case sign > 0:
			VPADDW(part, sum, sum)
		default:
			VPSUBW(part, sum, sum)
		}
	}
	return sum
}

// add sets to to the sum of from and the samples whose coefficient is weight, minus those whose
// coefficient is −weight.
func (n *neighbourhood) add(f edge.Form, weight int, from, to VecVirtual) {
	for _, at := range [][2]int{{0, 0}, {1, 0}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {-1, -1}, {1, 1}, {-1, 1}} {
		switch f[3*(at[1]+1)+at[0]+1] {
		case weight:
			VPADDW(n.at(at[0], at[1]), from, to)
			from = to
		case -weight:
			VPSUBW(n.at(at[0], at[1]), from, to)
			from = to
		}
	}
}

// largest returns the largest absolute coefficient of a form.
func largest(f edge.Form) int { return max(slices.Max(f[:]), -slices.Min(f[:])) }

// positive returns a form or its negative, so that its largest coefficient is positive.
func positive(f edge.Form) edge.Form {
	if !slices.Contains(f[:], largest(f)) {
		for i := range f {
			f[i] = -f[i]
		}
	}
	return f
}

// isGradient reports whether forms are a 3×3 gradient, across and along a column, and returns the
// weights of its corners and sides.
func isGradient(forms []edge.Form) (corner, side int, ok bool) {
	if len(forms) != 2 {
		return 0, 0, false
	}
	corner, side = forms[0][2], forms[0][5]
	ok = corner > 0 && side > 0 &&
		forms[0] == edge.Form{-corner, 0, corner, -side, 0, side, -corner, 0, corner} &&
		forms[1] == edge.Form{-corner, -side, -corner, 0, 0, 0, corner, side, corner}
	return corner, side, ok
}

// gradient evaluates the two forms of a gradient. They share the two diagonal differences between
// opposite corners: their sum is the corners' part of the first form, their difference that of the
// second.
func (n *neighbourhood) gradient(corner, side int) []VecVirtual {
	falling, rising := n.difference(1, 1, -1, -1), n.difference(1, -1, -1, 1)
	across, along := n.vector(), falling
	VPADDW(rising, falling, across)
	VPSUBW(rising, falling, along)
	n.multiply(across, corner)
	n.multiply(along, corner)
	for _, s := range []struct{ sum, side VecVirtual }{
		{across, n.difference(1, 0, -1, 0)},
		{along, n.difference(0, 1, 0, -1)},
	} {
		n.multiply(s.side, side)
		VPADDW(s.side, s.sum, s.sum)
	}
	return []VecVirtual{across, along}
}

// multiply multiplies lanes by a positive number, with one shift for each set bit.
func (n *neighbourhood) multiply(v VecVirtual, by int) {
	var bits []int
	for i := range 16 {
		if by>>i&1 != 0 {
			bits = append(bits, i)
		}
	}
	if bits[0] != 0 { // the last shift may overwrite v
		slices.Reverse(bits)
	}
	var parts []VecVirtual
	for _, i := range bits[1:] {
		part := n.vector()
		shiftLeft(i, v, part)
		parts = append(parts, part)
	}
	shiftLeft(bits[0], v, v)
	for _, part := range parts {
		VPADDW(part, v, v)
	}
}

// shiftLeft shifts lanes by count bits.
func shiftLeft(count int, v, to VecVirtual) {
	switch count {
	case 0:
	case 1:
		VPADDW(v, v, to)
	default:
		VPSLLW(U8(count), v, to)
	}
}
