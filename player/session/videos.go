package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ffkvadrat/atomicfile/statefile"
)

// MaxRecent is the most videos that a store remembers.
const MaxRecent = 100

// Recent is a video that was played.
type Recent struct {
	Path     string  // absolute
	Position float64 // where to continue, in seconds after the first picture; 0 for the start
}

const videosFormat = "ffkvadrat-films"

// entry is a video in the file. Its name is a URI because not every name is
// text.
type entry struct {
	URI      string  `json:"uri"`
	Position float64 `json:"position,omitempty"`
}

// Recent lists the videos that were played, the newest first. An error is a
// *[FormatError] or one of package io/fs.
func (s *Store) Recent() ([]Recent, error) {
	videos, err := s.readVideos()
	if err != nil {
		return nil, fmt.Errorf("session: read %q: %w", s.path("films.json"), err)
	}
	return videos, nil
}

// Begin puts a video at the head of the list and returns where to continue in
// it, 0 for the start. It returns the position only once: whoever leaves the
// video must [Store.Keep] its position again.
func (s *Store) Begin(path string) (position float64, err error) {
	err = s.change(path, func(videos []Recent, i int) []Recent {
		video := Recent{Path: path}
		if i >= 0 {
			position = videos[i].Position
			videos = slices.Delete(videos, i, i+1)
		}
		return slices.Insert(videos, 0, video)
	})
	return position, err
}

// Keep stores where to continue in a video.
func (s *Store) Keep(path string, position float64) error {
	return s.change(path, func(videos []Recent, i int) []Recent {
		if i >= 0 {
			videos[i].Position = position
			return videos
		}
		return slices.Insert(videos, 0, Recent{path, position})
	})
}

// Forget removes a video from the list.
func (s *Store) Forget(path string) error {
	return s.change(path, func(videos []Recent, i int) []Recent {
		if i >= 0 {
			videos = slices.Delete(videos, i, i+1)
		}
		return videos
	})
}

// change rewrites the list; i is the index of a video in it, −1 if it is not
// there. If the list cannot be read, change returns an error; if the list is
// damaged, it returns the error and starts a new list.
func (s *Store) change(path string, edit func(videos []Recent, i int) []Recent) error {
	if err := s.make(); err != nil {
		return err
	}
	unlock, err := lock(s.path("lock"), s.patience)
	if err != nil {
		return fmt.Errorf("session: lock %q: %w", s.path("lock"), err)
	}
	defer unlock()
	videos, err := s.Recent()
	var damaged *FormatError
	if err != nil && !errors.As(err, &damaged) {
		return err
	}
	i := slices.IndexFunc(videos, func(f Recent) bool { return f.Path == path })
	videos = edit(videos, i)
	return errors.Join(err, s.writeVideos(videos[:min(len(videos), MaxRecent)]))
}

func (s *Store) readVideos() ([]Recent, error) {
	f, err := statefile.Open(s.path("films.json"), os.O_RDONLY, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, bare(err)
	}
	defer f.Close()
	o, err := readFile(f, videosFormat)
	if err != nil {
		return nil, err
	}
	return parseVideos(o)
}

func parseVideos(o *object) ([]Recent, error) {
	var videos []Recent
	for _, m := range o.members {
		if m.name != "films" {
			return nil, m.fail(errors.New("there is no such field"))
		}
		var entries []entry
		if err := strict(m.value, &entries); err != nil {
			return nil, m.fail(err)
		}
		for _, e := range entries {
			path, err := PathOf(e.URI)
			if err == nil && !(e.Position >= 0 && e.Position <= math.MaxInt32) {
				err = fmt.Errorf("%v is not a position", e.Position)
			}
			if err != nil {
				return nil, m.fail(err)
			}
			videos = append(videos, Recent{path, e.Position})
		}
	}
	return videos, nil
}

func (s *Store) writeVideos(videos []Recent) error {
	var text strings.Builder
	begin(&text, videosFormat)
	text.WriteString("  \"films\": [")
	for i, f := range videos {
		e := entry{URI: URIOf(f.Path), Position: min(max(f.Position, 0), math.MaxInt32)}
		line, err := json.Marshal(e)
		if err != nil {
			return fmt.Errorf("session: write %q: %w", f.Path, err)
		}
		if i > 0 {
			text.WriteByte(',')
		}
		fmt.Fprintf(&text, "\n    %s", line)
	}
	text.WriteString("\n  ]\n}\n")
	return replace(s.path("films.json"), statefile.Create, text.String())
}

// URIOf returns the file: URI of an absolute path, which need not be UTF-8.
func URIOf(path string) string {
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// PathOf returns the absolute path of a file: URI.
func PathOf(uri string) (string, error) {
	u, err := url.Parse(uri)
	switch {
	case err != nil:
		return "", fmt.Errorf("%q is not a URI", uri)
	case u.Scheme != "file" || u.Host != "" && u.Host != "localhost" || !filepath.IsAbs(u.Path) || strings.ContainsRune(u.Path, 0):
		return "", fmt.Errorf("%q is not a file on this machine", uri)
	}
	return u.Path, nil
}

// strict reads JSON that has no other fields than v.
func strict(raw json.RawMessage, v any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	return d.Decode(v)
}
