package yuv

import "fmt"

// Matrix identifies the luma weights that relate Y, U, V to R, G, B.
type Matrix uint8

const (
	MatrixUnspecified Matrix = iota
	BT601                    // Kr 0.299, Kb 0.114; also BT.470BG and SMPTE 170M
	BT709                    // Kr 0.2126, Kb 0.0722
	BT2020                   // Kr 0.2627, Kb 0.0593, non-constant luminance
)

func (m Matrix) String() string {
	switch m {
	case MatrixUnspecified:
		return "unspecified"
	case BT601:
		return "BT.601"
	case BT709:
		return "BT.709"
	case BT2020:
		return "BT.2020"
	}
	return fmt.Sprintf("Matrix(%d)", uint8(m))
}

// Range is the span of code values between black and white.
type Range uint8

const (
	RangeUnspecified Range = iota
	Limited                // luma 16 to 235, chroma 16 to 240, at 8 bits
	Full                   // 0 to 2^depth − 1
)

func (r Range) String() string {
	switch r {
	case RangeUnspecified:
		return "unspecified"
	case Limited:
		return "limited"
	case Full:
		return "full"
	}
	return fmt.Sprintf("Range(%d)", uint8(r))
}

// Transfer is the kind of curve between code values and light.
type Transfer uint8

const (
	TransferUnspecified Transfer = iota
	SDR                          // relative to the display's white, like BT.709; shown unchanged
	PQ                           // SMPTE ST 2084: code values are cd/m²
	HLG                          // ARIB STD-B67: scene light, for displays of any peak
)

func (t Transfer) String() string {
	switch t {
	case TransferUnspecified:
		return "unspecified"
	case SDR:
		return "SDR"
	case PQ:
		return "PQ"
	case HLG:
		return "HLG"
	}
	return fmt.Sprintf("Transfer(%d)", uint8(t))
}

// Colour holds a stream's colour tags. Primaries and Transfer are FFmpeg's names ("bt709",
// "smpte2084"), empty if untagged.
type Colour struct {
	Matrix              Matrix
	Range               Range
	Primaries, Transfer string
	// MaxCLL is the light of the stream's brightest pixel, MasteringPeak the peak of the display on
	// which it was graded, both in cd/m²; 0 if unknown.
	MaxCLL, MasteringPeak float64
	// Guess replaces an untagged matrix if set. It comes from the size of the stream's first frame;
	// later sizes do not change it.
	Guess Matrix
}

// Resolve fills in missing tags. A missing matrix becomes Guess; without a Guess it depends on the
// size: BT.709 for pictures at least 1280 wide or more than 576 high, else BT.601. A missing range
// becomes limited.
func (c Colour) Resolve(width, height int) Colour {
	if c.Matrix == MatrixUnspecified {
		c.Matrix = c.Guess
	}
	if c.Matrix == MatrixUnspecified {
		c.Matrix = BT601
		if width >= 1280 || height > 576 {
			c.Matrix = BT709
		}
	}
	if c.Range == RangeUnspecified {
		c.Range = Limited
	}
	return c
}

// Curve returns the kind of the tagged transfer: SDR except for PQ and HLG.
func (c Colour) Curve() Transfer {
	switch c.Transfer {
	case "smpte2084":
		return PQ
	case "arib-std-b67":
		return HLG
	}
	return SDR
}
