package edge

import "fmt"

// Operator names the operator that computes the number D, on which the decision about a pixel is
// based.
type Operator uint8

// Kind says what the D of an operator is.
type Kind uint8

const (
	Differences Kind = iota // a sum of squared differences in the 3×3 neighbourhood
	Value                   // luma
	Distance                // the squared distance of the pixel's colour from given colours
)

// The operators; docs/reference/algorithm.md has their formulas.
const (
	Cross    Operator = iota // differences to the four neighbours
	Diagonal                 // differences across the pixel in four directions
	Sobel
	Prewitt
	Scharr
	Laplace
	Linear // second differences, which are 0 on a bilinear surface
	Luma   // the threshold of the HistoPyramid papers: luma is at least t
	Range  // the range of these papers: luma from a lower to an upper bound
	Colour // the running example of these papers: distance from one colour
	Box    // distance from a range of colours
	Motion // differences to the previous frame
	operatorCount
)

// Form is an integer linear form over a pixel's neighbourhood. Its coefficients are row by row: NW,
// N, NE, W, the pixel itself, E, SW, S, SE.
type Form [9]int

// operator is the row of an operator in the table.
type operator struct {
	name  string
	title string // in the player, as in "Edges, Sobel"
	// scale is D next to a straight edge of height 1, and the unit of the threshold's scale; peak
	// is the largest D of samples from 0 to 1.
	scale, peak uint64
	// forms are the linear forms whose squares add up to D, of Differences.
	forms []Form
	kind  Kind
	// previous says that the forms are over the differences to the previous frame.
	previous bool
	// reference and portable add D of one plane's row, a sum a pixel, for Reference and for the CPU
	// without vector instructions. They compute what forms says, written out for speed; if nil, the
	// forms are evaluated.
	reference func(sums []uint64, r *rows)
	portable  func(sums []uint64, n *neighbours)
}

// operators is the table of operators. Shaders get their forms as defines, and go generate makes
// the vector kernels from them.
var operators = [operatorCount]operator{
	Cross: {name: "cross", title: "Edges", scale: 1, peak: 4, reference: addCross, portable: crossRow, forms: []Form{
		{0, 0, 0, 0, 1, -1, 0, 0, 0},
		{0, 0, 0, -1, 1, 0, 0, 0, 0},
		{0, -1, 0, 0, 1, 0, 0, 0, 0},
		{0, 0, 0, 0, 1, 0, 0, -1, 0},
	}},
	Diagonal: {name: "diagonal", title: "Edges, diagonal", scale: 3, peak: 4, reference: addDiagonal, portable: diagonalRow, forms: []Form{
		{0, 0, 0, -1, 0, 1, 0, 0, 0},
		{0, 0, 1, 0, 0, 0, -1, 0, 0},
		{0, 1, 0, 0, 0, 0, 0, -1, 0},
		{1, 0, 0, 0, 0, 0, 0, 0, -1},
	}},
	Sobel:   {name: "sobel", title: "Edges, Sobel", scale: 4 * 4, peak: 20, reference: addSobel, portable: sobelRow, forms: gradient(1, 2)},
	Prewitt: {name: "prewitt", title: "Edges, Prewitt", scale: 3 * 3, peak: 10, reference: addPrewitt, portable: prewittRow, forms: gradient(1, 1)},
	Scharr:  {name: "scharr", title: "Edges, Scharr", scale: 16 * 16, peak: 356, reference: addScharr, portable: scharrRow, forms: gradient(3, 10)},
	Laplace: {name: "laplace", title: "Edges, Laplace", scale: 1, peak: 16, reference: addLaplace, portable: laplaceRow, forms: []Form{
		{0, -1, 0, -1, 4, -1, 0, -1, 0},
	}},
	Linear: {name: "linear", title: "Edges, linear", scale: 1, peak: 12, reference: addLinear, portable: linearRow, forms: []Form{
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

// sum returns D of one plane: the sum of the squares of the forms, or the pixel itself if there are
// no forms.
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

// Previous reports whether D compares with the previous frame: the operator then reads the
// differences that [Previous] makes.
func (o Operator) Previous() bool { return operators[o].previous }

// FindsEdges reports whether D is large where a pixel differs from its neighbours.
func (o Operator) FindsEdges() bool { return o.Kind() == Differences && !o.Previous() }

// TakesLow reports whether D may have a lower bound besides the threshold. Luma's threshold is its
// lower bound; Range has both.
func (o Operator) TakesLow() bool { return o != Luma }

// MaxThreshold returns the end of the threshold's scale with the given planes.
func (o Operator) MaxThreshold(planes Planes) float64 {
	most := float64(operators[o].peak) / float64(operators[o].scale)
	if planes == AllPlanes {
		most *= 3
	}
	return most
}
