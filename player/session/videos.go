package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"ffkvadrat/atomicfile/statefile"
)

// MaxRecent is the maximum number of recent videos in a store.
const MaxRecent = 100

// Recent is a recently played video.
type Recent struct {
	Path     string  // absolute
	Position float64 // seconds after the first frame; 0 for the start
}

const videosFormat = "ffkvadrat-films"

// entry is a video in the file. It is a URI because a path need not be valid text.
type entry struct {
	URI      string  `json:"uri"`
	Position float64 `json:"position,omitempty"`
}

// Recent returns the recent videos, newest first. Errors are a *[FormatError] or of package io/fs.
func (s *Store) Recent() ([]Recent, error) {
	return read(s.path("films.json"), videosFormat, nil, parseVideos)
}

// Begin moves a video to the head of the list, and returns and removes the position at which to
// continue, 0 for the start. Store the new position with [Store.Keep] when the video is left.
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

// Keep stores the position at which to continue a video.
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

// change edits the list; i is the index of the video in it, or −1. If the file cannot be read,
// change returns an error. If it is damaged, change starts a new list and returns the error.
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

// URIOf returns the file: URI of an absolute path, which need not be valid UTF-8.
func URIOf(path string) string {
	return urlOf(path).String()
}

// PathOf returns the absolute path of a file: URI.
func PathOf(uri string) (string, error) {
	u, err := url.Parse(uri)
	if err != nil {
		return "", fmt.Errorf("%q is not a URI", uri)
	}
	path, ok := pathIn(u)
	if u.Scheme != "file" || !ok || !filepath.IsAbs(path) || strings.ContainsRune(path, 0) {
		return "", fmt.Errorf("%q is not a file on this machine", uri)
	}
	return path, nil
}

// strict decodes JSON into v and rejects unknown fields.
func strict(raw json.RawMessage, v any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	return d.Decode(v)
}
