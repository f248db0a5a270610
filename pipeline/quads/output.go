package quads

import (
	"io"
	"path/filepath"
	"strings"

	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/decode"
	"ffkvadrat/pipeline"
	"ffkvadrat/quadfile"
)

// Outputs returns the names of the output files: the export and, if there is one, the playlist or
// the table of frames.
func (o *Options) Outputs() []string {
	for _, companion := range [...]string{o.playlist(), o.Frames()} {
		if companion != "" {
			return []string{o.Out, companion}
		}
	}
	return []string{o.Out}
}

// Frames returns the name of the table of frames next to the output, or "": summaries are such
// tables themselves, and an output that is not a file has no neighbours.
func (o *Options) Frames() string {
	extension := o.Format.Frames()
	if extension == "" || o.Summary || o.To != nil || o.Out == "-" || !pipeline.Replaceable(o.Out) {
		return ""
	}
	return strings.TrimSuffix(o.Out, o.Format.Extension()) + extension
}

// playlist returns the name of the .yuvplaylist next to the output, or "".
func (o *Options) playlist() string {
	if !o.Playlist || o.Format != quadfile.YUView || o.Compression != streams.Plain || o.To != nil || !pipeline.Replaceable(o.Out) {
		return ""
	}
	return PlaylistName(o.Out)
}

// PlaylistName returns the name of the .yuvplaylist next to a file of statistics, or "" if YUView does not
// open a file of this name.
func PlaylistName(statistics string) string {
	stem, ok := strings.CutSuffix(statistics, ".csv")
	if !ok {
		return ""
	}
	return strings.TrimSuffix(stem, ".yuview") + ".yuvplaylist"
}

// WritePlaylist writes the .yuvplaylist next to a file of statistics. shown is the name of their type 0,
// which is shown at the start. The playlist leaves out a video that is temporary, on a server, or live.
func WritePlaylist(w io.Writer, s *quadfile.Source, shown, path string, temporary bool, statistics string) error {
	video := ""
	if !temporary && !decode.IsURL(path) {
		var err error
		if video, err = relative(filepath.Dir(statistics), path); err != nil {
			return err
		}
	}
	return quadfile.WritePlaylist(w, s, shown, video, filepath.Base(statistics))
}

// relative returns a file's name relative to a folder, with / between folders on every system.
func relative(folder, file string) (string, error) {
	from, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	to, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	name, err := filepath.Rel(from, to)
	return filepath.ToSlash(name), err
}
