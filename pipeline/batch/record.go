package batch

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"
	"unicode/utf8"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/decode"
	"ffkvadrat/decode/sequence"
	"ffkvadrat/pipeline/quads"
)

// record is a line of the journal: a finished output, its source and its settings.
type record struct {
	Output   name     `json:"output"` // relative to the folder
	File     stamp    `json:"file"`   // the output's
	Source   name     `json:"source"` // the video, in the user's form
	From     stamp    `json:"source_file"`
	Round    int64    `json:"round,omitempty"` // with a queue; see event
	Settings settings `json:"settings"`
	Frames   int64    `json:"frames"`
	LeftOut  int64    `json:"left_out,omitempty"`
	Missing  int      `json:"missing,omitempty"` // see decode.Faults
	Blocks   int      `json:"blocks,omitempty"`  // see decode.Faults
	Full     bool     `json:"full,omitempty"`
	NoBlocks string   `json:"untold,omitempty"` // the codec of a partition.NoBlocksError
	Faults   [3]int   `json:"faults"`           // packets, decoding, reading
	First    string   `json:"first_fault,omitempty"`
}

// name is a file name with arbitrary bytes. The journal has "%", and bytes that are not UTF-8, as
// %XX.
type name string

// MarshalText implements [encoding.TextMarshaler], for encoding/json.
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

// UnmarshalText implements [encoding.TextUnmarshaler], for encoding/json.
func (n *name) UnmarshalText(text []byte) error {
	s, err := url.PathUnescape(string(text))
	*n = name(s)
	return err
}

// stamp identifies one state of a file. Two files may have the same size and the same time. Number
// and Changed distinguish them: the file's number in its file system (inode), and the time of the
// last change of anything about it (ctime), which no program can set. Outputs have neither, because
// a copy of the folder must be as good as the folder.
//
// Numbered pictures have the sum of their sizes, the latest of their times, and a hash of all numbers,
// sizes and times.
type stamp struct {
	Size     int64     `json:"size"`
	ModTime  time.Time `json:"mtime"`
	Number   uint64    `json:"inode,omitempty"`
	Changed  time.Time `json:"ctime,omitzero"`
	Pictures string    `json:"pictures,omitempty"`
}

// stampOf returns the stamp of a regular file, or of the pictures of a pattern.
func stampOf(name string) (s stamp, ok bool) {
	info, err := os.Stat(name)
	switch {
	case err != nil && decode.IsSequence(name):
		return stampOfPictures(name)
	case err != nil || !info.Mode().IsRegular():
		return s, false
	}
	return stampFrom(info), true
}

func stampOfPictures(name string) (s stamp, ok bool) {
	pattern, _ := sequence.Parse(name)
	pictures, err := sequence.Find(pattern)
	if err != nil {
		return s, false
	}
	hash := sha256.New()
	for _, n := range pictures.Numbers {
		info, err := os.Stat(pictures.Name(n))
		if err != nil || !info.Mode().IsRegular() {
			return stamp{}, false
		}
		s.Size += info.Size()
		if changed := info.ModTime().UTC(); changed.After(s.ModTime) {
			s.ModTime = changed
		}
		fmt.Fprintln(hash, n, info.Size(), info.ModTime().UnixNano())
	}
	s.Pictures = hex.EncodeToString(hash.Sum(nil)[:8])
	return s, true
}

func stampFrom(info fs.FileInfo) stamp {
	s := stamp{Size: info.Size(), ModTime: info.ModTime().UTC()}
	s.Number, s.Changed = inode(info)
	return s
}

// output returns the stamp without the fields that a copy of the file would change.
func (s stamp) output() stamp { return stamp{Size: s.Size, ModTime: s.ModTime} }

// same reports whether two stamps have the same size and time, as different files may have.
func (s stamp) same(t stamp) bool {
	return s.Size == t.Size && s.ModTime.Equal(t.ModTime) && s.Pictures == t.Pictures
}

// is reports whether two stamps are of one file in one state.
func (s stamp) is(t stamp) bool { return s.fine() && s.key() == t.key() }

// fine reports whether another state would have another stamp. On file systems that count whole
// seconds, two states in one second have the same.
func (s stamp) fine() bool { return s.Number != 0 && s.Changed.Nanosecond() != 0 }

// stampKey is a stamp that can be compared with ==.
type stampKey struct{ size, modified, number, changed int64 }

func (s stamp) key() stampKey {
	return stampKey{s.Size, s.ModTime.UnixNano(), int64(s.Number), s.Changed.UnixNano()}
}

// madeFrom reports whether an output was made from the video at a path. A relative path may also
// name a file in another folder, with the same size and time.
func (r *record) madeFrom(path string, source stamp) bool {
	return string(r.Source) == path && r.From.same(source) &&
		(filepath.IsAbs(path) || r.From.Number == 0 || r.From.Number == source.Number)
}

// report returns the report of the export that made the output.
func (r *record) report() quads.Report {
	report := quads.Report{Frames: r.Frames, LeftOut: r.LeftOut, Full: r.Full}
	if r.NoBlocks != "" {
		report.NoBlocks = &partition.NoBlocksError{Codec: r.NoBlocks}
	}
	report.Faults = decode.Faults{Packets: r.Faults[0], Decode: r.Faults[1], Read: r.Faults[2], Missing: r.Missing, Blocks: r.Blocks}
	if r.First != "" {
		report.Faults.First = errors.New(r.First)
	}
	return report
}
