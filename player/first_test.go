package player_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/player"
	"ffkvadrat/scripts/playtest"
	"ffkvadrat/tests/clips"
)

// The first frame has the CPU engine's quads, whichever engine is selected. The shaders are then
// cached, and the next player loads them; damaged ones are compiled and replaced.
func TestFirstPicture(t *testing.T) {
	display, home, clip := playtest.Display(t), t.TempDir(), playtest.Clip(t, 1)
	if testing.Short() { // a few frames are enough
		clip = clips.Make(t, "short.mp4", "-i", clip, "-frames:v", "6", "-c", "copy")
	}
	folder := filepath.Join(home, "cache", "ffkvadrat", "programs")
	settings := playtest.Bare(t)
	var want, wantLast player.Line
	run := func(engine string) (first, last player.Line) {
		t.Helper()
		s := playtest.PlayCached(t, display, home, filepath.Join(home, "cache"), "--settings", settings, "--engine", engine, "--threshold", "0.01", clip)
		first = s.Until("a picture", func(l player.Line) bool { return l.Shown > 0 })
		last = s.Until("the end", func(l player.Line) bool { return l.Ended && (wantLast.Quads == 0 || l.Quads == wantLast.Quads) })
		s.Key("q")
		s.End()
		return first, last
	}
	kept := func() map[string][]byte {
		t.Helper()
		names, err := filepath.Glob(filepath.Join(folder, "*"))
		if err != nil {
			t.Fatal(err)
		}
		files := map[string][]byte{}
		for _, name := range names {
			if files[name], err = os.ReadFile(name); err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(name, ".program") {
				t.Errorf("left behind: %s", name)
			}
		}
		return files
	}
	want, wantLast = run("cpu")
	if want.At <= 0 || wantLast.At < want.At+900 && !testing.Short() { // a video of one second
		t.Errorf("the first picture after %v ms, the last after %v", want.At, wantLast.At)
	}
	cpu := kept()
	if want.Quads == 0 || len(cpu) == 0 {
		t.Fatalf("%d quads, %d programs kept", want.Quads, len(cpu))
	}
	same := func(what string) {
		t.Helper()
		first, last := run("gpu")
		if first.Frame != want.Frame || first.Quads != want.Quads || first.Coverage != want.Coverage || first.Engine != "gpu" {
			t.Errorf("%s: %s begins with frame %d, %d quads, want frame %d, %d quads", what, first.Engine, first.Frame, first.Quads, want.Frame, want.Quads)
		}
		if last.Frame != wantLast.Frame || last.Coverage != wantLast.Coverage || last.Engine != "gpu" {
			t.Errorf("%s: %s ends with frame %d, coverage %v, want frame %d, coverage %v", what, last.Engine, last.Frame, last.Coverage, wantLast.Frame, wantLast.Coverage)
		}
	}
	same("new")
	both := kept()
	if len(both) <= len(cpu) {
		t.Errorf("%d programs with the GPU engine, %d without", len(both), len(cpu))
	}
	times := map[string]os.FileInfo{}
	for name := range both {
		times[name], _ = os.Stat(name)
	}
	same("kept")
	for name, before := range times {
		if after, err := os.Stat(name); err != nil || !os.SameFile(before, after) || !after.ModTime().Equal(before.ModTime()) {
			t.Errorf("%s is compiled again", filepath.Base(name))
		}
	}
	damaged := map[string][]byte{}
	for name, data := range both {
		damaged[name] = append(bytes.Clone(data[:len(data)/2]), make([]byte, len(data)/2)...)
		if err := os.WriteFile(name, damaged[name], 0o600); err != nil {
			t.Fatal(err)
		}
	}
	same("damaged")
	for name, data := range kept() {
		if bytes.Equal(data, damaged[name]) {
			t.Errorf("%s is not replaced", filepath.Base(name))
		}
	}
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(folder, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	same("a file in the folder's place")
}
