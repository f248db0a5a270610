package opening_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"ffkvadrat/decode/livetest"
	"ffkvadrat/player"
	"ffkvadrat/scripts/playtest"
)

// shows plays a video of 640 × 480 with motion on a separate display and returns the display's
// name.
func shows(t *testing.T) (display string, end func()) {
	t.Helper()
	playtest.Need(t, "ffplay")
	display = playtest.Server(t, "-screen", "0", "640x480x24")
	cmd := exec.Command("ffplay", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=640x480:rate=30", "-noborder", "-left", "0", "-top", "0")
	cmd.Env = append(os.Environ(), "DISPLAY="+display, "SDL_VIDEODRIVER=x11", "SDL_AUDIODRIVER=dummy")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := false
	end = func() {
		if !ended {
			ended = true
			cmd.Process.Kill()
			cmd.Wait()
		}
	}
	t.Cleanup(end)
	return display, end
}

// TestLiveDisplay plays what a display shows, with real keys: frames change, a pause keeps one,
// steps show earlier ones, and playing shows the newest.
func TestLiveDisplay(t *testing.T) {
	source, _ := shows(t)
	s := playtest.Play(t, playtest.Display(t), "--device", "x11grab:"+source, "--engine", "cpu")
	counts := map[int]bool{}
	s.Until("moves", func(l player.Line) bool {
		if l.Quads > 100 {
			counts[l.Quads] = true
		}
		return len(counts) > 5
	})
	now := s.Until("is as late as a picture takes", func(l player.Line) bool { return l.Shown > 30 })
	if !now.Live || now.Behind <= 0 || now.Behind > 2000 && !testing.Short() { // a growing queue would be longer by now
		t.Errorf("live is %v, and the picture is %v ms late", now.Live, now.Behind)
	}
	t.Logf("behind by %.1f ms, %d shown, %d dropped", now.Behind, now.Shown, now.Dropped)

	s.Key("space")
	paused := s.Until("Space pauses", func(l player.Line) bool { return l.Paused })
	if later := s.Later(); later.Shown != paused.Shown || later.Frame != paused.Frame {
		t.Errorf("paused, and yet %+v came after %+v", later, paused)
	}
	for n := range int64(2) { // two quick steps start from the same frame
		s.Key("comma")
		s.Until("a frame back", func(l player.Line) bool { return l.Frame == paused.Frame-1-n && l.Paused })
	}
	s.Key("period")
	s.Until("one on", func(l player.Line) bool { return l.Frame == paused.Frame-1 && l.Paused })
	s.Key("shift+equal")
	s.Until("another threshold", func(l player.Line) bool { return l.Threshold != paused.Threshold && l.Frame == paused.Frame-1 })
	refused := func(l player.Line) bool { return strings.Contains(l.Message, "only the last frames") && l.Paused }
	for range 6 { // one more frame may have arrived
		s.Press("period", func(before, l player.Line) bool { return l.Frame == before.Frame+1 || refused(l) })
		if refused(s.Last) {
			break
		}
	}
	s.Until("no later one is kept", refused)
	s.Key("Home")
	s.Until("the oldest one", func(l player.Line) bool { return l.Frame < paused.Frame-10 && l.Paused })
	s.Key("space")
	s.Until("the newest one", func(l player.Line) bool {
		return !l.Paused && l.Frame > paused.Frame+20 && (l.Behind < 2000 || testing.Short())
	})

	for key, says := range map[string]string{"bracketright": "the source sets the pace", "l": "the source sets the pace", "L": "the source sets the pace"} {
		s.Key(key)
		s.Until(key, func(l player.Line) bool {
			return strings.Contains(l.Message, says) && len(l.Loop) == 0 && !l.LoopFile && l.Speed == 1
		})
	}
	s.Key("Left")
	s.Until("5 s back, or as far as pictures are kept, and no loop", func(l player.Line) bool {
		return l.Paused && l.Behind == 0 && len(l.Loop) == 0 && !l.LoopFile && l.Speed == 1
	})
	s.Key("End")
	s.Until("End is the newest", func(l player.Line) bool { return !l.Paused && l.Behind > 0 })
	title := exec.Command("xdotool", "search", "--name", "ffkvadrat", "getwindowname")
	title.Env = append(os.Environ(), "DISPLAY="+s.Display)
	if out, err := title.Output(); err != nil || strings.TrimSpace(string(out)) != "x11grab:"+source+" – live – ffkvadrat" {
		t.Errorf("the title is %q, %v", out, err)
	}
	s.Key("q")
	s.End()
}

// TestLiveServer: after the end of the source, its last frame stays, and Space opens it again.
func TestLiveServer(t *testing.T) {
	source := livetest.TCP(t, livetest.Clip(t), 1316, 10*time.Millisecond, true)
	s := playtest.Play(t, playtest.Display(t), "--allow-network", source.URL, "--engine", "cpu")
	// The decoder holds back the last frames until the end.
	late := func(l player.Line) bool { return l.Frame >= 70 && l.Live && !l.Paused }
	s.Until("a late picture", late)
	source.Break()
	// Unread data is lost with the connection, so any late frame may be the last.
	last := s.Until("the server closed the connection", func(l player.Line) bool {
		return l.Ended && l.Gone && strings.Contains(l.Message, "closed the connection. Space opens it again")
	}).Frame
	s.Key("comma")
	s.Until("a frame back", func(l player.Line) bool { return l.Frame == last-1 && l.Paused })
	s.Key("End")
	s.Until("the last picture again", func(l player.Line) bool { return l.Frame == last && l.Paused })
	s.Key("space")
	s.Until("again", func(l player.Line) bool { return l.Frame < 70 && !l.Ended && !l.Gone })
	s.Until("a late picture", late)
	if n := source.Clients(); n != 2 {
		t.Errorf("%d connections", n)
	}
	s.Key("q")
	if s.Ends(3); !strings.Contains(s.Stderr.String(), "the server closed the connection") {
		t.Errorf("it says %q", s.Stderr.String())
	}
}
