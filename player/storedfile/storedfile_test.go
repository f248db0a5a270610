package storedfile_test

import (
	"os"
	"path/filepath"
	"testing"

	"ffkvadrat/player/storedfile"
)

// TestIs: a file's name says whether it has stored quads; for plain JSON, its first bytes do.
func TestIs(t *testing.T) {
	dir := t.TempDir()
	const export, settings = `{"format": "ffkvadrat-quads"`, `{"format": "ffkvadrat-settings"`
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"a.ffq", "", true}, {"a.FFQ.ZST", "", true}, {"a.ndjson", "", true}, {"a.jsonl.gz", "", true}, {"a.csv", "", true}, {"a.yuview.csv.gz", "", true},
		{"a.json.gz", "", true}, {"a.json", export, true}, {"a.JSON", export, true}, {"b.json", settings, false}, {"c.json", "", false},
		{"a.coco.json", "[]", false}, {"a.ply", "", false}, {"a.mp4", export, false}, {"ffq", "", false}, {".a.ffq", "", false},
	} {
		path := filepath.Join(dir, c.name)
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := storedfile.Is(path); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	for _, name := range []string{dir, filepath.Join(dir, "none.ffq")} {
		if storedfile.Is(name) {
			t.Errorf("%s is no file of stored quads", name)
		}
	}
}
