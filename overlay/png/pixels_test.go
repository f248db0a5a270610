//go:build !race

// The race detector has nothing to find in these tests, and would take minutes.

package png

import (
	"bytes"
	"fmt"
	"image"
	stdpng "image/png"
	"testing"
)

// What image/png reads is what it reads of a file of its own.
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

// samples are the bytes that a decoder has filled in.
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

// Files are a tenth larger than those of image/png at most, or where these are
// tiny, by a 200th of the pixels.
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
