package decode

import (
	"context"
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
