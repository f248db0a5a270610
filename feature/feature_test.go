package feature_test

import (
	"slices"
	"testing"
	"testing/quick"

	"ffkvadrat/feature"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/yuvtest"
)

const seed = 20070107

func TestLevel(t *testing.T) {
	for _, c := range []struct {
		t    float64
		want uint32
	}{{0, 0}, {1e-300, 0}, {0.01, 2684026}, {1, 268402689}, {4, 4 * 268402689}} {
		if got, err := feature.Level(c.t); err != nil || got != c.want {
			t.Errorf("Level(%v) = %d, %v, want %d", c.t, got, err, c.want)
		}
	}
	for _, bad := range []float64{-0.1, 4.1} {
		if _, err := feature.Level(bad); err == nil {
			t.Errorf("%v was taken", bad)
		}
	}
}

func TestMean(t *testing.T) {
	if err := quick.Check(func(a, b, c uint16) bool {
		v := channel.Vector{a & channel.Peak, b & channel.Peak, c & channel.Peak}
		return feature.NewMean(v).Vector() == v
	}, nil); err != nil {
		t.Error(err)
	}
}

// definition builds the list level by level: it completes all cells of a level before the next.
func definition(pixels []channel.Vector, width, height int, level uint32, limits quadpyramid.Limits) map[quadpyramid.Quad]feature.Mean {
	type cell struct{ x, y int }
	leaves := map[quadpyramid.Quad]feature.Mean{}
	below := map[cell]channel.Vector{}
	for i, v := range pixels {
		below[cell{i % width, i / width}] = v
		leaves[quadpyramid.NewQuad(i%width, i/width, 0)] = feature.NewMean(v)
	}
	for k := 1; k <= limits.Max; k++ {
		above := map[cell]channel.Vector{}
		for c := range below {
			if c.x%2 != 0 || c.y%2 != 0 {
				continue
			}
			four := [4]cell{c, {c.x + 1, c.y}, {c.x, c.y + 1}, {c.x + 1, c.y + 1}}
			all := true
			var sum [3]int
			for _, f := range four {
				v, ok := below[f]
				all = all && ok
				for i := range sum {
					sum[i] += int(v[i])
				}
			}
			if !all {
				continue
			}
			var mean channel.Vector
			deviation := 0
			for i := range mean {
				mean[i] = uint16((sum[i] + 2) / 4)
				for _, f := range four {
					d := int(below[f][i]) - int(mean[i])
					deviation += d * d
				}
			}
			if deviation > int(level) {
				continue
			}
			above[cell{c.x / 2, c.y / 2}] = mean
			for _, f := range four {
				delete(leaves, quadpyramid.NewQuad(f.x<<(k-1), f.y<<(k-1), k-1))
			}
			leaves[quadpyramid.NewQuad(c.x/2<<k, c.y/2<<k, k)] = feature.NewMean(mean)
		}
		below = above
	}
	for q := range leaves {
		if q.Level() < limits.Min {
			delete(leaves, q)
		}
	}
	return leaves
}

// morton returns a quad's position in the order of the traversal.
func morton(q quadpyramid.Quad) (code int) {
	for i := range 14 {
		code |= (q.X()>>i&1 | q.Y()>>i&1<<1) << (2 * i)
	}
	return code
}

// TestReferenceEqualsDefinition: the reference's list equals the definition's.
func TestReferenceEqualsDefinition(t *testing.T) {
	var reference feature.Reference
	for _, f := range yuvtest.Formats {
		for _, size := range yuvtest.Sizes {
			if size[0] > 70 || testing.Short() && size[0] > 10 {
				continue
			}
			for _, fill := range yuvtest.Fills(seed) {
				p := yuvtest.Picture(f, size[0], size[1], fill)
				for _, space := range []channel.Space{channel.RGB, channel.YUV} {
					if channel.Check(f, space) != nil {
						continue
					}
					pixels, err := channel.Pixels(nil, p, space)
					if err != nil {
						t.Fatal(err)
					}
					for _, threshold := range []float64{0, 0.05, 1, 4} {
						level, err := feature.Level(threshold)
						if err != nil {
							t.Fatal(err)
						}
						for _, limits := range []quadpyramid.Limits{quadpyramid.Unlimited, {Min: 1, Max: 3}} {
							quads, means, err := reference.Build(p, space, level, limits)
							if err != nil {
								t.Fatal(err)
							}
							want := definition(pixels, p.Width, p.Height, level, limits)
							if len(quads) != len(want) || len(means) != len(want) {
								t.Fatalf("%s %v %s t=%v %v: %d quads, %d means, want %d", f.Name, size, fill.Name, threshold, limits, len(quads), len(means), len(want))
							}
							for i, q := range quads {
								if mean, ok := want[q]; !ok || mean != means[i] {
									t.Fatalf("%s %v %s t=%v %v: quad %v has mean %#x, want %#x, %v", f.Name, size, fill.Name, threshold, limits, q, means[i], mean, ok)
								}
							}
							if !slices.IsSortedFunc(quads, func(a, b quadpyramid.Quad) int { return morton(a) - morton(b) }) {
								t.Fatalf("%s %v %s t=%v %v: not in Morton order", f.Name, size, fill.Name, threshold, limits)
							}
						}
					}
				}
			}
		}
	}
}

func TestRGBHasNoYUV(t *testing.T) {
	f := yuv.Format{Name: "rgb24", Model: yuv.RGB, Depth: 8}
	if err := channel.Check(f, channel.YUV); err == nil {
		t.Error("features yuv of RGB gave no error")
	}
}
