package session

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ffkvadrat/tests/platform"
)

func TestSession(t *testing.T) {
	store := NewStore(filepath.Join(t.TempDir(), "deep", "ffkvadrat"))
	if got, err := store.Session(); err != nil || got != (Session{Settings: Default()}) {
		t.Fatalf("none: %v, %+v", err, got)
	}
	want := Session{Settings: full(), Window: Window{-20, 30, 1000, 700}}
	if err := store.SaveSession(want); err != nil {
		t.Fatal(err)
	}
	if got, err := store.Session(); err != nil || got != want {
		t.Fatalf("%v, %+v", err, got)
	}
	long := strings.Replace(sessionText(t, store), `"volume": 0.45`, `"volume": "`+strings.Repeat("x", 500)+`"`, 1)
	before, _, _ := strings.Cut(long, `"volume"`)
	for text, part := range map[string]string{
		"{":  "line 1: not valid JSON",
		"{}": `"format"`,
		`{"format":"ffkvadrat-session","version":1,` + "\n" + `"window":{"width":-1,"height":5}}`:    `line 2: "window"`,
		`{"format":"ffkvadrat-session","version":1,` + "\n" + `"window":{"w":1}}`:                    `line 2: "window"`,
		`{"format":"ffkvadrat-session","version":1,` + "\n" + `"settings":{` + "\n" + `"volume":2}}`: `line 3: "volume"`,
		`{"format":"ffkvadrat-session","version":1,` + "\n" + `"settings":3}`:                        `line 2: "settings"`,
		`{"format":"ffkvadrat-session","version":1,` + "\n" + `"films":[]}`:                          `line 2: "films": there is no such field`,
		long: fmt.Sprintf(`line %d: "volume"`, 1+strings.Count(before, "\n")),
		strings.Replace(sessionText(t, store), `"format": "ffkvadrat-session"`, `"format": "ffkvadrat-films"`, 1): `"format"`,
	} {
		if err := os.WriteFile(store.path("session.json"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := store.Session()
		var format *FormatError
		if !errors.As(err, &format) || !strings.Contains(err.Error(), part) || len(err.Error()) > 300 {
			t.Errorf("%.60q: %v, want %s", text, err, part)
		}
		if got != (Session{Settings: Default()}) {
			t.Errorf("%.60q: not the defaults", text)
		}
	}
}

func sessionText(t *testing.T, s *Store) string {
	t.Helper()
	text, err := os.ReadFile(s.path("session.json"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func recent(t *testing.T, s *Store) []Recent {
	t.Helper()
	videos, err := s.Recent()
	if err != nil {
		t.Fatal(err)
	}
	return videos
}

func TestVideos(t *testing.T) {
	s := NewStore(filepath.Join(t.TempDir(), "state"))
	if videos := recent(t, s); len(videos) != 0 {
		t.Fatal(videos)
	}
	a, b := platform.Path("/films/a.mp4"), platform.Path("/films/b.mp4")
	odd := platform.Path("/films/a+b %C3 \xc3\x28 \"ä\".mp4") // not UTF-8
	begin := func(path string, want float64) {
		t.Helper()
		if got, err := s.Begin(path); err != nil || got != want {
			t.Fatalf("%q begins at %v, %v; want %v", path, got, err, want)
		}
	}
	begin(a, 0)
	begin(odd, 0)
	const at = 1001. / 30000 * 77
	for path, position := range map[string]float64{odd: at, a: math.Nextafter(12, 13)} {
		if err := s.Keep(path, position); err != nil {
			t.Fatal(err)
		}
	}
	begin(b, 0)
	want := []Recent{{b, 0}, {odd, at}, {a, math.Nextafter(12, 13)}}
	if got := recent(t, s); !slices.Equal(got, want) {
		t.Fatalf("%+v, want %+v", got, want)
	}
	begin(odd, at)
	begin(odd, 0) // a position is returned once
	if err := s.Forget(b); err != nil {
		t.Fatal(err)
	}
	want = []Recent{{odd, 0}, {a, math.Nextafter(12, 13)}}
	if got := recent(t, s); !slices.Equal(got, want) {
		t.Fatalf("%+v, want %+v", got, want)
	}
	for i := range 2 * MaxRecent {
		begin(platform.Path(fmt.Sprint("/", i)), 0)
	}
	if videos := recent(t, s); len(videos) != MaxRecent || videos[0].Path != platform.Path(fmt.Sprint("/", 2*MaxRecent-1)) {
		t.Errorf("%d videos, the first %q", len(videos), videos[0].Path)
	}
}

// A damaged list is reported and replaced by a new one.
func TestDamagedVideos(t *testing.T) {
	for _, text := range []string{
		"", "{", `{"format":"ffkvadrat-films","version":1,"films":3}`,
		`{"format":"ffkvadrat-films","version":1,"films":[{"uri":"http://x/y"}]}`,
		`{"format":"ffkvadrat-films","version":1,"films":[{"uri":"file:///y","position":-1}]}`,
		`{"format":"ffkvadrat-films","version":1,"films":[{"uri":"file:///y","x":-1}]}`,
		`{"format":"ffkvadrat-films","version":1,"recent":[]}`,
	} {
		s := NewStore(t.TempDir())
		if err := os.WriteFile(s.path("films.json"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var format *FormatError
		if _, err := s.Begin(platform.Path("/a")); !errors.As(err, &format) {
			t.Errorf("%q: %v", text, err)
		}
		if got := recent(t, s); !slices.Equal(got, []Recent{{platform.Path("/a"), 0}}) {
			t.Errorf("%q: then %v", text, got)
		}
	}
}

func TestNowhereToWrite(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s := NewStore(filepath.Join(file, "state"))
	if err := s.Keep(platform.Path("/a"), 1); err == nil {
		t.Error("a position is kept nowhere")
	}
	if err := s.SaveSession(Session{Settings: Default()}); err == nil {
		t.Error("a session is kept nowhere")
	}
}

// Players that run at the same time lose no changes and read no incomplete files.
func TestConcurrentPlayers(t *testing.T) {
	const players, videos = 6, 8
	folder := t.TempDir()
	var running sync.WaitGroup
	for player := range players {
		running.Go(func() {
			s := NewStore(folder)
			s.patience = time.Hour // the lock is unfair; this test must not depend on waiting times
			for video := range videos {
				path := platform.Path(fmt.Sprintf("/%d/%d", player, video))
				if _, err := s.Begin(path); err != nil {
					t.Error(err)
				}
				if err := s.Keep(path, float64(1+video)); err != nil {
					t.Error(err)
				}
				if err := s.SaveSession(Session{Settings: full()}); err != nil {
					t.Error(err)
				}
				if _, err := s.Recent(); err != nil {
					t.Error(err)
				}
				if got, err := s.Session(); err != nil || got.Settings != full() {
					t.Errorf("%v, %+v", err, got)
				}
			}
		})
	}
	running.Wait()
	all := map[string]float64{}
	for _, f := range recent(t, NewStore(folder)) {
		all[f.Path] = f.Position
	}
	for player := range players {
		for video := range videos {
			if got := all[platform.Path(fmt.Sprintf("/%d/%d", player, video))]; got != float64(1+video) {
				t.Errorf("video %d of player %d is at %v", video, player, got)
			}
		}
	}
	left, err := os.ReadDir(folder)
	if err != nil || len(left) != 3 {
		t.Errorf("the folder holds %v, %v", left, err)
	}
}

// Converting a path to a URI and back gives the same bytes, but for slashes on Windows.
func FuzzURI(f *testing.F) {
	f.Add("/a b/ü+%41#?.mp4")
	f.Add("//host/\xff")
	f.Add("//a b%?/c")
	f.Add("//?/C:/a")
	f.Add("//localhost/a")
	f.Add("//host")
	f.Fuzz(func(t *testing.T, path string) {
		if !filepath.IsAbs(path) || strings.ContainsRune(path, 0) {
			return
		}
		if got, err := PathOf(URIOf(path)); err != nil || got != filepath.FromSlash(path) {
			t.Errorf("%q: %q, %v", path, got, err)
		}
	})
}

func FuzzVideos(f *testing.F) {
	f.Add(`{"format":"ffkvadrat-films","version":1,"films":[{"uri":"file:///y","position":0.1}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		o, err := readFile(strings.NewReader(text), videosFormat)
		if err != nil {
			return
		}
		videos, err := parseVideos(o)
		if err != nil {
			return
		}
		s := NewStore(t.TempDir())
		if err := s.writeVideos(videos); err != nil {
			t.Fatal(err)
		}
		if got := recent(t, s); !slices.Equal(got, videos) {
			t.Errorf("%+v, want %+v", got, videos)
		}
	})
}
