package layers_test

import (
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
		s.Key("w")
		s.Until("a wipe", func(l player.Line) bool { return !l.Codec && l.Overlay && l.Blocks > 0 })
		s.Key("W")
		s.Until("its other side", func(l player.Line) bool { return l.Codec && !l.Overlay && l.Blocks > 0 })
		s.Key("w")
		s.Key("q")
		s.End()
	}
}
