package feed_test

import (
	"context"
	"testing"
	"time"

	"ffkvadrat/decode"
	"ffkvadrat/decode/livetest"
	"ffkvadrat/playback/feed"
	"ffkvadrat/tests/wait"
)

// openLive plays a clip of 75 frames as a live source.
func openLive(t *testing.T, pace time.Duration, holds bool) (*feed.Live, *livetest.Server) {
	t.Helper()
	ctx, cancel := context.WithCancel(decode.WithAccess(context.Background(), decode.Access{Network: true}))
	source := livetest.TCP(t, livetest.Clip(t), 1316, pace, holds)
	video, err := decode.OpenVideo(ctx, source.URL, decode.Options{Stream: decode.Best})
	if err != nil {
		t.Fatal(err)
	}
	l := feed.NewLive(video, func() {})
	t.Cleanup(func() {
		cancel()
		l.Close()
		video.Close()
	})
	return l, source
}

// newest returns the next item that is not stale.
func newest(t *testing.T, l *feed.Live) feed.Item {
	t.Helper()
	for {
		item := wait.Receive(t, "an item", l.Items())
		if item.Serial == l.Serial() {
			return item
		}
		item.Frame.Release()
	}
}

// TestLiveNewest: a slow receiver gets the newest frame; all others are counted.
func TestLiveNewest(t *testing.T) {
	l, _ := openLive(t, 0, false)
	shown, last, dropped := int64(0), int64(-1), int64(0)
	for {
		item := newest(t, l)
		if item.Ended() { // until then, frames after the latest may be dropped
			break
		}
		if item.Err != nil || item.Frame.Index <= last || item.Came.IsZero() {
			t.Fatalf("%+v after %d", item, last)
		}
		last = item.Frame.Index
		item.Frame.Release()
		shown++
		if shown == 1 {
			wait.For(t, "pictures that are dropped", func() bool {
				dropped += l.Dropped()
				return dropped > 2
			})
		}
	}
	if dropped += l.Dropped(); shown+dropped != 75 || last != 74 {
		t.Errorf("shown %d, up to %d, and dropped %d of 75", shown, last, dropped)
	}
}

// TestLiveKeeps steps through the cached frames while the source continues. A seek to another place
// returns the nearest one.
func TestLiveKeeps(t *testing.T) {
	l, _ := openLive(t, 20*time.Millisecond, false)
	var at *decode.Frame
	for at == nil || at.Index < 10 {
		item := newest(t, l)
		if item.Err != nil {
			t.Fatal(item.Err)
		}
		at.Release()
		at = item.Frame
	}
	goTo := func(what string, target feed.Target, want int64, refused bool) {
		t.Helper()
		l.Seek(target)
		item := newest(t, l)
		if item.Err != nil || item.Frame.Index != want || item.Refused != refused || !item.Came.IsZero() {
			t.Fatalf("%s: %+v, want %d, refused %v", what, item, want, refused)
		}
		at.Release()
		at = item.Frame
	}
	n := at.Index
	l.Hold()
	goTo("back", feed.Before(at), n-1, false)
	goTo("back", feed.Before(at), n-2, false)
	goTo("on", feed.After(at), n-1, false)
	goTo("itself", feed.At(at), n-1, false)
	goTo("by its number", feed.Index(3), 3, false)
	goTo("by its time", feed.Time(5.01/25), 5, false)
	goTo("the first", feed.Time(0), 0, false)
	goTo("before the first", feed.Before(at), 0, true)
	goTo("too early", feed.Time(-1), 0, true)
	if l.Dropped(); l.Dropped() != 0 {
		t.Error("what was not asked for counts as dropped")
	}
	l.Resume()
	item := newest(t, l)
	for item.Err == nil {
		if item.Frame.Index <= n {
			t.Errorf("picture %d after the pause at %d", item.Frame.Index, n)
		}
		item.Frame.Release()
		item = newest(t, l)
	}
	if !item.Ended() {
		t.Fatal(item.Err)
	}
	// After the end, the last frame can be reached, and the end is sent again.
	goTo("far behind", feed.Index(1000), 74, true)
	goTo("on from the last", feed.After(at), 74, true)
	l.Resume()
	if item := newest(t, l); !item.Ended() {
		t.Errorf("%+v after the end", item)
	}
	at.Release()
}

// TestLiveHold: during Hold, only requested frames are delivered, and new ones are not cached.
func TestLiveHold(t *testing.T) {
	l, source := openLive(t, 20*time.Millisecond, true)
	newest(t, l).Frame.Release()
	l.Hold()
	source.Await(t, source.Sent()+20*livetest.PictureBytes)
	select {
	case item := <-l.Items():
		t.Errorf("%+v", item)
	default:
	}
	l.Seek(feed.Index(1000))
	held := newest(t, l)
	l.Resume()
	item := newest(t, l)
	if item.Err != nil || item.Frame.Index < held.Frame.Index+3 {
		t.Errorf("%d after a pause at %d", item.Frame.Index, held.Frame.Index)
	}
	// Numbers between the two belong to frames that were not cached.
	for number, want := range map[int64]int64{item.Frame.Index: item.Frame.Index, item.Frame.Index - 1: held.Frame.Index, held.Frame.Index: held.Frame.Index} {
		l.Seek(feed.Index(number))
		found := newest(t, l)
		if found.Frame.Index != want || found.Refused != (number != want) {
			t.Errorf("number %d is %d, refused %v; want %d", number, found.Frame.Index, found.Refused, want)
		}
		found.Frame.Release()
	}
	held.Frame.Release()
	item.Frame.Release()
}
