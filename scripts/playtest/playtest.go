// Package playtest drives the player's window in tests: it starts a virtual X server and the
// program, sends keys and mouse input through X, and reads the status lines in which the player
// reports its state.
//
// A package of such tests has a TestMain that calls Main, with a table of why each test needs a
// window. Its tests run in sequence. Each process that a test starts ends with it.
package playtest

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ffkvadrat/cli"
	"ffkvadrat/player"
	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/xvfb"
)

// programVariable makes a copy of the test binary run as the program. Linking another one takes
// longer than most tests.
const programVariable = "FFKVADRAT_PLAYER_TEST"

// Window systems need the process's first thread, as in main.go.
func init() {
	if os.Getenv(programVariable) != "" {
		runtime.LockOSThread()
	}
}

// Program returns the path of the program. Under the race detector it is built, because the test
// binary would be too slow to play.
var Program = sync.OnceValues(func() (string, error) {
	if info, ok := debug.ReadBuildInfo(); !ok || !slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"}) {
		return os.Executable()
	}
	path := filepath.Join(scratch, "ffkvadrat")
	if out, err := exec.Command("go", "build", "-o", path, "ffkvadrat").CombinedOutput(); err != nil {
		return "", fmt.Errorf("build: %w\n%s", err, out)
	}
	return path, nil
})

// Command runs a command of the program in this process, which is faster than starting another.
func Command(t *testing.T, args ...string) {
	t.Helper()
	if status := cli.Main(args); status != 0 {
		t.Fatalf("%q ends with status %d", args, status)
	}
}

var (
	// scratch is the folder of clips and of state that players share; Main owns it.
	scratch string
	// reasons says for each test with a window why it needs one.
	reasons map[string]string
)

// Scratch returns a folder that the tests of a package share.
func Scratch() string { return scratch }

// Main runs a package's tests, or the program, and ends the process. Each test that asks for a
// display needs a row in the table of reasons.
func Main(m *testing.M, why map[string]string) {
	if os.Getenv(programVariable) != "" {
		os.Exit(cli.MainAt(player.Pace{Message: 40 * time.Millisecond, Letter: time.Millisecond}, os.Args[1:]))
	}
	os.Setenv(programVariable, "1") // for the processes of tests
	if flag.Parse(); testing.Short() {
		os.Setenv("GOGC", "800") // for them: collecting is a tenth of a short player's time
	}
	if dir, err := os.UserCacheDir(); err == nil {
		os.Setenv("MESA_SHADER_CACHE_DIR", dir) // the usual cache of all other programs
	}
	dir, err := os.MkdirTemp("", "ffkvadrat-window-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	scratch, reasons = dir, why
	code := m.Run()
	for _, s := range []*shared{&small, &large} {
		if s.server != nil {
			s.server.End()
		}
	}
	os.RemoveAll(dir)
	os.Exit(code)
}

// CheckReasons fails if Main's table names a test that does not exist.
func CheckReasons(t *testing.T) {
	t.Helper()
	names, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, name := range names {
		all.WriteString(Read(t, name))
	}
	for name := range reasons {
		if !strings.Contains(all.String(), "\nfunc "+name+"(t *testing.T) {") {
			t.Errorf("there is no %s", name)
		}
	}
}

// Need skips the test if a command is missing; in CI it fails.
func Need(t *testing.T, commands ...string) {
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

// Display returns the name of the virtual X server that the tests share, in sequence. It has the
// smallest size that the window allows, because drawing takes most of a player's time. Main ends
// it.
func Display(t *testing.T) string {
	t.Helper()
	return screen(t, &small)
}

// Wide is Display for tests that need the window at its default size.
func Wide(t *testing.T) string {
	t.Helper()
	return screen(t, &large)
}

func screen(t *testing.T, s *shared) string {
	t.Helper()
	Need(t, "Xvfb", "xdotool", "import", "ffmpeg")
	if name, _, _ := strings.Cut(t.Name(), "/"); reasons[name] == "" {
		t.Errorf("reasons does not say why %s needs a window", name)
	}
	s.Do(func() { s.server, s.err = xvfb.Start("-noreset", "-screen", "0", s.size+"x24") })
	if s.err != nil {
		t.Fatal(s.err)
	}
	return s.server.Name
}

// shared is an X server shared by tests.
type shared struct {
	sync.Once
	size   string
	server *xvfb.Server
	err    error
}

var small, large = shared{size: "640x400"}, shared{size: "1280x720"}

// Server starts an X server for one test and returns the name of its display.
func Server(t *testing.T, args ...string) string {
	t.Helper()
	Need(t, "Xvfb")
	return xvfb.For(t, args...).Name
}

// Clip returns a video of 640 × 360 at 30 frames per second that the test may modify. Clips of one
// length are equal.
func Clip(t *testing.T, seconds int) string {
	t.Helper()
	return clips.Make(t, "film.mp4", "-f", "lavfi", "-i", fmt.Sprintf("testsrc2=size=640x360:rate=30:duration=%d", seconds),
		"-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", "-pix_fmt", "yuv420p")
}

// SmallClips writes small videos of different sizes to a folder: the first lasts one second, the
// others five.
func SmallClips(t *testing.T, folder string, names ...string) {
	t.Helper()
	for i, name := range names {
		duration := 5
		if i == 0 {
			duration = 1
		}
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		Write(t, path, Read(t, clips.Make(t, filepath.Base(name), "-f", "lavfi", "-i", fmt.Sprintf("testsrc2=size=%dx120:rate=10:duration=%d", 160+32*i, duration),
			"-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p")))
	}
}

// Bare returns a settings file without a timeline.
func Bare(t *testing.T) string {
	t.Helper()
	settings := filepath.Join(t.TempDir(), "settings.json")
	Write(t, settings, `{"format": "ffkvadrat-settings", "version": 1, "timeline": "never"}`)
	return settings
}

// Write writes a file.
func Write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// Read returns a file's text.
func Read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
