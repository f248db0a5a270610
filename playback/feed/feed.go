// Package feed decodes frames ahead of the player, in its own goroutine. It
// keeps the frames around the position, so a step back rarely has to decode.
//
// Input is a video and the places to go to; output is [Item]s on a bounded
// channel. Each has the serial number of its seek, so the player recognises
// items that a later seek made stale. A [Live] does the same for a live source,
// but keeps only the newest frame waiting. One goroutine may use a [Feed]; the
// feed's own goroutine ends with [Feed.Close].
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

// ahead is the number of pictures decoded before they are needed. Together with
// the two that the player holds they bridge a slow picture of a tenth of a
// second at 50 pictures a second.
const ahead = 4

// Item is a picture, or the reason why there is none.
type Item struct {
	Frame  *decode.Frame // the receiver must Release it; nil with an error
	Serial uint64        // of the seek before it
	Err    error         // io.EOF after the last picture
	Took   time.Duration // time to decode it; not known of a live source
	Came   time.Time     // when a picture of a live source was decoded; else zero
	// Refused says that the seek before it led nowhere, as the input cannot be read twice: the
	// pictures go on from where they were, or those of a live source from the one next to it.
	Refused bool
}

// Feed decodes one video.
type Feed struct {
	trail *trail // belongs to the goroutine
	wake  func()
	items chan Item
	quit  chan struct{}
	done  chan struct{}

	needs  atomic.Pointer[yuv.Needs] // nil for the first ones
	serial atomic.Uint64             // of the newest seek
	mu     sync.Mutex
	target *Target // not yet carried out
	asked  chan struct{}
}

// New starts to decode at the video's position. The feed's goroutine calls wake
// whenever a picture becomes available to a receiver that may have found none.
// The video belongs to the feed until Close returns; its pictures come with needs.
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

// Items returns the channel of decoded pictures. Items whose serial is not
// [Feed.Serial] are stale.
func (f *Feed) Items() <-chan Item { return f.items }

// Serial returns the number of the newest seek, 0 before the first.
func (f *Feed) Serial() uint64 { return f.serial.Load() }

// Need says what pictures come with, from the next seek on; see [decode.Video.Need].
func (f *Feed) Need(n yuv.Needs) { f.needs.Store(&n) }

// Seek continues at a target. Of several seeks in a row only the last is sure
// to be carried out.
func (f *Feed) Seek(t Target) {
	f.mu.Lock()
	f.target = &t
	f.serial.Add(1)
	f.mu.Unlock()
	select {
	case f.asked <- struct{}{}:
	default: // a call is already pending
	}
}

// Close ends the goroutine, waits for it and releases the pictures that nobody
// received. If the decoder is waiting for input, only the end of the context
// with which the video was opened ends the wait.
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

// take returns the newest target that was not yet carried out, and the serial
// number of the items after it.
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
		item.Serial, item.Took = serial, time.Since(start)
		ended = item.Err != nil
		if !f.send(item) {
			return
		}
	}
}

// seek moves the trail, with what its pictures have to come with.
func (f *Feed) seek(t Target) error {
	if n := f.needs.Load(); n != nil {
		if err := f.trail.need(*n); err != nil {
			return err
		}
	}
	return f.trail.seek(t)
}

// send delivers an item, unless a seek makes it stale first. It returns false
// if the feed must end.
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

// Ended reports whether an item marks the end of the stream, not a failure.
func (i Item) Ended() bool { return i.Err == io.EOF }
