package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/quadfile"
	"ffkvadrat/tests/clips"
)

// TestVerifyDoesNotSeek: in a video that marks all packets as key frames, decoding from a marked
// packet, as the ffmpeg command does, lacks the pictures before. The export has them, and verify
// finds their quads, because it decodes from the start.
func TestVerifyDoesNotSeek(t *testing.T) {
	dir := t.TempDir()
	ffmpeg := func(name, args string) string {
		return clips.Make(t, name, strings.Fields(args)...)
	}
	video := ffmpeg("a.mp4", "-f lavfi -i testsrc2=s=64x64:r=25:d=2 -c:v mpeg4 -g 50")
	data, err := os.ReadFile(video)
	if err != nil {
		t.Fatal(err)
	}
	marked := bytes.ReplaceAll(data, []byte("stss"), []byte("free")) // without a list of key frames, all packets count as such
	if bytes.Equal(marked, data) {
		t.Fatal("the file has no list of key frames")
	}
	all := filepath.Join(dir, "all.mp4")
	if err := os.WriteFile(all, marked, 0o600); err != nil {
		t.Fatal(err)
	}
	flags := []string{"--engine", "cpu", "--from", "1.6", "--frames", "3"}
	want, got := exportFile(t, append(flags, video)...), exportFile(t, append(flags, all)...)
	frames := func(b []byte) []byte { return b[bytes.IndexByte(b, '\n'):] }
	if !bytes.Equal(frames(got), frames(want)) {
		t.Errorf("the export is\n%s\nwant\n%s", got, want)
	}
	lacking, err := quadfile.Read(bytes.NewReader(exportFile(t, "--engine", "cpu", ffmpeg("lacking.mkv", "-ss 1.6 -i "+all+" -frames:v 3 -c:v ffv1"))))
	if err != nil {
		t.Fatal(err)
	}
	wrong := rewritten(t, got, func(_ *quadfile.Header, f []quadfile.Frame) {
		for i := range f {
			f[i].Quads = lacking.Frames[i].Quads
		}
	})
	for _, c := range []struct {
		name   string
		data   []byte
		status int
	}{{"right.ndjson", got, statusDone}, {"wrong.ndjson", wrong, statusFailed}} {
		path := filepath.Join(dir, c.name)
		if err := os.WriteFile(path, c.data, 0o600); err != nil {
			t.Fatal(err)
		}
		if status, stdout, stderr := call(t, "verify", path, all); status != c.status {
			t.Errorf("%s: status %d, %q, %q", c.name, status, stdout, stderr)
		}
	}
}
