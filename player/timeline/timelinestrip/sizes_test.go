package timelinestrip

import (
	"image"
	"image/color"
	"math"
	"testing"

	"ffkvadrat/measure/survey"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
	"ffkvadrat/player/widgets"
)

// sized returns a whole video of frames of a second, with types and bytes.
func sized(types string, bytes ...float64) *survey.View {
	v := &survey.View{Version: 1, Exact: true, Whole: true, Reached: math.Inf(-1)}
	for i, n := range bytes {
		at, kind := float64(i), types[i%len(types)]
		v.Bins = append(v.Bins, survey.Bin{Start: at, End: at, Until: at + 1, Frames: 1, Type: kind, Kind: survey.KindOf(kind), Bytes: survey.Range{Min: n, Max: n, Sum: n}})
	}
	return v
}

// TestReference: the sizes of a reference, with much larger packets or with frames of one type, are a line with the axis on the right; the
// bars, the axis on the left and the types are the encode's.
func TestReference(t *testing.T) {
	const a, b = session.BytesCurve, session.SecondBytesCurve
	of := session.NewCurves
	for _, c := range []struct {
		name         string
		first, other *survey.View
		more         session.Curves
		quiet        session.Curves
	}{
		{"lossless", sized("I", 250e3, 240e3), sized("IP", 9e3, 1e3), 0, of(a)},
		{"B is lossless", sized("IP", 9e3, 1e3), sized("I", 250e3, 240e3), 0, of(b)},
		{"only I", sized("I", 9e3, 8e3), sized("IP", 7e3, 1e3), 0, of(a)},
		{"much larger with types", sized("IP", 190e3, 180e3), sized("I", 9e3, 8e3), 0, of(a)},
		{"an encode of 10 times the size", sized("IP", 90e3, 80e3), sized("IP", 9e3, 8e3), 0, 0},
		{"two encodes", sized("IP", 20e3, 3e3), sized("IB", 9e3, 1e3), 0, 0},
		{"two of I", sized("I", 20e3, 3e3), sized("I", 9e3, 1e3), 0, 0},
		{"coded sizes", sized("I", 250e3, 240e3), sized("IP", 9e3, 1e3), of(session.CodedCurve), 0},
		{"B is not read yet", sized("I", 250e3, 240e3), &survey.View{}, 0, 0},
	} {
		var d chart
		shown := d.look(&timeline.Status{View: c.first, HasSecond: true, Compared: c.other}, of(a, b)|c.more)
		if d.quiet != c.quiet {
			t.Errorf("%s: the line is of %v, want %v", c.name, d.quiet, c.quiet)
		}
		one := d.full[a] == d.full[b]
		lanes, _, _ := lanesOf(nil, shown, d.quiet, 200, 1, 0)
		in := &lanes[0]
		if want := c.quiet == 0 && len(c.other.Bins) > 0; one != want || in.both != (c.quiet != 0) {
			t.Errorf("%s: one scale %v, want %v; %+v", c.name, one, want, in)
		}
		if c.quiet != 0 && (!c.quiet.Has(in.axes[1]) || in.bars(false) != of(in.axes[0])) {
			t.Errorf("%s: the axes are %v, the bars of %v", c.name, in.axes, in.bars(false))
		}
	}
	unfinished := sized("I", 9e3, 8e3)
	unfinished.Whole = false
	var d chart
	if d.look(&timeline.Status{View: sized("IP", 9e3, 8e3), HasSecond: true, Compared: unfinished}, of(a, b)); d.quiet != 0 {
		t.Error("a type that may follow is not waited for")
	}
}

// TestQPScales: QPs of codecs with one scale share it; those of others have an axis each, in one lane.
func TestQPScales(t *testing.T) {
	quantised := func(coarsest int, qps ...float64) *survey.View {
		v := sized("IP", qps...)
		for i, qp := range qps {
			v.Bins[i].QP, v.Bins[i].Coarsest = survey.Part{N: 1, Sum: qp, Low: qp, High: qp}, coarsest
		}
		return v
	}
	for _, c := range []struct {
		first, other int
		apart        bool
	}{{45, 45, false}, {45, 220, true}, {220, 62, true}, {45, 0, false}} {
		var d chart
		d.look(&timeline.Status{View: quantised(c.first, 20, 30), HasSecond: true, Compared: quantised(c.other, 90, 140)}, bothQPs)
		if d.apart.Has(session.SecondQPCurve) != c.apart || (d.full[session.QPCurve] == d.full[session.SecondQPCurve]) == c.apart {
			t.Errorf("%+v: %v have their own scale; the scales are %v and %v", c, d.apart, d.full[session.QPCurve], d.full[session.SecondQPCurve])
		}
		lanes, _, _ := lanesOf(nil, d.shown, d.apart, 200, 1, 0)
		if len(lanes) != 1 || lanes[0].both != c.apart || c.apart && lanes[0].axes != [2]session.Curve{session.QPCurve, session.SecondQPCurve} || lanes[0].quiet != 0 {
			t.Errorf("%+v: lanes %+v", c, lanes)
		}
	}
}

// TestQuietLine: the line of a reference is behind the bars, which have full strength.
func TestQuietLine(t *testing.T) {
	const height, width = 41, 90
	inks := widgets.OnPicture
	var d chart
	d.look(&timeline.Status{View: sized("I", 1e6, 1e6, 1e6), HasSecond: true, Compared: sized("IPB", 900, 400, 100)}, bothSizes)
	var of [timeline.SourceCount][]column
	for i, v := range d.views {
		of[i] = make([]column, width)
		fill(of[i], v, period{until: 3}, 3)
	}
	img := image.NewRGBA(image.Rect(0, 0, width, height+tickHeight))
	lanes := []lane{{curves: bothSizes, quiet: d.quiet, bottom: height}}
	paint(img, inks, of, &d.full, lanes, d.kinds, false, 1)
	for x, want := range map[int]color.NRGBA{15: kindColour(inks, survey.Intra), 45: ink(inks, session.BytesCurve), 75: ink(inks, session.BytesCurve)} {
		if got := img.RGBAAt(x, 0); got != color.RGBA(want) {
			t.Errorf("column %d: %v at the top, want %v", x, got, want)
		}
	}
	if got, want := img.RGBAAt(45, height-4), color.RGBA(kindColour(inks, survey.Predicted)); got != want {
		t.Errorf("a bar of %v, want %v", got, want)
	}
}

// TestPairs: where frames are wide, each has a bar of A in its left half and one of B, of its own type, in the right one; where they are not, B is a line
// without gaps.
func TestPairs(t *testing.T) {
	const height, width = 41, 90
	inks := widgets.OnPicture
	var d chart
	d.look(&timeline.Status{View: sized("IPB", 900, 225, 56.25), HasSecond: true, Compared: sized("IBP", 225, 225, 900)}, bothSizes)
	for room, want := range map[float64]bool{14: false, 15: true, 900: true} {
		if got := d.pairs(period{until: 3}, room); got != want {
			t.Errorf("pairs in %v pixels: %v", room, got)
		}
	}
	var of [timeline.SourceCount][]column
	for i, v := range d.views {
		of[i] = make([]column, width)
		fill(of[i], v, period{until: 3}, 3)
	}
	img := image.NewRGBA(image.Rect(0, 0, width, height+tickHeight))
	paint(img, inks, of, &d.full, inOne(height, session.BytesCurve, session.SecondBytesCurve), d.kinds, true, 1)
	ground := color.RGBA(inks.Ground)
	first, second := d.views[timeline.OfVideo], d.views[timeline.OfSecond]
	for i := range 3 {
		for half, v := range []*survey.View{first, second} {
			x, b := 30*i+8+15*half, &v.Bins[i]
			top := height - 1 - int(math.Round(d.full[session.BytesCurve].part(b.Bytes.Sum)*(height-1)))
			if got := img.RGBAAt(x, top); got != color.RGBA(kindColour(inks, b.Kind)) {
				t.Errorf("frame %d of %c: %v at its top, of type %c", i, "AB"[half], got, b.Type)
			}
			if above := img.RGBAAt(x, top-2); top > 2 && above != ground {
				t.Errorf("frame %d of %c: %v above its top", i, "AB"[half], above)
			}
			if full := img.RGBAAt(x, height-5) == color.RGBA(kindColour(inks, b.Kind)); full != (half == 0) && b.Bytes.Sum > 100 {
				t.Errorf("frame %d of %c: at full strength %v", i, "AB"[half], full)
			}
		}
	}
	low := image.NewRGBA(img.Rect)
	paint(low, inks, of, &d.full, inOne(height, session.BytesCurve, session.SecondBytesCurve, session.QPCurve), d.kinds, true, 1)
	away := func(x int) float64 {
		return apart(lab(linear(color.NRGBA(low.RGBAAt(x, height-5)))), lab(linear(inks.Ground)))
	}
	if a, b := away(8), away(23); b > 0.7*a {
		t.Errorf("with another curve in the lane, bars of A are %.1f from the ground, of B %.1f", a, b)
	}
	if a, b := halved(period{2, 4}, session.BytesCurve, true), halved(period{2, 4}, session.SecondBytesCurve, true); a != (period{2, 3}) || b != (period{3, 4}) {
		t.Errorf("the halves are %v and %v", a, b)
	}
	if dashed(session.SecondBytesCurve, barsIn(bothSizes, false)) || !dashed(session.SecondBytesCurve, barsIn(bothSizes|session.NewCurves(session.CodedCurve), false)) || !dashed(session.SecondQPCurve, 0) {
		t.Error("the wrong lines are dashed")
	}
}

// TestOneColour: bars of frames that are all of one type have the colour of their curve, as its mark in the legend and its axis.
func TestOneColour(t *testing.T) {
	inks, v := widgets.OnPicture, sized("I", 900, 900)
	full, columns := scalesOf(alone(v)), make([]column, 20)
	fill(columns, v, period{until: 2}, 3)
	img := image.NewRGBA(image.Rect(0, 0, 20, 41+tickHeight))
	paint(img, inks, alike(columns), &full, inOne(41, session.BytesCurve), kinds{timeline.OfVideo: kindsDiffer(v)}, false, 1)
	if got, want := img.RGBAAt(5, 20), color.RGBA(ink(inks, session.BytesCurve)); got != want {
		t.Errorf("the bar is %v, want %v", got, want)
	}
}
