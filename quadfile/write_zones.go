package quadfile

import (
	"strconv"

	"ffkvadrat/analysis/regions"
)

// zonesEncoder writes the --zones of x264 and x265: runs of pictures with bitrate factors. There is
// one number per picture, so the map is over time: a frame's offset depends on the difference of
// its density from the mean over all frames, which is known at the end. Until then it stores 12
// bytes per frame.
type zonesEncoder struct {
	*output
	builder   regions.Builder
	strength  int64
	densities []int32 // in millionths
	indices   []int64 // of the frames
	sum       int64   // of densities
}

// zonesRoom is the initial capacity in frames.
const zonesRoom = 1024

func newZones(o *output) (encoder, error) {
	return &zonesEncoder{
		output: o, strength: int64(o.header.mapSettings().Strength),
		densities: make([]int32, 0, zonesRoom), indices: make([]int64, 0, zonesRoom),
	}, nil
}

func (e *zonesEncoder) plan(p *Piece) (plan, error) {
	f := &p.frame
	area := e.builder.Area(f.Quads, f.Width, f.Height, e.header.Analysis.Counting())
	density := coverageMillionths(area, f.Width, f.Height)
	e.densities, e.indices = append(e.densities, int32(density)), append(e.indices, f.Index)
	e.sum += density
	return plan{}, nil
}

// offset returns a frame's QP offset: round(strength · (mean − density)), halves away from zero.
func (e *zonesEncoder) offset(frame int) int64 {
	n := int64(len(e.densities))
	return regions.Round(e.strength*(e.sum-n*int64(e.densities[frame])), n*1e6)
}

// end writes in one line a zone for each run of pictures with the same offset other than 0. The
// last frame lasts as long as the one before.
func (e *zonesEncoder) end() error {
	var b []byte
	var start, picture, offset int64
	after := int64(1) // pictures from the frame before
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
			after = e.indices[i] - e.indices[i-1]
			picture += after
		}
		if next := e.offset(i); next != offset {
			finish(picture)
			start, offset = picture, next
		}
	}
	finish(picture + after)
	_, err := e.out.Write(append(b, '\n'))
	return err
}

// roots are 2^(k/6) in millionths: in H.264 and HEVC the quantiser step doubles every six QP.
var roots = [6]int64{1_000_000, 1_122_462, 1_259_921, 1_414_214, 1_587_401, 1_781_797}

// appendZone appends a zone: its first and last picture, and its bitrate factor 2^(−offset/6) with
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
