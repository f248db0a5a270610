package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/quadfile"
)

// TestExportPoints: every engine writes points, and verify compares them with the video.
func TestExportPoints(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	clip := "../samples/tiny-420.mp4"
	for _, order := range []string{"morton", "lines"} {
		var texts []string
		for _, engine := range []string{"cpu", "gpu"} {
			out := filepath.Join(dir, order+engine+".ndjson")
			texts = append(texts, exportAs(t, out, "--variant", "points", "--order", order, "--engine", engine, clip))
			if status, _, err := call(t, "verify", out, clip); status != 0 {
				t.Errorf("%s on the %s: %s", order, engine, err)
			}
		}
		if texts[0] != texts[1] {
			t.Errorf("%s: the engines write other bytes", order)
		}
	}
	spoiled := filepath.Join(dir, "spoiled.ndjson")
	text := exportAs(t, spoiled, "--variant", "points", "--frames", "1", clip)
	at := strings.Index(text, `"quads":[[`)
	end := at + strings.Index(text[at:], "]")
	value := text[strings.LastIndex(text[:end], ",")+1 : end]
	text = text[:end-len(value)] + "7" + text[end:]
	if err := os.WriteFile(spoiled, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if status, out, _ := call(t, "verify", spoiled, clip); status == 0 || !strings.Contains(out, "the value of point 0") {
		t.Errorf("a wrong value: status %d, %s", status, out)
	}
}

// TestMatricesHoldOneFrame: a matrix has the points of one frame; an export of several fails and
// leaves no file.
func TestMatricesHoldOneFrame(t *testing.T) {
	dir := t.TempDir()
	clip := "../samples/tiny-420.mp4"
	for _, name := range []string{"a.mtx", "a.npz"} {
		out := filepath.Join(dir, name)
		if text := exportAs(t, out, "--variant", "points", "--frames", "1", clip); len(text) < 100 {
			t.Errorf("%s: %q", name, text)
		}
		os.Remove(out)
		status, _, err := call(t, "export", "--variant", "points", "-o", out, clip)
		if status == 0 || !strings.Contains(err, "holds one frame") {
			t.Errorf("%s of all frames: status %d, %s", name, status, err)
		}
		if _, failed := os.Stat(out); failed == nil {
			t.Errorf("%s is there nevertheless", name)
		}
	}
}

// TestExportCloud: a cloud has a vertex for each quad of all frames, and cannot go to a pipe.
func TestExportCloud(t *testing.T) {
	clip := "../samples/tiny-420.mp4"
	for _, flags := range []string{"--variant points", "--variant edge", "--variant feature", "--variant edge --classes 0,0.01,4", "--cube 16"} {
		args := append(strings.Fields(flags), "--engine", "cpu", clip)
		doc, err := quadfile.Read(bytes.NewReader(exportFile(t, args...)))
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, f := range doc.Frames {
			n += len(f.Quads)
		}
		cloud := exportAs(t, filepath.Join(t.TempDir(), "a.ply"), args...)
		head, body, _ := strings.Cut(cloud, "end_header\n")
		vertex := 0
		for line := range strings.Lines(head) {
			if words := strings.Fields(line); words[0] == "property" {
				vertex += map[string]int{"float": 4, "double": 8, "ushort": 2, "uchar": 1}[words[1]]
			}
		}
		if !strings.Contains(head, fmt.Sprintf("\nelement vertex %d\n", n)) || len(body) != n*vertex || n == 0 {
			t.Errorf("%s: %d bytes after\n%s\nwant %d quads", flags, len(body), head, n)
		}
	}
	if status, out, err := call(t, "export", "-o", "-", "--format", "ply", clip); status != statusUsage || out != "" || !strings.Contains(err, "not to a pipe") {
		t.Errorf("standard output: status %d, %q, %s", status, out, err)
	}
}

// TestFlagsOfPoints: flags and formats that contradict points, matrices and clouds are refused with
// a reason.
func TestFlagsOfPoints(t *testing.T) {
	out := filepath.Join(t.TempDir(), "a.")
	for _, c := range []struct{ extension, flags, want string }{
		{"ndjson", "--order lines", "--variant points"},
		{"ndjson", "--variant points --min-size 2", "each quad is a pixel"},
		{"ndjson", "--variant points --max-size 1", "each quad is a pixel"},
		{"coco.json", "--variant points", "cannot hold points"},
		{"yuview.csv", "--variant points", "cannot hold points"},
		{"mtx", "", "holds points only"},
		{"npz", "--variant feature", "holds points only"},
		{"mtx", "--variant points --summary", "--summary"},
		{"ndjson", "--template 0,0,3,3@#1 --summary --distortion", "make no picture"},
		{"ply", "--summary", "--summary"},
		{"ply.zst", "", "without compression"},
		{"txt", "--format ply.gz", "without compression"},
	} {
		args := append(strings.Fields(c.flags), "../samples/tiny-420.mp4")
		if status, _, err := call(t, append([]string{"export", "-o", out + c.extension}, args...)...); status != statusUsage || !strings.Contains(err, c.want) {
			t.Errorf("%s %s: status %d, %s", c.extension, c.flags, status, err)
		}
	}
}
