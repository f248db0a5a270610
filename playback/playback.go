// Package playback plays videos: it opens one after the other, decodes ahead, plays sound, and
// decides when each frame is shown. It draws nothing.
//
// Input is the videos of a playlist and the user's commands (pause, steps, seeks, speed, loops);
// output is frames, each when it is due ([Playback.Next]). All methods are called from one
// goroutine. Videos are opened, decoded and closed in other goroutines, whose results arrive
// through [Options.Post]. Package transport decides which frame is due, package feed decodes ahead,
// and package audio has the clock and the sound device.
package playback

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ffkvadrat/decode"
	"ffkvadrat/decode/wording"
	"ffkvadrat/playback/audio"
	"ffkvadrat/playback/feed"
	"ffkvadrat/playback/playlist"
	"ffkvadrat/playback/transport"
	"ffkvadrat/yuv"
)

// Options say what to play, and have callbacks. Post and Wake are called from any goroutine, the
// others from that of the methods.
type Options struct {
	Videos *playlist.List
	Stream int // video stream of every video, or decode.Best
	// Surfaces reports, from any goroutine, whether frames may stay in device memory, as in
	// [decode.Options]. If the device loses one, call [Playback.Lost].
	Surfaces func() bool
	Needs    func() yuv.Needs // what the frames of a new video include; see [Playback.Need]
	Pictures decode.Pictures  // of the videos; see [Playback.SetPictures]
	Untimed  bool             // every frame is due at once, without sound
	Ends     bool             // playback ends after the last frame instead of pausing

	Speaker Speaker              // the sound device; nil for silence
	Time    func() time.Duration // monotonic, from an arbitrary start; nil means the machine's clock

	Memory  Memory // nil for none
	Passing string // the path of a video that is not remembered

	Say  func(text string) // shows a message to the user
	Warn func(text string) // logs a message
	// Refused reports a video that cannot be played; nil for no report. Warn and Say have it, too.
	Refused func(path string, err error)
	Changed func()                // requests a redraw without a new frame
	Turn    func(f *Video)        // a new video begins; its first frame follows
	Begun   func()                // it has begun, at its start or its stored position; nil for no call
	Busy    func(d time.Duration) // background work must rest for d

	Post func(f func()) // calls f later on the goroutine of the methods
	Wake func()         // frames have arrived: call Next
}

// decoding returns how videos are decoded.
func (o *Options) decoding() decode.Options {
	with := decode.Options{Stream: o.Stream, Surfaces: o.Surfaces}
	if o.Needs != nil {
		with.Needs = o.Needs()
	}
	return with
}

// Playback plays videos. All times are in seconds after a video's first frame.
type Playback struct {
	opt   Options
	ctx   context.Context
	video *Video   // the playing video
	next  *request // the video that is being opened, or nil
	past  past
	// Failed has the errors of the videos skipped.
	Failed []error

	transport *transport.Transport
	clock     *audio.Clock
	running   bool // the clock is running
	sound     sound
	speed     float64
	loops     loop

	frame  *decode.Frame // current frame
	due    Due           // the same, as returned by Next
	number int64         // number of frame; see Number
	behind time.Duration // delay of a live frame; see Behind
	serial uint64        // of the seek that led to frame
	target feed.Target   // of the last seek
	goal   float64       // approximate target of the pending seek
	leap   leap          // to the goal
	backs  int           // steps back that wait for the pending one
	// stopped means that the end of the video paused playback.
	stopped bool
	over    bool
}

// Due is a frame to show now.
type Due struct {
	Frame *decode.Frame // owned by Playback; valid until the next frame or video
	Time  float64
	Took  time.Duration // decoding time
	slot  transport.Slot
	came  time.Time // arrival of a live frame
}

// Open opens the first video of the list that can be opened. If there is none, it returns the first
// video's error. Call [Playback.Begin] to play it.
func Open(ctx context.Context, opt Options) (*Playback, error) {
	first, failed, err := opt.openFirst(ctx)
	if err != nil {
		return nil, err
	}
	p := &Playback{opt: opt, ctx: ctx, video: first, Failed: failed, transport: transport.New(), speed: 1, clock: audio.NewClock(nil, opt.Time)}
	p.transport.Untimed = opt.Untimed
	return p, nil
}

// Visit reports the start of the video to the store in a goroutine, as the disk may be slow; Begin
// waits for the result.
func (p *Playback) Visit() {
	visited := make(chan visit, 1)
	path := p.video.Path
	go func() { visited <- p.opt.visit(path) }()
	p.video.visited = visited
}

// Begin starts decoding and playing the video that Open opened; after Visit, from its stored
// position.
func (p *Playback) Begin() {
	p.video.await()
	p.play(p.video)
}

// openFirst opens the first video of the list that can be opened. failed has the errors of those before.
func (o *Options) openFirst(ctx context.Context) (f *Video, failed []error, err error) {
	videos := o.Videos
	for i := range videos.Videos {
		within, cancel := context.WithCancel(decode.WithPictures(ctx, o.Pictures))
		f, err := newVideo(within, cancel, videos.Videos[i].Path, o.decoding())
		if err == nil {
			for _, err := range failed {
				o.Warn(fmt.Sprintf("skipped: %s", wording.Line(err)))
			}
			videos.Current = i
			return f, failed, nil
		}
		videos.Videos[i].Failed = true
		failed = append(failed, err)
		if ctx.Err() != nil {
			break
		}
	}
	if n := len(videos.Videos); n > 1 {
		return nil, failed, fmt.Errorf("player: none of the %d videos can be played, the first: %w", n, failed[0])
	}
	return nil, failed, failed[0]
}

// Close ends all videos and waits until they are closed. The context must have ended before. Close
// returns the faults of damaged videos by path.
func (p *Playback) Close() map[string]decode.Faults {
	p.abandon()
	p.frame.Release()
	p.frame = nil
	p.video.await()
	p.past.close(p.video)
	p.past.wait()
	return p.past.faults
}

// Video returns the playing video.
func (p *Playback) Video() *Video { return p.video }

// Videos returns the playlist.
func (p *Playback) Videos() *playlist.List { return p.opt.Videos }

// Frame returns the current frame, nil before the first one of a video.
func (p *Playback) Frame() *decode.Frame { return p.frame }

// Near returns the frame that is shown away frames after the current one, if it is cached, else nil. The caller must
// release it.
func (p *Playback) Near(away int64) *decode.Frame {
	if f, ok := p.video.feed.(*feed.Feed); ok {
		return f.Near(p.frame, away)
	}
	return nil
}

// Number returns an ID of the current frame. IDs of consecutive frames are consecutive; a seek or a
// new video skips one.
func (p *Playback) Number() int64 { return p.number }

// Paused reports whether playback is paused.
func (p *Playback) Paused() bool { return p.transport.Paused() }

// Ended reports whether the current frame is the video's last one.
func (p *Playback) Ended() bool { return p.transport.Ended() }

// Over reports whether playback has ended by itself, which requires [Options.Ends].
func (p *Playback) Over() bool { return p.over }

// State returns what playback does now.
func (p *Playback) State() transport.State {
	drift := p.transport.Drift()
	s := transport.State{
		Paused: p.Paused(), Ended: p.Ended(), Replays: p.Ended() && p.Paused() && p.video.live == nil && p.video.Info.Seekable && !p.video.Info.Still(), Sound: p.video.track.stream != nil, Drift: drift.Last() * 1000, HasDrift: drift.Count() > 0,
		Speed: p.speed, Loop: p.loops.times(), LoopFile: p.loops.file, Live: p.Live(), Gone: p.video.gone, Behind: p.behind.Seconds() * 1000,
		BySound: p.clock.BySound(), NoSound: p.sound.note, HadSound: p.sound.had,
	}
	s.Shown, s.Dropped = p.transport.Counts()
	return s
}

// Drift returns the differences between frames and clock.
func (p *Playback) Drift() *transport.Drift { return p.transport.Drift() }

// Here returns the position of the current frame, for other readers of the video.
func (p *Playback) Here() decode.Position {
	if p.frame.Index >= 0 {
		return decode.Position{Index: p.frame.Index}
	}
	return decode.Position{Index: -1, Seconds: max(p.frame.Time-p.video.Info.Start, 0)}
}

// cause returns the innermost wrapped error.
func cause(err error) error {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err
		}
		err = inner
	}
}
