package session

import (
	"os"
	"strings"
	"testing"

	"ffkvadrat/decode/rawvideo"
	"ffkvadrat/tests/platform"
)

// TestLayout: the layout of raw video is kept with its name and size, until it is forgotten.
func TestLayout(t *testing.T) {
	s := NewStore(t.TempDir())
	video := VideoFile{platform.Path("/a/\xffb.yuv"), 4608}
	want, _ := rawvideo.Parse("32x16:yuv420p10le@30000/1001+512")
	if err := s.KeepLayout(video, want); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Layout(video); err != nil || got != want {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := s.Layout(VideoFile{video.Path, 4609}); err != nil || got != (rawvideo.Layout{}) {
		t.Errorf("another size: %v, %v", got, err)
	}
	path := s.pathOf(layoutFolder, video)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for was, now := range map[string]string{"yuv420p10le": "YUV", `"raw"`: `"row"`, "4608": "4609", "}": ""} {
		if err := os.WriteFile(path, []byte(strings.Replace(string(text), was, now, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Layout(video); err == nil {
			t.Errorf("with %s: %v", now, got)
		}
	}
	if err := s.KeepLayout(video, rawvideo.Layout{}); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Layout(video); err != nil || got != (rawvideo.Layout{}) {
		t.Errorf("forgotten: %v, %v", got, err)
	}
}
