package rawvideo

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]Layout{
		"1920x1080:yuv420p10le@50":       {1920, 1080, "yuv420p10le", Rate{50, 1}, 0},
		"176x144:yuv420p":                {176, 144, "yuv420p", Rate{25, 1}, 0},
		"1x1:gray@30000/1001+512":        {1, 1, "gray", Rate{30000, 1001}, 512},
		"2x3:nv12@29.97":                 {2, 3, "nv12", Rate{30000, 1001}, 0},
		"2x3:nv12@12.5":                  {2, 3, "nv12", Rate{25, 2}, 0},
		"2x3:nv12@50/2+9007199254740993": {2, 3, "nv12", Rate{25, 1}, 9007199254740993},
		"2x3:rgb24+8":                    {2, 3, "rgb24", Rate{25, 1}, 8},
	} {
		l, err := Parse(text)
		if err != nil || l != want {
			t.Errorf("%s: %+v, %v", text, l, err)
		}
		if again, err := Parse(l.String()); err != nil || again != l {
			t.Errorf("%s: %v, %v", l, again, err)
		}
	}
	for text, want := range map[string]string{
		"":                             `"" is not a size`,
		"1920":                         `"1920" is not a size`,
		"1920x1080":                    `has a size but no pixel format`,
		"0x1080:gray":                  `"0x1080" is not a size`,
		"1920x0:gray":                  `"1920x0" is not a size`,
		"-2x2:gray":                    `"-2x2" is not a size`,
		"2x2x2:gray":                   `"2x2x2" is not a size`,
		"99999999999x2:gray":           `"99999999999x2" is not a size`,
		"yuv420p:1920x1080":            `"yuv420p" is not a size`,
		"2x2:":                         `"" is not a pixel format`,
		"2x2:YUV 420":                  `"YUV 420" is not a pixel format`,
		"2x2:gray@":                    `"" is not a frame rate`,
		"2x2:gray@0":                   `"0" is not a frame rate`,
		"2x2:gray@25/0":                `"25/0" is not a frame rate`,
		"2x2:gray@-25":                 `"-25" is not a frame rate`,
		"2x2:gray@1e3":                 `"1e3" is not a frame rate`,
		"2x2:gray@.5":                  `".5" is not a frame rate`,
		"2x2:gray@nan":                 `"nan" is not a frame rate`,
		"2x2:gray@1000001":             `a term above 1000000`,
		"2x2:gray+":                    `"+" is not a number of bytes`,
		"2x2:gray+1k":                  `"+1k" is not a number of bytes`,
		"2x2:gray+-1":                  `"+-1" is not a number of bytes`,
		"2x2:gray+9999999999999999999": `is not a number of bytes`,
	} {
		if l, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") || l != (Layout{}) {
			t.Errorf("%q: %v, %v, want %s", text, l, err, want)
		}
	}
}

// TestInverse: Parse reads what String writes.
func TestInverse(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		rate, err := ParseRate(Rate{1 + rnd.IntN(maxTerm), 1 + rnd.IntN(maxTerm)}.String())
		if err != nil {
			t.Fatal(err)
		}
		l := Layout{1 + rnd.IntN(1<<20), 1 + rnd.IntN(1<<20), "yuv420p", rate, rnd.Int64()}
		if got, err := Parse(l.String()); err != nil || got != l {
			t.Fatalf("%v: %v, %v", l, got, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("1920x1080:yuv420p10le@30000/1001+512")
	f.Fuzz(func(t *testing.T, text string) {
		if l, err := Parse(text); err == nil {
			if again, err := Parse(l.String()); err != nil || again != l {
				t.Errorf("%q: %v, %v, %v", text, l, again, err)
			}
		}
	})
}

func FuzzGuess(f *testing.F) {
	f.Add("name_1920x1080_50fps_10bit_420.yuv")
	f.Fuzz(func(t *testing.T, name string) {
		if l, ok := Guess(name); ok {
			if again, err := Parse(l.String()); err != nil || again != l {
				t.Errorf("%q: %v, %v, %v", name, l, again, err)
			}
		}
	})
}

// bytes has the bytes of a frame of some formats, by their definition.
func bytes(l Layout) int64 {
	w, h := int64(l.Width), int64(l.Height)
	half := ((w + 1) / 2) * ((h + 1) / 2)
	switch l.PixelFormat {
	case "gray":
		return w * h
	case "yuv420p":
		return w*h + 2*half
	case "yuv420p10le":
		return 2 * (w*h + 2*half)
	case "yuv444p":
		return 3 * w * h
	}
	return 0
}

func TestFits(t *testing.T) {
	texts := func(fits []Layout) string {
		var list []string
		for _, l := range fits {
			if n := bytes(l); n == 0 || mostFits < len(fits) {
				t.Errorf("%v in %d", l, len(fits))
			}
			list = append(list, l.String())
		}
		return strings.Join(list, " ")
	}
	for _, c := range []struct {
		length int64
		like   Layout
		first  string
	}{
		{3 * 1920 * 1080 * 3 / 2, Layout{}, "1920x1080:yuv420p@25"},
		{7 * 352 * 288 * 3 / 2, Layout{}, "352x288:yuv420p@25"},
		{7 * 176 * 144 * 3 / 2, Layout{Rate: Rate{30, 1}}, "176x144:yuv420p@30"},
		{7 * 832 * 480 * 3, Layout{}, "832x480:yuv420p@25"},
		{7*34*18*3 + 100, Layout{Width: 34, Height: 18, Rate: Rate{50, 1}, Offset: 100}, "34x18:yuv420p@50+100 34x18:yuv420p10le@50+100"},
		{7*34*18*3/2 + 1, Layout{Width: 34, Height: 18}, ""},
		{1, Layout{}, ""},
		{0, Layout{}, ""},
		{5, Layout{Offset: 10}, ""},
	} {
		fits := Fits(c.length, c.like, bytes)
		if got := texts(fits); !strings.HasPrefix(got, c.first) || c.first == "" && got != "" {
			t.Errorf("%d: %s, want %s", c.length, got, c.first)
		}
		for _, l := range fits {
			if (c.length-l.Offset)%bytes(l) != 0 {
				t.Errorf("%d: %v", c.length, l)
			}
		}
	}
}

func TestClaims(t *testing.T) {
	for name, want := range map[string][2]bool{
		"a.yuv": {true, true}, "A.YUV": {true, true}, "a.rgb": {true, true}, "a.nv12": {true, true}, "a.yuv420p": {true, true}, "a.yuv420p10le": {true, true},
		"a.uyvy": {true, true}, "a.gray": {true, true}, "a.raw": {true, false}, "a.bin": {true, false}, "a.qcif": {true, true}, "a.p010le": {true, true},
		"a.mp4": {}, "yuv": {}, "a.": {}, "": {}, "a.y4m": {}, "a.mono": {}, "a.420": {}, "a.png": {}, "a.yuv.mp4": {},
	} {
		if claims, only := Claims(name); claims != want[0] || only != want[1] {
			t.Errorf("%s: %v, %v", name, claims, only)
		}
	}
}

// FuzzRank: every file has a ranking, of layouts that fill it, whatever is in it.
func FuzzRank(f *testing.F) {
	f.Add([]byte("some samples"), 3, 2, int64(0))
	f.Add(make([]byte, 128*96*3/2+5), 0, 0, int64(5))
	f.Fuzz(func(t *testing.T, data []byte, width, height int, offset int64) {
		like := Layout{Width: width & 0xff, Height: 1 + height&0xff, Offset: offset & 0xffff}
		for _, l := range Rank(strings.NewReader(string(data)), int64(len(data)), like, FrameBytes) {
			if n := FrameBytes(l); n <= 0 || (int64(len(data))-l.Offset)%n != 0 || l.Offset != like.Offset {
				t.Errorf("%d bytes: %v", len(data), l)
			}
		}
	})
}
