package decode

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// clips are the names of the media files in the folder FFKVADRAT_MEDIA.
var clips = []string{
	"VID_1920x1080_cabac_temporal_direct.264", "bbb_2500ms.ts", "bt709_full_range.mp4", "chelsea.png", "cockatoo.mp4", "fire2.mp4",
	"hdr10-av1.mp4", "internal_emulator_transformer_output.mp4", "nasa_13013.mp4", "people-detection.gif", "sample_edit_list.mp4",
	"sintel_trailer-720p.mp4", "tears_of_steel.webm", "vp80-00-comprehensive-014.ivf",
}

// mediaFolder is the folder of real clips; without one the test is skipped.
func mediaFolder(tb testing.TB) string {
	tb.Helper()
	dir := os.Getenv("FFKVADRAT_MEDIA")
	if dir == "" {
		if os.Getenv("FFKVADRAT_CI") == "1" {
			tb.Fatal("FFKVADRAT_MEDIA is not set")
		}
		tb.Skip("FFKVADRAT_MEDIA is not set")
	}
	return dir
}

// forEachClip runs a subtest for each real clip.
func forEachClip(t *testing.T, run func(t *testing.T, path string)) {
	dir := mediaFolder(t)
	for _, name := range clips {
		t.Run(name, func(t *testing.T) { run(t, filepath.Join(dir, name)) })
	}
}

func open(tb testing.TB, path string) *Video {
	tb.Helper()
	v, err := OpenVideo(context.Background(), path, Options{Stream: Best})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(v.Close)
	return v
}

// next is the next picture, nil at the end.
func next(tb testing.TB, v *Video) *Frame {
	tb.Helper()
	f, err := v.Next()
	if err == io.EOF {
		return nil
	}
	if err != nil {
		tb.Fatal(err)
	}
	return f
}
