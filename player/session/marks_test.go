package session

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ffkvadrat/player/marks"
	"ffkvadrat/tests/platform"
)

// The marks of markedVideo are in the file marksName in a store's folder.
var (
	markedVideo = VideoFile{Path: platform.Path("/films/a+b %C3 \xc3\x28 \"ä\".mp4"), Size: 7340}
	marksName   = filepath.Base(NewStore("").pathOf(marksFolder, markedVideo))
)

// marksOf returns a store whose file of marks for markedVideo is path.
func marksOf(path string) *Store {
	folder := filepath.Dir(path)
	parent := filepath.Join(folder, "parent")
	if err := os.MkdirAll(parent, 0o700); err != nil {
		panic(err)
	}
	if err := os.Symlink(folder, filepath.Join(parent, "marks")); err != nil && !errors.Is(err, os.ErrExist) {
		panic(err)
	}
	return NewStore(parent)
}

func noted(t *testing.T, notes ...string) (l marks.List) {
	t.Helper()
	for i, note := range notes {
		m := marks.Mark{Index: int64(i), Time: float64(i) / 29.97, Note: note}
		if i%2 == 0 {
			m.PTS, m.HasPTS = int64(i)-5, true
		}
		var err error
		if l, err = l.Set(m); err != nil {
			t.Fatal(err)
		}
	}
	return l
}

func change(t *testing.T, s *Store, video VideoFile, list marks.List) {
	t.Helper()
	got, err := s.ChangeMarks(video, func(marks.List) marks.List { return list })
	if err != nil || !slices.Equal(got, list) {
		t.Fatalf("%+v, %v", got, err)
	}
}

func TestMarks(t *testing.T) {
	s := NewStore(filepath.Join(t.TempDir(), "state"))
	if l, err := s.Marks(markedVideo); err != nil || l != nil {
		t.Fatalf("none: %+v, %v", l, err)
	}
	want := noted(t, "first", "<b> & \"two\" \\", "", strings.Repeat("long ", 2000))
	change(t, s, markedVideo, want)
	if got, err := s.Marks(markedVideo); err != nil || !slices.Equal(got, want) {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	for _, other := range []VideoFile{{markedVideo.Path, 7341}, {markedVideo.Path + "x", 7340}} {
		if got, err := s.Marks(other); err != nil || got != nil {
			t.Errorf("another video has %+v, %v", got, err)
		}
	}
	change(t, s, markedVideo, nil)
	if _, err := os.Stat(s.pathOf(marksFolder, markedVideo)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("without marks: %v", err)
	}
	change(t, s, markedVideo, nil)
}

// The maximum number of marks with notes of maximum length can be read again.
func TestMostMarks(t *testing.T) {
	s := NewStore(t.TempDir())
	notes := make([]string, marks.Most)
	for i := range notes {
		notes[i] = strings.Repeat(`"`, marks.MostBytes)
	}
	want := noted(t, notes...)
	change(t, s, markedVideo, want)
	if got, err := s.Marks(markedVideo); err != nil || !slices.Equal(got, want) {
		t.Errorf("%d marks, %v", len(got), err)
	}
}

// No change is lost when several processes change the marks of one video.
func TestMarksTogether(t *testing.T) {
	folder := t.TempDir()
	var running sync.WaitGroup
	for n := range 8 {
		running.Go(func() {
			s := NewStore(folder)
			s.patience = time.Hour // as in TestConcurrentPlayers
			for i := range 5 {
				_, err := s.ChangeMarks(markedVideo, func(l marks.List) marks.List {
					l, _ = l.Set(marks.Mark{Index: -1, Time: float64(8*i + n)})
					return l
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	running.Wait()
	if l, err := NewStore(folder).Marks(markedVideo); err != nil || len(l) != 40 {
		t.Errorf("%d marks, %v", len(l), err)
	}
}

// A damaged file is reported with its line, and is not changed.
func TestMarksRefused(t *testing.T) {
	s := NewStore(t.TempDir())
	change(t, s, markedVideo, noted(t, "a", "b"))
	path := s.pathOf(marksFolder, markedVideo)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string][2]string{
		`"ffkvadrat-marks"`: {`"ffkvadrat-films"`, `"format"`},
		`"version": 1`:      {`"version": 2`, "line 3"},
		`"size": 7340`:      {`"size": 7341`, "it has the marks of"},
		`"frame_index":1`:   {`"frame_index":-1`, "not the number of a frame"},
		`"time":0,`:         {`"time":-1,`, "not a time"},
		`"note":"a"`:        {`"note":1`, `"marks"`},
		`"note":"b"`:        {`"not":"b"`, `"marks"`},
		"\n  ]\n}":          {"", "not valid JSON"},
	} {
		bad := strings.Replace(string(good), from, to[0], 1)
		if bad == string(good) {
			t.Fatalf("%s is not in %s", from, good)
		}
		if err := os.WriteFile(path, []byte(bad), 0o600); err != nil {
			t.Fatal(err)
		}
		if l, err := s.Marks(markedVideo); err == nil || !strings.Contains(err.Error(), to[1]) || l != nil {
			t.Errorf("%s: %+v, %v", to[0], l, err)
		}
		if _, err := s.ChangeMarks(markedVideo, func(marks.List) marks.List { return noted(t, "new") }); err == nil {
			t.Errorf("%s: written over", to[0])
		}
		if left, err := os.ReadFile(path); err != nil || string(left) != bad {
			t.Errorf("%s became %s, %v", bad, left, err)
		}
	}
}

// Of too many videos, the most recently changed are kept.
func TestMarksAreBounded(t *testing.T) {
	s := NewStore(t.TempDir())
	for i := range 6 {
		video := VideoFile{Path: platform.Path(fmt.Sprintf("/%d", i)), Size: 1}
		change(t, s, video, noted(t, "x"))
		at := time.Now().Add(time.Duration(i-10) * time.Minute)
		if err := os.Chtimes(s.pathOf(marksFolder, video), at, at); err != nil {
			t.Fatal(err)
		}
	}
	if err := forget(s.path("marks"), 4); err != nil {
		t.Fatal(err)
	}
	for i := range 6 {
		l, err := s.Marks(VideoFile{Path: platform.Path(fmt.Sprintf("/%d", i)), Size: 1})
		if err != nil || (len(l) == 1) != (i >= 2) {
			t.Errorf("video %d: %+v, %v", i, l, err)
		}
	}
}

func FuzzMarks(f *testing.F) {
	f.Add(`{"format":"ffkvadrat-marks","version":1,"uri":"file:///y","size":3,"marks":[{"frame_index":5,"pts":-3,"time":0.1,"note":"a\nb"},{"time":0.1,"note":""}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		parse := func(text string) (m marked, err error) {
			o, err := readFile(strings.NewReader(text), marksFormat)
			if err == nil {
				m, err = parseMarked(o)
			}
			return m, err
		}
		m, err := parse(text)
		if err != nil {
			return
		}
		again, err := m.text()
		if err != nil {
			t.Fatal(err)
		}
		got, err := parse(again)
		if err != nil || got.video != m.video || !slices.Equal(got.marks, m.marks) {
			t.Errorf("%+v, %v, want %+v", got, err, m)
		}
	})
}
