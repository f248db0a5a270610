package decode

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"ffkvadrat/decode/livetest"
	"ffkvadrat/yuv"
)

// TestDisplay grabs a part of a display on which nothing moves: each pixel is what another program
// finds there, and times are those of the clock, at the rate that was asked for.
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

// rgbOf returns the samples of a pixel of a picture of RGB with 8 bits.
func rgbOf(p *yuv.Picture) func(x, y int) [3]uint8 {
	return func(x, y int) (c [3]uint8) {
		for i := range c {
			c[i] = p.Planes[i].Row(y, 1)[x*p.Planes[i].Step]
		}
		return c
	}
}

// TestDisplayIsGone: a display that ends ends its video, with the reason, and leaves nothing; so does
// the user, and the context.
func TestDisplayIsGone(t *testing.T) {
	d := livetest.NewDisplay(t, "320x240")
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
	files, routines := descriptors(t), runtime.NumGoroutine()
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
	if n := descriptors(t); n > files {
		t.Errorf("%d file descriptors, %d before", n, files)
	}
	d.End() // which waits for the one under way
	for n := 0; n < 100 && runtime.NumGoroutine() > routines; n++ {
		time.Sleep(10 * time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > routines {
		t.Errorf("%d goroutines, %d before", n, routines)
	}
}

// TestDisplayHangs: a display that answers no more is left when the user ends it, the context does, or
// nothing has come for a time; also while it is opened. All is free when it goes on.
func TestDisplayHangs(t *testing.T) {
	d := livetest.NewDisplay(t, "320x240")
	device := Device{Name: "x11grab:" + d.Name}
	open := func(ctx, end context.Context) *Video {
		t.Helper()
		v, err := OpenVideo(WithAccess(WithEnd(ctx, end), Access{Device: device}), device.Name, Options{Stream: Best})
		if err != nil {
			t.Fatal(err)
		}
		next(t, v).Release()
		return v
	}
	left := func(what string, begun time.Time) {
		t.Helper()
		// A busy machine may be late, but not as late as a display that says nothing is given up.
		if took := time.Since(begun); took < leave/2 || took > 4*leave {
			t.Errorf("%s: after %v", what, took)
		}
	}
	open(t.Context(), t.Context()).Close()
	files, routines := descriptors(t), runtime.NumGoroutine()

	end, stop := context.WithCancel(t.Context())
	v := open(t.Context(), end)
	d.Hang()
	time.AfterFunc(100*time.Millisecond, stop)
	begun := time.Now()
	for f := next(t, v); f != nil; f = next(t, v) {
		f.Release()
	}
	v.Close()
	left("the user's end", begun)
	if v.Lost() != nil || v.Faults().Any() {
		t.Errorf("the user's end is a fault: %v, %+v", v.Lost(), v.Faults())
	}
	d.Wake()

	ctx, cancel := context.WithCancel(t.Context())
	v = open(ctx, t.Context())
	d.Hang()
	time.AfterFunc(100*time.Millisecond, cancel)
	begun = time.Now()
	var err error
	for err == nil {
		var f *Frame
		if f, err = v.Next(); err == nil {
			f.Release()
		}
	}
	v.Close()
	left("the context's", begun)
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}

	ctx, cancel = context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	begun = time.Now()
	if err := openWith(WithAccess(ctx, Access{Device: device}), device.Name); !errors.Is(err, context.Canceled) {
		t.Errorf("while it is opened: %v", err)
	}
	left("while it is opened", begun)

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
	for n := 0; n < 300 && (runtime.NumGoroutine() > routines || descriptors(t) > files); n++ {
		time.Sleep(10 * time.Millisecond)
	}
	if n, m := runtime.NumGoroutine(), descriptors(t); n > routines || m > files {
		t.Errorf("%d goroutines, %d before; %d file descriptors, %d before", n, routines, m, files)
	}
}
