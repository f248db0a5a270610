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

// Interest says which regions of interest encoders get: the density of the quads decides where more
// bits go. The formulas are in docs/reference/measures.md, "Regions of interest".
type Interest struct {
	Strength int // as in [regions.Settings], in steps of H.264's quantiser
	// Trial encodes the video a second time without regions, and compares.
	Trial bool
}

// regionSide is the side in pixels of the blocks that regions consist of.
var regionSide = regions.Interest.Side()

// regionSupport are the properties of an encoder that honours regions.
type regionSupport struct {
	encoder string
	flat    []string // presets without adaptive quantisation, with which the encoder ignores regions
	exact   bool     // it ignores them at quality 0 with 8 bits, which is lossless
	most    int      // different offsets besides 0; 0 means any number
	// fraction converts an offset to FFmpeg's, for a pixel format of a depth.
	fraction func(offset, depth int) C.AVRational
	more     [][2]string // additional options
}

// vp9 is the encoder that honours regions only with some options: in libvpx's mode for live videos,
// from speed leastSpeed on.
const (
	vp9        = "libvpx-vp9"
	leastSpeed = 5
)

var regionEncoders = []regionSupport{
	{encoder: "libx264", flat: []string{"ultrafast"}, exact: true, fraction: ofQuantiser},
	{encoder: "libx265", flat: []string{"ultrafast", "superfast"}, fraction: ofQuantiser},
	// A segment has an offset; segment 0 has none. libvpx gets the regions of the frame that it
	// encodes only if it delays no frames.
	{encoder: vp9, most: 7, fraction: ofVP9, more: [][2]string{{"deadline", "realtime"}, {"aq-mode", "0"}, {"lag-in-frames", "0"}}},
}

// ofQuantiser returns an offset as a fraction of the quantiser's range, by which FFmpeg multiplies
// it.
func ofQuantiser(offset, depth int) C.AVRational {
	return C.AVRational{C.int(offset), C.int(51 + 6*(depth-8))}
}

// ofVP9 returns an offset as a fraction of libvpx's range. FFmpeg multiplies it by mostVP9 and
// truncates, so a quarter is added. 5 steps of VP9 are 4 of H.264's.
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

// chooseRegions fails if the encoder would ignore requested regions.
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
	i := slices.IndexFunc(regionEncoders, func(h regionSupport) bool { return h.encoder == name })
	if i < 0 {
		var names []string
		for _, h := range regionEncoders {
			names = append(names, h.encoder)
		}
		return fmt.Errorf("encoder %s ignores regions of interest; these encoders use them: %s", name, strings.Join(names, ", "))
	}
	h := &regionEncoders[i]
	switch {
	case slices.Contains(h.flat, o.Preset):
		return fmt.Errorf("preset %s has no adaptive quantisation (aq-mode 0), without which %s ignores regions of interest", o.Preset, name)
	case name == vp9 && o.Preset != "":
		if n, err := strconv.Atoi(o.Preset); err == nil && n < leastSpeed {
			return fmt.Errorf("preset %s: %s honours regions of interest from %d (cpu-used) on", o.Preset, name, leastSpeed)
		}
	}
	c.regionSupport, c.trial = h, o.Interest.Trial
	c.options = append(c.options, h.more...)
	return nil
}

// checkLoss fails if the encoder is lossless, so that it ignores regions.
func (c *choice) checkLoss(o Output) error {
	if c.regionSupport != nil && c.regionSupport.exact && o.Quality != nil && *o.Quality == 0 && c.desc.comp[0].depth == 8 {
		return fmt.Errorf("with quality 0 %s is lossless and ignores regions of interest", c.codec.Name())
	}
	return nil
}

// roiBuilder computes the regions of frames. It is for one goroutine; it allocates only when frames
// or lists grow.
type roiBuilder struct {
	regionSupport *regionSupport
	depth         int // of the encoded frames
	strength      int
	builder       regions.Builder
	grid          regions.Grid
	list          []regions.Region
	regions       []C.AVRegionOfInterest
}

// newROIBuilder returns nil if no regions are requested.
func newROIBuilder(c *choice, o *Output) *roiBuilder {
	if c.regionSupport == nil {
		return nil
	}
	return &roiBuilder{regionSupport: c.regionSupport, depth: int(c.desc.comp[0].depth), strength: o.Interest.Strength}
}

// attach sets the regions of a frame whose picture fills a part of it. It returns the offsets of
// the blocks, row by row, in a slice that it reuses.
func (a *roiBuilder) attach(frame *C.AVFrame, quads []quadpyramid.Quad, counting regions.Counting, size image.Point, within image.Rectangle, blocks []int8) ([]int8, error) {
	a.builder.BuildFor(regions.Interest, &a.grid, quads, size.X, size.Y, regions.Settings{Strength: a.strength, Counting: counting})
	if a.regionSupport.most > 0 {
		a.grid.Fewer(a.regionSupport.most, regions.MaxStrength)
	}
	a.list = slices.DeleteFunc(a.grid.Merge(a.list[:0]), func(r regions.Region) bool { return r.Offset == 0 })
	a.regions = a.regions[:0]
	for i := range a.list {
		r := &a.list[i]
		r.Rectangle = placed(r.Rectangle, size, within)
		a.regions = append(a.regions, C.AVRegionOfInterest{
			self_size: C.sizeof_AVRegionOfInterest,
			top:       C.int(r.Min.Y), bottom: C.int(r.Max.Y), left: C.int(r.Min.X), right: C.int(r.Max.X),
			qoffset: a.regionSupport.fraction(r.Offset, a.depth),
		})
	}
	var first *C.AVRegionOfInterest
	if len(a.regions) > 0 {
		first = &a.regions[0]
	}
	if rc := C.frame_set_regions(frame, first, C.int(len(a.regions))); rc < 0 {
		return blocks, fmt.Errorf("set regions: %w", astiav.Error(rc))
	}
	return blocksOf(blocks, a.list, int(frame.width), int(frame.height)), nil
}

// placed returns the place of a rectangle of a picture that fills a part of a frame. Rectangles
// that share an edge still share it.
func placed(r image.Rectangle, size image.Point, within image.Rectangle) image.Rectangle {
	if within.Size() == size {
		return r.Add(within.Min)
	}
	x := func(x int) int { return within.Min.X + int(regions.Round(int64(x*within.Dx()), int64(size.X))) }
	y := func(y int) int { return within.Min.Y + int(regions.Round(int64(y*within.Dy()), int64(size.Y))) }
	return image.Rect(x(r.Min.X), y(r.Min.Y), x(r.Max.X), y(r.Max.Y))
}

// blocksOf returns the offsets of a frame's blocks, as encoders interpret regions: a region covers
// every block that it touches, and the first region counts.
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
