// Package second decodes a second video next to the one that plays: the frame that belongs to the current one.
//
// Input is a file, a rule, and times after the first frames of the videos; output is the frame nearest in time, at
// most half of the current frame's duration away, or the one that belongs to the current frame by the rule. Its
// picture is fitted to the coded pictures of the video that plays;
// see [fit.Fitter]. A [Video] has a goroutine, which ends with Close or with the context. It keeps a few frames
// around the last request and decodes a few ahead, for playback and steps back. The other methods belong to one
// goroutine.
package second

import (
	"cmp"
	"context"
	"io"
	"math"
	"sync"
	"time"

	"ffkvadrat/decode"
	"ffkvadrat/measure/align"
	"ffkvadrat/measure/fit"
	"ffkvadrat/yuv"
)

const (
	ahead  = 6 // frames decoded after the requested one
	behind = 6 // frames cached before it
	// jump is the distance in seconds from which on the video seeks instead of decoding.
	jump = 2
)

// Video is a second video.
type Video struct {
	path   string
	video  *decode.Video
	info   decode.Info
	length float64 // seconds; 0 if the file does not say it
	wake   func()
	cancel context.CancelFunc
	done   chan struct{}
	nudges chan struct{}

	mu     sync.Mutex
	arrive sync.Cond       // on mu; signals decoded frames and the end
	frames []*decode.Frame // consecutive, ascending
	ended  bool            // frames reach to the end of the video
	first  bool            // frames begin with the first frame of the video
	at     float64         // last request
	asked  bool
	missed bool // the request was not answered in time
	needs  yuv.Needs
	err    error
	faults decode.Faults
	like   fit.Kind // kind that pictures are converted to; see Match
	likes  bool
	unfit  error // why pictures cannot be converted to like
	fits   fits
	pairs  pairs
}

// Options say how to open a video.
type Options struct {
	Needs     yuv.Needs   // what frames must include
	Path      string      // of the playing video
	Reference decode.Info // of it
	Align     align.Rule  // how frames are matched; see SetAlign
	Exact     bool        // by numbers, wait until the frames are counted, also if all seem equally long
	Scale     bool        // convert pictures to the reference's size and format
	Coded     bool        // ignore display matrices and sample aspect ratios of both videos
}

// Open opens a video. wake is called from the goroutine when a frame comes for which Frame did not wait. Errors are those of
// [decode.OpenVideo] and of [fit.Fitter.Check].
func Open(ctx context.Context, path string, o Options, wake func()) (*Video, error) {
	ctx, cancel := context.WithCancel(ctx)
	video, err := decode.OpenVideo(ctx, path, decode.Options{Stream: decode.Best, Needs: o.Needs})
	if err != nil {
		cancel()
		return nil, err
	}
	f := &Video{path: decode.WithoutPassword(path), video: video, info: video.Info(), wake: wake, cancel: cancel, done: make(chan struct{}), nudges: make(chan struct{}, 1), first: true, needs: o.Needs}
	f.fits.make = func() *fit.Fitter { return fit.NewFitter(&f.info, &o.Reference, o.Scale, o.Coded) }
	if err := f.fits.make().Check(f.path, f.info.Start, kindOf(&f.info), kindOf(&o.Reference), false); err != nil {
		cancel()
		video.Close()
		return nil, err
	}
	if length, known := video.KnownLength(); known {
		f.length = length
	}
	f.pairs = pairs{video: f, ctx: ctx, of: o}
	f.arrive.L = &f.mu
	f.SetAlign(o.Align)
	context.AfterFunc(ctx, f.arrive.Broadcast)
	go f.work(ctx)
	return f, nil
}

// Info returns the properties of the video.
func (f *Video) Info() decode.Info { return f.info }

// Faults returns the errors in the video so far.
func (f *Video) Faults() decode.Faults {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.faults
}

// Close ends the goroutine and waits for it. A nil Video is ignored.
func (f *Video) Close() {
	if f == nil {
		return
	}
	f.cancel()
	f.pairs.stop()
	<-f.done
}

// Need changes what frames must include.
func (f *Video) Need(n yuv.Needs) {
	f.mu.Lock()
	changed := n != f.needs
	if f.needs = n; changed {
		f.drop()
	}
	f.mu.Unlock()
	f.nudge()
}

// Match sets the kind of the reference's pictures for the next calls of Frame. No frame is decoded
// before the first call.
func (f *Video) Match(like fit.Kind) {
	f.mu.Lock()
	changed := !f.likes || like != f.like
	if changed {
		if f.likes {
			f.drop()
		}
		f.like, f.likes, f.unfit = like, true, nil
	}
	f.mu.Unlock()
	if changed {
		f.nudge()
	}
}

// Frame returns the frame that belongs to a reference frame: at is the time in seconds after the first
// frame, duration how long the reference frame is shown. The caller must release the result. Frame
// waits at most patience for it. If it is not decoded in time, or the rule has not reached the reference
// frame, known is false. If known is true and frame is nil, the reference frame has no counterpart. err
// says why no more frames come.
func (f *Video) Frame(at, duration float64, patience time.Duration) (frame *decode.Frame, known bool, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	late := patience <= 0
	if !late {
		timer := time.AfterFunc(patience, func() {
			f.mu.Lock()
			late = true
			f.mu.Unlock()
			f.arrive.Broadcast()
		})
		defer timer.Stop()
	}
	for {
		if err := cmp.Or(f.err, f.pairs.err); err != nil {
			return nil, true, err
		}
		if f.unfit != nil {
			return nil, true, f.unfit
		}
		if frame, known = f.match(at, duration); known || late {
			if frame != nil {
				frame.Retain()
			}
			f.missed = !known // the goroutine will call wake
			return frame, known, nil
		}
		select {
		case <-f.done:
			return nil, false, nil
		default:
		}
		f.arrive.Wait()
	}
}

// match searches for the frame that belongs to a reference frame; the caller holds f.mu.
func (f *Video) match(at, duration float64) (frame *decode.Frame, known bool) {
	to, ok, known := f.pairs.find(at)
	if !known || !ok {
		return nil, known
	}
	if f.at != to || !f.asked {
		f.at, f.asked = to, true
		f.nudge()
	}
	return f.find(to, duration)
}

// find searches the cached frames; the caller holds f.mu.
func (f *Video) find(at, duration float64) (frame *decode.Frame, known bool) {
	if !f.covers(at) {
		return nil, false
	}
	least := math.Inf(1)
	for _, c := range f.frames {
		if d := math.Abs(f.time(c) - at); d < least {
			frame, least = c, d
		}
	}
	// Containers round time stamps, at most to milliseconds.
	const rounding = 0.001
	if duration > 0 && least > duration/2+rounding {
		return nil, true
	}
	return frame, true
}

// covers reports whether the nearest frame to a time is cached, or known not to exist.
func (f *Video) covers(at float64) bool {
	n := len(f.frames)
	if n == 0 {
		return f.ended && f.first
	}
	return (f.first || f.time(f.frames[0]) <= at) && (f.ended || f.time(f.frames[n-1]) >= at)
}

// time returns a frame's time in seconds after the first frame.
func (f *Video) time(frame *decode.Frame) float64 { return frame.Time - f.info.Start }

// drop empties the cache; the caller holds f.mu.
func (f *Video) drop() {
	for _, frame := range f.frames {
		frame.Release()
	}
	f.frames, f.ended, f.first = f.frames[:0], false, false
}

func (f *Video) nudge() {
	select {
	case f.nudges <- struct{}{}:
	default: // a signal is already pending
	}
}

// work is the worker loop. It ends with ctx.
func (f *Video) work(ctx context.Context) {
	defer func() {
		f.video.Close()
		f.mu.Lock()
		defer f.mu.Unlock()
		f.drop()
		f.fits.close()
		close(f.done) // before waiters wake and check it
		f.arrive.Broadcast()
	}()
	needs, like := f.needs, fit.Kind{}
	nowhere := math.Inf(1)
	for sought := nowhere; ; { // the time to which the video was moved since frames were enough
		f.mu.Lock()
		at, wanted := f.at, f.needs
		if needs != wanted || like != f.like { // all frames were dropped
			like, sought = f.like, nowhere
		}
		n := len(f.frames)
		back := !f.first && (n == 0 || f.time(f.frames[0]) > at) && at < sought // else it cannot seek further back: it is at its start
		far := n > 0 && !f.ended && f.time(f.frames[n-1])+jump < at && at != sought
		stopped := !f.likes || f.err != nil || f.unfit != nil
		enough := stopped || f.ended || n > 0 && f.after(at) >= ahead
		if (back || far) && !stopped && needs == wanted { // else the next round seeks
			f.drop()
			f.first = at <= 0
		} else {
			back, far = false, false
		}
		f.mu.Unlock()
		var err error
		switch {
		case ctx.Err() != nil:
			return
		case needs != wanted:
			needs = wanted
			err = f.video.Need(needs)
		case back || far:
			sought = at
			err = f.video.SeekTo(decode.Position{Seconds: max(0, at), Index: -1})
		case enough:
			sought = nowhere
			select {
			case <-f.nudges:
			case <-ctx.Done():
				return
			}
			continue
		default:
			err = f.next(sought, like)
		}
		if err != nil && ctx.Err() == nil {
			f.mu.Lock()
			f.err = err
			f.mu.Unlock()
			f.arrive.Broadcast()
			f.wake()
		}
	}
}

// after returns the number of cached frames after a time; the caller holds f.mu.
func (f *Video) after(at float64) (n int) {
	for _, frame := range f.frames {
		if f.time(frame) > at {
			n++
		}
	}
	return n
}

// next decodes a frame and converts its picture to a kind. The video was moved to a time, or nowhere, which is infinite.
func (f *Video) next(sought float64, like fit.Kind) error {
	frame, err := f.video.Next()
	if err != nil && err != io.EOF {
		return err
	}
	var unfit error
	if frame != nil {
		frame, unfit = f.fits.fit(frame, f.path, like)
	}
	f.mu.Lock()
	covered := f.covers(f.at)
	f.faults = f.video.Faults()
	switch {
	case like != f.like:
		frame.Release() // work will seek to it again
	case err == io.EOF:
		f.ended = true
	case unfit != nil:
		f.unfit = unfit
	default:
		if len(f.frames) == 0 && f.time(frame) > sought {
			f.first = true // nothing precedes the frame that SeekTo found
		}
		f.frames = append(f.frames, frame)
		for len(f.frames) > 0 && len(f.frames)-f.after(f.at) > behind {
			f.frames[0].Release()
			f.frames = append(f.frames[:0], f.frames[1:]...)
			f.first = false
		}
	}
	wakes := f.missed && (!covered && f.covers(f.at) || f.unfit != nil)
	f.mu.Unlock()
	f.arrive.Broadcast()
	if wakes {
		f.wake()
	}
	return nil
}
