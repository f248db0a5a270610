package playback

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/playback/playlist"
)

// memory is a [Memory] without files.
type memory struct {
	mu     sync.Mutex
	recent []string
	kept   map[string]float64
}

func newMemory() *memory { return &memory{kept: map[string]float64{}} }

func (m *memory) Begin(f File) (position float64, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.recent = append([]string{f.Path}, slices.DeleteFunc(m.recent, func(path string) bool { return path == f.Path })...)
	position = m.kept[f.Path]
	delete(m.kept, f.Path)
	return position, nil
}

func (m *memory) Keep(path string, position float64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.kept[path] = position
	return nil
}

func (m *memory) Recent() ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.recent), nil
}

// A video continues at its kept position, and the memory lists the videos played
// before.
func TestKept(t *testing.T) {
	store := newMemory()
	clip, err := filepath.Abs(tiny40)
	if err != nil {
		t.Fatal(err)
	}
	with := func(o *Options) { o.Memory, o.Passing = store, tiny30 }
	r := newRig(t, with, tiny40)
	r.upTo(20)
	if err := r.Keep(); err != nil {
		t.Fatal(err)
	}
	r = newRig(t, with, tiny30)
	r.upTo(20)
	if err := r.Keep(); err != nil || len(r.Video().Recent()) != 1 || r.Video().Recent()[0] != (Recent{Path: clip}) {
		t.Errorf("%v, %+v", err, r.Video().Recent())
	}
	r = newRig(t, with, tiny30)
	r.expect("a film that is not remembered", r.upTo(1), 0, 1)
	r = newRig(t, with, tiny40)
	r.expect("a film that was kept", r.upTo(21), 20, 21)
	if !slices.Contains(r.said, "Resumed at 0:00.800") {
		t.Errorf("it says %q", r.said)
	}
}

// The memory remembers only regular files, and not the video that was made for
// this run. Missing videos are marked.
func TestVisit(t *testing.T) {
	store := newMemory()
	here := filepath.Join(t.TempDir(), "here.mp4")
	if err := os.WriteFile(here, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	opt := Options{Memory: store, Passing: "sample.mp4"}
	for _, path := range []string{"/gone/a.mp4", "/gone/b.mp4"} {
		if _, err := store.Begin(File{Path: path}); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{"sample.mp4", os.DevNull, t.TempDir()} {
		if v := opt.visit(path); v.err != nil || len(v.recent) != 2 {
			t.Errorf("%s: %+v", path, v)
		}
	}
	v := opt.visit(here)
	if v.err != nil || len(v.recent) != 3 || v.recent[0] != (Recent{Path: here}) || v.recent[1] != (Recent{Path: "/gone/b.mp4", Gone: true}) {
		t.Errorf("%+v", v)
	}
}

// A video that was opened and never began leaves its kept position.
func TestOpenAlone(t *testing.T) {
	store := newMemory()
	clip, err := filepath.Abs(tiny40)
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Keep(clip, 0.8); err != nil {
		t.Fatal(err)
	}
	videos, err := playlist.New([]string{tiny40})
	if err != nil {
		t.Fatal(err)
	}
	for _, visits := range []bool{false, true} {
		ctx, cancel := context.WithCancel(t.Context())
		p, err := Open(ctx, Options{Videos: videos, Stream: decode.Best, Memory: store})
		if err != nil {
			t.Fatal(err)
		}
		if visits {
			p.Visit()
		}
		cancel()
		p.Close()
		if from, err := store.Begin(File{Path: clip}); err != nil || (from == 0.8) == visits {
			t.Errorf("visited: %v; it goes on at %v, %v", visits, from, err)
		}
		if err := store.Keep(clip, 0.8); err != nil {
			t.Fatal(err)
		}
	}
}

// A sequence of pictures is remembered by its pattern, and is gone with its folder.
func TestSequenceIsRemembered(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a_##.png")
	opt := Options{Memory: newMemory()}
	if f := opt.file(path); f != (File{Path: path}) {
		t.Errorf("%+v", f)
	}
	if gone(path) || !gone(filepath.Join(path, "b_##.png")) {
		t.Error("what is gone is another folder")
	}
	if f := opt.file(filepath.Join(filepath.Dir(path), "a.png")); f != (File{}) {
		t.Errorf("%+v", f)
	}
}
