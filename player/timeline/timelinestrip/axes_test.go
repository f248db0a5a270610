package timelinestrip

import (
	"math"
	"slices"
	"testing"

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

func TestHeight(t *testing.T) {
	for target, want := range map[float32]float32{400: 64, 540: 64, 720: 86.5, 1080: 112, 2160: 112} {
		if got := Height(target); got != want {
			t.Errorf("in %v pixels: %v, want %v", target, got, want)
		}
	}
}
