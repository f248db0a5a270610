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

// Video is what the files say about the video.
type Video struct {
	Name  string  // of the file
	Start float64 // time of the first frame in seconds of the stream's clock
	Rate  float64 // mean frames per second; 0 if unknown
}

// Format is a format of the files.
type Format uint8

const (
	CSV Format = iota
	EDL
	FormatCount // number of formats
)

var formats = [FormatCount]struct {
	extension, title string
	write            func(List, io.Writer, Video) error
}{
	CSV: {".csv", "CSV, for spreadsheets", List.WriteCSV},
	EDL: {".edl", "EDL, for editing", List.WriteEDL},
}

// Extension returns the extension of the format's files.
func (f Format) Extension() string { return formats[f].extension }

// Title returns the format's name in the player.
func (f Format) Title() string { return formats[f].title }

// Write writes a list in a format.
func (f Format) Write(w io.Writer, l List, video Video) error { return formats[f].write(l, w, video) }

// WriteCSV writes a header and one line per mark, as in RFC 4180. Unknown values are empty. Notes
// that begin with =, +, - or @ get an apostrophe before them, or spreadsheets would read them as
// formulas; so do notes that begin with an apostrophe.
func (l List) WriteCSV(w io.Writer, video Video) error {
	lines := csv.NewWriter(w)
	lines.UseCRLF = true
	// Error returns the errors of Write.
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

// clock formats a time as HH:MM:SS.mmm.
func clock(t float64) string {
	ms := int64(math.Round(t * 1000))
	return fmt.Sprintf("%02d:%02d:%02d.%03d", ms/3600000, ms/60000%60, ms/1000%60, ms%1000)
}

// WriteEDL writes an edit decision list in the format CMX 3600: each mark is an event of one frame,
// with its note as a locator and as a marker of DaVinci Resolve. Timecodes start with 0 at the
// first frame and count at the mean frame rate, also for variable frame rates. An unknown frame
// rate is an error.
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
