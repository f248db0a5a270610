package survey

import (
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"ffkvadrat/atomicfile/statefile"
	"ffkvadrat/decode"
)

// Poster is a small picture of a video, with facts about the video. It is immutable.
type Poster struct {
	Image *image.RGBA // nil on errors
	Info  decode.Info // valid if Err is nil
	Err   error       // why there is no image; matches fs.ErrNotExist if the file does not exist
}

const (
	posterTime   = 20 * time.Second // time limit for making one
	posterPixels = 1 << 26          // maximum size of a frame
	mostPosters  = 64               // maximum number stored; the oldest is dropped
)

// Posters makes posters of videos one by one, in a goroutine on a thread of low priority. Methods
// may be called from any goroutine; only Close waits for the work.
type Posters struct {
	side int
	wake func()
	done chan struct{}
	news chan struct{}

	ctx    context.Context
	cancel context.CancelFunc

	mu     sync.Mutex
	wanted []string
	now    string // current video, or ""
	stop   context.CancelFunc
	made   map[string]*Poster
	order  []string // of made, oldest first
}

// NewPosters starts making posters; side is the longer side in pixels. wake is called from the
// goroutine for each new poster. The goroutine ends with Close or with ctx, which also limits what
// may be opened.
func NewPosters(ctx context.Context, side int, wake func()) *Posters {
	p := &Posters{side: side, wake: wake, done: make(chan struct{}), news: make(chan struct{}, 1), made: map[string]*Poster{}}
	p.ctx, p.cancel = context.WithCancel(ctx)
	go p.work()
	return p
}

// Close ends the goroutine and waits for it. A nil Posters is ignored.
func (p *Posters) Close() {
	if p == nil {
		return
	}
	p.cancel()
	<-p.done
}

// Want sets the videos to make posters of, the most urgent first, as absolute paths. It cancels the
// current poster if it is no longer wanted.
func (p *Posters) Want(paths []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if slices.Equal(paths, p.wanted) {
		return
	}
	p.wanted = append(p.wanted[:0], paths...)
	if p.now != "" && !slices.Contains(paths, p.now) {
		p.stop()
	}
	select {
	case p.news <- struct{}{}:
	default: // a signal is already pending
	}
}

// Of returns the poster of a video, or nil if it has not been made.
func (p *Posters) Of(path string) *Poster {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.made[path]
}

// Retry drops the posters without an image, so that their videos are tried again.
func (p *Posters) Retry() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.order = slices.DeleteFunc(p.order, func(path string) bool {
		bad := p.made[path].Err != nil
		if bad {
			delete(p.made, path)
		}
		return bad
	})
}

// work is the worker loop. It ends with the context.
func (p *Posters) work() {
	defer close(p.done)
	runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
	LowerPriority()
	for {
		path, ctx := p.next()
		if path == "" {
			select {
			case <-p.news:
				continue
			case <-p.ctx.Done():
				return
			}
		}
		made := MakePoster(ctx, path, p.side)
		if p.ctx.Err() != nil {
			return
		}
		if p.put(ctx, path, made) {
			p.wake()
		}
	}
}

// next starts the most urgent poster; the path is empty if there is nothing to do.
func (p *Posters) next() (string, context.Context) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ctx.Err() != nil {
		return "", nil
	}
	for _, path := range p.wanted {
		if p.made[path] == nil {
			ctx, stop := context.WithTimeout(p.ctx, posterTime)
			p.now, p.stop = path, stop
			return path, ctx
		}
	}
	return "", nil
}

// put stores a poster unless it was cancelled.
func (p *Posters) put(ctx context.Context, path string, made *Poster) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	given := errors.Is(ctx.Err(), context.Canceled)
	p.stop()
	p.now = ""
	if given {
		return false
	}
	if len(p.order) >= mostPosters {
		i := max(slices.IndexFunc(p.order, func(path string) bool { return !slices.Contains(p.wanted, path) }), 0)
		delete(p.made, p.order[i])
		p.order = slices.Delete(p.order, i, i+1)
	}
	p.made[path], p.order = made, append(p.order, path)
	return true
}

// MakePoster makes a video's poster, whose longer side has a number of pixels. path is absolute.
func MakePoster(ctx context.Context, path string, side int) *Poster {
	return made(ctx, path, side, (*painter).choose)
}

// FirstFrame does the same with the video's first frame, whatever that shows.
func FirstFrame(ctx context.Context, path string, side int) *Poster {
	return made(ctx, path, side, (*painter).first)
}

// made makes the poster that a function chooses.
func made(ctx context.Context, path string, side int, choose func(*painter, *decode.Video) error) *Poster {
	p, err := poster(ctx, path, side, choose)
	if err != nil {
		return &Poster{Err: fmt.Errorf("survey: poster of %q: %w", path, err)}
	}
	return p
}

func poster(ctx context.Context, path string, side int, choose func(*painter, *decode.Video) error) (*Poster, error) {
	if !filepath.IsAbs(path) { // excludes URLs
		return nil, errors.New("no absolute path")
	}
	// Reading a pipe would block and take data from it.
	f, err := statefile.OpenNamed(path)
	if err != nil {
		return nil, err
	}
	f.Close()
	ctx = decode.WithAccess(ctx, decode.Access{MaxPixels: posterPixels})
	video, err := decode.OpenVideo(ctx, path, decode.Options{Stream: decode.Best, Threads: 1, Software: true})
	if err != nil {
		return nil, err
	}
	defer video.Close()
	made := painter{info: video.Info(), side: side}
	if err := choose(&made, video); err != nil {
		return nil, err
	}
	return &Poster{Image: made.image, Info: made.info}, nil
}

// Gone reports whether the video's file does not exist.
func (p *Poster) Gone() bool { return p != nil && errors.Is(p.Err, os.ErrNotExist) }
