package decode

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"io/fs"
	"os"
	"strings"
	"testing"
	"time"

	"ffkvadrat/decode/livetest"
	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/leak"
)

// capturing returns a context that allows a device.
func capturing(d Device) context.Context {
	return WithAccess(context.Background(), Access{Device: d})
}

// streamed returns an H.264 clip as cameras send it.
func streamed(t *testing.T) string {
	t.Helper()
	return clips.Make(t, "a.h264", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25:duration=2", "-c:v", "libx264", "-bf", "0", "-g", "10", "-x264-params", "aud=1:repeat-headers=1")
}

// TestLiveKinds: each kind is refused unless it is allowed, and no server is contacted; a name belongs
// to only one kind.
func TestLiveKinds(t *testing.T) {
	for _, k := range liveKinds {
		if err := openError(k.example); k.device != errors.Is(err, fs.ErrNotExist) || !k.device != errors.Is(err, ErrNetwork) {
			t.Errorf("%s: %v", k.example, err)
		}
		if IsURL(k.example) == k.device {
			t.Errorf("%s: a URL is %v", k.example, IsURL(k.example))
		}
		if k.demuxer != "" && k.format() == nil {
			t.Errorf("%s: FFmpeg has no %s", k.example, k.demuxer)
		}
		other := WithAccess(context.Background(), Access{Network: k.device, Device: Device{Name: "v4l2:/dev/null"}})
		if err := openWith(other, k.example); k.device != errors.Is(err, fs.ErrNotExist) || !k.device != errors.Is(err, ErrNetwork) {
			t.Errorf("%s, and another one is allowed: %v", k.example, err)
		}
		if k.device {
			if err := (Device{Name: k.example}).Check(); err != nil {
				t.Error(err)
			}
		}
	}
	for _, d := range []Device{{}, {Name: "camera"}, {Name: "alsa:default"}, {Name: "x11grab"}, {Name: "v4l2:"}, {Name: "rtsp://x/y"}, {Name: "x11grab::0", Width: 5}, {Name: "x11grab::0", Width: -1, Height: 5}, {Name: "x11grab::0", Rate: 0.5}, {Name: "x11grab::0", Rate: 1e9}} {
		if d.Check() == nil {
			t.Errorf("%+v is right", d)
		}
	}
}

// TestRemoteDisplay: a display of another machine needs the network.
func TestRemoteDisplay(t *testing.T) {
	for name, remote := range map[string]bool{
		":4711": false, ":4711.0+3,4": false, "unix:4711": false, "nowhere": false,
		"localhost:4711": true, "tcp/localhost:4711": true, "unix/localhost:4711": true, "127.0.0.1:4711.0": true, "[::1]:4711": true, "::1:4711": false,
	} {
		device := Device{Name: "x11grab:" + name}
		if err := openWith(WithAccess(t.Context(), Access{Device: device}), device.Name); err == nil || errors.Is(err, ErrNetwork) != remote {
			t.Errorf("%s: %v", name, err)
		}
		if err := openWith(WithAccess(t.Context(), Access{Device: device, Network: true}), device.Name); err == nil || errors.Is(err, ErrNetwork) {
			t.Errorf("%s, with the network: %v", name, err)
		}
	}
}

// TestLiveErrors: a missing source gives an error of one line, for each kind.
func TestLiveErrors(t *testing.T) {
	plain := writeFile(t, "plain", []byte("no device"))
	closed := livetest.Silent(t, "tcp").URL
	closed = closed[:strings.LastIndex(closed, ":")] + ":1"
	for _, c := range []struct {
		name string
		says string
	}{
		{"x11grab::4711", "no such display"},
		{"x11grab:nowhere", "no such display"},
		{"v4l2:/dev/nowhere", "there is no such device"},
		{"v4l2:" + plain, "it is not a video device"},
		{"v4l2:/dev/null", "it is not a video device"},
		{closed, "no server answers there"},
		{"rtsp" + strings.TrimPrefix(closed, "tcp") + "/x", "no server answers there"},
		{"rtsps" + strings.TrimPrefix(closed, "tcp") + "/x", "no server answers there"},
		{"TCP" + strings.TrimPrefix(closed, "tcp"), "no server answers there"},
		{"RTSP" + strings.TrimPrefix(closed, "tcp") + "/x", "no server answers there"},
		{"RtspS" + strings.TrimPrefix(closed, "tcp") + "/x", "no server answers there"},
		{"HTTP" + strings.TrimPrefix(closed, "tcp") + "/x", "refused"},
		{"udp://192.0.2.1:5000", "this machine has no such address"},
		{"udp://nowhere.invalid:5000", "no such host"},
		{livetest.Refusing(t, "401 Unauthorized").URL, "401"},
		{livetest.Refusing(t, "404 Not Found").URL, "404"},
		{livetest.Refusing(t, "454 Session Not Found").URL, "4XX"},
		{livetest.TCP(t, []byte(strings.Repeat("no video\n", 500)), 0, 0, false).URL, "not a video"},
		{livetest.TCP(t, nil, 0, 0, false).URL, "not a video"},
	} {
		ctx := WithAccess(context.Background(), Access{Network: true, Device: Device{Name: c.name}})
		if IsURL(c.name) {
			ctx = withNetwork()
		}
		err := openWith(ctx, c.name)
		if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), c.name) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestServedLive: the frames from a server are the file's, at once or paced.
func TestServedLive(t *testing.T) {
	hash := maphash.MakeSeed()
	h264 := streamed(t)
	read := func(path string) []byte {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	ts := "../samples/tiny-mpeg2.ts"
	for _, c := range []struct {
		path   string
		server *livetest.Server
	}{
		{ts, livetest.TCP(t, read(ts), 0, 0, false)},
		{ts, livetest.TCP(t, read(ts), 1316, 5*time.Millisecond, false)},
		{"../samples/tiny-420.mkv", nil},
		{h264, livetest.RTSP(t, read(h264), 0, false)},
		{h264, livetest.RTSP(t, read(h264), 10*time.Millisecond, false)},
	} {
		if c.server == nil {
			c.path = clips.Make(t, "a.mkv", "-i", "../samples/tiny-420.mp4", "-c", "copy")
			c.server = livetest.TCP(t, read(c.path), 0, 0, false)
		}
		want := show(t, hash, c.path, 1, 0).frames
		v, err := OpenVideo(withNetwork(), c.server.URL, Options{Stream: Best})
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for f := next(t, v); f != nil; f = next(t, v) {
			if n < len(want) && (hashPicture(hash, &f.Picture) != want[n].samples || f.Index != int64(n) || f.PictType != want[n].pictType) {
				t.Fatalf("%s of %s: another frame %d", c.server.URL, c.path, n)
			}
			f.Release()
			n++
		}
		if info := v.Info(); n != len(want) || !info.Live || info.Seekable || info.WallClock || v.Faults().Any() || v.Lost() != nil {
			t.Errorf("%s of %s: %d frames of %d, %+v, %+v, %v", c.server.URL, c.path, n, len(want), info, v.Faults(), v.Lost())
		}
		for _, err := range []error{v.SeekIndex(0), v.SeekTime(1), v.SeekIndex(5)} {
			if !errors.Is(err, ErrNotSeekable) {
				t.Errorf("%s: a seek gives %v", c.server.URL, err)
			}
		}
		if len(v.seen.ticks) > 1 {
			t.Errorf("%d time stamps are kept", len(v.seen.ticks))
		}
		v.Close()
		if _, err := OpenSound(withNetwork(), c.server.URL, 48000); !errors.Is(err, ErrNotSeekable) {
			t.Errorf("its sound: %v", err)
		}
		if _, err := OpenSoundPackets(withNetwork(), c.server.URL); !errors.Is(err, ErrNotSeekable) {
			t.Errorf("its sound's packets: %v", err)
		}
		if n := c.server.Clients(); n != 1 {
			t.Errorf("%d clients", n)
		}
	}
}

// TestLiveEnds ends sources in mid-stream: by the user, after which the frames so far come; by the
// server, which is a fault; and by the context, which is an error. Nothing is leaked.
func TestLiveEnds(t *testing.T) {
	h264 := streamed(t)
	data, err := os.ReadFile(h264)
	if err != nil {
		t.Fatal(err)
	}
	ts, err := os.ReadFile("../samples/tiny-mpeg2.ts")
	if err != nil {
		t.Fatal(err)
	}
	sources := map[string]*livetest.Server{
		"tcp":  livetest.TCP(t, ts, 0, 0, true),
		"rtsp": livetest.RTSP(t, data, 0, true),
	}
	var before leak.Held
	for range 2 { // the first round includes FFmpeg's initialisation
		before = leak.Now()
		for name, server := range sources {
			// The user.
			end, stop := context.WithCancel(context.Background())
			v, err := OpenVideo(WithEnd(withNetwork(), end), server.URL, Options{Stream: Best})
			if err != nil {
				t.Fatal(err)
			}
			next(t, v).Release()
			n := 1
			for f := next(t, v); f != nil; f = next(t, v) {
				f.Release()
				if n++; n == 15 { // all of them come soon; then it waits for more
					time.AfterFunc(100*time.Millisecond, stop)
				}
			}
			if n < 15 || v.Faults().Any() || v.Lost() != nil {
				t.Errorf("%s: %d frames until the user ended it, %+v, %v", name, n, v.Faults(), v.Lost())
			}
			stop()
			v.Close()
			// The context.
			ctx, cancel := context.WithCancel(withNetwork())
			if v, err = OpenVideo(ctx, server.URL, Options{Stream: Best}); err != nil {
				t.Fatal(err)
			}
			time.AfterFunc(100*time.Millisecond, cancel)
			for err == nil {
				var f *Frame
				if f, err = v.Next(); err == nil {
					f.Release()
				}
			}
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: %v", name, err)
			}
			v.Close()
			// The server.
			if v, err = OpenVideo(withNetwork(), server.URL, Options{Stream: Best}); err != nil {
				t.Fatal(err)
			}
			next(t, v).Release()
			time.AfterFunc(100*time.Millisecond, server.Break)
			for f := next(t, v); f != nil; f = next(t, v) {
				f.Release()
			}
			// RTSP does not distinguish a break from an end.
			if name == "tcp" && (v.Faults().Read != 1 || v.Lost() == nil || !strings.Contains(v.Lost().Error(), "closed the connection")) {
				t.Errorf("%s: %+v, %v", name, v.Faults(), v.Lost())
			}
			v.Close()
		}
	}
	if err := before.Settle(); err != nil {
		t.Error(err)
	}
}

// TestLiveSilence: a silent server is abandoned when the user or the context ends it.
func TestLiveSilence(t *testing.T) {
	for _, scheme := range []string{"tcp", "rtsp"} {
		server := livetest.Silent(t, scheme)
		for _, with := range []func(end context.Context) context.Context{
			func(end context.Context) context.Context { return WithEnd(withNetwork(), end) },
			func(end context.Context) context.Context { return WithAccess(end, Access{Network: true}) },
		} {
			ctx, cancel := context.WithCancel(context.Background())
			time.AfterFunc(50*time.Millisecond, cancel)
			if err := openWith(with(ctx), server.URL); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: %v", scheme, err)
			}
			cancel()
		}
	}
}

// TestLiveEndsInAPicture: if the user ends a source within a frame, that is not damage.
func TestLiveEndsInAPicture(t *testing.T) {
	ts, err := os.ReadFile(clips.Make(t, "a.ts", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25:duration=2", "-c:v", "libx264", "-bf", "0", "-g", "10"))
	if err != nil {
		t.Fatal(err)
	}
	h264, err := os.ReadFile(streamed(t))
	if err != nil {
		t.Fatal(err)
	}
	for part := 70; part < 100; part += 7 { // percent
		for _, server := range []*livetest.Server{
			livetest.TCP(t, ts[:len(ts)*part/100], 0, 0, true),
			livetest.RTSP(t, h264[:len(h264)*part/100], 0, true),
		} {
			t.Run(fmt.Sprint(server.URL, part), func(t *testing.T) {
				t.Parallel() // mostly waiting
				end, stop := context.WithCancel(context.Background())
				defer stop()
				v, err := OpenVideo(WithEnd(withNetwork(), end), server.URL, Options{Stream: Best})
				if err != nil {
					t.Fatal(err)
				}
				defer v.Close()
				time.AfterFunc(300*time.Millisecond, stop)
				for f := next(t, v); f != nil; f = next(t, v) {
					f.Release()
				}
				if v.Faults().Any() || v.Lost() != nil {
					t.Errorf("%+v, %v", v.Faults(), v.Lost())
				}
			})
		}
	}
}
