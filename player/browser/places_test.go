package browser

import (
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/tests/platform"
)

func TestCrumbs(t *testing.T) {
	for path, want := range map[string]string{
		"/":                "",
		"/home/ann/a\nb":   " home ann a\uFFFDb",
		"/home//ann/../x/": " home x",
	} {
		path, want := platform.Path(path), platform.Path("/")+want
		crumbs := Crumbs(path)
		var text []string
		for _, c := range crumbs {
			text = append(text, c.Label)
		}
		if got := strings.Join(text, " "); got != want || crumbs[len(crumbs)-1].Path != filepath.Clean(path) {
			t.Errorf("%q: %q", path, crumbs)
		}
	}
}
