package session

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ffkvadrat/atomicfile/statefile"
	"ffkvadrat/player/marks"
)

// MaxMarked is the maximum number of videos whose marks a store keeps. It deletes those that were
// changed least recently.
const MaxMarked = 1000

// VideoFile identifies the content of a video by its file's name and size. The zero value is no
// file.
type VideoFile struct {
	Path string // absolute
	Size int64
}

const marksFormat = "ffkvadrat-marks"

// marked is the content of a file of marks.
type marked struct {
	video VideoFile
	marks marks.List
}

// markEntry is a mark in the file.
type markEntry struct {
	Index *int64  `json:"frame_index,omitempty"`
	PTS   *int64  `json:"pts,omitempty"`
	Time  float64 `json:"time"`
	Note  string  `json:"note"`
}

// Marks returns a video's marks. An error is a *[FormatError] or one of package
// io/fs.
func (s *Store) Marks(video VideoFile) (marks.List, error) {
	list, err := s.readMarks(video)
	if err != nil {
		return nil, fmt.Errorf("session: read %q: %w", s.marksPath(video), err)
	}
	return list, nil
}

// ChangeMarks applies edit to the stored marks of a video under the lock, and returns the result. A
// file that cannot be read or is damaged is left unchanged, as notes cannot be made again.
func (s *Store) ChangeMarks(video VideoFile, edit func(marks.List) marks.List) (marks.List, error) {
	path := s.marksPath(video)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("session: %w", err)
	}
	unlock, err := lock(s.path("lock"), s.patience)
	if err != nil {
		return nil, fmt.Errorf("session: lock %q: %w", s.path("lock"), err)
	}
	defer unlock()
	list, err := s.Marks(video)
	if err != nil {
		return nil, err
	}
	list = edit(list)
	if len(list) == 0 {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("session: %w", err)
		}
		return nil, nil
	}
	text, err := marked{video, list}.text()
	if err != nil {
		return nil, fmt.Errorf("session: write %q: %w", path, err)
	}
	if err := replace(path, statefile.Create, text); err != nil {
		return nil, err
	}
	return list, s.forgetMarks(filepath.Dir(path), MaxMarked)
}

// marksPath returns the path of a video's file of marks.
func (s *Store) marksPath(video VideoFile) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s", video.Size, video.Path))
	return filepath.Join(s.path("marks"), fmt.Sprintf("%x.json", sum[:16]))
}

// forgetMarks deletes the least recently changed files until at most most are left.
func (s *Store) forgetMarks(folder string, most int) error {
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
	age := map[string]int64{}
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			age[e.Name()] = info.ModTime().UnixNano()
		}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int {
		return int(max(min(age[a.Name()]-age[b.Name()], 1), -1))
	})
	for _, e := range entries[:len(entries)-most] {
		if err := os.Remove(filepath.Join(folder, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("session: %w", err)
		}
	}
	return nil
}

func (s *Store) readMarks(video VideoFile) (marks.List, error) {
	f, err := statefile.Open(s.marksPath(video), os.O_RDONLY, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, bare(err)
	}
	defer f.Close()
	m, err := parseMarked(f)
	if err == nil && m.video != video {
		return nil, fmt.Errorf("it has the marks of %q with %d bytes", m.video.Path, m.video.Size)
	}
	return m.marks, err
}

// parseMarked parses the content of a file of marks.
func parseMarked(r io.Reader) (m marked, err error) {
	o, err := readFile(r, marksFormat)
	if err != nil {
		return marked{}, err
	}
	var uri string
	var entries []markEntry
	fields := map[string]any{"uri": &uri, "size": &m.video.Size, "marks": &entries}
	for _, member := range o.members {
		into := fields[member.name]
		if into == nil {
			return marked{}, member.fail(errors.New("there is no such field"))
		}
		if err := strict(member.value, into); err != nil {
			return marked{}, member.fail(err)
		}
	}
	if m.video.Path, err = PathOf(uri); err != nil {
		return marked{}, &FormatError{Line: o.line, Field: "uri", Err: err}
	}
	for _, e := range entries {
		one, err := e.mark()
		if err == nil {
			m.marks, err = m.marks.Set(one)
		}
		if err != nil {
			return marked{}, &FormatError{Line: o.line, Field: "marks", Err: err}
		}
	}
	return m, nil
}

func (e *markEntry) mark() (marks.Mark, error) {
	m := marks.Mark{Index: -1, Time: e.Time, Note: e.Note}
	if e.Index != nil {
		m.Index = *e.Index
		if m.Index < 0 {
			return m, fmt.Errorf("%d is not the number of a frame", m.Index)
		}
	}
	if e.PTS != nil {
		m.PTS, m.HasPTS = *e.PTS, true
	}
	if !m.Valid() {
		return m, fmt.Errorf("%v is not a time", e.Time)
	}
	return m, nil
}

// text returns the file's content.
func (m marked) text() (string, error) {
	var text strings.Builder
	begin(&text, marksFormat)
	uri, err := plain(URIOf(m.video.Path))
	if err != nil {
		return "", err
	}
	fmt.Fprintf(&text, "  \"uri\": %s,\n  \"size\": %d,\n  \"marks\": [", uri, m.video.Size)
	for i := range m.marks {
		k := &m.marks[i]
		e := markEntry{Time: min(max(k.Time, 0), math.MaxInt32), Note: k.Note}
		if k.Index >= 0 {
			e.Index = &k.Index
		}
		if k.HasPTS {
			e.PTS = &k.PTS
		}
		line, err := plain(e)
		if err != nil {
			return "", err
		}
		if i > 0 {
			text.WriteByte(',')
		}
		text.WriteString("\n    " + line)
	}
	text.WriteString("\n  ]\n}\n")
	return text.String(), nil
}

// plain returns JSON without escapes for HTML, which is shorter and easier to read.
func plain(v any) (string, error) {
	var text strings.Builder
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return strings.TrimSuffix(text.String(), "\n"), err
}
