// Package yuv holds decoded pictures as planes of integer samples, and converts them
// to RGB for the display.
//
// Input is a [Picture] whose planes may point into a decoder's own memory; output is
// an RGB image. [Converter.Paint] gives the same bytes as the conversion on the GPU in
// package glyuv: both use the one integer formula of docs/reference/display.md. No goroutines.
package yuv

import "fmt"

// MaxSide is the largest width and height of a picture, in pixels. A packed
// quad keeps 14 bits for each coordinate, and current drivers take textures
// of that size.
const MaxSide = 1 << 14

// Model names what the three planes of a picture hold.
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

// Format is the layout of a picture's samples.
type Format struct {
	Name  string // FFmpeg's name of the coded pixel format, such as "yuv420p10le"
	Model Model
	Depth int // significant bits of a sample, 8 to 16; all planes alike
	// Shift is by how many bits a stored sample is shifted left of its value: 6 for P010,
	// which keeps 10 bits at the top of 16; 0 for most formats.
	Shift int
	// SubX and SubY are log2 of the chroma subsampling: chroma sample
	// (x>>SubX, y>>SubY) covers pixel (x, y). 4:2:0 is 1, 1.
	SubX, SubY int
	Alpha      bool // pictures have an alpha plane, of the same depth and shift
}

// SampleBytes is the number of bytes a stored sample takes: 1 or 2. Two-byte
// samples are little-endian.
func (f Format) SampleBytes() int {
	if f.Depth+f.Shift > 8 {
		return 2
	}
	return 1
}

// MaxValue is the largest sample value M = 2^Depth − 1.
func (f Format) MaxValue() int { return 1<<f.Depth - 1 }

// Plane is one channel of a picture. Sample (x, y) starts at byte
// y·Stride + x·Step of Data.
type Plane struct {
	// Data begins at the first sample of the first row and ends no earlier
	// than the last byte of the last sample. It belongs to the picture's owner.
	Data   []byte
	Stride int // bytes from one row to the next, positive
	Step   int // bytes from one sample to the next: the sample's size, or more if channels are interleaved
	Width  int // samples a row
	Height int // rows
}

// Row returns the bytes of row y, from its first sample to its last one.
// sampleBytes is [Format.SampleBytes].
func (p *Plane) Row(y, sampleBytes int) []byte {
	start := y * p.Stride
	end := start + (p.Width-1)*p.Step + sampleBytes
	return p.Data[start:end:end]
}

// Picture is one decoded picture as coded: before rotation, before the
// sample aspect ratio is applied.
type Picture struct {
	Width, Height int // pixels
	Format        Format
	Planes        [3]Plane // as Format.Model says; unused planes are zero
	// Luma is the plane that the analysis reads: Planes[0] for YUV and gray; for RGB the
	// plane that [LumaFromRGB] made. Its Shift is LumaShift.
	Luma      Plane
	LumaShift int
	Alpha     Plane // how opaque pixels are, stored as in Planes; zero where the format has none
	Colour    Colour
	// Surface has the samples if they need not be in the planes' memory; else nil.
	Surface Surface
	// Before is the picture before this one in presentation order, if it is known; its own
	// Before is nil. It is valid as long as this picture is.
	Before *Picture
	// Vectors are the codec's motion vectors; a picture may have none of them. nil says that the
	// decoder tells none.
	Vectors MotionVectors
	// Coded are the codec's blocks; a picture may have none of them. nil says that the decoder tells
	// none.
	Coded CodedBlocks
}

// Alike reports whether a picture has the size and the format of another one, which may be nil.
func (p *Picture) Alike(o *Picture) bool {
	return o != nil && p.Width == o.Width && p.Height == o.Height && p.Format == o.Format && p.LumaShift == o.LumaShift
}
