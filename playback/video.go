package playback

import (
	"context"

	"ffkvadrat/decode"
	"ffkvadrat/playback/feed"
	"ffkvadrat/yuv"
)

// Video is an open video with its queued frames and its sound.
type Video struct {
	Path   string
	Info   decode.Info     // Frames is corrected at the end
	Faults decode.Faults   // up to the frames received
	Ctx    context.Context // ends when the video is closed
	cancel context.CancelFunc
	video  *decode.Video
	failed bool // decoding has failed

	visited <-chan visit // receives the store's answer for the first video
	visit   visit

	feed    pictures
	live    *feed.Live   // equal to feed for a live source, else nil
	gone    bool         // the live source has ended
	queue   []feed.Item  // received items, at most two, none stale
	needs   yuv.Needs    // last argument of the feed's Need
	opening <-chan track // receives the sound; nil once received, or if there is none
	track   track
	others  []func() // functions of OnClose
}

// pictures are a video's frames, decoded in a goroutine.
type pictures interface {
	Items() <-chan feed.Item
	Serial() uint64
	Need(yuv.Needs)
	Seek(feed.Target)
	Close()
}

// newVideo opens a video; start begins decoding and sound. The video takes over ctx; cancel ends
// ctx and everything that uses it. Errors are those of decode.OpenVideo.
func newVideo(ctx context.Context, cancel context.CancelFunc, path string, with decode.Options) (*Video, error) {
	if decode.IsLive(ctx, path) {
		with.Surfaces = nil // many frames are cached, and a device has memory for few
	}
	video, err := decode.OpenVideo(ctx, path, with)
	if err != nil {
		cancel()
		return nil, err
	}
	return &Video{Path: path, video: video, Info: video.Info(), Ctx: ctx, cancel: cancel, needs: with.Needs}, nil
}

// start begins decoding and, if sound is not nil, opens the sound. A live source has no sound: it
// would have to be opened twice, and its frames do not wait for a clock. wake is called when frames
// have arrived, opened when the sound is open.
func (f *Video) start(wake func(), sound Speaker, opened func()) {
	if f.Info.Live {
		f.live = feed.NewLive(f.video, wake)
		f.feed = f.live
		return
	}
	f.feed = feed.New(f.video, f.needs, wake)
	if sound != nil {
		f.opening = startTrack(f.Ctx, f.Path, f.Info.Start, sound, opened)
	}
}

// OnClose registers a function that a goroutine calls when the video is closed, after its context
// has ended.
func (f *Video) OnClose(other func()) { f.others = append(f.others, other) }

// Recent returns the recent videos, newest first.
func (f *Video) Recent() []Recent { return f.visit.recent }

// File returns the video's file; its zero value means that the video is not remembered.
func (f *Video) File() File { return f.visit.file }

func (f *Video) pop() {
	n := copy(f.queue, f.queue[1:])
	f.queue = f.queue[:n]
}

// await waits for the memory's answer, if it was asked.
func (f *Video) await() {
	if f.visited != nil {
		f.visit, f.visited = <-f.visited, nil
	}
}

// discard empties the queue.
func (f *Video) discard() {
	for _, item := range f.queue {
		item.Frame.Release()
	}
	f.queue = f.queue[:0]
}

// close closes the video and waits until everything that belongs to it has ended. Its frames stay
// valid until they are released. Any goroutine may call it after the last other use of the video.
func (f *Video) close() decode.Faults {
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
