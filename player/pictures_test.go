package player_test

import (
	"strings"
	"testing"

	"ffkvadrat/player"
	"ffkvadrat/scripts/playtest"
	"ffkvadrat/tests/clips"
)

// TestPicturesInTheWindow: the settings of fields and film grain open the video again, which continues at the same time.
func TestPicturesInTheWindow(t *testing.T) {
	screen := playtest.Display(t)
	path := clips.Make(t, "tape.mp4", strings.Fields("-f lavfi -i testsrc2=size=320x240:rate=50:duration=2 -vf tinterlace=interleave_top,setfield=tff -c:v libx264 -flags +ildct+ilme -x264-params tff=1")...)
	s := playtest.Play(t, screen, path)
	s.Press("space", func(_, l player.Line) bool { return l.Paused })
	s.Place("6", 5)
	choose := func(words string, fits func(player.Line) bool) {
		s.Press("ctrl+p", func(_, l player.Line) bool { return l.Help })
		s.Xdotool("type", "--delay", "5", words)
		s.Until(words, func(l player.Line) bool { return len(l.FoundNames) > 0 })
		s.Key("Return")
		s.Until(words, func(l player.Line) bool { return !l.Help && l.Paused && fits(l) })
	}
	was := s.Later()
	choose("interlaced both fields", func(l player.Line) bool { return l.Frame == 10 && l.PTSTime == was.PTSTime })
	s.Press("Right", func(_, l player.Line) bool { return l.PTSTime > was.PTSTime })
	choose("interlaced whole frames", func(l player.Line) bool { return l.Frame >= 5 })
	choose("film grain left out", func(l player.Line) bool { return strings.HasPrefix(l.Message, "No film grain") })
	s.Key("q")
	s.End()
}
