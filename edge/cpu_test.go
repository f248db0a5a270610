package edge_test

import (
	"math/rand/v2"
	"testing"

	"ffkvadrat/analysis/kerneltest"
	"ffkvadrat/edge"
	"ffkvadrat/edge/edgetest"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/yuvtest"
)

// What every engine with kernels must satisfy is tested in analysis/kerneltest; the tests here are
// for masks alone.

// below is the operator cross on luma at level T.
func below(level uint64) edge.Decision { return edge.Decision{Planes: 1, Upper: level} }

// Levels at the limits: a picture's own sums, one less and one more. Cross on luma has more kernels
// than the others.
func TestCPUAtTheEnds(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 1))
	masks := kerneltest.Masks()
	for _, f := range []yuv.Format{yuvtest.Formats[5], yuvtest.Formats[1], yuvtest.Formats[7], yuvtest.Formats[9],
		{Name: "yuv444p12le", Model: yuv.YUV, Depth: 12}} {
		for _, op := range edge.Operators() {
			rounds := 12
			if op == edge.Cross {
				rounds = 60
			}
			if testing.Short() {
				rounds = 1
			}
			for range rounds {
				near := random.IntN(f.MaxValue()) + 1
				high := random.IntN(2) * (f.MaxValue() - near)
				p := yuvtest.Tight(f, 70, 20, yuvtest.Fill{At: func(_, _, _, _ int) int {
					return high + random.IntN(near+1)
				}})
				for _, planes := range []int{1, 3} {
					d, ok := decisionOn(f, op, planes)
					if !ok {
						continue
					}
					d.Invert = random.IntN(2) == 0
					at := d.Sum(p, random.IntN(70), random.IntN(20))
					for _, ends := range [][2]uint64{{0, 0}, {5, 3}, {0, max(at, 1) - 1}, {0, at}, {0, at + 1}, {at, at + 1}, {at + 1, d.MaxSum(f) + 1}, {at, d.MaxSum(f)}, {0, d.MaxSum(f) + 1}} {
						d.Lower, d.Upper = ends[0], ends[1]
						check(t, masks, p, d)
					}
				}
			}
		}
	}
}

// decisionOn returns a decision by an operator on a number of planes; ok is false if it takes other
// planes.
func decisionOn(f yuv.Format, op edge.Operator, planes int) (d edge.Decision, ok bool) {
	d = edge.Decision{Operator: op, Planes: planes}
	switch op.Kind() {
	case edge.Value:
		return d, planes == 1
	case edge.Distance:
		d.Colours = channel.Box{Low: channel.Vector{300, 4000, 7000}, High: channel.Vector{16000, 4000, 9000}}
		return d, (planes == 1) == (f.Model == yuv.Gray)
	}
	return d, true
}

func check(t *testing.T, masks *kerneltest.Family[kerneltest.Decided, *edge.BitMask], p *yuv.Picture, d edge.Decision) {
	t.Helper()
	masks.Check(t, "", kerneltest.Decided{Picture: p, Decision: d})
}

// Samples that exceed their format's largest value, from some pixel of a row on, as raw video can
// have them.
func TestCPUWithSamplesOffTheScale(t *testing.T) {
	masks := kerneltest.Masks()
	for _, f := range []yuv.Format{yuvtest.Formats[7], {Name: "yuv444p12le", Model: yuv.YUV, Depth: 12}} {
		for _, from := range []int{0, 64, 131} {
			i := 0
			p := yuvtest.Tight(f, 132, 40, yuvtest.Fill{At: func(_, x, y, most int) int {
				i++
				if y == 17 && x >= from {
					return i * 40503 & 0xffff
				}
				return i * 7 & most
			}})
			for _, op := range edge.Operators() {
				for _, planes := range []int{1, 3} {
					d, ok := decisionOn(f, op, planes)
					if !ok {
						continue
					}
					for _, d.Upper = range []uint64{1000, d.MaxSum(f), d.MaxSum(f) + 1, 1 << 33} {
						check(t, masks, p, d)
					}
				}
			}
		}
	}
}

// A pass that changes size, format and decision keeps no state of the previous picture.
func TestCPUFromPictureToPicture(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 2))
	masks := kerneltest.Masks()
	for range 150 {
		f := yuvtest.Layouts[random.IntN(len(yuvtest.Layouts))]
		list := edgetest.Discriminators(f)
		d, err := list[random.IntN(len(list))].Decision(f)
		if err != nil {
			t.Fatal(err)
		}
		check(t, masks, yuvtest.Tight(f, 1+random.IntN(100), 1+random.IntN(100), yuvtest.Fills(random.Uint64())[4+random.IntN(2)]), d)
	}
}

// Concurrent passes over different rows of tiles equal one pass.
func TestRowsOfTilesOnSeveralGoroutines(t *testing.T) {
	p := yuvtest.Tight(yuvtest.Formats[1], 200, 333, yuvtest.Fills(seed)[5])
	var want, got edge.BitMask
	edge.NewCPU().Run(&want, p, below(600))
	got.Resize(p.Width, p.Height)
	done := make(chan struct{})
	for row := range got.Rows {
		go func() {
			edge.NewCPU().RunRows(&got, p, below(600), row, row+1)
			done <- struct{}{}
		}()
	}
	for range got.Rows {
		<-done
	}
	for i, w := range want.Words {
		if got.Words[i] != w {
			t.Fatalf("word %d is %#x, want %#x", i, got.Words[i], w)
		}
	}
}

func FuzzCPU(f *testing.F) {
	f.Add(uint8(9), uint32(300), uint8(0), []byte("quadtree analysis with HistoPyramids"))
	f.Add(uint8(66), uint32(65535), uint8(0), []byte{0, 255, 0, 0, 255, 255, 7})
	f.Add(uint8(40), uint32(1<<31), uint8(9), []byte{0, 255, 255, 255, 1, 1, 1, 0x80})
	masks := kerneltest.Masks()
	f.Fuzz(func(t *testing.T, width uint8, level uint32, layout uint8, samples []byte) {
		if len(samples) == 0 {
			return
		}
		format := yuvtest.Layouts[int(layout)%len(yuvtest.Layouts)]
		p := fuzzed(format, width, samples)
		end := 4 * uint64(format.MaxValue()) * uint64(format.MaxValue())
		check(t, masks, p, below(uint64(level)%(end+1)))
		check(t, masks, p, below(uint64(level)<<2%(end+1)))
	})
}

// FuzzDecisions is FuzzCPU for every decision.
func FuzzDecisions(f *testing.F) {
	f.Add(uint8(9), uint8(1), uint8(6), uint64(300), uint64(0), []byte("quadtree analysis with HistoPyramids"))
	f.Add(uint8(66), uint8(4), uint8(7), uint64(65535), uint64(60000), []byte{0, 255, 0, 0, 255, 255, 7})
	f.Add(uint8(40), uint8(0x8c), uint8(15), uint64(1<<40), uint64(1<<33), []byte{0, 255, 255, 255, 1, 1, 1, 0x80})
	masks := kerneltest.Masks()
	f.Fuzz(func(t *testing.T, width, choice, layout uint8, upper, lower uint64, samples []byte) {
		if len(samples) == 0 {
			return
		}
		format := yuvtest.Layouts[int(layout)%len(yuvtest.Layouts)]
		operators := edge.Operators()
		d := edge.Decision{Operator: operators[int(choice)%len(operators)], Planes: 1, Invert: choice&128 != 0}
		switch {
		case d.Operator.Kind() == edge.Distance:
			if format.Model != yuv.Gray {
				d.Planes = 3
			}
			if choice&64 != 0 && format.Model != yuv.RGB {
				d.Features = channel.YUV
			}
			for i := range d.Colours.Low {
				d.Colours.Low[i] = uint16(samples[i%len(samples)]) << 5
				d.Colours.High[i] = d.Colours.Low[i] + uint16(samples[(i+3)%len(samples)])<<5
			}
		case choice&64 != 0 && format.Model == yuv.YUV && d.Operator.Kind() == edge.Differences:
			d.Planes = 3
		}
		end := d.MaxSum(format) + 2
		d.Lower, d.Upper = lower%end, upper%end
		check(t, masks, fuzzed(format, width, samples), d)
	})
}

// fuzzed returns a picture of samples, which are repeated where there are too few.
func fuzzed(f yuv.Format, width uint8, samples []byte) *yuv.Picture {
	w := int(width)%140 + 1
	h := min(len(samples)/w+1, 40)
	return yuvtest.Tight(f, w, h, yuvtest.Fill{At: func(plane, x, y, max int) int {
		i := plane*7 + y*w + x
		return (int(samples[i%len(samples)]) | int(samples[(i+1)%len(samples)])<<8) & max
	}})
}
