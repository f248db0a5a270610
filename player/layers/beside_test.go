package layers_test

import (
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/player"
	"ffkvadrat/player/session"
	"ffkvadrat/scripts/playtest"
	"ffkvadrat/tests/clips"
)

// TestBeside: a second video steps and seeks with the first. Where it has no frame, the player says
// so. w ends and restarts the wipe; the colouring shows the edges that the second video lost.
func TestBeside(t *testing.T) {
	screen, clip := playtest.Display(t), playtest.Clip(t, 3)
	encode := clips.Make(t, "encode.mkv", "-i", clip, "-t", "2", "-an", "-c:v", "libx264", "-preset", "veryfast", "-crf", "40")
	s := playtest.PlayBare(t, screen, "--beside", encode, "-t", "0.01", clip)
	shows := func(what string) func(_, l player.Line) bool {
		return func(_, l player.Line) bool {
			return len(l.Wipe) == 2 && strings.HasPrefix(l.Wipe[1], "B   encode.mkv   ") && strings.Contains(l.Wipe[1], what)
		}
	}
	s.Until("both videos", func(l player.Line) bool { return shows(" quad")(l, l) })
	s.Press("space", func(_, l player.Line) bool { return l.Paused })
	s.Press("Home", func(before, l player.Line) bool { return l.Frame == 0 && shows(" quad")(before, l) })
	for range 3 {
		s.Press("period", func(before, l player.Line) bool { return l.Frame == before.Frame+1 && shows(" quad")(before, l) })
	}
	s.Press("comma", func(before, l player.Line) bool { return l.Frame == before.Frame-1 && shows(" quad")(before, l) })
	s.Press("End", shows("no frame at this time"))
	s.Press("Home", shows(" quad"))
	s.Press("z", func(_, l player.Line) bool { return l.View == "difference" && len(l.Wipe) == 0 })
	s.Press("w", func(before, l player.Line) bool { return l.View == "video" && shows(" quad")(before, l) })
	s.Press("w", func(_, l player.Line) bool { return len(l.Wipe) == 0 })
	s.Press("z", func(_, l player.Line) bool { return l.View == "difference" && len(l.Wipe) == 0 })
	s.Press("z", func(before, l player.Line) bool { return l.View == "video" && shows(" quad")(before, l) })
	s.Press("W", func(_, l player.Line) bool { return strings.Contains(l.Message, "stays B") })
	s.Key("q")
	s.End()
	s = playtest.PlayBare(t, screen, "--beside", encode, "-t", "0.01", "--colour-by", "difference", clip)
	s.Until("what is lost", func(l player.Line) bool {
		return shows("lost edges ")(l, l) && strings.Contains(l.Wipe[1], "SSIM all 0.") && strings.Contains(l.Wipe[1], "IoU 0.")
	})
	var first []string
	s.Press("7", func(_, l player.Line) bool {
		first = l.Worst
		return len(l.Worst) > 0 && strings.Contains(l.Worst[0], "SSIM all 0.")
	})
	// Other parameters give other edges, but the same SSIM.
	s.Press("plus", func(_, l player.Line) bool {
		return len(l.Worst) == len(first) && l.Worst[0] != first[0] && strings.Contains(l.Worst[0], strings.Fields(first[0])[5])
	})
	s.Key("q")
	s.End()
}

// TestNamesOfBoth: the names of A and B have codec, type and bytes of the frame; while the codec's blocks are drawn, the QPs in
// place of the quads; and B its PSNR, once the videos are compared.
func TestNamesOfBoth(t *testing.T) {
	screen, clip := playtest.Display(t), playtest.Clip(t, 1)
	encode := clips.Make(t, "encode.mkv", "-i", clip, "-an", "-c:v", "mpeg2video", "-q:v", "20")
	s := playtest.PlayBare(t, screen, "--engine", "cpu", "--beside", encode, "--pause", clip)
	names := func(parts [2]string) func(l player.Line) bool {
		return func(l player.Line) bool {
			return len(l.Wipe) == 2 && regexp.MustCompile(parts[0]).MatchString(l.Wipe[0]) && regexp.MustCompile(parts[1]).MatchString(l.Wipe[1])
		}
	}
	s.Until("quads", names([2]string{`^A .* h264   [0-9 ]+ quads   I frame · [0-9 ]+ bytes$`, `^B   encode.mkv   mpeg2video   [0-9 ]+ quads   I frame · [0-9 ]+ bytes$`}))
	s.Key("u")
	s.Until("QPs", names([2]string{`h264   I frame · [0-9 ]+ bytes · QP [0-9.]+`, `mpeg2video   I frame · [0-9 ]+ bytes · QP [0-9.]+$`}))
	s.Key("7")
	s.Until("PSNR", names([2]string{`QP`, `QP [0-9.]+   PSNR YUV [0-9.]+ dB$`}))
	s.Key("q")
	s.End()
	s = playtest.PlayBare(t, screen, "--engine", "cpu", "--beside", encode, "--pause", "--colour-by", "error", clip)
	s.Until("errors", names([2]string{`quads`, `I frame · [0-9 ]+ bytes   its error under the quads of A$`}))
	s.Key("u") // without quads
	s.Until("the blocks of B", names([2]string{`QP`, `mpeg2video   I frame · [0-9 ]+ bytes · QP [0-9.]+`}))
	s.Key("q")
	s.End()
}

// TestCurvesOfBoth: while there is a second video, the timeline compares both, as far as they have the curves; then it has the
// former ones again.
func TestCurvesOfBoth(t *testing.T) {
	clip := playtest.Clip(t, 1)
	encode := clips.Make(t, "encode.mkv", "-i", clip, "-an", "-c:v", "ffv1")
	s := playtest.Play(t, playtest.Wide(t), "--engine", "cpu", "--beside", encode, "--pause", clip)
	shown := func(want ...session.Curve) func(player.Line) bool {
		return func(l player.Line) bool {
			var got []session.Curve
			for c := range session.CurveCount {
				if playtest.Shown(l, fmt.Sprintf("curves %d", c)) {
					got = append(got, c)
				}
			}
			return slices.Equal(got, want)
		}
	}
	s.Until("PSNR, sizes and the QP of A", shown(session.BytesCurve, session.QPCurve, session.SecondPSNRCurve, session.SecondBytesCurve))
	s.Press("ctrl+p", func(_, l player.Line) bool { return l.Help && l.Typing })
	s.Xdotool("type", "--delay", "5", "close second")
	s.Until("the command", func(l player.Line) bool { return len(l.FoundNames) > 0 })
	s.Key("Return")
	s.Until("quads and coverage", shown(session.QuadsCurve, session.CoverageCurve))
	s.Key("q")
	s.End()
}

// TestWays: two videos are compared in each way: by key, in the panel, and by the flag. Pictures apart have one size, and a
// pixel is at the same place of both, and both are saved. The divider of a wipe goes through the middle
// of one of the worst areas, with nothing over it, and the tab Pixel has the pixel there.
func TestWays(t *testing.T) {
	screen, clip := playtest.Display(t), playtest.Clip(t, 2)
	encode := clips.Make(t, "encode.mkv", "-i", clip, "-an", "-c:v", "libx264", "-preset", "veryfast", "-crf", "40")
	s := playtest.PlayBare(t, screen, "--beside", encode, "-t", "0.01", "--pause", "--compare-as", "beside", clip)
	apart := func(l player.Line) bool {
		return len(l.Sides) == 2 && l.Divider == 0 && l.Sides[0][2]-l.Sides[0][0] == l.Sides[1][2]-l.Sides[1][0] && l.Sides[0][3]-l.Sides[0][1] == l.Sides[1][3]-l.Sides[1][1]
	}
	as := func(way string) func(_, l player.Line) bool {
		return func(_, l player.Line) bool { return l.Way == way && len(l.Wipe) == 2 }
	}
	s.Until("A and B beside each other", func(l player.Line) bool { return as("beside")(l, l) && apart(l) && l.Sides[0][2] <= l.Sides[1][0] })
	at := s.Last.Sides[1]
	x, y := (at[0]+at[2])/2, (at[1]+at[3])/2
	s.Move(x, y)
	s.Until("the pixel of B", func(l player.Line) bool {
		return l.Pointer == [2]int{x, y} && len(l.Inspected) > 0 && strings.HasPrefix(l.Inspected[0], "B   (")
	})
	pixel := func(l player.Line) string { return strings.TrimLeft(strings.SplitAfter(l.Inspected[0], ")")[0], "AB ") }
	of := pixel(s.Last)
	s.Move(x-at[0]+s.Last.Sides[0][0], y)
	s.Until("the same pixel of A", func(l player.Line) bool {
		return len(l.Inspected) > 0 && strings.HasPrefix(l.Inspected[0], "A   (") && pixel(l) == of
	})
	s.Press("S", func(_, l player.Line) bool {
		return strings.HasPrefix(l.Message, "Saved ") && strings.Contains(l.Message, "-beside.png in ")
	})
	saved, err := filepath.Glob(filepath.Join(s.Cmd.Dir, "*-beside.png"))
	if err != nil || len(saved) != 1 {
		t.Fatalf("%q, %v", saved, err)
	}
	file, err := os.Open(saved[0])
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if c, err := png.DecodeConfig(file); err != nil || c.Width != 2*640+2 || c.Height != 360 {
		t.Errorf("both pictures, %v: %d×%d", err, c.Width, c.Height)
	}
	s.Press("J", func(_, l player.Line) bool { return as("below")(l, l) && apart(l) && l.Sides[0][3] <= l.Sides[1][1] })
	s.Press("J", func(_, l player.Line) bool { return as("flip")(l, l) && l.Sides[0][2] > 0 && l.Sides[1][2] == 0 })
	s.Press("j", func(_, l player.Line) bool { return as("flip")(l, l) && l.Sides[0][2] == 0 && l.Sides[1][2] > 0 })
	s.Press("J", func(_, l player.Line) bool { return l.View == "difference" && len(l.Wipe) == 0 })
	s.Press("J", func(_, l player.Line) bool { return l.View == "block-psnr" && len(l.Wipe) == 0 })
	s.Press("J", func(_, l player.Line) bool { return as("wipe")(l, l) && l.View == "video" && l.Divider > 0 })
	s.Press("7", func(_, l player.Line) bool { return len(l.WorstOf) > 0 && playtest.Shown(l, "difference") })
	s.Press("u", func(_, l player.Line) bool { return l.Codec })
	whole := s.Last.Zoom
	s.Click("worstareas 0")
	s.Until("the area on both sides of the divider, with nothing over it", func(l player.Line) bool {
		if len(l.Chosen) < 2 || l.Codec || l.Overlay {
			return false
		}
		a, b := l.Chosen[0], l.Chosen[1]
		return a == b && a[2] > a[0] && l.Divider > a[0] && l.Divider < a[2] && 2*l.Divider-a[0]-a[2] < 2 && a[0]+a[2]-2*l.Divider < 2 && l.Zoom > whole && l.Zoom <= 4
	})
	s.Press("3", func(_, l player.Line) bool {
		return l.Tab == "Pixel" && len(l.Pixel) > 0 && !l.Pinned
	})
	s.Press("7", func(_, l player.Line) bool { return l.Tab == "Marks" && playtest.Shown(l, "worst 1") })
	s.Click("worst 1")
	s.Until("the whole frame, with the blocks", func(l player.Line) bool {
		return len(l.Chosen) == 2 && l.Chosen[0] == [4]int{} && l.Codec && l.Overlay && l.Zoom == whole
	})
	s.Press("u", func(_, l player.Line) bool { return !l.Codec })
	s.Click("difference")
	s.Until("the difference", func(l player.Line) bool { return l.View == "difference" })
	s.Click("videosas")
	s.Until("the ways", func(l player.Line) bool { return playtest.Shown(l, "videosways 4") })
	s.Click("videosways 1")
	s.Until("beside", func(l player.Line) bool { return as("beside")(l, l) && l.View == "video" })
	s.Press("w", func(_, l player.Line) bool { return len(l.Wipe) == 0 })
	s.Press("j", func(_, l player.Line) bool { return as("flip")(l, l) && l.Sides[1][2] > 0 })
	s.Key("q")
	s.End()
}

// TestBesideItself: two equal videos have equal numbers of quads in every frame.
func TestBesideItself(t *testing.T) {
	clip := playtest.Clip(t, 1)
	s := playtest.PlayBare(t, playtest.Display(t), "--beside", clip, "-t", "0.01", "--untimed", clip)
	shown := 0
	s.Until("its end", func(l player.Line) bool {
		if len(l.Wipe) == 2 && l.Frame > 0 && !strings.Contains(l.Wipe[1], "not decoded yet") { // playback does not wait for it
			a, b := strings.Fields(l.Wipe[0]), strings.Fields(l.Wipe[1])
			if strings.Join(a[1:], " ") != strings.Join(b[1:], " ") {
				t.Errorf("frame %d: %q", l.Frame, l.Wipe)
			}
			shown++
		}
		return shown > 5
	})
	s.Key("q")
	s.End()
}

// TestBesideTurned: an encode with rotated pixels equals a video with a display matrix. A smaller
// encode is scaled and compared, too.
func TestBesideTurned(t *testing.T) {
	phone, err := filepath.Abs("../../samples/tiny-rotated-90.mp4")
	if err != nil {
		t.Fatal(err)
	}
	screen := playtest.Display(t)
	upright, small := clips.Make(t, "upright.mkv", "-i", phone, "-c:v", "ffv1"), clips.Make(t, "small.mkv", "-i", phone, "-vf", "scale=45:80", "-c:v", "ffv1")
	for _, c := range []struct {
		videos []string
		says   string
	}{
		{[]string{phone, "--beside", upright}, "lost edges 0, invented 0, IoU 1.000 at threshold 0.0100\npicture: the same"},
		{[]string{upright, "--beside", phone}, "lost edges 0, invented 0, IoU 1.000 at threshold 0.0100\npicture: the same"},
		{[]string{phone, "--beside", small, "--scale"}, "   scaled from "},
	} {
		s := playtest.PlayBare(t, screen, append(c.videos, "--colour-by", "difference", "-t", "0.01")...)
		s.Until(c.says, func(l player.Line) bool { return len(l.Wipe) == 2 && strings.Contains(l.Wipe[1], c.says) })
		s.Key("q")
		s.End()
	}
}

// TestBesideUnfit: a second video of another size is not shown, the first one is, and the window says why.
func TestBesideUnfit(t *testing.T) {
	screen, clip := playtest.Display(t), playtest.Clip(t, 1)
	small := clips.Make(t, "small.mkv", "-i", clip, "-an", "-vf", "scale=320:180", "-c:v", "ffv1")
	s := playtest.PlayBare(t, screen, "--engine", "cpu", "--beside", small, "--pause", clip)
	s.Until("A alone, and why", func(l player.Line) bool {
		return l.Paused && l.Quads > 0 && len(l.Wipe) == 0 && strings.Contains(l.Message+l.Warning, "B is not shown: the pictures of small.mkv are 320×180, a comparison needs 640×360; --scale converts them")
	})
	s.Key("q")
	s.End()
}

// TestBesideBlocks: each video has the blocks of its codec, also if it has another size. If A's codec has none, B's alone are shown, in B's legend, with
// B's vectors; if neither has some, the window says so.
func TestBesideBlocks(t *testing.T) {
	screen, with := playtest.Display(t), playtest.Clip(t, 1)
	without := clips.Make(t, "without.mkv", "-i", with, "-an", "-c:v", "ffv1")
	small := clips.Make(t, "small.mkv", "-i", with, "-an", "-vf", "scale=320:180", "-c:v", "libx264", "-preset", "veryfast")
	const none, some = `[PBI] frame · [0-9 ]+ bytes   no codec blocks known`, `QP [0-9.]+`
	for _, c := range []struct{ a, b, sideA, sideB string }{
		{with, with, some, some}, {with, without, some, none}, {without, with, none, some}, {without, without, "", ""}, {with, small, some, some},
	} {
		s := playtest.PlayBare(t, screen, "--engine", "cpu", "--scale", "--beside", c.b, "--at", "0.5", "--pause", c.a)
		s.Until("both", func(l player.Line) bool { return l.Paused && len(l.Wipe) == 2 && strings.Contains(l.Wipe[1], "bytes") })
		s.Key("U")
		s.Until(c.sideA+", "+c.sideB, func(l player.Line) bool {
			if c.sideA == "" {
				return !l.Codec && strings.Contains(l.Message, "FFmpeg does not report the blocks of ffv1")
			}
			return l.Codec && len(l.Wipe) == 2 && l.Vectors > 0 && regexp.MustCompile(c.sideA).MatchString(l.Wipe[0]) && regexp.MustCompile(c.sideB).MatchString(l.Wipe[1])
		})
		s.Key("q")
		s.End()
	}
}

// TestBesideAligned: an offset in frames moves the second video, at each step, and is kept with both videos; undo
// takes it back. Aligned by what they show, frames belong together, and the player says where there is none.
func TestBesideAligned(t *testing.T) {
	screen, clip, home := playtest.Display(t), playtest.Clip(t, 2), t.TempDir()
	late := clips.Make(t, "late.mkv", "-i", clip, "-an", "-vf", `select=gte(n\,3),setpts=N/FRAME_RATE/TB`, "-c:v", "ffv1")
	args := []string{"--beside", late, "-t", "0.01", "--colour-by", "difference", "--at", "0.4", "--pause", clip}
	shows := func(name, what string) func(_, l player.Line) bool {
		return func(_, l player.Line) bool {
			return len(l.Wipe) == 2 && strings.HasPrefix(l.Wipe[1], name+"   late.mkv   ") && strings.Contains(l.Wipe[1], what)
		}
	}
	const same = "picture: the same"
	s := playtest.PlayAgain(t, screen, home, args...)
	s.Until("both videos", func(l player.Line) bool { return shows("B", "lost edges ")(l, l) })
	s.Press("ctrl+period", shows("B +1", "PSNR "))
	s.Press("ctrl+period", shows("B +2", "PSNR "))
	s.Press("ctrl+period", shows("B +3", same))
	s.Press("comma", func(before, l player.Line) bool { return l.Frame == before.Frame-1 && shows("B +3", same)(l, l) })
	s.Press("Home", shows("B +3", "no such frame in B"))
	s.Press("ctrl+comma", shows("B +2", "no such frame in B"))
	s.Key("q")
	s.End()
	s = playtest.PlayAgain(t, screen, home, args...)
	s.Until("the kept offset", func(l player.Line) bool { return shows("B +2", "PSNR ")(l, l) })
	s.Press("7", func(_, l player.Line) bool { return playtest.Shown(l, "align") })
	s.Press("Home", shows("B +2", "no such frame in B"))
	s.Click("align")
	s.Until("the alignment", func(l player.Line) bool { return shows("B +3", "no such frame in B")(l, l) })
	for range 3 {
		s.Press("period", func(before, l player.Line) bool { return l.Frame == before.Frame+1 && len(l.Wipe) == 2 })
	}
	s.Until("the first frame of B", func(l player.Line) bool { return shows("B +3", same)(l, l) })
	s.Press("ctrl+z", func(_, l player.Line) bool {
		return strings.HasPrefix(l.Message, "Undone") && shows("B +2", "PSNR ")(l, l)
	})
	s.Key("q")
	s.End()
}

// TestCompareWith: the page of commands opens the file browser for a second video, which becomes B; the list of its
// worst frames is found by name; closing it leaves one video, and colours that need none. A video of a playlist keeps its B.
func TestCompareWith(t *testing.T) {
	clip := playtest.Clip(t, 2)
	encode := clips.Make(t, "encode.mkv", "-i", clip, "-an", "-c:v", "libx264", "-preset", "veryfast", "-crf", "40")
	if err := os.Rename(encode, filepath.Join(filepath.Dir(clip), "encode.mkv")); err != nil { // where the browser begins
		t.Fatal(err)
	}
	s := playtest.PlayBare(t, playtest.Display(t), "-t", "0.01", "--pause", clip, playtest.Clip(t, 1))
	run := func(typed, title string) {
		s.Press("ctrl+p", func(_, l player.Line) bool { return l.Help && l.Typing })
		s.Xdotool("type", "--delay", "5", typed)
		s.Until(title, func(l player.Line) bool { return len(l.FoundNames) > 0 && strings.HasPrefix(l.FoundNames[0], title) })
		s.Key("Return")
	}
	s.Until("the video", func(l player.Line) bool { return l.Paused && l.Frame >= 0 })
	run("worst", "Worst frames")
	s.Until("no second video", func(l player.Line) bool { return strings.HasPrefix(l.Message, "There is no second video") })
	run("beside wipe below second", "Compare with")
	s.Row("encode.mkv", 1)
	s.Click("browseropen")
	s.Until("B", func(l player.Line) bool {
		return l.Files == nil && len(l.Wipe) == 2 && strings.HasPrefix(l.Wipe[1], "B   encode.mkv   ")
	})
	s.Press("greater", func(_, l player.Line) bool { return l.Current == 1 && l.Frame >= 0 && len(l.Wipe) == 0 })
	s.Press("less", func(_, l player.Line) bool { // the video has its B again
		return l.Current == 0 && len(l.Wipe) == 2 && strings.HasPrefix(l.Wipe[1], "B   encode.mkv   ")
	})
	run("compare as below", "Compare as: Below")
	s.Until("A above B", func(l player.Line) bool { return l.Way == "below" && len(l.Sides) == 2 })
	run("colour error", "Colours of the overlay: Error")
	run("worst", "Worst frames")
	s.Until("the worst frames", func(l player.Line) bool {
		return l.Tab == "Marks" && len(l.Worst) > 0 && l.Colour == "error" && l.Look == "fill"
	})
	run("close second", "Close the second video")
	s.Until("one video", func(l player.Line) bool {
		return len(l.Wipe) == 0 && len(l.Worst) == 0 && l.Colour == "level" && l.Look == "outline"
	})
	run("compare as flip", "Compare as: Flip") // two settings
	s.Until("a comparison", func(l player.Line) bool { return l.Way == "flip" && len(l.Wipe) == 2 })
	s.Key("q")
	s.End()
}
