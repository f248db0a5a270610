package av1

// Classes of transforms (get_tx_class).
const (
	class2D = iota
	classHorizontal
	classVertical
)

// classOf returns the class of a transform type.
func classOf(kind uint8) int {
	if kind < vDCT {
		return class2D
	}
	return classVertical - int(kind&1) // V_DCT is 10, H_DCT 11
}

// A step is a coefficient in scan order: its place in levels, and the parts of its contexts that the place decides.
type step struct {
	at   uint16
	base uint8 // of coeff_base
	more uint8 // of coeff_br
}

// A walk is the order of the coefficients of a transform size and class (get_scan).
type walk struct {
	steps  []step
	stride int // of a row of levels
	rows   int // of levels, with the border
	// near are the differences in levels from a coefficient to those that its contexts depend on: the first three
	// for coeff_br, all for coeff_base.
	near [5]int
}

// border is the number of zeros after each row and column of levels.
const border = 4

// walks are those of all transform sizes and classes.
var walks = func() (all [txSizes][3]walk) {
	for size := range txSizes {
		for class := range 3 {
			all[size][class] = newWalk(size, class)
		}
	}
	return all
}()

// newWalk returns the order of coefficients. Transforms of 64 samples code 32 at most (Adjusted_Tx_Size).
func newWalk(size TxSize, class int) walk {
	width, height := min(size.Width(), 32), min(size.Height(), 32)
	w := walk{stride: width + border, rows: height + border}
	w.near = [5]int{1, w.stride, w.stride + 1, 2, 2 * w.stride}
	switch class {
	case classHorizontal:
		w.near = [5]int{1, w.stride, 2, 3, 4}
	case classVertical:
		w.near = [5]int{1, w.stride, 2 * w.stride, 3 * w.stride, 4 * w.stride}
	}
	add := func(x, y int) {
		s := step{at: uint16(y*w.stride + x), more: 14}
		switch {
		case class == classHorizontal:
			s.base = uint8(26 + 5*min(x, 2))
		case class == classVertical:
			s.base = uint8(26 + 5*min(y, 2))
		default:
			s.base = baseOffset(size, x, y)
		}
		switch {
		case x == 0 && y == 0:
			s.more = 0
		case class == class2D && x < 2 && y < 2, class == classHorizontal && x == 0, class == classVertical && y == 0:
			s.more = 7
		}
		w.steps = append(w.steps, s)
	}
	switch class {
	case classVertical: // rows
		for y := range height {
			for x := range width {
				add(x, y)
			}
		}
	case classHorizontal: // columns
		for x := range width {
			for y := range height {
				add(x, y)
			}
		}
	default: // diagonals, of squares in alternating directions
		for d := range width + height - 1 {
			up := width > height || width == height && d%2 == 0
			for i := range height {
				y := i
				if up {
					y = height - 1 - i
				}
				if x := d - y; x >= 0 && x < width {
					add(x, y)
				}
			}
		}
	}
	return w
}

// baseOffset is Coeff_Base_Ctx_Offset, with the special case of the first coefficient.
func baseOffset(size TxSize, x, y int) uint8 {
	log2 := txLog2[size]
	switch {
	case x == 0 && y == 0:
		return 0
	case log2[0] < log2[1] && y < 2:
		return 11
	case log2[0] > log2[1] && x < 2:
		return 16
	case log2[0] == log2[1] && x+y < 2:
		return 1
	case x+y < 4:
		return 6
	}
	return 21
}
