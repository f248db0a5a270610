package render

// #include "clean.h"
import "C"

import (
	"errors"
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"

	"github.com/asticode/go-astiav"

	"ffkvadrat/analysis/regions"
	"ffkvadrat/quadpyramid"
)

// Interest says what an encoder is told about the regions of each picture: the quads' density decides
// which get more bits. The formulas are in docs/reference/measures.md, "Regions of interest".
type Interest struct {
	Strength int // as in [regions.Settings], in steps of H.264's quantiser
	// Trial encodes the video once more without regions, and compares.
	Trial bool
}

// regionSide is the side of the blocks that a picture's regions are made of, in pixels.
var regionSide = regions.Interest.Side()

// honours is what has to be known of an encoder that honours regions.
type honours struct {
	encoder string
	flat    []string // presets without adaptive quantisation, without which it ignores them
	exact   bool     // with the quality 0 and 8 bits it loses nothing, and ignores them
	most    int      // different offsets beside 0; 0 for any number
	// fraction is how FFmpeg is told of an offset, in a pixel format of a depth.
	fraction func(offset, depth int) C.AVRational
	more     [][2]string // options
}

// vp9 is the encoder whose regions work with some of its options only: in libvpx's own mode for live
// videos, from a speed of leastSpeed on.
const (
	vp9        = "libvpx-vp9"
	leastSpeed = 5
)

var honouring = []honours{
	{encoder: "libx264", flat: []string{"ultrafast"}, exact: true, fraction: ofQuantiser},
	{encoder: "libx265", flat: []string{"ultrafast", "superfast"}, fraction: ofQuantiser},
	// A segment has an offset, and segment 0 none. libvpx gets the regions of the picture that it encodes only
	// if it keeps none back.
	{encoder: vp9, most: 7, fraction: ofVP9, more: [][2]string{{"deadline", "realtime"}, {"aq-mode", "0"}, {"lag-in-frames", "0"}}},
}

// ofQuantiser is an offset as a part of the quantiser's range, by which FFmpeg multiplies it again.
func ofQuantiser(offset, depth int) C.AVRational {
	return C.AVRational{C.int(offset), C.int(51 + 6*(depth-8))}
}

// ofVP9 is an offset as a part of libvpx's range: FFmpeg multiplies it by mostVP9 and cuts the
// fraction off, so it has a quarter more. 5 steps of VP9 are 4 of H.264's.
func ofVP9(offset, _ int) C.AVRational {
	const mostVP9 = 63
	n := 4 * regions.Round(5*int64(offset), 4)
	switch {
	case n > 0:
		n++
	case n < 0:
		n--
	}
	return C.AVRational{C.int(max(-4*mostVP9, min(n, 4*mostVP9))), 4 * mostVP9}
}

// chooseRegions fails where the encoder would ignore regions that are asked for.
func (c *choice) chooseRegions(o Output) error {
	name := c.codec.Name()
	switch {
	case o.Interest == nil:
		return nil
	case !o.Clean:
		return errors.New("regions of interest need pictures without quads: use --clean")
	}
	if err := regions.CheckStrength(o.Interest.Strength); err != nil {
		return err
	}
	i := slices.IndexFunc(honouring, func(h honours) bool { return h.encoder == name })
	if i < 0 {
		var names []string
		for _, h := range honouring {
			names = append(names, h.encoder)
		}
		return fmt.Errorf("encoder %s ignores regions of interest; these encoders use them: %s", name, strings.Join(names, ", "))
	}
	h := &honouring[i]
	switch {
	case slices.Contains(h.flat, o.Preset):
		return fmt.Errorf("preset %s has no adaptive quantisation (aq-mode 0), without which %s ignores regions of interest", o.Preset, name)
	case name == vp9 && o.Preset != "":
		if n, err := strconv.Atoi(o.Preset); err == nil && n < leastSpeed {
			return fmt.Errorf("preset %s: %s honours regions of interest from %d (cpu-used) on", o.Preset, name, leastSpeed)
		}
	}
	c.honours, c.trial = h, o.Interest.Trial
	c.options = append(c.options, h.more...)
	return nil
}

// checkLoss fails where the encoder loses nothing, so that regions say nothing to it.
func (c *choice) checkLoss(o Output) error {
	if c.honours != nil && c.honours.exact && o.Quality != nil && *o.Quality == 0 && c.desc.comp[0].depth == 8 {
		return fmt.Errorf("with quality 0 %s is lossless and ignores regions of interest", c.codec.Name())
	}
	return nil
}

// attention makes the regions of pictures. One goroutine at a time uses one; it allocates
// only when pictures or lists grow.
type attention struct {
	honours  *honours
	depth    int // of what is encoded
	strength int
	builder  regions.Builder
	grid     regions.Grid
	list     []regions.Region
	told     []C.AVRegionOfInterest
}

// newAttention returns nil where no regions are asked for.
func newAttention(c *choice, o *Output) *attention {
	if c.honours == nil {
		return nil
	}
	return &attention{honours: c.honours, depth: int(c.desc.comp[0].depth), strength: o.Interest.Strength}
}

// attach gives a frame the regions of a picture, which is in a part of the frame. It returns what
// the blocks get, row by row, in a slice that is used again.
func (a *attention) attach(frame *C.AVFrame, quads []quadpyramid.Quad, counting regions.Counting, size image.Point, within image.Rectangle, blocks []int8) ([]int8, error) {
	a.builder.BuildFor(regions.Interest, &a.grid, quads, size.X, size.Y, regions.Settings{Strength: a.strength, Counting: counting})
	if a.honours.most > 0 {
		a.grid.Fewer(a.honours.most, regions.MaxStrength)
	}
	a.list = slices.DeleteFunc(a.grid.Merge(a.list[:0]), func(r regions.Region) bool { return r.Offset == 0 })
	a.told = a.told[:0]
	for i := range a.list {
		r := &a.list[i]
		r.Rectangle = placed(r.Rectangle, size, within)
		a.told = append(a.told, C.AVRegionOfInterest{
			self_size: C.sizeof_AVRegionOfInterest,
			top:       C.int(r.Min.Y), bottom: C.int(r.Max.Y), left: C.int(r.Min.X), right: C.int(r.Max.X),
			qoffset: a.honours.fraction(r.Offset, a.depth),
		})
	}
	var first *C.AVRegionOfInterest
	if len(a.told) > 0 {
		first = &a.told[0]
	}
	if rc := C.frame_tell(frame, first, C.int(len(a.told))); rc < 0 {
		return blocks, fmt.Errorf("set regions: %w", astiav.Error(rc))
	}
	return blocksOf(blocks, a.list, int(frame.width), int(frame.height)), nil
}

// placed is where a rectangle of a picture of a size is when the picture fills a part of a frame.
// Edges that two rectangles share stay shared.
func placed(r image.Rectangle, size image.Point, within image.Rectangle) image.Rectangle {
	if within.Size() == size {
		return r.Add(within.Min)
	}
	x := func(x int) int { return within.Min.X + int(regions.Round(int64(x*within.Dx()), int64(size.X))) }
	y := func(y int) int { return within.Min.Y + int(regions.Round(int64(y*within.Dy()), int64(size.Y))) }
	return image.Rect(x(r.Min.X), y(r.Min.Y), x(r.Max.X), y(r.Max.Y))
}

// blocksOf returns the offsets of a frame's blocks as encoders read regions: one has all the blocks that it
// touches, and of several the first counts.
func blocksOf(blocks []int8, list []regions.Region, width, height int) []int8 {
	columns, rows := (width+regionSide-1)/regionSide, (height+regionSide-1)/regionSide
	blocks = slices.Grow(blocks[:0], columns*rows)[:columns*rows]
	clear(blocks)
	for _, r := range slices.Backward(list) {
		for y := r.Min.Y / regionSide; y < (r.Max.Y+regionSide-1)/regionSide; y++ {
			for x := r.Min.X / regionSide; x < (r.Max.X+regionSide-1)/regionSide; x++ {
				blocks[y*columns+x] = int8(r.Offset)
			}
		}
	}
	return blocks
}
