package session

import (
	"fmt"
	"math/bits"
	"strings"
)

// Curve is a curve of the player's timeline.
type Curve uint8

const (
	QuadsCurve Curve = iota
	CoverageCurve
	LumaCurve
	StillCurve
	PSNRCurve
	SSIMCurve
	SICurve
	TICurve
	BytesCurve
	CodedCurve
	BytesPerQuadCurve
	QPCurve
	DensityCurve
	IntraCurve
	SkipCurve
	DepthCurve
	SecondPSNRCurve
	SecondSSIMCurve
	SecondBytesCurve
	SecondQPCurve
	CurveCount // number of curves
)

// CurveWords are the texts about a curve.
type CurveWords struct {
	Name  string // in settings
	Short string // where there is little room
	Title string // in full
	Unit  string // of its values
	Help  string
}

var curves = [CurveCount]CurveWords{
	QuadsCurve:    {"quads", "Quads", "Quads", "number", "The number of quads."},
	CoverageCurve: {"coverage", "Coverage", "Coverage", "%", "How much of the picture the quads cover."},
	LumaCurve:     {"luma", "Luma", "Lightness (luma)", "%", "How light the picture is: the line is the mean of its luma; the band around it has 98 of 100 pixels, from the 1st to the 99th percentile."},
	StillCurve:    {"still", "Static", "Static area", "%", "How much of the picture stands still: the part inside cubes of at least 8 pixels and 8 frames. Cubes end at cuts."},
	PSNRCurve:     {"psnr", "PSNR Y of quads", "PSNR Y of quads", "dB", "Peak signal-to-noise ratio of the reconstruction, in decibels: how close the picture that the quads make is to the video's, in luma, filled as in the view Reconstruction. It is infinite for equal pictures, and says nothing of a second video." + slower},
	SSIMCurve:     {"ssim", "SSIM of quads", "SSIM of quads", "up to 1", "Structural similarity of the reconstruction: how similar the structure of the picture that the quads make is to the video's, at most 1. It says nothing of a second video." + slower},
	SICurve:       {"si", "SI", "SI: spatial detail", "8-bit levels", "Spatial information (SI) of ITU-T P.910: how much spatial detail the picture has, as the spread of the strength of its edges. A picture of one colour has 0; blur and even areas give low values, textures, leaves and text high ones, which take more bits. As siti-tools computes it by default." + again},
	TICurve:       {"ti", "TI", "TI: change between frames", "8-bit levels", "Temporal information (TI) of ITU-T P.910: how much changes from frame to frame, as the spread of the differences of luma. A still picture has 0; a fixed camera gives low values, fast motion high ones, which take more bits; cuts and flashes are peaks. As siti-tools computes it by default." + again},
	BytesCurve:    {"bytes", "Size", "Packet size", "bytes", "The size of the picture's packet, as a bar in the colour of the frame's type: I, P or B. Heights are square roots, to show small sizes next to large ones: half the height is a quarter of the bytes, unless Sizes linear is on."},
	CodedCurve:    {"coded", "Coded", "Coded size", "bytes", "The size of the coded frame itself, as bars like those of the packet sizes, which are a line where both are shown. AV1 codes some frames in earlier packets than those that show them; the bytes are here at the frame that they code. For other codecs it is the size of the packet." + cost},

	BytesPerQuadCurve: {"bytes/quad", "Size/quad", "Packet size per quad", "bytes", "The size of the picture's packet, divided by the number of its quads."},
	QPCurve:           {"qp", "QP", "Quantisation parameter (QP)", "codec's scale", "The mean quantisation parameter (QP) of the codec's blocks: the larger, the coarser." + cost},
	DensityCurve:      {"qp·density", "QP·density", "Correlation of QP and density", "−1 to 1", "The correlation of the codec's quantisation parameters (QP) with the density of quads of at most 8 pixels, from −1 to 1: below 0 the codec spends more bits on detail." + cost},
	IntraCurve:        {"intra", "Intra", "Intra blocks", "%", "How much of the picture the codec predicts from the same picture. For HEVC, AV1, H.264 and the MPEG codecs before it." + twice},
	SkipCurve:         {"skip", "Skip", "Skipped blocks", "%", "How much of the picture the codec takes from other pictures as it is. For HEVC and AV1." + twice},
	DepthCurve:        {"depth", "Depth", "Depth of blocks", "divisions", "How often the codec divides its largest block, on average over the pixels. For HEVC and AV1." + twice},
	SecondPSNRCurve:   {"psnr-b", "PSNR YUV of B", "PSNR YUV, B against A", "dB", "Peak signal-to-noise ratio of the second video, B, in decibels: how close all planes of its pictures are to those of A, as the average that compare prints. It is infinite for equal pictures." + compares},
	SecondSSIMCurve:   {"ssim-b", "SSIM Y of B", "SSIM Y, B against A", "up to 1", "Structural similarity of the second video, B: how similar the structure of its pictures is to that of A's, in luma (of RGB, in red), as the Y that compare prints; 1 if they are equal." + compares},
	SecondBytesCurve:  {"bytes-b", "Size of B", "Packet size of B", "bytes", "The size of the packet of the second video's picture. With the sizes of A, it has their scale, unless one of both videos is a reference: its packets are more than 20 times larger, or its frames are all of one type." + compares},
	SecondQPCurve:     {"qp-b", "QP of B", "Quantisation parameter of B", "codec's scale", "The mean quantisation parameter (QP) of the blocks of the second video's picture. With the QP of A, it has its scale, unless that of its codec is another one. For the codecs whose QP is known." + compares},
}

// extremes say what the most remarkable frame of a curve has.
var extremes = [CurveCount]string{
	QuadsCurve: "the most quads", CoverageCurve: "the highest coverage", LumaCurve: "the lightest picture", StillCurve: "the largest static area",
	PSNRCurve: "the lowest PSNR Y of quads", SSIMCurve: "the lowest SSIM of quads", SICurve: "the most spatial detail (SI)", TICurve: "the most change (TI)",
	BytesCurve: "the largest packet", CodedCurve: "the largest coded size", BytesPerQuadCurve: "the largest packet per quad", QPCurve: "the highest QP", DensityCurve: "the highest correlation of QP and density",
	IntraCurve: "the most intra blocks", SkipCurve: "the most skipped blocks", DepthCurve: "the deepest blocks",
	SecondPSNRCurve: "the lowest PSNR YUV of B", SecondSSIMCurve: "the lowest SSIM Y of B", SecondBytesCurve: "the largest packet of B", SecondQPCurve: "the highest QP of B",
}

// Dips reports whether the least values of the curve are the remarkable ones.
func (c Curve) Dips() bool { return strings.HasPrefix(extremes[c], "the lowest ") }

// Extreme says what the most remarkable frame of the curve has, for lists of a thing.
func (c Curve) Extreme(thing string) string { return strings.ReplaceAll(extremes[c], "quad", thing) }

// slower is the cost of curves that need the reconstruction.
const slower = " Analysing the video with this curve takes about three times as long."

// again is the cost of curves that need an additional measurement.
const again = " Analysing the video with this curve takes one and a half times as long."

// compares is the cost of curves of a second video.
const compares = " With this curve the player compares the whole of both videos once."

// cost is the cost of curves that need the codec's blocks, and the codecs that report them.
const cost = " For HEVC, AV1, H.264, the MPEG codecs before it, and VP9 with segments." + twice

// twice is the cost alone.
const twice = " Analysing the video with this curve takes almost twice as long."

func (c Curve) String() string {
	if c < CurveCount {
		return curves[c].Name
	}
	return fmt.Sprintf("Curve(%d)", uint8(c))
}

// Of returns the curve's texts for lists of a thing, such as points.
func (c Curve) Of(thing string) CurveWords {
	w := curves[c]
	if thing == "quad" {
		return w
	}
	things := strings.NewReplacer("quad", thing, "Quad", strings.ToUpper(thing[:1])+thing[1:])
	return CurveWords{things.Replace(w.Name), things.Replace(w.Short), things.Replace(w.Title), w.Unit, things.Replace(w.Help)}
}

// Curves is a set of curves: bit i is curve i.
type Curves uint32

// NewCurves returns a set of the given curves.
func NewCurves(list ...Curve) (set Curves) {
	for _, c := range list {
		set.Switch(c, true)
	}
	return set
}

// Has reports whether a curve is in the set.
func (s Curves) Has(c Curve) bool { return s>>c&1 != 0 }

// Len returns the number of curves.
func (s Curves) Len() int { return bits.OnesCount32(uint32(s)) }

// Rebuild reports whether any curve needs the reconstruction.
func (s Curves) Rebuild() bool { return s.Has(PSNRCurve) || s.Has(SSIMCurve) }

// Inform reports whether any curve needs spatial or temporal information.
func (s Curves) Inform() bool { return s.Has(SICurve) || s.Has(TICurve) }

// Coded reports whether any curve needs the codec's blocks.
func (s Curves) Coded() bool { return s != s.Uncoded() }

// Uncoded returns the curves without those that need the codec's blocks.
func (s Curves) Uncoded() Curves {
	return s &^ NewCurves(CodedCurve, QPCurve, DensityCurve, IntraCurve, SkipCurve, DepthCurve)
}

// Second reports whether any curve is about a second video.
func (s Curves) Second() bool { return s != s.Alone() }

// Alone returns the curves without those about a second video.
func (s Curves) Alone() Curves {
	return s &^ NewCurves(SecondPSNRCurve, SecondSSIMCurve, SecondBytesCurve, SecondQPCurve)
}

// Switch adds a curve to the set or removes it.
func (s *Curves) Switch(c Curve, on bool) {
	if *s &^= 1 << c; on {
		*s |= 1 << c
	}
}

// String returns the names separated by commas.
func (s Curves) String() string {
	var names []string
	for c := range CurveCount {
		if s.Has(c) {
			names = append(names, c.String())
		}
	}
	return strings.Join(names, ",")
}

// ParseCurves parses the result of String; the order does not matter.
func ParseCurves(text string) (set Curves, err error) {
	if text == "" {
		return 0, nil
	}
next:
	for _, name := range strings.Split(text, ",") {
		for c := range CurveCount {
			if c.String() == name {
				set.Switch(c, true)
				continue next
			}
		}
		return 0, fmt.Errorf("session: no curve of the timeline is called %q", name)
	}
	return set, nil
}
