package decode

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ffkvadrat/decode/livetest"
	"ffkvadrat/tests/leak"
	"ffkvadrat/yuv"
)

// TestDisplay captures a part of a display without motion: each pixel is what another program captures
// there, and times are the clock's, at the requested rate.
func TestDisplay(t *testing.T) {
	d := livetest.NewDisplay(t, "640x480")
	d.Play("testsrc2=size=640x480:rate=1:duration=1,loop=-1:1:0")
	const left, top, width, height = 17, 23, 203, 101 // without the pointer, in the middle
	device := Device{Name: "x11grab:" + d.Name + "+17,23", Width: width, Height: height, Rate: 50}
	begun := time.Now()
	v, err := OpenVideo(capturing(device), device.Name, Options{Stream: Best})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	info := v.Info()
	if !info.Live || !info.WallClock || info.Seekable || info.Model != yuv.RGB || info.Width != width || info.Height != height || info.AvgFrameRate.Float() != 50 {
		t.Errorf("%+v", info)
	}
	var last *Frame
	for n := range int64(25) {
		f := next(t, v)
		if f.Index != n || last != nil && f.PTS <= last.PTS {
			t.Errorf("frame %d at %d", f.Index, f.PTS)
		}
		last.Release()
		last = f
	}
	defer last.Release()
	if at := time.UnixMicro(last.PTS); at.Before(begun) || at.After(time.Now()) {
		t.Errorf("a picture of %v, between %v and %v", at, begun, time.Now())
	}
	if length := float64(last.PTS-info.StartPTS) / 1e6; length < 24./50-0.02 || v.Missed() != max(0, int64(length*50+0.5)+1-25) {
		t.Errorf("25 pictures in %.3f s, %d missed", length, v.Missed())
	}
	screen := d.Screenshot()
	rgb := rgbOf(&last.Picture)
	for y := range height {
		for x := range width {
			r, g, b, _ := screen.At(left+x, top+y).RGBA()
			if got := rgb(x, y); got != [3]uint8{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8)} {
				t.Fatalf("pixel %d, %d is %v, not %d %d %d", x, y, got, r>>8, g>>8, b>>8)
			}
		}
	}
}

// rgbOf returns the samples of a pixel of an 8-bit RGB picture.
func rgbOf(p *yuv.Picture) func(x, y int) [3]uint8 {
	return func(x, y int) (c [3]uint8) {
		for i := range c {
			c[i] = p.Planes[i].Row(y, 1)[x*p.Planes[i].Step]
		}
		return c
	}
}

// TestDisplayIsGone: a display that ends, the user or the context ends the video, with the reason, and
// nothing is leaked.
func TestDisplayIsGone(t *testing.T) {
	d := livetest.NewDisplay(t, "320x240")
	leak.Check(t)
	device := Device{Name: "x11grab:" + d.Name}
	for range 2 {
		end, stop := context.WithCancel(context.Background())
		v, err := OpenVideo(WithEnd(capturing(device), end), device.Name, Options{Stream: Best})
		if err != nil {
			t.Fatal(err)
		}
		next(t, v).Release()
		stop()
		n := 0
		for f := next(t, v); f != nil; f = next(t, v) {
			f.Release()
			n++
		}
		if n > 2 || v.Faults().Any() || v.Lost() != nil {
			t.Errorf("%d more pictures after the user's end, %+v, %v", n, v.Faults(), v.Lost())
		}
		v.Close()
	}
	v, err := OpenVideo(capturing(device), device.Name, Options{Stream: Best})
	if err != nil {
		t.Fatal(err)
	}
	next(t, v).Release()
	time.AfterFunc(200*time.Millisecond, d.End)
	for f := next(t, v); f != nil; f = next(t, v) {
		f.Release()
	}
	if v.Lost() == nil || v.Lost().Error() != "the display is gone" || v.Faults().Count() != 1 || !strings.Contains(v.Faults().First.Error(), "the display is gone") {
		t.Errorf("%v, %+v", v.Lost(), v.Faults())
	}
	v.Close()
	d.End() // waits for the current call
}

// TestLeave: a call that does not return is abandoned a while after the end of the user or the context,
// or after a longer silence; a call that returns before is not. After an abandoned call there are no
// more calls.
func TestLeave(t *testing.T) {
	const never = time.Hour
	for _, c := range []struct {
		name             string
		user, ctx, takes time.Duration
		left             time.Duration // after how long; 0 if the call returns
	}{
		{"quick", never, never, time.Second, 0},
		{"slow", never, never, silence*time.Second + abandonAfter - 1, 0},
		{"silent", never, never, silence*time.Second + abandonAfter + 1, silence*time.Second + abandonAfter},
		{"user", time.Second, never, never, time.Second + abandonAfter},
		{"context", never, time.Second, never, time.Second + abandonAfter},
		{"returns after the end", time.Second, never, time.Second + abandonAfter - 1, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			end, stop := context.WithTimeout(t.Context(), c.user)
			defer stop()
			ctx, cancel := context.WithTimeout(t.Context(), c.ctx)
			defer cancel()
			a := &callWorker{in: &input{ctx: ctx, end: end}, calls: make(chan func()), returned: make(chan struct{}, 1), timer: time.NewTimer(never)}
			defer close(a.calls)
			go func() {
				for call := range a.calls {
					call()
					a.returned <- struct{}{}
				}
			}()
			begun := time.Now()
			call := func() { <-time.NewTimer(c.takes).C }
			returned, took := a.run(call), time.Since(begun)
			if want := cmp.Or(c.left, c.takes); returned != (c.left == 0) || took != want {
				t.Errorf("%s: returned %v after %v, want %v", c.name, returned, took, want)
			}
			if !returned {
				if a.run(call) {
					t.Errorf("%s: another call is made", c.name)
				}
				<-a.returned // the abandoned call
			}
		})
	}
}

// TestDisplayHangs: a display that stops answering is abandoned when the user or the context ends it,
// or after a silence; also while it is opened. Everything is freed when it continues.
func TestDisplayHangs(t *testing.T) {
	d := livetest.NewDisplay(t, "320x240")
	device := Device{Name: "x11grab:" + d.Name}
	open := func(ctx, end context.Context) *Video {
		t.Helper()
		v, err := OpenVideo(WithAccess(WithEnd(withAbandon(ctx, 100*time.Millisecond), end), Access{Device: device}), device.Name, Options{Stream: Best})
		if err != nil {
			t.Fatal(err)
		}
		next(t, v).Release()
		return v
	}
	open(t.Context(), t.Context()).Close()
	leak.Check(t)

	end, stop := context.WithCancel(t.Context())
	v := open(t.Context(), end)
	d.Hang()
	time.AfterFunc(100*time.Millisecond, stop)
	for f := next(t, v); f != nil; f = next(t, v) {
		f.Release()
	}
	v.Close()
	if v.Lost() != nil || v.Faults().Any() {
		t.Errorf("the user's end is a fault: %v, %+v", v.Lost(), v.Faults())
	}
	d.Wake()

	ctx, cancel := context.WithCancel(t.Context())
	v = open(ctx, t.Context())
	d.Hang()
	time.AfterFunc(100*time.Millisecond, cancel)
	var err error
	for err == nil {
		var f *Frame
		if f, err = v.Next(); err == nil {
			f.Release()
		}
	}
	v.Close()
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}

	ctx, cancel = context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	if err := openWith(WithAccess(withAbandon(ctx, 100*time.Millisecond), Access{Device: device}), device.Name); !errors.Is(err, context.Canceled) {
		t.Errorf("while it is opened: %v", err)
	}

	if !testing.Short() {
		if err := openWith(capturing(device), device.Name); err == nil || !strings.Contains(err.Error(), nothingCame) {
			t.Errorf("while it is opened: %v", err)
		}
		d.Wake()
		v = open(t.Context(), t.Context())
		d.Hang()
		for f := next(t, v); f != nil; f = next(t, v) {
			f.Release()
		}
		if v.Lost() == nil || v.Lost().Error() != nothingCame || v.Faults().Count() != 1 {
			t.Errorf("%v, %+v", v.Lost(), v.Faults())
		}
		v.Close()
	}
	d.Wake()
}
