package timelinestrip

import (
	"slices"
	"testing"

	"ffkvadrat/measure/survey"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
)

// Each scale has a lane as far as the chart is high enough for that; in lower charts two share one, and the
// last ones have none.
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
		{of(quads, coverage), 45, []session.Curves{of(quads), of(coverage)}},
		{of(quads, coverage), 44, []session.Curves{of(quads, coverage)}},
		{of(quads, coverage), 1, []session.Curves{of(quads, coverage)}},
		{five, 120, []session.Curves{of(quads), of(coverage), of(psnr), of(bytes), of(qp)}},
		{five, 119, []session.Curves{of(quads, coverage), of(psnr, bytes), of(qp)}},
		{five, 69, []session.Curves{of(quads, coverage), of(psnr, bytes)}},
		{of(bytes, qp, bytesB, qpB), 45, []session.Curves{of(bytes, bytesB), of(qp, qpB)}},
		{of(bytes, qp, bytesB, qpB), 44, []session.Curves{of(bytes, bytesB, qp, qpB)}},
		{of(session.LumaCurve, session.StillCurve), 45, []session.Curves{of(session.LumaCurve), of(session.StillCurve)}},
		{of(psnr, session.SecondPSNRCurve), 45, []session.Curves{of(psnr), of(session.SecondPSNRCurve)}},
	} {
		for _, unit := range []int{1, 2} {
			lanes := lanesOf(nil, c.shown, c.height*unit, float32(unit))
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
	if left, right := rooms(lanesOf(nil, five, 200, 1)); left != bytesAxis.room || right != Margin {
		t.Errorf("one axis a lane: %v, %v", left, right)
	}
	if left, right := rooms(lanesOf(nil, five, 100, 1)); left != psnrAxis.room || right != bytesAxis.room+Margin-labelGap {
		t.Errorf("two axes a lane: %v, %v", left, right)
	}
}

// What has no lane is counted.
func TestWithoutLane(t *testing.T) {
	shown := session.NewCurves(session.QuadsCurve, session.CoverageCurve, session.PSNRCurve, session.BytesCurve, session.QPCurve)
	for height, want := range map[int]string{69: "1 curve more if higher", 44: "3 curves more if higher", 119: "", 200: ""} {
		if got := left(lanesOf(nil, shown, height, 1), shown); got != want {
			t.Errorf("in %d rows: %q, want %q", height, got, want)
		}
	}
}

// TestOneScale: curves of one scale have the range of both while both are shown.
func TestOneScale(t *testing.T) {
	bin := func(bytes, qp float64) *survey.View {
		return &survey.View{Version: 1, Bins: []survey.Bin{{Until: 1, Frames: 1, Bytes: survey.Range{Min: bytes, Max: bytes, Sum: bytes}, QP: survey.Part{N: 1, Sum: qp, Low: qp, High: qp}}}}
	}
	var c chart
	status := timeline.Status{View: bin(900, 20), HasSecond: true, Compared: bin(100, 30)}
	a, b := session.NewCurves(session.BytesCurve, session.QPCurve), session.NewCurves(session.SecondBytesCurve, session.SecondQPCurve)
	c.look(&status, a|b)
	for _, s := range [2]session.Curve{session.BytesCurve, session.SecondBytesCurve} {
		if got := c.full[s]; got != finite(0, 900) {
			t.Errorf("%v with the other: %v", s, got)
		}
	}
	for _, s := range [2]session.Curve{session.QPCurve, session.SecondQPCurve} {
		if got := c.full[s]; got != finite(18, 32) {
			t.Errorf("%v with the other: %v", s, got)
		}
	}
	c.look(&status, b)
	if c.full[session.SecondBytesCurve] != finite(0, 100) || c.full[session.SecondQPCurve] != finite(28, 32) {
		t.Errorf("alone: %v", c.full)
	}
	if got := c.look(&timeline.Status{View: &survey.View{}}, a); got.Has(session.BytesCurve) {
		t.Error("sizes that no packet has are drawn")
	}
}
