// Package playback plays videos: it opens them one after another, decodes ahead,
// runs sound and clock, and says which frame is due. It has no window and
// draws nothing.
//
// Input is the videos of a playlist and the user's commands (pause, steps,
// seeks, speed, loops); output is frames, each when it is due
// ([Playback.Next]). One goroutine calls the methods. Videos are opened, decoded
// and closed in other goroutines; their results reach the caller's goroutine
// through [Options.Post]. Package transport decides what is due, package feed
// decodes ahead, package audio has the clock and the sound device.
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

// Options say what to play, and which functions to call. They are called on the
// goroutine that calls the methods, except Post and Wake, which any goroutine
// may call.
type Options struct {
	Videos *playlist.List
	Stream int // video stream of each video, or decode.Best
	// Surfaces says, in any goroutine, whether pictures may stay on a device, as in
	// [decode.Options]. If one is lost there, [Playback.Lost] has it decoded again.
	Surfaces func() bool
	Needs    func() yuv.Needs // what pictures come with when a video begins; see [Playback.Need]
	Untimed  bool             // every picture is due at once, and there is no sound
	Ends     bool             // the last picture ends playback instead of staying on the screen

	Speaker Speaker              // the sound device; nil for silence
	Time    func() time.Duration // since some fixed moment; nil means the machine's clock

	Memory  Memory // nil for none
	Passing string // the path of a video that is not remembered

	Say     func(text string)     // a message for the user
	Warn    func(text string)     // a message for the log
	Changed func()                // the state changed without a new picture
	Turn    func(f *Video)        // a video begins, and its first picture will follow
	Busy    func(d time.Duration) // playback needs the machine for this long

	Post func(f func()) // calls f later, on the goroutine of the methods
	Wake func()         // pictures have arrived: call Next
}

// decoding says how videos are decoded.
func (o *Options) decoding() decode.Options {
	with := decode.Options{Stream: o.Stream, Surfaces: o.Surfaces}
	if o.Needs != nil {
		with.Needs = o.Needs()
	}
	return with
}

// Playback plays videos. All times are seconds after a video's first picture.
type Playback struct {
	opt   Options
	ctx   context.Context
	video *Video   // the video that plays, or will with Begin
	next  *request // the video being opened, or nil
	past  past
	// Failed holds the errors of videos that were skipped.
	Failed []error

	transport *transport.Transport
	clock     *audio.Clock
	running   bool // the clock runs
	sound     sound
	speed     float64
	loops     loop

	frame  *decode.Frame // on the screen
	due    Due           // the same
	number int64         // number of frame; see Number
	behind time.Duration // how late frame was; see Behind
	serial uint64        // of the seek before frame
	target feed.Target   // of the last seek
	goal   float64       // approximate target of a seek under way
	backs  int           // steps back that wait for the one under way
	// stopped is set if the end of the video paused playback.
	stopped bool
	over    bool
}

// Due is a picture to show now.
type Due struct {
	Frame *decode.Frame // belongs to the Playback; valid until the next one or the next video
	Time  float64
	Took  time.Duration // time to decode it
	slot  transport.Slot
	came  time.Time // of live sources
}

// Open opens the first video of the list that can be opened. If none can be, the
// error is the first video's. [Playback.Begin] begins to play it.
func Open(ctx context.Context, opt Options) (*Playback, error) {
	p := &Playback{opt: opt, ctx: ctx, transport: transport.New(), speed: 1, clock: audio.NewClock(nil, opt.Time)}
	p.transport.Untimed = opt.Untimed
	first, err := p.openFirst()
	if err != nil {
		return nil, err
	}
	p.video = first
	return p, nil
}

// Visit tells the store, in a goroutine, that the video which Open opened begins. The
// disk may be slow: there is time until Begin.
func (p *Playback) Visit() {
	visited := make(chan visit, 1)
	path := p.video.Path
	go func() { visited <- p.opt.visit(path) }()
	p.video.visited = visited
}

// Begin begins to decode and play the video that Open opened, from where the store
// has it, if Visit was called.
func (p *Playback) Begin() {
	p.video.await()
	p.play(p.video)
}

// openFirst opens the first video of the list that can be opened.
func (p *Playback) openFirst() (*Video, error) {
	var first error
	videos := p.opt.Videos
	for i := range videos.Videos {
		ctx, cancel := context.WithCancel(p.ctx)
		f, err := newVideo(ctx, cancel, videos.Videos[i].Path, p.opt.decoding())
		if err == nil {
			for _, err := range p.Failed {
				p.opt.Warn(fmt.Sprintf("skipped: %s", wording.Line(err)))
			}
			videos.Current = i
			return f, nil
		}
		videos.Videos[i].Failed = true
		p.Failed = append(p.Failed, err)
		if first == nil {
			first = err
		}
		if p.ctx.Err() != nil {
			break
		}
	}
	if n := len(videos.Videos); n > 1 {
		return nil, fmt.Errorf("player: none of the %d videos can be played, the first: %w", n, first)
	}
	return nil, first
}

// Close ends all videos and waits for everything that belongs to them. The
// context must have ended before. Close returns the faults of damaged videos, by
// their paths.
func (p *Playback) Close() map[string]decode.Faults {
	p.abandon()
	p.frame.Release()
	p.frame = nil
	p.video.await()
	p.past.close(p.video)
	p.past.wait()
	return p.past.faults
}

// Video is the video that plays.
func (p *Playback) Video() *Video { return p.video }

// Videos returns the playlist.
func (p *Playback) Videos() *playlist.List { return p.opt.Videos }

// Frame returns the picture on the screen, nil before the first one of a video.
func (p *Playback) Frame() *decode.Frame { return p.frame }

// Number returns a picture number. Consecutive pictures of a video have
// consecutive numbers; after a seek and between videos one number is left out.
func (p *Playback) Number() int64 { return p.number }

// Position returns the time of the picture on the screen.
func (p *Playback) Position() float64 { return p.transport.Screen() }

// Paused reports whether playback is paused.
func (p *Playback) Paused() bool { return p.transport.Paused() }

// Ended reports whether the picture on the screen is the video's last one.
func (p *Playback) Ended() bool { return p.transport.Ended() }

// Over reports whether playback has ended by itself, which happens only with
// [Options.Ends].
func (p *Playback) Over() bool { return p.over }

// State returns what playback does now.
func (p *Playback) State() transport.State {
	drift := p.transport.Drift()
	s := transport.State{
		Paused: p.Paused(), Ended: p.Ended(), Sound: p.video.track.stream != nil, Drift: drift.Last() * 1000, HasDrift: drift.Count() > 0,
		Speed: p.speed, Loop: p.loops.times(), LoopFile: p.loops.file, Live: p.Live(), Gone: p.video.gone, Behind: p.behind.Seconds() * 1000,
		BySound: p.clock.BySound(), NoSound: p.sound.note,
	}
	s.Shown, s.Dropped = p.Counts()
	return s
}

// Counts returns the numbers of pictures shown and dropped.
func (p *Playback) Counts() (shown, dropped int64) { return p.transport.Counts() }

// Drift returns the differences between pictures and the clock.
func (p *Playback) Drift() *transport.Drift { return p.transport.Drift() }

// Here returns the position of the picture on the screen, for those that read
// the video themselves.
func (p *Playback) Here() decode.Position {
	if p.frame.Index >= 0 {
		return decode.Position{Index: p.frame.Index}
	}
	return decode.Position{Index: -1, Seconds: max(p.frame.Time-p.video.Info.Start, 0)}
}

// cause returns the innermost of wrapped errors.
func cause(err error) error {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err
		}
		err = inner
	}
}
