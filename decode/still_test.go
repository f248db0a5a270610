package decode

import (
	"encoding/binary"
	"fmt"
	"os"
	"strings"
	"testing"

	"ffkvadrat/tests/clips"
)

// TestStill: a file of one frame is a picture, whatever it says about its length.
func TestStill(t *testing.T) {
	for path, want := range map[string]bool{"tiny-still.png": true, "tiny-palette.gif": false, "tiny-420.mp4": false, "tiny-vp9.webm": false, "tiny-mpeg2.ts": false} {
		v, err := OpenVideo(t.Context(), "../samples/"+path, Options{Stream: Best})
		if err != nil {
			t.Fatal(err)
		}
		info := v.Info()
		v.Close()
		if got := info.Still(); got != want {
			t.Errorf("%s: %v, with %d frames in %v s", path, got, info.Frames, info.Duration)
		}
		if got := info.Thing(); got != map[bool]string{true: "picture", false: "video"}[want] {
			t.Errorf("%s is a %s", path, got)
		}
	}
	for _, info := range []Info{{Live: true}, {Live: true, Timing: Timing{Frames: 1}}, {Container: "h264"}, {Container: "png_pipe", Timing: Timing{Frames: 2}}} {
		if info.Still() {
			t.Errorf("%+v is a picture", info)
		}
	}
	if one, other := ThingNamed("a.PNG"), ThingNamed("a.gif"); one != "picture" || other != "video" {
		t.Errorf("by their names, they are a %s and a %s", one, other)
	}
}

// TestOneFrame: only a file whose frames end after the first one is a picture, in each container, from a file and from a pipe,
// whatever the header says. The frames all come.
func TestOneFrame(t *testing.T) {
	count := func(b []byte) { binary.LittleEndian.PutUint32(b[24:], 1) }        // of an IVF: from before the others were written
	rate := func(b []byte) { copy(b[16:], "\x01\x00\x00\x00\x01\x00\x00\x00") } // of an IVF: one frame a second
	for _, c := range []struct {
		name, args string
		lie        func([]byte)
		says       bool // something about its length, also in a pipe
	}{
		{"ivf", "-c:v libvpx", nil, true}, {"ivf", "-c:v libvpx", count, true}, {"ivf", "-c:v libvpx", rate, true},
		{"webm", "-c:v libvpx", nil, true}, {"mkv", "-c:v mpeg4 -live 1", nil, false}, {"ogv", "-c:v libtheora", nil, false},
		{"y4m", "-pix_fmt yuv420p", nil, false}, {"obu", "-c:v libsvtav1 -preset 12", nil, false}, {"h264", "-c:v libx264", nil, false},
		{"hevc", hevcFast, nil, false}, {"mjpeg", "-c:v mjpeg", nil, false}, {"gif", "-c:v gif", nil, false},
		{"apng", "-c:v apng", nil, false}, {"png", "-c:v png -f image2pipe", nil, true}, {"jpg", "-c:v mjpeg -f image2pipe", nil, true},
		{"ppm", "-c:v ppm -f image2pipe", nil, true}, {"flv", "-c:v flv", nil, false}, {"ts", "-c:v mpeg2video", nil, false},
		{"avi", "-c:v mpeg4", nil, true}, {"nut", "-c:v mpeg4", nil, false}, {"mp4", "-c:v mpeg4 -movflags frag_every_frame", nil, false},
	} {
		for n := 1; n <= 3; n += 2 {
			args := append([]string{"-f", "lavfi", "-i", "testsrc2=size=64x64:rate=25", "-frames:v", fmt.Sprint(n)}, strings.Fields(c.args)...)
			path := clips.Make(t, "a."+c.name, args...)
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if c.lie != nil {
				c.lie(data)
				if err := os.WriteFile(path, data, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			piped, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			go func() {
				w.Write(data)
				w.Close()
			}()
			for where, name := range map[string]string{"a file": path, "a pipe": fmt.Sprintf("/dev/fd/%d", piped.Fd())} {
				v := open(t, name)
				info := v.Info()
				if got := countRest(t, v); got != n {
					t.Errorf("%s of %d frames in %s: %d came", c.name, n, where, got)
				}
				if info.Still() && n > 1 || n == 1 && c.says && !info.Still() {
					t.Errorf("%s of %d frames in %s is a %s: %+v", c.name, n, where, info.Thing(), info.Timing)
				}
				if n > 1 && info.Duration > 0 && info.Duration < float64(n-1)/25 {
					t.Errorf("%s of %d frames in %s is %v s long", c.name, n, where, info.Duration)
				}
				v.Close()
			}
			piped.Close()
		}
	}
}
