package player_test

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ffkvadrat/player"
	"ffkvadrat/scripts/playtest"
	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/full"
)

// TestSoundIsTheClock plays 5 s with sound, with a pause and a seek.
func TestSoundIsTheClock(t *testing.T) {
	full.Only(t, "it measures how long sound takes")
	screen := playtest.Display(t)
	path := clips.Make(t, "film.mp4",
		"-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=8", "-f", "lavfi", "-i", "sine=frequency=440:duration=8",
		"-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-c:a", "aac")
	speaker := playtest.NewSpeaker(t)
	t.Setenv("ALSA_CONFIG_PATH", speaker.Config)
	s := playtest.Play(t, screen, path)
	s.Until("plays with sound", func(l player.Line) bool { return l.Sound && l.Frame > 20 })
	s.Key("space")
	paused := s.Until("paused", func(l player.Line) bool { return l.Paused })
	s.Hears(speaker, false, "paused")
	s.Key("space")
	s.Until("plays on", func(l player.Line) bool { return !l.Paused && l.Frame > paused.Frame+20 })
	start := time.Now()
	s.Key("Home")
	s.Until("from the start", func(l player.Line) bool { return l.Frame < 10 })
	s.Until("3 s on", func(l player.Line) bool { return l.PTSTime >= 3 && l.Frame > 0 })
	// A busy machine may be late.
	if took := time.Since(start); took < 2000*time.Millisecond {
		t.Errorf("3 s of sound took %v", took)
	}
	s.Key("braceright")
	// Start at a frame that was not late, by the player's time: frames would otherwise catch up,
	// and the test reads lines late.
	from := s.Until("twice as fast", func(l player.Line) bool { return l.Speed == 2 && math.Abs(l.Drift) < 150 })
	to := s.Until("2 s of video on", func(l player.Line) bool { return l.PTSTime >= from.PTSTime+2 })
	if took := to.At - from.At; took < 700 {
		t.Errorf("2 s of video at twice the speed took %v ms", took)
	}
	s.Hears(speaker, true, "at twice the speed")
	s.Key("Home")
	s.Key("braceleft")
	s.Key("braceleft")
	s.Key("braceleft")
	s.Until("a quarter of the speed", func(l player.Line) bool { return l.Speed == 0.25 && strings.HasSuffix(l.Message, "silent") })
	s.Hears(speaker, false, "at a quarter of the speed")
	s.Key("BackSpace")
	s.Until("plays on", func(l player.Line) bool { return l.Speed == 1 && l.PTSTime > 0.5 })
	s.Hears(speaker, true, "back at speed 1")
	s.Key("q")
	line := s.End()
	t.Log(line)
	var shown, dropped int
	var drift float64
	if _, err := fmt.Sscanf(line, "shown %d, dropped %d, A-V p95 %f ms", &shown, &dropped, &drift); err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	if text := s.Stderr.String(); strings.TrimSpace(text) != "" {
		t.Errorf("on standard error: %s", text)
	}
}

// TestLoopedSound loops the sample for FFKVADRAT_SOAK, up to a minute, or a few seconds, and logs
// the drift between frames and sound. Only with a full minute does it fail for a large drift;
// nothing else may then run on the machine.
func TestLoopedSound(t *testing.T) {
	full.Only(t, "it measures how far pictures are from their sound")
	full.ThreeTimes(t, func() error { return loopSound(t) })
}

func loopSound(t *testing.T) error {
	screen := playtest.Display(t)
	speaker := playtest.NewSpeaker(t)
	t.Setenv("ALSA_CONFIG_PATH", speaker.Config)
	clip, err := filepath.Abs(filepath.Join("..", "samples", "sample.mp4"))
	if err != nil {
		t.Fatal(err)
	}
	s := playtest.Play(t, screen, "--threshold", "4", clip)
	s.Until("plays with sound", func(l player.Line) bool { return l.Sound && l.Frame > 0 })
	s.Xdotool("key", "L", "End", "shift+Left")
	s.Until("loops", func(l player.Line) bool { return l.LoopFile && l.PTSTime > 8 })
	s.Until("the start again", func(l player.Line) bool { return l.PTSTime < 1 })
	length := min(soakTime(t, 3*time.Second), time.Minute)
	begun := s.Last.At
	s.Until("the end", func(l player.Line) bool { return l.At > begun+length.Seconds()*1000 })
	s.Key("q")
	line := s.End()
	t.Logf("%v: %s", length, line)
	var shown, dropped int
	var drift float64
	if _, err := fmt.Sscanf(line, "shown %d, dropped %d, A-V p95 %f ms", &shown, &dropped, &drift); err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	if length == time.Minute && drift > 20 {
		return fmt.Errorf("pictures are %v ms from their sound, at the 95th percentile", drift)
	}
	return nil
}
