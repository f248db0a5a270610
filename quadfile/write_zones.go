package quadfile

import (
	"io"
	"strconv"

	"ffkvadrat/analysis/regions"
)

// zonesEncoder writes what x264 and x265 take as --zones: runs of pictures, and how many bits
// those get. They have one number for a picture, so the map is one over time: an offset is that
// of the frame's density from the mean of all frames, which is known at the end. Until then the
// densities are kept, 12 bytes a frame.
type zonesEncoder struct {
	builder   regions.Builder
	counter   pictureCounter
	strength  int64
	densities []int32 // in millionths
	after     []int64 // pictures from the frame before
	sum       int64   // of densities
}

// zonesRoom is for how many frames there is room at first.
const zonesRoom = 1024

func newZonesEncoder() encoder {
	return &zonesEncoder{densities: make([]int32, 0, zonesRoom), after: make([]int64, 0, zonesRoom)}
}

func (*zonesEncoder) begin(b []byte, _ *Header) []byte { return b }

func (e *zonesEncoder) admit(h *Header, f *Frame) (plan, error) {
	if f.Index < 0 {
		return plan{}, errNoIndex
	}
	s := h.mapSettings()
	e.strength = int64(s.Strength)
	area := e.builder.Area(f.Quads, f.Width, f.Height, s.Counting)
	density := coverageMillionths(area, f.Width, f.Height)
	_, after := e.counter.next(f.Index)
	e.densities, e.after = append(e.densities, int32(density)), append(e.after, after)
	e.sum += density
	return plan{}, nil
}

func (*zonesEncoder) append(b []byte, _ *Header, _ *part) []byte { return b }

// offset returns a frame's: round(strength · (mean − density)), halves away from zero.
func (e *zonesEncoder) offset(frame int) int64 {
	n := int64(len(e.densities))
	return regions.Round(e.strength*(e.sum-n*int64(e.densities[frame])), n*1e6)
}

// end writes a zone for each run of pictures whose offset is the same and not 0, in one line.
func (e *zonesEncoder) end(w io.Writer, _ int64) error {
	var b []byte
	var start, picture int64
	var offset int64
	finish := func(end int64) {
		if offset != 0 {
			if len(b) > 0 {
				b = append(b, '/')
			}
			b = appendZone(b, start, end-1, offset)
		}
	}
	for i := range e.densities {
		if i > 0 {
			picture += e.after[i]
		}
		if next := e.offset(i); next != offset {
			finish(picture)
			start, offset = picture, next
		}
	}
	if n := len(e.after); n > 0 {
		finish(picture + e.after[n-1])
	}
	_, err := w.Write(append(b, '\n'))
	return err
}

// roots are 2^(k/6) in millionths: the quantiser doubles every six steps, as HEVC and H.264 have it.
var roots = [6]int64{1_000_000, 1_122_462, 1_259_921, 1_414_214, 1_587_401, 1_781_797}

// appendZone appends a zone: its first and last picture, and the factor of its bits, 2^(−offset/6) with
// six decimals.
func appendZone(b []byte, first, last, offset int64) []byte {
	b = strconv.AppendInt(b, first, 10)
	b = appendNext(b, last)
	b = append(b, ",b="...)
	k := (-offset%6 + 6) % 6
	doublings := (-offset - k) / 6
	factor := roots[k]
	if doublings >= 0 {
		factor <<= doublings
	} else {
		factor = regions.Round(factor, 1<<-doublings)
	}
	return appendMillionths(b, factor)
}
