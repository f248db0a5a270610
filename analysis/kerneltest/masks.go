package kerneltest

import (
	"fmt"
	"iter"
	"testing"

	"ffkvadrat/edge"
	"ffkvadrat/edge/edgetest"
	"ffkvadrat/edge/morton"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// Decided is a picture and a decision.
type Decided struct {
	Picture  *yuv.Picture
	Decision edge.Decision
}

func (d Decided) String() string {
	return fmt.Sprintf("%s %d×%d %+v", d.Picture.Format.Name, d.Picture.Width, d.Picture.Height, d.Decision)
}

// Masks are the passes of masks.
func Masks() *Family[Decided, *edge.BitMask] {
	return &Family[Decided, *edge.BitMask]{
		Name: "masks",
		Variants: variants(edge.Variants(), func(c *edge.CPU) func(Decided) *edge.BitMask {
			var mask edge.BitMask
			return func(in Decided) *edge.BitMask {
				c.Run(&mask, in.Picture, in.Decision)
				return &mask
			}
		}),
		Reference:  referenceMask(),
		Difference: differentMasks,
		Spoil:      spoilMask,
		Inputs:     decidedInputs(Decisions, 1),
		Steady:     steadyDecisions,
		Timed:      timedDecisions,
		Bytes:      func(in Decided) int64 { return int64(in.Picture.Width * in.Picture.Height) },
	}
}

// referenceMask returns the reference's mask as a BitMask.
func referenceMask() func(Decided) *edge.BitMask {
	var reference edge.Reference
	var mask edge.Mask
	var words edge.BitMask
	var bits [8][8]int // of the pixels in a word
	for y := range bits {
		for x := range bits[y] {
			bits[y][x] = morton.Code(x, y)
		}
	}
	return func(in Decided) *edge.BitMask {
		reference.Run(&mask, in.Picture, in.Decision)
		words.Resize(mask.Width, mask.Height)
		clear(words.Words)
		for top := 0; top < mask.Height; top += 8 {
			for left := 0; left < mask.Width; left += 8 {
				word := &words.Tile(left/64, top/64)[morton.Code(left%64/8, top%64/8)]
				for y := top; y < min(top+8, mask.Height); y++ {
					for x, leaf := range mask.Leaf[y*mask.Width:][left:min(left+8, mask.Width)] {
						*word |= uint64(leaf) << bits[y%8][x]
					}
				}
			}
		}
		return &words
	}
}

func differentMasks(got, want *edge.BitMask) string {
	if len(got.Words) != len(want.Words) {
		return fmt.Sprintf("%d words, want %d", len(got.Words), len(want.Words))
	}
	for i := range want.Words {
		if got.Words[i] != want.Words[i] {
			return fmt.Sprintf("word %d of tile %d is %#x, want %#x", i%64, i/64, got.Words[i], want.Words[i])
		}
	}
	return ""
}

// spoilMask changes the words that hold pixels.
func spoilMask(m *edge.BitMask) {
	for y := 0; y < m.Height; y += 8 {
		for x := 0; x < m.Width; x += 8 {
			m.Tile(x/64, y/64)[morton.Code(x%64/8, y%64/8)] = 0xfedcba9876543210
		}
	}
}

// Decisions returns decisions by every operator over its whole scale, and for the kernels of cross
// on luma the limits of each.
func Decisions(f yuv.Format) []edge.Decision {
	var list []edge.Decision
	for _, d := range edgetest.Discriminators(f) {
		list = append(list, decision(d, f))
	}
	for _, level := range []uint64{2, 3, 255*255 - 1, 255 * 255, 255*255 + 1, 65533, 65534, 65535, 65536, 65537} {
		list = append(list, edge.Decision{Planes: 1, Upper: level})
	}
	for _, threshold := range []float64{0, 1e-300, 0.003, 0.01, 0.22, 0.92, 0.999999, 1, 1.5, 2, 3.9999, 4} {
		list = append(list, decision(edge.Discriminator{Threshold: threshold}, f))
	}
	return list
}

func decision(d edge.Discriminator, f yuv.Format) edge.Decision {
	decision, err := d.Decision(f)
	if err != nil {
		panic(err)
	}
	return decision
}

// decidedSizes are sizes at and next to the ends of a kernel's groups, a band and a tile.
var decidedSizes = append([][2]int{
	{31, 9}, {32, 8}, {33, 8}, {33, 9}, {34, 10}, {63, 16}, {64, 7}, {65, 15}, {96, 5}, {97, 10}, {161, 5},
	{97, 65}, {128, 128}, {161, 72}, {1919, 131},
}, yuvtest.Sizes...)

// decidedInputs returns pictures of every layout, size and fill. The smallest ones come with all
// their decisions. For the others, the decisions are sampled by number of pixels and rate, in turn
// from picture to picture; with -short a third of them.
func decidedInputs(decisions func(yuv.Format) []edge.Decision, rate int) iter.Seq2[string, Decided] {
	return func(yield func(string, Decided) bool) {
		rate := rate
		if testing.Short() {
			rate *= 3
		}
		n := 0
		for _, f := range yuvtest.Layouts {
			list := decisions(f)
			for _, size := range decidedSizes {
				width, height := size[0], size[1]
				large := width*height > 1e5
				if large && f.Name != "yuv420p" && f.Name != "yuv444p16le" && f.Name != "yuv420p10le" {
					continue
				}
				each := rate * (1 + min(width*height/150, 20))
				for len(list)%each == 0 && each > 1 {
					each++
				}
				for _, fill := range fills(f) {
					if large && fill.Name != "noise" && fill.Name != "spikes" {
						continue
					}
					p := yuvtest.Tight(f, width, height, fill)
					for _, d := range list {
						if n++; n%each == 0 {
							if in := (Decided{p, d}); !yield(fill.Name, in) {
								return
							}
						}
					}
				}
			}
		}
	}
}

// fills returns the fills for pictures of a format; those above its depth only if raw video can
// have them.
func fills(f yuv.Format) []yuvtest.Fill {
	list := append(yuvtest.Fills(Seed), yuvtest.Biased(Seed))
	if f.Depth != 8*f.SampleBytes()-f.Shift {
		list = append(list, yuvtest.Above(list[4]))
	}
	return list
}

// steadyDecisions returns all decisions on some pictures.
func steadyDecisions(yield func(string, Decided) bool) {
	for _, f := range []yuv.Format{yuvtest.Formats[1], yuvtest.Formats[6], yuvtest.Formats[9], yuvtest.Layouts[1]} {
		p := yuvtest.Tight(f, 130, 70, yuvtest.Fills(Seed)[5])
		for _, d := range edgetest.Discriminators(f) {
			if in := (Decided{p, decision(d, f)}); !yield("spikes", in) {
				return
			}
		}
	}
}

// timedDecisions returns every operator on 8 and 10 bits, and cross where its wider kernels decide.
func timedDecisions(_ testing.TB, yield func(string, Decided) bool) {
	for _, f := range []yuv.Format{yuvtest.Formats[1], yuvtest.Formats[7]} {
		p := yuvtest.Picture(f, 1920, 1080, yuvtest.Fills(Seed)[5])
		list := []edge.Discriminator{{Threshold: 0.01, Invert: true}, {Threshold: 1.5}}
		for _, op := range edge.Operators() {
			list = append(list, edge.Discriminator{Operator: op, Threshold: 0.01})
			if op.Kind() == edge.Differences {
				list = append(list, edge.Discriminator{Operator: op, Threshold: 0.01, Planes: edge.AllPlanes})
			}
		}
		for _, d := range list {
			name := fmt.Sprintf("size=%dx%d/format=%s/operator=%v/planes=%v/t=%v/invert=%v",
				p.Width, p.Height, f.Name, d.Operator, d.Planes, d.Threshold, d.Invert)
			if !yield(name, Decided{p, decision(d, f)}) {
				return
			}
		}
	}
}
