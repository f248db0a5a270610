package player

import (
	"testing"

	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// TestSuitable: the number of quads for which the player finds a threshold suits the size of the picture.
func TestSuitable(t *testing.T) {
	for _, c := range []struct {
		width, height float64
		want          int
	}{
		{1280, 720, 8000}, {1920, 1080, 18000}, {640, 400, 2200}, {3840, 2160, 72000}, {100, 50, 100}, {0, 0, 100},
	} {
		if got := suitable(c.width, c.height); got != c.want {
			t.Errorf("%v × %v: %d, want %d", c.width, c.height, got, c.want)
		}
	}
}

// TestShows has pictures of all formats: of one colour, of noise too faint to see, with a
// line of text, and with something to see.
func TestShows(t *testing.T) {
	for _, f := range yuvtest.Formats {
		most := f.MaxValue()
		for name, c := range map[string]struct {
			at   func(x, y int) int
			want bool
		}{
			"black":        {func(_, _ int) int { return 0 }, false},
			"white":        {func(_, _ int) int { return most }, false},
			"faint noise":  {func(x, y int) int { return most/2 + (x*7+y*13)%5*most/500 }, false},
			"a title":      {func(x, y int) int { return most * (y / 60 * (1 - y/64)) * (x / 2 % 2) }, false},
			"a dark scene": {func(x, y int) int { return (x/16 + y/16) % 2 * most / 20 }, true},
			"a gradient":   {func(x, _ int) int { return x * most / 256 }, true},
		} {
			p := yuvtest.Picture(f, 256, 128, yuvtest.Fill{At: func(plane, x, y, _ int) int {
				if plane > 0 && f.Model == yuv.YUV {
					return most / 2
				}
				return c.at(x, y)
			}})
			if shows(p) != c.want {
				t.Errorf("%s, %s: shows %v", f.Name, name, !c.want)
			}
		}
	}
}

// TestEachFrameEndsAuto: a threshold that followed a number of quads stays when that ends.
func TestEachFrameEndsAuto(t *testing.T) {
	p := &player{settings: session.Default()}
	p.settings.EachFrame = true
	p.solveAuto(nil)
	if p.settings.Auto {
		t.Error("the player would find another threshold afterwards")
	}
}
