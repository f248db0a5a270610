package playlist

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func touch(t *testing.T, dir string, names ...string) {
	t.Helper()
	for _, name := range names {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func paths(l *List) []string {
	var all []string
	for _, f := range l.Videos {
		all = append(all, f.Path)
	}
	return all
}

func TestNew(t *testing.T) {
	dir := t.TempDir()
	touch(t, dir, "shots/b10.mkv", "shots/B2.MP4", "shots/a.png", "shots/notes.txt", "shots/.hidden.mp4", "shots/deep/x.mp4", "shots/mp4",
		"empty/notes.txt")
	at := func(name string) string { return filepath.Join(dir, name) }
	l, err := New([]string{at("z.mp4"), at("shots"), at("a.mp4")})
	if err != nil {
		t.Fatal(err)
	}
	// A missing file stays in the list, as opening it gives the best error message.
	want := []string{at("z.mp4"), at("shots/a.png"), at("shots/B2.MP4"), at("shots/b10.mkv"), at("a.mp4")}
	if got := paths(l); !slices.Equal(got, want) || l.Current != -1 {
		t.Errorf("%q, current %d; want %q", got, l.Current, want)
	}
	if _, err := New([]string{at("empty")}); err == nil || !strings.Contains(err.Error(), "no video") {
		t.Errorf("a folder without videos: %v", err)
	}
	if _, err := Folder(at("none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no folder: %v", err)
	}
}

func TestNext(t *testing.T) {
	l := &List{Videos: []Video{{Failed: true}, {}, {Failed: true}, {Failed: true}, {}}}
	for _, c := range []struct {
		from, step int
		again      bool
		want       int // −1 for none
	}{
		{0, 1, false, 1}, {2, 1, false, 4}, {3, -1, false, 1}, {0, -1, false, -1}, {5, 1, false, -1}, {-1, -1, true, -1},
		{0, 1, true, 0}, {3, -1, true, 3},
	} {
		got, ok := l.Next(c.from, c.step, c.again)
		if !ok {
			got = -1
		}
		if got != c.want {
			t.Errorf("from %d by %d, again %v: %d, want %d", c.from, c.step, c.again, got, c.want)
		}
	}
}

// Names that differ only in numbers are ordered by value.
func TestCompareIsByValue(t *testing.T) {
	const seed = 4
	random := rand.New(rand.NewPCG(seed, seed))
	for range 1000 {
		a, b := random.IntN(2000), random.IntN(2000)
		x, y := "Clip "+strconv.Itoa(a)+" cut", "clip "+strconv.Itoa(b)+" CUT"
		if c := Compare(x, y); a != b && (c < 0) != (a < b) {
			t.Fatalf("seed %d: %q and %q: %d", seed, x, y, c)
		}
	}
}

// Compare is a strict order: only identical names are equal, and swapping the arguments changes the
// sign.
func FuzzCompare(f *testing.F) {
	f.Add("a01", "a1", "a")
	f.Add("a1b", "A1B", "1")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		sign := func(n int) int { return min(max(n, -1), 1) }
		if x, y := sign(Compare(a, b)), sign(Compare(b, a)); x != -y || (x == 0) != (a == b) {
			t.Errorf("%q and %q: %d, %d", a, b, x, y)
		}
		if Compare(a, b) < 0 && Compare(b, c) < 0 && Compare(a, c) >= 0 {
			t.Errorf("%q < %q < %q", a, b, c)
		}
	})
}
