package session

import "testing"

// TestPaths: a path has the URI that Windows gives it, and comes back from it.
func TestPaths(t *testing.T) {
	for path, uri := range map[string]string{
		`C:\films\a b%.mp4`:          "file:///C:/films/a%20b%25.mp4",
		`\\server\share\a.mp4`:       "file://server/share/a.mp4",
		`\\?\C:\a.mp4`:               "file:////%3F/C:/a.mp4",
		`\\localhost\c$\a.mp4`:       "file:////localhost/c$/a.mp4",
		`\\server@SSL\a b\a.mp4`:     "file:////server@SSL/a%20b/a.mp4",
		"D:\\a\xed\xa0\x80é\xff.mp4": "file:///D:/a%ED%A0%80%C3%A9%FF.mp4", // a surrogate without its partner, and what is no name
	} {
		if got := URIOf(path); got != uri {
			t.Errorf("%q: %s, want %s", path, got, uri)
		}
		if got, err := PathOf(uri); got != path || err != nil {
			t.Errorf("%s: %q, %v", uri, got, err)
		}
	}
	for _, uri := range []string{"file:///films/a.mp4", "file:a.mp4", "http://C:/a.mp4", "file:///C:a.mp4"} {
		if path, err := PathOf(uri); err == nil {
			t.Errorf("%s: %q", uri, path)
		}
	}
}

// TestVideosOfWindows: the position in a video is kept, and its parameters.
func TestVideosOfWindows(t *testing.T) {
	s := NewStore(t.TempDir())
	video := VideoFile{`C:\films\a.mp4`, 7}
	want := Tuning{full().Params, false}
	if err := s.KeepTuning(video, want); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Tuning(video); got == nil || *got != want || err != nil {
		t.Errorf("%+v, %v", got, err)
	}
}
