package decode

import (
	"context"
	"errors"
	"hash/maphash"
	"io"
	"log"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ffkvadrat/decode/livetest"
	"ffkvadrat/tests/clips"
)

// server serves the samples, records each request, and has some special paths.
type server struct {
	*httptest.Server
	mu       sync.Mutex
	requests []string
	conns    int
}

// asked returns the paths requested so far.
func (s *server) asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

func serve(t *testing.T, tls bool) *server {
	t.Helper()
	s := &server{}
	samples := http.StripPrefix("/samples/", http.FileServer(http.Dir("../samples")))
	mux := http.NewServeMux()
	mux.Handle("/samples/", samples)
	mux.HandleFunc("/norange/{name}", func(w http.ResponseWriter, r *http.Request) {
		data, err := os.ReadFile("../samples/" + r.PathValue("name"))
		if err != nil {
			t.Error(err)
		}
		w.Write(data)
	})
	mux.HandleFunc("/cut/{name}", func(w http.ResponseWriter, r *http.Request) {
		data, err := os.ReadFile("../samples/" + r.PathValue("name"))
		if err != nil {
			t.Error(err)
		}
		w.Header().Set("Content-Length", "999999999")
		w.Write(data[:len(data)*2/3])
	})
	mux.HandleFunc("/to/{name}", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/samples/"+r.PathValue("name"), http.StatusFound)
	})
	mux.HandleFunc("/tofile", func(w http.ResponseWriter, r *http.Request) {
		name, err := filepath.Abs("../samples/tiny-420.mp4")
		if err != nil {
			t.Error(err)
		}
		http.Redirect(w, r, "file://"+name, http.StatusFound)
	})
	mux.HandleFunc("/list.m3u8", func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nsamples/tiny-mpeg2.ts\n#EXT-X-ENDLIST\n")
	})
	mux.HandleFunc("/hang", func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	s.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.requests = append(s.requests, r.URL.Path)
		s.mu.Unlock()
		mux.ServeHTTP(w, r)
	}))
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			s.mu.Lock()
			s.conns++
			s.mu.Unlock()
		}
	}
	if tls {
		s.Config.ErrorLog = log.New(io.Discard, "", 0) // a client that does not trust it is reported there
		s.StartTLS()
	} else {
		s.Start()
	}
	t.Cleanup(s.Close)
	return s
}

func (s *server) connections() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.conns
}

func withNetwork() context.Context {
	return WithAccess(context.Background(), Access{Network: true})
}

func openWith(ctx context.Context, path string) error {
	v, err := OpenVideo(ctx, path, Options{Stream: Best})
	if err == nil {
		v.Close()
	}
	return err
}

// TestURLsAreRefused: without the network a URL is refused, and no server is contacted.
func TestURLsAreRefused(t *testing.T) {
	s := serve(t, false)
	for _, url := range []string{s.URL + "/samples/tiny-420.mp4", strings.ToUpper(s.URL[:4]) + s.URL[4:] + "/x", "https://localhost/x.mp4"} {
		if err := openError(url); !errors.Is(err, ErrNetwork) || !strings.Contains(err.Error(), url) {
			t.Errorf("%s: %v", url, err)
		}
		if _, err := OpenSound(context.Background(), url, 48000); !errors.Is(err, ErrNetwork) {
			t.Errorf("sound of %s: %v", url, err)
		}
	}
	if n := s.connections(); n != 0 {
		t.Errorf("%d connections", n)
	}
	for _, name := range []string{"ftp://localhost/x", "file:///etc/passwd", "concat:a|b"} {
		if err := openWith(withNetwork(), name); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestURL: frames, seeks and sound of a file from a server equal those of the file.
func TestURL(t *testing.T) {
	s := serve(t, false)
	hash := maphash.MakeSeed()
	for _, name := range []string{"tiny-420.mp4", "tiny-open-gop.mp4", "tiny-mpeg2.ts", "tiny-vp9.webm", "tiny-palette.gif", "tiny-still.png"} {
		want := show(t, hash, "../samples/"+name, 1, 0)
		for _, path := range []string{"/samples/", "/to/", "/norange/"} {
			v, err := OpenVideo(withNetwork(), s.URL+path+name, Options{Stream: Best})
			if err != nil {
				if path == "/norange/" {
					continue // a file with its index at the end needs seeks
				}
				t.Fatal(err)
			}
			var got []shownFrame
			for f := next(t, v); f != nil; f = next(t, v) {
				got = append(got, shownFrame{printOf(hash, f), f.Corrupt, f.KeyFrame, f.PictType})
			}
			if !reflect.DeepEqual(got, want.frames) || v.Faults().Any() {
				t.Errorf("%s%s: %d frames, want %d, or others; %+v", path, name, len(got), len(want.frames), v.Faults())
			}
			if seekable := path != "/norange/"; v.Info().Seekable != seekable {
				t.Errorf("%s%s: seekable is %v", path, name, v.Info().Seekable)
			} else if seekable {
				n := int64(len(want.frames) / 2)
				if err := v.SeekIndex(n); err != nil {
					t.Fatal(err)
				}
				f := next(t, v)
				if printOf(hash, f) != want.frames[n].print {
					t.Errorf("%s%s: another frame after a seek", path, name)
				}
				f.Release()
			}
			v.Close()
		}
	}
	sound, err := OpenSound(withNetwork(), s.URL+"/samples/tiny-sound-only.m4a", 48000)
	if err != nil {
		t.Fatal(err)
	}
	defer sound.Close()
	if n, err := sound.Read(make([]float32, 4800)); n != 4800 || err != nil {
		t.Errorf("%d samples, %v", n, err)
	}
}

// TestURLErrors: a URL that cannot be opened gives one line that says why, and no playlist is followed.
func TestURLErrors(t *testing.T) {
	s, secure := serve(t, false), serve(t, true)
	gone := httptest.NewServer(nil)
	gone.Close()
	for _, c := range []struct {
		url, says string
	}{
		{s.URL + "/samples/nowhere.mp4", "404"},
		{gone.URL + "/x.mp4", "refused"},
		{s.URL + "/tofile", "connect"},
		{s.URL + "/list.m3u8", "not a video"},
		{s.URL + "/samples/README.md", "not a video"},
		{secure.URL + "/samples/tiny-420.mp4", "certificate is not trusted"},
	} {
		err := openWith(withNetwork(), c.url)
		if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), c.url) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", c.url, err)
		}
	}
	for _, request := range s.asked() {
		if strings.HasSuffix(request, ".ts") {
			t.Errorf("the playlist was followed: %s", request)
		}
	}
	if asked := secure.asked(); len(asked) != 0 {
		t.Errorf("a server without a trusted certificate was asked for %q", asked)
	}
}

// TestURLThatBreaks: data that arrives before a connection breaks is decoded, and the break is a fault.
func TestURLThatBreaks(t *testing.T) {
	s := serve(t, false)
	v, err := OpenVideo(withNetwork(), s.URL+"/cut/sample.mp4", Options{Stream: Best})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	n := countRest(t, v)
	if n < 50 || n >= 250 || v.Faults().Read == 0 {
		t.Errorf("%d frames of 250, %+v", n, v.Faults())
	}
}

// TestSilentServer: a silent server is abandoned when the context ends.
func TestSilentServer(t *testing.T) {
	s := serve(t, false)
	ctx, cancel := context.WithCancel(withNetwork())
	timer := time.AfterFunc(200*time.Millisecond, cancel)
	defer timer.Stop()
	if err := openWith(ctx, s.URL+"/hang"); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// TestMaxPixels: frames with more pixels than allowed are refused before allocation, those with exactly
// as many are not.
func TestMaxPixels(t *testing.T) {
	names := []string{"tiny-420.mp4", "tiny-vp9.webm", "tiny-mpeg2.ts", "tiny-still.png", "tiny-palette.gif", "tiny-odd-175x143.mp4"}
	paths := []string{clips.Make(t, "raw.h264", "-f", "lavfi", "-i", "testsrc2=size=644x362:duration=0.2", "-c:v", "libx264")}
	for _, name := range names {
		paths = append(paths, "../samples/"+name)
	}
	for _, path := range paths {
		v := open(t, path)
		width, height := v.Info().Width, v.Info().Height
		pixels := int64(width * height)
		if err := openWith(WithAccess(context.Background(), Access{MaxPixels: pixels}), path); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		err := openWith(WithAccess(context.Background(), Access{MaxPixels: pixels - 1}), path)
		var size *SizeError
		if !errors.As(err, &size) || *size != (SizeError{width, height, pixels - 1}) {
			t.Errorf("%s with a pixel less: %v", path, err)
		}
	}
	// A change of size in mid-stream obeys the same limit.
	small := clips.Make(t, "small.ts", "-f", "lavfi", "-i", "testsrc2=size=64x48:duration=1", "-c:v", "mpeg2video")
	large := clips.Make(t, "large.ts", "-f", "lavfi", "-i", "testsrc2=size=640x480:duration=1", "-c:v", "mpeg2video")
	var both []byte
	for _, path := range []string{small, large} {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		both = append(both, data...)
	}
	v, err := OpenVideo(WithAccess(context.Background(), Access{MaxPixels: 64 * 48}), writeFile(t, "both.ts", both), Options{Stream: Best})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	for err == nil {
		var f *Frame
		if f, err = v.Next(); err == nil {
			if f.Picture.Width != 64 {
				t.Fatalf("a picture of %d×%d", f.Picture.Width, f.Picture.Height)
			}
			f.Release()
		}
	}
	var size *SizeError
	if !errors.As(err, &size) || size.Width != 640 || size.MaxPixels != 64*48 {
		t.Errorf("at the change: %v", err)
	}
}

func TestWithoutPassword(t *testing.T) {
	for _, c := range [][2]string{
		{"tcp://admin:100%@127.0.0.1:9001", "tcp://127.0.0.1:9001"},
		{"tcp://admin:p@ss@127.0.0.1:9001?listen", "tcp://127.0.0.1:9001?listen"},
		{"rtsp://a b:c\"d@camera.local/live?x=a@b", "rtsp://camera.local/live?x=a@b"},
		{"RTSPS://admin@camera/", "RTSPS://camera/"},
		{"http://me:secret@host/a b.mp4", "http://host/a b.mp4"},
		{"https://@host#at@it", "https://host#at@it"},
		{"srt://u:p@host", "srt://host"},
		{"http://host/me@home.mp4", "http://host/me@home.mp4"},
		{"udp://host:1?name=me@home", "udp://host:1?name=me@home"},
		{"films/me@home.mp4", "films/me@home.mp4"},
		{"x11grab:me@host:0", "x11grab:me@host:0"},
		{"", ""},
		{`open "tcp://admin:secret@host:1": passed over tcp://b:secret@host/: no`, `open "tcp://host:1": passed over tcp://host/: no`},
	} {
		if got := WithoutPassword(c[0]); got != c[1] {
			t.Errorf("%q becomes %q, want %q", c[0], got, c[1])
		}
	}
}

// TestPasswordsStayHidden: no error and no fault contains the password of a URL, for each kind, allowed
// or not.
func TestPasswordsStayHidden(t *testing.T) {
	s, data := serve(t, false), livetest.Clip(t)
	const secret = "100%se\"cret"
	with := func(url string) string { return strings.Replace(url, "://", "://admin:"+secret+"@", 1) }
	hidden := func(url, what string, err error) {
		t.Helper()
		if err == nil || strings.Contains(err.Error(), "cret") || strings.Contains(err.Error(), "admin") || !strings.Contains(err.Error(), WithoutPassword(url)) {
			t.Errorf("%s: %s: %v", url, what, err)
		}
	}
	urls := []string{"http://127.0.0.1:1/a.mp4", "https://127.0.0.1:1/a.mp4"}
	for _, k := range liveKinds {
		if !k.device {
			urls = append(urls, k.begins+"://127.0.0.1:1")
		}
	}
	for _, url := range urls {
		url = with(url)
		contexts := []context.Context{context.Background()}
		if !strings.HasPrefix(url, "udp") { // waits for a sender
			contexts = append(contexts, withNetwork())
		}
		for _, ctx := range contexts {
			hidden(url, "video", openWith(ctx, url))
			_, err := OpenSound(ctx, url, 48000)
			hidden(url, "sound", err)
			_, err = OpenSoundPackets(ctx, url)
			hidden(url, "packets", err)
		}
	}

	source := livetest.TCP(t, data, 1316, time.Millisecond, true)
	for _, url := range []string{with(source.URL), with(s.URL + "/cut/sample.mp4")} {
		v, err := OpenVideo(withNetwork(), url, Options{Stream: Best})
		if err != nil {
			t.Fatal(err)
		}
		hidden(url, "seek", v.SeekTime(math.NaN()))
		source.Break()
		for f := next(t, v); f != nil; f = next(t, v) {
			f.Release()
		}
		hidden(url, "fault", v.Faults().First)
		v.Close()
		_, err = v.Next()
		hidden(url, "closed", err)
	}
}
