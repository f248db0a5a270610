package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"ffkvadrat/gpu/gputest"
)

// TestVersion asks for the versions, with the machine's driver, without one,
// and with one that crashes.
func TestVersion(t *testing.T) {
	const head = `^ffkvadrat \d+\.\d+\.\d+, commit \S+\nFFmpeg \S+\nOpenGL `
	dir := t.TempDir()
	source, library, vendor := filepath.Join(dir, "crash.c"), filepath.Join(dir, "libcrash.so"), filepath.Join(dir, "vendor.json")
	for name, text := range map[string]string{
		source: "#include <signal.h>\n__attribute__((constructor)) static void crash(void) { raise(SIGKILL); }\n",
		vendor: fmt.Sprintf(`{"file_format_version": "1.0.0", "ICD": {"library_path": %q}}`, library),
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command("gcc", "-shared", "-fPIC", "-o", library, source).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, c := range []struct{ name, vendors, want string }{
		{"none", "/nonexistent.json", `none: .*EGL offers no context.*\n$`},
		{"crash", vendor, `unknown: the driver fails: signal: killed\n$`},
		{"here", "", `\d+\.\d+.*, .+\n$`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.name == "here" {
				gputest.Open(t)
			}
			p := program(t, "--version")
			if c.vendors != "" {
				p.Env = append(p.Env, "__EGL_VENDOR_LIBRARY_FILENAMES="+c.vendors)
			}
			err := p.Run()
			if out := p.stdout.String(); err != nil || p.stderr.Len() > 0 || !regexp.MustCompile(head+c.want).MatchString(out) {
				t.Errorf("%v, %q, %q", err, out, &p.stderr)
			}
		})
	}
}
