package player

import (
	"errors"
	"os"
	"testing"

	"ffkvadrat/pipeline"
)

// Files that the arguments name are never replaced, even if the user confirms.
func TestGuard(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"film.mp4", "quads.ffq", "marks.csv"} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Link("quads.ffq", "link.ffq"); err != nil {
		t.Fatal(err)
	}
	p := newPlayer(t.Context(), Config{Reads: []pipeline.File{{Name: "film.mp4"}, {Name: "quads.ffq"}}})
	for name, refused := range map[string]bool{"film.mp4": true, "link.ffq": true, "marks.csv": false, "none.csv": false} {
		if err := p.guard("none.csv", name); errors.Is(err, pipeline.ErrSameFile) != refused || err != nil && !refused {
			t.Errorf("%s: %v", name, err)
		}
	}
}
