package cli

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// TestWhatIsNoExport: verify and convert say in one line what kind of file, or pipe, they were
// given instead of an export.
func TestWhatIsNoExport(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	const clip = "clip.mp4"
	ffmpegTo(t, clip, "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=0.4", "-c:v", "mpeg4")
	compressed := func(data []byte) []byte {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		w.Write(data)
		w.Close()
		return b.Bytes()
	}
	export := func(name string) []byte {
		if status, _, stderr := call(t, "export", "--engine", "cpu", clip, "-o", name); status != statusDone {
			t.Fatal(stderr)
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	video, err := os.ReadFile(clip)
	if err != nil {
		t.Fatal(err)
	}
	lines, document, trees := export("q.ndjson"), export("q.json"), export("q.ffq")
	noise := []byte{0, 1, 2, 0xfe, 0xff, 0xfe, 0x80, 3, 4, 5}
	const is = " is not an export in JSON, NDJSON or .ffq"
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"video":             {video, ": it is a video, a picture or sound (QuickTime / MOV)"},
		"video, compressed": {compressed(video), ": it is a video, a picture or sound (QuickTime / MOV)"},
		"picture":           {[]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x00\x00\x00\x00"), ": it is a video, a picture or sound (piped png sequence)"},
		"text":              {[]byte("Grüße\n"), ": it is text"},
		"text, cut":         {[]byte("Gr\xc3"), ": it is text"},
		"table":             {export("q.csv"), ": it is text"},
		"Parquet":           {export("q.parquet"), ": it is a table in Parquet"},
		"Arrow":             {export("q.arrows"), ": it is a stream of Arrow"},
		"noise":             {noise, ": its contents are unknown"},
		"noise, compressed": {compressed(noise), ": its contents are unknown"},
		"empty":             {nil, ": it is empty"},
		"NDJSON, cut":       {lines[:50], ": it ends within its header"},
		"JSON, cut":         {document[:50], ": it ends within its header"},
		".ffq, cut":         {trees[:50], ": it ends within its header"},
		"rubbish in gzip":   {append(compressed(nil)[:10], 0xff, 0xff, 0xff), " (header: gzip: "},
		"other JSON":        {[]byte(`{"a":1}` + "\n"), " (header: not ffkvadrat-quads data)"},
		"a list":            {[]byte("[1]\n"), " (header: the header is an array, not an object)"},
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile("a", c.data, 0o600); err != nil {
				t.Fatal(err)
			}
			fifo := filepath.Join(t.TempDir(), "fifo")
			if err := syscall.Mkfifo(fifo, 0o600); err != nil {
				t.Fatal(err)
			}
			go os.WriteFile(fifo, c.data, 0)
			for _, args := range [][]string{{"verify", "a"}, {"verify", fifo}, {"convert", "a", "-o", "b.csv"}} {
				status, stdout, stderr := call(t, args...)
				want := "ffkvadrat: " + args[1] + is + c.want
				if status != statusFailed || stdout != "" || !strings.HasPrefix(stderr, want) || strings.Count(stderr, "\n") != 1 {
					t.Errorf("%v: status %d, %q, %q, want %s", args, status, stdout, stderr, want)
				}
			}
		})
	}
	if status, _, stderr := call(t, "verify", dir); status != statusFailed || stderr != "ffkvadrat: "+dir+is+": it is a folder\n" {
		t.Errorf("a folder: status %d, %q", status, stderr)
	}
	const half = "half.ndjson"
	if err := os.WriteFile(half, lines[:len(lines)-20], 0o600); err != nil {
		t.Fatal(err)
	}
	if status, stdout, stderr := call(t, "verify", half); status != statusFailed || !strings.HasSuffix(stdout, ": the file ends in it\n") || !strings.Contains(stderr, ": 1 fault in ") {
		t.Errorf("half an export: status %d, %q, %q", status, stdout, stderr)
	}
}

// TestThingsOfVariants: verify and snapshot call points points, and hits hits.
func TestThingsOfVariants(t *testing.T) {
	dir := t.TempDir()
	clip, template := filepath.Join(dir, "clip.mp4"), filepath.Join(dir, "t.png")
	ffmpegTo(t, clip, "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=0.08", "-c:v", "mpeg4")
	ffmpegTo(t, template, "-i", clip, "-vf", "crop=8:8", "-frames:v", "1")
	for variant, c := range map[string]struct {
		thing string
		flags []string
	}{"edge": {"quad", nil}, "feature": {"quad", nil}, "points": {"point", nil}, "template": {"hit", []string{"--template", template}}} {
		out := filepath.Join(dir, variant+".ndjson")
		flags := append([]string{"--variant", variant, clip}, c.flags...)
		exportAs(t, out, flags...)
		_, verified, _ := call(t, "verify", out)
		if !regexp.MustCompile(`: 2 frames, \d+ ` + c.thing + `s?, all correct`).MatchString(verified) {
			t.Errorf("%s: %q", variant, verified)
		}
		_, _, shown := call(t, append([]string{"snapshot", "--engine", "cpu", "--at", "#1", "-o", filepath.Join(dir, variant+".png")}, flags...)...)
		if !regexp.MustCompile(`: frame index 1 at 0\.040 s, \d+ ` + c.thing + `s?\n`).MatchString(shown) {
			t.Errorf("%s: %q", variant, shown)
		}
	}
}
