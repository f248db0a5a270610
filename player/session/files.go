package session

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ffkvadrat/atomicfile/statefile"
)

// VideoFile identifies the content of a video by its file's name and size. The zero value is no
// file.
type VideoFile struct {
	Path string // absolute
	Size int64
}

// MaxVideos is the maximum number of videos for which a store keeps files of one kind. It deletes
// those that were changed least recently.
const MaxVideos = 1000

// pathOf returns the path of a video's file in a folder of the store.
func (s *Store) pathOf(folder string, video VideoFile) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s", video.Size, video.Path))
	return filepath.Join(s.path(folder), fmt.Sprintf("%x.json", sum[:16]))
}

// changeOf writes a video's file in a folder of the store, with the content that edit returns under
// the lock. Empty content deletes the file.
func (s *Store) changeOf(folder string, video VideoFile, edit func() (string, error)) error {
	path := s.pathOf(folder, video)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("session: %w", err)
	}
	unlock, err := lock(s.path("lock"), s.patience)
	if err != nil {
		return fmt.Errorf("session: lock %q: %w", s.path("lock"), err)
	}
	defer unlock()
	text, err := edit()
	if err != nil {
		return err
	}
	if text == "" {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("session: %w", err)
		}
		return nil
	}
	if err := replace(path, statefile.Create, text); err != nil {
		return err
	}
	return forget(filepath.Dir(path), MaxVideos)
}

// forget deletes the least recently changed files of a folder until at most most are left.
func forget(folder string, most int) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return fmt.Errorf("session: %w", err)
	}
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
		return !e.Type().IsRegular() || filepath.Ext(e.Name()) != ".json"
	})
	if len(entries) <= most {
		return nil
	}
	changed := map[string]int64{}
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			changed[e.Name()] = info.ModTime().UnixNano()
		}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return cmp.Compare(changed[a.Name()], changed[b.Name()]) })
	for _, e := range entries[:len(entries)-most] {
		if err := os.Remove(filepath.Join(folder, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("session: %w", err)
		}
	}
	return nil
}

// content returns the content of a file about the video, in a format: the members that name it, and those that rest writes,
// without the last newline.
func (v VideoFile) content(format string, rest func(w *strings.Builder) error) (string, error) {
	var text strings.Builder
	begin(&text, format)
	uri, err := plain(URIOf(v.Path))
	if err != nil {
		return "", err
	}
	fmt.Fprintf(&text, "  \"uri\": %s,\n  \"size\": %d,\n", uri, v.Size)
	if err := rest(&text); err != nil {
		return "", err
	}
	text.WriteString("\n}\n")
	return text.String(), nil
}

// takeVideo removes the members that name the video, and returns it.
func (o *object) takeVideo() (v VideoFile, err error) {
	var uri string
	for _, field := range []struct {
		name string
		into any
	}{{"uri", &uri}, {"size", &v.Size}} {
		if m := o.take(field.name); m != nil {
			if err := strict(m.value, field.into); err != nil {
				return VideoFile{}, m.fail(err)
			}
		}
	}
	if v.Path, err = PathOf(uri); err != nil {
		return VideoFile{}, &FormatError{Line: o.line, Field: "uri", Err: err}
	}
	return v, nil
}
