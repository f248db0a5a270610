package timelinestrip

import (
	"math"
	"testing"

	"ffkvadrat/imgui"
)

// A time has the same position as that position has the time, in each part of a video; a time outside is
// outside the box, or at its nearer edge.
func TestAxis(t *testing.T) {
	for _, p := range []period{{0, 10}, {3, 3.5}, {7199.9, 7200}} {
		a := Axis{imgui.NewVec2(40, 5), imgui.NewVec2(800, 60), p}
		for _, c := range []struct {
			part float64
			x    float32
			has  bool
		}{{0, 40, true}, {0.25, 240, true}, {1, 840, true}, {-0.5, -360, false}, {1.5, 1240, false}} {
			at := p.from + c.part*p.length()
			x, near := a.X(at), min(max(c.x, 40), 840)
			if math.Abs(float64(x-c.x)) > 0.01 || math.Abs(float64(a.Near(at)-near)) > 0.01 || c.part != 0 && c.part != 1 && a.has(at) != c.has {
				t.Errorf("%v: %v is at %v, near %v, has %v; want %+v", p, at, x, a.Near(at), a.has(at), c)
			}
			if got, want := a.Time(c.x), min(max(at, p.from), p.until); math.Abs(got-want) > 1e-9*p.until {
				t.Errorf("%v: at %v is %v, want %v", p, c.x, got, want)
			}
		}
		if got := a.Second() * p.length(); math.Abs(got-800) > 1e-6 {
			t.Errorf("%v: %v pixels a second", p, a.Second())
		}
	}
	if x := (Axis{imgui.NewVec2(40, 5), imgui.NewVec2(800, 60), period{}}).X(3); x != 40 {
		t.Errorf("without a length, a time is at %v", x)
	}
}
