// Package storedfile opens a file of stored quads for the video that plays, and counts its quads for
// the timeline.
//
// Input is a path or a [stored.Opening]; output is a [File]. An [Opening] reads in a goroutine, which
// ends when it has read everything or with [Opening.Stop]; [File.Survey] starts another, which ends
// with [File.Close]. Their methods belong to one goroutine.
package storedfile

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"ffkvadrat/decode"
	"ffkvadrat/measure/survey"
	"ffkvadrat/player/quantity"
	"ffkvadrat/quadfile"
	"ffkvadrat/quadfile/stored"
)

// plain is the extension of JSON files, which can also be settings.
const plain = ".json"

// Named reports whether a file has stored quads, by its name.
func Named(name string) bool {
	format, err := quadfile.FormatForName(strings.ToLower(name))
	if err != nil || strings.HasPrefix(filepath.Base(name), ".") {
		return false
	}
	if format == quadfile.CSV || format == quadfile.YUView {
		return true
	}
	return format.Has(quadfile.Readable) && !strings.EqualFold(filepath.Ext(name), plain)
}

// Is reports whether a file has stored quads, by its name, or else by its first bytes.
func Is(path string) bool {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return false
	}
	if !strings.EqualFold(filepath.Ext(path), plain) {
		return Named(path)
	}
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	head, _ := io.ReadAll(io.LimitReader(file, 512))
	return bytes.Contains(head, []byte(`"`+quadfile.Name+`"`))
}

// File is an open file of stored quads. The zero value is none.
type File struct {
	Path  string
	Video *stored.Video // nil for none
	Lists *survey.Lists // its counts over time, after Survey
}

// Name returns the file's name without its folders.
func (f *File) Name() string { return filepath.Base(f.Path) }

// Close closes the file.
func (f *File) Close() {
	f.Lists.Close()
	if f.Video != nil {
		f.Video.Close()
	}
	*f = File{}
}

// Survey counts the quads of all lists in a goroutine, which calls news. info describes the video.
func (f *File) Survey(ctx context.Context, info *decode.Info, news func()) {
	video := f.Video
	_, whole := video.Header()
	start, apart := info.Start, 0. // approximate seconds per frame
	if rate := info.AvgFrameRate.Float(); rate > 0 {
		apart = 1 / rate
	}
	read := func(ctx context.Context, take func(survey.Reading)) error {
		var before survey.Reading
		held := false
		err := video.Each(ctx, func(q *quadfile.Frame) {
			now := survey.Reading{Time: q.Time - start, Duration: apart, Index: q.Index, Type: '?', Quads: len(q.Quads), Coverage: stored.Coverage(q)}
			switch {
			case q.HasPTS:
				now.Time = float64(q.PTS)*info.TimeBase.Float() - start
			case !whole && q.Index >= 0: // YUView's statistics have no times
				now.Time = float64(q.Index) * apart
			}
			if held {
				if before.Index < 0 || now.Index < 0 || now.Index == before.Index+1 {
					before.Duration = now.Time - before.Time
				}
				take(before)
			}
			before, held = now, true
		})
		if held {
			take(before)
		}
		return err
	}
	f.Lists = survey.ReadLists(ctx, read, news)
}

// Check returns an error if a file of stored quads belongs to another video, as far as it has been
// read.
func Check(o *stored.Opening, path string, info *decode.Info) error {
	header, whole := o.Header()
	s, base := &header.Source, info.TimeBase
	switch {
	case s.Width != info.Width || s.Height != info.Height:
		return another(info, path, "its pictures are %d×%d, not %d×%d", s.Width, s.Height, info.Width, info.Height)
	case whole && int64(s.TimeBase.Num)*int64(base.Den) != int64(base.Num)*int64(s.TimeBase.Den):
		return another(info, path, "its time base is %d/%d, not %d/%d", s.TimeBase.Num, s.TimeBase.Den, base.Num, base.Den)
	}
	frames, _ := o.Len()
	return checkLength(frames, path, info)
}

// checkLength returns an error if a file has more frames than the video.
func checkLength(frames int, path string, info *decode.Info) error {
	if info.Frames > 0 && int64(frames) > info.Frames {
		return another(info, path, "it has %s, not %d", quantity.Count(int64(frames), "frame"), info.Frames)
	}
	return nil
}

func another(info *decode.Info, path, format string, args ...any) error {
	return fmt.Errorf("player: %s: of another %s: %s", path, info.Thing(), fmt.Sprintf(format, args...))
}
