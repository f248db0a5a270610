package cli

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/tests/clips"
	"ffkvadrat/yuv"
)

// TestDisplay: a picture is displayed as tagged unless the arguments say otherwise, and probe
// reports which applies.
func TestDisplay(t *testing.T) {
	clip := clips.Make(t, "hdr.mkv", "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25",
		"-frames:v", "2", "-pix_fmt", "yuv420p10le", "-c:v", "ffv1",
		"-vf", "setparams=color_primaries=bt2020:color_trc=smpte2084:colorspace=bt2020nc", // FFmpeg 7 requires these values
		"-colorspace", "bt2020nc", "-color_primaries", "bt2020", "-color_trc", "smpte2084", "-color_range", "tv")
	frame := firstFrame(t, clip)
	p := &frame.Picture
	shown := map[string]bool{}
	for _, c := range []struct {
		flags  string
		choice yuv.Choice
		says   []string
	}{
		{"", yuv.Choice{}, []string{"matrix BT.2020 (tagged), range limited (tagged)", "PQ (tagged), tone-mapped from 1000 to 203 cd/m², gamut BT.2020 to BT.709"}},
		{"--transfer sdr", yuv.Choice{Transfer: yuv.SDR}, []string{"matrix BT.2020 (tagged)", "SDR (chosen)"}},
		{"--matrix bt601 --range full --transfer hlg", yuv.Choice{Matrix: yuv.BT601, Range: yuv.Full, Transfer: yuv.HLG}, []string{"matrix BT.601 (chosen), range full (chosen)", "HLG (chosen)"}},
	} {
		name := filepath.Join(t.TempDir(), "x.png")
		args := append(strings.Fields(c.flags), "--engine", "cpu", clip)
		if status, _, stderr := call(t, append([]string{"snapshot", "--no-overlay", "-o", name}, args...)...); status != statusDone {
			t.Fatalf("%s: status %d: %s", c.flags, status, stderr)
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		want := image.NewRGBA(got.Bounds())
		yuv.NewConverter(p.Format, p.Colour.With(c.choice), p.Width, p.Height).Paint(want, p)
		for y := range p.Height {
			for x := range p.Width {
				if got.At(x, y) != want.At(x, y) {
					t.Fatalf("%q: (%d, %d) is %v, want %v", c.flags, x, y, got.At(x, y), want.At(x, y))
				}
			}
		}
		if shown[string(want.Pix)] {
			t.Errorf("%q changes nothing", c.flags)
		}
		shown[string(want.Pix)] = true
		_, stdout, _ := call(t, append([]string{"probe"}, args...)...)
		for _, s := range c.says {
			if !strings.Contains(stdout, s) {
				t.Errorf("probe %s does not say %q:\n%s", c.flags, s, stdout)
			}
		}
	}
}
