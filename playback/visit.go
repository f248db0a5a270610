package playback

import (
	"errors"
	"os"
	"path/filepath"

	"ffkvadrat/decode"
)

// Memory remembers the videos that were played. Any goroutine may call it.
type Memory interface {
	// Begin notes that a video begins, and returns where to continue in it, in seconds; 0 for the start.
	Begin(f File) (position float64, err error)
	// Keep stores a position for the next time that the video begins.
	Keep(path string, position float64) error
	// Recent returns the absolute paths of the videos that were played, the newest first.
	Recent() ([]string, error)
}

// File identifies a remembered video.
type File struct {
	Path string // absolute
	Size int64  // in bytes, 0 for a sequence of pictures
}

// Recent is a recently played video.
type Recent struct {
	Path string
	Gone bool // it no longer exists
}

// visit is the memory's answer when a video begins.
type visit struct {
	from   float64 // stored position in seconds; 0 for the start
	recent []Recent
	file   File  // zero if the video is not remembered
	err    error // why the memory could not be used
}

// file returns the file of a video that is remembered. It is zero for others: pipes, and
// the video that was made for this run.
func (o *Options) file(path string) File {
	if o.Memory == nil || path == o.Passing {
		return File{}
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return File{}
	}
	if decode.IsSequence(path) {
		return File{Path: absolute}
	}
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return File{}
	}
	return File{Path: absolute, Size: info.Size()}
}

// gone reports whether a remembered video, or the folder of a sequence, no longer exists.
func gone(path string) bool {
	if decode.IsSequence(path) {
		path = filepath.Dir(path)
	}
	_, err := os.Stat(path)
	return errors.Is(err, os.ErrNotExist)
}

// visit notes that a video begins. Any goroutine may call it.
func (o *Options) visit(path string) visit {
	if o.Memory == nil {
		return visit{}
	}
	var v visit
	if v.file = o.file(path); v.file != (File{}) {
		v.from, v.err = o.Memory.Begin(v.file)
	}
	paths, err := o.Memory.Recent()
	if v.err == nil {
		v.err = err
	}
	for _, path := range paths {
		v.recent = append(v.recent, Recent{Path: path, Gone: gone(path)})
	}
	return v
}

// Keep stores the video's position for the next time. At the video's end, and for
// videos that are not remembered, it does nothing.
func (p *Playback) Keep() error {
	f := p.opt.file(p.video.Path)
	if f == (File{}) || p.transport.Ended() {
		return nil
	}
	return p.opt.Memory.Keep(f.Path, p.transport.Screen())
}
