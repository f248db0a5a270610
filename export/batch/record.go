package batch

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"time"
	"unicode/utf8"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/decode"
	"ffkvadrat/export/quads"
)

// record is a line of the journal: a finished output, its source and its
// settings.
type record struct {
	Output   name     `json:"output"` // relative to the folder
	File     stamp    `json:"file"`   // the output's
	Source   name     `json:"source"` // the video, in the user's form
	From     stamp    `json:"source_file"`
	Settings settings `json:"settings"`
	Frames   int64    `json:"frames"`
	LeftOut  int64    `json:"left_out,omitempty"`
	Full     bool     `json:"full,omitempty"`
	Untold   string   `json:"untold,omitempty"` // the codec of a partition.UntoldError
	Faults   [3]int   `json:"faults"`           // packets, decoding, reading
	First    string   `json:"first_fault,omitempty"`
}

// name is a file name of any bytes. In the journal, bytes that are not UTF-8,
// and "%", are written %XX.
type name string

// MarshalText is called by encoding/json.
func (n name) MarshalText() ([]byte, error) {
	var text []byte
	for i := 0; i < len(n); {
		r, size := utf8.DecodeRuneInString(string(n[i:]))
		if r == '%' || r == utf8.RuneError && size == 1 {
			text = fmt.Appendf(text, "%%%02X", n[i])
		} else {
			text = append(text, n[i:i+size]...)
		}
		i += size
	}
	return text, nil
}

// UnmarshalText is called by encoding/json.
func (n *name) UnmarshalText(text []byte) error {
	s, err := url.PathUnescape(string(text))
	*n = name(s)
	return err
}

// stamp identifies one state of a file.
type stamp struct {
	Size    int64     `json:"size"`
	ModTime time.Time `json:"mtime"`
}

// stampOf returns the stamp of a regular file.
func stampOf(name string) (s stamp, ok bool) {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return s, false
	}
	return stamp{info.Size(), info.ModTime().UTC()}, true
}

func (s stamp) same(t stamp) bool { return s.Size == t.Size && s.ModTime.Equal(t.ModTime) }

// report returns the report of the job that made the output.
func (r *record) report() quads.Report {
	report := quads.Report{Frames: r.Frames, LeftOut: r.LeftOut, Full: r.Full}
	if r.Untold != "" {
		report.Untold = &partition.UntoldError{Codec: r.Untold}
	}
	report.Faults = decode.Faults{Packets: r.Faults[0], Decode: r.Faults[1], Read: r.Faults[2]}
	if r.First != "" {
		report.Faults.First = errors.New(r.First)
	}
	return report
}
