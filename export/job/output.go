package job

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"ffkvadrat/atomicfile"
	"ffkvadrat/decode"
	"ffkvadrat/export"
)

// output is compressed bytes on their way to a file or a stream.
type output struct {
	io.WriteCloser                  // the compression
	file           *atomicfile.File // nil for a stream
}

func (o *Options) create() (out output, err error) {
	to := o.To
	if to == nil {
		if out.file, err = atomicfile.Create(o.Out); err != nil {
			return out, err
		}
		to = out.file
	}
	if out.WriteCloser, err = export.Compress(to, o.Compression); err != nil {
		out.Abort()
	}
	return out, err
}

// Commit ends the compression and gives the file its name.
func (o output) Commit() error {
	if err := o.Close(); err != nil || o.file == nil {
		return err
	}
	return o.file.Commit()
}

// Abort takes the file away, unless it has its name.
func (o output) Abort() {
	if o.file != nil {
		o.file.Abort()
	}
}

// replaceable reports whether what was written to the output can be taken back.
func (o *Options) replaceable() bool {
	if o.To != nil {
		return false
	}
	info, err := os.Stat(o.Out)
	return err != nil || info.Mode().IsRegular()
}

// Outputs are the names of the files that the job writes: the export, and the
// playlist where there is one.
func (o *Options) Outputs() []string {
	if playlist := o.playlist(); playlist != "" {
		return []string{o.Out, playlist}
	}
	return []string{o.Out}
}

// playlist is the name of the .yuvplaylist beside the output, or "".
func (o *Options) playlist() string {
	stem, ok := strings.CutSuffix(o.Out, ".csv")
	if !o.Playlist || o.Format != export.YUView || o.Compression != export.Plain || !ok || !o.replaceable() {
		return ""
	}
	return strings.TrimSuffix(stem, ".yuview") + ".yuvplaylist"
}

// writePlaylist puts a playlist beside the statistics. A video that does not
// outlast the program, or lies on a server, is not in it.
func (o *Options) writePlaylist(h export.Header) error {
	name := o.playlist()
	if name == "" {
		return nil
	}
	video := ""
	if o.Name == "" && !decode.IsURL(o.Path) {
		var err error
		if video, err = relative(filepath.Dir(name), o.Path); err != nil {
			return err
		}
	}
	out, err := atomicfile.Create(name)
	if err != nil {
		return err
	}
	defer out.Abort()
	if err := export.WritePlaylist(out, h, video, filepath.Base(o.Out)); err != nil {
		return err
	}
	return out.Commit()
}

// relative is a file's name as seen from a folder.
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
