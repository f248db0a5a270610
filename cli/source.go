package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"ffkvadrat/decode"
	"ffkvadrat/samples"
)

// source is the part of the arguments that names the video.
type source struct {
	File   string `arg:"" optional:"" help:"Video or picture; the embedded sample without it."`
	Stream int    `default:"-1" help:"Index of the video stream (-1: FFmpeg's choice)."`
}

// locate is the path to open, the name to show, and what takes away what was
// made for it. The embedded sample becomes a temporary file.
func (f source) locate() (path, name string, remove func(), err error) {
	if f.File != "" {
		return f.File, f.File, func() {}, nil
	}
	dir, err := os.MkdirTemp("", "ffkvadrat-*")
	if err != nil {
		return "", "", nil, fmt.Errorf("unpack the embedded sample: %w", err)
	}
	remove = func() { os.RemoveAll(dir) }
	path = filepath.Join(dir, samples.Name)
	if err := os.WriteFile(path, samples.Sample(), 0o600); err != nil {
		remove()
		return "", "", nil, fmt.Errorf("unpack the embedded sample: %w", err)
	}
	return path, samples.Name, remove, nil
}

// clip is an open video.
type clip struct {
	*decode.Video
	name   string
	remove func()
}

func (s *session) open(f source) (*clip, error) {
	path, name, remove, err := f.locate()
	if err != nil {
		return nil, err
	}
	video, err := decode.OpenVideo(s.ctx, path, decode.Options{Stream: f.Stream})
	if err != nil {
		remove()
		return nil, readable(err)
	}
	return &clip{video, name, remove}, nil
}

// close ends the decoder and removes an unpacked sample.
func (c *clip) close() {
	c.Close()
	c.remove()
}

// damage is nil, or an error of status "partly" that says what was wrong with
// the input; done is what became of the job.
func damage(name string, faults decode.Faults, done string) error {
	if !faults.Any() {
		return nil
	}
	n := faults.Packets + faults.Decode + faults.Read
	return fmt.Errorf("%s: %w: %d faults, the first: %w; %s", name, errPartly, n, faults.First, done)
}

// readable drops the system call's name from a file error, which says nothing
// to a user.
func readable(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return fmt.Errorf("cannot open %s: %w", path.Path, path.Err)
	}
	return err
}
