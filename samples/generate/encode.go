package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// ffmpegArgs returns the command line that reads raw frames from standard input and raw sound from file
// descriptor 3, and writes the clip to out. bitexact keeps versions and dates out of the file; a single
// thread makes x264 repeatable.
func (c clip) ffmpegArgs(out string) []string {
	args := []string{"-hide_banner", "-loglevel", "error", "-y"}
	if c.width > 0 {
		args = append(args, "-f", "rawvideo", "-pixel_format", c.pixels,
			"-video_size", fmt.Sprintf("%dx%d", c.width, c.height),
			"-framerate", fmt.Sprint(frameRate), "-i", "pipe:0")
	}
	if c.sound {
		args = append(args, "-f", "s16le", "-ar", fmt.Sprint(sampleRate), "-ac", "2", "-i", "pipe:3")
	}
	args = append(args, c.args...)
	return append(args, "-threads", "1", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-flags:a", "+bitexact", out)
}

// write renders the clip into a file in dir.
func (c clip) write(s *scene, dir string) error {
	path := filepath.Join(dir, c.name)
	if err := c.encode(s, path); err != nil {
		return err
	}
	if c.finish == nil {
		return nil
	}
	file, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := c.finish(file, c); err != nil {
		return fmt.Errorf("%s: %w", c.name, err)
	}
	return os.WriteFile(path, file, 0o644)
}

// encode renders the clip and writes it to path with ffmpeg.
func (c clip) encode(s *scene, path string) (err error) {
	cmd := exec.Command("ffmpeg", c.ffmpegArgs(path)...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	var writers []func() error
	if c.width > 0 {
		in, err := cmd.StdinPipe()
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		writers = append(writers, func() error { return closing(in, c.writeFrames(in, s)) })
	}
	if c.sound {
		r, w, err := os.Pipe()
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		defer r.Close()
		cmd.ExtraFiles = []*os.File{r} // file descriptor 3
		writers = append(writers, func() error {
			_, err := w.Write(sound(c.first, c.frames))
			return closing(w, err)
		})
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("%s: %w", c.name, err)
	}
	for _, f := range cmd.ExtraFiles {
		f.Close() // ffmpeg has a duplicate; ours would keep a broken pipe open
	}
	results := make(chan error)
	for _, write := range writers {
		go func() { results <- write() }()
	}
	for range writers {
		err = errors.Join(err, <-results)
	}
	if werr := cmd.Wait(); werr != nil {
		return fmt.Errorf("%s: ffmpeg: %w: %s", c.name, werr, strings.TrimSpace(stderr.String()))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", c.name, err)
	}
	return nil
}

// closing closes w and returns the first of the two errors.
func closing(w io.Closer, err error) error {
	if cerr := w.Close(); err == nil {
		err = cerr
	}
	return err
}

func (c clip) writeFrames(w io.Writer, s *scene) error {
	for n := c.first; n < c.first+c.frames; n++ {
		picture := s.frame(n).resample(c.width, c.height)
		if _, err := w.Write(picture.raw(c.pixels, c.matrix, c.full)); err != nil {
			return err
		}
	}
	return nil
}
