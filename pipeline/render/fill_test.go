package render

import (
	"bytes"
	"testing"
)

// Each letter is a colour: upper case is drawn, lower case is filled in; a dot is black.
func TestFill(t *testing.T) {
	for _, c := range []struct {
		wide, high int
		in, want   string
	}{
		{1, 1, ".../.A./..B/...", ".../aAa/bbB/bbb"},
		{1, 1, "A..B..", "AaaBbb"},
		{2, 2, "..../..../..A./..../B...", "..../..../aaAa/aaaa/Bbbb"},
		{2, 2, "A..../.....", "Aaaaa/aaaaa"},
		{2, 1, "...../.A.../.....", "...../aAaaa/aaaaa"},
	} {
		rows := bytes.Split([]byte(c.in), []byte("/"))
		width, height := len(rows[0]), len(rows)
		stride := 4*width + 8
		pixels := make([]byte, stride*height)
		for y, row := range rows {
			for x, letter := range row {
				if letter != '.' {
					copy(pixels[y*stride+4*x:], []byte{letter, letter + 1, letter + 2, 200})
				}
			}
		}
		f := filler{wide: c.wide, high: c.high}
		for range 2 { // filling twice changes nothing
			f.run(pixels, stride, width, height)
		}
		for y, row := range bytes.Split([]byte(c.want), []byte("/")) {
			for x, letter := range row {
				want := []byte{letter, letter + 1, letter + 2, 200}
				switch {
				case letter == '.':
					want = []byte{0, 0, 0, 0}
				case letter >= 'a':
					want = []byte{letter - 'a' + 'A', letter - 'a' + 'B', letter - 'a' + 'C', 0}
				}
				if got := pixels[y*stride+4*x:][:4]; !bytes.Equal(got, want) {
					t.Errorf("%d×%d %s: (%d, %d) is %v, want %v", c.wide, c.high, c.in, x, y, got, want)
				}
			}
		}
	}
	// What is drawn in a block counts by its opacity.
	pixels := []byte{100, 0, 0, 255, 200, 0, 0, 85, 0, 0, 0, 0, 0, 0, 0, 0}
	if (&filler{wide: 4, high: 1}).run(pixels, 16, 4, 1); pixels[8] != 125 || pixels[12] != 125 {
		t.Errorf("%v, want a mean of 125", pixels)
	}
}
