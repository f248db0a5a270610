package playback

import (
	"strings"
	"testing"
	"time"

	"ffkvadrat/decode"
	"ffkvadrat/decode/livetest"
)

// newLiveRig plays a live source of 75 frames by the machine's clock.
func newLiveRig(t *testing.T, holds bool) (*rig, *livetest.Server) {
	t.Helper()
	source := livetest.TCP(t, livetest.Clip(t), 1316, 20*time.Millisecond, holds)
	return newRigIn(decode.WithAccess(t.Context(), decode.Access{Network: true}), t, nil, source.URL), source
}

// TestLive: frames are shown as they are decoded, independently of the clock; a pause keeps one;
// commands that do not suit a live source say so.
func TestLive(t *testing.T) {
	r, source := newLiveRig(t, true)
	last := -1
	for last < 20 {
		n := r.next()
		if n <= last {
			t.Fatalf("picture %d after %d", n, last)
		}
		last = n
	}
	if s := r.State(); !s.Live || s.Behind <= 0 || s.NoSound != "a live source is silent" {
		t.Errorf("live is %v, %v ms behind, sound: %q", s.Live, s.Behind, s.NoSound)
	}
	if shown, dropped := r.transport.Counts(); shown+dropped < int64(last+1) {
		t.Errorf("%d pictures shown and %d dropped up to picture %d", shown, dropped, last)
	}
	r.TogglePause()
	source.Await(t, source.Sent()+20*livetest.PictureBytes)
	if due, wait, err := r.Next(); due != nil || wait >= 0 || err != nil {
		t.Errorf("paused: %v, %v, %v", due, wait, err)
	}
	r.Step(1)
	for n := r.next(); n > last; n = r.next() { // arrived before the pause but was not shown
		last = n
		r.Step(1)
	}
	r.Step(-1)
	r.expect("back", []int{r.next()}, last-1)
	r.Step(1)
	r.expect("on", []int{r.next()}, last)
	r.said = nil
	r.Step(1)
	r.expect("none is kept behind", []int{r.next()}, last)
	if s := r.State(); !strings.Contains(r.lastSaid(), "only the last frames") || s.Behind != 0 || !s.Paused {
		t.Errorf("said %q, %v ms behind", r.lastSaid(), s.Behind)
	}
	number := r.Number()
	r.SeekBy(-0.18) // between two frames, as a time of 0.2 may be rounded
	r.expect("0.18 s back", []int{r.next()}, last-5)
	if r.Number() == number+1 {
		t.Error("it counts as a successor")
	}
	r.TogglePause()
	if n := r.next(); n < last+5 || r.Paused() {
		t.Errorf("picture %d after a pause at %d", n, last)
	}
	for what, do := range map[string]func(){"speed": func() { r.SetSpeed(2) }, "loop": r.MarkLoop, "the file's loop": r.LoopFile} {
		do()
		if s := r.State(); !strings.Contains(r.lastSaid(), "the source sets the pace") || s.Speed != 1 || len(s.Loop) != 0 || s.LoopFile {
			t.Errorf("%s: %q", what, r.lastSaid())
		}
	}
}

// TestLiveEnds: the last frame stays, cached ones can be reached, and playing opens the source
// again.
func TestLiveEnds(t *testing.T) {
	r, source := newLiveRig(t, false)
	last := -1
	for n := 0; n >= 0; n = r.next() {
		last = n
	}
	if last != 74 || !r.Paused() || !r.Ended() || r.Frame().Index != 74 || !strings.Contains(r.lastSaid(), "has ended. Space opens it again") {
		t.Fatalf("the last picture is %d, paused %v, said %q", last, r.Paused(), r.lastSaid())
	}
	r.Step(-1)
	r.expect("back", []int{r.next()}, 73)
	r.Newest()
	r.expect("the last one", []int{r.next()}, 74)
	r.TogglePause()
	if n := r.next(); n < 0 || n > 70 || r.Ended() || source.Clients() != 2 {
		t.Errorf("picture %d at first, ended %v, %d connections", n, r.Ended(), source.Clients())
	}
}
