package browser

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestLabel(t *testing.T) {
	long := strings.Repeat("é", 127)
	for name, want := range map[string]string{
		"clip.mp4":                   "clip.mp4",
		"two words.mp4":              "two words.mp4",
		"a\nb\tc.mp4":                "a\uFFFDb\uFFFDc.mp4",
		"\x1b[31mred.mp4":            "\uFFFD[31mred.mp4",
		"bad\xff\xfe.mp4":            "bad\uFFFD\uFFFD.mp4",
		"half\xc3":                   "half\uFFFD",
		"turned \u202e4pm.exe":       "turned \uFFFD4pm.exe",
		"is\u2066ola\u2069ted\u200f": "is\uFFFDola\uFFFDted\uFFFD",
		"un\u200bseen\ufeff":         "un\uFFFDseen\uFFFD",
		"no\u00a0break\u2028":        "no break\uFFFD",
		"映画 фильм ταινία":            "映画 фильм ταινία",
		long:                         long,
	} {
		if got := Label(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func FuzzLabel(f *testing.F) {
	f.Add("a\n\u202e\xff\x00\u00a0.mp4")
	f.Fuzz(func(t *testing.T, name string) {
		label := Label(name)
		for _, r := range label {
			if r != utf8.RuneError && !unicode.IsPrint(r) {
				t.Fatalf("%q has %U", label, r)
			}
		}
		if !utf8.ValidString(label) || utf8.RuneCountInString(label) != utf8.RuneCountInString(name) || Label(label) != label {
			t.Fatalf("%q of %q", label, name)
		}
	})
}

func listing(names ...string) *Listing {
	o := &reading{Reader: &Reader{}}
	for _, name := range names {
		plain, folder := strings.CutSuffix(name, "/")
		o.add(Entry{Name: plain, Folder: folder})
	}
	l := &Listing{Entries: o.entries}
	slices.SortFunc(l.Entries, order)
	return l
}

func names(l *Listing, rows []int) (all []string) {
	for _, i := range rows {
		all = append(all, l.Entries[i].Name)
	}
	return all
}

func TestFilter(t *testing.T) {
	l := listing("clip10.mp4", "Clip2.MP4", "sea at night.mkv", "zoo/", "night/", "Über.mp4", "\xff.mp4")
	for text, want := range map[string][]string{
		"":          {"night", "zoo", "Clip2.MP4", "clip10.mp4", "sea at night.mkv", "Über.mp4", "\xff.mp4"},
		"  ":        {"night", "zoo", "Clip2.MP4", "clip10.mp4", "sea at night.mkv", "Über.mp4", "\xff.mp4"},
		"CLIP":      {"Clip2.MP4", "clip10.mp4"},
		"night sea": {"sea at night.mkv"},
		"über":      {"Über.mp4"},
		"mp4 1":     {"clip10.mp4"},
		"none":      nil,
	} {
		if got := names(l, l.Filter(nil, text)); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if n := l.Counts(); n != (Counts{Videos: 5, Folders: 2}) || l.Find("zoo") != 1 || l.Find("gone") != -1 {
		t.Errorf("%+v, zoo is %d", n, l.Find("zoo"))
	}
}

// TestExplainNew: what prevents a new folder is said without its path.
func TestExplainNew(t *testing.T) {
	for err, want := range map[error]string{fs.ErrPermission: "permission", fs.ErrExist: "a file has this name", syscall.ENAMETOOLONG: "too long", syscall.EIO: "cannot be made: "} {
		if got := ExplainNew(&fs.PathError{Op: "mkdir", Path: "/secret", Err: err}); !strings.Contains(got, want) || strings.Contains(got, "/secret") {
			t.Errorf("%v: %q", err, got)
		}
	}
}

func TestExplain(t *testing.T) {
	for err, want := range map[error]string{
		fs.ErrNotExist:       "not there",
		fs.ErrPermission:     "permission",
		syscall.ENOTDIR:      "not a folder",
		syscall.ELOOP:        "circle",
		syscall.ENAMETOOLONG: "too long",
		syscall.EIO:          "cannot be read: input/output error",
	} {
		if err == syscall.ENOTDIR && errors.Is(err, fs.ErrNotExist) {
			continue // Windows has one error for both
		}
		wrapped := fmt.Errorf("list: %w", &fs.PathError{Op: "open", Path: "/secret", Err: err})
		if got := Explain(wrapped); !strings.Contains(got, want) || strings.Contains(got, "/secret") {
			t.Errorf("%v: %q", err, got)
		}
	}
	if got := Explain(errors.New("odd")); got != "This folder cannot be read: odd." {
		t.Error(got)
	}
}
