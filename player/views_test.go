package player_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/player"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/views"
)

// TestViewKeys goes through views, colours and the wipe with keys and a mouse,
// on both engines.
func TestViewKeys(t *testing.T) {
	for _, engine := range []string{"cpu", "gpu"} {
		s := playBare(t, display(t), "--pause", "--engine", engine, film(t, 1))
		first := s.until("paused", func(l player.Line) bool { return l.Paused && l.Quads > 0 })
		s.key("V")
		s.until("the pyramid", func(l player.Line) bool { return l.View == "pyramid" && l.Level == 0 })
		s.key("V")
		s.until("its next level", func(l player.Line) bool { return l.View == "pyramid" && l.Level == 1 })
		for _, view := range []string{"false-colour", "range", "sorted", "equalised", "vectors", "reconstruction", "map"} {
			s.key("v")
			s.until(view, func(l player.Line) bool { return l.View == view })
		}
		s.cloud()
		s.key("v")
		s.until("video", func(l player.Line) bool { return l.View == "video" })
		for _, colour := range []string{"mean", "age"} {
			s.key("c")
			s.until(colour, func(l player.Line) bool { return l.Colour == colour && l.Unknown == (colour == "age") })
		}
		s.key("period")
		s.until("ages of the next picture", func(l player.Line) bool { return l.Frame == first.Frame+1 && !l.Unknown })
		s.descent()
		s.wipe()
		s.key("q")
		s.end()
	}
}

// cloud turns a cloud with the mouse, brings it nearer, and shows all of it again.
func (s *playing) cloud() {
	s.t.Helper()
	s.key("v")
	at := s.until("the cloud", func(l player.Line) bool { return l.View == "cloud" })
	// What the middle of the picture shows, without messages.
	shown := func() string {
		s.quiet()
		img := s.screenshot()
		var pixels []byte
		for y := at.Picture[1] + 30; y < at.Picture[3]-30; y++ {
			pixels = append(pixels, img.Pix[y*img.Stride:][4*(at.Picture[0]+30):4*(at.Picture[2]-30)]...)
		}
		return string(pixels)
	}
	first := shown()
	s.move(s.middle(0, 0))
	s.xdotool("mousedown", "1")
	s.move(s.middle(30, -10))
	s.xdotool("mouseup", "1")
	turned := shown()
	if turned == first {
		s.t.Error("dragging does not turn the cloud")
	}
	s.xdotool("click", "4")
	s.until("nearer", func(l player.Line) bool { return l.Message == "Zoom 125 %" && l.Paused })
	if shown() == turned {
		s.t.Error("the wheel does not bring the cloud nearer")
	}
	s.key("ctrl+9")
	s.until("all of it", func(l player.Line) bool { return l.Message == "Zoom 100 %" })
	if shown() != first {
		s.t.Error("another cloud than at first")
	}
	s.key("d")
	s.until("picking shows the video", func(l player.Line) bool { return l.Picking && l.View == "video" })
	s.key("Escape")
	for range views.ViewCount - 1 {
		s.key("v")
	}
	s.until("the cloud again", func(l player.Line) bool { return l.View == "cloud" && !l.Picking })
}

// descent points at pixels, pins one and releases it.
func (s *playing) descent() {
	s.t.Helper()
	s.key("3")
	fitted := s.until("the tab of pixels", func(l player.Line) bool { return l.Tab == "Pixel" }).Picture
	s.key("ctrl+0")
	at := s.until("one to one", func(l player.Line) bool { return l.Picture[2]-l.Picture[0] == 640 })
	point := func(x, y int) { s.move(at.Picture[0]+x, at.Picture[1]+y) }
	shows := func(x, y int, pinned bool) func(l player.Line) bool {
		return func(l player.Line) bool {
			return slices.Equal(l.Pixel, []int{x, y}) && l.Pinned == pinned && len(l.Descent) > 0
		}
	}
	point(223, 217)
	way := s.until("a pixel", shows(223, 217, false))
	top, end := way.Descent[0], way.Descent[len(way.Descent)-1]
	if top[0] != 10 || top[4] != 0 || top[5] != way.Quads || end[3] > 0 || end[6] != -1 {
		s.t.Errorf("the way is %v, with %d quads", way.Descent, way.Quads)
	}
	s.xdotool("click", "1")
	s.until("it is pinned", shows(223, 217, true))
	point(300, 100)
	s.later()
	s.until("it stays", shows(223, 217, true))
	s.key("Escape")
	s.until("released", shows(300, 100, false))
	s.xdotool("mousedown", "1")
	point(310, 110)
	s.xdotool("mouseup", "1")
	s.until("dragging moves the picture", func(l player.Line) bool { return l.Picture[0] == at.Picture[0]+10 && l.Picture[1] == at.Picture[1]+10 })
	s.until("dragging pins nothing", shows(300, 100, false))
	s.xdotool("click", "1")
	s.until("the other is pinned", shows(300, 100, true))
	s.xdotool("click", "1")
	s.until("and released by a click", shows(300, 100, false))
	s.xdotool("key", "ctrl+9", "1")
	s.until("the tab of tuning", func(l player.Line) bool { return l.Tab == "Tune" && len(l.Pixel) == 0 && l.Picture == fitted })
}

// wipe compares two thresholds.
func (s *playing) wipe() {
	s.t.Helper()
	before := s.last
	s.key("w")
	same := s.until("two sides", func(l player.Line) bool {
		return len(l.Wipe) == 2 && l.Divider > 0 && l.Wipe[0][1:] == l.Wipe[1][1:]
	})
	s.key("plus")
	apart := s.until("A at another threshold", func(l player.Line) bool {
		// The number of the GPU's quads may come after the sides' lines were written.
		return l.Threshold > before.Threshold && len(l.Wipe) == 2 && l.Wipe[0][1:] != l.Wipe[1][1:] && l.Quads != before.Quads &&
			strings.HasSuffix(l.Wipe[0], "   "+panel.Count(int64(l.Quads), "quad"))
	})
	if apart.Wipe[1] != same.Wipe[1] || !strings.Contains(apart.Wipe[0], fmt.Sprintf("%.4f", apart.Threshold)) {
		s.t.Errorf("sides %q, after %q", apart.Wipe, same.Wipe)
	}
	s.move(apart.Divider, 200)
	s.xdotool("mousedown", "1")
	s.move(apart.Divider-90, 210)
	s.xdotool("mouseup", "1")
	s.until("the divider follows", func(l player.Line) bool { return l.Divider == apart.Divider-90 })
	s.key("W")
	s.until("swapped", func(l player.Line) bool {
		return l.Threshold == before.Threshold && len(l.Wipe) == 2 && l.Wipe[0][1:] == apart.Wipe[1][1:] && l.Wipe[1][1:] == apart.Wipe[0][1:]
	})
	s.key("w")
	s.until("one picture", func(l player.Line) bool { return len(l.Wipe) == 0 && l.Quads == before.Quads })
}

// TestFilmWithoutVectors plays a film that comes with motion vectors, and one that does not, where both
// the view and the features want them: the player goes on without.
func TestFilmWithoutVectors(t *testing.T) {
	with, err := filepath.Abs("../samples/tiny-420.mp4")
	if err != nil {
		t.Fatal(err)
	}
	without := filepath.Join(filepath.Dir(with), "tiny-vp9.webm")
	for _, engine := range []string{"cpu", "gpu"} {
		s := playBare(t, display(t), "--engine", engine, "--variant", "feature", "--features", "vectors", "--view", "vectors", with, without)
		s.until("vectors", func(l player.Line) bool { return l.View == "vectors" && l.Quads > 0 })
		s.until("the film without", func(l player.Line) bool {
			return strings.HasSuffix(l.Film, "webm") && l.View == "video" && l.Quads > 0 && l.Shown > 0
		})
		s.key("q")
		s.end()
	}
}
