package overlay

import (
	"image"
	"slices"
	"testing"

	"ffkvadrat/analysis/partition"
)

// TestBlockValues: blocks with room for it have the value of the colouring, in their visible part; types have a letter where
// the word has no room.
func TestBlockValues(t *testing.T) {
	var p partition.Picture
	p.Reset(72, 32)
	p.Add(partition.Block{Width: 32, Height: 32, QP: 27, HasQP: true, Type: partition.Intra, Rate: 300.25, HasRate: true})
	p.Add(partition.Block{X: 32, Width: 16, Height: 16, QP: -3, HasQP: true, Type: partition.Skipped, Rate: 2.26, HasRate: true})
	p.Add(partition.Block{X: 48, Width: 16, Height: 16, Type: partition.Inter, Rate: 12345, HasRate: true})
	p.Add(partition.Block{X: 32, Y: 16, Width: 16, Height: 16, QP: 131, HasQP: true})
	p.Add(partition.Block{X: 64, Width: 16, Height: 16, QP: 40, HasQP: true}) // ends outside of the picture
	type texts = map[image.Rectangle]string
	r := image.Rect
	for _, c := range []struct {
		scale, texts float32
		by           BlockColouring
		within       image.Rectangle
		want         texts
	}{
		{1, 1, ByQuantiser, r(0, 0, 72, 32), texts{r(0, 0, 32, 32): "27"}},
		{1, 2, ByQuantiser, r(0, 0, 72, 32), nil},
		{2, 1, ByQuantiser, r(0, 0, 144, 64), texts{r(0, 0, 64, 64): "27", r(64, 0, 96, 32): "-3", r(64, 32, 96, 64): "131"}},
		{2, 1, ByFrameQuantiser, r(30, 0, 110, 50), texts{r(30, 0, 64, 50): "27", r(64, 0, 96, 32): "-3"}},
		{2, 1, ByType, r(0, 0, 144, 64), texts{r(0, 0, 64, 64): "intra", r(64, 0, 96, 32): "S", r(96, 0, 128, 32): "M"}},
		{3, 1, ByType, r(0, 0, 216, 96), texts{r(0, 0, 96, 96): "intra", r(96, 0, 144, 48): "skip", r(144, 0, 192, 48): "inter"}},
		{3, 1, ByBits, r(0, 0, 216, 96), texts{r(144, 0, 192, 48): "12345"}},
		{9, 1, ByNothing, r(0, 0, 648, 288), nil},
	} {
		v := Native(72, 32, Orientation{}, 0)
		v.ScaleX, v.ScaleY, v.TargetWidth, v.TargetHeight = c.scale, c.scale, int(72*c.scale), int(32*c.scale)
		var k BlockValues
		k.Of(&p, &v, c.within, &CodecStyle{Colour: c.by, Opacity: 1, High: 51}, c.texts)
		if len(k.List) != len(c.want) {
			t.Errorf("%v, scale %v: %+v, want %v", c.by, c.scale, k.List, c.want)
		}
		for _, b := range k.List {
			if c.want[b.Place] != b.Text {
				t.Errorf("%v, scale %v: %q at %v, want %v", c.by, c.scale, b.Text, b.Place, c.want)
			}
		}
		if n := testing.AllocsPerRun(5, func() { k.Of(&p, &v, c.within, &CodecStyle{Colour: c.by, Opacity: 1, High: 51}, c.texts) }); n != 0 {
			t.Errorf("%v: %v allocations", c.by, n)
		}
	}
}

// TestBitsValues: bits are written where they are at least the picture's mean and more than 0, rounded alike.
func TestBitsValues(t *testing.T) {
	for _, c := range []struct {
		rates []float32
		want  []string
	}{
		{[]float32{300.25, 2.26, 12345}, []string{"", "", "12345"}},
		{[]float32{0.3, 0.2, 0.04, 1.2}, []string{"", "", "", "1.2"}},
		{[]float32{2.26, 2.25, 2.34, 2.28}, []string{"2.3", "2.3", "2.3", "2.3"}}, // all are written as the mean
		{[]float32{0.1, 0.1, 0.1}, []string{"0.1", "0.1", "0.1"}},
		{[]float32{0, 0.04, 0}, []string{"", "", ""}},
		{[]float32{9.96, 9.94, 0, 30.4}, []string{"", "", "", "30"}},
	} {
		var p partition.Picture
		p.Reset(64*len(c.rates), 64)
		for i, rate := range c.rates {
			p.Add(partition.Block{X: int32(64 * i), Width: 64, Height: 64, Rate: rate, HasRate: true})
		}
		v := Native(p.Width, 64, Orientation{}, 0)
		var k BlockValues
		k.Of(&p, &v, v.Bounds(), &CodecStyle{Colour: ByBits, Opacity: 1, High: 200}, 1)
		got := make([]string, len(c.rates))
		for _, b := range k.List {
			i := b.Place.Min.X / 64
			if got[i] = b.Text; b.Text != BitsText(float64(c.rates[i])) {
				t.Errorf("%v: %q, but the text of %v is %q", c.rates, b.Text, c.rates[i], BitsText(float64(c.rates[i])))
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v: %q, want %q", c.rates, got, c.want)
		}
	}
}

// TestManyBlockValues: the numbers of texts and of kept texts have bounds.
func TestManyBlockValues(t *testing.T) {
	var p partition.Picture
	p.Reset(32*(mostValues+1), 32)
	v := Native(p.Width, 32, Orientation{}, 0)
	var k BlockValues
	for _, n := range []int{mostValues, 1} {
		for range n {
			p.Add(partition.Block{X: int32(32 * len(p.Blocks)), Width: 32, Height: 32, HasQP: true, QP: int16(len(p.Blocks) % 999)})
		}
		k.Of(&p, &v, v.Bounds(), &CodecStyle{}, 1)
		if want := map[int]int{mostValues: mostValues}[len(p.Blocks)]; len(k.List) != want {
			t.Errorf("%d of %d blocks, want %d", len(k.List), len(p.Blocks), want)
		}
	}
	for n := range 3 * mostTexts {
		if k.number(n); len(k.texts) > mostTexts {
			t.Fatalf("%d texts", len(k.texts))
		}
	}
}

// TestValuesBegin: where neighbours have the same QP, it is written into the first of them;
// every number of bits that is at least the mean is written. Below vectors, only large blocks have values. A part of the picture has its own first block.
func TestValuesBegin(t *testing.T) {
	rows := []string{"axab", "aabb", "cabb"} // x is divided into small blocks of the value a
	var p partition.Picture
	p.Reset(32*4, 32*3)
	for y, row := range rows {
		for x, letter := range row {
			b := partition.Block{X: int32(32 * x), Y: int32(32 * y), Width: 32, Height: 32, QP: int16(letter), HasQP: true, Rate: 5, HasRate: true}
			for i := range int32(16) {
				if letter != 'x' {
					p.Add(b)
					break
				}
				p.Add(partition.Block{X: b.X + i%4*8, Y: b.Y + i/4*8, Width: 8, Height: 8, QP: 'a', HasQP: true})
			}
		}
	}
	for _, c := range []struct {
		by      BlockColouring
		vectors bool
		within  image.Rectangle
		want    []string
	}{
		{ByQuantiser, false, image.Rect(0, 0, 128, 96), []string{"a..b", "..b.", "c..."}},
		{ByQuantiser, false, image.Rect(32, 32, 128, 96), []string{"....", ".ab.", "...."}},
		{ByQuantiser, true, image.Rect(0, 0, 128, 96), []string{"....", "....", "...."}},
		{ByBits, false, image.Rect(0, 0, 128, 96), []string{"a.ab", "aabb", "cabb"}},
	} {
		v := Native(128, 96, Orientation{}, 0)
		var k BlockValues
		k.Of(&p, &v, c.within, &CodecStyle{Colour: c.by, Opacity: 1, High: 200, Vectors: c.vectors}, 1)
		got := [][]byte{[]byte("...."), []byte("...."), []byte("....")}
		for _, b := range k.List {
			got[b.Place.Min.Y/32][b.Place.Min.X/32] = rows[b.Place.Min.Y/32][b.Place.Min.X/32]
		}
		for y := range rows {
			if string(got[y]) != c.want[y] {
				t.Errorf("%v, vectors %v, row %d: %s, want %s", c.by, c.vectors, y, got[y], c.want[y])
			}
		}
	}
}
