package cli

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/tests/clitest"
)

// TestURLs: a URL gives the same as its file, except for the name, which is shown without the
// password: singly, in a batch, and with verify.
func TestURLs(t *testing.T) {
	s := httptest.NewServer(http.FileServer(http.Dir("../samples")))
	defer s.Close()
	const clip = "tiny-420.mp4"
	url := strings.Replace(s.URL, "http://", "http://me:secret@", 1) + "/" + clip
	got := string(exportFile(t, "--engine", "cpu", "--allow-network", url))
	want := string(exportFile(t, "--engine", "cpu", "../samples/"+clip))
	if want = strings.Replace(want, "../samples", s.URL, 1); got != want {
		t.Errorf("the export is %.200s\nwant %.200s", got, want)
	}
	dir := t.TempDir()
	status, _, stderr := call(t, "export", "--engine", "cpu", "--allow-network", "-o", dir, s.URL+"/"+clip, "../samples/tiny-vfr.mp4", "--format", "yuview")
	if status != statusDone {
		t.Errorf("status %d, %q", status, stderr)
	}
	host := strings.TrimPrefix(s.URL, "http://")
	if got, want := clitest.Files(t, filepath.Join(dir, host)), clip+".yuview.csv "+clip+".yuvplaylist"; got != want {
		t.Errorf("the folder holds %s, want %s", got, want)
	}
	if text, err := os.ReadFile(filepath.Join(dir, host, clip+".yuvplaylist")); err != nil || strings.Contains(string(text), "http") {
		t.Errorf("the playlist names the URL: %s, %v", text, err)
	}
	out := filepath.Join(dir, "a.ndjson")
	if err := os.WriteFile(out, []byte(got), 0o666); err != nil {
		t.Fatal(err)
	}
	if status, stdout, stderr := call(t, "verify", "--allow-network", out, s.URL+"/"+clip); status != statusDone || !strings.Contains(stdout, "30 frames") {
		t.Errorf("verify: status %d, %q, %q", status, stdout, stderr)
	}
	if status, _, stderr := call(t, "snapshot", "--engine", "cpu", "-o", "-", s.URL+"/"+clip); status != statusFailed || !strings.Contains(stderr, "--allow-network") {
		t.Errorf("snapshot without the flag: status %d, %q", status, stderr)
	}
}
