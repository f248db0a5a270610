package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"ffkvadrat/player/marks"
)

const marksFolder, marksFormat = "marks", "ffkvadrat-marks"

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
	return read(s.pathOf(marksFolder, video), marksFormat, nil, func(o *object) (marks.List, error) {
		m, err := parseMarked(o)
		if err == nil && m.video != video {
			err = fmt.Errorf("it has the marks of %q with %d bytes", m.video.Path, m.video.Size)
		}
		return m.marks, err
	})
}

// ChangeMarks applies edit to the stored marks of a video under the lock, and returns the result. A
// file that cannot be read or is damaged is left unchanged, as notes cannot be made again.
func (s *Store) ChangeMarks(video VideoFile, edit func(marks.List) marks.List) (list marks.List, err error) {
	err = s.changeOf(marksFolder, video, func() (string, error) {
		if list, err = s.Marks(video); err != nil {
			return "", err
		}
		if list = edit(list); len(list) == 0 {
			list = nil
			return "", nil
		}
		return marked{video, list}.text()
	})
	if err != nil {
		return nil, err
	}
	return list, nil
}

// parseMarked parses the content of a file of marks.
func parseMarked(o *object) (m marked, err error) {
	if m.video, err = o.takeVideo(); err != nil {
		return marked{}, err
	}
	var entries []markEntry
	for _, member := range o.members {
		if member.name != "marks" {
			return marked{}, member.fail(errors.New("there is no such field"))
		}
		if err := strict(member.value, &entries); err != nil {
			return marked{}, member.fail(err)
		}
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

func (m marked) text() (string, error) {
	return m.video.content(marksFormat, m.write)
}

// write writes the marks.
func (m marked) write(w *strings.Builder) error {
	w.WriteString("  \"marks\": [")
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
			return err
		}
		if i > 0 {
			w.WriteByte(',')
		}
		w.WriteString("\n    " + line)
	}
	w.WriteString("\n  ]")
	return nil
}

// plain returns JSON without escapes for HTML, which is shorter and easier to read.
func plain(v any) (string, error) {
	var text strings.Builder
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return strings.TrimSuffix(text.String(), "\n"), err
}
