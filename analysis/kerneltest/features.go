package kerneltest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"ffkvadrat/feature"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/yuvtest"
)

// Combined is a picture and the parameters of the feature combiner.
type Combined struct {
	Picture *yuv.Picture
	Space   channel.Space
	Level   uint32
	Limits  quadpyramid.Limits
}

func (c Combined) String() string {
	return fmt.Sprintf("%s %d×%d %v T=%d %+v", c.Picture.Format.Name, c.Picture.Width, c.Picture.Height, c.Space, c.Level, c.Limits)
}

// Colours is a list with its means.
type Colours struct {
	Quads []quadpyramid.Quad
	Means []feature.Mean
}

// Features are the builders of the common feature combiner.
func Features() *Family[Combined, Colours] {
	var reference feature.Reference
	return &Family[Combined, Colours]{
		Name: "features",
		Variants: variants(feature.Variants(), func(c *feature.CPU) func(Combined) Colours {
			return func(in Combined) Colours { return colours(c.Build(in.Picture, in.Space, in.Level, in.Limits)) }
		}),
		Reference: func(in Combined) Colours {
			return colours(reference.Build(in.Picture, in.Space, in.Level, in.Limits))
		},
		Difference: DifferentColours,
		Spoil: func(c Colours) {
			for i := range c.Quads {
				c.Quads[i], c.Means[i] = ^c.Quads[i], ^c.Means[i]
			}
		},
		Inputs: func(yield func(string, Combined) bool) { combinedInputs(1, yield) },
		Steady: func(yield func(string, Combined) bool) {
			p := yuvtest.Picture(yuvtest.Formats[1], 320, 180, yuvtest.Fills(Seed)[5])
			yield("spikes", Combined{p, channel.RGB, 1000, quadpyramid.Unlimited})
		},
		Timed: timedColours,
		Bytes: func(in Combined) int64 { return int64(in.Picture.Width * in.Picture.Height) },
		Count: func(c Colours) int { return len(c.Quads) },
	}
}

func colours(quads []quadpyramid.Quad, means []feature.Mean, err error) Colours {
	if err != nil {
		panic(err)
	}
	return Colours{quads, means}
}

// DifferentColours describes the first difference of two lists.
func DifferentColours(got, want Colours) string {
	if slices.Equal(got.Quads, want.Quads) && slices.Equal(got.Means, want.Means) {
		return ""
	}
	for i := range min(len(want.Quads), len(got.Quads)) {
		if got.Quads[i] != want.Quads[i] || got.Means[i] != want.Means[i] {
			return fmt.Sprintf("%d quads, want %d; quad %d is %v %#x, want %v %#x",
				len(got.Quads), len(want.Quads), i, got.Quads[i], got.Means[i], want.Quads[i], want.Means[i])
		}
	}
	return fmt.Sprintf("%d quads, want %d", len(got.Quads), len(want.Quads))
}

// timedColours returns made pictures and, if FFKVADRAT_MEDIA names their folder, pictures of real
// clips.
func timedColours(tb testing.TB, yield func(string, Combined) bool) {
	type content struct {
		name    string
		picture *yuv.Picture
	}
	waves := yuvtest.Smooth(Seed)[1]
	list := []content{
		{"waves", yuvtest.Picture(yuvtest.Formats[1], 1920, 1080, waves)},
		{"waves10", yuvtest.Picture(yuvtest.Formats[7], 1920, 1080, waves)},
		{"noise", yuvtest.Picture(yuvtest.Formats[1], 1920, 1080, yuvtest.Fills(Seed)[4])},
		{"rgb", yuvtest.Picture(yuvtest.Formats[10], 1920, 1080, waves)},
	}
	if p := yuvtest.Frame(tb, "VID_1920x1080_cabac_temporal_direct.264", 24, yuvtest.Formats[1], 1920, 1080); p != nil {
		hdr := yuvtest.Frame(tb, "hdr10-av1.mp4", 24, yuvtest.Formats[7], 720, 1280)
		list = append([]content{{"video8", p}, {"video10", hdr}}, list...)
	}
	for _, c := range list {
		for _, space := range []channel.Space{channel.RGB, channel.YUV} {
			if channel.Check(c.picture.Format, space) != nil {
				continue
			}
			for _, threshold := range []float64{0.001, 0.01} {
				level, err := feature.Level(threshold)
				if err != nil {
					tb.Fatal(err)
				}
				name := fmt.Sprintf("size=%dx%d/content=%s/features=%v/t=%v", c.picture.Width, c.picture.Height, c.name, space, threshold)
				if !yield(name, Combined{c.picture, space, level, quadpyramid.Unlimited}) {
					return
				}
			}
		}
	}
}

// combinedInputs returns pictures of every layout, size and fill, or one in rate of them, at levels
// where cells barely merge or not, with limits in every third.
func combinedInputs(rate int, yield func(string, Combined) bool) {
	random := rand.New(rand.NewPCG(Seed, 5))
	sizes := append([][2]int{{63, 16}, {66, 7}, {128, 128}, {129, 66}, {200, 65}}, yuvtest.Sizes...)
	n, pictures := 0, 0
	for _, f := range yuvtest.Layouts {
		for _, size := range sizes {
			if size[0] > 1000 {
				continue
			}
			all := append(fills(f), yuvtest.Smooth(Seed)...)
			if size[0] > 200 {
				all = all[len(all)-3:]
			}
			for _, fill := range all {
				if pictures++; pictures%rate != 0 {
					continue
				}
				p := yuvtest.Tight(f, size[0], size[1], fill)
				for _, space := range []channel.Space{channel.RGB, channel.YUV} {
					if channel.Check(f, space) != nil {
						continue
					}
					for i, level := range levels(p, space, random) {
						if p.Width*p.Height > 5000 && (i+pictures)%3 != 0 {
							continue
						}
						limits := quadpyramid.Unlimited
						if n++; n%3 == 0 {
							limits = someLimits[n/3%len(someLimits)]
						}
						if !yield(fill.Name, Combined{p, space, level, limits}) {
							return
						}
					}
				}
			}
		}
	}
}

// levels returns the ends of the scale, and the deviation of some cell of 2×2 pixels, one less and
// one more.
func levels(p *yuv.Picture, space channel.Space, random *rand.Rand) []uint32 {
	list := []uint32{0, 1, 1 << 20, 4 * channel.Peak * channel.Peak}
	if p.Width < 2 || p.Height < 2 {
		return list
	}
	pixels, err := channel.Pixels(nil, p, space)
	if err != nil {
		panic(err)
	}
	at := random.IntN(p.Height/2)*2*p.Width + random.IntN(p.Width/2)*2
	deviation := 0
	for channel := range 3 {
		var four [4]int
		sum := 0
		for i := range four {
			four[i] = int(pixels[at+i%2+i/2*p.Width][channel])
			sum += four[i]
		}
		for _, v := range four {
			deviation += (v - (sum+2)/4) * (v - (sum+2)/4)
		}
	}
	return append(list, uint32(deviation), uint32(deviation)+1, uint32(max(deviation, 1))-1)
}
