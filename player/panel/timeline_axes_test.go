package panel

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"ffkvadrat/measure/survey"
	"ffkvadrat/player/session"
)

// Steps are round and divide the span into at most n parts; the next smaller steps would not.
func TestRoundStep(t *testing.T) {
	for span := 1e-3; span < 1e7; span *= 1.37 {
		for parts := 1.; parts < 20; parts++ {
			step := roundStep(span, parts)
			digit := step / math.Pow(10, math.Floor(math.Log10(step)+1e-9))
			if !slices.ContainsFunc([]float64{1, 2, 5}, func(d float64) bool { return math.Abs(digit-d) < 1e-6 }) {
				t.Fatalf("%v in %v parts: %v is not round", span, parts, step)
			}
			if span/step > parts*(1+1e-6) || span/(step/2.5) <= parts*(1-1e-6) {
				t.Fatalf("%v in %v parts: %v", span, parts, step)
			}
		}
	}
}

func TestTimes(t *testing.T) {
	for _, c := range []struct {
		length, width float64
		want          []string
	}{
		{0, 300, nil},
		{0.04, 300, []string{"0:00.00", "0:00.01", "0:00.02", "0:00.03", "0:00.04"}},
		{1, 130, []string{"0:00.0", "0:00.5", "0:01.0"}},
		{10, 300, []string{"0:00", "0:05", "0:10"}},
		{14, 960, []string{"0:00", "0:01", "0:02", "0:03", "0:04", "0:05", "0:06", "0:07", "0:08", "0:09", "0:10", "0:11", "0:12", "0:13", "0:14"}},
		{90, 280, []string{"0:00", "0:30", "1:00", "1:30"}},
		{5400, 280, []string{"0:00", "30:00", "1:00:00", "1:30:00"}},
		{200 * 3600, 280, []string{"0:00", "48:00:00", "96:00:00", "144:00:00", "192:00:00"}},
	} {
		var a timeAxes
		a.divide(&survey.View{}, &scales{session.CoverageCurve: finite(0, 1)}, usual, c.length, c.width, 30)
		var got []string
		for i, m := range a.times {
			if m.part < 0 || m.part > 1+1e-6 || i > 0 && m.part <= a.times[i-1].part {
				t.Errorf("%v s: %+v", c.length, a.times)
			}
			got = append(got, m.text)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v s: %q, want %q", c.length, got, c.want)
		}
	}
}

// Values have ticks where the curves have values; frames have ticks only if there is room.
func TestValueTicks(t *testing.T) {
	var a timeAxes
	v := &survey.View{Exact: true, Whole: true, Bins: make([]survey.Bin, 50)}
	a.divide(v, &scales{session.QuadsCurve: finite(0, 4960), session.CoverageCurve: finite(0.9, 0.975)}, usual, 10, 400, 37+tickHeight)
	if want := []axisTick{{0, "0"}, {2000. / 4960, "2k"}, {4000. / 4960, "4k"}}; !slices.Equal(a.sides[0].ticks, want) {
		t.Errorf("quads: %+v", a.sides[0])
	}
	for _, m := range a.sides[1].ticks {
		if value := 100 * (0.9 + float64(m.part)*0.075); m.text != "90%" && m.text != "95%" || math.Abs(value-math.Round(value)) > 1e-4 {
			t.Errorf("coverage %q at %v", m.text, value)
		}
	}
	if right := a.sides[1]; right.curve != session.CoverageCurve || len(right.ticks) != 2 || len(a.frames) != 50 {
		t.Errorf("coverage %+v, %d frames", right, len(a.frames))
	}
	a.divide(v, &scales{session.CoverageCurve: finite(0.99, 1.01)}, usual, 10, 399, 42)
	if right := a.sides[1].ticks; len(a.sides[0].ticks) != 0 || len(a.frames) != 0 || len(right) == 0 || right[len(right)-1].text != "100%" {
		t.Errorf("%+v", a)
	}
	a.divide(v, &scales{session.QuadsCurve: finite(0, 4960), session.CoverageCurve: finite(0, 1)}, session.NewCurves(session.LumaCurve), 10, 399, 42)
	if len(a.sides[0].ticks) != 0 || len(a.sides[1].ticks) != 0 {
		t.Errorf("ticks of curves that are not drawn: %+v", a.sides)
	}
}

// The PSNR's ticks end below infinity, which has its own tick.
func TestRatioTicks(t *testing.T) {
	var a timeAxes
	v := &survey.View{Bins: make([]survey.Bin, 5)}
	shown := session.NewCurves(session.CoverageCurve, session.PSNRCurve)
	for _, c := range []struct {
		scale scale
		want  []string
	}{
		{finite(28.5, 41), []string{"30 dB", "35 dB", "40 dB"}},
		{scale{30, 46, 48}, []string{"∞ dB", "30 dB", "40 dB"}},
		{scale{0, 0, 1e-3}, []string{"∞ dB"}},
		{scale{}, nil},
	} {
		a.divide(v, &scales{session.CoverageCurve: finite(0, 1), session.PSNRCurve: c.scale}, shown, 10, 400, 48+tickHeight)
		var got []string
		for i, m := range a.sides[1].ticks {
			got = append(got, m.text)
			if at := float64(m.part); m.text == "∞ dB" && at != 1 || i > 0 && at >= 46.5/48 || at < 0 {
				t.Errorf("%v: %q at %v", c.scale, m.text, at)
			}
		}
		if !slices.Equal(got, c.want) || a.sides[1].curve != session.PSNRCurve {
			t.Errorf("%v: %q of %v, want %q", c.scale, got, a.sides[1].curve, c.want)
		}
	}
}

func TestTimelineHeight(t *testing.T) {
	for target, want := range map[float32]float32{400: 64, 540: 64, 720: 86.5, 1080: 112, 2160: 112} {
		if got := timelineHeight(target); got != want {
			t.Errorf("in %v pixels: %v, want %v", target, got, want)
		}
	}
}

func TestPointedValues(t *testing.T) {
	v := &survey.View{Whole: true, Bins: []survey.Bin{{Until: 1, Frames: 4, Quads: survey.Range{Sum: 4002}, Coverage: survey.Range{Sum: 2}, Bytes: survey.Range{Sum: 49600}}}}
	if got, want := (&Timeline{View: v}).values(time.Second/2), (values{session.QuadsCurve: "1 001", session.CoverageCurve: "50.0 %", session.LumaCurve: "–", session.StillCurve: "–", session.PSNRCurve: "–", session.SSIMCurve: "–", session.SICurve: "–", session.TICurve: "–", session.BytesCurve: "12.4 kB", session.BytesPerQuadCurve: "12.39 B", session.QPCurve: "–", session.DensityCurve: "–"}); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for thing, want := range map[string]string{"quad": "1 001 quads   50.0 %", "point": "1 001 points   50.0 %", "hit": "1 001 hits   50.0 %"} {
		name, help := session.BytesPerQuadCurve.Of(thing)
		if got := (&Timeline{View: v, Thing: thing}).describe(time.Second / 2); !strings.HasPrefix(got[1], want) || name != "bytes/"+thing || !strings.HasSuffix(help, "of its "+thing+"s.") {
			t.Errorf("%ss: %q, and %q: %q", thing, got, name, help)
		}
	}
	v = &survey.View{Whole: true, Bins: []survey.Bin{rebuiltAs(0, 34.25), rebuiltAs(1, math.Inf(1))}}
	for at, want := range [][3]string{{"34.2 dB", "0.9000", "PSNR 34.25 dB   SSIM 0.9000"}, {"∞ dB", "1.0000", "PSNR ∞ dB: equal   SSIM 1.0000"}} {
		if got := (&Timeline{View: v}).values(time.Duration(at) * time.Second); got[session.PSNRCurve] != want[0] || got[session.SSIMCurve] != want[1] {
			t.Errorf("at %d s: %q, want %q", at, got, want)
		}
		if got := (&Timeline{View: v}).describe(time.Duration(at) * time.Second); got[len(got)-1] != want[2] {
			t.Errorf("at %d s: %q, want %q", at, got, want)
		}
	}
	for _, v := range []*survey.View{nil, {}} {
		if got := (&Timeline{View: v}).values(0); got != (values{"–", "–", "–", "–", "–", "–", "–", "–", "–", "–", "–", "–"}) {
			t.Errorf("of nothing: %q", got)
		}
	}
}

// TestKeptOnTheTimeline: while stored quads are shown, texts about quads are theirs, with their
// name, and other texts the video's. Where there are no stored quads, live ones do not replace
// them.
func TestKeptOnTheTimeline(t *testing.T) {
	video := &survey.View{Exact: true, Whole: true}
	for i := range 3 {
		at := float64(i)
		video.Bins = append(video.Bins, survey.Bin{
			Start: at, End: at, Until: at + 1, Frames: 1, Index: int64(i), Quads: survey.Range{Min: 500, Max: 500, Sum: 500}, Bytes: survey.Range{Min: 1e4, Max: 1e4, Sum: 1e4},
			Still: survey.Part{N: 1, Sum: 0.5}, PSNR: survey.Part{N: 1, Sum: 0.1}, Luma: survey.Part{N: 1, Sum: 0.25},
		})
	}
	kept := &survey.View{Exact: true, Whole: true, Gaps: true, Version: 1, Bins: []survey.Bin{
		{Start: 0, End: 0, Until: 1, Frames: 1, Quads: survey.Range{Min: 1, Max: 1, Sum: 1}},
		{Start: 2, End: 2, Until: 3, Frames: 1, Quads: survey.Range{Min: 7, Max: 7, Sum: 7}, Coverage: survey.Range{Min: 0.5, Max: 0.5, Sum: 0.5}},
	}}
	o := &Timeline{View: video, Kept: kept, Thing: "hit"}
	for at, want := range [3][3]string{{"1", "0.0 %", "1 hit   0.0 %   10.0 kB"}, {"–", "–", "this frame is not analysed   10.0 kB"}, {"7", "50.0 %", "7 hits   50.0 %   10.0 kB"}} {
		when := time.Duration(at)*time.Second + time.Second/2
		got := o.values(when)
		if got[session.QuadsCurve] != want[0] || got[session.CoverageCurve] != want[1] || got[session.StillCurve] != "–" || got[session.PSNRCurve] != "–" || got[session.LumaCurve] != "25 %" {
			t.Errorf("%v: the values are %q", when, got)
		}
		if reported := o.describe(when); reported[1] != want[2] || len(reported) != 3 {
			t.Errorf("%v: the lines are %q", when, reported)
		}
	}
	columns := make([]column, 30)
	full := scalesOf(kept)
	if fill(columns, kept, &full, 3); columns[5].values[session.QuadsCurve].high != 1 || columns[15].state != between || columns[25].values[session.QuadsCurve].high != 7 {
		t.Errorf("the columns are %+v", columns[15])
	}
	if !math.IsNaN(columns[25].values[session.PSNRCurve].mean) {
		t.Error("a curve of live quads is drawn")
	}
}
