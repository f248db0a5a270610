// Package yuv represents decoded pictures as planes of integer samples and converts them to RGB for the
// display.
//
// Input is a [Picture] whose planes can point into a decoder's memory; output is an RGB image.
// [Converter.Paint] gives the same bytes as the conversion on the GPU in package glyuv: both use the
// integer formula of docs/reference/display.md. No goroutines.
package yuv

import "fmt"

// MaxSide is the largest width and height of a picture, in pixels. A packed quad has 14 bits per
// coordinate, and current drivers support textures of that size.
const MaxSide = 1 << 14

// Model is the meaning of a picture's three planes.
type Model uint8

const (
	YUV  Model = iota // Planes: Y, U, V
	Gray              // Planes: Y; the other two are empty
	RGB               // Planes: R, G, B; Luma is derived
)

func (m Model) String() string {
	switch m {
	case YUV:
		return "YUV"
	case Gray:
		return "gray"
	case RGB:
		return "RGB"
	}
	return fmt.Sprintf("Model(%d)", uint8(m))
}

// Letters names the model's planes, a letter each.
func (m Model) Letters() string {
	if m == Gray {
		return "Y"
	}
	return m.String()
}

// Format is the layout of a picture's samples.
type Format struct {
	Name  string // FFmpeg's name of the coded pixel format, such as "yuv420p10le"
	Model Model
	Depth int // significant bits of a sample, 8 to 16, equal for all planes
	// Shift is the number of bits by which a stored sample is shifted left: 6 for P010, which has 10
	// bits at the top of 16; 0 for most formats.
	Shift int
	// SubX and SubY are log2 of the chroma subsampling: chroma sample
	// (x>>SubX, y>>SubY) covers pixel (x, y). 4:2:0 is 1, 1.
	SubX, SubY int
	Alpha      bool // pictures have an alpha plane, of the same depth and shift
}

// SampleBytes returns the size of a stored sample in bytes: 1 or 2. Two-byte samples are little-endian.
func (f Format) SampleBytes() int {
	if f.Depth+f.Shift > 8 {
		return 2
	}
	return 1
}

// MaxValue returns the largest sample value M = 2^Depth − 1.
func (f Format) MaxValue() int { return 1<<f.Depth - 1 }

// Plane is one channel of a picture. Sample (x, y) starts at byte
// y·Stride + x·Step of Data.
type Plane struct {
	// Data starts with the first sample of the first row and includes the last byte of the last sample.
	// It belongs to the picture's owner.
	Data   []byte
	Stride int // bytes from one row to the next, positive
	Step   int // bytes from one sample to the next: its size, or more if channels are interleaved
	Width  int // samples per row
	Height int // rows
}

// Row returns the bytes of row y, from its first sample to its last one.
// sampleBytes is [Format.SampleBytes].
func (p *Plane) Row(y, sampleBytes int) []byte {
	start := y * p.Stride
	end := start + (p.Width-1)*p.Step + sampleBytes
	return p.Data[start:end:end]
}

// Picture is a decoded picture as coded: before rotation and before the sample aspect ratio is applied.
type Picture struct {
	Width, Height int // pixels
	Format        Format
	Planes        [3]Plane // as Format.Model says; unused planes are zero
	// Luma is the plane that the analysis reads: Planes[0] for YUV and gray; for RGB the plane from
	// [LumaFromRGB]. Its Shift is LumaShift.
	Luma      Plane
	LumaShift int
	Alpha     Plane // opacity, stored as in Planes; zero if the format has no alpha
	Colour    Colour
	// Outside is how many samples were limited: of a pixel format with floats, those outside 0 to 1 and those
	// that are no number.
	Outside int64
	// Surface provides the samples if they may be missing in the planes' memory; else nil.
	Surface Surface
	// Before is the picture before this one in presentation order, or nil if unknown; its Before is
	// nil. It is valid as long as this picture.
	Before *Picture
	// Vectors are the codec's motion vectors; a picture can have no vectors. nil means that the decoder
	// does not export them.
	Vectors MotionVectors
	// Coded are the codec's blocks; a picture can have no blocks. nil means that the decoder does not
	// export them.
	Coded CodedBlocks
	// Scaled has Width, Height, Vectors and Coded of the picture of another size that this one was scaled from; nil for none.
	Scaled *Picture
}

// AsCoded returns the picture in whose pixels the codec's blocks and vectors are: p, or the one that it was scaled from.
func (p *Picture) AsCoded() *Picture {
	if p.Scaled != nil {
		return p.Scaled
	}
	return p
}

// Alike reports whether p has the size and format of o, which may be nil.
func (p *Picture) Alike(o *Picture) bool {
	return o != nil && p.Width == o.Width && p.Height == o.Height && p.Format == o.Format && p.LumaShift == o.LumaShift
}
