package decode

import (
	"fmt"
	"os"
	"strconv"
	"testing"

	"ffkvadrat/tests/clips"
)

// TestAlpha compares alpha with that of FFmpeg's filter, in formats that store it separately,
// interleaved, unpacked and in a palette.
func TestAlpha(t *testing.T) {
	const source = "testsrc2=size=74x46:rate=5:duration=0.4,format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='mod(X*7+Y*3+N,256)'"
	cases := []struct {
		format string
		depth  int
		via    string // a format that the filter can read
	}{
		{"rgba", 8, "rgba"}, {"bgra", 8, "bgra"}, {"argb", 8, "argb"}, {"abgr", 8, "abgr"}, {"ya8", 8, "rgba"}, {"gbrap", 8, "gbrap"}, {"yuva420p", 8, "yuva420p"}, {"yuva444p10le", 10, "yuva444p10le"},
		{"gbrap12le", 12, "gbrap12le"}, {"rgba64le", 16, "gbrap16le"}, {"rgba64be", 16, "gbrap16le"}, {"yuva422p12be", 12, "yuva422p12be"}, {"pal8", 8, "rgba"},
	}
	var inputs []string
	var files, alphas []clips.Output
	for i, c := range cases {
		files = append(files, clips.Output{Name: "alpha.nut", Args: []string{"-pix_fmt", c.format, "-c:v", "rawvideo", "-allow_raw_vfw", "1"}})
		gray := "gray"
		if c.depth > 8 {
			gray = fmt.Sprintf("gray%dle", c.depth)
		}
		alphas = append(alphas, clips.Output{Name: "alpha", Args: []string{"-map", strconv.Itoa(i), "-vf", "format=" + c.via + ",alphaextract", "-f", "rawvideo", "-pix_fmt", gray}})
	}
	paths := clips.Each(t, []string{"-f", "lavfi", "-i", source}, files...)
	for _, path := range paths {
		inputs = append(inputs, "-i", path)
	}
	extracted := clips.Each(t, inputs, alphas...)
	for i, c := range cases {
		t.Run(c.format, func(t *testing.T) {
			want, err := os.ReadFile(extracted[i])
			if err != nil {
				t.Fatal(err)
			}
			v, at := open(t, paths[i]), 0
			for range 2 {
				f := next(t, v)
				p := &f.Picture
				if !p.Format.Alpha || p.Format.Depth != c.depth || p.Alpha.Width != 74 || p.Alpha.Height != 46 {
					t.Fatalf("%+v, alpha of %d×%d", p.Format, p.Alpha.Width, p.Alpha.Height)
				}
				for y := range p.Height {
					for x := range p.Width {
						value := int(want[at])
						if at++; c.depth > 8 {
							value |= int(want[at]) << 8
							at++
						}
						if got := sample(&p.Alpha, p.Format, x, y); got != value {
							t.Fatalf("(%d, %d) is %d, want %d", x, y, got, value)
						}
					}
				}
				f.Release()
			}
		})
	}
	f := next(t, open(t, makeRaw(t, 16, 16, "rgb24")[0]))
	defer f.Release()
	if f.Picture.Format.Alpha || f.Picture.Alpha.Data != nil {
		t.Error("rgb24 has alpha")
	}
}
