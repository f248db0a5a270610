package player_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"ffkvadrat/player"
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

// display starts an X server without a screen and returns its name.
func display(t *testing.T) string {
	t.Helper()
	need(t, "xdotool", "import", "ffmpeg")
	return server(t, "-screen", "0", "1280x720x24")
}

// server starts Xvfb with arguments and returns the name of its display.
func server(t *testing.T, args ...string) string {
	t.Helper()
	need(t, "Xvfb")
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	server := exec.Command("Xvfb", append([]string{"-displayfd", "3", "-nolisten", "tcp"}, args...)...)
	server.ExtraFiles = []*os.File{w}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	t.Cleanup(func() {
		server.Process.Kill()
		server.Wait()
	})
	number, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatalf("Xvfb does not start: %v", err)
	}
	return ":" + strings.TrimSpace(number)
}

// scratch is the folder of the built program; TestMain owns it.
var scratch string

// program builds the program, once.
var program = sync.OnceValues(func() (string, error) {
	path := filepath.Join(scratch, "ffkvadrat")
	if out, err := exec.Command("go", "build", "-o", path, "ffkvadrat").CombinedOutput(); err != nil {
		return "", fmt.Errorf("build: %w\n%s", err, out)
	}
	return path, nil
})

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "ffkvadrat-window-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	scratch = dir
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// film makes a clip of 640 × 360 at 30 pictures a second.
func film(t *testing.T, seconds int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "film.mp4")
	out, err := exec.Command("ffmpeg", "-v", "error", "-f", "lavfi", "-i",
		fmt.Sprintf("testsrc2=size=640x360:rate=30:duration=%d", seconds),
		"-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", path).CombinedOutput()
	if err != nil {
		t.Fatalf("ffmpeg: %v\n%s", err, out)
	}
	return path
}

// playing is a player that runs on its own display.
type playing struct {
	t       *testing.T
	display string
	cmd     *exec.Cmd
	stderr  bytes.Buffer
	lines   chan string
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

// playAgain starts a player with home as the user's folder, where earlier
// players may have stored something. There is no session bus.
func playAgain(t *testing.T, display, home string, args ...string) *playing {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	s := &playing{t: t, display: display, lines: make(chan string, 1000)}
	s.cmd = exec.Command(path, append([]string{"play", "--status", "-"}, args...)...)
	s.cmd.Env = append(os.Environ(), "DISPLAY="+display, "HOME="+home, "XDG_STATE_HOME="+filepath.Join(home, "state"), "XDG_CACHE_HOME="+filepath.Join(home, "cache"),
		"DBUS_SESSION_BUS_ADDRESS=unix:path="+filepath.Join(home, "no-bus"))
	s.cmd.Dir = t.TempDir()
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
	timeout := time.After(20 * time.Second)
	for {
		select {
		case line, open := <-s.lines:
			if !s.take(line, open) {
				s.t.Fatalf("the player ended before: %s\n%s", what, s.stderr.String())
			}
			if fits(s.last) {
				return s.last
			}
		case <-timeout:
			s.t.Fatalf("no status for 20 s: %s; the last one: %+v\n%s", what, s.last, s.stderr.String())
		}
	}
}

// rest waits for a while and reads the lines.
func (s *playing) rest(d time.Duration) player.Line {
	s.t.Helper()
	timeout := time.After(d)
	for {
		select {
		case line, open := <-s.lines:
			if !s.take(line, open) {
				s.t.Fatalf("the player has ended\n%s", s.stderr.String())
			}
		case <-timeout:
			return s.last
		}
	}
}

// end waits for the player to end, and returns its last line.
func (s *playing) end() string {
	s.t.Helper()
	return s.ends(0)
}

// ends does the same as end, for a player that ends with the given status.
func (s *playing) ends(status int) string {
	s.t.Helper()
	timeout := time.After(60 * time.Second)
	for {
		select {
		case line, open := <-s.lines:
			if s.take(line, open) {
				continue
			}
			if err := s.cmd.Wait(); s.cmd.ProcessState.ExitCode() != status {
				s.t.Errorf("the player ended otherwise than with status %d: %v\n%s", status, err, s.stderr.String())
			}
			if len(s.plain) == 0 {
				return ""
			}
			return s.plain[len(s.plain)-1]
		case <-timeout:
			s.t.Fatalf("the player does not end\n%s", s.stderr.String())
		}
	}
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
	for range 100 {
		names, err := filepath.Glob(filepath.Join(s.cmd.Dir, pattern))
		if err != nil {
			s.t.Fatal(err)
		}
		if len(names) == 1 {
			return readPNG(s.t, names[0])
		}
		s.rest(100 * time.Millisecond)
	}
	s.t.Fatalf("no file %s within 10 s", pattern)
	return nil
}
