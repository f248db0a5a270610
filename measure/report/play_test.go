package report

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/quadfile"
)

// putPlayable writes results of videos that lie elsewhere, next to their .ffq, and nowhere, and a folder of a
// playground next to the page.
func putPlayable(t testing.TB, dir string) (page string) {
	t.Helper()
	list := func(path string, format quadfile.Format) []byte {
		return written(t, false, format, streams.Plain, headerOf(path, 0.05), framesOf(1, 2)...)
	}
	put(t, dir, "videos/a #1:%.mp4", nil)
	put(t, dir, "results/b.mp4", nil)
	put(t, dir, "results/a.ffq", list(filepath.Join(dir, "videos/a #1:%.mp4"), quadfile.FFQ))
	put(t, dir, "results/b.ffq", list("/elsewhere/b.mp4", quadfile.FFQ))
	put(t, dir, "results/gone.ffq", list("gone.mp4", quadfile.FFQ))
	put(t, dir, "results/text.ndjson", list("b.mp4", quadfile.NDJSON))
	cut := list("b.mp4", quadfile.FFQ)
	put(t, dir, "results/cut.ffq", cut[:len(cut)-20])
	for _, name := range []string{"index.html", "engine.js", "playground.js"} {
		put(t, dir, "playground/"+name, nil)
	}
	return filepath.Join(dir, "report.html")
}

// TestPlayLinks: only complete .ffq files whose video is there have a link, relative to the page and to the
// playground, whichever folder the program runs in.
func TestPlayLinks(t *testing.T) {
	dir := t.TempDir()
	page := putPlayable(t, dir)
	links := func(o Options) string {
		t.Helper()
		o.Folder = filepath.Join(dir, "results")
		c, err := Gather(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, f := range c.Videos {
			if f.web != "" {
				all = append(all, f.File+" "+f.web)
			}
		}
		return strings.Join(all, "\n")
	}
	const a, b = "#video=..%2Fvideos%2Fa%2520%25231:%2525.mp4&quads=..%2Fresults%2Fa.ffq", "#video=..%2Fresults%2Fb.mp4&quads=..%2Fresults%2Fb.ffq"
	for _, test := range []struct {
		o    Options
		want string
	}{
		{Options{Output: page}, "a.ffq ./playground/index.html" + a + "\nb.ffq ./playground/index.html" + b},
		{Options{Output: filepath.Join(dir, "pages/report.html"), Playground: filepath.Join(dir, "playground")}, "a.ffq ../playground/index.html" + a + "\nb.ffq ../playground/index.html" + b},
		{Options{Output: filepath.Join(dir, "pages/report.html")}, ""},
		{Options{Output: "/dev/null", Playground: filepath.Join(dir, "playground")}, ""},
		{Options{Playground: filepath.Join(dir, "playground")}, ""},
	} {
		if got := links(test.o); strings.ReplaceAll(got, "%3A", ":") != test.want {
			t.Errorf("%+v:\n%s\nwant\n%s", test.o, got, test.want)
		}
	}
	if _, err := Gather(context.Background(), Options{Folder: dir, Output: page, Playground: dir}); !errors.Is(err, ErrNoPlayground) {
		t.Errorf("another folder: %v", err)
	}
}
