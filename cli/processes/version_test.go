package processes

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"ffkvadrat/gpu/gputest"
	"ffkvadrat/tests/clitest"
)

// driverTrap returns an environment in which creating an OpenGL context loads a driver that writes
// a file, and the file's name.
func driverTrap(t *testing.T) (env, loaded string) {
	t.Helper()
	dir := t.TempDir()
	loaded = filepath.Join(dir, "loaded")
	source, library, vendor := filepath.Join(dir, "trap.c"), filepath.Join(dir, "libtrap.so"), filepath.Join(dir, "vendor.json")
	for name, text := range map[string]string{
		source: fmt.Sprintf("#include <stdio.h>\n__attribute__((constructor)) static void trap(void) { fclose(fopen(%q, \"w\")); }\n", loaded),
		vendor: fmt.Sprintf(`{"file_format_version": "1.0.0", "ICD": {"library_path": %q}}`, library),
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command("gcc", "-shared", "-fPIC", "-o", library, source).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return "__EGL_VENDOR_LIBRARY_FILENAMES=" + vendor, loaded
}

// TestVersion: the versions are printed without loading an OpenGL driver; probe prints OpenGL's.
func TestVersion(t *testing.T) {
	env, loaded := driverTrap(t)
	for _, c := range []struct {
		args  []string
		want  string
		loads bool
	}{
		{[]string{"--version"}, `^ffkvadrat \d+\.\d+\.\d+, commit \S+\nFFmpeg \S+\n$`, false},
		{[]string{"bench", "--version"}, `^ffkvadrat \d+\.\d+\.\d+, commit \S+\nFFmpeg \S+\n$`, false},
		{[]string{"probe", "--engine", "cpu"}, `\nengine +cpu \(asked for\)\n$`, false},
		{[]string{"probe"}, `\nengine +cpu \(OpenGL 4.3 is not available.*\)\nOpenGL +none: OpenGL 4.3 is not available.*\n$`, true},
		{[]string{"probe", "--json"}, `"opengl": "none: OpenGL 4.3 is not available`, true},
	} {
		os.Remove(loaded)
		p := clitest.Program(t, c.args...)
		p.Env = append(p.Env, env)
		err := p.Run()
		if out := p.Out.String(); err != nil || p.Err.Len() > 0 || !regexp.MustCompile(c.want).MatchString(out) {
			t.Errorf("%v: %v, %q, %q", c.args, err, out, &p.Err)
		}
		if _, err := os.Stat(loaded); errors.Is(err, fs.ErrNotExist) == c.loads {
			t.Errorf("%v: a driver was loaded: %v", c.args, !c.loads)
		}
	}
	dev := gputest.Open(t)
	status, out, message := clitest.Call(t, "probe")
	want := `\nOpenGL +` + regexp.QuoteMeta(dev.Caps.Version+", "+dev.Caps.Renderer) + `\n$`
	if status != clitest.Done || !regexp.MustCompile(want).MatchString(out) {
		t.Errorf("status %d, %q, %q, want %s", status, out, message, want)
	}
}
