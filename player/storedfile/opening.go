package storedfile

import (
	"context"
	"path/filepath"
	"sync/atomic"
	"time"

	"ffkvadrat/decode"
	"ffkvadrat/player/quantity"
	"ffkvadrat/quadfile/stored"
)

// Opening is a file that is being opened in a goroutine.
type Opening struct {
	path   string
	cancel context.CancelFunc
	frames atomic.Int64  // number of frames read
	done   chan struct{} // closed when the other fields are set
	video  *stored.Video
	err    error
}

// newsPause is the time between two calls of news while frames are read.
const newsPause = 250 * time.Millisecond

// Open opens a file for a video. The goroutine calls news while it reads, and then done.
func Open(ctx context.Context, path string, info decode.Info, news func(), done func(*Opening)) *Opening {
	ctx, cancel := context.WithCancel(ctx)
	return start(path, cancel, func() (*stored.Opening, error) {
		o, err := stored.Begin(ctx, path)
		if err == nil {
			if err = Check(o, path, &info); err != nil {
				o.Close()
			}
		}
		return o, err
	}, news, done)
}

// Read reads what remains of a file that has been opened.
func Read(o *stored.Opening, path string, news func(), done func(*Opening)) *Opening {
	return start(path, o.Stop, func() (*stored.Opening, error) { return o, nil }, news, done)
}

func start(path string, cancel context.CancelFunc, begin func() (*stored.Opening, error), news func(), done func(*Opening)) *Opening {
	r := &Opening{path: path, cancel: cancel, done: make(chan struct{})}
	go func() {
		var o *stored.Opening
		if o, r.err = begin(); r.err == nil {
			updated := time.Now()
			r.video, r.err = o.Read(func(frames int64) {
				r.frames.Store(frames)
				if time.Since(updated) > newsPause {
					updated = time.Now()
					news()
				}
			})
		}
		close(r.done)
		done(r)
	}()
	return r
}

// String says how far the reading is.
func (r *Opening) String() string {
	line := "reading " + filepath.Base(r.path) + " …"
	if n := r.frames.Load(); n > 0 {
		line += " " + quantity.Count(n, "frame")
	}
	return line
}

// File waits for the end and returns the file, which the caller closes. info describes the video.
func (r *Opening) File(info *decode.Info) (File, error) {
	<-r.done
	r.cancel()
	if r.err != nil {
		return File{}, r.err
	}
	if err := checkLength(r.video.Len(), r.path, info); err != nil {
		r.video.Close()
		return File{}, err
	}
	return File{Path: r.path, Video: r.video}, nil
}

// Stop cancels the opening and waits for its end.
func (r *Opening) Stop() {
	r.cancel()
	if <-r.done; r.err == nil {
		r.video.Close()
	}
}
