// Package fit converts pictures of one video to the coded pixels of another, so that both can be compared sample
// by sample: it rotates them by the difference of the display matrices, and scales them as FFmpeg's filter scale
// does. A [Fitter] belongs to one goroutine at a time.
package fit

import (
	"fmt"
	"math"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/decode/describe"
	"ffkvadrat/yuv"
)

// Kind has a frame's properties other than its samples.
type Kind struct {
	Width, Height int
	Format        yuv.Format
	Colour        yuv.Colour // only what determines the samples: matrix, range and guess
	SAR           decode.Rational
}

// KindOf returns a frame's properties.
func KindOf(f *decode.Frame) Kind {
	p := &f.Picture
	return Kind{p.Width, p.Height, p.Format, yuv.Colour{Matrix: p.Colour.Matrix, Range: p.Colour.Range, Guess: p.Colour.Guess}, f.SAR}
}

// Fitter converts an encode's pictures to the coded pixels of its reference, in which both are
// compared and shown. If the videos' display matrices differ, it rotates them. One goroutine at a
// time may use it; it allocates only when pictures change.
type Fitter struct {
	// Turn is the encode's display matrix [decode.Orientation.Onto] the reference's.
	Turn  decode.Orientation
	Scale bool // convert pictures to the reference's size and format, as FFmpeg's scaler does
	Coded bool // ignore the sample aspect ratios

	turner turner
	scaler scaler
	scaled yuv.Picture // as [yuv.Picture.Scaled]
	before *Fitter     // for previous pictures, made on first use
}

// MismatchError means that an encode's picture needs [Fitter.Scale] to be compared with the
// reference's.
type MismatchError struct {
	Encode string
	What   string // the properties of its pictures
	Wanted string // the properties of the reference's
	Time   float64
}

func (e *MismatchError) Error() string {
	return fmt.Sprintf("%s: the picture at %.3f s is %s, that of the reference %s", e.Encode, e.Time, e.What, e.Wanted)
}

// ShapeError means that an encode's picture cannot be compared with the reference's, even scaled:
// their display aspect ratios differ, so their pixels do not correspond.
type ShapeError struct{ MismatchError }

func (e *ShapeError) Error() string {
	return e.MismatchError.Error() + ": their display aspect ratios differ, so their pixels do not match"
}

// Turned returns the properties of a picture after its rotation.
func (f *Fitter) Turned(k Kind) Kind {
	if f.Turn.Sideways() {
		k.Width, k.Height, k.Format.SubX, k.Format.SubY = k.Height, k.Width, k.Format.SubY, k.Format.SubX
		if k.SAR.Num > 0 {
			k.SAR = decode.Rational{Num: k.SAR.Den, Den: k.SAR.Num}
		}
	}
	return k
}

// NewFitter returns a fitter for two videos. With coded, it ignores their display matrices and
// sample aspect ratios.
func NewFitter(encode, reference *decode.Info, scale, coded bool) *Fitter {
	f := &Fitter{Scale: scale, Coded: coded}
	if !coded {
		f.Turn = encode.Orientation.Onto(reference.Orientation)
	}
	return f
}

// Check returns an error if pictures of a kind, of an encode with a name and at a time, cannot be
// converted to those of the reference. Without Scale, sizes must be equal, and with formats the
// formats, too.
func (f *Fitter) Check(name string, time float64, of, reference Kind, formats bool) error {
	k := f.Turned(of)
	if f.Coded {
		k.SAR, reference.SAR = decode.Rational{}, decode.Rational{}
	}
	what, wanted, alike := k.Size(), reference.Size(), k.Width == reference.Width && k.Height == reference.Height
	if formats {
		a, b := k.Layout(), reference.Layout()
		what, wanted, alike = a.String(), b.String(), a == b
	}
	switch {
	case !sameShape(k, reference):
		return &ShapeError{MismatchError{name, f.said(k.shape()), reference.shape(), time}}
	case !alike && !f.Scale:
		return &MismatchError{name, f.said(what), wanted, time}
	}
	return nil
}

// said adds the rotation to the description of a rotated picture.
func (f *Fitter) said(what string) string {
	if turn := describe.Turn(f.Turn); turn != "" {
		return what + " once " + turn
	}
	return what
}

// Size describes the size of pictures.
func (k Kind) Size() string { return fmt.Sprintf("%d×%d", k.Width, k.Height) }

// shape describes what determines a picture's display aspect ratio.
func (k Kind) shape() string {
	if sar := describe.SAR(k.SAR); sar != "" {
		return k.Size() + " with samples of " + sar
	}
	return k.Size()
}

// Layout returns the layout of pictures of a kind.
func (k Kind) Layout() Layout {
	return LayoutOf(&yuv.Picture{Width: k.Width, Height: k.Height, Format: k.Format, Colour: k.Colour})
}

// tolerance is the largest relative difference of aspect ratios, beyond a sample of each side:
// encoders round sides to 8 or 16 samples, and the two conventions of sample aspect ratios of DVDs
// differ by 704/720.
const tolerance = 0.03

// sameShape reports whether two pictures have the same display aspect ratio. If one has no sample
// aspect ratio, it may have the other's, because encodes lose the tag.
func sameShape(k, reference Kind) bool {
	own, other := k.SAR.Float(), reference.SAR.Float()
	switch {
	case own <= 0 && other <= 0:
		return k.near(reference, 1)
	case own <= 0:
		return k.near(reference, 1) || k.near(reference, 1/other)
	case other <= 0:
		return k.near(reference, 1) || k.near(reference, own)
	}
	return k.near(reference, own/other)
}

// near reports whether pictures have the display aspect ratio of a reference whose samples are
// narrower by a factor.
func (k Kind) near(reference Kind, wider float64) bool {
	width, height := float64(k.Width), float64(k.Height)
	wanted := float64(reference.Width) / float64(reference.Height)
	least := wider * (width - 1) / (height + 1)
	most := math.Inf(1)
	if height > 1 {
		most = wider * (width + 1) / (height - 1)
	}
	return least <= wanted*(1+tolerance) && wanted <= most*(1+tolerance)
}

// Run converts a picture that Check accepts to the coded pixels of the reference. The result is p
// itself, or valid until the next call; its vectors and blocks are valid as long as p's, too. Pictures of another size have
// them as Scaled.
func (f *Fitter) Run(p *yuv.Picture, reference Kind) (*yuv.Picture, error) {
	made := p
	if f.Turn != (decode.Orientation{}) {
		if err := analysis.Fetch(p); err != nil {
			return nil, err
		}
		made = f.turner.run(p, f.Turn)
	}
	if f.Scale && LayoutOf(made) != reference.Layout() {
		err := analysis.Fetch(p)
		if err == nil {
			from := made
			if made, err = f.scaler.run(from, reference); err == nil {
				made.Vectors, made.Coded, made.Scaled = nil, nil, nil
				if from.Width == made.Width && from.Height == made.Height {
					made.Vectors, made.Coded = from.Vectors, from.Coded
				} else if from.Vectors != nil || from.Coded != nil {
					f.scaled = yuv.Picture{Width: from.Width, Height: from.Height, Vectors: from.Vectors, Coded: from.Coded}
					made.Scaled = &f.scaled
				}
			}
		}
		if err != nil {
			return nil, err
		}
	}
	if made == p {
		return p, nil
	}
	if made.Before = nil; p.Before == nil {
		return made, nil
	}
	if f.before == nil {
		f.before = &Fitter{Turn: f.Turn, Scale: f.Scale, Coded: f.Coded}
	}
	before, err := f.before.Run(p.Before, reference)
	made.Before = before
	return made, err
}

// Close frees FFmpeg's scaler.
func (f *Fitter) Close() {
	if f == nil {
		return
	}
	f.scaler.close()
	f.before.Close()
}
