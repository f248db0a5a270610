package playback

import (
	"context"

	"ffkvadrat/decode"
	"ffkvadrat/playback/feed"
	"ffkvadrat/yuv"
)

// Video is an open video: its video, the pictures decoded ahead, and its sound.
type Video struct {
	Path   string
	Info   decode.Info     // Frames is corrected at the end
	Ctx    context.Context // of everything that belongs to the video
	cancel context.CancelFunc
	video  *decode.Video
	failed bool // decoding ended with an error

	visited <-chan visit // of the first video
	visit   visit

	feed    pictures
	live    *feed.Live   // the same of a live source, else nil
	gone    bool         // a live source, after its end
	queue   []feed.Item  // received, at most two, none stale
	needs   yuv.Needs    // what the feed was asked for
	opening <-chan track // nil once the sound is open, or if there is none
	track   track
	others  []func() // see OnClose
}

// pictures are those of a video, decoded in a goroutine.
type pictures interface {
	Items() <-chan feed.Item
	Serial() uint64
	Need(yuv.Needs)
	Seek(feed.Target)
	Close()
}

// newVideo opens a video. Decoding ahead and sound begin with start. The video
// takes over ctx; cancel ends ctx and with it everything under way. Errors are
// those of decode.OpenVideo.
func newVideo(ctx context.Context, cancel context.CancelFunc, path string, with decode.Options) (*Video, error) {
	if decode.IsLive(ctx, path) {
		with.Surfaces = nil // many pictures are kept, and a device has room for few
	}
	video, err := decode.OpenVideo(ctx, path, with)
	if err != nil {
		cancel()
		return nil, err
	}
	return &Video{Path: path, video: video, Info: video.Info(), Ctx: ctx, cancel: cancel, needs: with.Needs}, nil
}

// start begins to decode and, with a speaker, to open the sound. A live source has none: it
// would have to be opened twice, and its pictures do not wait for it. wake is called
// when pictures have arrived, opened when the sound is open.
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

// OnClose registers f. When the video is closed, a goroutine calls f after the
// video's context has ended.
func (f *Video) OnClose(other func()) { f.others = append(f.others, other) }

// Recent returns the videos that were played before, the newest first.
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

// close ends the video and waits for everything that belongs to it. Frames taken
// from it stay valid until their Release. Any goroutine may call it, if no
// other uses the video any more.
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
