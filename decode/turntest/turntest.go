// Package turntest makes videos with a display matrix, for tests.
package turntest

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"ffkvadrat/decode"
)

// Tagged copies an MP4 file and writes the display matrix of an orientation into the header of its
// first track, which must have version 0, as FFmpeg writes it.
func Tagged(t testing.TB, path string, o decode.Orientation) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const one = 1 << 16
	cos, sin := [4]int32{one, 0, -one, 0}[o.Rotate/90], [4]int32{0, one, 0, -one}[o.Rotate/90]
	m := [9]int32{cos, sin, 0, -sin, cos, 0, 0, 0, 1 << 30}
	if o.Mirror {
		m[0], m[1] = -m[0], -m[1]
	}
	at := bytes.Index(data, []byte("tkhd"))
	for i, v := range m {
		binary.BigEndian.PutUint32(data[at+44+4*i:], uint32(v))
	}
	out := filepath.Join(t.TempDir(), "turned.mp4")
	if err := os.WriteFile(out, data, 0o600); err != nil {
		t.Fatal(err)
	}
	video, err := decode.OpenVideo(t.Context(), out, decode.Options{Stream: decode.Best})
	if err != nil {
		t.Fatal(err)
	}
	defer video.Close()
	if got := video.Info().Orientation; got != o {
		t.Fatalf("a video of %+v, want %+v", got, o)
	}
	return out
}

// Filters returns the FFmpeg filters that transform pixels as a display does with an orientation.
func Filters(o decode.Orientation) string {
	if o.Mirror {
		return "hflip," + rotation(o.Rotate)
	}
	return rotation(o.Rotate)
}

// Inverse returns the filters that undo Filters.
func Inverse(o decode.Orientation) string {
	if o.Mirror {
		return rotation(360-o.Rotate) + ",hflip"
	}
	return rotation(360 - o.Rotate)
}

func rotation(degrees int) string {
	return [4]string{"null", "transpose=clock", "hflip,vflip", "transpose=cclock"}[degrees/90%4]
}
