package layers_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/overlay/views"
	"ffkvadrat/player"
	"ffkvadrat/player/quantity"
	"ffkvadrat/scripts/playtest"
)

// TestViewKeys uses views, colours and the wipe with keys and mouse, on both engines.
func TestViewKeys(t *testing.T) {
	for _, engine := range []string{"cpu", "gpu"} {
		s := playtest.PlayBare(t, playtest.Display(t), "--pause", "--engine", engine, playtest.Clip(t, 1))
		first := s.Until("paused", func(l player.Line) bool { return l.Paused && l.Quads > 0 })
		s.Key("V")
		s.Until("the pyramid", func(l player.Line) bool { return l.View == "pyramid" && l.Level == 0 })
		s.Key("V")
		s.Until("its next level", func(l player.Line) bool { return l.View == "pyramid" && l.Level == 1 })
		for _, view := range []string{"false-colour", "range", "sorted", "equalised", "vectors", "reconstruction", "map"} {
			s.Key("v")
			s.Until(view, func(l player.Line) bool { return l.View == view })
		}
		cloud(s)
		s.Key("v")
		s.Until("video", func(l player.Line) bool { return l.View == "video" })
		for _, colour := range []string{"mean", "age"} {
			s.Key("c")
			s.Until(colour, func(l player.Line) bool { return l.Colour == colour && l.Unknown == (colour == "age") })
		}
		s.Key("period")
		s.Until("ages of the next picture", func(l player.Line) bool { return l.Frame == first.Frame+1 && !l.Unknown })
		descent(s)
		wipe(s)
		s.Key("q")
		s.End()
	}
}

// cloud rotates and zooms a cloud with the mouse, and resets it.
func cloud(s *playtest.Player) {
	s.T.Helper()
	s.Key("v")
	at := s.Until("the cloud", func(l player.Line) bool { return l.View == "cloud" })
	// The middle of the picture, without messages.
	shown := func() string {
		s.Quiet()
		img := s.Screenshot()
		var pixels []byte
		for y := at.Picture[1] + 30; y < at.Picture[3]-30; y++ {
			pixels = append(pixels, img.Pix[y*img.Stride:][4*(at.Picture[0]+30):4*(at.Picture[2]-30)]...)
		}
		return string(pixels)
	}
	first := shown()
	s.Move(s.Middle(0, 0))
	s.Drag(playtest.At(s.Middle(30, -10)))
	turned := shown()
	if turned == first {
		s.T.Error("dragging does not turn the cloud")
	}
	s.Xdotool("click", "4")
	s.Until("nearer", func(l player.Line) bool { return l.Message == "Zoom 125 %" && l.Paused })
	if shown() == turned {
		s.T.Error("the wheel does not bring the cloud nearer")
	}
	s.Key("ctrl+9")
	s.Until("all of it", func(l player.Line) bool { return l.Message == "Zoom 100 %" })
	if shown() != first {
		s.T.Error("another cloud than at first")
	}
	s.Key("d")
	s.Until("picking shows the video", func(l player.Line) bool { return l.Picking && l.View == "video" })
	s.Key("Escape")
	for range views.Cloud { // the difference needs a second video
		s.Key("v")
	}
	s.Until("the cloud again", func(l player.Line) bool { return l.View == "cloud" && !l.Picking })
}

// descent points at pixels, pins one and releases it.
func descent(s *playtest.Player) {
	s.T.Helper()
	s.Key("3")
	fitted := s.Until("the tab of pixels", func(l player.Line) bool { return l.Tab == "Pixel" }).Picture
	s.Key("ctrl+0")
	at := s.Until("one to one", func(l player.Line) bool { return l.Picture[2]-l.Picture[0] == 640 })
	point := func(x, y int) { s.Move(at.Picture[0]+x, at.Picture[1]+y) }
	shows := func(x, y int, pinned bool) func(l player.Line) bool {
		return func(l player.Line) bool {
			return slices.Equal(l.Pixel, []int{x, y}) && l.Pinned == pinned && len(l.Descent) > 0
		}
	}
	point(223, 217)
	way := s.Until("a pixel", shows(223, 217, false))
	top, end := way.Descent[0], way.Descent[len(way.Descent)-1]
	if top[0] != 10 || top[4] != 0 || top[5] != way.Quads || end[3] > 0 || end[6] != -1 {
		s.T.Errorf("the way is %v, with %d quads", way.Descent, way.Quads)
	}
	s.Xdotool("click", "1")
	s.Until("it is pinned", shows(223, 217, true))
	point(300, 100)
	s.Later()
	s.Until("it stays", shows(223, 217, true))
	s.Key("Escape")
	s.Until("released", shows(300, 100, false))
	s.Xdotool("mousedown", "1")
	point(310, 110)
	s.Xdotool("mouseup", "1")
	s.Until("dragging moves the picture", func(l player.Line) bool { return l.Picture[0] == at.Picture[0]+10 && l.Picture[1] == at.Picture[1]+10 })
	s.Until("dragging pins nothing", shows(300, 100, false))
	s.Xdotool("click", "1")
	s.Until("the other is pinned", shows(300, 100, true))
	s.Xdotool("click", "1")
	s.Until("and released by a click", shows(300, 100, false))
	s.Xdotool("key", "ctrl+9", "1")
	s.Until("the tab of tuning", func(l player.Line) bool { return l.Tab == "Tune" && len(l.Pixel) == 0 && l.Picture == fitted })
}

// wipe compares two thresholds.
func wipe(s *playtest.Player) {
	s.T.Helper()
	before := s.Last
	s.Key("w")
	same := s.Until("two sides", func(l player.Line) bool {
		return len(l.Wipe) == 2 && l.Divider > 0 && l.Wipe[0][1:] == l.Wipe[1][1:]
	})
	s.Key("plus")
	apart := s.Until("A at another threshold", func(l player.Line) bool {
		// The GPU's number of quads can arrive after the texts of the sides were made.
		return l.Threshold > before.Threshold && len(l.Wipe) == 2 && l.Wipe[0][1:] != l.Wipe[1][1:] && l.Quads != before.Quads &&
			strings.HasSuffix(l.Wipe[0], "   "+quantity.Count(int64(l.Quads), "quad"))
	})
	if apart.Wipe[1] != same.Wipe[1] || !strings.Contains(apart.Wipe[0], fmt.Sprintf("%.4f", apart.Threshold)) {
		s.T.Errorf("sides %q, after %q", apart.Wipe, same.Wipe)
	}
	s.Move(apart.Divider, 200)
	s.Drag([2]int{apart.Divider - 90, 210})
	s.Until("the divider follows", func(l player.Line) bool { return l.Divider == apart.Divider-90 })
	s.Key("W")
	swapped := func(l player.Line) bool {
		return l.Threshold == before.Threshold && len(l.Wipe) == 2 && l.Wipe[0][1:] == apart.Wipe[1][1:] && l.Wipe[1][1:] == apart.Wipe[0][1:]
	}
	s.Until("swapped", swapped)
	s.Key("ctrl+z")
	s.Until("both sides as before", func(l player.Line) bool {
		return l.Threshold == apart.Threshold && l.Message == "Undone: swap" && slices.Equal(l.Wipe, apart.Wipe)
	})
	s.Key("ctrl+shift+z")
	s.Until("swapped again", swapped)
	s.Key("w")
	s.Until("one picture", func(l player.Line) bool { return len(l.Wipe) == 0 && l.Quads == before.Quads })
}

// TestVideoWithoutVectors switches between videos with and without motion vectors while the view
// and the features need them.
func TestVideoWithoutVectors(t *testing.T) {
	with, err := filepath.Abs("../../samples/tiny-420.mp4")
	if err != nil {
		t.Fatal(err)
	}
	without := filepath.Join(filepath.Dir(with), "tiny-vp9.webm")
	for _, engine := range []string{"cpu", "gpu"} {
		s := playtest.PlayBare(t, playtest.Display(t), "--engine", engine, "--variant", "feature", "--features", "vectors", "--view", "vectors", "--speed", "4", with, without)
		s.Until("vectors", func(l player.Line) bool { return l.View == "vectors" && l.Quads > 0 })
		s.Until("the video without", func(l player.Line) bool {
			return strings.HasSuffix(l.Video, "webm") && l.View == "video" && l.Quads > 0 && l.Shown > 0
		})
		s.Key("q")
		s.End()
	}
}
