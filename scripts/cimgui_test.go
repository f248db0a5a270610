package scripts_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestDearImGuiIsCompiledOnce: Dear ImGui is compiled only for linux/arm64, once, and again when
// the module files are newer. A failed compilation leaves nothing behind.
func TestDearImGuiIsCompiledOnce(t *testing.T) {
	root := t.TempDir()
	write := func(name, text string, mode os.FileMode) {
		t.Helper()
		name = filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"go.mod", "go.sum", "scripts/ffmpeg", "scripts/cimgui"} {
		data, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		write(name, string(data), 0o755)
	}
	write("bin/pkg-config", "#!/bin/sh\n[ $1 != --modversion ] || echo 59.37.100\n", 0o755)
	compiler := filepath.Join(root, "bin", "c++")
	write("bin/c++", `#!/bin/sh
cat >"$0.sources"
echo run >>"$0.runs"
while [ "$1" != -o ]; do shift; done
: >"$2"
`, 0o755)

	runs := 0
	build := func(arch string, more int) {
		t.Helper()
		cmd := exec.Command(filepath.Join(root, "scripts", "ffmpeg"), "echo", "built")
		cmd.Env = append(os.Environ(), "PATH="+filepath.Join(root, "bin")+":"+os.Getenv("PATH"),
			"GOFLAGS=-mod=mod", "GOOS=linux", "GOARCH="+arch, "CGO_ENABLED=1", "CXX="+compiler)
		if out, err := cmd.Output(); err != nil || string(out) != "built\n" {
			t.Errorf("%s: %q, %v", arch, out, err)
		}
		done, _ := os.ReadFile(compiler + ".runs")
		if runs += more; strings.Count(string(done), "run") != runs {
			t.Errorf("%s: compiled %d times, not %d", arch, strings.Count(string(done), "run"), runs)
		}
	}
	build("amd64", 0)
	build("arm64", 1)
	build("arm64", 0)
	if sources, err := os.ReadFile(compiler + ".sources"); err != nil || !strings.Contains(string(sources), `#include "cimgui.cpp"`) {
		t.Errorf("%q, %v", sources, err)
	}
	before := time.Now().Add(-time.Hour)
	object := filepath.Join(root, "build", "cimgui_linux_arm64.o")
	if err := os.Chtimes(object, before, before); err != nil {
		t.Fatal(err)
	}
	build("arm64", 1)

	if err := os.Remove(object); err != nil {
		t.Fatal(err)
	}
	write("bin/c++", "#!/bin/sh\ncat >/dev/null\nexit 1\n", 0o755)
	cmd := exec.Command(filepath.Join(root, "scripts", "cimgui"))
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "CXX="+compiler)
	if out, err := cmd.CombinedOutput(); err == nil {
		t.Errorf("a compiler that fails: %s", out)
	}
	if left, err := os.ReadDir(filepath.Dir(object)); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
