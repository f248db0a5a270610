package channel_test

import (
	"testing"

	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/yuvtest"
)

func TestPixels(t *testing.T) {
	for _, f := range yuvtest.Formats {
		p := yuvtest.Picture(f, 13, 9, yuvtest.Fills(1)[5])
		for space := range channel.SpaceCount {
			pixels, err := channel.Pixels(nil, p, space)
			if space == channel.YUV && f.Model == yuv.RGB || space == channel.Vectors {
				if err == nil {
					t.Errorf("%s has channels %v", f.Name, space)
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			most := f.MaxValue()
			for i, got := range pixels {
				x, y := i%13, i/13
				sample := func(plane int) int { return min(p.Sample(plane, x, y), most) }
				var want channel.Vector
				if space == channel.RGB && f.Model != yuv.RGB {
					v := yuv.NewConverter14(f, p.Colour, 13, 9)
					want = v.RGB14(sample(0), sample(1), sample(2))
				} else {
					for c := range want {
						want[c] = uint16((2*sample(c)*channel.Peak + most) / (2 * most)) // the nearest
					}
				}
				if got != want {
					t.Fatalf("%s %v: pixel (%d,%d) is %v, want %v", f.Name, space, x, y, got, want)
				}
			}
		}
	}
}

func TestSpaces(t *testing.T) {
	for space := range channel.SpaceCount {
		if got, err := channel.ParseSpace(space.String()); got != space || err != nil {
			t.Errorf("%v: %v, %v", space, got, err)
		}
	}
	if _, err := channel.ParseSpace("lab"); err == nil {
		t.Error("lab was taken")
	}
}
