package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/pairs"
)

type writer struct {
	name   string
	flag   string // sets where the frames begin
	args   []string
	output string
}

// folder reports whether the outputs go into a folder.
func (w writer) folder() bool { return strings.HasSuffix(w.output, "/") }

// writers are the commands that select frames, with an output for each.
var writers = []writer{
	{"export", "--from", []string{"export"}, "x.ndjson"},
	{"coco", "--from", []string{"export"}, "x.coco.json"},
	{"summary", "--from", []string{"export", "--summary"}, "x.csv.gz"},
	{"folder", "--from", []string{"export"}, "folder/"},
	{"render", "--from", []string{"render", "--mute"}, "x.mkv"},
	{"films", "--from", []string{"render", "--mute"}, "films/"},
	{"snapshot", "--at", []string{"snapshot"}, "x.png"},
}

// TestPastTheEnd: every command that selects frames refuses to begin after the end of the video,
// prints its length, and leaves nothing behind. The end itself means the last frame.
func TestPastTheEnd(t *testing.T) {
	raw := filepath.Join(t.TempDir(), "raw.h264")
	ffmpegTo(t, raw, "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=1", "-c:v", "libx264")
	videos := []struct {
		thing, clip, end string
		last, after      string
	}{
		{"video", "../samples/tiny-420.mp4", "1.2", "#29", "#30"},
		{"video", "../samples/tiny-vfr.mp4", "1.396", "#17", "#18"},
		{"video", "../samples/tiny-mpeg2.ts", "0.960", "#23", "#24"},
		{"picture", "../samples/tiny-still.png", "0.04", "#0", "#1"},
		{"video", raw, "1", "#24", "#25"},
	}
	const inside = 2 // number of places inside
	for i := range pairs.Cases(len(videos), len(writers), inside+4) {
		c, w := videos[i[0]], writers[i[1]]
		at := []string{c.end, c.last, "999", "9:59:59", c.after, "#9999"}[i[2]]
		dir := t.TempDir()
		status, _, stderr := call(t, append(w.args, w.flag, at, "--engine", "cpu", "-o", dir+"/"+w.output, c.clip)...)
		if i[2] < inside {
			if status != statusDone {
				t.Errorf("%s of %s from %s: status %d, %q", w.name, c.clip, at, status, stderr)
			}
			continue
		}
		if status != statusFailed || !strings.Contains(stderr, c.clip+": "+w.flag+": ") || !strings.Contains(stderr, c.thing+" is "+c.end) {
			t.Errorf("%s of %s from %s: status %d, %q", w.name, c.clip, at, status, stderr)
		}
		if left := strings.TrimPrefix(tree(t, dir), " /"+strings.TrimSuffix(w.output, "/")); left != "" && left != " /folder/.ffkvadrat-export.ndjson" {
			t.Errorf("%s of %s from %s: left behind: %s", w.name, c.clip, at, left)
		}
	}
}

// TestPastTheEndOfAPipe: a pipe of unknown length is read to its end first. Nothing is written to
// the output, which may be a pipe.
func TestPastTheEndOfAPipe(t *testing.T) {
	data, err := os.ReadFile("../samples/tiny-mpeg2.ts")
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range writers {
		if w.folder() {
			continue // files in a folder have names
		}
		for _, at := range []string{"5", "#24"} {
			for _, out := range []string{"-", filepath.Join(t.TempDir(), w.output)} {
				in, feed, err := os.Pipe()
				if err != nil {
					t.Fatal(err)
				}
				defer in.Close()
				if _, err := feed.Write(data); err != nil { // everything fits into the pipe
					t.Fatal(err)
				}
				feed.Close()
				args := append(w.args, w.flag, at, "--engine", "cpu", "-o", out, fmt.Sprintf("/dev/fd/%d", in.Fd()))
				if out == "-" && w.name != "snapshot" {
					format := map[string]string{"coco": "coco", "summary": "csv.gz", "export": "ndjson", "render": "mkv"}[w.name]
					args = append(args, "--format", format)
				}
				status, stdout, stderr := call(t, args...)
				if status != statusFailed || stdout != "" || !strings.Contains(stderr, w.flag+": ") || !strings.Contains(stderr, "the video is 0.960 s long") {
					t.Errorf("%s from %s to %s: status %d, %d bytes, %q", w.name, at, out, status, len(stdout), stderr)
				}
				if _, err := os.Stat(out); err == nil {
					t.Errorf("%s from %s: %s is there", w.name, at, out)
				}
			}
		}
	}
}

// ffmpegTo makes ffmpeg write a file.
func ffmpegTo(t *testing.T, path string, args ...string) {
	t.Helper()
	if err := os.Rename(clips.Make(t, filepath.Base(path), args...), path); err != nil {
		t.Fatal(err)
	}
}
