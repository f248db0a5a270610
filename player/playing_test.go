package player_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"ffkvadrat/cli"
	"ffkvadrat/player"
	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/wait"
)

// need skips the test if a command is missing; in CI it fails.
func need(t *testing.T, commands ...string) {
	t.Helper()
	for _, name := range commands {
		if _, err := exec.LookPath(name); err != nil {
			if os.Getenv("FFKVADRAT_CI") != "" {
				t.Fatal(err)
			}
			t.Skip(err)
		}
	}
}

// display returns the name of the X server without a screen that the tests share, one after another. It is
// as small as the window can be: most of a player's time is drawing. TestMain ends it.
func display(t *testing.T) string {
	t.Helper()
	return screen(t, &small)
}

// wide does the same as display, for tests that need the window as large as it opens.
func wide(t *testing.T) string {
	t.Helper()
	return screen(t, &large)
}

func screen(t *testing.T, s *shared) string {
	t.Helper()
	need(t, "Xvfb", "xdotool", "import", "ffmpeg")
	if name, _, _ := strings.Cut(t.Name(), "/"); reasons[name] == "" {
		t.Errorf("reasons does not say why %s needs a window", name)
	}
	s.Do(func() { s.name, s.end, s.err = xvfb("-noreset", "-screen", "0", s.size+"x24") })
	if s.err != nil {
		t.Fatal(s.err)
	}
	return s.name
}

// shared is an X server that tests share.
type shared struct {
	sync.Once
	size string
	name string
	end  func()
	err  error
}

var small, large = shared{size: "640x400"}, shared{size: "1280x720"}

// server starts another X server, for a test alone, and returns the name of its display.
func server(t *testing.T, args ...string) string {
	t.Helper()
	need(t, "Xvfb")
	name, end, err := xvfb(args...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(end)
	return name
}

func xvfb(args ...string) (name string, end func(), err error) {
	r, w, err := os.Pipe()
	if err != nil {
		return "", nil, err
	}
	defer r.Close()
	server := exec.Command("Xvfb", append([]string{"-displayfd", "3", "-nolisten", "tcp"}, args...)...)
	server.ExtraFiles = []*os.File{w}
	err = server.Start()
	w.Close()
	if err != nil {
		return "", nil, err
	}
	end = func() {
		server.Process.Kill()
		server.Wait()
	}
	number, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		end()
		return "", nil, fmt.Errorf("Xvfb does not start: %w", err)
	}
	return ":" + strings.TrimSpace(number), end, nil
}

// scratch is the folder of films, and of what players keep for each other; TestMain owns it.
var scratch string

// programVariable makes a copy of the test program run as the program itself: linking another one takes
// longer than most tests.
const programVariable = "FFKVADRAT_PLAYER_TEST"

// Window systems want to be called from the process's first thread, as in main.go.
func init() {
	if os.Getenv(programVariable) != "" {
		runtime.LockOSThread()
	}
}

// program returns the path of the program. Under the race detector it is built: there the test program is
// too slow to play.
var program = sync.OnceValues(func() (string, error) {
	if info, ok := debug.ReadBuildInfo(); !ok || !slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"}) {
		return os.Executable()
	}
	path := filepath.Join(scratch, "ffkvadrat")
	if out, err := exec.Command("go", "build", "-o", path, "ffkvadrat").CombinedOutput(); err != nil {
		return "", fmt.Errorf("build: %w\n%s", err, out)
	}
	return path, nil
})

func TestMain(m *testing.M) {
	if os.Getenv(programVariable) != "" {
		os.Exit(cli.Main(os.Args[1:]))
	}
	os.Setenv(programVariable, "1") // for the processes of tests
	if flag.Parse(); testing.Short() {
		os.Setenv("GOGC", "800") // for them, too: a tenth of a short player's time is collecting
	}
	dir, err := os.MkdirTemp("", "ffkvadrat-window-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	scratch = dir
	code := m.Run()
	for _, s := range []*shared{&small, &large} {
		if s.end != nil {
			s.end()
		}
	}
	os.RemoveAll(dir)
	os.Exit(code)
}

// film returns a clip of 640 × 360 at 30 pictures a second, the test's own. Clips of one length are equal.
func film(t *testing.T, seconds int) string {
	t.Helper()
	path, made := filepath.Join(t.TempDir(), "film.mp4"), filepath.Join(scratch, fmt.Sprintf("%d.mp4", seconds))
	if _, err := os.Stat(made); err != nil {
		clip := clips.Make(t, "film.mp4", "-f", "lavfi", "-i", fmt.Sprintf("testsrc2=size=640x360:rate=30:duration=%d", seconds),
			"-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", "-pix_fmt", "yuv420p")
		write(t, made, read(t, clip))
	}
	write(t, path, read(t, made))
	return path
}

// playing is a player that runs on its own display.
type playing struct {
	t       *testing.T
	display string
	cmd     *exec.Cmd
	stderr  bytes.Buffer
	lines   chan string
	x, y    int // where the pointer has last been moved to
	last    player.Line
	plain   []string // lines that are not status lines
}

// play starts a player without any stored state.
//
// The threshold is the default of the other commands unless the arguments name one.
func play(t *testing.T, display string, args ...string) *playing {
	t.Helper()
	return playAgain(t, display, t.TempDir(), append([]string{"--threshold", "0.01"}, args...)...)
}

// playBare does the same as play, without a timeline: its survey takes as long as all else in a short test.
func playBare(t *testing.T, display string, args ...string) *playing {
	t.Helper()
	return play(t, display, append([]string{"--settings", bare(t)}, args...)...)
}

// bare returns a file of settings without a timeline.
func bare(t *testing.T) string {
	t.Helper()
	settings := filepath.Join(t.TempDir(), "settings.json")
	write(t, settings, `{"format": "ffkvadrat-settings", "version": 1, "timeline": "never"}`)
	return settings
}

// playAgain starts a player with home as the user's folder, where earlier
// players may have stored something. There is no session bus.
func playAgain(t *testing.T, display, home string, args ...string) *playing {
	t.Helper()
	return playCached(t, display, home, filepath.Join(scratch, "cache"), args...)
}

// playCached starts a player with a folder for compiled programs. Others share one: compiling them takes
// half of a player's start.
func playCached(t *testing.T, display, home, cache string, args ...string) *playing {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	s := &playing{t: t, display: display, lines: make(chan string, 1000)}
	s.cmd = exec.Command(path, append([]string{"play", "--status", "-"}, args...)...)
	s.cmd.Env = append(os.Environ(), "DISPLAY="+display, "HOME="+home, "XDG_STATE_HOME="+filepath.Join(home, "state"), "XDG_CACHE_HOME="+cache,
		"DBUS_SESSION_BUS_ADDRESS=unix:path="+filepath.Join(home, "no-bus"))
	s.cmd.Dir = t.TempDir()
	s.move(320, 200) // wherever an earlier player has left it
	s.cmd.Stderr = &s.stderr
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.cmd.Process.Kill()
		s.cmd.Wait()
		if t.Failed() {
			t.Logf("the last status: %+v\n%s", s.last, s.stderr.String())
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

// take handles a line; it returns false at the end.
func (s *playing) take(line string, open bool) bool {
	s.t.Helper()
	if !open {
		return false
	}
	if !strings.HasPrefix(line, "{") {
		s.plain = append(s.plain, line)
		return true
	}
	s.last = player.Line{}
	if err := json.Unmarshal([]byte(line), &s.last); err != nil {
		s.t.Fatalf("status line %q: %v", line, err)
	}
	return true
}

// until waits for a status line for which fits returns true.
func (s *playing) until(what string, fits func(player.Line) bool) player.Line {
	s.t.Helper()
	if s.last.Shown > 0 && fits(s.last) {
		return s.last
	}
	wait.For(s.t, what, func() bool { return s.drain(fits) })
	return s.last
}

// drain takes the lines that have come. It returns true after one that fits.
func (s *playing) drain(fits func(player.Line) bool) bool {
	s.t.Helper()
	for {
		select {
		case line, open := <-s.lines:
			if !s.take(line, open) {
				s.t.Fatal("the player has ended")
			}
			if fits(s.last) {
				return true
			}
		default:
			return false
		}
	}
}

// reaches moves the pointer, and waits until the player has drawn what that changes. While it plays,
// pictures bring the redraws.
func (s *playing) reaches(x, y int) player.Line {
	s.t.Helper()
	s.move(x, y)
	return s.until("the pointer", func(l player.Line) bool {
		return l.Pointer == [2]int{x, y} && (l.Settled || !l.Paused)
	})
}

// later returns the state after the player has handled all input up to now and has had the time to do
// something else, if it was about to.
func (s *playing) later() player.Line {
	s.t.Helper()
	x, y := s.x, s.y
	s.reaches(x^1, y)
	return s.reaches(x, y)
}

// click clicks on the middle of a widget.
func (s *playing) click(widget string) { s.t.Helper(); s.clickOn(widget, 0.5) }

// clickOn clicks on a widget, at a fraction of its width. A list that opens is not yet in its final place
// in its first frame, which may be outside the window: the pointer follows.
func (s *playing) clickOn(widget string, part float64) {
	s.t.Helper()
	is := func(l player.Line) bool { return shown(l, widget) }
	for at := s.until(widget, is); ; at = s.until(widget, is) {
		r := at.Widgets[widget]
		x, y := r[0]+int(part*float64(r[2]-r[0])), (r[1]+r[3])/2
		if s.reaches(min(x, at.Window[0]-1), min(y, at.Window[1]-1)); s.last.Widgets[widget] == r {
			break
		}
	}
	s.xdotool("click", "1")
}

// quiet waits until no message is on the screen.
func (s *playing) quiet() player.Line {
	s.t.Helper()
	s.later()
	return s.until("no message", func(l player.Line) bool { return !l.Moving })
}

// end waits for the player to end, and returns its last line.
func (s *playing) end() string {
	s.t.Helper()
	return s.ends(0)
}

// ends does the same as end, for a player that ends with the given status.
func (s *playing) ends(status int) string {
	s.t.Helper()
	for s.take(s.received("the player's end")) {
	}
	if err := s.cmd.Wait(); s.cmd.ProcessState.ExitCode() != status {
		s.t.Errorf("the player ended otherwise than with status %d: %v\n%s", status, err, s.stderr.String())
	}
	if len(s.plain) == 0 {
		return ""
	}
	return s.plain[len(s.plain)-1]
}

// received returns the next line, or false once there are no more.
func (s *playing) received(what string) (line string, open bool) {
	s.t.Helper()
	wait.For(s.t, what, func() bool {
		select {
		case line, open = <-s.lines:
			return true
		default:
			return false
		}
	})
	return line, open
}

func (s *playing) xdotool(args ...string) {
	s.t.Helper()
	cmd := exec.Command("xdotool", args...)
	cmd.Env = append(os.Environ(), "DISPLAY="+s.display)
	if out, err := cmd.CombinedOutput(); err != nil {
		s.t.Fatalf("xdotool %v: %v\n%s", args, err, out)
	}
}

func (s *playing) key(name string) { s.t.Helper(); s.xdotool("key", name) }

func (s *playing) move(x, y int) {
	s.t.Helper()
	s.x, s.y = x, y
	s.xdotool("mousemove", strconv.Itoa(x), strconv.Itoa(y))
}

// screenshot returns the display's current picture.
func (s *playing) screenshot() *image.RGBA {
	s.t.Helper()
	path := filepath.Join(s.t.TempDir(), "screen.png")
	cmd := exec.Command("import", "-window", "root", path)
	cmd.Env = append(os.Environ(), "DISPLAY="+s.display)
	if out, err := cmd.CombinedOutput(); err != nil {
		s.t.Fatalf("import: %v\n%s", err, out)
	}
	return readPNG(s.t, path)
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

// saved returns the picture that the player writes under a name that matches a
// pattern.
func (s *playing) saved(pattern string) *image.RGBA {
	s.t.Helper()
	var names []string
	wait.For(s.t, "a file "+pattern, func() (there bool) {
		var err error
		if names, err = filepath.Glob(filepath.Join(s.cmd.Dir, pattern)); err != nil {
			s.t.Fatal(err)
		}
		return len(names) == 1
	})
	return readPNG(s.t, names[0])
}
