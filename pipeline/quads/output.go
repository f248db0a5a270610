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
	stem, ok := strings.CutSuffix(o.Out, ".csv")
	if !o.Playlist || o.Format != quadfile.YUView || o.Compression != streams.Plain || !ok || o.To != nil || !pipeline.Replaceable(o.Out) {
		return ""
	}
	return strings.TrimSuffix(stem, ".yuview") + ".yuvplaylist"
}

// writePlaylist writes a playlist for the statistics. It leaves out a video that is temporary, on a
// server, or live.
func (o *Options) writePlaylist(w io.Writer, h quadfile.Header, live bool) error {
	video := ""
	if o.Name == "" && !live && !decode.IsURL(o.Path) {
		var err error
		if video, err = relative(filepath.Dir(o.Out), o.Path); err != nil {
			return err
		}
	}
	return quadfile.WritePlaylist(w, h, video, filepath.Base(o.Out))
}

// relative returns a file's name relative to a folder.
func relative(folder, file string) (string, error) {
	from, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	to, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	return filepath.Rel(from, to)
}
