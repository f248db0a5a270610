package decode

import (
	"bytes"
	"errors"
	"hash/maphash"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"ffkvadrat/decode/livetest"
	"ffkvadrat/tests/clips"
)

// grouped are parameters of videos with a key frame every 40 frames. In open groups, frames before it
// in presentation order refer to the previous group.
var grouped = map[string]string{
	"h264":        "-c:v libx264 -g 40 -x264-params aud=1:scenecut=0",
	"h264 open":   "-c:v libx264 -g 40 -x264-params aud=1:scenecut=0:open-gop=1",
	"h264 fields": "-c:v libx264 -g 40 -flags +ilme+ildct -x264-params scenecut=0",
	"hevc":        "-c:v libx265 -preset ultrafast -x265-params log-level=error:keyint=40:min-keyint=40:scenecut=0:open-gop=0",
	"hevc open":   "-c:v libx265 -preset ultrafast -x265-params log-level=error:keyint=40:min-keyint=40:scenecut=0:bframes=3",
	"mpeg2":       "-c:v mpeg2video -g 40 -bf 2 -sc_threshold 1000000000",
	"mpeg4":       "-c:v mpeg4 -g 40 -bf 2 -sc_threshold 1000000000",
}

// video makes 4 s of video, and returns its bytes and its frames from the second key frame on.
func video(t *testing.T, hash maphash.Seed, name, args string) (data []byte, joined []shownFrame) {
	t.Helper()
	path := clips.Make(t, name, append([]string{"-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=4"}, strings.Fields(args)...)...)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	all := show(t, hash, path, 1, 0).frames
	isKey := func(f shownFrame) bool { return f.keyFrame }
	return data, all[1+slices.IndexFunc(all[1:], isKey):]
}

// TestServedFromTheMiddle: a client that joins a stream between two key frames gets the video from the
// second one on, without faults.
func TestServedFromTheMiddle(t *testing.T) {
	hash := maphash.MakeSeed()
	for name, args := range grouped {
		data, want := video(t, hash, "a.ts", args)
		for _, part := range []int{5, 10} { // starts at 1/5 and 1/10 of the file, within the first group
			cut := len(data) / part / 188 * 188
			compareJoined(t, hash, name, livetest.TCP(t, data[cut:], 0, 0, false), want)
		}
	}
	// Without time stamps, as from a camera.
	data, want := video(t, hash, "a.h264", grouped["h264"]+" -bf 0")
	data = data[bytes.Index(data[len(data)/6:], []byte{0, 0, 0, 1, 9})+len(data)/6:]
	compareJoined(t, hash, "h264 alone", livetest.TCP(t, data, 0, 0, false), want)
	compareJoined(t, hash, "h264 of a camera", livetest.RTSP(t, data, time.Millisecond, false), want)
}

func compareJoined(t *testing.T, hash maphash.Seed, name string, server *livetest.Server, want []shownFrame) {
	t.Helper()
	v, err := OpenVideo(withNetwork(), server.URL, Options{Stream: Best})
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	defer v.Close()
	n := 0
	for f := next(t, v); f != nil; f = next(t, v) {
		if n < len(want) && (hashPicture(hash, &f.Picture) != want[n].samples || f.Index != int64(n) || f.PictType != want[n].pictType) {
			t.Fatalf("%s: another frame %d", name, n)
		}
		f.Release()
		n++
	}
	if n != len(want) || v.Faults().Any() || v.Lost() != nil {
		t.Errorf("%s: %d frames of %d, %+v, %v", name, n, len(want), v.Faults(), v.Lost())
	}
}

// TestServedWithoutKeyFrames: a stream without a key frame is decoded from any packet after a while. If
// it ends before, the error says why.
func TestServedWithoutKeyFrames(t *testing.T) {
	whole := clips.Make(t, "a.mkv", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25:duration=3", "-c:v", "mpeg4", "-g", "600")
	data, err := os.ReadFile(clips.Make(t, "b.mkv", "-i", whole, "-c", "copy", "-copyinkf", "-ss", "1"))
	if err != nil {
		t.Fatal(err)
	}
	err = openWith(withNetwork(), livetest.TCP(t, data, 0, 0, false).URL)
	if !errors.Is(err, ErrNoFrame) || errors.Is(err, ErrNotSeekable) || !strings.Contains(err.Error(), "no key frame came") {
		t.Error(err)
	}
	defer func(d time.Duration) { joinLimit = d }(joinLimit)
	joinLimit = 300 * time.Millisecond
	v, err := OpenVideo(withNetwork(), livetest.TCP(t, data, len(data)/100, 10*time.Millisecond, false).URL, Options{Stream: Best})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	n := countRest(t, v)
	if n == 0 || n >= 50 || v.Faults().Any() {
		t.Errorf("%d pictures of 50, %+v", n, v.Faults())
	}
}

// TestServedKinds: a server's file of each kind has as many frames as through a pipe.
func TestServedKinds(t *testing.T) {
	for _, k := range kinds {
		data, err := os.ReadFile(k.make(t))
		if err != nil {
			t.Fatal(err)
		}
		want, _, _ := decodePipe(t, data)
		v, err := OpenVideo(withNetwork(), livetest.TCP(t, data, 0, 0, false).URL, Options{Stream: Best})
		if err != nil {
			if want > 0 {
				t.Errorf("%s: %v", k.name, err)
			}
			continue
		}
		n := 0
		for f := next(t, v); f != nil; f = next(t, v) {
			f.Release()
			n++
		}
		if n != want || v.Faults().Any() {
			t.Errorf("%s: %d pictures of %d, %+v", k.name, n, want, v.Faults())
		}
		v.Close()
	}
}
