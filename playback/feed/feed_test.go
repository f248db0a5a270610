package feed_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/playback/feed"
	"ffkvadrat/tests/leak"
	"ffkvadrat/tests/wait"
	"ffkvadrat/yuv"
)

func open(t *testing.T, name string) (*feed.Feed, *decode.Video) {
	t.Helper()
	video, err := decode.OpenVideo(context.Background(), "../../samples/"+name, decode.Options{Stream: decode.Best})
	if err != nil {
		t.Fatal(err)
	}
	f := feed.New(video, yuv.Needs{}, func() {})
	t.Cleanup(func() {
		f.Close()
		video.Close()
	})
	return f, video
}

// next returns the first item that is not stale.
func next(t *testing.T, f *feed.Feed) feed.Item {
	t.Helper()
	for {
		item := wait.Receive(t, "an item", f.Items())
		if item.Serial == f.Serial() {
			return item
		}
		item.Frame.Release()
	}
}

func TestEveryPictureThenTheEnd(t *testing.T) {
	f, _ := open(t, "tiny-open-gop.mp4")
	for n := int64(0); n < 40; n++ {
		item := next(t, f)
		if item.Err != nil || item.Frame.Index != n {
			t.Fatalf("item %d: %v", n, item.Err)
		}
		item.Frame.Release()
	}
	if item := next(t, f); !item.Ended() {
		t.Fatalf("behind the last picture: %v", item.Err)
	}
	f.Seek(feed.Index(39))
	item := next(t, f)
	if item.Err != nil || item.Frame.Index != 39 {
		t.Fatalf("a seek from the end: %v", item.Err)
	}
	f.Seek(feed.Before(item.Frame))
	item.Frame.Release()
	if item = next(t, f); item.Err != nil || item.Frame.Index != 38 {
		t.Fatalf("a step back: %v", item.Err)
	}
	item.Frame.Release()
}

func TestLastSeekWins(t *testing.T) {
	f, _ := open(t, "tiny-open-gop.mp4")
	random := rand.New(rand.NewPCG(1, 2))
	rounds := 300
	if testing.Short() {
		rounds = 60
	}
	for range rounds {
		var last int64
		for range 1 + random.IntN(4) {
			last = random.Int64N(40)
			f.Seek(feed.Index(last))
		}
		for n := last; n < min(last+3, 40); n++ {
			item := next(t, f)
			if item.Err != nil || item.Frame.Index != n {
				t.Fatalf("after a seek to %d: got %v, error %v", last, item.Frame, item.Err)
			}
			item.Frame.Release()
		}
	}
}

func TestTime(t *testing.T) {
	f, _ := open(t, "tiny-mpeg2.ts")
	f.Seek(feed.Time(0.41))
	item := next(t, f)
	if item.Err != nil || item.Frame.Index != 10 {
		t.Fatalf("0.41 s: %+v", item)
	}
	item.Frame.Release()
}

// TestCloseLeavesNothing closes feeds in every state: blocked on a full channel, seeking, and at
// the end.
func TestCloseLeavesNothing(t *testing.T) {
	leak.Check(t)
	for n := range 30 {
		video, err := decode.OpenVideo(context.Background(), "../../samples/tiny-open-gop.mp4", decode.Options{Stream: decode.Best})
		if err != nil {
			t.Fatal(err)
		}
		woken := make(chan struct{}, 100)
		f := feed.New(video, yuv.Needs{}, func() { woken <- struct{}{} })
		switch n % 3 {
		case 0:
			for range cap(f.Items()) {
				wait.Receive(t, "a picture", woken)
			}
		case 1:
			f.Seek(feed.Index(30))
		case 2:
			f.Seek(feed.Index(39))
			for item := next(t, f); item.Err == nil; item = next(t, f) {
				item.Frame.Release()
			}
		}
		f.Close()
		video.Close()
	}
}
