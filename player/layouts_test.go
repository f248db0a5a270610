package player

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/decode/rawvideo"
	"ffkvadrat/player/session"
)

// TestLayouts: what the user has chosen in this run comes before the command line, and that before what was
// kept. A composed command has --raw for what its own command line would not say.
func TestLayouts(t *testing.T) {
	dir := t.TempDir()
	path, store := filepath.Join(dir, "a.yuv"), session.NewStore(filepath.Join(dir, "store"))
	if err := os.WriteFile(path, make([]byte, 768), 0o600); err != nil {
		t.Fatal(err)
	}
	parsed := func(text string) rawvideo.Layout {
		l, err := rawvideo.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	first, second, third := parsed("32x16:yuv420p"), parsed("16x32:yuv420p"), parsed("16x16:gray")
	check := func(l *layouts, want rawvideo.Layout, from origin, flags ...string) {
		t.Helper()
		if got, why, err := l.find(path); err != nil || got != want || why != from {
			t.Errorf("%v, %v, %v; want %v, %v", got, why, err, want, from)
		}
		got := l.access([]string{"--max-pixels", "99", "--raw", second.String()}, &decode.Info{Raw: want}, path)
		if !slices.Equal(got, append([]string{"--max-pixels", "99", "--raw"}, flags...)) {
			t.Errorf("the command has %q", got)
		}
	}
	l := newLayouts(store, decode.Raw{})
	check(l, rawvideo.Layout{}, named, second.String())
	undo := l.choose(regular(path), first)
	check(l, first, chosen, first.String())
	if err := l.keep(path, first); err != nil {
		t.Fatal(err)
	}
	undo()
	check(l, first, kept, first.String())

	l = newLayouts(store, decode.Raw{Of: func(string) (rawvideo.Layout, bool) { return second, true }})
	check(l, second, given, second.String())
	l.choose(regular(path), third)
	check(l, third, chosen, third.String())
	l.choose(regular(filepath.Join(dir, "none.yuv")), first) // changes nothing
	if _, from, _ := l.find("-"); from != given {
		t.Errorf("standard input is read as %v", from)
	}
}
