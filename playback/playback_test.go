package playback

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"ffkvadrat/playback/feed"
	"ffkvadrat/playback/playlist"
	"ffkvadrat/tests/wait"
	"ffkvadrat/yuv"
)

// The clips have 25 frames per second: tiny30 has 30 frames, tiny40 has 40 in open GOPs.
const (
	tiny30 = "../samples/tiny-420.mp4"
	tiny40 = "../samples/tiny-open-gop.mp4"
	still  = "../samples/tiny-still.png"
)

func counting(first, last int) (numbers []int) {
	for n := first; n <= last; n++ {
		numbers = append(numbers, n)
	}
	return numbers
}

// Each frame appears when it is due, at any speed. After the last one, playback pauses.
func TestInTime(t *testing.T) {
	for _, speed := range []float64{0.5, 1, 2, 8} {
		r := newRig(t, nil, tiny30)
		r.SetSpeed(speed)
		r.next()
		start := r.now
		for n := 1; n < 30; n++ {
			if got := r.next(); got != n {
				t.Fatalf("speed %v: picture %d, want %d", speed, got, n)
			}
			late := (r.now - start).Seconds() - float64(n)/25/speed
			if math.Abs(late) > 1e-6 {
				t.Fatalf("speed %v: picture %d is late by %v s", speed, n, late)
			}
		}
		r.expect("past the end", r.upTo(-1))
		if before := r.drawn; before != 2 { // the end pauses
			t.Errorf("speed %v: drawn %d times", speed, before)
		} else if r.upTo(-1); r.drawn != before {
			t.Errorf("speed %v: the end is drawn again", speed)
		}
		if !r.Ended() || !r.Paused() || !r.State().Replays || r.Over() || r.Video().Info.Frames != 30 {
			t.Errorf("speed %v: ended %v, paused %v, over %v, %d frames", speed, r.Ended(), r.Paused(), r.Over(), r.Video().Info.Frames)
		}
		r.TogglePause() // starts from the beginning
		r.expect("again", r.upTo(2), 0, 1, 2)
	}
}

// A machine that was busy for a while drops the frames that it missed, and playback makes
// background work rest.
func TestLate(t *testing.T) {
	r := newRig(t, nil, tiny30)
	r.upTo(3)
	for len(r.video.queue) < 2 { // until two frames are queued
		<-r.woken
		r.receive()
	}
	r.now += 200 * time.Millisecond
	if n := r.next(); n < 5 {
		t.Errorf("picture %d is shown, 200 ms late", n)
	}
	if _, dropped := r.transport.Counts(); dropped == 0 || len(r.busy) != int(dropped) {
		t.Errorf("%d dropped, busy %v", dropped, r.busy)
	}
}

func TestPauseAndSteps(t *testing.T) {
	r := newRig(t, nil, tiny40)
	r.upTo(4)
	r.TogglePause()
	r.now += time.Hour
	r.expect("paused", r.upTo(-1))
	for _, s := range []struct{ by, want int }{{1, 5}, {1, 6}, {-1, 5}, {-1, 4}, {-1, 3}, {1, 4}} {
		r.Step(s.by)
		r.expect("a step", r.upTo(-1), s.want)
	}
	before := r.Number()
	r.Step(1)
	r.expect("a step", r.upTo(-1), 5)
	if r.Number() != before+1 {
		t.Errorf("the next picture has number %d, the one before %d", r.Number(), before)
	}
	r.SeekTo(0)
	r.expect("the start", r.upTo(-1), 0)
	if r.Number() <= before+2 {
		t.Errorf("a seek leads to the number that follows")
	}
	for range 3 { // two wait for the first one
		r.Step(-1)
	}
	r.expect("before the start", r.upTo(-1))
	if r.lastSaid() != "The first frame" {
		t.Errorf("it says %q", r.said)
	}
	r.SeekTo(math.MaxInt32)
	r.expect("the end", r.upTo(-1), 39)
	r.Step(-1)
	r.Step(-1)
	r.Step(-1)
	r.expect("three back at once", r.upTo(-1), 38, 37, 36)
	r.SeekTo(math.MaxInt32)
	r.upTo(-1)
	r.Step(1)
	if r.lastSaid() != "The last frame" {
		t.Errorf("it says %q", r.said)
	}
	r.TogglePause()
	r.expect("on from the pause", r.upTo(1), 0, 1)
}

func TestSeeks(t *testing.T) {
	r := newRig(t, nil, tiny40)
	r.next()
	for _, s := range []struct {
		place string
		want  int
		says  string
	}{{"#17", 17, "To frame 18 of 40"}, {"22", 21, "To frame 22 of 40"}, {"0.8", 20, "To 0:00.800"}, {"0:01", 25, "To 0:01.000"}} {
		if err := r.GoTo(s.place); err != nil {
			t.Fatal(err)
		}
		r.expect(s.place, r.upTo(s.want+1), s.want, s.want+1)
		if !slices.Contains(r.said, s.says) {
			t.Errorf("%s: it says %q", s.place, r.said)
		}
	}
	for _, place := range []string{"soon", "0"} {
		if err := r.GoTo(place); err == nil {
			t.Errorf("goes to %s", place)
		}
	}
	r.SeekBy(-0.2)
	r.SeekBy(-0.2) // relative to the target of the first seek
	if n := r.next(); n < 15 || n > 17 {
		t.Errorf("0.4 s back from picture 26: %d", n)
	}
	r.Pause(true)
	for _, s := range []struct {
		by   float64
		want int
		says string
	}{{100, 39, "0:01.560, the last frame"}, {-1, 14, "-1 s   0:00.560"}, {-1, 0, "0:00.000, the first frame"}, {1, 25, "+1 s   0:01.000"}} {
		r.SeekBy(s.by)
		r.expect("a leap", r.upTo(-1), s.want)
		if r.lastSaid() != s.says {
			t.Errorf("%v s: it says %q", s.by, r.lastSaid())
		}
	}
	if len(r.busy) == 0 {
		t.Error("seeks leave the machine to others")
	}
}

func TestLoops(t *testing.T) {
	r := newRig(t, nil, tiny40)
	r.upTo(10)
	r.MarkLoop()
	r.upTo(13)
	r.MarkLoop()
	if loop := r.State().Loop; len(loop) != 2 || math.Round(25*loop[0]) != 10 || math.Round(25*loop[1]) != 13 {
		t.Fatalf("the loop is %v, %d marks", loop, len(loop))
	}
	var got []int
	for range 9 {
		got = append(got, r.next())
	}
	r.expect("in the loop", got, 10, 11, 12, 13, 10, 11, 12, 13, 10)
	r.MarkLoop()
	if loop := r.State().Loop; r.lastSaid() != "Loop cleared" || len(loop) != 0 {
		t.Errorf("it says %q, %d marks", r.lastSaid(), len(loop))
	}
	r.LoopFile()
	r.expect("to the end", r.upTo(39), counting(11, 39)...)
	r.expect("and on", r.upTo(2), 0, 1, 2)
	r.LoopFile()
	r.expect("to the end", r.upTo(-1), counting(3, 39)...)
}

// The next video follows at the end and on request. Videos that cannot be opened are skipped. A
// still picture stays.
func TestPlaylist(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "bad.mp4")
	if err := os.WriteFile(bad, []byte("no film"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := newRig(t, nil, bad, tiny30, bad, tiny40, still)
	if r.Videos().Current != 1 || len(r.Failed) != 1 || len(r.warned) != 1 {
		t.Fatalf("video %d plays, failed %v, warned %q", r.Videos().Current, r.Failed, r.warned)
	}
	r.upTo(29)
	r.expect("the next film", r.upTo(1), 0, 1)
	if r.Video().Path != tiny40 || len(r.Failed) != 2 || !r.Videos().Videos[2].Failed {
		t.Errorf("%s plays, failed %v", r.Video().Path, r.Failed)
	}
	r.Skip(-1) // skips the bad one
	if r.Opening() == "" {
		t.Fatal("nothing is opened")
	}
	for r.Video().Path != tiny30 {
		r.next()
	}
	r.Skip(1)
	r.Skip(1) // relative to the target of the first one
	for r.Video().Path != still {
		r.next()
	}
	for range 10 {
		if due, wait, err := r.Next(); err != nil {
			t.Fatal(err)
		} else if due != nil {
			r.Prepared(0)
			r.Shown()
		} else if wait > 0 {
			r.now += time.Minute
		}
	}
	r.Skip(1)
	if r.Video().Path != still || r.lastSaid() != "The last picture" {
		t.Errorf("%s plays, and it says %q", r.Video().Path, r.said)
	}
}

// With Ends, playback is over after the last video. With Untimed, every frame is due.
func TestEnds(t *testing.T) {
	r := newRig(t, func(o *Options) { o.Ends, o.Untimed = true, true }, tiny30, tiny40)
	n := len(r.upTo(-1))
	if n != 70 || !r.Over() || r.now != 0 {
		t.Errorf("%d pictures, over %v, after %v", n, r.Over(), r.now)
	}
	if shown, dropped := r.transport.Counts(); shown != 70 || dropped != 0 {
		t.Errorf("%d shown, %d dropped", shown, dropped)
	}
}

// If the last video fails, another list can replace it. Its video is not remembered, and may rest: the
// video after it plays.
func TestReplace(t *testing.T) {
	broken := errors.New("player: read: the disk is gone")
	var refused []string
	r := newRig(t, func(o *Options) {
		o.Memory, o.Refused = newMemory(), func(path string, err error) { refused = append(refused, path) }
	}, tiny30)
	r.next()
	r.video.discard()
	r.video.queue = append(r.video.queue, feed.Item{Err: broken})
	if _, _, err := r.Next(); !errors.Is(err, broken) {
		t.Fatal(err)
	}
	list := func(path string) *playlist.List {
		return &playlist.List{Videos: []playlist.Video{{Path: path}}, Current: -1}
	}
	r.Replace(broken, list(tiny40))
	if r.Opening() != tiny40 || len(r.Failed) != 1 || len(r.warned) != 1 || !slices.Equal(refused, []string{tiny30}) {
		t.Fatalf("%q, failed %v, warned %q, refused %q", r.Opening(), r.Failed, r.warned, refused)
	}
	if _, _, err := r.Next(); err != nil {
		t.Errorf("the error comes again: %v", err)
	}
	for r.video.queue = nil; r.Video().Path != tiny40; {
		(<-r.posted)()
	}
	r.Rest()
	if r.expect("rests", r.upTo(-1), 0); !r.Paused() || r.Video().File() != (File{}) {
		t.Errorf("paused %v, remembered as %+v", r.Paused(), r.Video().File())
	}
	r.OpenVideo(list(tiny30), 0)
	for r.Video().Path != tiny30 {
		r.next()
	}
	if r.Paused() || r.Video().File() == (File{}) {
		t.Errorf("paused %v, remembered as %+v", r.Paused(), r.Video().File())
	}
}

// If a video fails while it plays, the next one follows and one message is logged. If the last one
// fails, playback ends.
func TestFailingVideo(t *testing.T) {
	broken := errors.New("player: read: the disk is gone")
	r := newRig(t, nil, tiny30, tiny40)
	r.next()
	r.video.discard()
	r.video.queue = append(r.video.queue, feed.Item{Err: broken}, feed.Item{Err: broken})
	for range 3 { // until the next one is open
		if due, wait, err := r.Next(); due != nil || wait >= 0 || err != nil {
			t.Fatalf("%v, %v, %v", due, wait, err)
		}
	}
	videos := r.Videos()
	if r.Opening() != tiny40 || !videos.Videos[0].Failed || videos.Videos[1].Failed || len(r.warned) != 1 {
		t.Fatalf("%q, %+v, %q", r.Opening(), videos, r.warned)
	}
	if want := "Cannot play tiny-420.mp4: read: the disk is gone"; r.lastSaid() != want {
		t.Errorf("it says %q", r.said)
	}
	r.video.queue = nil
	for r.Video().Path != tiny40 {
		f := <-r.posted
		f()
	}
	r.next()
	r.video.discard()
	r.video.queue = append(r.video.queue, feed.Item{Err: broken}, feed.Item{Err: broken})
	if _, _, err := r.Next(); !errors.Is(err, broken) {
		t.Errorf("the last video's failure: %v", err)
	}
	r.video.queue = nil
}

// A list that the user selected becomes the playlist when its first video is open.
func TestOpenVideo(t *testing.T) {
	r := newRig(t, nil, tiny30)
	r.next()
	videos, err := playlist.New([]string{"../samples", tiny40})
	if err != nil {
		t.Fatal(err)
	}
	r.OpenVideo(videos, 0)
	if len(r.Videos().Videos) != 1 {
		t.Error("the playlist changes before the video is open")
	}
	for len(r.turned) < 2 {
		r.next()
	}
	if first := videos.Videos[0].Path; len(r.Videos().Videos) < 10 || r.Videos().Current != 0 || r.Video().Path != first || r.turned[1] != first {
		t.Errorf("%d videos, %d plays: %s", len(r.Videos().Videos), r.Videos().Current, r.Video().Path)
	}
	if r.Frame() != nil && r.Frame().Index > 0 {
		t.Errorf("it begins at frame %d", r.Frame().Index)
	}
}

// TestPipe plays from a pipe: seeks and changes of Need that would read it twice are refused and
// playback continues. The video does not repeat.
func TestPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile("../samples/tiny-mpeg2.ts")
	if err != nil {
		t.Fatal(err)
	}
	written := make(chan error, 1)
	go func() { written <- os.WriteFile(pipe, data, 0) }()
	r := newRig(t, func(o *Options) { o.Ends = true }, pipe)
	r.loops.file = true
	refused := func() (n int) {
		for _, text := range r.said {
			if text == "This input cannot be read twice" {
				n++
			}
		}
		return n
	}
	last := r.next()
	for i, act := range []func(){
		func() { r.SeekTo(0) },
		func() { r.Need(yuv.Needs{Vectors: true}) },
		func() { r.Need(yuv.Needs{Before: true}) },
		func() { r.SeekBy(-1) },
	} {
		r.next()
		act()
		n := r.next()
		if n <= last || refused() != i+1 {
			t.Errorf("after seek %d: picture %d after %d, and it says %q", i, n, last, r.said)
		}
		last = n
	}
	for n := last; n >= 0; n = r.next() {
		last = n
	}
	if err := <-written; err != nil || !r.Over() || last < 10 {
		t.Errorf("the last picture is %d, over %v; written with %v", last, r.Over(), err)
	}
	r.Pause(true)
	replays := r.State().Replays
	if r.TogglePause(); replays || refused() != 5 || !r.Paused() {
		t.Errorf("at the end, it offers to replay: %v, plays: %v, and says %q", replays, !r.Paused(), r.said)
	}
}

// TestLostAtOnce loses frames before they are shown: the first one after a seek, the last one of
// the video, and one during a seek. A change of Need does not cancel a seek, nor does showing a
// frame cancel a change of Need.
func TestLostAtOnce(t *testing.T) {
	r := newRig(t, nil, tiny30)
	take := func() (due *Due) {
		t.Helper()
		wait.For(t, "a picture that is due", func() bool {
			var rest float64
			var err error
			if due, rest, err = r.Next(); err != nil {
				t.Fatal(err)
			} else if due == nil && rest > 0 {
				r.now += time.Duration(math.Ceil(rest * float64(time.Second)))
			}
			return due != nil
		})
		return due
	}
	r.next()
	r.TogglePause()
	for _, n := range []int64{10, 29} {
		r.GoTo(fmt.Sprintf("#%d", n))
		for range 2 {
			if due := take(); due.Frame.Index != n {
				t.Fatalf("picture %d, want %d", due.Frame.Index, n)
			}
			r.Lost()
			r.Lost()
		}
		r.expect("lost twice", []int{r.next()}, int(n))
	}
	r.GoTo("#3")
	r.Need(yuv.Needs{Vectors: true})
	if due := take(); due.Frame.Index != 3 || due.Frame.Picture.Vectors == nil {
		t.Errorf("needed during a seek to 3: picture %d, vectors %v", due.Frame.Index, due.Frame.Picture.Vectors != nil)
	}
	r.Need(yuv.Needs{Vectors: true, Before: true})
	r.Shown()
	if due := take(); due.Frame.Index != 3 || due.Frame.Picture.Before == nil {
		t.Errorf("needed before it is shown: picture %d, before %v", due.Frame.Index, due.Frame.Picture.Before != nil)
	}
}
