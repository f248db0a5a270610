package feed

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"ffkvadrat/decode"
	"ffkvadrat/yuv"
)

// Limits of the cache. In 32-bit RGB, the bytes are 32 frames at 1920 × 1080 or 72 at 1280 × 720.
const (
	liveBytes    = 256 << 20
	livePictures = 300
)

// Live decodes a live source at the source's pace in a goroutine, and delivers the newest frame.
// Frames that the receiver is too slow for are dropped instead of queued. The last frames are
// cached for steps back. A Live has one user; its goroutine ends with [Live.Close].
type Live struct {
	video *decode.Video
	start float64
	wake  func()
	items chan Item // the newest frame, until received, and the end
	done  chan struct{}

	needs  atomic.Pointer[yuv.Needs] // pending call of Need
	serial atomic.Uint64             // of the latest seek

	mu      sync.Mutex // guards the fields below and sending
	kept    []*decode.Frame
	bytes   int
	held    bool
	closed  bool
	err     error // why no more frames come
	faults  decode.Faults
	dropped int64
}

// NewLive starts decoding. The goroutine calls wake for each new frame. The Live owns the video
// until Close returns.
func NewLive(video *decode.Video, wake func()) *Live {
	l := &Live{video: video, start: video.Info().Start, wake: wake, items: make(chan Item, 2), done: make(chan struct{})}
	go l.run()
	return l
}

// Items returns the channel with the newest frame. Items whose serial differs from [Live.Serial]
// are stale.
func (l *Live) Items() <-chan Item { return l.items }

// Serial returns the number of the latest seek, 0 before the first.
func (l *Live) Serial() uint64 { return l.serial.Load() }

// Need changes what frames must include, as far as the codec reports it; see [decode.Video.Need].
func (l *Live) Need(n yuv.Needs) { l.needs.Store(&n) }

// Dropped returns the number of frames since the last call that were replaced by newer ones before
// they were received.
func (l *Live) Dropped() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := l.dropped
	l.dropped = 0
	return n
}

// Hold delivers only requested frames, from the cache. The source continues, but its frames are not
// cached.
func (l *Live) Hold() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.held = true
	l.take()
}

// Resume continues with the newest frame.
func (l *Live) Resume() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.serial.Add(1)
	l.held = false
	l.take()
	if l.err != nil {
		l.send(Item{Err: l.err})
	}
}

// Seek delivers a cached frame and holds. If the target is not cached, it delivers the nearest
// frame, with Refused set.
func (l *Live) Seek(t Target) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.serial.Add(1)
	l.held = true
	l.take()
	if len(l.kept) == 0 {
		return // there is no frame yet
	}
	i, kept := l.find(t)
	at := min(max(i, 0), len(l.kept)-1)
	l.kept[at].Retain()
	l.send(Item{Frame: l.kept[at], Refused: !kept || at != i})
}

// find returns the index of a target in the cache; if it is not cached, that of a neighbour, which
// can be out of range. Frame numbers have gaps, as frames that arrive during Hold are not cached.
func (l *Live) find(t Target) (i int, kept bool) {
	// last returns the index of the last frame that is not later than the target.
	last := func(later func(*decode.Frame) bool) int {
		if i := slices.IndexFunc(l.kept, later); i >= 0 {
			return i - 1
		}
		return len(l.kept) - 1
	}
	switch t.by {
	case byTime:
		return last(func(f *decode.Frame) bool { return f.Time-l.start > t.seconds }), true
	case byPicture:
		i := slices.IndexFunc(l.kept, t.picture.is)
		if t.back {
			i--
		}
		if t.on && i >= 0 {
			i++
		}
		return i, true
	}
	i = last(func(f *decode.Frame) bool { return f.Index > t.number })
	return i, i >= 0 && l.kept[i].Index == t.number
}

// Close ends the goroutine, waits for it, and releases all frames. If the decoder is waiting for
// input, only the end of the video's context ends the wait.
func (l *Live) Close() {
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	<-l.done
	l.take()
	for _, f := range l.kept {
		f.Release()
	}
	l.kept = nil
}

// run is the worker loop. It ends with Close or at the end of the source.
func (l *Live) run() {
	defer close(l.done)
	for {
		if n := l.needs.Swap(nil); n != nil {
			l.video.Need(*n) // what the codec does not report is not included
		}
		f, err := l.video.Next()
		if !l.arrive(f, err) {
			return
		}
	}
}

// arrive handles a frame, or the error after the last one. It returns false if no more follow.
func (l *Live) arrive(f *decode.Frame, err error) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.faults = l.video.Faults()
	switch {
	case l.closed:
		f.Release()
		return false
	case err != nil:
		l.err = err
		l.send(Item{Err: err}) // after the last frame
		return false
	case l.held:
		f.Release()
		return true
	}
	f.Retain()
	l.keep(f)
	l.dropped += l.take()
	l.send(Item{Frame: f, Came: time.Now()})
	return true
}

// keep caches a frame and releases the oldest ones beyond the limits.
func (l *Live) keep(f *decode.Frame) {
	l.kept = append(l.kept, f)
	l.bytes += f.Bytes()
	for len(l.kept) > 1 && (l.bytes > liveBytes || len(l.kept) > livePictures) {
		l.bytes -= l.kept[0].Bytes()
		l.kept[0].Release()
		l.kept = slices.Delete(l.kept, 0, 1)
	}
}

// take removes unreceived items from the channel and returns the number of frames among them.
func (l *Live) take() (pictures int64) {
	for {
		select {
		case old := <-l.items:
			if old.Frame != nil {
				pictures++
			}
			old.Frame.Release()
		default:
			return pictures
		}
	}
}

// send sends an item. The channel has room: there is no other sender, and at most one unreceived
// frame.
func (l *Live) send(item Item) {
	item.Serial, item.Faults = l.serial.Load(), l.faults
	l.items <- item
	l.wake()
}
