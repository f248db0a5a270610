package treecode_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/edge"
	"ffkvadrat/feature"
	"ffkvadrat/quadfile/treecode"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/pyramidtest"
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/yuvtest"
)

// list is a list with its details.
type list struct {
	width, height int
	quads         []quadpyramid.Quad
	details       treecode.Details
}

// detailed gives quads random means, correlated or not, values and classes.
func detailed(r *rand.Rand, width, height int, quads []quadpyramid.Quad) list {
	l := list{width: width, height: height, quads: quads, details: treecode.Details{RGB: r.IntN(2) == 0}}
	spread := 1 + r.IntN(1<<(1+r.IntN(14)))
	for range quads {
		var v channel.Vector
		for c := range v {
			v[c] = uint16(min(channel.Peak, r.IntN(spread)+c*100))
		}
		l.details.Means = append(l.details.Means, feature.NewMean(v))
		l.details.Values = append(l.details.Values, uint16(r.Uint32()>>r.IntN(32)))
		l.details.Classes = append(l.details.Classes, uint8(r.IntN(1+r.IntN(16))))
	}
	return l
}

// coder codes lists in sequence and decodes each at once.
type coder struct {
	encoder  treecode.Encoder
	decoder  treecode.Decoder
	trees    [2]treecode.Tree // of the list and the one before, as built
	decoded  [2]treecode.Tree // as decoded
	previous bool
	means    []feature.Mean // of the list before
	bytes    []byte
}

// check codes a list and decodes it.
func (c *coder) check(l *list) error {
	c.trees[0], c.trees[1] = c.trees[1], c.trees[0]
	c.decoded[0], c.decoded[1] = c.decoded[1], c.decoded[0]
	if err := c.trees[0].Build(l.width, l.height, l.quads); err != nil {
		return err
	}
	c.trees[0].Number()
	var before, decoded *treecode.Tree
	if c.previous && l.width == c.trees[1].Width && l.height == c.trees[1].Height {
		before, decoded = &c.trees[1], &c.decoded[1]
	}
	c.previous = true
	l.details.Before = c.means
	defer func() { c.means = l.details.Means }()
	c.bytes = c.encoder.Append(c.bytes[:0], &c.trees[0], before, &l.details)
	got := c.decoder.Decode(nil, c.bytes, l.width, l.height, len(l.quads), &c.decoded[0], decoded)
	var means []feature.Mean
	if len(l.details.Means) != 0 {
		means = c.decoder.Means(nil, l.details.RGB, c.means)
	}
	values := c.decoder.Values(nil, len(l.details.Values))
	classes := c.decoder.Classes(nil, len(l.details.Classes))
	switch err := c.decoder.End(); {
	case err != nil:
		return err
	case !slices.Equal(got, l.quads):
		return fmt.Errorf("another list: %s", pyramidtest.Difference(got, l.quads))
	case !slices.Equal(means, l.details.Means):
		return fmt.Errorf("other means")
	case !slices.Equal(values, l.details.Values):
		return fmt.Errorf("other values")
	case !slices.Equal(classes, l.details.Classes):
		return fmt.Errorf("other classes")
	}
	return nil
}

// sizes are sizes of pictures. -short leaves out large ones, whose masks take a second each;
// TestMost has one.
func sizes() [][2]int {
	sizes := slices.Clone(yuvtest.Sizes)
	for i := range sizes {
		if testing.Short() && sizes[i][0] > 320 {
			sizes[i] = [2]int{319, 181}
		}
	}
	return sizes
}

// TestRoundTrip codes the lists of all kinds of masks, each after another one.
func TestRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(pyramidtest.Seed, 1))
	var reference quadpyramid.Reference
	var c coder
	for _, size := range sizes() {
		masks := pyramidtest.Masks(size[0], size[1])
		for _, name := range slices.Sorted(maps.Keys(masks)) {
			m := masks[name]
			for _, limits := range pyramidtest.Limits {
				if m.Width > 320 && limits != quadpyramid.Unlimited && name != "noise" {
					continue // a second per mask
				}
				l := detailed(r, m.Width, m.Height, reference.Build(nil, m, limits))
				for range 3 { // repeated, and once with some other means
					if err := c.check(&l); err != nil {
						t.Fatalf("%d×%d %s %v (seed %d): %v", m.Width, m.Height, name, limits, pyramidtest.Seed, err)
					}
					l.details.Means = slices.Clone(l.details.Means)
					for i := range l.details.Means {
						if r.IntN(100) == 0 {
							l.details.Means[i] = feature.Mean(r.IntN(1 << 14))
						}
					}
				}
			}
		}
	}
}

// TestOutOfOrder: a list that is not in preorder is refused.
func TestOutOfOrder(t *testing.T) {
	quad := quadpyramid.NewQuad
	for _, c := range []struct {
		list []quadpyramid.Quad
		says string
	}{
		{[]quadpyramid.Quad{quad(1, 0, 0), quad(0, 0, 0)}, "Morton order"},
		{[]quadpyramid.Quad{quad(1, 0, 0), quad(1, 0, 0)}, "overlaps"},
		{[]quadpyramid.Quad{quad(0, 0, 2), quad(3, 3, 0)}, "overlaps"},
		{[]quadpyramid.Quad{quad(4, 4, 0), quad(4, 4, 2)}, "overlaps"},
	} {
		var tree treecode.Tree
		if err := tree.Build(16, 16, c.list); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v: %v", c.list, err)
		}
	}
}

// TestEveryByteCounts: changing or removing a byte changes the list, or is an error.
func TestEveryByteCounts(t *testing.T) {
	r := rand.New(rand.NewPCG(pyramidtest.Seed, 2))
	var reference quadpyramid.Reference
	m := pyramidtest.Masks(65, 63)["noise"]
	l := detailed(r, m.Width, m.Height, reference.Build(nil, m, quadpyramid.Unlimited))
	l.details = treecode.Details{}
	var c coder
	if err := c.check(&l); err != nil {
		t.Fatal(err)
	}
	same := func(b []byte) bool {
		var d treecode.Decoder
		var tree treecode.Tree
		list := d.Decode(nil, b, l.width, l.height, len(l.quads), &tree, nil)
		return d.End() == nil && slices.Equal(list, l.quads)
	}
	everyByteCounts(t, c.bytes, same)
}

// everyByteCounts fails if code decodes to the same list with a changed byte, or with fewer or more
// bytes.
func everyByteCounts(t *testing.T, code []byte, same func(b []byte) bool) {
	t.Helper()
	for i := range code {
		b := slices.Clone(code)
		if b[i] ^= 1 << (i % 8); same(b) {
			t.Errorf("byte %d of %d has no effect", i, len(b))
		}
		if same(code[:i]) {
			t.Errorf("the bytes from number %d on have no effect", i)
		}
	}
	if same(append(code, make([]byte, 12)...)) { // the code may leave out fewer zeros
		t.Error("more bytes make no difference")
	}
}

// TestMerge: points become the quads of their mask and back.
func TestMerge(t *testing.T) {
	var reference quadpyramid.Reference
	pixels, err := quadpyramid.NewLimits(1, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range sizes() {
		for name, m := range pyramidtest.Masks(size[0], size[1]) {
			points := reference.Build(nil, m, pixels)
			want := reference.Build(nil, m, quadpyramid.Unlimited)
			got := treecode.Merge(nil, points)
			if !slices.Equal(got, want) {
				t.Fatalf("%d×%d %s: %s", m.Width, m.Height, name, pyramidtest.Difference(got, want))
			}
			if again := treecode.Expand(nil, got); !slices.Equal(again, points) {
				t.Fatalf("%d×%d %s: %s", m.Width, m.Height, name, pyramidtest.Difference(again, points))
			}
		}
	}
}

// FuzzCode codes the lists of any two masks in sequence.
func FuzzCode(f *testing.F) {
	f.Add(uint8(4), []byte{0xff, 0x3c, 0, 1}, []byte{0xff, 0, 0, 1}, uint64(1))
	f.Fuzz(func(t *testing.T, width uint8, before, bits []byte, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 0))
		var reference quadpyramid.Reference
		var c coder
		for _, m := range []*edge.Mask{pyramidtest.MaskOf(width, before), pyramidtest.MaskOf(width, bits)} {
			l := detailed(r, m.Width, m.Height, reference.Build(nil, m, quadpyramid.Unlimited))
			for range 1 + seed%2 {
				if err := c.check(&l); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

// TestMost codes the best predictable list, a picture full of quads of one pixel: Most of its bytes
// must not be below its length.
func TestMost(t *testing.T) {
	const side = 2048
	quads := treecode.Expand(nil, []quadpyramid.Quad{quadpyramid.NewQuad(0, 0, 11)})
	var tree treecode.Tree
	if err := tree.Build(side, side, quads); err != nil {
		t.Fatal(err)
	}
	n := len(new(treecode.Encoder).Append(nil, &tree, nil, &treecode.Details{}))
	if most := treecode.Most(n); most < side*side || most > 2*side*side {
		t.Errorf("%d bytes hold %d quads, of which there are %d", n, most, side*side)
	}
}

// FuzzDecodeAfter decodes any bytes as a list with means after another one: an error, or as many
// means as quads.
func FuzzDecodeAfter(f *testing.F) {
	f.Add(uint8(4), []byte{0xff, 0x3c, 0, 1}, []byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
	f.Add(uint8(17), []byte{0xff, 0xff, 0xff, 0xff, 0x7f}, []byte("a quadtree, perhaps, or none, with means"))
	f.Fuzz(func(t *testing.T, width uint8, before, b []byte) {
		m := pyramidtest.MaskOf(width, before)
		l := detailed(rand.New(rand.NewPCG(1, 2)), m.Width, m.Height, new(quadpyramid.Reference).Build(nil, m, quadpyramid.Unlimited))
		var trees [2]treecode.Tree
		if err := trees[0].Build(m.Width, m.Height, l.quads); err != nil {
			t.Fatal(err)
		}
		trees[0].Number()
		var d treecode.Decoder
		list := d.Decode(nil, b, m.Width, m.Height, m.Width*m.Height, &trees[1], &trees[0])
		means := d.Means(nil, false, l.details.Means)
		if d.End() == nil && len(means) != len(list) {
			t.Fatalf("%d means of %d quads", len(means), len(list))
		}
	})
}

// FuzzDecode decodes any bytes: an error, or a valid list that can be coded and decoded again.
func FuzzDecode(f *testing.F) {
	f.Add(uint16(17), uint16(9), uint16(100), []byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
	f.Add(uint16(1), uint16(1), uint16(1), []byte{0x80})
	f.Add(uint16(64), uint16(64), uint16(4096), []byte("a quadtree, perhaps, or none"))
	f.Fuzz(func(t *testing.T, width, height, most uint16, b []byte) {
		l := list{width: 1 + int(width%200), height: 1 + int(height%200)}
		var d treecode.Decoder
		var tree treecode.Tree
		l.quads = d.Decode(nil, b, l.width, l.height, int(most), &tree, nil)
		l.details.Means = d.Means(nil, false, nil)
		l.details.Values = d.Values(nil, len(l.quads))
		l.details.Classes = d.Classes(nil, len(l.quads))
		if len(l.quads) > int(most) {
			t.Fatalf("%d quads, more than %d", len(l.quads), most)
		}
		if d.End() != nil {
			return
		}
		for _, q := range l.quads {
			if q.X()+q.Size() > l.width || q.Y()+q.Size() > l.height {
				t.Fatalf("%v is outside %d×%d", q, l.width, l.height)
			}
		}
		if err := new(coder).check(&l); err != nil {
			t.Fatal(err)
		}
	})
}

// BenchmarkCode builds, codes and decodes the tree of a noisy picture of 1080p with about 150,000
// quads.
func BenchmarkCode(b *testing.B) {
	r := rand.New(rand.NewPCG(pyramidtest.Seed, 3))
	m := &edge.Mask{}
	m.Resize(1920, 1080)
	for i := range m.Leaf {
		m.Leaf[i] = 0
		if r.IntN(100*m.Width) > i%m.Width { // up to one in a hundred is not
			m.Leaf[i] = 1
		}
	}
	var reference quadpyramid.Reference
	quads := reference.Build(nil, m, quadpyramid.Unlimited)
	for _, c := range []struct {
		name string
		list list
	}{
		{"edge", list{width: m.Width, height: m.Height, quads: quads}},
		{"feature", detailed(r, m.Width, m.Height, quads)},
	} {
		var tree, decoded treecode.Tree
		var e treecode.Encoder
		var d treecode.Decoder
		var code []byte
		var out []quadpyramid.Quad
		c.list.details.Values, c.list.details.Classes = nil, nil
		name := fmt.Sprintf("variant=%s/quads=%d", c.name, len(quads))
		b.Run("encode/"+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := tree.Build(m.Width, m.Height, quads); err != nil {
					b.Fatal(err)
				}
				if c.list.details.Means != nil {
					tree.Number()
				}
				code = e.Append(code[:0], &tree, nil, &c.list.details)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(quads)), "ns/quad")
			b.ReportMetric(8*float64(len(code))/float64(len(quads)), "bits/quad")
		})
		b.Run("decode/"+name, func(b *testing.B) {
			b.ReportAllocs()
			var means []feature.Mean
			for b.Loop() {
				out = d.Decode(out[:0], code, m.Width, m.Height, len(quads), &decoded, nil)
				if c.list.details.Means != nil {
					means = d.Means(means[:0], c.list.details.RGB, nil)
				}
				if err := d.End(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(quads)), "ns/quad")
		})
	}
}
