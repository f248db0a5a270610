package session

import (
	"os"
	"strings"
	"testing"

	"ffkvadrat/measure/align"
	"ffkvadrat/tests/platform"
)

// TestAlignment: how two videos are matched is kept, for the last reference, until it is forgotten.
func TestAlignment(t *testing.T) {
	s := NewStore(t.TempDir())
	reference, encode := VideoFile{platform.Path("/a/\xffb.mkv"), 4608}, VideoFile{platform.Path("/a/c.mkv"), 99}
	want := align.Rule{By: align.ByNumber, Offset: -10}
	if err := s.KeepAlignment(reference, encode, want); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		reference, encode VideoFile
		want              align.Rule
	}{{reference, encode, want}, {VideoFile{reference.Path, 4609}, encode, align.Rule{}}, {reference, VideoFile{encode.Path, 98}, align.Rule{}}, {encode, reference, align.Rule{}}} {
		if got, err := s.Alignment(c.reference, c.encode); err != nil || got != c.want {
			t.Errorf("%+v: %v, %v", c, got, err)
		}
	}
	path := s.pathOf(pairFolder, encode)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for was, now := range map[string]string{`"-10"`: `"end"`, `"align"`: `"aligned"`, "4608": `"4608"`, "}": ""} {
		if err := os.WriteFile(path, []byte(strings.Replace(string(text), was, now, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Alignment(reference, encode); err == nil {
			t.Errorf("with %s: %v", now, got)
		}
	}
	if err := s.KeepAlignment(reference, encode, align.Rule{}); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Alignment(reference, encode); err != nil || got != (align.Rule{}) {
		t.Errorf("forgotten: %v, %v", got, err)
	}
}
