package layers_test

import (
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/player"
	"ffkvadrat/scripts/playtest"
	"ffkvadrat/tests/clips"
)

// TestCodecLayer shows the codec's blocks for several codecs, in a wipe, while stepping and
// seeking. For codecs without this information, the player says so and names the codec.
func TestCodecLayer(t *testing.T) {
	for name, c := range map[string]struct {
		args  string
		tells bool
	}{
		"a.mp4": {"-c:v libx264 -x264-params qp=28:ipratio=1:pbratio=1", true},
		"a.m2v": {"-c:v mpeg2video -q:v 14", true},
		"a.mkv": {"-c:v ffv1", false},
	} {
		path := clips.Make(t, name, strings.Fields("-f lavfi -i testsrc2=size=320x240:rate=25:duration=1 -pix_fmt yuv420p "+c.args)...)
		s := playtest.PlayBare(t, playtest.Display(t), "--engine", "cpu", "--pause", path)
		s.Until("paused", func(l player.Line) bool { return l.Paused && l.Quads > 0 })
		s.Key("u")
		if !c.tells {
			s.Until("no blocks", func(l player.Line) bool {
				return !l.Codec && l.Blocks == 0 && strings.Contains(l.Message, "ffv1") && strings.Contains(l.Message, "--trace")
			})
			s.Key("q")
			s.End()
			continue
		}
		coded := func(l player.Line) bool { return l.Codec && l.Blocks >= 20*15 && l.QP == 28 }
		s.Until("blocks", coded)
		s.Key("period")
		at := s.Last.Frame
		s.Until("blocks of the next picture", func(l player.Line) bool { return l.Frame != at && coded(l) })
		s.Key("Home")
		s.Until("blocks of the first picture", func(l player.Line) bool { return l.Frame == 0 && coded(l) })
		s.Key("s")
		s.Saved("a-frame000000*-blocks-qp-fixed.png") // without quads it has no threshold
		s.Key("3")
		s.Until("why the costliest are not known", func(l player.Line) bool { return l.Widgets["foldcostly"] != [4]int{} && len(l.Costly) == 0 })
		s.Key("w")
		s.Until("a wipe", func(l player.Line) bool { return !l.Codec && l.Overlay && l.Blocks > 0 })
		s.Key("W")
		s.Until("its other side", func(l player.Line) bool { return l.Codec && !l.Overlay && l.Blocks > 0 })
		s.Key("w")
		s.Key("q")
		s.End()
	}
}

// TestShowCostly: the tab Plots has histograms of the blocks; in the tab Pixel, a click on the costliest block shows it from near, and pins a pixel in it.
func TestShowCostly(t *testing.T) {
	path := clips.Make(t, "a.mp4", strings.Fields("-f lavfi -i testsrc2=size=320x240:rate=25:duration=0.2 -pix_fmt yuv420p -c:v libx265 -x265-params log-level=none:pools=1")...)
	s := playtest.PlayBare(t, playtest.Display(t), "--engine", "cpu", "--pause", path)
	s.Until("paused", func(l player.Line) bool { return l.Paused && l.Quads > 0 })
	s.Key("u")
	s.Key("2")
	s.Until("histograms", func(l player.Line) bool {
		return l.Widgets["blocksizes"] != [4]int{} && l.Widgets["blockvalues"] != [4]int{}
	})
	s.Key("3")
	before := s.Until("the list", func(l player.Line) bool { return l.Settled && l.Widgets["costly 0"] != [4]int{} })
	s.Click("costly 0")
	s.Until("the block", func(l player.Line) bool { return l.Pinned && l.Paused && l.Picture != before.Picture })
	s.Key("q")
	s.End()
}

// TestCostlyOfBoth: of two videos, the tab Pixel lists the costliest blocks of the one under the pointer, and of the last one while the
// pointer is over the panel. A click on one of B shows B's block, in a wipe from under A.
func TestCostlyOfBoth(t *testing.T) {
	of := func(name, size string) string {
		return clips.Make(t, name, strings.Fields("-f lavfi -i testsrc2=size=320x240:rate=25:duration=0.2 -vf "+size+" -pix_fmt yuv420p -c:v libx265 -x265-params log-level=none:pools=1")...)
	}
	a, b := of("a.mp4", "null"), of("b.mp4", "hflip,scale=160:120")
	s := playtest.PlayBare(t, playtest.Display(t), "--engine", "cpu", "--pause", "--scale", "--beside", b, a)
	s.Until("paused", func(l player.Line) bool { return l.Paused && l.Quads > 0 && len(l.Wipe) == 2 })
	s.Key("u")
	s.Key("3")
	costly := func(of string) func(l player.Line) bool {
		return func(l player.Line) bool { return len(l.Costly) > 1 && l.Costly[0] == of && l.Settled }
	}
	s.Until("the tab of pixels", func(l player.Line) bool { return l.Tab == "Pixel" && l.Codec && len(l.Costly) > 1 })
	at := s.Last.Picture
	point := func(quarters int) { s.Move(at[0]+quarters*(at[2]-at[0])/4, (at[1]+at[3])/2) }
	point(3)
	ofB := s.Until("B's", costly("B")).Costly
	point(1)
	if ofA := s.Until("A's", costly("A")).Costly; slices.Equal(ofA[1:], ofB[1:]) {
		t.Errorf("A and B have the list %v", ofA)
	}
	point(3)
	s.Until("B's again", costly("B"))
	s.Click("costly 0")
	s.Until("the block of B", func(l player.Line) bool {
		if !l.Pinned || !costly("B")(l) || !slices.Equal(l.Costly, ofB) {
			return false
		}
		var x, y int // in half as many pixels
		_, err := fmt.Sscanf(ofB[1], "%d,%d", &x, &y)
		return err == nil && image.Pt(l.Pixel[0], l.Pixel[1]).In(image.Rect(2*x, 2*y, 2*x+128, 2*y+128)) && l.Divider <= (at[0]+at[2])/2
	})
	s.Key("q")
	s.End()
}

// TestGoThere: from a pinned pixel of HEVC, a button of the tab Pixel leads to its source in another frame, and a button below it
// back; of a second video, too.
func TestGoThere(t *testing.T) {
	of := func(name, codec string) string {
		return clips.Make(t, name, strings.Fields("-f lavfi -i testsrc2=size=320x240:rate=25:duration=0.4,scroll=h=0.025 -pix_fmt yuv420p "+codec)...)
	}
	path := of("moving.mp4", "-c:v libx265 -x265-params log-level=none:pools=1:bframes=0:scenecut=0")
	goThere(t, 2, "--frame", "3", "--pause", path)
	goThere(t, 4, "--beside", path, "--frame", "3", "--pause", of("a.mkv", "-c:v ffv1"))
}

// goThere does so at a pixel, in fifths of the width.
func goThere(t *testing.T, fifths int, args ...string) {
	s := playtest.PlayBare(t, playtest.Display(t), append([]string{"--engine", "cpu"}, args...)...)
	s.Until("paused", func(l player.Line) bool { return l.Paused && l.Frame == 3 && l.Quads > 0 })
	s.Key("u")
	s.Key("3")
	s.Until("the tab of pixels", func(l player.Line) bool { return l.Tab == "Pixel" && l.Codec && l.Blocks > 0 })
	at := s.Last.Picture
	s.Move(at[0]+fifths*(at[2]-at[0])/5, (at[1]+at[3])/2)
	s.Until("a pixel", func(l player.Line) bool { return len(l.Pixel) > 0 })
	s.Xdotool("click", "1")
	pinned := s.Until("its sources", func(l player.Line) bool { return l.Pinned && l.Widgets["origins 0"] != [4]int{} })
	s.Move(500, 200)
	s.Xdotool("click", "--repeat", "30", "5") // the window is low
	s.Until("the button", func(l player.Line) bool { return l.Widgets["origins 0"][3] < l.Window[1] })
	s.Click("origins 0")
	s.Until("the source", func(l player.Line) bool {
		return l.Frame >= 0 && l.Frame < 3 && l.Pinned && !slices.Equal(l.Pixel, pinned.Pixel) && l.Widgets["return"] != [4]int{}
	})
	s.Xdotool("click", "--repeat", "30", "5")
	s.Until("the button back", func(l player.Line) bool { return l.Widgets["return"][3] < l.Window[1] })
	s.Click("return")
	s.Until("back", func(l player.Line) bool {
		return l.Frame == 3 && l.Pinned && slices.Equal(l.Pixel, pinned.Pixel) && l.Widgets["return"] == [4]int{}
	})
	s.Key("q")
	s.End()
}
