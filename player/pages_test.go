package player

import (
	"io/fs"
	"testing"

	"ffkvadrat/player/refusal"
)

// TestFoldsQuietly: in a narrow window the panel folds, and a message says how to show it, but not over the page about what
// cannot be played.
func TestFoldsQuietly(t *testing.T) {
	for _, refused := range []refusal.Refusal{{}, refusal.Of([]string{"a.mp4"}, fs.ErrNotExist)} {
		p := windowless(t, func(m string) { t.Error(m) }, "../samples/tiny-420.mp4")
		p.settings.Panel, p.status.Refused = true, refused
		if p.foldIn(narrow); p.folded || p.message.text != "" {
			t.Errorf("a window that is wide enough: folded %v, %q", p.folded, p.message.text)
		}
		if p.foldIn(narrow - 1); !p.folded || (p.message.text == "") != (refused.Title != "") {
			t.Errorf("%q: folded %v, %q", refused.Title, p.folded, p.message.text)
		}
	}
}
