package player_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ffkvadrat/player"
	"ffkvadrat/scripts/playtest"
	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/full"
	"ffkvadrat/tests/wait"
)

// soakTime returns the duration of endurance tests: FFKVADRAT_SOAK, such as 10m, or short.
func soakTime(t *testing.T, short time.Duration) time.Duration {
	t.Helper()
	text := os.Getenv("FFKVADRAT_SOAK")
	if text == "" {
		return short
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		t.Fatalf("FFKVADRAT_SOAK: %v", err)
	}
	return d
}

// usage is a player's use of resources: memory in kilobytes, open files, and goroutines.
type usage struct {
	kilobytes  int
	files      []string
	goroutines int
}

func used(s *playtest.Player) usage {
	s.T.Helper()
	proc := filepath.Join("/proc", strconv.Itoa(s.Cmd.Process.Pid))
	numbers, err := os.ReadDir(filepath.Join(proc, "fd"))
	if err != nil {
		s.T.Fatal(err)
	}
	u := usage{goroutines: s.Last.Goroutines}
	for _, number := range numbers {
		// A file closed meanwhile is not counted.
		if file, err := os.Readlink(filepath.Join(proc, "fd", number.Name())); err == nil {
			u.files = append(u.files, file)
		}
	}
	slices.Sort(u.files)
	text, err := os.ReadFile(filepath.Join(proc, "status"))
	if err != nil {
		s.T.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if _, err := fmt.Sscanf(line, "VmRSS: %d kB", &u.kilobytes); err == nil {
			return u
		}
	}
	s.T.Fatalf("no VmRSS in %s", text)
	return u
}

// steady fails if the use has grown. Memory may grow by room kilobytes, which the garbage collector
// has not freed yet.
func steady(s *playtest.Player, before, after usage, room int) {
	s.T.Helper()
	s.T.Logf("kB, files and goroutines before: %d, %d, %d; after: %d, %d, %d", before.kilobytes, len(before.files), before.goroutines,
		after.kilobytes, len(after.files), after.goroutines)
	if after.kilobytes > before.kilobytes+room {
		s.T.Errorf("memory grew from %d to %d kB", before.kilobytes, after.kilobytes)
	}
	if len(after.files) > len(before.files) {
		s.T.Errorf("open files grew from\n%q to\n%q", before.files, after.files)
	}
	if after.goroutines > before.goroutines {
		s.T.Errorf("goroutines grew from %d to %d", before.goroutines, after.goroutines)
	}
}

// TestLoopsHoldNothing loops a clip of five frames: 1,000 times within FFKVADRAT_SOAK, or as often
// as possible in a few seconds.
func TestLoopsHoldNothing(t *testing.T) {
	long := soakTime(t, 0) > 0
	settle, loops := 10, 20
	if long {
		settle, loops = 100, 1000
	}
	clip := clips.Make(t, "short.mp4", "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=30", "-frames:v", "5", "-c:v", "libx264", "-pix_fmt", "yuv420p")
	s := playtest.Play(t, playtest.Display(t), "--loop", clip) // a key may come after the clip's end
	s.Until("plays", func(l player.Line) bool { return l.Shown > 0 })
	s.Xdotool("key", "braceright", "braceright", "braceright")
	s.Until("loops", func(l player.Line) bool { return l.LoopFile && l.Speed == 8 })
	var before usage
	turns, last := 0, s.Last.Frame
	for turns < settle+loops {
		l := s.Until("a frame", func(l player.Line) bool { return l.Frame != last })
		if l.Frame < last {
			turns++
		}
		last = l.Frame
		if turns == settle && before.files == nil {
			before = used(s)
		}
	}
	steady(s, before, used(s), 16<<10)
	s.Key("q")
	s.End()
}

// soakKeys are pressed at random: all keys except those that quit or open another video.
var soakKeys = [...]string{
	"space", "p", "period", "comma", "period", "comma", "Left", "Right", "shift+Left", "shift+Right", "Up", "Down", "Home", "End",
	"bracketleft", "bracketright", "braceleft", "braceright", "BackSpace", "l", "L", "9", "0", "m", "f", "Escape",
	"s", "S", "ctrl+s", "i", "question", "ctrl+0", "ctrl+9", "ctrl+plus", "ctrl+minus", "minus", "equal", "underscore", "plus",
	"n", "k", "c", "y", "v", "V", "w", "W", "g", "Return", "Tab", "1", "2", "3", "4", "5", "6", "7",
	"h", "e", "M", "b",
}

// TestSoak presses random keys and uses the mouse, for FFKVADRAT_SOAK or a few seconds.
func TestSoak(t *testing.T) {
	full.Only(t, "it goes on for as long as possible")
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	s := playtest.Play(t, playtest.Wide(t), playtest.Clip(t, 4))
	s.Until("plays", func(l player.Line) bool { return l.Shown > 10 })
	// The goroutines for plots, scopes and posters start when first needed.
	s.Key("2")
	s.Until("plots", func(l player.Line) bool { return l.Tab == "Plots" })
	s.Key("6")
	s.Until("scopes", func(l player.Line) bool { return l.Tab == "Scopes" })
	s.Key("o")
	s.Until("the browser", func(l player.Line) bool { return l.Files != nil })
	s.Key("Escape")
	s.Until("no browser", func(l player.Line) bool { return l.Files == nil })
	s.Key("1")
	s.Until("Tune", func(l player.Line) bool { return l.Tab == "Tune" })
	calm(s)
	s.Key("s") // the first file makes the runtime open its poller
	s.Saved("*.png")
	before := used(s)
	pressed := 0
	for end := time.Now().Add(soakTime(t, 15*time.Second)); time.Now().Before(end); {
		var args []string
		for range 12 {
			switch random.IntN(8) {
			case 0:
				args = append(args, "mousemove", strconv.Itoa(random.IntN(1280)), strconv.Itoa(random.IntN(720)))
			case 1:
				args = append(args, "click", strconv.Itoa([]int{1, 1, 1, 4, 5}[random.IntN(5)]))
			default:
				args = append(args, "key", soakKeys[random.IntN(len(soakKeys))])
			}
		}
		s.Xdotool(args...)
		s.Reaches(random.IntN(1280), random.IntN(720))
		pressed += 12
	}
	calm(s)
	t.Logf("%d keys and clicks", pressed)
	after := used(s)
	more := func() bool { return len(after.files) > len(before.files) || after.goroutines > before.goroutines }
	wait.For(t, "no more files and goroutines than before", func() bool {
		// The decoder for thumbnails closes in a goroutine; the number of goroutines is reported
		// with the next redraw.
		s.Later()
		after = used(s)
		return !more()
	})
	steady(s, before, after, frameCache+64<<10)
	if text := s.Stderr.String(); strings.Contains(text, "fail") || strings.Contains(text, "panic") {
		t.Errorf("on standard error: %s", text)
	}
	s.Key("q")
	s.End()
}

// frameCache is the maximum memory of the cached frames in kilobytes; see package feed.
const frameCache = 256 << 10

// calm restores a player's initial state, paused.
func calm(s *playtest.Player) {
	s.T.Helper()
	s.Key("Escape")
	for l := s.Later(); l.Lesson != "" || l.Help || l.Typing || l.Files != nil || l.Fullscreen || l.Quitting; l = s.Later() {
		s.Key("Escape") // each closes what is on top
	}
	// 1 shows the panel, and a step back pauses.
	s.Xdotool("key", "BackSpace", "ctrl+9", "1", "comma")
	s.Later()
	s.Until("paused", func(l player.Line) bool { return l.Paused })
	s.Move(1279, 719) // away from the timeline, so that no thumbnail is requested
	s.Until("exported", func(l player.Line) bool { return !l.Exporting })
	if s.Last.Timeline == nil { // while it is hidden, the survey pauses with the video open
		s.Key("t")
	}
	s.Until("surveyed", func(l player.Line) bool { return l.Timeline != nil && l.Timeline.Whole })
}
