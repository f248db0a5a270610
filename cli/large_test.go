package cli

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"ffkvadrat/export"
)

// TestEightK compares the quads of a large picture with an independent
// builder's, on both engines.
func TestEightK(t *testing.T) {
	path := filepath.Join(t.TempDir(), "8k.jpg")
	cmd := exec.Command("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=7680x4320", "-frames:v", "1", "-pix_fmt", "yuvj420p", path)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	data := exportFile(t, "--engine", "cpu", "-t", "0.003", path)
	doc, err := export.Read(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	want := startDecode(t, path, "0", "yuvj420p").next(t, 7680, 4320).quads(0.003)
	if len(doc.Frames) != 1 || len(want) < 1000 || !slices.Equal(doc.Frames[0].Quads, want) {
		t.Errorf("%d frames, and other quads than those %d", len(doc.Frames), len(want))
	}
	if !bytes.Equal(exportFile(t, "--engine", "gpu", "-t", "0.003", path), data) {
		t.Error("the engines differ")
	}
}
