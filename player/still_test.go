package player

import (
	"testing"

	"ffkvadrat/decode"
)

func TestStill(t *testing.T) {
	for path, want := range map[string]bool{"tiny-still.png": true, "tiny-palette.gif": false, "tiny-420.mp4": false, "tiny-vp9.webm": false, "tiny-mpeg2.ts": false} {
		v, err := decode.OpenVideo(t.Context(), "../samples/"+path, decode.Options{Stream: decode.Best})
		if err != nil {
			t.Fatal(err)
		}
		info := v.Info()
		v.Close()
		if got := still(&info); got != want {
			t.Errorf("%s: %v, with %d frames in %v s", path, got, info.Frames, info.Duration)
		}
	}
}
