package feed

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"ffkvadrat/decode"
	"ffkvadrat/yuv"
)

// Limits of the pictures that a Live keeps. For 32-bit RGB, the bytes are 32 pictures at
// 1920 × 1080, 72 at 1280 × 720.
const (
	liveBytes    = 256 << 20
	livePictures = 300
)

// Live decodes a live source at the source's own pace, in a goroutine, and hands out its
// newest picture. What the receiver is too slow for is dropped: nothing queues up, and a
// picture is never older than the one decode after it took. The last pictures are kept, for
// steps back. One goroutine may use a Live; its own ends with [Live.Close].
type Live struct {
	video *decode.Video
	start float64
	wake  func()
	items chan Item // the newest picture, if nobody has taken it, and the end
	done  chan struct{}

	needs  atomic.Pointer[yuv.Needs] // not yet passed on
	serial atomic.Uint64             // of the newest seek

	mu      sync.Mutex // guards the fields below, and sending
	kept    []*decode.Frame
	bytes   int
	held    bool
	closed  bool
	err     error // why there are no more pictures
	dropped int64
}

// NewLive starts to decode. Its goroutine calls wake whenever there is another picture. The
// video belongs to the Live until Close returns.
func NewLive(video *decode.Video, wake func()) *Live {
	l := &Live{video: video, start: video.Info().Start, wake: wake, items: make(chan Item, 2), done: make(chan struct{})}
	go l.run()
	return l
}

// Items returns the channel with the newest picture. Items whose serial is not [Live.Serial]
// are stale.
func (l *Live) Items() <-chan Item { return l.items }

// Serial returns the number of the newest seek, 0 before the first.
func (l *Live) Serial() uint64 { return l.serial.Load() }

// Need says what pictures come with from now on, as far as the codec tells it; see
// [decode.Video.Need].
func (l *Live) Need(n yuv.Needs) { l.needs.Store(&n) }

// Dropped returns how many pictures were dropped since the last call, because nobody had taken
// them when the next one came.
func (l *Live) Dropped() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := l.dropped
	l.dropped = 0
	return n
}

// Hold hands out only pictures that are asked for, out of those that are kept. The source goes
// on meanwhile, and its pictures are not kept.
func (l *Live) Hold() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.held = true
	l.take()
}

// Resume goes on with the newest picture.
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

// Seek hands out a picture that is kept, and holds. If the target is not kept, it is the one
// next to it, and Refused.
func (l *Live) Seek(t Target) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.serial.Add(1)
	l.held = true
	l.take()
	if len(l.kept) == 0 {
		return // the first picture has not come
	}
	i, kept := l.find(t)
	at := min(max(i, 0), len(l.kept)-1)
	l.kept[at].Retain()
	l.send(Item{Frame: l.kept[at], Refused: !kept || at != i})
}

// find returns the index of a target in the pictures that are kept, or of one beside it, which
// may be before or behind them. Numbers have gaps: while it holds, none is kept.
func (l *Live) find(t Target) (i int, kept bool) {
	// last returns the index of the last picture that is not later than the target.
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

// Close ends the goroutine, waits for it and releases all pictures. If the decoder is waiting
// for input, only the end of the context with which the video was opened ends the wait.
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

// run is the goroutine.
func (l *Live) run() {
	defer close(l.done)
	for {
		if n := l.needs.Swap(nil); n != nil {
			l.video.Need(*n) // what it refuses does not come
		}
		f, err := l.video.Next()
		if !l.arrive(f, err) {
			return
		}
	}
}

// arrive takes a picture, or the error after the last one. It returns false if there will be
// no more.
func (l *Live) arrive(f *decode.Frame, err error) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.closed:
		f.Release()
		return false
	case err != nil:
		l.err = err
		l.send(Item{Err: err}) // behind the last picture
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

// keep keeps a picture, and releases the oldest ones that are too many.
func (l *Live) keep(f *decode.Frame) {
	l.kept = append(l.kept, f)
	l.bytes += f.Bytes()
	for len(l.kept) > 1 && (l.bytes > liveBytes || len(l.kept) > livePictures) {
		l.bytes -= l.kept[0].Bytes()
		l.kept[0].Release()
		l.kept = slices.Delete(l.kept, 0, 1)
	}
}

// take takes back what nobody has taken, and returns how many pictures that were.
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

// send hands out an item. There is room: nobody else sends, and of the pictures that nobody has
// taken there is one at most.
func (l *Live) send(item Item) {
	item.Serial = l.serial.Load()
	l.items <- item
	l.wake()
}
