package scripts_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestProgress: on a terminal packages are counted, errors are printed, and the exit status is
// go's.
func TestProgress(t *testing.T) {
	fake := filepath.Join(t.TempDir(), "go")
	if err := os.WriteFile(fake, []byte(`case $1 in
list) printf 'a\nb/c\n' ;;
build) printf 'a\nb/c\n# b/c\nb/c.go:1: an error\n' >&2; exit 3 ;;
esac
`), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("script", "-qec", "./progress 'sh "+fake+"' build .; echo status $?", "/dev/null").CombinedOutput()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Compiling package 2 of at most 2: b/c", "\nb/c.go:1: an error", "status 3"} {
		if !strings.Contains(strings.ReplaceAll(string(out), "\r\x1b[K", "\n"), want) {
			t.Errorf("no %q in %q", want, out)
		}
	}
}
