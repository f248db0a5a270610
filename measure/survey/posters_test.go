//go:build linux

package survey_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"golang.org/x/sys/unix"

	"ffkvadrat/atomicfile/statefile"
	"ffkvadrat/decode"
	"ffkvadrat/measure/survey"
	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/leak"
	"ffkvadrat/tests/wait"
	"ffkvadrat/yuv"
)

// posters makes posters and waits for each new one.
type posters struct {
	*survey.Posters
	t     *testing.T
	woken chan struct{}
}

func newPosters(t *testing.T, ctx context.Context) *posters {
	woken := make(chan struct{}, 100)
	p := &posters{survey.NewPosters(ctx, 80, func() { woken <- struct{}{} }), t, woken}
	t.Cleanup(p.Close)
	return p
}

func (p *posters) wait(path string) *survey.Poster {
	p.t.Helper()
	for {
		if made := p.Of(path); made != nil {
			return made
		}
		wait.Receive(p.t, "a poster of "+path, p.woken)
	}
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// TestFirstFrame: it is that of a video that has no other one, also where the poster is a later one.
func TestFirstFrame(t *testing.T) {
	long := clips.Make(t, "long.mkv", "-f", "lavfi", "-i", "testsrc2=size=176x144:rate=25", "-frames:v", "25", "-c:v", "ffv1", "-g", "1")
	short := clips.Make(t, "short.mkv", "-i", long, "-frames:v", "1", "-c:v", "ffv1")
	want := survey.MakePoster(t.Context(), short, 176)
	got := survey.FirstFrame(t.Context(), long, 176)
	if got.Err != nil || want.Err != nil || !bytes.Equal(got.Image.Pix, want.Image.Pix) {
		t.Errorf("another frame; %v, %v", got.Err, want.Err)
	}
	if later := survey.MakePoster(t.Context(), long, 176); bytes.Equal(later.Image.Pix, want.Image.Pix) {
		t.Error("the poster is the first frame, too")
	}
}

// A poster is the key frame before a tenth of the video, if that one shows something, upright and with
// square pixels.
func TestPosters(t *testing.T) {
	p := newPosters(t, t.Context())
	for name, size := range map[string][2]int{
		"sample.mp4": {80, 45}, "tiny-rotated-90.mp4": {45, 80}, "tiny-still.png": {80, 45}, "tiny-mpeg2.ts": {80, 48},
	} {
		path := absolute(t, "../../samples/"+name)
		p.Want([]string{path})
		made := p.wait(path)
		if made.Err != nil || made.Gone() || made.Info.Codec == "" {
			t.Errorf("%s: %v", name, made.Err)
			continue
		}
		if b := made.Image.Bounds(); b.Dx() != size[0] || b.Dy() != size[1] {
			t.Errorf("%s: %v, want %v", name, b, size)
		}
	}
	path := absolute(t, "../../samples/sample.mp4")
	video, err := decode.OpenVideo(t.Context(), path, decode.Options{Stream: decode.Best})
	if err != nil {
		t.Fatal(err)
	}
	defer video.Close()
	if err := video.SeekKey(video.Info().Duration / 10); err != nil {
		t.Fatal(err)
	}
	f, err := video.Next()
	if err != nil {
		t.Fatal(err)
	}
	at := f.Time - video.Info().Start
	f.Release()
	want := reduced(t, video, at, yuv.Choice{}, 80, 45)
	if d := apart(p.wait(path).Image, want); d > 6 {
		t.Errorf("the poster differs by %.1f from the picture at %.2f s", d, at)
	}
}

// A poster shows something, if the video does: with a key frame there, and without. Otherwise it is the
// frame at a tenth of the video.
func TestPostersShow(t *testing.T) {
	p := newPosters(t, t.Context())
	light := func(made *survey.Poster) (sum int) {
		for i := 0; i < len(made.Image.Pix); i += 4 {
			sum += int(made.Image.Pix[i+1])
		}
		return 4 * sum / len(made.Image.Pix)
	}
	black := func(part string) string { return "drawbox=t=fill:c=black:enable='" + part + "'" }
	for name, c := range map[string]struct {
		source, every string
		shows         bool
	}{
		"late.mp4": {"testsrc2=size=160x90:rate=25:duration=4," + black("lt(t,1)"), "25", true},
		"one.mp4":  {"testsrc2=size=160x90:rate=25:duration=4," + black("lt(t,1)"), "250", true},
		"none.mp4": {"testsrc2=size=160x90:rate=25:duration=4," + black("1"), "25", false},
	} {
		path := clips.Make(t, name, "-f", "lavfi", "-i", c.source, "-pix_fmt", "yuv420p", "-g", c.every)
		p.Want([]string{path})
		made := p.wait(path)
		if made.Err != nil {
			t.Errorf("%s: %v", name, made.Err)
		} else if shows := light(made) > 40; shows != c.shows {
			t.Errorf("%s: the mean is %d", name, light(made))
		}
	}
}

// There are no posters of what is not a regular local file, and it is not opened.
func TestPostersRefuse(t *testing.T) {
	dir := t.TempDir()
	asked := atomic.Int32{}
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	defer server.Close()
	pipe, text := filepath.Join(dir, "pipe.mp4"), filepath.Join(dir, "text.mp4")
	if err := errors.Join(unix.Mkfifo(pipe, 0o600), os.Symlink("pipe.mp4", filepath.Join(dir, "link.mp4")),
		os.WriteFile(text, []byte("no film"), 0o600)); err != nil {
		t.Fatal(err)
	}
	ctx := decode.WithAccess(t.Context(), decode.Access{Network: true})
	p := newPosters(t, ctx)
	for path, want := range map[string]error{
		server.URL + "/clip.mp4":       nil,
		"relative.mp4":                 nil,
		pipe:                           statefile.ErrNotRegular,
		filepath.Join(dir, "link.mp4"): statefile.ErrNotRegular,
		dir:                            statefile.ErrNotRegular,
		"/dev/zero":                    statefile.ErrNotRegular,
		text:                           decode.ErrNotVideo,
		filepath.Join(dir, "gone.mp4"): os.ErrNotExist,
	} {
		p.Want([]string{path})
		made := p.wait(path)
		if made.Err == nil || made.Image != nil || want != nil && !errors.Is(made.Err, want) || made.Gone() != (want == os.ErrNotExist) {
			t.Errorf("%s: %v, want %v", path, made.Err, want)
		}
	}
	if asked.Load() != 0 {
		t.Error("the network was asked")
	}
	// After Retry, missing files are looked for again.
	gone := filepath.Join(dir, "gone.mp4")
	data, err := os.ReadFile("../../samples/tiny-420.mp4")
	if err := errors.Join(err, os.WriteFile(gone, data, 0o600)); err != nil {
		t.Fatal(err)
	}
	p.Retry()
	p.Want([]string{text, gone})
	if made := p.wait(gone); made.Err != nil {
		t.Error(made.Err)
	}
}

// A poster that is no longer wanted is cancelled; those wanted last are made, and the goroutine
// ends.
func TestPostersCancel(t *testing.T) {
	leak.Check(t)
	path := clips.Make(t, "clip.mp4", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=2", "-pix_fmt", "yuv420p")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for i := range 100 {
		all = append(all, fmt.Sprintf("%s.%d.mp4", path, i))
		if err := os.WriteFile(all[i], data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := newPosters(t, t.Context())
	for _, path := range all[:99] {
		p.Want([]string{path})
	}
	p.Want(all[99:])
	p.wait(all[99])
	made := 0
	for _, path := range all {
		if p.Of(path) != nil {
			made++
		}
	}
	if made > 50 {
		t.Errorf("%d of 100 posters were made, and one was wanted", made)
	}
	for _, path := range all {
		p.Want([]string{path})
		p.wait(path)
	}
	if made = 0; p.Of(all[99]) == nil || p.Of(all[0]) != nil {
		t.Error("the oldest are not those that go")
	}
	for _, path := range all {
		if p.Of(path) != nil {
			made++
		}
	}
	if made != 64 {
		t.Errorf("%d are kept", made)
	}
	p.Want(all[:2]) // in progress
	p.Close()
}
