package decode

import "testing"

// TestStill: a file of one frame is a picture, whatever it says about its length.
func TestStill(t *testing.T) {
	for path, want := range map[string]bool{"tiny-still.png": true, "tiny-palette.gif": false, "tiny-420.mp4": false, "tiny-vp9.webm": false, "tiny-mpeg2.ts": false} {
		v, err := OpenVideo(t.Context(), "../samples/"+path, Options{Stream: Best})
		if err != nil {
			t.Fatal(err)
		}
		info := v.Info()
		v.Close()
		if got := info.Still(); got != want {
			t.Errorf("%s: %v, with %d frames in %v s", path, got, info.Frames, info.Duration)
		}
		if got := info.Thing(); got != map[bool]string{true: "picture", false: "video"}[want] {
			t.Errorf("%s is a %s", path, got)
		}
	}
	for _, info := range []Info{{Live: true}, {Container: "h264"}, {Container: "png_pipe", Timing: Timing{Frames: 2}}} {
		if info.Still() {
			t.Errorf("%+v is a picture", info)
		}
	}
	if one, other := ThingNamed("a.PNG"), ThingNamed("a.gif"); one != "picture" || other != "video" {
		t.Errorf("by their names, they are a %s and a %s", one, other)
	}
}
