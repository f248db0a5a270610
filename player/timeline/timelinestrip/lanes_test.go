package timelinestrip

import (
	"slices"
	"testing"

	"ffkvadrat/measure/survey"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
)

// Each scale has a lane as far as the chart is high enough for that; in lower charts two share one, unless as many fit alone. Those that do not
// fit are left out, until one scrolls.
func TestLanes(t *testing.T) {
	const quads, coverage, psnr, bytes, qp, bytesB, qpB = session.QuadsCurve, session.CoverageCurve, session.PSNRCurve, session.BytesCurve, session.QPCurve, session.SecondBytesCurve, session.SecondQPCurve
	of := session.NewCurves
	five := of(quads, coverage, psnr, bytes, qp)
	for _, c := range []struct {
		shown  session.Curves
		height int
		want   []session.Curves
	}{
		{0, 100, nil},
		{of(psnr), 1, []session.Curves{of(psnr)}},
		{of(quads, coverage), 44, []session.Curves{of(quads), of(coverage)}},
		{of(quads, coverage), 43, []session.Curves{of(quads, coverage)}},
		{of(quads, coverage), 1, []session.Curves{of(quads, coverage)}},
		{five, 116, []session.Curves{of(quads), of(coverage), of(psnr), of(bytes), of(qp)}},
		{five, 115, []session.Curves{of(quads, coverage), of(psnr, bytes), of(qp)}},
		{five, 97, []session.Curves{of(quads), of(coverage), of(psnr), of(bytes)}},
		{five, 91, []session.Curves{of(quads, coverage), of(psnr, bytes)}},
		{five, 63, []session.Curves{of(quads), of(coverage)}},
		{five, 43, []session.Curves{of(quads, coverage)}},
		{of(bytes, qp, bytesB, qpB), 44, []session.Curves{of(bytes, bytesB), of(qp, qpB)}},
		{of(bytes, qp, bytesB, qpB), 43, []session.Curves{of(bytes, bytesB, qp, qpB)}},
		{of(session.LumaCurve, session.StillCurve), 44, []session.Curves{of(session.LumaCurve), of(session.StillCurve)}},
		{of(psnr, session.SecondPSNRCurve), 44, []session.Curves{of(psnr), of(session.SecondPSNRCurve)}},
	} {
		for _, unit := range []int{1, 2} {
			lanes, before, after := lanesOf(nil, c.shown, 0, c.height*unit, float32(unit), 0)
			if before != 0 || (after > 0) != (left(lanes, c.shown, false) != "") {
				t.Errorf("%v in %d rows: %d lanes before, %d after", c.shown, c.height, before, after)
			}
			var got []session.Curves
			last := -laneGap * unit
			for _, l := range lanes {
				if got = append(got, l.curves); l.top != last+laneGap*unit || l.bottom <= l.top || l.bottom > c.height*unit || len(lanes) > 1 && l.bottom-l.top < leastLane*unit {
					t.Errorf("%v in %d rows, ×%d: %+v", c.shown, c.height, unit, lanes)
				}
				if last = l.bottom; !l.curves.Has(l.axes[0]) || l.both && (!l.curves.Has(l.axes[1]) || oneScale(l.axes[0], l.axes[1])) {
					t.Errorf("%v in %d rows: the axes are %+v", c.shown, c.height, l)
				}
			}
			if !slices.Equal(got, c.want) || len(lanes) > 0 && last != c.height*unit {
				t.Errorf("%v in %d rows, ×%d: %v up to %d, want %v", c.shown, c.height, unit, got, last, c.want)
			}
		}
	}
	if left, right := rooms(lanesIn(five, 116)); left != bytesAxis.room || right != Margin {
		t.Errorf("one axis a lane: %v, %v", left, right)
	}
	if left, right := rooms(lanesIn(five, 91)); left != psnrAxis.room || right != bytesAxis.room+Margin-labelGap {
		t.Errorf("two axes a lane: %v, %v", left, right)
	}
}

// What has no lane is counted.
func TestWithoutLane(t *testing.T) {
	shown := session.NewCurves(session.QuadsCurve, session.CoverageCurve, session.PSNRCurve, session.BytesCurve, session.QPCurve)
	for height, want := range map[int]string{91: "1 more curve", 63: "3 more curves", 98: "", 116: ""} {
		if got := left(lanesIn(shown, height), shown, false); got != want {
			t.Errorf("in %d rows: %q, want %q", height, got, want)
		}
	}
	if got := left(lanesIn(shown, 63), shown, true); got != "+3" {
		t.Errorf("in short: %q", got)
	}
}

// lanesIn returns the first lanes in a height.
func lanesIn(shown session.Curves, height int) []lane {
	lanes, _, _ := lanesOf(nil, shown, 0, height, 1, 0)
	return lanes
}

// Lanes that do not fit are scrolled to, up to the last one.
func TestLanesScroll(t *testing.T) {
	of, shown := session.NewCurves, session.Curves(0)
	for _, c := range []session.Curve{session.QuadsCurve, session.CoverageCurve, session.SICurve, session.TICurve, session.BytesCurve, session.QPCurve} {
		shown.Switch(c, true)
	}
	all := []session.Curves{of(session.QuadsCurve, session.CoverageCurve), of(session.SICurve, session.TICurve), of(session.BytesCurve, session.QPCurve)}
	for _, c := range []struct{ height, skip, first, n int }{{64, 0, 0, 2}, {64, 1, 1, 2}, {64, 9, 1, 2}, {30, 2, 2, 1}, {30, 3, 2, 1}, {98, 2, 0, 3}} {
		lanes, before, after := lanesOf(nil, shown, 0, c.height, 1, c.skip)
		if before != c.first || len(lanes) != c.n || after != 3-c.first-c.n {
			t.Fatalf("%+v: %d before, %d, %d after", c, before, len(lanes), after)
		}
		for i, l := range lanes {
			if l.curves != all[before+i] {
				t.Errorf("%+v: lane %d has %v", c, i, l.curves)
			}
		}
	}
}

// TestOneScale: curves of one scale have the range of both while both are shown.
func TestOneScale(t *testing.T) {
	bin := func(bytes, qp float64) *survey.View {
		return &survey.View{Version: 1, Bins: []survey.Bin{{Until: 1, Frames: 1, Bytes: survey.Range{Min: bytes, Max: bytes, Sum: bytes}, QP: survey.Part{N: 1, Sum: qp, Low: qp, High: qp}}}}
	}
	var c chart
	status := timeline.Status{View: bin(900, 20), HasSecond: true, Compared: bin(300, 30)}
	a, b := session.NewCurves(session.BytesCurve, session.QPCurve), session.NewCurves(session.SecondBytesCurve, session.SecondQPCurve)
	c.look(&status, a|b)
	for _, s := range [2]session.Curve{session.BytesCurve, session.SecondBytesCurve} {
		if got := c.full[s]; got != (scale{to: 900, most: 900, root: true}) {
			t.Errorf("%v with the other: %v", s, got)
		}
	}
	for _, s := range [2]session.Curve{session.QPCurve, session.SecondQPCurve} {
		if got := c.full[s]; got != (scale{from: 18, to: 32, least: 20, most: 30}) {
			t.Errorf("%v with the other: %v", s, got)
		}
	}
	c.setLinear(true)
	if c.look(&status, a|b); c.full[session.BytesCurve] != finite(0, 900) || c.full[session.SecondBytesCurve] != finite(0, 900) {
		t.Errorf("linear: %v", c.full)
	}
	c.setLinear(false)
	c.look(&status, b)
	if c.full[session.SecondBytesCurve] != (scale{to: 300, most: 300, root: true}) || c.full[session.SecondQPCurve] != (scale{from: 28, to: 32, least: 30, most: 30}) {
		t.Errorf("alone: %v", c.full)
	}
	if got := c.look(&timeline.Status{View: &survey.View{}}, a); got.Has(session.BytesCurve) {
		t.Error("sizes that no packet has are drawn")
	}
	if got := c.look(&timeline.Status{View: bin(900, 20), HasSecond: true, Compared: &survey.View{}}, b); got != b {
		t.Errorf("of what is being compared: %v", got)
	}
	if got := c.look(&timeline.Status{View: bin(900, 20), HasSecond: true, Compared: &survey.View{Whole: true}}, b); got != 0 {
		t.Errorf("what B does not have is drawn: %v", got)
	}
}

// TestLaneCount: curves of one scale have one lane.
func TestLaneCount(t *testing.T) {
	shown := session.NewCurves(session.SecondPSNRCurve, session.BytesCurve, session.SecondBytesCurve, session.QPCurve, session.SecondQPCurve)
	if got, lanes := Lanes(shown), lanesIn(shown, 400); got != 3 || len(lanes) != got || Lanes(0) != 0 {
		t.Errorf("%d for %d", got, len(lanes))
	}
}

// TestLettered: bars of sizes have letters where no line is over them, such as that of a second video's sizes, or another scale in
// a low timeline.
func TestLettered(t *testing.T) {
	alone, both := session.NewCurves(session.QPCurve, session.BytesCurve), session.NewCurves(session.QPCurve, session.BytesCurve, session.SecondBytesCurve)
	for _, c := range []struct {
		shown  session.Curves
		height int
		want   bool
		quiet  session.Curves
		paired bool
	}{
		{alone, 100, true, 0, false}, {both, 100, false, 0, false}, {both, 100, true, 0, true}, {both, 100, true, session.NewCurves(session.BytesCurve), false},
		{alone, leastShared, false, 0, false}, {session.NewCurves(session.QPCurve), 100, false, 0, false},
	} {
		lanes, _, _ := lanesOf(nil, c.shown, c.quiet, c.height, 1, 0)
		if at := lettered(lanes, c.paired); at >= 0 != c.want || c.want && !lanes[at].curves.Has(session.BytesCurve) {
			t.Errorf("%v in %d rows: letters in lane %d of %+v", c.shown, c.height, at, lanes)
		}
	}
}
