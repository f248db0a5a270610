package decode

// #include "shim.h"
import "C"

import (
	"strings"

	"github.com/asticode/go-astiav"
)

// description is FFmpeg's description of a pixel format. Later versions have formats that this one
// lacks; tests describe these by hand.
type description struct {
	name       string
	flags      uint64
	subX, subY int // log2 of the chroma subsampling
	count      int // of channels; a palette's indices are one
	channels   [4]channel
}

// channel is where a pixel format keeps a channel's samples: its plane, offset and step in bytes, or
// in bits; the bits of a sample, and how far these are shifted.
type channel struct {
	plane, offset, step, depth, shift int
}

// descriptionOf returns FFmpeg's description of a pixel format.
func descriptionOf(format astiav.PixelFormat) (description, error) {
	desc := C.av_pix_fmt_desc_get(C.enum_AVPixelFormat(format))
	if desc == nil {
		return description{}, &UnsupportedError{PixelFormat: "unknown"}
	}
	f := description{name: C.GoString(desc.name), flags: uint64(desc.flags), subX: int(desc.log2_chroma_w), subY: int(desc.log2_chroma_h)}
	f.count = int(desc.nb_components)
	for i, c := range &desc.comp {
		f.channels[i] = channel{int(c.plane), int(c.offset), int(c.step), int(c.depth), int(c.shift)}
	}
	return f, nil
}

// has reports whether a flag of FFmpeg's is set.
func (f *description) has(flag uint64) bool { return f.flags&flag != 0 }

// storage is how a pixel format keeps its samples.
type storage uint8

const (
	asDescribed storage = iota // integers of at most 16 bits where FFmpeg's description has them
	refused                    // not converted
	mosaic                     // Bayer: one sample a pixel, whatever its colour; described are the colours
	wide                       // integers of 32 bits; pictures have the upper 16
	tristimulus                // X, Y, Z of digital cinema, converted to RGB
	floating                   // float16 or float32: light, or code values from 0 to 1
	bytes332                   // R, G, B of 3, 3 and 2 bits in a byte
	groups411                  // U Y Y V Y Y: four pixels
)

// storages finds a pixel format's storage: that of the first row that holds for it. Frames of any
// other pixel format are as described.
var storages = []struct {
	storage storage
	holds   func(*description) bool
}{
	// A surface of a device has no samples: frames are copied from it to memory in another format.
	{refused, func(f *description) bool { return f.has(C.AV_PIX_FMT_FLAG_HWACCEL) }},
	{mosaic, func(f *description) bool { return f.has(C.AV_PIX_FMT_FLAG_BAYER) }},
	{floating, func(f *description) bool { return f.has(C.AV_PIX_FMT_FLAG_FLOAT) && f.channels[0].depth <= 32 }},
	// XYZ is not YUV, which the description of FFmpeg 5.1 does not show.
	{tristimulus, func(f *description) bool { return strings.HasPrefix(f.name, "xyz") }},
	{wide, func(f *description) bool { return f.channels[0].depth == 32 }},
	{refused, func(f *description) bool { return f.channels[0].depth > 16 }},
	// Its luma samples are not evenly spaced, which the description does not show.
	{groups411, func(f *description) bool { return f.name == "uyyvyy411" }},
	// FFmpeg's description and its scaler disagree on which colour has two bits: it is blue, as the
	// comment in FFmpeg's header says.
	{bytes332, func(f *description) bool { return f.name == "rgb8" }},
}

// storage returns how the format keeps its samples.
func (f *description) storage() storage {
	for _, row := range storages {
		if row.holds(f) {
			return row.storage
		}
	}
	return asDescribed
}
