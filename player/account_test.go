package player_test

import (
	"bytes"
	"fmt"
	"testing"

	"ffkvadrat/overlay"
	"ffkvadrat/player"
	"ffkvadrat/scripts/playtest"
	"ffkvadrat/tests/clips"
	"ffkvadrat/yuv"
)

// TestShown selects a transfer that differs from the tag while paused.
func TestShown(t *testing.T) {
	x := playtest.Wide(t)
	path := clips.Make(t, "hdr.mkv", "-f", "lavfi", "-i", "testsrc2=size=640x360:rate=25", "-frames:v", "2",
		"-pix_fmt", "yuv420p10le", "-c:v", "ffv1",
		"-vf", "setparams=color_primaries=bt2020:color_trc=smpte2084:colorspace=bt2020nc", // FFmpeg 7 requires these values
		"-colorspace", "bt2020nc", "-color_primaries", "bt2020", "-color_trc", "smpte2084")
	s := playtest.PlayBare(t, x, "--range", "full", path)
	before := s.Until("the last picture", func(l player.Line) bool { return l.Frame == 1 && l.Ended && l.Quads > 0 })
	if want := [3]string{"BT.2020 (tagged)", "full (chosen)", "PQ (tagged)"}; before.Account != want {
		t.Errorf("it is shown as %q, want %q", before.Account, want)
	}
	s.Key("4")
	s.Click("transfer")
	s.Click(fmt.Sprintf("transfers %d", yuv.SDR))
	after := s.Until("SDR", func(l player.Line) bool { return l.Account[2] == "SDR (chosen)" })
	if after.Quads != before.Quads || after.Frame != before.Frame {
		t.Errorf("%d quads in frame %d, before %d in %d", after.Quads, after.Frame, before.Quads, before.Frame)
	}
	s.Key("S")
	f, _, _ := reference(t, path, after.PTSTime, after.Threshold)
	p := &f.Picture
	v := yuv.NewConverter(p.Format, p.Colour.With(yuv.Choice{Range: yuv.Full, Transfer: yuv.SDR}), p.Width, p.Height)
	if got := s.Saved("hdr-frame000001-pts*.png"); !bytes.Equal(got.Pix, overlay.Still(p, v, overlay.Orientation{}, 1, nil, overlay.Style{}).Pix) {
		t.Error("what is saved is not what was chosen")
	}
	s.Key("q")
	s.End()
}
