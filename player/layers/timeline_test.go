package layers_test

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/reconstruction"
	"ffkvadrat/decode"
	"ffkvadrat/playback/transport"
	"ffkvadrat/player"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/session"
	"ffkvadrat/scripts/playtest"
	"ffkvadrat/tests/clips"
	"ffkvadrat/yuv"
)

// counted is a frame as the timeline should show it.
type counted struct {
	time     float64
	quads    int
	coverage float64
	kind     string
	bytes    int
	luma     string
}

// countAll analyses a whole video with the reference engine.
func countAll(t *testing.T, path string, threshold float64) (all []counted, sum float64) {
	t.Helper()
	video, err := decode.OpenVideo(context.Background(), path, decode.Options{Stream: decode.Best})
	if err != nil {
		t.Fatal(err)
	}
	defer video.Close()
	engine := analysis.NewReference()
	var toner yuv.Toner
	for {
		f, err := video.Next()
		if err == io.EOF {
			return all, sum
		}
		if err != nil {
			t.Fatal(err)
		}
		r, err := engine.Analyze(&f.Picture, analysis.Params{Threshold: threshold})
		if err != nil {
			t.Fatal(err)
		}
		kind := string(rune(f.PictType))
		if f.KeyFrame {
			kind += "   key"
		}
		tones, most := toner.Of(&f.Picture), float64(f.Picture.Format.MaxValue())
		luma := fmt.Sprintf("luma: mean %.1f %%, most pixels from %.0f to %.0f %%", 100*float64(tones.Sum)/most/float64(f.Picture.Width*f.Picture.Height),
			100*float64(tones.Percentiles[0])/most, 100*float64(tones.Percentiles[2])/most)
		all = append(all, counted{f.Time - video.Info().Start, len(r.Quads), r.Coverage(&f.Picture), kind, f.Packet, luma})
		sum += float64(len(r.Quads))
		f.Release()
	}
}

// kilobytes formats fewer than 100 kB.
func kilobytes(n int) string {
	if n < 1000 {
		return fmt.Sprintf("%d B", n)
	}
	return fmt.Sprintf("%.1f kB", float64(n)/1000)
}

// TestTimeline waits for the survey of a video and points at its frames.
func TestTimeline(t *testing.T) {
	path := playtest.Clip(t, 4)
	all, sum := countAll(t, path, 0.01)
	s := playtest.Play(t, playtest.Display(t), "--pause", path)
	before := s.Until("a picture", func(l player.Line) bool { return l.Shown > 0 && l.Timeline != nil })
	whole := s.Until("the whole video", func(l player.Line) bool { return l.Timeline.Whole })
	if got := *whole.Timeline; got.Bins != len(all) || got.Frames != len(all) || got.Quads != sum {
		t.Errorf("the timeline shows %+v, want %d frames with %v quads", got, len(all), sum)
	}
	if whole.Frame != before.Frame || whole.Shown != before.Shown {
		t.Errorf("the survey moves the picture: %+v, %+v", before, whole)
	}

	strip := whole.Widgets["timeline"]
	for _, n := range []int{90, 7, 0, 119, 31} {
		at := all[n]
		x := strip[0] + int((at.time+0.5/30)/4*float64(strip[2]-strip[0]))
		s.Move(x, (strip[1]+strip[3])/2)
		want := []string{
			fmt.Sprintf("%s   frame %d of 120   %s", transport.FormatTime(time.Duration(at.time*float64(time.Second))), n+1, at.kind),
			fmt.Sprintf("%s quads   %.1f %%   %s", quantity.Grouped(int64(at.quads)), 100*at.coverage, kilobytes(at.bytes)),
			at.luma,
		}
		s.Until(want[0], func(l player.Line) bool { return slices.Equal(l.Timeline.Pointed, want) })
		s.Until("a thumbnail", func(l player.Line) bool { return l.Timeline.Thumbnail })
		s.Xdotool("click", "1")
		there := s.Until(fmt.Sprintf("frame %d", n), func(l player.Line) bool {
			return l.PTSTime == at.time && l.Said[1] == fmt.Sprintf("frame %d of 120", n+1)
		})
		if there.Frame >= 0 && there.Frame != int64(n) || there.Quads != at.quads {
			t.Errorf("a click at frame %d: %+v", n, there)
		}
	}
	most := 0
	for n := range all {
		if all[n].quads > all[most].quads {
			most = n
		}
	}
	s.Key("M")
	if there := s.Until("the most quads", func(l player.Line) bool { return l.PTSTime == all[most].time }); there.Quads != all[most].quads {
		t.Errorf("the picture with the most quads: %+v, want %+v", there, all[most])
	}
	s.Key("Home")
	s.Key("space")
	s.Until("plays", func(l player.Line) bool { return !l.Paused && l.PTSTime != all[most].time })
	s.Key("M")
	s.Until("stops there", func(l player.Line) bool { return l.Paused && l.PTSTime == all[most].time })
	s.Move(600, 200)
	s.Until("none elsewhere", func(l player.Line) bool { return len(l.Timeline.Pointed) == 0 })

	s.Key("shift+equal")
	coarse := s.Until("a higher threshold", func(l player.Line) bool { return l.Threshold > 0.01 && l.Timeline.Whole })
	if _, sum := countAll(t, path, coarse.Threshold); coarse.Timeline.Quads != sum {
		t.Errorf("with threshold %v: %+v, want %v quads", coarse.Threshold, *coarse.Timeline, sum)
	}

	s.Key("t")
	hidden := s.Until("no timeline", func(l player.Line) bool { return l.Timeline == nil })
	if hidden.Picture[3]-hidden.Picture[1] != whole.Picture[3]-whole.Picture[1] {
		t.Errorf("the picture is %v, without the timeline %v", whole.Picture, hidden.Picture)
	}
	s.Key("t")
	s.Until("the timeline again", func(l player.Line) bool { return l.Timeline != nil && l.Timeline.Whole })
	s.Key("Tab")
	s.Until("nothing but the picture", func(l player.Line) bool { return l.Timeline == nil && len(l.Widgets) == 0 })
	s.Key("Tab")
	s.Until("all of it", func(l player.Line) bool { return l.Timeline != nil })
	s.Key("q")
	s.End()
}

// TestElementary: an elementary stream has a timeline and a seek line once its frames are counted.
func TestElementary(t *testing.T) {
	path := clips.Make(t, "elementary.264", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=2", "-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p")
	s := playtest.Play(t, playtest.Display(t), "--pause", path)
	s.Until("the timeline", func(l player.Line) bool { return playtest.Shown(l, "timeline") && l.Said[1] == "frame 1 of 50" })
	s.ClickOn("seek", 0.5)
	s.Until("the middle", func(l player.Line) bool { return math.Abs(l.PTSTime-1) < 0.05 })
	s.Key("q")
	s.End()
}

// showCurve clicks on a curve in the menu of all and returns the place of the timeline, which the
// curve's lane makes higher.
func showCurve(s *playtest.Player, c session.Curve) [4]int {
	before := s.Last.Widgets["timeline"]
	box := fmt.Sprintf("curveboxes %d", c)
	s.Click("morecurves")
	s.Click(box)
	s.Until("a lane", func(l player.Line) bool { return l.Widgets["timeline"] != before })
	s.Key("Escape")
	return s.Until("no menu", func(l player.Line) bool { return l.Widgets[box] == [4]int{} }).Widgets["timeline"]
}

// Showing psnr starts measuring the reconstruction. The values at the mouse equal
// those of an export, with any fill.
func TestRebuiltCurve(t *testing.T) {
	screen, path := playtest.Wide(t), playtest.Clip(t, 1)
	for fill := range reconstruction.FillCount {
		summary := filepath.Join(t.TempDir(), "summary.csv")
		playtest.Command(t, "export", path, "-o", summary, "--summary", "--distortion", "--fill", fill.String(), "-t", "0.01")
		rows, err := csv.NewReader(strings.NewReader(playtest.Read(t, summary))).ReadAll()
		if err != nil || len(rows) != 31 {
			t.Fatalf("%d rows, %v", len(rows), err)
		}
		number := func(frame int, name string) float64 {
			v, err := strconv.ParseFloat(rows[1+frame][slices.Index(rows[0], name)], 64)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		s := playtest.Play(t, screen, "--pause", path, "--fill", fill.String())
		paused := s.Until("the whole video", func(l player.Line) bool { return l.Timeline != nil && l.Timeline.Whole })
		strip := paused.Widgets["timeline"]
		point := func(frame int) {
			s.Move(strip[0]+int((float64(frame)+0.5)/30*float64(strip[2]-strip[0])), (strip[1]+strip[3])/2)
		}
		last := func(l player.Line) string {
			if n := len(l.Timeline.Pointed); n > 0 {
				return l.Timeline.Pointed[n-1]
			}
			return ""
		}
		point(5)
		s.Until("no ratio", func(l player.Line) bool { return strings.HasPrefix(last(l), "luma") })
		strip = showCurve(s, session.PSNRCurve)
		for _, frame := range []int{5, 29, 0, 17} {
			point(frame)
			want := fmt.Sprintf("of quads: PSNR Y %.2f dB   SSIM %.4f", number(frame, "psnr"), number(frame, "ssim"))
			s.Until(fmt.Sprintf("%v, frame %d: %s", fill, frame, want), func(l player.Line) bool { return last(l) == want })
		}
		s.Key("q")
		s.End()
	}
}

// Showing si starts measuring SI and TI. The values at the mouse equal those of
// the command measure.
func TestInformationCurve(t *testing.T) {
	screen, path := playtest.Wide(t), playtest.Clip(t, 1)
	table := filepath.Join(t.TempDir(), "table.csv")
	playtest.Command(t, "measure", path, "-o", table)
	rows, err := csv.NewReader(strings.NewReader(playtest.Read(t, table))).ReadAll()
	if err != nil || len(rows) != 31 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	s := playtest.Play(t, screen, "--pause", path)
	s.Until("the whole video", func(l player.Line) bool { return l.Timeline != nil && l.Timeline.Whole })
	strip := showCurve(s, session.SICurve)
	for _, frame := range []int{5, 29, 0, 17} {
		s.Move(strip[0]+int((float64(frame)+0.5)/30*float64(strip[2]-strip[0])), (strip[1]+strip[3])/2)
		var words []string
		for i, name := range []string{"SI", "TI"} {
			if text := rows[1+frame][2+i]; text != "" {
				v, err := strconv.ParseFloat(text, 64)
				if err != nil {
					t.Fatal(err)
				}
				words = append(words, fmt.Sprintf("%s %.3f", name, v))
			}
		}
		want := strings.Join(words, "   ")
		s.Until(fmt.Sprintf("frame %d: %s", frame, want), func(l player.Line) bool {
			n := len(l.Timeline.Pointed)
			return n > 0 && l.Timeline.Pointed[n-1] == want
		})
	}
	s.Key("q")
	s.End()
}

// x and X seek to the next and the previous cut.
func TestCuts(t *testing.T) {
	screen := playtest.Display(t)
	path := clips.Make(t, "cuts.mkv", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=20:duration=1", "-f", "lavfi", "-i", "smptebars=size=320x180:rate=20:duration=1",
		"-filter_complex", "[0:v][1:v]concat=n=2,loop=loop=1:size=40,setpts=N/20/TB,format=yuv420p", "-c:v", "libx264", "-preset", "veryfast")
	s := playtest.Play(t, screen, "--pause", path)
	s.Until("a picture", func(l player.Line) bool { return l.Shown > 0 })
	s.Until("paused", func(l player.Line) bool { return l.Paused })
	s.Until("three cuts", func(l player.Line) bool { return l.Timeline != nil && l.Timeline.Whole && l.Timeline.Cuts == 3 })
	s.Key("Home")
	s.Until("the start", func(l player.Line) bool { return l.PTSTime == 0 })
	for _, c := range []struct {
		key string
		at  float64
	}{{"x", 1}, {"x", 2}, {"X", 1}, {"x", 2}, {"x", 3}} {
		s.Key(c.key)
		s.Until(fmt.Sprintf("the cut at %v", c.at), func(l player.Line) bool { return math.Abs(l.PTSTime-c.at) < 0.001 })
	}
	s.Key("x")
	s.Until("no more", func(l player.Line) bool { return l.Message == "No cut after this frame" })
	s.Key("q")
	s.End()
}
