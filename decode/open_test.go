package decode

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/wait"
	"ffkvadrat/yuv"
)

func openError(path string) error {
	v, err := OpenVideo(context.Background(), path, Options{Stream: Best})
	if err == nil {
		v.Close()
	}
	return err
}

func smallVideo(tb testing.TB, name string) string {
	return clips.Make(tb, name, "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=2", "-c:v", "mpeg4", "-f", "mp4")
}

func writeFile(tb testing.TB, name string, data []byte) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		tb.Fatal(err)
	}
	return path
}

// TestWhatIsNoVideoIsRefused: an empty file, one without an index and a text file are refused as not a video.
func TestWhatIsNoVideoIsRefused(t *testing.T) {
	video := smallVideo(t, "v.mp4")
	png := clips.Make(t, "p001.png", "-f", "lavfi", "-i", "testsrc2=size=64x48", "-frames:v", "1")
	cover := clips.Make(t, "cover.mp3", "-f", "lavfi", "-i", "sine=duration=1", "-i", png, "-map", "0", "-map", "1", "-c:v", "copy", "-disposition:v", "attached_pic")
	for _, c := range []struct {
		path string
		want error
	}{
		{filepath.Join(t.TempDir(), "none.mp4"), fs.ErrNotExist},
		{t.TempDir(), ErrNotVideo},
		{writeFile(t, "empty.mp4", nil), ErrNotVideo},
		{writeFile(t, "text.txt", []byte(strings.Repeat("plain text, long enough to look like a terminal\r\n", 80))), ErrNotVideo},
		{writeFile(t, "text.mp4", []byte(strings.Repeat("plain text\n", 300))), ErrNotVideo},
		{writeFile(t, "ansi.ans", []byte(strings.Repeat("\x1b[31mred\x1b[0m\n", 300))), ErrNotVideo},
		{writeFile(t, "list.mp4", []byte("ffconcat version 1.0\nfile '"+video+"'\n")), ErrNotVideo},
		{writeFile(t, "list.m3u8", []byte("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n"+video+"\n#EXT-X-ENDLIST\n")), ErrNotVideo},
		{writeFile(t, "s.srt", []byte("1\n00:00:00,000 --> 00:00:01,000\nHello\n\n")), ErrNotVideo},
		{writeFile(t, "s.sdp", []byte("v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\n")), ErrNotVideo},
		{cover, ErrNoVideo},
	} {
		err := openError(c.path)
		if !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", filepath.Base(c.path), err, c.want)
		} else if !strings.Contains(err.Error(), filepath.Base(c.path)) || strings.Contains(err.Error(), "\n") {
			t.Errorf("message %q", err)
		}
	}
}

// TestNamesAreTakenLiterally: names such as a:b.mp4, p%03d.png and -x.mp4, with spaces and of any bytes open.
func TestNamesAreTakenLiterally(t *testing.T) {
	video, err := os.ReadFile(smallVideo(t, "v.mp4"))
	if err != nil {
		t.Fatal(err)
	}
	png, err := os.ReadFile(clips.Make(t, "x.png", "-f", "lavfi", "-i", "testsrc2=size=64x48", "-frames:v", "1"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for name, data := range map[string][]byte{
		"a:b.mp4": video, "-x.mp4": video, "p%03d.png": png, "two words.mp4": video, "quadräte ⊞.mp4": video, "http:x.mp4": video, "x.m3u8": video, "*.png": png,
	} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := openError(name); err != nil {
			t.Error(err)
		}
	}
}

// TestStreamIsChosenByNumber: of several video streams FFmpeg's choice is opened, or the requested
// number.
func TestStreamIsChosenByNumber(t *testing.T) {
	path := clips.Make(t, "two.mkv", "-f", "lavfi", "-i", "testsrc2=size=64x48:duration=1", "-f", "lavfi", "-i", "testsrc2=size=32x16:duration=1",
		"-f", "lavfi", "-i", "sine=duration=1", "-map", "0", "-map", "1", "-map", "2", "-c:v", "mpeg4")
	v, err := OpenVideo(context.Background(), path, Options{Stream: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if i := v.Info(); i.Stream != 1 || i.Width != 32 || i.VideoStreams != 2 || i.AudioStreams != 1 || i.Streams != 3 {
		t.Errorf("%+v", i)
	}
	for _, n := range []int{2, 3, -2} {
		_, err := OpenVideo(context.Background(), path, Options{Stream: n})
		var se *StreamError
		if !errors.As(err, &se) || se.Index != n {
			t.Errorf("stream %d: got %v", n, err)
		}
	}
}

// TestLargePicturesAreRefused: sizes beyond the limit give an error before anything is allocated.
func TestLargePicturesAreRefused(t *testing.T) {
	path := clips.Make(t, "wide.png", "-f", "lavfi", "-i", "color=size=16386x2", "-frames:v", "1")
	var se *SizeError
	if err := openError(path); !errors.As(err, &se) || se.Width != yuv.MaxSide+2 {
		t.Errorf("got %v", err)
	}
}

// TestCancelInterruptsBlockedReads: also for a pipe without a writer, with a silent writer, and with a
// writer that falls silent in mid-stream.
func TestCancelInterruptsBlockedReads(t *testing.T) {
	data, err := os.ReadFile(clips.Make(t, "v.ts", "-f", "lavfi", "-i", "testsrc2=size=320x240:duration=4", "-c:v", "mpeg2video"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		writer bool
		data   []byte
	}{{"no writer", false, nil}, {"silent writer", true, nil}, {"falls silent", true, data}} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "fifo")
			if err := syscall.Mkfifo(path, 0o600); err != nil {
				t.Fatal(err)
			}
			fds := 1 // those of the pipe just before the video is read
			var w *os.File
			if c.writer {
				fds++
				var err error
				if w, err = os.OpenFile(path, os.O_RDWR, 0); err != nil {
					t.Fatal(err)
				}
				defer w.Close()
				go w.Write(c.data)
			}
			ctx, cancel := context.WithCancel(context.Background())
			done := make(chan error, 1)
			var frames atomic.Int64
			go func() {
				v, err := OpenVideo(ctx, path, Options{Stream: Best})
				for err == nil {
					var f *Frame
					if f, err = v.Next(); err == nil {
						f.Release()
						frames.Add(1)
					}
				}
				if v != nil {
					v.Close()
				}
				done <- err
			}()
			wait.For(t, "the reader at the pipe", func() bool {
				if len(done) > 0 {
					t.Fatalf("ended with %v before it was cancelled", <-done)
				}
				if c.data != nil {
					left, err := unix.IoctlGetInt(int(w.Fd()), unix.TIOCINQ)
					return err == nil && left == 0 && frames.Load() > 0
				}
				return opened(t, path) == fds
			})
			cancel()
			if err := wait.Receive(t, "the end of a cancelled video", done); !errors.Is(err, context.Canceled) {
				t.Errorf("got %v", err)
			}
		})
	}
}

// opened counts this process's descriptors of a file.
func opened(t *testing.T, path string) (n int) {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		if to, err := os.Readlink("/proc/self/fd/" + e.Name()); err == nil && to == path {
			n++
		}
	}
	return n
}

// TestPipePlaysButDoesNotSeekBack: a pipe is played to its end, and a seek in it is refused.
func TestPipePlaysButDoesNotSeekBack(t *testing.T) {
	data, err := os.ReadFile(clips.Make(t, "v.ts", "-f", "lavfi", "-i", "testsrc2=size=64x48:duration=2", "-c:v", "mpeg2video"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	go os.WriteFile(path, data, 0)
	v := open(t, path)
	n := 0
	for f := next(t, v); f != nil; f = next(t, v) {
		n++
		f.Release()
	}
	if n != 50 || v.Info().Seekable {
		t.Errorf("%d pictures, seekable %v", n, v.Info().Seekable)
	}
	if err := v.SeekIndex(0); !errors.Is(err, ErrNotSeekable) {
		t.Errorf("got %v", err)
	}
}

func TestCancelledVideoStaysCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	v, err := OpenVideo(ctx, smallVideo(t, "v.mp4"), Options{Stream: Best})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	cancel()
	if _, err := v.Next(); !errors.Is(err, context.Canceled) {
		t.Errorf("Next: %v", err)
	}
	if err := v.SeekIndex(3); !errors.Is(err, context.Canceled) {
		t.Errorf("SeekIndex: %v", err)
	}
	if err := v.SeekTime(1); !errors.Is(err, context.Canceled) {
		t.Errorf("SeekTime: %v", err)
	}
	if _, err := OpenVideo(ctx, "nowhere", Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("OpenVideo: %v", err)
	}
}

// TestNextDoesNotAllocate: in the steady state nothing is allocated for a frame.
func TestNextDoesNotAllocate(t *testing.T) {
	for _, format := range []string{"yuv420p", "rgb24", "yuv420p10be"} {
		path := clips.Make(t, "v.nut", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=5", "-pix_fmt", format, "-c:v", "rawvideo")
		v := open(t, path)
		v.seen.ticks = append(make([]int64, 0, 1000), v.seen.ticks...)
		step := func() {
			f, err := v.Next()
			if err != nil {
				t.Fatal(err)
			}
			f.Release()
		}
		for range 20 {
			step()
		}
		if n := testing.AllocsPerRun(80, step); n > 0 {
			t.Errorf("%s: %g allocations a picture", format, n)
		}
	}
}

func TestFramesOutliveTheVideo(t *testing.T) {
	v := open(t, smallVideo(t, "v.mp4"))
	f := next(t, v)
	v.Close()
	v.Close()
	sum := 0
	for _, b := range f.Picture.Luma.Data {
		sum += int(b)
	}
	if sum == 0 {
		t.Error("the picture is black")
	}
	f.Release()
	f.Release()
	if _, err := v.Next(); err == nil || err == io.EOF {
		t.Errorf("Next of a closed Video: %v", err)
	}
}
