// Package playback plays films: it opens them one after another, decodes ahead,
// runs sound and clock, and says which picture is due. It has no window and
// draws nothing.
//
// Input are the films of a playlist and the user's commands (pause, steps,
// seeks, speed, loops); output are pictures, each when it is due
// ([Playback.Next]). One goroutine calls the methods. Films are opened, decoded
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
	"ffkvadrat/player/audio"
	"ffkvadrat/player/feed"
	"ffkvadrat/player/playlist"
	"ffkvadrat/player/session"
	"ffkvadrat/player/transport"
	"ffkvadrat/yuv"
)

// Options say what to play, and which functions to call. They are called on the
// goroutine that calls the methods, except Post and Wake, which any goroutine
// may call.
type Options struct {
	Films  *playlist.List
	Stream int // video stream of each film, or decode.Best
	// Surfaces says, in any goroutine, whether pictures may stay on a device, as in
	// [decode.Options]. If one is lost there, [Playback.Lost] has it decoded again.
	Surfaces func() bool
	Needs    func() yuv.Needs // what pictures come with when a film begins; see [Playback.Need]
	Untimed  bool             // every picture is due at once, and there is no sound
	Ends     bool             // the last picture ends playback instead of staying on the screen

	Speaker Speaker              // the sound device; nil for silence
	Time    func() time.Duration // since some fixed moment; nil means the machine's clock

	// Store remembers the films that were played; nil for none. Passing is the
	// path of a film that it does not remember.
	Store   *session.Store
	Passing string

	Say     func(text string)     // a message for the user
	Warn    func(text string)     // a message for the log
	Changed func()                // the state changed without a new picture
	Turn    func(f *Film)         // a film begins, and its first picture will follow
	Busy    func(d time.Duration) // playback needs the machine for this long

	Post func(f func()) // calls f later, on the goroutine of the methods
	Wake func()         // pictures have arrived: call Next
}

// decoding says how films are decoded.
func (o *Options) decoding() decode.Options {
	with := decode.Options{Stream: o.Stream, Surfaces: o.Surfaces}
	if o.Needs != nil {
		with.Needs = o.Needs()
	}
	return with
}

// Playback plays films. All times are seconds after a film's first picture.
type Playback struct {
	opt  Options
	ctx  context.Context
	film *Film    // the film that plays, or will with Begin
	next *request // the film being opened, or nil
	past past
	// Failed holds the errors of films that were skipped.
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
	// stopped is set if the end of the film paused playback.
	stopped bool
	over    bool
}

// Due is a picture to show now.
type Due struct {
	Frame *decode.Frame // belongs to the Playback; valid until the next one or the next film
	Time  float64
	Took  time.Duration // time to decode it
	slot  transport.Slot
	came  time.Time // of live sources
}

// Open opens the first film of the list that can be opened. If none can be, the
// error is the first film's. [Playback.Begin] begins to play it.
func Open(ctx context.Context, opt Options) (*Playback, error) {
	p := &Playback{opt: opt, ctx: ctx, transport: transport.New(), speed: 1, clock: audio.NewClock(nil, opt.Time)}
	p.transport.Untimed = opt.Untimed
	first, err := p.openFirst()
	if err != nil {
		return nil, err
	}
	p.film = first
	return p, nil
}

// Visit tells the store, in a goroutine, that the film which Open opened begins. The
// disk may be slow: there is time until Begin.
func (p *Playback) Visit() {
	visited := make(chan visit, 1)
	path := p.film.Path
	go func() { visited <- p.opt.visit(path) }()
	p.film.visited = visited
}

// Begin begins to decode and play the film that Open opened, from where the store
// has it, if Visit was called.
func (p *Playback) Begin() {
	p.film.await()
	p.play(p.film)
}

// openFirst opens the first film of the list that can be opened.
func (p *Playback) openFirst() (*Film, error) {
	var first error
	films := p.opt.Films
	for i := range films.Films {
		ctx, cancel := context.WithCancel(p.ctx)
		f, err := newFilm(ctx, cancel, films.Films[i].Path, p.opt.decoding())
		if err == nil {
			for _, err := range p.Failed {
				p.opt.Warn(fmt.Sprintf("skipped: %s", wording.Line(err)))
			}
			films.Current = i
			return f, nil
		}
		films.Films[i].Failed = true
		p.Failed = append(p.Failed, err)
		if first == nil {
			first = err
		}
		if p.ctx.Err() != nil {
			break
		}
	}
	if n := len(films.Films); n > 1 {
		return nil, fmt.Errorf("player: none of the %d videos can be played, the first: %w", n, first)
	}
	return nil, first
}

// Close ends all films and waits for everything that belongs to them. The
// context must have ended before. Close returns the faults of damaged films, by
// their paths.
func (p *Playback) Close() map[string]decode.Faults {
	p.abandon()
	p.frame.Release()
	p.frame = nil
	p.film.await()
	p.past.close(p.film)
	p.past.wait()
	return p.past.faults
}

// Film is the film that plays.
func (p *Playback) Film() *Film { return p.film }

// Films returns the playlist.
func (p *Playback) Films() *playlist.List { return p.opt.Films }

// Frame returns the picture on the screen, nil before the first one of a film.
func (p *Playback) Frame() *decode.Frame { return p.frame }

// Number returns a picture number. Consecutive pictures of a film have
// consecutive numbers; after a seek and between films one number is left out.
func (p *Playback) Number() int64 { return p.number }

// Position returns the time of the picture on the screen.
func (p *Playback) Position() float64 { return p.transport.Screen() }

// Paused reports whether playback is paused.
func (p *Playback) Paused() bool { return p.transport.Paused() }

// Ended reports whether the picture on the screen is the film's last one.
func (p *Playback) Ended() bool { return p.transport.Ended() }

// Over reports whether playback has ended by itself, which happens only with
// [Options.Ends].
func (p *Playback) Over() bool { return p.over }

// Speed returns how many seconds of the film pass in a second.
func (p *Playback) Speed() float64 { return p.speed }

// Loop returns the times where a loop begins and ends, and how many of the two are
// marked.
func (p *Playback) Loop() (times [2]float64, marked int) { return p.loops.times() }

// LoopsFile reports whether the film begins again at its end.
func (p *Playback) LoopsFile() bool { return p.loops.file }

// Counts returns the numbers of pictures shown and dropped.
func (p *Playback) Counts() (shown, dropped int64) { return p.transport.Counts() }

// Drift returns the differences between pictures and the clock.
func (p *Playback) Drift() *transport.Drift { return p.transport.Drift() }

// Here returns the position of the picture on the screen, for those that read
// the film themselves.
func (p *Playback) Here() decode.Position {
	if p.frame.Index >= 0 {
		return decode.Position{Index: p.frame.Index}
	}
	return decode.Position{Index: -1, Seconds: max(p.frame.Time-p.film.Info.Start, 0)}
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
