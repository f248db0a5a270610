package playtest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"image"
	"image/draw"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/player"
	"ffkvadrat/tests/wait"
)

// Player is a player on its own display.
type Player struct {
	T       *testing.T
	Display string
	Cmd     *exec.Cmd
	Stderr  bytes.Buffer
	Last    player.Line // the last status line
	X, Y    int         // last position of the pointer
	lines   chan string
	plain   []string // lines that are not status lines
}

// Play starts a player without stored state. The threshold is the other commands' default unless
// the arguments set one.
func Play(t *testing.T, display string, args ...string) *Player {
	t.Helper()
	return PlayAgain(t, display, t.TempDir(), append([]string{"--threshold", "0.01"}, args...)...)
}

// PlayBare is Play without a timeline, whose survey takes as long as the rest of a short test.
func PlayBare(t *testing.T, display string, args ...string) *Player {
	t.Helper()
	return Play(t, display, append([]string{"--settings", Bare(t)}, args...)...)
}

// PlayAgain is Play with home as the user's folder, where earlier players may have stored state.
// There is no session bus.
func PlayAgain(t *testing.T, display, home string, args ...string) *Player {
	t.Helper()
	return PlayCached(t, display, home, filepath.Join(scratch, "cache"), args...)
}

// PlayCached is PlayAgain with a folder for compiled programs. Other players share one, because
// compiling is half of a player's start.
func PlayCached(t *testing.T, display, home, cache string, args ...string) *Player {
	t.Helper()
	path, err := Program()
	if err != nil {
		t.Fatal(err)
	}
	s := &Player{T: t, Display: display, lines: make(chan string, 1000)}
	s.Cmd = exec.Command(path, append([]string{"play", "--panel", "--status", "-"}, args...)...)
	s.Cmd.Env = append(os.Environ(), "DISPLAY="+display, "HOME="+home, "XDG_STATE_HOME="+filepath.Join(home, "state"), "XDG_CACHE_HOME="+cache,
		"DBUS_SESSION_BUS_ADDRESS=unix:path="+filepath.Join(home, "no-bus"))
	s.Cmd.Dir = t.TempDir()
	s.Move(320, 200) // away from where an earlier player has left it
	s.Cmd.Stderr = &s.Stderr
	out, err := s.Cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Cmd.Process.Kill()
		s.Cmd.Wait()
		if t.Failed() {
			t.Logf("the last status: %+v\n%s", s.Last, s.Stderr.String())
		}
	})
	go func() {
		defer close(s.lines)
		scanner := bufio.NewScanner(out)
		for scanner.Scan() {
			s.lines <- scanner.Text()
		}
	}()
	return s
}

// take handles a line; open is false at the end.
func (s *Player) take(line string, open bool) bool {
	s.T.Helper()
	if !open {
		return false
	}
	if !strings.HasPrefix(line, "{") {
		s.plain = append(s.plain, line)
		return true
	}
	s.Last = player.Line{}
	if err := json.Unmarshal([]byte(line), &s.Last); err != nil {
		s.T.Fatalf("status line %q: %v", line, err)
	}
	return true
}

// Until waits for a status line that fits.
func (s *Player) Until(what string, fits func(player.Line) bool) player.Line {
	s.T.Helper()
	if s.Last.Shown > 0 && fits(s.Last) {
		return s.Last
	}
	wait.For(s.T, what, func() bool { return s.drain(fits) })
	return s.Last
}

// drain handles the lines received so far, and reports whether one fits.
func (s *Player) drain(fits func(player.Line) bool) bool {
	s.T.Helper()
	for {
		select {
		case line, open := <-s.lines:
			if !s.take(line, open) {
				s.T.Fatal("the player has ended")
			}
			if fits(s.Last) {
				return true
			}
		default:
			return false
		}
	}
}

// Reaches moves the pointer and waits until the player has drawn the effect. During playback, new
// frames redraw the window.
func (s *Player) Reaches(x, y int) player.Line {
	s.T.Helper()
	s.Move(x, y)
	return s.Until("the pointer", func(l player.Line) bool {
		return l.Pointer == [2]int{x, y} && (l.Settled || !l.Paused)
	})
}

// Later returns the state after the player has handled all input so far and had time for pending
// work.
func (s *Player) Later() player.Line {
	s.T.Helper()
	x, y := s.X, s.Y
	s.Reaches(x^1, y)
	return s.Reaches(x, y)
}

// Click clicks on the middle of a widget.
func (s *Player) Click(widget string) { s.T.Helper(); s.ClickOn(widget, 0.5) }

// ClickOn clicks on a widget at a fraction of its width. In its first frame an opening list is not
// in its final place and may be outside the window, so the pointer follows it.
func (s *Player) ClickOn(widget string, part float64) {
	s.T.Helper()
	is := func(l player.Line) bool { return Shown(l, widget) }
	for at := s.Until(widget, is); ; at = s.Until(widget, is) {
		r := at.Widgets[widget]
		x, y := r[0]+int(part*float64(r[2]-r[0])), (r[1]+r[3])/2
		if s.Reaches(min(x, at.Window[0]-1), min(y, at.Window[1]-1)); s.Last.Widgets[widget] == r {
			break
		}
	}
	s.Xdotool("click", "1")
}

// Quiet waits until no message is displayed.
func (s *Player) Quiet() player.Line {
	s.T.Helper()
	s.Later()
	return s.Until("no message", func(l player.Line) bool { return !l.Moving })
}

// End waits for the player to end and returns its last line.
func (s *Player) End() string {
	s.T.Helper()
	return s.Ends(0)
}

// Ends is End for a player with another exit status.
func (s *Player) Ends(status int) string {
	s.T.Helper()
	for s.take(s.received("the player's end")) {
	}
	if err := s.Cmd.Wait(); s.Cmd.ProcessState.ExitCode() != status {
		s.T.Errorf("the player ended otherwise than with status %d: %v\n%s", status, err, s.Stderr.String())
	}
	if len(s.plain) == 0 {
		return ""
	}
	return s.plain[len(s.plain)-1]
}

// received returns the next line; open is false at the end.
func (s *Player) received(what string) (line string, open bool) {
	s.T.Helper()
	wait.For(s.T, what, func() bool {
		select {
		case line, open = <-s.lines:
			return true
		default:
			return false
		}
	})
	return line, open
}

// Xdotool runs xdotool, which waits after a key or a click only if it is given a delay.
func (s *Player) Xdotool(args ...string) {
	s.T.Helper()
	if (args[0] == "key" || args[0] == "click") && args[1][0] != '-' {
		args = slices.Insert(slices.Clone(args), 1, "--delay", "0")
	}
	cmd := exec.Command("xdotool", args...)
	cmd.Env = append(os.Environ(), "DISPLAY="+s.Display)
	if out, err := cmd.CombinedOutput(); err != nil {
		s.T.Fatalf("xdotool %v: %v\n%s", args, err, out)
	}
}

// Key presses and releases a key.
func (s *Player) Key(name string) { s.T.Helper(); s.Xdotool("key", name) }

// Move moves the pointer.
func (s *Player) Move(x, y int) {
	s.T.Helper()
	s.X, s.Y = x, y
	s.Xdotool("mousemove", strconv.Itoa(x), strconv.Itoa(y))
}

// At is a position in the window.
func At(x, y int) [2]int { return [2]int{x, y} }

// Drag presses the left button, moves the pointer to each position, and releases the button. It
// waits for the player after each step, because a widget does not follow a pointer that moves while
// the button is released.
func (s *Player) Drag(places ...[2]int) {
	s.T.Helper()
	s.Xdotool("mousedown", "1")
	for _, to := range places {
		s.Move(to[0], to[1])
		s.Until("the pointer", func(l player.Line) bool { return l.Pointer == to })
	}
	s.Xdotool("mouseup", "1")
}

// Screenshot returns the display's contents.
func (s *Player) Screenshot() *image.RGBA {
	s.T.Helper()
	path := filepath.Join(s.T.TempDir(), "screen.png")
	cmd := exec.Command("import", "-window", "root", path)
	cmd.Env = append(os.Environ(), "DISPLAY="+s.Display)
	if out, err := cmd.CombinedOutput(); err != nil {
		s.T.Fatalf("import: %v\n%s", err, out)
	}
	return readPNG(s.T, path)
}

func readPNG(t *testing.T, path string) *image.RGBA {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	rgba := image.NewRGBA(img.Bounds())
	draw.Draw(rgba, rgba.Rect, img, img.Bounds().Min, draw.Src)
	return rgba
}

// Saved returns the picture that the player saves under a name that matches a pattern.
func (s *Player) Saved(pattern string) *image.RGBA {
	s.T.Helper()
	var names []string
	wait.For(s.T, "a file "+pattern, func() (there bool) {
		var err error
		if names, err = filepath.Glob(filepath.Join(s.Cmd.Dir, pattern)); err != nil {
			s.T.Fatal(err)
		}
		return len(names) == 1
	})
	return readPNG(s.T, names[0])
}

// Press presses a key and waits for its effect. before is the line before it.
func (s *Player) Press(key string, fits func(before, l player.Line) bool) {
	s.T.Helper()
	before := s.Last
	s.Key(key)
	s.Until(key, func(l player.Line) bool { return fits(before, l) })
}

// Middle returns the position at a distance from the picture's middle.
func (s *Player) Middle(dx, dy int) (x, y int) {
	p := s.Last.Picture
	return (p[0]+p[2])/2 + dx, (p[1]+p[3])/2 + dy
}

// Place types a position and waits for its frame.
func (s *Player) Place(text string, frame int64) {
	s.T.Helper()
	s.Key("g")
	s.Xdotool("type", "--delay", "5", text)
	s.Until("the field for a place", func(l player.Line) bool { return l.Typing && l.Widgets["place"] != [4]int{} })
	s.Key("Return")
	s.Until(text, func(l player.Line) bool { return l.Frame == frame && !l.Typing && l.Paused })
}

// Showing waits until a video is displayed and returns the line.
func (s *Player) Showing(name string) player.Line {
	s.T.Helper()
	return s.Until("shows "+name, func(l player.Line) bool { return filepath.Base(l.Video) == name })
}

// Row clicks on a line of the file browser: once selects it, twice opens it.
func (s *Player) Row(name string, clicks int) {
	s.T.Helper()
	s.Until("the line "+name, func(l player.Line) bool { return s.rowOf(l, name) >= 0 && !l.Files.Reading })
	if clicks == 2 && testing.Short() && filepath.Base(s.Last.Files.Selected) == name {
		s.Click("browseropen") // a second click on the line could count as a double click
		return
	}
	s.Click("rows " + strconv.Itoa(s.rowOf(s.Last, name)))
	if clicks == 1 {
		return
	}
	if !testing.Short() { // for Dear ImGui a double click must come within 300 ms
		s.Xdotool("click", "1")
		return
	}
	s.Later() // until it is selected
	s.Click("browseropen")
}

func (s *Player) rowOf(l player.Line, name string) int {
	if l.Files == nil {
		return -1
	}
	for i, row := range l.Files.Rows {
		if row == name {
			return i
		}
	}
	return -1
}

// Folder waits until the file browser shows a folder.
func (s *Player) Folder(path string) player.Line {
	s.T.Helper()
	return s.Until("the folder "+path, func(l player.Line) bool { return l.Files != nil && l.Files.Folder == path && !l.Files.Reading })
}

// File returns a file that the player has written.
func (s *Player) File(name string) []byte {
	s.T.Helper()
	return []byte(Read(s.T, filepath.Join(s.Cmd.Dir, name)))
}

// Shown reports whether a widget is visible.
func Shown(l player.Line, widget string) bool { return l.Widgets[widget] != [4]int{} }

// ToFrame checks the effect of keys that seek. A frame's number after a seek may be unknown, but
// its time is known.
func ToFrame(n int64) func(_, l player.Line) bool {
	return func(_, l player.Line) bool { return math.Round(l.PTSTime*30) == float64(n) }
}
