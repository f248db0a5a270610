package playback

import (
	"errors"
	"os"
	"path/filepath"

	"ffkvadrat/player/marks"
	"ffkvadrat/player/session"
)

// Recent is a video that was played before.
type Recent struct {
	Path string
	Gone bool // it no longer exists
}

// visit is the store's answer when a video begins.
type visit struct {
	from   float64 // the video's kept position in seconds; 0 for the start
	recent []Recent
	file   session.VideoFile // zero if the store does not remember the video
	marks  marks.List
	err    error // why the store could not be used
}

// remembered returns the absolute path of a video that the store remembers. It
// is empty for others: pipes, and the video that was made for this run.
func (o *Options) remembered(path string) string { return o.file(path).Path }

// file returns the same with the video's size.
func (o *Options) file(path string) session.VideoFile {
	if o.Store == nil || path == o.Passing {
		return session.VideoFile{}
	}
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return session.VideoFile{}
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return session.VideoFile{}
	}
	return session.VideoFile{Path: absolute, Size: info.Size()}
}

// visit tells the store that a video begins. Any goroutine may call it.
func (o *Options) visit(path string) visit {
	if o.Store == nil {
		return visit{}
	}
	var v visit
	if v.file = o.file(path); v.file.Path != "" {
		v.from, v.err = o.Store.Begin(v.file.Path)
		list, err := o.Store.Marks(v.file)
		if v.marks = list; v.err == nil {
			v.err = err
		}
	}
	videos, err := o.Store.Recent()
	if v.err == nil {
		v.err = err
	}
	for _, f := range videos {
		_, err := os.Stat(f.Path)
		v.recent = append(v.recent, Recent{Path: f.Path, Gone: errors.Is(err, os.ErrNotExist)})
	}
	return v
}

// Keep stores the video's position for the next time. At the video's end, and for
// videos that the store does not remember, it does nothing.
func (p *Playback) Keep() error {
	path := p.opt.remembered(p.video.Path)
	if path == "" || p.transport.Ended() {
		return nil
	}
	return p.opt.Store.Keep(path, p.transport.Screen())
}
