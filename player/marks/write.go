package marks

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"ffkvadrat/measure/edl"
)

// Video is what the written files say about the video besides its marks.
type Video struct {
	Name  string  // of the file
	Start float64 // the first picture's time, seconds of the stream's clock
	Rate  float64 // pictures a second, on average; 0 if unknown
}

// Format is a kind of written file.
type Format uint8

const (
	CSV Format = iota
	EDL
	FormatCount // number of formats
)

var formats = [FormatCount]struct {
	ending, title string
	write         func(List, io.Writer, Video) error
}{
	CSV: {".csv", "CSV, for spreadsheets", List.WriteCSV},
	EDL: {".edl", "EDL, for editing", List.WriteEDL},
}

// Ending returns the ending of names of files of the format.
func (f Format) Ending() string { return formats[f].ending }

// Title returns the player's name for the format.
func (f Format) Title() string { return formats[f].title }

// Write writes a list in a format.
func (f Format) Write(w io.Writer, l List, video Video) error { return formats[f].write(l, w, video) }

// WriteCSV writes a line with names and one line for each mark, as RFC 4180 has
// it. Unknown values are empty. Spreadsheets take text for a formula that
// begins with =, +, - or @: such a note gets an apostrophe before it, as does
// one that begins with an apostrophe.
func (l List) WriteCSV(w io.Writer, video Video) error {
	lines := csv.NewWriter(w)
	lines.UseCRLF = true
	// Write's errors come again from Error.
	_ = lines.Write([]string{"frame", "frame_index", "pts", "pts_time", "time", "note"})
	for i := range l {
		m := &l[i]
		var frame, index, pts string
		if m.Index >= 0 {
			frame, index = strconv.FormatInt(m.Index+1, 10), strconv.FormatInt(m.Index, 10)
		}
		if m.HasPTS {
			pts = strconv.FormatInt(m.PTS, 10)
		}
		note := m.Note
		if note != "" && strings.ContainsRune("=+-@'", rune(note[0])) {
			note = "'" + note
		}
		_ = lines.Write([]string{frame, index, pts, strconv.FormatFloat(video.Start+m.Time, 'f', 6, 64), clock(m.Time), note})
	}
	lines.Flush()
	if err := lines.Error(); err != nil {
		return fmt.Errorf("marks: write CSV: %w", err)
	}
	return nil
}

// clock writes a time as HH:MM:SS.mmm.
func clock(t float64) string {
	ms := int64(math.Round(t * 1000))
	return fmt.Sprintf("%02d:%02d:%02d.%03d", ms/3600000, ms/60000%60, ms/1000%60, ms%1000)
}

// WriteEDL writes an edit decision list in the form CMX 3600: each mark is an
// event of one picture, with its note as a locator and as DaVinci Resolve
// writes markers. Timecodes begin with 0 at the video's first picture and count
// at its average frame rate, whatever the distances of its pictures. Without a
// frame rate there are none: that is an error.
func (l List) WriteEDL(w io.Writer, video Video) error {
	list, err := edl.New(Clean(video.Name), video.Rate)
	if err != nil {
		return fmt.Errorf("marks: write EDL: %w", err)
	}
	for i := range l {
		m := &l[i]
		at := int64(math.Round(m.Time * video.Rate))
		note := m.Note
		if note == "" {
			note = "Mark " + strconv.Itoa(i+1)
		}
		list.Event(at, at+1, at,
			fmt.Sprintf(" |C:ResolveColorGreen |M:%s |D:1", edl.InTags(note)),
			fmt.Sprintf("* LOC: %s GREEN   %s", list.Timecode(at), note))
	}
	if _, err := io.WriteString(w, list.String()); err != nil {
		return fmt.Errorf("marks: write EDL: %w", err)
	}
	return nil
}
