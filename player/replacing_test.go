package player

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/pipeline"
	"ffkvadrat/player/exporting/exporttab"
	"ffkvadrat/quadfile"
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

// The user is asked about every file that an export would replace.
func TestExisting(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"there.png", "a-00007.png", "film.mp4", "b-%d.png"} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		format     quadfile.Format
		name, want string
	}{
		{quadfile.NDJSON, "there.png", "there.png"},
		{quadfile.NDJSON, "b-%d.png", "b-%d.png"},
		{quadfile.NDJSON, "a-%05d.png", ""},
		{exporttab.Sheet, "there.png", "there.png"},
		{exporttab.Sheet, "b-%d.png", "b-%d.png"},
		{exporttab.Video, "film.mp4", "film.mp4"},
		{exporttab.Video, "a-%05d.png", "a-00007.png"},
		{exporttab.Pictures, "a-%05d.png", "a-00007.png"},
		{exporttab.Pictures, "c-%05d.png", ""},
		{exporttab.Pictures, "film.mp4", "film.mp4"},
	} {
		if got, err := existing(&exporttab.Form{Format: c.format, Name: c.name}); strings.Join(got, " ") != c.want || err != nil {
			t.Errorf("format %d to %s: %q, %v, want %q", c.format, c.name, got, err, c.want)
		}
	}
	if _, err := existing(&exporttab.Form{Format: exporttab.Pictures, Name: filepath.Join("none", "a-%d.png")}); err == nil {
		t.Error("there is no such folder, and no error")
	}
}
