package edge

import "fmt"

// Operator names what a decision about a pixel is based on, its number D.
type Operator uint8

// Kind is what the D of an operator is.
type Kind uint8

const (
	Differences Kind = iota // a sum of squared differences in the 3×3 neighbourhood
	Value                   // luma
	Distance                // the squared distance of the pixel's colour from others
)

// The operators; docs/reference/algorithm.md has their formulas.
const (
	Cross    Operator = iota // differences to the four neighbours
	Diagonal                 // differences across the pixel in four directions
	Sobel
	Prewitt
	Scharr
	Laplace
	Linear // differences of differences: what a bilinear surface has none of
	Luma   // the plain threshold of the HistoPyramid papers: luma at least t
	Range  // their range: luma from a lower to an upper end
	Colour // the running example of these papers: colours near one colour
	Box    // the same with a range of colours
	Motion // differences to the picture before
	operatorCount
)

// Form is an integer linear form over a pixel's neighbourhood, its coefficients
// row by row: NW, N, NE, W, the pixel itself, E, SW, S, SE.
type Form [9]int

// operator is what the engines need to know.
type operator struct {
	name  string
	title string // in the player, as in "Edge: cross"
	// scale is D beside a straight edge of height 1, and the unit of the
	// threshold's scale; peak is the largest D of samples from 0 to 1.
	scale, peak uint64
	// forms are the linear forms whose squares add up to D, of Differences.
	forms []Form
	kind  Kind
	// previous says that forms are over the differences to the picture before.
	previous bool
	// reference and portable add D of one plane's row, a sum a pixel, for
	// Reference and for the CPU without vector instructions. They are what forms
	// say, written out because that is faster; nil computes the forms.
	reference func(sums []uint64, r *rows)
	portable  func(sums []uint64, n *neighbours)
}

// operators is the one table of operators. Shaders get their forms as defines,
// and go generate writes the vector kernels from them.
var operators = [operatorCount]operator{
	Cross: {name: "cross", title: "Edge: cross", scale: 1, peak: 4, reference: addCross, portable: crossRow, forms: []Form{
		{0, 0, 0, 0, 1, -1, 0, 0, 0},
		{0, 0, 0, -1, 1, 0, 0, 0, 0},
		{0, -1, 0, 0, 1, 0, 0, 0, 0},
		{0, 0, 0, 0, 1, 0, 0, -1, 0},
	}},
	Diagonal: {name: "diagonal", title: "Edge: diagonal", scale: 3, peak: 4, reference: addDiagonal, portable: diagonalRow, forms: []Form{
		{0, 0, 0, -1, 0, 1, 0, 0, 0},
		{0, 0, 1, 0, 0, 0, -1, 0, 0},
		{0, 1, 0, 0, 0, 0, 0, -1, 0},
		{1, 0, 0, 0, 0, 0, 0, 0, -1},
	}},
	Sobel:   {name: "sobel", title: "Edge: Sobel", scale: 4 * 4, peak: 20, reference: addSobel, portable: sobelRow, forms: gradient(1, 2)},
	Prewitt: {name: "prewitt", title: "Edge: Prewitt", scale: 3 * 3, peak: 10, reference: addPrewitt, portable: prewittRow, forms: gradient(1, 1)},
	Scharr:  {name: "scharr", title: "Edge: Scharr", scale: 16 * 16, peak: 356, reference: addScharr, portable: scharrRow, forms: gradient(3, 10)},
	Laplace: {name: "laplace", title: "Edge: Laplace", scale: 1, peak: 16, reference: addLaplace, portable: laplaceRow, forms: []Form{
		{0, -1, 0, -1, 4, -1, 0, -1, 0},
	}},
	Linear: {name: "linear", title: "Edge: linear", scale: 1, peak: 12, reference: addLinear, portable: linearRow, forms: []Form{
		{0, 0, 0, 1, -2, 1, 0, 0, 0},
		{0, 1, 0, 0, -2, 0, 0, 1, 0},
		{-1, 0, 1, 0, 0, 0, 1, 0, -1},
	}},
	Luma:   {name: "luma", title: "Luma at least", kind: Value, scale: 1, peak: 1, reference: addLuma, portable: valueRow},
	Range:  {name: "range", title: "Luma at most", kind: Value, scale: 1, peak: 1, reference: addLuma, portable: valueRow},
	Colour: {name: "colour", title: "Near a colour", kind: Distance, scale: 1, peak: 3},
	Box:    {name: "box", title: "Near a range of colours", kind: Distance, scale: 1, peak: 3},
	Motion: {name: "motion", title: "Motion", scale: 1, peak: 1, previous: true, reference: addSquares, portable: squareRow, forms: []Form{
		{0, 0, 0, 0, 1, 0, 0, 0, 0},
	}},
}

// sum is D of one plane: the sum of the squares of the forms, or without any the
// pixel itself.
func (o *operator) sum(near *[len(Form{})]int64) uint64 {
	if o.forms == nil {
		return uint64(near[4])
	}
	var sum uint64
	for _, f := range o.forms {
		var value int64
		for i, c := range f {
			value += near[i] * int64(c)
		}
		sum += uint64(value * value)
	}
	return sum
}

// gradient returns the two forms of a 3×3 gradient with the given weights at the
// corners and the sides.
func gradient(corner, side int) []Form {
	return []Form{
		{-corner, 0, corner, -side, 0, side, -corner, 0, corner},
		{-corner, -side, -corner, 0, 0, 0, corner, side, corner},
	}
}

// Operators returns all operators.
func Operators() []Operator {
	all := make([]Operator, operatorCount)
	for i := range all {
		all[i] = Operator(i)
	}
	return all
}

// ParseOperator returns the operator with a name, as String writes it.
func ParseOperator(name string) (Operator, error) {
	for i := range operators {
		if operators[i].name == name {
			return Operator(i), nil
		}
	}
	return 0, fmt.Errorf("edge: no operator is called %q", name)
}

func (o Operator) String() string {
	if o < operatorCount {
		return operators[o].name
	}
	return fmt.Sprintf("Operator(%d)", uint8(o))
}

// Title returns the player's name for the operator.
func (o Operator) Title() string { return operators[o].title }

// Kind returns what the operator's D is.
func (o Operator) Kind() Kind { return operators[o].kind }

// Forms returns the linear forms whose squares add up to D, of Differences.
func (o Operator) Forms() []Form { return operators[o].forms }

// Previous reports whether D is about the picture before: the operator then reads the
// differences that [Previous] makes.
func (o Operator) Previous() bool { return operators[o].previous }

// TakesLow reports whether D may have a lower bound besides the threshold. That of Luma is
// the threshold; Range is for bands of luma.
func (o Operator) TakesLow() bool { return o != Luma }

// MaxThreshold returns the end of the threshold's scale with the given planes.
func (o Operator) MaxThreshold(planes Planes) float64 {
	most := float64(operators[o].peak) / float64(operators[o].scale)
	if planes == AllPlanes {
		most *= 3
	}
	return most
}
