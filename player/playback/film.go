package playback

import (
	"context"

	"ffkvadrat/decode"
	"ffkvadrat/player/feed"
)

// Film is an open film: its video, the pictures that are decoded ahead, and its sound.
type Film struct {
	Path   string
	Info   decode.Info     // Frames is corrected at the end
	Ctx    context.Context // of all that belongs to it
	cancel context.CancelFunc
	video  *decode.Video
	failed bool // decoding ended with an error

	visited <-chan visit // of the first film
	visit   visit

	feed    *feed.Feed
	queue   []feed.Item  // received, at most two, none stale
	opening <-chan track // nil once the sound is there, or there is none
	track   track
	others  []func() // see OnClose
}

// newFilm opens a film; it neither decodes ahead nor sounds before start.
// cancel ends ctx, which is the film's from now on, and with it what is under
// way. Errors are those of decode.OpenVideo.
func newFilm(ctx context.Context, cancel context.CancelFunc, path string, stream int) (*Film, error) {
	video, err := decode.OpenVideo(ctx, path, decode.Options{Stream: stream})
	if err != nil {
		cancel()
		return nil, err
	}
	return &Film{Path: path, video: video, Info: video.Info(), Ctx: ctx, cancel: cancel}, nil
}

// start begins to decode and, with a speaker, to open the sound. wake is called
// when pictures came in, opened when the sound is there.
func (f *Film) start(wake func(), sound Speaker, opened func()) {
	f.feed = feed.New(f.video, wake)
	if sound != nil {
		f.opening = startTrack(f.Ctx, f.Path, f.Info.Start, sound, opened)
	}
}

// OnClose has f called when the film is closed, in a goroutine, after its context ended.
func (f *Film) OnClose(other func()) { f.others = append(f.others, other) }

// Recent are the films that were played before, the last one first.
func (f *Film) Recent() []Recent { return f.visit.recent }

func (f *Film) pop() {
	n := copy(f.queue, f.queue[1:])
	f.queue = f.queue[:n]
}

// discard empties the queue.
func (f *Film) discard() {
	for _, item := range f.queue {
		item.Frame.Release()
	}
	f.queue = f.queue[:0]
}

// close ends the film and waits for what belongs to it. Frames taken from it
// stay valid until their Release. Any goroutine may call it, as the last one
// that uses the film.
func (f *Film) close() decode.Faults {
	f.cancel()
	if f.feed != nil {
		f.feed.Close()
	}
	f.discard()
	if f.opening != nil {
		f.track = <-f.opening
	}
	f.track.close()
	for _, other := range f.others {
		other()
	}
	faults := f.video.Faults()
	f.video.Close()
	return faults
}
