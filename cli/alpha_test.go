package cli

import (
	"bytes"
	"path/filepath"
	"testing"

	"ffkvadrat/quadfile"
)

// TestAlpha exports the pixels of a clip whose alpha is at least half, on both engines, and
// compares them with the formula of the clip.
func TestAlpha(t *testing.T) {
	clip := filepath.Join(t.TempDir(), "alpha.nut")
	ffmpegTo(t, clip, "-f", "lavfi", "-i", "testsrc2=size=70x50:rate=5:duration=0.4,format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='mod(X*7+Y*3+N,256)'",
		"-pix_fmt", "rgba", "-c:v", "rawvideo", "-allow_raw_vfw", "1")
	flags := []string{clip, "--planes", "alpha", "--operator", "luma", "--threshold", "0.5", "--max-size", "1"}
	data := exportFile(t, append(flags, "--engine", "cpu")...)
	if !bytes.Equal(exportFile(t, append(flags, "--engine", "gpu")...), data) {
		t.Error("the engines differ")
	}
	doc, err := quadfile.Read(bytes.NewReader(data))
	if err != nil || len(doc.Frames) != 2 {
		t.Fatalf("%d frames, %v", len(doc.Frames), err)
	}
	for n, f := range doc.Frames {
		leaf := map[[2]int]bool{}
		for _, q := range f.Quads {
			leaf[[2]int{q.X(), q.Y()}] = true
		}
		for y := range 50 {
			for x := range 70 {
				if want := (x*7+y*3+n)%256 >= 128; leaf[[2]int{x, y}] != want {
					t.Fatalf("frame %d: (%d, %d) is a leaf: %v, want %v", n, x, y, !want, want)
				}
			}
		}
	}
}
