package align

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/tests/clips"
	"ffkvadrat/yuv"
)

// shots returns three shots of 60, 60 and 40 frames, 160 in all, all different: a camera that moves, one
// that another filter gives, and one that moves the other way.
func shots(second string) string {
	return "[0]trim=end_frame=160,scale=640:360,split=3[a][b][c];" +
		`[a]trim=end_frame=60,crop=320:180:x=2*n:y=n[d];` +
		`[b]trim=start_frame=60:end_frame=120,setpts=N/25/TB,` + second + `[e];` +
		`[c]trim=start_frame=120,setpts=N/25/TB,hflip,crop=320:180:x=300-3*n:y=100[f];` +
		"[d][e][f]concat=n=3,setpts=N/25/TB,format=yuv420p"
}

// standing and moving are filters of the second shot. Where the camera stands, strong coding hides more
// than a frame of the rest that moves.
const standing, moving = "scale=320:180", `crop=320:180:x=20+3*n:y=180-3*n`

const width, height = 320, 180

// filtered returns FFmpeg's arguments for a filter between the frames of a file.
func filtered(file, filter string) []string {
	return []string{"-i", file, "-vf", filter + ",setpts=N/25/TB", "-fps_mode", "passthrough"}
}

// prints returns the fingerprints of a video.
func prints(t *testing.T, file string) (list []Print) {
	t.Helper()
	pixels := clips.Raw(t, "-i", file, "-vf", fmt.Sprintf("scale=%d:%d:flags=bicubic+accurate_rnd+bitexact,format=gray", width, height), "-fps_mode", "passthrough", "-f", "rawvideo")
	meter := NewMeter()
	for i := 0; i < len(pixels); i += width * height {
		plane := yuv.Plane{Data: pixels[i:][:width*height], Stride: width, Step: 1, Width: width, Height: height}
		p := yuv.Picture{Width: width, Height: height, Format: yuv.Format{Name: "gray", Model: yuv.Gray, Depth: 8}, Luma: plane}
		p.Planes[0] = plane
		list = append(list, Print{})
		if err := meter.Of(&p, &list[len(list)-1]); err != nil {
			t.Fatal(err)
		}
	}
	return list
}

// TestMadeCases aligns encodes that lack frames or have them twice. FFmpeg says what each frame shows:
// it filters a video whose pixels are the frame's number and 32.
func TestMadeCases(t *testing.T) {
	for second, coders := range map[string]map[string]string{
		standing: {
			"FFV1":        "-c:v ffv1",
			"x264 crf 23": "-c:v libx264 -crf 23 -g 50 -preset veryfast -threads 1",
		},
		moving: {
			"x264 crf 35":         "-c:v libx264 -crf 35 -g 17 -preset veryfast -threads 1",
			"x264 crf 23, scaled": "-s 160x90 -c:v libx264 -crf 23 -g 17 -preset veryfast -threads 1",
		},
	} {
		source := clips.Make(t, "source.mkv", "-i", "../../samples/sample.mp4", "-filter_complex", shots(second), "-an", "-c:v", "ffv1")
		testMade(t, source, coders)
	}
}

// testMade tests encodes of a source.
func testMade(t *testing.T, source string, coders map[string]string) {
	t.Helper()
	numbered := clips.Make(t, "numbered.mkv", "-f", "lavfi", "-i", "color=black:s=16x16:r=25,format=gray,trim=end_frame=160,geq=lum=N+32", "-c:v", "ffv1")
	shown := func(filter string) (list []int) {
		pixels := clips.Raw(t, append(filtered(numbered, filter), "-pix_fmt", "gray", "-f", "rawvideo")...)
		for i := 0; i < len(pixels); i += 16 * 16 {
			list = append(list, max(-1, int(pixels[i])-32))
		}
		return list
	}
	for name, c := range map[string]struct{ reference, encode string }{
		"equal":                    {"null", "null"},
		"ten cut at the start":     {"null", `select=gte(n\,10)`},
		"ten more at the start":    {`select=gte(n\,10)`, "null"},
		"shifted by ten":           {`select=lt(n\,150)`, `select=gte(n\,10)`},
		"shifted back by ten":      {`select=gte(n\,10)`, `select=lt(n\,150)`},
		"twenty cut after a scene": {"null", `select=not(between(n\,60\,79))`},
		"twenty cut before one":    {"null", `select=not(between(n\,100\,119))`},
		"twenty cut across one":    {"null", `select=not(between(n\,50\,69))`},
		"one dropped":              {"null", `select=not(eq(n\,40))`},
		"one dropped, same length": {`select=lt(n\,159)`, `select=not(eq(n\,75))`},
		"one doubled":              {"null", "loop=1:1:40"},
		"one doubled in both":      {"loop=1:1:20", "loop=1:1:130"},
		"24 to 30":                 {"null", "setpts=N/24/TB,fps=30"},
		"30 to 24":                 {"setpts=N/24/TB,fps=30", "null"},
		"25 to 50":                 {"null", "fps=50"},
		"50 to 25":                 {"null", `select=not(mod(n\,2))`},
		"a black leader":           {"null", "tpad=start=24:color=black"},
		"a leader cut":             {"tpad=start=24:color=black", "null"},
		"a leader instead of ten":  {"null", `select=gte(n\,10),setpts=N/25/TB,tpad=start=24:color=black`},
		"a part":                   {"null", `select=between(n\,70\,129)`},
		"the end is missing":       {"null", `select=lt(n\,130)`},
		"a longer end":             {"null", "tpad=stop=15:stop_mode=clone"},
		"a black end":              {"null", "tpad=stop=15:color=black"},
		"many":                     {"null", `select=not(eq(n\,12)+between(n\,30\,34)+eq(n\,90)+between(n\,125\,126)),setpts=N/25/TB,loop=1:1:50`},
	} {
		reference := clips.Make(t, "reference.mkv", append(filtered(source, c.reference), "-c:v", "ffv1")...)
		first, second := shown(c.reference), shown(c.encode)
		original := prints(t, reference)
		for coder, args := range coders {
			encode := clips.Make(t, "encode.mkv", append(filtered(source, c.encode), strings.Fields(args)...)...)
			if wrong := judge(steps(t, sourceOf(original), sourceOf(prints(t, encode))), first, second); wrong != "" {
				t.Errorf("%s, %s: %s", name, coder, wrong)
			}
		}
	}
}

// judge says what is wrong with steps, from what each frame of both videos shows.
func judge(list []Step, first, second []int) (wrong string) {
	matches := map[int]int{} // of what the reference shows
	var r, e int
	for _, s := range list {
		if s.Kind == Match {
			matches[first[s.Reference]]++
		}
		if s.Kind.OfReference() {
			r++
		}
		if s.Kind.OfEncode() {
			e++
		}
	}
	if r != len(first) || e != len(second) {
		return fmt.Sprintf("%d and %d frames, want %d and %d", r, e, len(first), len(second))
	}
	for _, s := range list {
		switch {
		case s.Reference >= 0 && s.Encode >= 0 && first[s.Reference] != second[s.Encode]:
			wrong += fmt.Sprintf(" %v %d of %d;", s.Kind, first[s.Reference], second[s.Encode])
		case s.Kind == Missing && first[s.Reference] >= 0 && slices.Contains(second, first[s.Reference]):
			wrong += fmt.Sprintf(" missing %d;", first[s.Reference])
		case s.Kind == Extra && second[s.Encode] >= 0 && slices.Contains(first, second[s.Encode]):
			wrong += fmt.Sprintf(" extra %d;", second[s.Encode])
		}
	}
	for _, n := range first {
		if slices.Contains(second, n) && matches[n] != 1 {
			wrong += fmt.Sprintf(" %d matches of %d;", matches[n], n)
		}
	}
	return wrong
}
