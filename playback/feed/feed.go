// Package feed decodes frames ahead of the player in a goroutine, and caches frames around the
// position, so that steps back rarely have to decode.
//
// Input is a video and targets of seeks; output is [Item]s on a bounded channel. Each item has the
// serial number of its seek, so that the player recognises items made stale by a later seek. A
// [Live] does the same for a live source, but queues only the newest frame. A [Feed] has one user;
// its goroutine ends with [Feed.Close].
package feed

import (
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"ffkvadrat/decode"
	"ffkvadrat/yuv"
)

// ahead is the number of frames decoded in advance. With the two that the player holds, they bridge
// a slow frame of 0.1 s at 50 frames per second.
const ahead = 4

// Item is a frame, or the error in its place.
type Item struct {
	Frame  *decode.Frame // the receiver must Release it; nil with an error
	Serial uint64        // of the seek before it
	Err    error         // io.EOF after the last frame
	Took   time.Duration // decoding time; unknown for live sources
	Came   time.Time     // when a live frame was decoded; else zero
	// Refused reports that the seek failed because the input cannot be read twice: frames continue
	// from the old position. For live sources it reports that the target is not cached, and that
	// the nearest cached frame follows.
	Refused bool
	Faults  decode.Faults // of the video, so far
}

// Feed decodes one video.
type Feed struct {
	trail *trail // owned by the goroutine
	wake  func()
	items chan Item
	quit  chan struct{}
	done  chan struct{}

	needs  atomic.Pointer[yuv.Needs] // nil until Need is called
	serial atomic.Uint64             // of the latest seek
	mu     sync.Mutex
	target *Target // pending seek
	asked  chan struct{}
}

// New starts decoding at the video's position. The goroutine calls wake whenever a frame becomes
// available to a receiver that may have found none. The feed owns the video until Close returns.
// needs is what frames must include.
func New(video *decode.Video, needs yuv.Needs, wake func()) *Feed {
	f := &Feed{
		trail: newTrail(video, needs),
		wake:  wake,
		items: make(chan Item, ahead),
		quit:  make(chan struct{}),
		done:  make(chan struct{}),
		asked: make(chan struct{}, 1),
	}
	go f.run()
	return f
}

// Items returns the channel of decoded frames. Items whose serial differs from [Feed.Serial] are
// stale.
func (f *Feed) Items() <-chan Item { return f.items }

// Serial returns the number of the latest seek, 0 before the first.
func (f *Feed) Serial() uint64 { return f.serial.Load() }

// Need changes what frames must include, from the next seek on; see [decode.Video.Need].
func (f *Feed) Need(n yuv.Needs) { f.needs.Store(&n) }

// Seek continues at a target. Of several quick seeks, only the last is certain to be carried out.
func (f *Feed) Seek(t Target) {
	f.mu.Lock()
	f.target = &t
	f.serial.Add(1)
	f.mu.Unlock()
	select {
	case f.asked <- struct{}{}:
	default: // a signal is already pending
	}
}

// Near returns the frame that is shown away frames after one from Items, or nil if it is not cached. The caller must
// release it.
func (f *Feed) Near(of *decode.Frame, away int64) *decode.Frame { return f.trail.near(of, away) }

// Close ends the goroutine, waits for it, and releases the frames that were not received. If the
// decoder is waiting for input, only the end of the video's context ends the wait.
func (f *Feed) Close() {
	close(f.quit)
	<-f.done
	f.trail.drop()
	for {
		select {
		case item := <-f.items:
			item.Frame.Release()
		default:
			return
		}
	}
}

// take returns the pending target, if any, and the serial number of the items that follow.
func (f *Feed) take() (*Target, uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	t := f.target
	f.target = nil
	return t, f.serial.Load()
}

func (f *Feed) run() {
	defer close(f.done)
	ended := false
	for {
		target, serial := f.take()
		start := time.Now()
		var item Item
		if target != nil {
			ended = false
			item.Err = f.seek(*target)
			if item.Refused = errors.Is(item.Err, decode.ErrNotSeekable); item.Refused {
				item.Err = nil
			}
		}
		if ended {
			select {
			case <-f.asked:
				continue
			case <-f.quit:
				return
			}
		}
		if item.Err == nil {
			item.Frame, item.Err = f.trail.next()
		}
		item.Serial, item.Took, item.Faults = serial, time.Since(start), f.trail.video.Faults()
		ended = item.Err != nil
		if !f.send(item) {
			return
		}
	}
}

// seek moves the trail to a target and applies Need.
func (f *Feed) seek(t Target) error {
	if n := f.needs.Load(); n != nil {
		if err := f.trail.need(*n); err != nil {
			return err
		}
	}
	return f.trail.seek(t)
}

// send delivers an item unless a seek makes it stale first. It returns false if the feed must end.
func (f *Feed) send(item Item) bool {
	for item.Serial == f.serial.Load() {
		select {
		case f.items <- item:
			f.wake()
			return true
		case <-f.asked:
		case <-f.quit:
			item.Frame.Release()
			return false
		}
	}
	item.Frame.Release()
	return true
}

// Ended reports whether an item marks the end of the stream rather than a failure.
func (i Item) Ended() bool { return i.Err == io.EOF }
