//go:build linux

package session

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"ffkvadrat/atomicfile/statefile/statefiletest"
	"ffkvadrat/player/marks"
)

// A store's files must be regular: links are not followed and pipes do not block. A settings file
// that the user names may be a link.
func TestStateFilesAreRefused(t *testing.T) {
	store := func(path string) *Store { return NewStore(filepath.Dir(path)) }
	for name, c := range map[string]struct {
		file    string
		follows bool
		call    func(path string) error
	}{
		"session": {"session.json", false, func(path string) error {
			left, err := store(path).Session()
			if left != (Session{Settings: Default()}) {
				err = errors.New("not the defaults")
			}
			return err
		}},
		"save session": {"session.json", false, func(path string) error { return store(path).SaveSession(Session{Settings: Default()}) }},
		"films":        {"films.json", false, func(path string) error { _, err := store(path).Recent(); return err }},
		"begin":        {"films.json", false, func(path string) error { _, err := store(path).Begin("/a"); return err }},
		"keep":         {"films.json", false, func(path string) error { return store(path).Keep("/a", 1) }},
		"lock":         {"lock", false, func(path string) error { return store(path).Keep("/a", 1) }},
		"marks":        {marksName, false, func(path string) error { _, err := marksOf(path).Marks(markedVideo); return err }},
		"change marks": {marksName, false, func(path string) error {
			_, err := marksOf(path).ChangeMarks(markedVideo, func(marks.List) marks.List { return marks.List{{Index: -1}} })
			return err
		}},
		"settings": {"settings.json", true, func(path string) error {
			_, err := Load(path)
			var format *FormatError
			if errors.As(err, &format) { // the file was read
				return nil
			}
			return err
		}},
	} {
		t.Run(name, func(t *testing.T) {
			statefiletest.Run(t, c.file, c.follows, func(_ *testing.T, path string) error { return c.call(path) })
		})
	}
}

// A settings file may be a link. Saving replaces the file that it points to.
func TestLinkedSettings(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "kept", "s.json"), filepath.Join(dir, "s.json")
	if err := errors.Join(os.Mkdir(filepath.Dir(file), 0o700), os.Symlink(file, link)); err != nil {
		t.Fatal(err)
	}
	want := full()
	if err := want.Save(link); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{link, file} {
		if got, err := Load(path); err != nil || got != want {
			t.Errorf("%s: %+v, %v", path, got, err)
		}
	}
	if leads, err := os.Readlink(link); err != nil || leads != file {
		t.Errorf("the link leads to %q, %v", leads, err)
	}
}
