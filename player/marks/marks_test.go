package marks_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"ffkvadrat/player/marks"
)

// TestList compares a list with a map from frame numbers to notes.
func TestList(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 0))
	var l marks.List
	want := map[int]string{}
	const pictures = 60
	for range 2000 {
		n := rnd.IntN(pictures)
		at := float64(n)/29.97 + float64(rnd.IntN(3)-1)*4e-7 // rounding errors do not make it another frame
		before := slices.Clone(l)
		now := l
		if rnd.IntN(3) == 0 {
			l = l.Delete(at)
			delete(want, n)
		} else {
			note := strings.Repeat("x", rnd.IntN(9))
			set, err := l.Set(marks.Mark{Index: int64(n), Time: at, Note: note})
			if err != nil {
				t.Fatal(err)
			}
			l, want[n] = set, note
		}
		if !slices.Equal(before, now) {
			t.Fatal("a list changes that another was made of")
		}
		if len(l) != len(want) {
			t.Fatalf("%d marks, want %d", len(l), len(want))
		}
		for i, m := range l {
			if i > 0 && m.Time <= l[i-1].Time || want[int(m.Index)] != m.Note || l.Find(m.Time) != i {
				t.Fatalf("%+v at %d of %+v", m, i, l)
			}
		}
		next, last := -1, -1 // by linear search
		for i, m := range l {
			if int(m.Index) > n && next < 0 {
				next = i
			}
			if int(m.Index) < n {
				last = i
			}
		}
		if got, back := l.Next(at, 1), l.Next(at, -1); got != next || back != last {
			t.Fatalf("next to %d: %d and %d, want %d and %d", n, back, got, last, next)
		}
	}
}

func TestFull(t *testing.T) {
	var l marks.List
	var err error
	for n := range marks.Most {
		if l, err = l.Set(marks.Mark{Time: float64(n)}); err != nil {
			t.Fatal(err)
		}
	}
	if more, err := l.Set(marks.Mark{Time: 1e6}); !errors.Is(err, marks.ErrFull) || len(more) != marks.Most {
		t.Errorf("one more: %d, %v", len(more), err)
	}
	if _, err := l.Set(marks.Mark{Time: 5, Note: "again"}); err != nil {
		t.Errorf("another note: %v", err)
	}
}

func TestNumber(t *testing.T) {
	l := marks.List{{Index: 7, Time: 1}, {Index: -1, Time: 2}, {Index: -1, Time: 3}}
	got := l.Number(func(time float64) int64 {
		if time == 3 {
			return 90
		}
		return -1
	})
	if got[0].Index != 7 || got[1].Index != -1 || got[2].Index != 90 || l[2].Index != -1 {
		t.Errorf("%+v of %+v", got, l)
	}
}

func TestClean(t *testing.T) {
	long := strings.Repeat("ä", 5000)
	for text, want := range map[string]string{
		"":                                    "",
		"a note, \"quoted\"":                  "a note, \"quoted\"",
		"  two\nlines\r\n\tand\u2028more ":    "two lines   and more",
		"esc\x1b[31m\x00\x7f\u009b":           "esc[31m",
		"bidi\u202egpj\u2066.\u200f\u061cexe": "bidigpj.exe",
		"bad\xff\xc3":                         "bad\uFFFD",
		"日本語 Ελληνικά":                        "日本語 Ελληνικά",
		long:                                  long[:800],
		long[1:]:                              "\uFFFD" + long[:796],
	} {
		if got := marks.Clean(text); got != want {
			t.Errorf("%.40q: %.60q, want %.60q", text, got, want)
		}
	}
}

func FuzzClean(f *testing.F) {
	f.Add("a\nb\u202e\xff" + strings.Repeat("ä", 600))
	f.Fuzz(func(t *testing.T, text string) {
		got := marks.Clean(text)
		if !utf8.ValidString(got) || len(got) > marks.MostBytes || strings.ContainsAny(got, "\n\r\t\x00\u2028\u202e\u2066") || strings.TrimSpace(got) != got {
			t.Errorf("%q", got)
		}
		if again := marks.Clean(got); again != got {
			t.Errorf("%q becomes %q", got, again)
		}
	})
}
