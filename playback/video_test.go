package playback

import (
	"context"
	"errors"
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/playback/audio"
	"ffkvadrat/playback/playlist"
	"ffkvadrat/tests/leak"
	"ffkvadrat/tests/wait"
)

// TestVideosLeaveNothing opens and closes videos in all states. Some cannot be opened, and some
// requests are cancelled.
func TestVideosLeaveNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	woken := make(chan struct{}, 1)
	p := &Playback{ctx: ctx, opt: Options{Stream: decode.Best, Post: func(func()) {}}}
	silent := func() (*audio.Device, error) { return nil, audio.ErrNoDevice }
	wake := func() {
		select {
		case woken <- struct{}{}:
		default:
		}
	}
	videos := &playlist.List{Videos: []playlist.Video{
		{Path: "../samples/sample.mp4"}, {Path: "../samples/tiny-open-gop.mp4"}, {Path: "../samples/README.md"}, {Path: "../samples/tiny-mpeg2.ts"},
	}}
	pipe := t.TempDir() + "/pipe.ts" // has no writer: opening it blocks forever
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	writer, err := os.OpenFile(pipe, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	silence := &playlist.List{Videos: []playlist.Video{{Path: pipe}}}
	change := func(n int) {
		path := videos.Videos[n%len(videos.Videos)].Path
		if n%3 == 0 { // until it is open, or shorter
			p.ask(videos, n%len(videos.Videos), 1, true)
			p.ask(silence, 0, 1, true)
			p.abandon()
			return
		}
		ctx, cancel := context.WithCancel(ctx)
		f, err := newVideo(ctx, cancel, path, decode.Options{Stream: decode.Best})
		if strings.HasSuffix(path, ".md") {
			if !errors.Is(err, decode.ErrNotVideo) {
				t.Fatalf("%s: %v", path, err)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		switch n % 4 {
		case 0: // never started
		default:
			f.start(wake, silent, wake)
			for len(f.queue) < n%3 {
				f.queue = append(f.queue, wait.Receive(t, "a picture", f.feed.Items()))
			}
		}
		p.past.close(f)
	}
	for n := range 140 { // until the C library has allocated its arenas
		change(n)
	}
	p.past.wait()
	runtime.GC()
	held, memory := leak.Now(), leak.Resident(t)
	for n := range 100 {
		change(n)
	}
	p.past.wait()
	if err := held.Settle(); err != nil {
		t.Error(err)
	}
	runtime.GC()
	// The C library keeps some of the freed memory.
	if after := leak.Resident(t); after > memory+24<<20 {
		t.Errorf("%d bytes of memory before 100 videos, %d after them", memory, after)
	}
	if len(p.past.faults) != 0 {
		t.Errorf("faults: %v", p.past.faults)
	}
}

// A video's faults are known after it is closed.
func TestFaultsOfPastVideos(t *testing.T) {
	data, err := os.ReadFile("../samples/tiny-mpeg2.ts")
	if err != nil {
		t.Fatal(err)
	}
	path := t.TempDir() + "/damaged.ts"
	for i := len(data) / 2; i < len(data)/2+3000; i++ {
		data[i] ^= byte(i)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	f, err := newVideo(ctx, cancel, path, decode.Options{Stream: decode.Best})
	if err != nil {
		t.Fatal(err)
	}
	f.start(func() {}, nil, nil)
	for item := range f.feed.Items() {
		item.Frame.Release()
		if item.Err != nil {
			break
		}
	}
	var past past
	past.close(f)
	past.wait()
	if !past.faults[path].Any() || ctx.Err() == nil {
		t.Errorf("faults %v, context %v", past.faults, ctx.Err())
	}
}
