package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"image"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"ffkvadrat/samples/dicing"
	"ffkvadrat/samples/mesh"
	"ffkvadrat/samples/voxels"
)

// TestModel: the model in the samples' folder is the program's output.
func TestModel(t *testing.T) {
	name := filepath.Join(t.TempDir(), "teapot.obj")
	if err := demo.Run(context.Background(), []string{"-runs", "0", "-obj", name}, io.Discard, io.Discard); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("teapot.obj")
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("samples/dicer/teapot.obj is another one: %v", err)
	}
}

// golden is the SHA-256 of TestVideo's pictures. Other processors round other sums.
const golden = "727366daa37a36d613958b73f510cf1f7ed8205c0023e8cf00bc7f1159c1b96e"

// TestVideo: the video starts with the bare ground, shows more of the cloud with each slice, and all of
// it at the end.
func TestVideo(t *testing.T) {
	d, err := dicing.New("cpu", 32, voxels.Shell)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Release()
	points, err := d.Points(mesh.Teapot())
	if err != nil {
		t.Fatal(err)
	}
	f := newVideo(64, 36, points, 32)
	img, ground := image.NewRGBA(image.Rect(0, 0, 64, 36)), image.NewRGBA(image.Rect(0, 0, 64, 36))
	f.painter.Paint(ground, camera(0), nil)
	before := 0
	pictures := sha256.New()
	for frame := range frames {
		if err := f.draw(img, frame); err != nil {
			t.Fatal(err)
		}
		pictures.Write(img.Pix)
		n := len(f.cloud)
		switch bare := bytes.Equal(img.Pix, ground.Pix); {
		case n < before:
			t.Errorf("frame %d has %d particles, the one before %d", frame, n, before)
		case bare != (n == 0):
			t.Errorf("frame %d with %d particles is bare: %v", frame, n, bare)
		case frame < firstSlice && n != 0, frame >= lastSlice && n != len(points):
			t.Errorf("frame %d has %d particles of %d", frame, n, len(points))
		}
		before = n
	}
	if got := hex.EncodeToString(pictures.Sum(nil)); runtime.GOARCH == "amd64" && got != golden {
		t.Errorf("the pictures have the sum %s, not %s", got, golden)
	}
	if demo.Still <= firstSlice || demo.Still >= lastSlice {
		t.Errorf("frame %d does not show a slice that is cut", demo.Still)
	}
}
