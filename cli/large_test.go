package cli

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"ffkvadrat/quadfile"
	"ffkvadrat/tests/clips"
)

// TestEightK compares the quads of a large picture with those of an independent builder, on both
// engines.
func TestEightK(t *testing.T) {
	t.Parallel()
	width, height := 7680, 4320
	if testing.Short() {
		height = 540 // for a pyramid of the same height
	}
	path := clips.Make(t, "8k.jpg", "-f", "lavfi", "-i", fmt.Sprintf("testsrc2=size=%dx%d", width, height), "-frames:v", "1", "-pix_fmt", "yuvj420p")
	data := exportFile(t, "--engine", "cpu", "-t", "0.003", path)
	doc, err := quadfile.Read(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	want := startDecode(t, path, "0", "yuvj420p").next(t, width, height).quads(0.003)
	if len(doc.Frames) != 1 || len(want) < 1000 || !slices.Equal(doc.Frames[0].Quads, want) {
		t.Errorf("%d frames, and other quads than those %d", len(doc.Frames), len(want))
	}
	if !bytes.Equal(exportFile(t, "--engine", "gpu", "-t", "0.003", path), data) {
		t.Error("the engines differ")
	}
}
