package timelinestrip

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"ffkvadrat/decode"
	"ffkvadrat/measure/survey"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
)

func TestPointedValues(t *testing.T) {
	v := &survey.View{Whole: true, Bins: []survey.Bin{{Until: 1, Frames: 4, Quads: survey.Range{Sum: 4002}, Coverage: survey.Range{Sum: 2}, Bytes: survey.Range{Sum: 49600}}}}
	if got, want := valuesAt(&timeline.Status{View: v}, time.Second/2), (values{session.QuadsCurve: "1 001", session.CoverageCurve: "50.0 %", session.LumaCurve: "–", session.StillCurve: "–", session.PSNRCurve: "–", session.SSIMCurve: "–", session.SICurve: "–", session.TICurve: "–", session.BytesCurve: "12.4 kB", session.CodedCurve: "–", session.BytesPerQuadCurve: "12.39 B", session.QPCurve: "–", session.DensityCurve: "–", session.IntraCurve: "–", session.SkipCurve: "–", session.DepthCurve: "–", session.SecondPSNRCurve: "–", session.SecondSSIMCurve: "–", session.SecondBytesCurve: "–", session.SecondQPCurve: "–"}); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for thing, want := range map[string]string{"quad": "1 001 quads   50.0 %", "point": "1 001 points   50.0 %", "hit": "1 001 hits   50.0 %"} {
		words := session.BytesPerQuadCurve.Of(thing)
		if got := describe(&timeline.Status{View: v, Thing: thing}, time.Second/2, 0); !strings.HasPrefix(got[1], want) || words.Name != "bytes/"+thing || words.Title != "Packet size per "+thing || !strings.HasSuffix(words.Help, "of its "+thing+"s.") {
			t.Errorf("%ss: %q, and %q: %q", thing, got, words.Name, words.Help)
		}
	}
	v = &survey.View{Whole: true, Bins: []survey.Bin{rebuiltAs(0, 34.25), rebuiltAs(1, math.Inf(1))}}
	for at, want := range [][3]string{{"34.2 dB", "0.9000", "of quads: PSNR Y 34.25 dB   SSIM 0.9000"}, {"∞ dB", "1.0000", "of quads: PSNR Y ∞ dB: equal   SSIM 1.0000"}} {
		if got := valuesAt(&timeline.Status{View: v}, time.Duration(at)*time.Second); got[session.PSNRCurve] != want[0] || got[session.SSIMCurve] != want[1] {
			t.Errorf("at %d s: %q, want %q", at, got, want)
		}
		if got := describe(&timeline.Status{View: v}, time.Duration(at)*time.Second, 0); got[len(got)-1] != want[2] {
			t.Errorf("at %d s: %q, want %q", at, got, want)
		}
	}
	for _, v := range []*survey.View{nil, {}} {
		if got := valuesAt(&timeline.Status{View: v}, 0); got != (values{"–", "–", "–", "–", "–", "–", "–", "–", "–", "–", "–", "–", "–", "–", "–", "–", "–", "–", "–", "–"}) {
			t.Errorf("of nothing: %q", got)
		}
	}
}

// TestStoredOnTheTimeline: while stored quads are shown, texts about quads are theirs, with their
// name, and other texts the video's. Where there are no stored quads, live ones do not replace
// them.
func TestStoredOnTheTimeline(t *testing.T) {
	video := &survey.View{Exact: true, Whole: true}
	for i := range 3 {
		at := float64(i)
		video.Bins = append(video.Bins, survey.Bin{
			Start: at, End: at, Until: at + 1, Frames: 1, Index: int64(i), Quads: survey.Range{Min: 500, Max: 500, Sum: 500}, Bytes: survey.Range{Min: 1e4, Max: 1e4, Sum: 1e4},
			Still: survey.Part{N: 1, Sum: 0.5}, PSNR: survey.Part{N: 1, Sum: 0.1}, Luma: survey.Part{N: 1, Sum: 0.25},
		})
	}
	stored := &survey.View{Exact: true, Whole: true, Gaps: true, Version: 1, Bins: []survey.Bin{
		{Start: 0, End: 0, Until: 1, Frames: 1, Quads: survey.Range{Min: 1, Max: 1, Sum: 1}},
		{Start: 2, End: 2, Until: 3, Frames: 1, Quads: survey.Range{Min: 7, Max: 7, Sum: 7}, Coverage: survey.Range{Min: 0.5, Max: 0.5, Sum: 0.5}},
	}}
	o := &timeline.Status{View: video, Stored: stored, Thing: "hit"}
	for at, want := range [3][3]string{{"1", "0.0 %", "1 hit   0.0 %   10.0 kB"}, {"–", "–", "this frame is not analysed   10.0 kB"}, {"7", "50.0 %", "7 hits   50.0 %   10.0 kB"}} {
		when := time.Duration(at)*time.Second + time.Second/2
		got := valuesAt(o, when)
		if got[session.QuadsCurve] != want[0] || got[session.CoverageCurve] != want[1] || got[session.StillCurve] != "–" || got[session.PSNRCurve] != "–" || got[session.LumaCurve] != "25 %" {
			t.Errorf("%v: the values are %q", when, got)
		}
		if told := describe(o, when, session.NewCurves(session.QuadsCurve)); told[1] != want[2] || len(told) != 3 {
			t.Errorf("%v: the lines are %q", when, told)
		}
	}
	columns := make([]column, 30)
	if fill(columns, stored, period{until: 3}, 1); columns[5].values[session.QuadsCurve].high != 1 || columns[15].state != unknown || columns[25].values[session.QuadsCurve].high != 7 {
		t.Errorf("the columns are %+v", columns[15])
	}
	if !math.IsNaN(columns[25].values[session.PSNRCurve].mean) {
		t.Error("a curve of live quads is drawn")
	}
}

// A frame that the pass has reached has its number, whether it is in a bin or shares one.
func TestPointedNumbers(t *testing.T) {
	sample := survey.Bin{Start: 1.5, End: 1.5, Until: 1.6, Index: -1, Frames: 1}
	for _, c := range []struct {
		view survey.View
		at   float64
		want []string
	}{
		{survey.View{}, 1.5, []string{"0:01.500", "not analysed yet"}},
		{survey.View{Times: []float64{0, 1, 2}}, 1.25, []string{"0:01.250   frame 2", "not analysed yet"}},
		{survey.View{Err: errors.New("broken")}, 1, []string{"0:01.000"}},
		{survey.View{Exact: true, Bins: []survey.Bin{sample}}, 1.5, []string{"0:01.500", "0 quads   0.0 %"}},
		{survey.View{Exact: true, Bins: []survey.Bin{sample}, Times: []float64{0, 1.5, 2}}, 1.5, []string{"0:01.500   frame 2", "0 quads   0.0 %"}},
		{survey.View{Bins: []survey.Bin{{Start: 1, Until: 2, Frames: 3}}, Times: []float64{0, 1, 1.5, 2}}, 1.75, []string{"0:01.750   frame 3", "0 quads   0.0 %", "means of 3 frames"}},
	} {
		counted := describe(&timeline.Status{View: &c.view, Frames: 9}, time.Duration(c.at*1e9), 0)
		if name, of, has := strings.Cut(c.want[0], "frame "); has && counted[0] != name+"frame "+of+" of 9" || !has && counted[0] != c.want[0] {
			t.Errorf("of 9, at %v: %q", c.at, counted)
		}
		if got := describe(&timeline.Status{View: &c.view}, time.Duration(c.at*1e9), 0); !slices.Equal(got, c.want) {
			t.Errorf("at %v: %q, want %q", c.at, got, c.want)
		}
	}
}

// TestPacket: a frame whose packet has more or less than the frame has both sizes.
func TestPacket(t *testing.T) {
	for want, size := range map[string]decode.Size{"3 B": {Bytes: 3}, "3 B (6.5 kB coded before)": {Bytes: 6484, Of: decode.CodedBefore}, "3 B (2 B of it)": {Bytes: 2, Of: decode.InPacket}} {
		b := survey.Bin{Start: 0, Until: 1, Frames: 1, Bytes: survey.Range{Min: 3, Max: 3, Sum: 3}, Size: size}
		v := &survey.View{Exact: true, Bins: []survey.Bin{b}}
		if got := describe(&timeline.Status{View: v}, 0, 0); !strings.HasSuffix(got[1], "%   "+want) {
			t.Errorf("%+v: %q, want %q", size, got, want)
		}
	}
}

// Luma slightly below black is written as 0 %, not −0 %.
func TestLumaBelowBlack(t *testing.T) {
	b := survey.Bin{Luma: survey.Part{N: 1, Sum: -0.0004, Low: -0.004, High: 1}}
	if got, want := lit(&b), []string{"luma: mean 0.0 %, most pixels from 0 to 100 %"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestPointedCurves: a description has the values of the shown curves, and each once.
func TestPointedCurves(t *testing.T) {
	one := func(v float64) survey.Part { return survey.Part{N: 1, Sum: v, Low: v, High: v} }
	v := &survey.View{Whole: true, Exact: true, Bins: []survey.Bin{{Until: 1, Frames: 1, Type: 'P', Index: 3, QP: one(31.25), Intra: one(0.25), Skip: one(0.5), SI: one(40)}}}
	got := describe(&timeline.Status{View: v}, time.Second/2, session.NewCurves(session.QPCurve, session.IntraCurve, session.SkipCurve, session.DepthCurve, session.SICurve))
	if want := []string{"0:00.000   frame 4   P", "0 quads   0.0 %", "SI 40.000", "QP 31.2   Intra 25.0 %", "Skip 50.0 %"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestSecondOnTheTimeline: curves of a second video have its values, at the times of the playing one, and those of the
// playing video are not.
func TestSecondOnTheTimeline(t *testing.T) {
	video := &survey.View{Exact: true, Whole: true, Bins: []survey.Bin{{Until: 1, Frames: 1, Bytes: survey.Range{Min: 9e4, Max: 9e4, Sum: 9e4}}}}
	compared := &survey.View{Exact: true, Whole: true, Bins: []survey.Bin{{Until: 1, Frames: 1, Type: 'P', Bytes: survey.Range{Min: 1e4, Max: 1e4, Sum: 1e4}, PSNR: survey.Part{N: 1, Sum: 0.001, Low: 30.004, High: 30.004}, SSIM: survey.Part{N: 1, Sum: 0.9, Low: 0.9, High: 0.9}, QP: survey.Part{N: 1, Sum: 31, Low: 31, High: 31}}}}
	shown := session.NewCurves(session.BytesCurve, session.SecondPSNRCurve, session.SecondSSIMCurve, session.SecondBytesCurve, session.SecondQPCurve)
	o := &timeline.Status{View: video, HasSecond: true, Compared: compared}
	got := valuesAt(o, time.Second/2)
	if got[session.SecondPSNRCurve] != "30.00 dB" || got[session.SecondBytesCurve] != "10.0 kB" || got[session.SecondQPCurve] != "31.0" || got[session.BytesCurve] != "90.0 kB" || got[session.PSNRCurve] != "–" {
		t.Errorf("the values are %q", got)
	}
	if lines := describe(o, time.Second/2, shown); !slices.Contains(lines, "PSNR YUV of B 30.00 dB   SSIM Y of B 0.9000") || !slices.Contains(lines, "QP of B 31.0") || !slices.Contains(lines, "B:   P frame   10.0 kB") {
		t.Errorf("the lines are %q", lines)
	}
	o.Compared = nil
	if got := valuesAt(o, time.Second/2); got[session.SecondPSNRCurve] != "–" {
		t.Errorf("before the comparison: %q", got)
	}
}

// TestWaiting: without a length, the strip says how far the frames are counted.
func TestWaiting(t *testing.T) {
	for want, s := range map[string]timeline.Status{
		"Counting the frames":                        {View: &survey.View{}},
		"Counting the frames: 3, 0:00.080":           {View: &survey.View{Times: []float64{0, 0.04, 0.08}}},
		"Counting the frames: 2, 0:01.000 of ≈ 0:42": {View: &survey.View{Times: []float64{0, 1}}, Estimate: 42 * time.Second},
		"Length not known: broken":                   {View: &survey.View{Err: errors.New("broken")}},
	} {
		if got := waiting(&s); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestMeasuredAgain: while a further curve is measured, the frames that are known stay counted, and the legend says how far it is.
func TestMeasuredAgain(t *testing.T) {
	v := &survey.View{Exact: true, Again: true, Reached: 1.5}
	for i := range 4 {
		v.Bins = append(v.Bins, survey.Bin{Start: float64(i), End: float64(i), Until: float64(i + 1), Frames: 1, Quads: survey.Range{Min: 5, Max: 5, Sum: 5}})
		if i < 2 {
			v.Bins[i].SI = survey.Part{N: 1, Sum: 30, Low: 30, High: 30}
		}
	}
	if got, want := analysed(v, 4), "38 % measured"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	columns := make([]column, 8)
	fill(columns, v, period{until: 4}, 1)
	for x := range columns {
		quads, si := columns[x].values[session.QuadsCurve].mean, columns[x].values[session.SICurve].mean
		if columns[x].state != counted || quads != 5 || (si == 30) != (x < 4) {
			t.Errorf("column %d: state %v, %v quads, SI %v", x, columns[x].state, quads, si)
		}
	}
}
