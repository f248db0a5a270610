package opening_test

import (
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/player"
	"ffkvadrat/scripts/playtest"
	"ffkvadrat/tests/clips"
)

// TestRawPreview: the page shows what the layout makes of the file; another one follows each key.
func TestRawPreview(t *testing.T) {
	clip := filepath.Join(t.TempDir(), "clip.yuv")
	playtest.Write(t, clip, strings.Repeat("\xd0", 64*64)+strings.Repeat("\x80", 32*64)) // a light grey frame of 64 × 64, 4:2:0
	s := playtest.PlayAgain(t, playtest.Wide(t), t.TempDir(), clip)
	s.Until("no frame of the layout to begin with", func(l player.Line) bool { return l.Refused != nil && l.Typing && !playtest.Shown(l, "preview") })
	s.Xdotool("type", "64x64")
	l := s.Until("the preview", func(l player.Line) bool {
		return l.Raw == "64x64:yuv420p@25" && l.Settled && playtest.Shown(l, "preview")
	})
	at := l.Widgets["preview"]
	if c := s.Screenshot().RGBAAt((at[0]+at[2])/2, (at[1]+at[3])/2); c.R < 0xd0 || c.R != c.G || c.G != c.B {
		t.Errorf("it shows %v", c)
	}
	s.Xdotool("key", "Escape")
	s.Until("the first layout", func(l player.Line) bool { return l.Raw == "1920x1080:yuv420p@25" && !playtest.Shown(l, "preview") })
	s.Xdotool("key", "q")
	s.Ends(1)
}

// TestRaw: raw video whose name says nothing is opened with the form on the page. The form in the tab Video
// reads it in another way at the same frame. How playback begins holds for it, too. The player remembers that, and what the command line says.
func TestRaw(t *testing.T) {
	screen, home := playtest.Display(t), t.TempDir()
	clip := filepath.Join(home, "clip.yuv")
	playtest.Write(t, clip, string(clips.Raw(t, "-f", "lavfi", "-i", "testsrc2=size=176x144:rate=25", "-frames:v", "12", "-pix_fmt", "yuv420p", "-f", "rawvideo")))
	reads := func(layout string) func(player.Line) bool {
		return func(l player.Line) bool { return l.Raw == layout && l.Refused == nil && l.Frame >= 0 }
	}

	s := playtest.PlayAgain(t, screen, home, "--pause", "--start", "#5", clip)
	s.Until("the page", func(l player.Line) bool { return l.Refused != nil && playtest.Shown(l, "openraw") })
	s.Click("rawsize")
	s.Until("sizes", func(l player.Line) bool { return playtest.Shown(l, "rawsizes 10") })
	s.Click("rawsizes 10")
	s.Until("176 × 144", func(l player.Line) bool { return l.Raw == "176x144:yuv420p@25" && l.Refused != nil })
	s.Click("openraw")
	s.Until("its frame 5, paused", func(l player.Line) bool {
		return l.Raw == "176x144:yuv420p@25" && l.Refused == nil && l.Paused && l.Frame == 5
	})
	s.Click("rawformat")
	s.Until("formats", func(l player.Line) bool { return playtest.Shown(l, "rawformats 8") })
	shown := s.Last.Shown
	s.Click("rawformats 8")
	l := s.Until("another pixel format", func(l player.Line) bool { return l.Raw == "176x144:gray@25" && l.Shown > shown })
	if l.Frame != 5 || !l.Paused {
		t.Errorf("frame %d, paused %v", l.Frame, l.Paused)
	}
	s.Click("raw 0") // where each key counts
	s.Until("the field", func(l player.Line) bool { return l.Typing })
	s.Xdotool("type", "88")
	l = s.Until("another width", func(l player.Line) bool { return l.Raw == "88x144:gray@25" && l.Frame == 5 })
	s.Key("Escape")
	s.Until("the first width", func(l player.Line) bool { return l.Raw == "176x144:gray@25" && l.Frame == 5 })
	s.Key("q")
	s.Ends(3) // as the file could not be opened at first

	s = playtest.PlayAgain(t, screen, home, "--pause", clip)
	s.Until("as it was left", reads("176x144:gray@25"))
	s.Key("q")
	s.End()

	s = playtest.PlayAgain(t, screen, home, "--pause", "--raw", "16x16:gray", clip)
	s.Until("as the command line says", reads("16x16:gray@25"))
	s.Key("q")
	s.End()

	// A layout of the command line is kept, too, also that of a file with another format's extension.
	claims := filepath.Join(home, "claims.mp4")
	playtest.Write(t, claims, playtest.Read(t, clip))
	s = playtest.PlayAgain(t, screen, home, "--pause", "--raw", claims+"=32x24:gray@50+768", claims)
	s.Until("as the command line says of one file", reads("32x24:gray@50+768"))
	s.Key("q")
	s.End()

	s = playtest.PlayAgain(t, screen, home, "--pause")
	s.Until("recent videos", func(l player.Line) bool { return playtest.Shown(l, "started 1") })
	s.Click("started 1")
	s.Until("a recent video", reads("16x16:gray@25"))
	s.Key("q")
	s.End()

	s = playtest.PlayAgain(t, screen, home, "--pause", claims)
	s.Until("one file", reads("32x24:gray@50+768"))
	s.Key("q")
	s.End()
}
