package probe

import (
	"fmt"
	"image"
	"math"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/partition"
	"ffkvadrat/decode"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/scene"
	"ffkvadrat/player/session"
	"ffkvadrat/player/sides"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// other is a second video of one frame.
type other struct{ frame *decode.Frame }

func (o other) Match(*decode.Frame) (*decode.Frame, bool, error) { return o.frame, true, nil }

// TestBoth: a pixel has the samples of both videos, and in the tab their differences, on both sides of the wipe; a second
// video of another size has none.
func TestBoth(t *testing.T) {
	dev := gputest.Open(t)
	s, err := scene.New(dev)
	gputest.Own(t, s, err)
	p := New(s)
	fills := yuvtest.Fills(seed)
	first := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], 40, 20, fills[5])}
	settings := session.Choices{Params: analysis.Params{Threshold: 0.3}}
	for _, width := range []int{40, 44} {
		second := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], width, 20, fills[4])}
		second.Retain()
		s.SetSecond(other{second})
		if err := s.Load(&first.Picture, yuv.Choice{}); err != nil {
			t.Fatal(err)
		}
		s.ToggleWipe(settings) // the last one ended with its second video
		if _, err := s.Analyze(first, 1, settings); err != nil {
			t.Fatal(err)
		}
		s.Locate(first, decode.Orientation{}, &settings, image.Rect(0, 0, 400, 200), 400, 200)
		if s.Place.N != 2 {
			t.Fatal("no wipe")
		}
		for _, x := range []int{3, 35} {
			var d panel.Descent
			p.Descend(&d, &s.Place, first, 1, x, 7)
			luma := [2]int{first.Picture.Sample(0, x, 7), second.Picture.Sample(0, x, 7)}
			has := len(d.Facts) > 2 && strings.HasPrefix(d.Facts[0], "A − B   Y ")
			for i, name := range [...]string{"A", "B"} {
				has = has && strings.HasPrefix(d.Facts[i+1], fmt.Sprintf("%s   Y %d ", name, luma[i]))
			}
			if has != (width == 40) {
				t.Errorf("%d columns, at %d: %q", width, x, d.Facts)
			}
			cell := s.Place.Cover(&s.Place.Sides[0], image.Rect(x, 7, x+1, 8))
			lines := p.Inspect(nil, &s.Place, first, cell.Min.X+1, cell.Min.Y+1, &[2]panel.Numbers{{Samples: true}, {Samples: true}}, false)
			pointed, hovered := x/20, 0
			for i, of := range []int{pointed, 1 - pointed} {
				if len(lines) > i && strings.HasPrefix(lines[i], fmt.Sprintf("%c   (%d, 7)   Y %d ", "AB"[of], x, luma[of])) {
					hovered++
				}
			}
			if (hovered == 2) != (width == 40) {
				t.Errorf("%d columns, under the pointer at %d: %q", width, x, lines)
			}
		}
	}
}

// TestBlockPSNR: in the view of the PSNR of blocks, each block that is large enough has its value, as have the pixel under the
// pointer and that of the tab; a block without an error has none in numbers. A block at the edge is as large as what is in the picture.
func TestBlockPSNR(t *testing.T) {
	dev := gputest.Open(t)
	s, err := scene.New(dev)
	gputest.Own(t, s, err)
	p := New(s)
	noise, other := yuvtest.Fills(seed)[5].At, yuvtest.Fills(seed + 1)[5].At
	first := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], 40, 20, yuvtest.Fill{At: noise})}
	second := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], 40, 20, yuvtest.Fill{At: func(plane, x, y, most int) int {
		if x < 16 {
			return noise(plane, x, y, most)
		}
		return other(plane, x, y, most)
	}})}
	second.Retain()
	video := &lateSecond{frame: second, known: true}
	s.SetSecond(video)
	settings := session.Choices{Params: analysis.Params{Threshold: 0.3}, View: views.BlockPSNR}
	of := func(block image.Rectangle) string {
		sum, n := 0, 0
		for y := block.Min.Y; y < block.Max.Y; y++ {
			for x := block.Min.X; x < block.Max.X; x++ {
				d := first.Picture.Sample(0, x, y) - second.Picture.Sample(0, x, y)
				sum, n = sum+d*d, n+1
			}
		}
		if sum == 0 {
			return "∞"
		}
		return fmt.Sprintf("%.2f", 10*math.Log10(255*255*float64(n)/float64(sum)))
	}
	for _, zoom := range []int{1, 10} {
		if err := s.Load(&first.Picture, yuv.Choice{}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Analyze(first, 1, settings); err != nil {
			t.Fatal(err)
		}
		s.Locate(first, decode.Orientation{}, &settings, image.Rect(0, 0, 40*zoom, 20*zoom), 40*zoom, 20*zoom)
		var numbers [2]panel.Numbers
		if p.Numbers(&numbers, &s.Place, first, 1); s.Place.N != 1 || (len(numbers[0].Cells) > 0) != (zoom == 10) {
			t.Fatalf("zoom %d: %d sides, %d numbers", zoom, s.Place.N, len(numbers[0].Cells))
		}
		for i, cell := range numbers[0].Cells {
			block := image.Rect(i%3*16, i/3*16, i%3*16+16, i/3*16+16).Intersect(image.Rect(0, 0, 40, 20))
			want := of(block)
			if want == "∞" {
				want = "∞ dB"
			}
			if in := (image.Rectangle{block.Min.Mul(zoom), block.Max.Mul(zoom)}); cell.Cell != in || cell.Lines[0] != want || len(numbers[0].Cells) != 6 {
				t.Errorf("%v: %v, want %s in %v", block, cell, want, in)
			}
		}
		for _, at := range []image.Point{{3, 7}, {20, 7}, {39, 19}} {
			x, y := at.X/16*16, at.Y/16*16
			want := fmt.Sprintf("block (%d, %d)   16 × 16   PSNR Y %s dB", x, y, of(image.Rect(x, y, x+16, y+16).Intersect(image.Rect(0, 0, 40, 20))))
			var d panel.Descent
			p.Descend(&d, &s.Place, first, 1, at.X, at.Y)
			lines := p.Inspect(nil, &s.Place, first, at.X*zoom, at.Y*zoom, &numbers, false)
			if lines[0] != want || d.Facts[0] != want {
				t.Errorf("%v: %q, in the tab %q, want %s", at, lines, d.Facts, want)
			}
		}
	}
	video.known = false
	if err := s.Load(&first.Picture, yuv.Choice{}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Analyze(first, 2, settings); err != nil {
		t.Fatal(err)
	}
	var numbers [2]panel.Numbers
	p.Numbers(&numbers, &s.Place, first, 1)
	if lines := p.Inspect(nil, &s.Place, first, 5, 5, &numbers, false); len(numbers[0].Cells) > 0 || len(lines) != 1 {
		t.Errorf("late: %d numbers, %q", len(numbers[0].Cells), lines)
	}
}

// lateSecond is a second video whose frame may be late.
type lateSecond struct {
	frame *decode.Frame
	known bool
}

func (o *lateSecond) Match(*decode.Frame) (*decode.Frame, bool, error) {
	if !o.known {
		return nil, false, nil
	}
	o.frame.Retain()
	return o.frame, true, nil
}

// TestBothBlocks: two videos that show their blocks have the numbers of both at a pixel, with one sign of vectors; one video, or
// videos of two sizes, have not.
func TestBothBlocks(t *testing.T) {
	dev := gputest.Open(t)
	s, err := scene.New(dev)
	gputest.Own(t, s, err)
	p := New(s)
	coded := func(width int, fill int, kind byte, b ...yuv.CodedBlock) *decode.Frame {
		f := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], width, 32, yuvtest.Fills(seed)[fill])}
		f.PictType, f.Packet = kind, 1000*fill
		f.Picture.Coded, f.Picture.Vectors = yuv.CodedList(b), yuv.VectorList{{X: 16, Width: 16, Height: 16, DX: 96 * fill, DY: -32, List: 1, Distance: -3}}
		return f
	}
	first := coded(48, 5, 'P', yuv.CodedBlock{X: 16, Width: 16, Height: 16, QP: 21, Type: yuv.InterBlock, Bits: 40, HasBits: true})
	settings := session.Choices{Params: analysis.Params{Threshold: 0.3}, Codec: true}
	for _, width := range []int{48, 44} {
		second := coded(width, 4, 'B', yuv.CodedBlock{Width: 32, Height: 32, QP: 33, Type: yuv.SkippedBlock})
		second.Retain()
		s.SetSecond(other{second})
		if err := s.Load(&first.Picture, yuv.Choice{}); err != nil {
			t.Fatal(err)
		}
		var d panel.Descent
		for _, wiped := range []bool{false, true} {
			if wiped {
				s.ToggleWipe(settings)
			}
			if _, err := s.Analyze(first, 1, settings); err != nil {
				t.Fatal(err)
			}
			s.Locate(first, decode.Orientation{}, &settings, image.Rect(0, 0, 480, 320), 480, 320)
			p.Descend(&d, &s.Place, first, 1, 20, 3)
			if has := len(d.Both) > 0; has != (wiped && width == 48) {
				t.Errorf("%d columns, compared %v: %q", width, wiped, d.Both)
			}
			block := false
			for _, line := range d.Block {
				block = block || strings.HasPrefix(line, "block ")
			}
			if block == (len(d.Both) > 0) {
				t.Errorf("%d columns, compared %v: the lines are %q", width, wiped, d.Block)
			}
		}
		if width != 48 {
			continue
		}
		want := []panel.Both{
			{Name: "Frame", A: "P", B: "B"}, {Name: "Size", A: "5 000 bytes", B: "99 bytes"}, {Name: "Packet", A: "5 000 bytes", B: "4 000 bytes"}, {Name: "Block", A: "16 × 16", B: "32 × 32"}, {Name: "at", A: "(16, 0)", B: "(0, 0)"},
			{Name: "QP", A: "21", B: "33"}, {Name: "Type", A: "inter", B: "skip"}, {Name: "Bits", A: "40", B: "–"}, {Name: "in 16×16", A: "40", B: "–"}, {Name: "List 0", A: "−3.75, +0.25 px", B: "−3, +0.25 px"},
		}
		second.Own, second.Earlier = 99, true
		p.Descend(&d, &s.Place, first, 1, 20, 3)
		if !slices.Equal(d.Both, want) {
			t.Errorf("%q, want %q", d.Both, want)
		}
		p.Time, p.Lasts = 2, 0.04
		p.Shown = func(of *decode.Frame, away int64) (float64, bool) { return 1.88, of == second && away == -3 }
		p.Near = func(of *decode.Frame, away int64) *decode.Frame {
			if of == second && away == -3 {
				return coded(48, 3, 'B')
			}
			return nil
		}
		area := panel.Area{X: 29, Y: 3.25, Width: 8, Height: 8}
		for _, c := range []struct {
			pin            func()
			time           float64
			second, source bool
		}{
			{func() { p.Pin(28, 5) }, 2, true, false},
			{func() { p.Pin(20, 5) }, 2, false, false},
			{func() { p.PinSecondSource(28, 5, 1.88, area) }, 1.881, true, true},
			{func() {}, 1.92, true, false},
			{func() { p.PinSource(28, 5, 0, area) }, 1.88, true, false},
		} {
			c.pin()
			p.Time = c.time
			p.Descend(&d, &s.Place, first, 1, p.x, p.y)
			if d.First == c.second || (d.Source == area) != c.source {
				t.Errorf("%+v: first %v, source %v", c, d.First, d.Source)
			}
			for _, r := range d.References {
				if r.Shown != c.second || c.second && (r.At != 1.88 || r.Source.Image == nil) {
					t.Errorf("%+v: %+v", c, r)
				}
			}
			outlined := slices.ContainsFunc(p.Outline(nil, &s.Place, p.x, p.y, true), func(o panel.Outline) bool {
				return o.Place == s.Place.CoverArea(&s.Place.Sides[1], area.X, area.Y, area.Width, area.Height) && o.Within == s.Place.Sides[1].Area
			})
			if outlined != c.source {
				t.Errorf("%+v: the source has an outline: %v", c, outlined)
			}
		}
		p.Unpin()
		second.Own = 0 // the packet is its size
		p.Descend(&d, &s.Place, first, 1, 20, 3)
		want = slices.Delete(want, 2, 3)
		if want[1].B = "4 000 bytes"; !slices.Equal(d.Both, want) {
			t.Errorf("%q, want %q", d.Both, want)
		}
	}
}

// TestBitsIn: the bits of an area are those of the blocks in it, and the part of larger ones.
func TestBitsIn(t *testing.T) {
	made := partition.Picture{}
	made.Reset(24, 32)
	for _, b := range []struct{ x, y, side, bits int32 }{{0, 0, 8, 14}, {8, 0, 8, 3}, {0, 8, 8, 0}, {8, 8, 8, 1}, {0, 16, 16, 18}, {16, 0, 32, 64}} {
		if !made.Add(partition.Block{X: b.x, Y: b.y, Width: b.side, Height: b.side, Rate: partition.RateOf(int(b.bits), int(b.side), int(b.side)), HasRate: true}) {
			t.Fatal(b)
		}
	}
	for _, c := range []struct {
		area image.Rectangle
		bits float64
	}{{image.Rect(0, 0, 16, 16), 18}, {image.Rect(0, 16, 16, 32), 18}, {image.Rect(16, 0, 32, 16), 32}} {
		if bits, ok := bitsIn(&made, c.area); !ok || bits != c.bits {
			t.Errorf("%v: %v, %v, want %v", c.area, bits, ok, c.bits)
		}
	}
	made.Blocks[2].HasRate = false
	if bits, ok := bitsIn(&made, image.Rect(0, 0, 16, 16)); ok {
		t.Errorf("%v bits, but those of a block are not known", bits)
	}
}

// TestScaledBlocks: the blocks of a picture that was scaled are in its own pixels, and outlined where the shown picture has them.
func TestScaledBlocks(t *testing.T) {
	dev := gputest.Open(t)
	s, err := scene.New(dev)
	gputest.Own(t, s, err)
	p := New(s)
	frame := func(fill int) *decode.Frame {
		return &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], 48, 32, yuvtest.Fills(seed)[fill])}
	}
	first, second := frame(5), frame(4)
	first.Picture.Coded = yuv.CodedList{{X: 16, Width: 16, Height: 16, QP: 21, Type: yuv.InterBlock}}
	second.Picture.Scaled = &yuv.Picture{Width: 18, Height: 12, Coded: yuv.CodedList{{Width: 6, Height: 12, QP: 20, Type: yuv.IntraBlock}, {X: 6, Y: 3, Width: 12, Height: 9, QP: 33, Type: yuv.SkippedBlock, Bits: 54, HasBits: true}}}
	second.Retain()
	s.SetSecond(other{second})
	if err := s.Load(&first.Picture, yuv.Choice{}); err != nil {
		t.Fatal(err)
	}
	settings := session.Choices{Params: analysis.Params{Threshold: 0.3}, Codec: true}
	s.ToggleWipe(settings)
	if _, err := s.Analyze(first, 1, settings); err != nil {
		t.Fatal(err)
	}
	s.Locate(first, decode.Orientation{}, &settings, image.Rect(0, 0, 480, 320), 480, 320)
	var d panel.Descent
	const x, y = 30, 11 // the middle is at 11.4375, 4.3125 of 18×12
	p.Descend(&d, &s.Place, first, 1, x, y)
	for _, want := range []panel.Both{{Name: "Block", A: "16 × 16", B: "12 × 9"}, {Name: "at", A: "(16, 0)", B: "(6, 3)"}, {Name: "of", A: "48 × 32", B: "18 × 12"}, {Name: "QP", A: "21", B: "33"}, {Name: "Bits", A: "–", B: "54"}} {
		if !slices.Contains(d.Both, want) {
			t.Errorf("%q lack %q", d.Both, want)
		}
	}
	if line := fmt.Sprint(p.block(nil, &s.Place.Sides[1], x, y)); !strings.HasPrefix(line, "[block (6, 3)   12 × 9 of 18 × 12   QP 33") {
		t.Errorf("%q", line)
	}
	outlines := p.Outline(nil, &s.Place, x, y, false)
	if want := image.Rect(160, 80, 480, 320); !slices.ContainsFunc(outlines, func(o panel.Outline) bool { return o.Place == want }) {
		t.Errorf("the outlines are %+v, want %v", outlines, want)
	}
}

// TestApart: beside each other, a pixel has its outline in both pictures, and the tab is about the picture that the pointer
// or the pin is on.
func TestApart(t *testing.T) {
	dev := gputest.Open(t)
	s, err := scene.New(dev)
	gputest.Own(t, s, err)
	p := New(s)
	f := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], 40, 20, yuvtest.Fills(seed)[5])}
	if err := s.Load(&f.Picture, yuv.Choice{}); err != nil {
		t.Fatal(err)
	}
	a := session.Choices{Params: analysis.Params{Threshold: 0.3}, Compare: sides.Beside}
	s.ToggleWipe(a)
	if _, err := s.Analyze(f, 1, a); err != nil {
		t.Fatal(err)
	}
	s.Locate(f, decode.Orientation{}, &a, image.Rect(0, 0, 802, 200), 802, 200)
	at := &s.Place
	for i := range at.Sides {
		side := &at.Sides[i]
		cell := at.Cover(side, image.Rect(7, 9, 8, 10))
		x, y, ok := p.Pixel(at, cell.Min.X+1, cell.Min.Y+1, true)
		if !ok || x != 7 || y != 9 {
			t.Fatalf("side %d: pixel (%d, %d), %v", i, x, y, ok)
		}
		outlines := p.Outline(nil, at, x, y, false)
		if len(outlines) != 2 || outlines[i].Place != cell || outlines[i].Within != side.Area || outlines[0].Within == outlines[1].Within {
			t.Errorf("side %d: %v", i, outlines)
		}
		var d panel.Descent
		if p.Descend(&d, at, f, 1, x, y); d.Area != side.Area || len(d.Cells) == 0 || !cell.In(d.Cells[0]) {
			t.Errorf("side %d: the traversal is in %v of %v", i, d.Cells, d.Area)
		}
		p.TogglePin(at, cell.Min.X+1, cell.Min.Y+1)
		p.Pixel(at, 1, 1, true) // the pointer leaves
		if p.Descend(&d, at, f, 1, x, y); d.Area != side.Area {
			t.Errorf("pinned on side %d: the traversal is in %v", i, d.Area)
		}
		p.Unpin()
	}
}
