package yuv

import (
	"fmt"
	"slices"
)

// Choice overrides a picture's colour tags for the viewer. Unspecified parts stay as tagged. It affects
// only the display: analysis and exports use the tags.
type Choice struct {
	Matrix   Matrix
	Range    Range
	Transfer Transfer
}

// With returns c with the choice applied. If the chosen transfer differs in kind from the tagged one,
// the primaries change too: BT.709's for SDR, BT.2020's for PQ and HLG.
func (c Colour) With(o Choice) Colour {
	if o.Matrix != MatrixUnspecified {
		c.Matrix = o.Matrix
	}
	if o.Range != RangeUnspecified {
		c.Range = o.Range
	}
	if o.Transfer != TransferUnspecified && o.Transfer != c.Curve() {
		switch o.Transfer {
		case SDR:
			c.Primaries, c.Transfer = "bt709", "bt709"
		case PQ:
			c.Primaries, c.Transfer = "bt2020", "smpte2084"
		case HLG:
			c.Primaries, c.Transfer = "bt2020", "arib-std-b67"
		}
	}
	return c
}

// Account describes how a picture is shown, and whether each part is tagged, guessed or chosen: "BT.709
// (guessed)".
type Account struct {
	Matrix, Range, Transfer string
	Gamut                   string // "BT.2020 to BT.709"; empty if it is the display's
	Light                   string // for PQ and HLG: "1000 to 203 cd/m²"
	Fixed                   bool   // the format fixes matrix and range, whatever is chosen
}

// Account describes how a picture of the given format, colour and size is shown with the choice.
func (o Choice) Account(f Format, c Colour, width, height int) Account {
	shown := c.With(o).Resolve(width, height)
	a := Account{
		Matrix:   origin(shown.Matrix, o.Matrix != MatrixUnspecified, c.Matrix != MatrixUnspecified),
		Range:    origin(shown.Range, o.Range != RangeUnspecified, c.Range != RangeUnspecified),
		Transfer: origin(shown.Curve(), o.Transfer != TransferUnspecified, c.Transfer != ""),
	}
	if f.Model == RGB {
		a.Matrix, a.Range, a.Fixed = "RGB", "full", true
	}
	l := shown.light()
	if l.gamut != bt709 {
		a.Gamut = gamutNames[l.gamut] + " to " + gamutNames[bt709]
	}
	if l.transfer != SDR {
		a.Light = fmt.Sprintf("%.4g to %d cd/m²", l.peak, referenceWhite)
	}
	return a
}

func origin(value fmt.Stringer, chosen, tagged bool) string {
	switch {
	case chosen:
		return value.String() + " (chosen)"
	case tagged:
		return value.String() + " (tagged)"
	}
	return value.String() + " (guessed)"
}

// tagged is the word for an unchanged tag.
const tagged = "tagged"

var (
	matrixNames   = [...]string{tagged, BT601: "bt601", BT709: "bt709", BT2020: "bt2020"}
	rangeNames    = [...]string{tagged, Limited: "limited", Full: "full"}
	transferNames = [...]string{tagged, SDR: "sdr", PQ: "pq", HLG: "hlg"}
)

// Names returns the words from which ParseChoice makes the choice.
func (o Choice) Names() (matrix, span, transfer string) {
	return matrixNames[o.Matrix], rangeNames[o.Range], transferNames[o.Transfer]
}

// MatrixNames returns the words of [ParseMatrix], indexed by value.
func MatrixNames() []string { return matrixNames[:] }

// RangeNames returns the words of [ParseRange], indexed by value.
func RangeNames() []string { return rangeNames[:] }

// TransferNames returns the words of [ParseTransfer], indexed by value.
func TransferNames() []string { return transferNames[:] }

// ParseMatrix parses bt601, bt709 or bt2020, or "tagged" for no override.
func ParseMatrix(name string) (Matrix, error) { return parse[Matrix](name, "matrix", matrixNames[:]) }

// ParseRange parses limited or full, or "tagged" for no override.
func ParseRange(name string) (Range, error) { return parse[Range](name, "range", rangeNames[:]) }

// ParseTransfer parses sdr, pq or hlg, or "tagged" for no override.
func ParseTransfer(name string) (Transfer, error) {
	return parse[Transfer](name, "transfer", transferNames[:])
}

func parse[T ~uint8](name, kind string, names []string) (T, error) {
	i := slices.Index(names, name)
	if i < 0 {
		return 0, fmt.Errorf("yuv: no %s is called %q", kind, name)
	}
	return T(i), nil
}

// ParseChoice parses the names of a matrix, a range and a transfer.
func ParseChoice(matrix, span, transfer string) (Choice, error) {
	m, err := ParseMatrix(matrix)
	if err != nil {
		return Choice{}, err
	}
	r, err := ParseRange(span)
	if err != nil {
		return Choice{}, err
	}
	t, err := ParseTransfer(transfer)
	if err != nil {
		return Choice{}, err
	}
	return Choice{m, r, t}, nil
}
