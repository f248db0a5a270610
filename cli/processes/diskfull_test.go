package processes

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/tests/clitest"
)

// TestNoRoom exports files that do not fit: beyond the process's limit of file size and, if the
// test may mount one, onto a full file system. The old file is unchanged, and no temporary file is
// left.
func TestNoRoom(t *testing.T) {
	clip, err := filepath.Abs("../../samples/tiny-420.mp4")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(clitest.Export(t, "--engine", "cpu", clip)); n < 100<<10 {
		t.Fatalf("an export of %d bytes would fit", n)
	}
	for _, c := range []struct {
		name, says string
		around     []string
	}{
		{"limit", "file too large", []string{"prlimit", "--fsize=65536"}},
		{"full disk", "no space left on device", []string{"unshare", "--map-root-user", "--mount", "sh", "-c",
			`mount -t tmpfs -o size=64k none "$OUT" && printf %s old >"$OUT/q.ndjson" && "$@"; s=$?; cat "$OUT/q.ndjson"; ls -A "$OUT"; exit $s`, "sh"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			out := filepath.Join(dir, "q.ndjson")
			if err := os.WriteFile(out, []byte("old"), 0o600); err != nil {
				t.Fatal(err)
			}
			mounts := c.around[0] == "unshare"
			if mounts && exec.Command("unshare", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "none", dir).Run() != nil {
				t.Log("mounting is not allowed here")
				return
			}
			p := clitest.Program(t, "export", "--engine", "cpu", "--force", "-o", out, clip)
			p.Env = append(p.Env, "OUT="+dir)
			path, err := exec.LookPath(c.around[0])
			if err != nil {
				t.Fatal(err)
			}
			p.Args = append(append(c.around, p.Path), p.Args[1:]...)
			p.Path = path
			p.Run()
			if said := p.Err.String(); p.ProcessState.ExitCode() != clitest.Failed || strings.Count(said, "\n") != 1 || !strings.Contains(said, c.says) || !strings.Contains(said, out) {
				t.Errorf("status %d, %q", p.ProcessState.ExitCode(), said)
			}
			if mounts {
				if got := p.Out.String(); got != "oldq.ndjson\n" {
					t.Errorf("on the full disk is then %q", got)
				}
				return
			}
			got, err := os.ReadFile(out)
			if err != nil || !bytes.Equal(got, []byte("old")) {
				t.Errorf("the old file is %.40q, %v", got, err)
			}
			if left := clitest.Files(t, dir); left != "q.ndjson" {
				t.Errorf("left behind: %s", left)
			}
		})
	}
}
