// Package feed decodes pictures ahead of the player, in a goroutine of its own,
// and keeps those around the position, so that a step back seldom decodes.
//
// Input are a video and the places to go to; output are [Item]s on a bounded
// channel, each with the serial number of the seek it belongs to, so that the
// player can tell what a seek made stale. A [Feed] may be used by one
// goroutine; its own ends with [Feed.Close].
package feed

import (
	"io"
	"sync"
	"sync/atomic"
	"time"

	"ffkvadrat/decode"
)

// ahead is how many pictures are decoded before they are needed. Together
// with the two that the player holds they bridge a slow picture of a
// tenth of a second at 50 pictures a second.
const ahead = 4

// Item is a picture, or why there is none.
type Item struct {
	Frame  *decode.Frame // the receiver's to Release; nil with an error
	Serial uint64        // of the seek that it comes after
	Err    error         // io.EOF behind the last picture
	Took   time.Duration // decoding
}

// Feed decodes one video.
type Feed struct {
	trail *trail // the goroutine's
	wake  func()
	items chan Item
	quit  chan struct{}
	done  chan struct{}

	serial atomic.Uint64 // of the newest seek
	mu     sync.Mutex
	target *Target // not yet gone to
	asked  chan struct{}
}

// New starts to decode from where the video stands. wake is called, from the
// feed's goroutine, whenever a picture becomes available to a receiver that
// may have found none. The video belongs to the feed until Close returns.
func New(video *decode.Video, wake func()) *Feed {
	f := &Feed{
		trail: newTrail(video),
		wake:  wake,
		items: make(chan Item, ahead),
		quit:  make(chan struct{}),
		done:  make(chan struct{}),
		asked: make(chan struct{}, 1),
	}
	go f.run()
	return f
}

// Items delivers what was decoded. Items whose serial is not [Feed.Serial]
// are stale.
func (f *Feed) Items() <-chan Item { return f.items }

// Serial is the number of the newest seek, 0 before the first.
func (f *Feed) Serial() uint64 { return f.serial.Load() }

// Seek goes on at a target. Of several seeks in a row only the last one may
// be carried out.
func (f *Feed) Seek(t Target) {
	f.mu.Lock()
	f.target = &t
	f.serial.Add(1)
	f.mu.Unlock()
	select {
	case f.asked <- struct{}{}:
	default: // there is a call already
	}
}

// Close ends the goroutine, waits for it and releases what nobody received.
// A call of the decoder that waits for input ends only with the context
// that the video was opened with.
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

// take is the newest target that was not yet gone to, and the serial number
// of what comes after it.
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
			item.Err = f.trail.seek(*target)
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

// send delivers an item, unless a seek makes it stale first. It is false when
// the feed has to end.
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
