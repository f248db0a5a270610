package player

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"ffkvadrat/decode"
	"ffkvadrat/gpu"
	"ffkvadrat/player/feed"
	"ffkvadrat/player/panel"
)

// film is an open film: its video, the pictures that are decoded ahead, its
// sound, and what is known of all of it.
type film struct {
	path   string
	video  *decode.Video
	info   decode.Info
	ctx    context.Context // of all that belongs to it
	cancel context.CancelFunc
	failed bool // decoding ended with an error
	visit  visit

	feed    *feed.Feed
	queue   []feed.Item  // received, at most two, none stale
	opening <-chan track // nil once the sound is there, or there is none
	track   track

	overview overview
}

// newFilm opens a film; it neither decodes ahead nor sounds before start.
// cancel ends ctx, which is the film's from now on, and with it what is under
// way. Errors are those of decode.OpenVideo.
func newFilm(ctx context.Context, cancel context.CancelFunc, path string, stream int) (*film, error) {
	video, err := decode.OpenVideo(ctx, path, decode.Options{Stream: stream})
	if err != nil {
		cancel()
		return nil, err
	}
	return &film{path: path, video: video, info: video.Info(), ctx: ctx, cancel: cancel}, nil
}

// start begins to decode and, with a speaker, to open the sound. wake is called
// where something has become ready.
func (f *film) start(wake func(), sound speaker) {
	f.feed = feed.New(f.video, wake)
	if sound != nil {
		f.opening = startTrack(f.ctx, f.path, f.info.Start, sound, wake)
	}
}

// close ends the film and waits for what belongs to it. Frames taken from it
// stay valid until their Release. Any goroutine may call it, as the last one
// that uses the film.
func (f *film) close() decode.Faults {
	f.cancel()
	if f.feed != nil {
		f.feed.Close()
	}
	for _, item := range f.queue {
		item.Frame.Release()
	}
	if f.opening != nil {
		f.track = <-f.opening
	}
	f.track.close()
	f.overview.close()
	faults := f.video.Faults()
	f.video.Close()
	return faults
}

// facts are what the panel tells about the film.
func (f *film) facts(caps *gpu.Caps) panel.Facts {
	return panel.Facts{
		Name:     filepath.Base(f.path),
		Codec:    f.info.Codec,
		Picture:  fmt.Sprintf("%d×%d %s", f.info.Width, f.info.Height, f.info.PixelFormat),
		Frames:   f.info.Frames,
		Duration: time.Duration(f.info.Duration * float64(time.Second)),
		Renderer: caps.Renderer,
		Software: caps.Software,
	}
}
