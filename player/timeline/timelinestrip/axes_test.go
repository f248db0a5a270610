package timelinestrip

import (
	"image"
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
		from, length, width float64
		want                []string
	}{
		{0, 0, 300, nil},
		{0, 0.04, 300, []string{"0:00.00", "0:00.01", "0:00.02", "0:00.03", "0:00.04"}},
		{0, 1, 130, []string{"0:00.0", "0:00.5", "0:01.0"}},
		{0, 10, 300, []string{"0:00", "0:05", "0:10"}},
		{0, 14, 960, []string{"0:00", "0:01", "0:02", "0:03", "0:04", "0:05", "0:06", "0:07", "0:08", "0:09", "0:10", "0:11", "0:12", "0:13", "0:14"}},
		{0, 90, 280, []string{"0:00", "0:30", "1:00", "1:30"}},
		{0, 5400, 280, []string{"0:00", "30:00", "1:00:00", "1:30:00"}},
		{0, 200 * 3600, 280, []string{"0:00", "48:00:00", "96:00:00", "144:00:00", "192:00:00"}},
		{6.97, 0.1, 400, []string{"0:06.98", "0:07.00", "0:07.02", "0:07.04", "0:07.06"}},
		{3601, 9, 200, []string{"1:00:05", "1:00:10"}},
	} {
		var a timeAxes
		a.divide(&survey.View{}, &scales{session.CoverageCurve: finite(0, 1)}, nil, period{c.from, c.from + c.length}, c.width, 1)
		var got []string
		for i, m := range a.times {
			if m.time < c.from-1e-9 || m.time > c.from+c.length+1e-9 || i > 0 && m.time <= a.times[i-1].time {
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
	both := []session.Curve{session.QuadsCurve, session.CoverageCurve}
	v := &survey.View{Exact: true, Whole: true, Bins: make([]survey.Bin, 50)}
	a.divide(v, &scales{session.QuadsCurve: finite(0, 4960), session.CoverageCurve: finite(0.9, 0.975)}, inOne(fewRows, both...), period{until: 10}, 400, 1)
	if want := []axisTick{{0, "0"}, {2000. / 4960, "2k"}, {4000. / 4960, "4k"}}; !slices.Equal(a.values[0].ticks, want) {
		t.Errorf("quads: %+v", a.values[0])
	}
	for _, m := range a.values[1].ticks {
		if value := 100 * (0.9 + float64(m.part)*0.075); m.text != "90 %" && m.text != "95 %" || math.Abs(value-math.Round(value)) > 1e-4 {
			t.Errorf("coverage %q at %v", m.text, value)
		}
	}
	if second := a.values[1]; second.curve != session.CoverageCurve || len(second.ticks) != 2 || len(a.frames) != 50 || len(a.minor) > 0 {
		t.Errorf("coverage %+v, %d frames, %d other times", second, len(a.frames), len(a.minor))
	}
	a.divide(v, &scales{session.CoverageCurve: finite(0.99, 1.01)}, inOne(fewRows, both[1]), period{until: 10}, 399, 1)
	if only := a.values[0].ticks; len(a.values) != 1 || len(a.frames) != 0 || len(only) == 0 || only[len(only)-1].text != "100 %" {
		t.Errorf("%+v", a)
	}
	if len(a.minor) != 15 { // 2 s have four parts
		t.Errorf("%d other times", len(a.minor))
	}
	a.divide(v, &scales{session.BytesCurve: finite(0, 41000), session.DensityCurve: finite(-1, 1)}, inOne(fewRows, session.BytesCurve, session.DensityCurve), period{until: 10}, 399, 1)
	for i, want := range [][]string{{"41.0 kB", "0 B", "20 kB", "40 kB"}, {"-1", "0", "1"}} {
		var got []string
		for _, m := range a.values[i].ticks {
			got = append(got, m.text)
		}
		if !slices.Equal(got, want) {
			t.Errorf("axis %d: %q, want %q", i, got, want)
		}
	}
}

// TestRootTicks: heights of sizes are square roots, so that small ones are seen next to large ones. The largest one has a label at the
// top, in low and in high lanes, and a quarter of it one at half the height of low lanes with room for three.
func TestRootTicks(t *testing.T) {
	v := &survey.View{}
	for i, n := range []float64{48123, 31200, 300} {
		v.Bins = append(v.Bins, survey.Bin{Start: float64(i), End: float64(i), Until: float64(i + 1), Frames: 1, Bytes: survey.Range{Min: n, Max: n, Sum: n}})
	}
	full := scalesOf(alone(v))
	s := full[session.BytesCurve]
	if got := s.part(300); got < 0.07 || math.Abs(s.part(48123)-1) > 1e-9 || s.part(0) != 0 || math.Abs(s.part(48123./4)-0.5) > 1e-9 {
		t.Errorf("300 bytes are at %v", got)
	}
	for height, want := range map[int][]string{leastLane: {"48.1 kB", "0 B"}, middleRows - 1: {"48.1 kB", "0 B"}, middleRows: {"48.1 kB", "0 B", "12.0 kB"}, fewRows - 1: {"48.1 kB", "0 B", "12.0 kB"}, fewRows: {"48.1 kB", "0 B", "20 kB"}, 2 * fewRows: {"48.1 kB", "0 B", "20 kB", "10 kB", "2 kB"}} {
		var a timeAxes
		a.divide(v, &full, inOne(height, session.BytesCurve), period{until: 3}, 400, 1)
		var got []string
		for _, m := range a.values[0].ticks {
			if got = append(got, m.text); m.text == "20 kB" && math.Abs(float64(m.part)-s.part(20000)) > 1e-6 || m.text == "12.0 kB" && m.part != 0.5 {
				t.Errorf("%+v", m)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("in %d rows: %q, want %q", height, got, want)
		}
	}
}

// inOne returns a lane of a height with one or two curves that have an axis.
func inOne(height int, of ...session.Curve) []lane {
	return []lane{{curves: session.NewCurves(of...), axes: [2]session.Curve{of[0], of[len(of)-1]}, both: len(of) > 1, bottom: height}}
}

// A low lane has labels of the values at its ends: those of the scale, or the curve's where the scale fits it.
func TestEnds(t *testing.T) {
	for _, c := range []struct {
		curve session.Curve
		least float64
		most  float64
		want  []string
	}{
		{session.QuadsCurve, 900, 42345, []string{"42.3k", "0"}},
		{session.CoverageCurve, 0.89, 1, []string{"100.0 %", "89.0 %"}},
		{session.LumaCurve, 0.1, 0.9, []string{"100 %", "0 %"}},
		{session.PSNRCurve, 30, 41.25, []string{"41.2 dB", "30.0 dB"}},
		{session.PSNRCurve, 30, math.Inf(1), []string{"30.0 dB"}},
		{session.PSNRCurve, math.Inf(1), math.Inf(1), []string{"∞ dB"}},
		{session.SICurve, 3, 27.7, []string{"27.7", "0"}},
		{session.BytesCurve, 90, 8100, []string{"8.1 kB", "0 B"}},
		{session.QPCurve, 33.4, 43.5, []string{"43.5", "33.4"}},
		{session.QPCurve, 30, 30, []string{"30.0"}},
		{session.DensityCurve, -0.1, 0.2, []string{"1.00", "-1.00"}},
	} {
		v := &survey.View{}
		for i, value := range []float64{c.least, c.most} {
			b := rebuiltAs(float64(i), value)
			part := survey.Part{N: 1, Sum: value, Low: value, High: value}
			b.SI, b.QP, b.Density, b.Luma = part, part, part, part
			b.Quads = survey.Range{Min: value, Max: value, Sum: value}
			b.Coverage, b.Bytes = b.Quads, b.Quads
			v.Bins = append(v.Bins, b)
		}
		full := scalesOf(alone(v))
		for height := leastLane; height <= fewRows; height++ {
			var a timeAxes
			a.divide(v, &full, inOne(height, c.curve), period{until: 2}, 400, 1)
			var got []string
			for _, m := range a.values[0].ticks {
				got = append(got, m.text)
			}
			want := c.want
			if c.curve == session.BytesCurve && height >= middleRows {
				want = append(want[:2:2], "2.0 kB")
			}
			if ends := height < fewRows; a.values[0].ends != ends || ends && !slices.Equal(got, want) {
				t.Errorf("%v from %v to %v in %d rows: %q, want %q", c.curve, c.least, c.most, height, got, want)
			}
		}
	}
}

// Labels neither overlap nor leave their range; the first ones take precedence.
func TestRows(t *testing.T) {
	got := rows([]float32{0, 4, 20, 31, 60, 66}, 12, -2, 50)
	for i, want := range []float32{-2, -1, 14, -1, 50, -1} {
		if omitted := got[i] != got[i]; omitted != (want == -1) || !omitted && got[i] != want {
			t.Errorf("label %d is at %v, want %v", i, got[i], want)
		}
	}
}

// The PSNR's ticks are those of finite values; infinity has one if there are no others.
func TestRatioTicks(t *testing.T) {
	var a timeAxes
	v := &survey.View{Bins: make([]survey.Bin, 5)}
	for _, c := range []struct {
		scale scale
		want  []string
	}{
		{finite(28.5, 41), []string{"30 dB", "35 dB", "40 dB"}},
		{finite(12, 38), []string{"20 dB", "30 dB"}},
		{finite(21, 39), []string{"25 dB", "30 dB", "35 dB"}}, // in steps of 10 there is one
		{scale{from: 30, to: 46, beyond: true}, []string{"30 dB", "40 dB"}},
		{scale{beyond: true}, []string{"∞ dB"}},
		{scale{}, nil},
	} {
		a.divide(v, &scales{session.PSNRCurve: c.scale}, inOne(fewRows, session.PSNRCurve), period{until: 10}, 400, 1)
		var got []string
		for _, m := range a.values[0].ticks {
			got = append(got, m.text)
			if at := float64(m.part); m.text == "∞ dB" && at != 1 || at < 0 {
				t.Errorf("%v: %q at %v", c.scale, m.text, at)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v: %q, want %q", c.scale, got, c.want)
		}
	}
}

// The height suits the target unless the user wants another; the picture keeps its minimum.
func TestHeight(t *testing.T) {
	for _, c := range []struct {
		target float32
		wanted int
		lanes  int
		want   float32
	}{
		{300, 0, 2, 73}, {400, 0, 1, 96}, {580, 0, 2, 103}, {700, 0, 2, 123}, {1000, 0, 0, 173}, {4320, 0, 2, 400},
		{700, 0, 4, 203}, {1000, 0, 5, 293}, {4320, 0, 9, 680}, {400, 0, 6, 96}, {700, 0, 9, 222}, {1000, 0, 9, 348},
		{720, 200, 4, 200}, {720, 900, 2, 518}, {400, 900, 2, 198}, {720, 1, 2, 69}, {200, 900, 2, 69},
	} {
		if got := Height(c.target, c.target-72, c.wanted, c.lanes, false); got != c.want {
			t.Errorf("in %v pixels, with %d: %v, want %v", c.target, c.wanted, got, c.want)
		}
	}
}

// A thumbnail shrinks in proportion, and is omitted where it would be tiny.
func TestShrunk(t *testing.T) {
	for height, want := range map[int]image.Point{200: {176, 99}, 99: {176, 99}, 50: {88, 50}, 32: {}, -10: {}} {
		if got := shrunk(image.Pt(176, 99), height); got != want {
			t.Errorf("in %d rows: %v, want %v", height, got, want)
		}
	}
}

// The bubble avoids a part of the picture, above it or next to it.
func TestAway(t *testing.T) {
	box, room := image.Rect(100, 300, 200, 400), image.Rect(40, 0, 600, 400)
	for avoid, want := range map[image.Rectangle]image.Point{
		{}:                             {},
		image.Rect(210, 350, 230, 370): {},
		image.Rect(150, 350, 170, 370): {0, -50},
		image.Rect(150, 50, 170, 370):  {70, 0},
		image.Rect(150, 50, 550, 370):  {-50, 0},
		image.Rect(120, 50, 550, 370):  {},
	} {
		if got := away(box, avoid, room); got != want {
			t.Errorf("%v: %v, want %v", avoid, got, want)
		}
	}
}
