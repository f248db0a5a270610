//go:build !race

// Excluded with the race detector, which has nothing to find here and would take minutes.

package png

import (
	"bytes"
	"fmt"
	"image"
	stdpng "image/png"
	"testing"
)

// TestPixels: image/png reads the same pixels as from a file that it wrote.
func TestPixels(t *testing.T) {
	for _, size := range []image.Point{{1, 1}, {1, 17}, {17, 1}, {5, 3}, {64, 64}, {1919, 1081}, {16384, 40}, {3, 16384}} {
		for _, kind := range kinds {
			img := picture(size.X, size.Y, kind.at)
			name := fmt.Sprintf("%v, %s", size, kind.name)
			got, err := stdpng.Decode(bytes.NewReader(encoded(t, img)))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			var file bytes.Buffer
			if err := stdpng.Encode(&file, img); err != nil {
				t.Fatal(err)
			}
			want, err := stdpng.Decode(&file)
			if err != nil {
				t.Fatal(err)
			}
			if g, w := samples(t, got), samples(t, want); !bytes.Equal(g, w) || got.ColorModel() != want.ColorModel() {
				t.Errorf("%s: other pixels, of %T and %T", name, got, want)
			}
		}
	}
}

// samples returns the decoder's pixel bytes.
func samples(t *testing.T, img image.Image) []byte {
	switch img := img.(type) {
	case *image.RGBA:
		return img.Pix
	case *image.NRGBA:
		return img.Pix
	}
	t.Fatalf("decoded to %T", img)
	return nil
}

// TestSize: files are at most a tenth larger than those of image/png or, for tiny files, by a 200th of
// the pixels.
func TestSize(t *testing.T) {
	for _, kind := range kinds {
		img := picture(1919, 1081, kind.at)
		var file bytes.Buffer
		if err := stdpng.Encode(&file, img); err != nil {
			t.Fatal(err)
		}
		if got, want := len(encoded(t, img)), file.Len(); got > want+want/10+len(img.Pix)/200 {
			t.Errorf("%s: %d bytes, where image/png has %d", kind.name, got, want)
		}
	}
}
