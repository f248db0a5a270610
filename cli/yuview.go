package cli

import (
	"path/filepath"
	"strings"

	"ffkvadrat/export"
)

// playlist is the name of the .yuvplaylist beside the output; "" where there
// is none: with another format, and where YUView could not open the output.
func (c *exportCommand) playlist() string {
	format, compression, err := c.format()
	name := string(c.Output)
	stem, ok := strings.CutSuffix(name, ".csv")
	if err != nil || format != export.YUView || compression != export.Plain || !ok || !replaceable(name) {
		return ""
	}
	return strings.TrimSuffix(stem, ".yuview") + ".yuvplaylist"
}

// writePlaylist puts a playlist beside the statistics. video is empty where it
// does not outlast the program.
func writePlaylist(e *environment, name string, h export.Header, video, statistics string) error {
	if video != "" {
		var err error
		if video, err = relative(filepath.Dir(name), video); err != nil {
			return err
		}
	}
	out, err := create(e, name)
	if err != nil {
		return err
	}
	defer out.Abort()
	if err := export.WritePlaylist(out, h, video, filepath.Base(statistics)); err != nil {
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
