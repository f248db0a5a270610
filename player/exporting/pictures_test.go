package exporting_test

import (
	"flag"
	"fmt"
	"image"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/player"
	"ffkvadrat/scripts/playtest"
)

var pictures = flag.String("pictures", "", "a folder for the pictures of the player that pages show")
var clip = flag.String("clip", "", "the clip of the moving picture")

// A shot is a screenshot for a page, with the sample paused at three seconds and an automatic
// threshold. Before it is taken, what the page says of it is checked against the player's status.
type shot struct {
	name  string // docs/pictures/NAME.png
	alt   string // what the page says of it
	flags []string
	do    func(s *playtest.Player)
	shows func(l player.Line) bool
}

// shots are all screenshots. A shot whose flags are nil continues where the previous one ended.
var shots = [...]shot{
	{
		name: "screenshot", alt: "ffkvadrat playing its sample: the picture with the outlines of its quads, the panel with the threshold, the seek bar",
		flags: []string{}, shows: func(l player.Line) bool {
			return usual(l) && l.View == "video" && l.Look == "outline" && l.Colour == "level" && l.Tab == "Tune" && l.Quads > 30000 && l.Quads < 50000
		},
	},
	{
		name: "plots", alt: "Quads and coverage against the threshold, the sizes of the quads, the histogram of luma",
		do: func(s *playtest.Player) { s.Key("2") }, shows: func(l player.Line) bool {
			return usual(l) && l.View == "video" && l.Tab == "Plots" && l.Plotted
		},
	},
	{
		name: "scopes", alt: "Waveform, RGB parade and vectorscope of the picture, the extremes of its samples",
		do: func(s *playtest.Player) { s.Key("6") }, shows: func(l player.Line) bool {
			return usual(l) && l.View == "video" && l.Tab == "Scopes"
		},
	},
	{
		name: "pixel", alt: "The nested cells that lead to a pixel, drawn in the picture and listed with their values and index ranges",
		do: func(s *playtest.Player) { s.Key("3"); point(s, 432, 112) }, shows: func(l player.Line) bool {
			return usual(l) && l.Tab == "Pixel" && len(l.Pixel) == 2 && len(l.Descent) > 5 && l.Descent[len(l.Descent)-1][3] == -1
		},
	},
	{
		name: "explained", alt: "Level 0 of a square of 8 × 8 pixels with the values −1 and 0, and level 1, whose cells have −1 or a count",
		do: func(s *playtest.Player) {
			s.Move(besidePicture(s))
			s.Press("e", func(_, l player.Line) bool { return l.Lesson == "The picture" })
			if s.Last.LessonAt[2] != 8 { // a small window begins with 4
				turn(s, "lessonsides 1", func(l player.Line) bool { return l.LessonAt[2] == 8 })
			}
			for _, title := range []string{"Level 0: leaf markers", "Level 1: four become one"} {
				s.Press("Right", func(_, l player.Line) bool { return l.Lesson == title })
			}
		}, shows: func(l player.Line) bool {
			return usual(l) && l.LessonAt[2] == 8 && strings.Contains(l.LessonText, "Four cells with −1 become one cell with −1") && strings.Contains(l.LessonText, "|−1|")
		},
	},
	{
		name: "explained-2", alt: "Figure 2: four leaf markers −1 on level 1, one on level 2, and one quad over the whole square",
		do: func(s *playtest.Player) {
			turn(s, "lessonfigures 0", func(l player.Line) bool { return strings.Contains(l.LessonText, "up to a single quad") })
			s.Key("End")
		}, shows: func(l player.Line) bool { return strings.HasPrefix(l.LessonText, "1 quad covers 16 of 16 pixels.") },
	},
	{
		name: "explained-3", alt: "Figure 3: level 1 has −1, 3, −1, −1; the top has 6",
		do: func(s *playtest.Player) {
			turn(s, "lessonfigures 1", func(l player.Line) bool { return strings.Contains(l.LessonText, "One pixel is an edge") })
			again(s, "key Right", func(l player.Line) bool { return l.Lesson == "The top: how many quads" })
		}, shows: func(l player.Line) bool {
			return strings.HasPrefix(l.LessonText, "The top has 6: the list has 6 entries")
		},
	},
	{
		name: "explained-4", alt: "Figure 4: the traversal for key index 3 from the top through the upper right cell of level 1 to a pixel, with index ranges",
		do: func(s *playtest.Player) {
			turn(s, "lessonentries 3", func(l player.Line) bool { return strings.HasPrefix(l.Lesson, "Entry 3:") })
			again(s, "key Right", func(l player.Line) bool { return l.Lesson == "Entry 3: level 1" })
		}, shows: func(l player.Line) bool {
			return strings.HasPrefix(l.LessonText, "We look for entry 3. The four cells below have 1, 0, 1, 1 quads")
		},
	},
	{
		name: "explained-5", alt: "Figure 5: the cells of levels 0 and 1 where traversals end, and the six quads with their key indices",
		do: func(s *playtest.Player) { s.Key("End") }, shows: func(l player.Line) bool { return strings.HasPrefix(l.LessonText, "6 quads cover 15 of 16 pixels.") },
	},
	{
		name: "wipe", alt: "A mosaic of similar colours left of a divider, outlines of edges right of it",
		flags: []string{"--opacity", "1"}, do: func(s *playtest.Player) {
			stays := fmt.Sprintf("B   Edges %.4f", s.Last.Threshold)
			s.Press("w", func(_, l player.Line) bool { return len(l.Wipe) == 2 })
			again(s, "key y", func(l player.Line) bool { return l.Variant == "feature" })
			again(s, "key k", func(l player.Line) bool { return l.Look == "mosaic" })
			// With as many quads as the variant edge finds, colours would merge beyond recognition.
			again(s, "key underscore", func(l player.Line) bool { return l.Threshold < 0.1 })
			s.Until(stays, func(l player.Line) bool { return strings.HasPrefix(l.Wipe[1], stays) })
		}, shows: func(l player.Line) bool {
			return still(l) && l.Variant == "feature" && l.Look == "mosaic" && len(l.Wipe) == 2 &&
				strings.HasPrefix(l.Wipe[0], fmt.Sprintf("A   Feature %.4f", l.Threshold)) && l.Divider > l.Picture[0] && l.Divider < l.Picture[2]
		},
	},
	{
		name: "pyramid", alt: "Cells of level 3 of the pyramid, enlarged, with the number of quads in each",
		flags: []string{"--view", "pyramid", "--level", "3"}, do: func(s *playtest.Player) {
			point(s, 1000, 230)
			again(s, "click 4", func(l player.Line) bool { return l.Picture[2]-l.Picture[0] > 6*l.Window[0] })
			s.Move(besidePicture(s))
		}, shows: func(l player.Line) bool {
			return usual(l) && l.View == "pyramid" && l.Level == 3
		},
	},
	{
		name: "cloud", alt: "The quads of the last 64 frames as particles in x, y and time",
		flags: []string{"--view", "cloud"}, do: func(s *playtest.Player) {
			// The cloud shows the frames played so far. If no screenshot is taken, a few are
			// enough.
			to := int64(frame + 4)
			if *pictures != "" {
				to = frame + 63
			}
			again(s, "key period", func(l player.Line) bool { return l.Frame >= to })
		}, shows: func(l player.Line) bool { return usual(l) && l.View == "cloud" },
	},
}

// frame is the frame of the screenshots, at three seconds.
const frame = 75

// still reports whether playback is paused, without late or dropped frames and with sound.
func still(l player.Line) bool { return l.Paused && l.Sound && l.Dropped == 0 && l.Drift == 0 }

// usual reports whether playback is paused with a new user's settings.
func usual(l player.Line) bool {
	return still(l) && l.Variant == "edge" && l.Operator == "cross" && l.Auto && l.Thing == "quad" && l.Cube == 0 && l.Source == "live" && l.Overlay
}

// TestPictures: the settings of each screenshot are those that its page claims. With the flag
// -pictures, the test takes the screenshots.
func TestPictures(t *testing.T) {
	screen := playtest.Display(t)
	if *pictures != "" {
		screen = playtest.Wide(t)
	}
	t.Setenv("ALSA_CONFIG_PATH", playtest.NewSpeaker(t).Config)
	var pages strings.Builder
	for _, folder := range []string{"../../README.md", "../../docs"} {
		err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".md" {
				return err
			}
			text, err := os.ReadFile(path)
			pages.Write(text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	sample, err := filepath.Abs("../../samples/sample.mp4")
	if err != nil {
		t.Fatal(err)
	}
	var s *playtest.Player
	for i := range shots {
		c := &shots[i]
		if image := fmt.Sprintf("![%s](", c.alt); !strings.Contains(pages.String(), image) || !strings.Contains(pages.String(), c.name+".png)") {
			t.Errorf("no page shows %s%s.png)", image, c.name)
		}
		if c.flags != nil {
			if s != nil {
				s.Key("q")
				s.End()
			}
			s = c.begin(t, screen, sample)
		}
		if c.do != nil {
			c.do(s)
		}
		s.Until("what "+c.name+".png shows", c.shows)
		if *pictures != "" {
			c.take(s)
		}
	}
	s.Key("q")
	s.End()
}

// begin starts the player as for a new user and seeks to the frame.
func (c *shot) begin(t *testing.T, screen, sample string) *playtest.Player {
	t.Helper()
	flags := append([]string{"--no-session", "--pause", "--engine", "cpu"}, c.flags...)
	if *pictures == "" { // the survey takes the longest and has no effect here
		flags = append(flags, "--settings", playtest.Bare(t))
	}
	s := playtest.PlayAgain(t, screen, t.TempDir(), append(flags, sample)...)
	s.Until("a threshold", func(l player.Line) bool { return l.Shown > 0 && strings.Contains(l.Message, " over the video") })
	s.Move(besidePicture(s))
	again(s, "key shift+Right", func(l player.Line) bool { return l.PTSTime >= frame/25. })
	if s.Last.Frame != frame {
		t.Errorf("pictures are of frame %d, want %d", s.Last.Frame, frame)
	}
	return s
}

// again repeats xdotool commands until a status line fits, waiting for the effect each time.
func again(s *playtest.Player, does string, fits func(player.Line) bool) {
	s.T.Helper()
	for before := s.Last; !fits(before); before = s.Last {
		s.Xdotool(strings.Fields(does)...)
		s.Until("an effect of "+does, func(l player.Line) bool {
			return fits(l) || l.Frame != before.Frame || l.Variant != before.Variant || l.Look != before.Look || l.Threshold != before.Threshold || l.Picture != before.Picture || l.LessonText != before.LessonText
		})
	}
}

// besidePicture returns a place in the list of keys that has no tooltip.
func besidePicture(s *playtest.Player) (x, y int) {
	return s.Last.Window[0] - 10, s.Last.Window[1] * 3 / 4
}

// turn clicks a widget of the page that explains, then moves the pointer to the text.
func turn(s *playtest.Player, widget string, fits func(player.Line) bool) {
	s.T.Helper()
	s.Click(widget)
	s.Until(widget, fits)
	s.Move(s.Last.Window[0]/2, s.Last.Window[1]*8/9)
}

// point moves the pointer to a pixel of the sample.
func point(s *playtest.Player, x, y int) {
	p := s.Last.Picture
	s.Move(p[0]+(2*x+1)*(p[2]-p[0])/(2*1280), p[1]+(2*y+1)*(p[3]-p[1])/(2*720))
}

// alike reports whether two screenshots are equal except for measured times.
func alike(a, b *image.RGBA) bool {
	differ := 0
	for i := 0; i < len(a.Pix); i += 4 {
		if !slices.Equal(a.Pix[i:i+4], b.Pix[i:i+4]) {
			differ++
		}
	}
	return differ < 500
}

// take takes the screenshot once the timeline is complete and nothing moves.
func (c *shot) take(s *playtest.Player) {
	s.T.Helper()
	for before := s.Last; before.Lesson == "" && !before.Timeline.Whole; before = s.Last {
		s.Until("more of the timeline", func(l player.Line) bool { return l.Timeline.Whole || l.Timeline.Frames > before.Timeline.Frames })
	}
	s.Until("a picture that stays", func(l player.Line) bool { return c.shows(l) && !l.Moving && l.Tip == "" })
	screen := s.Screenshot()
	for before := image.NewRGBA(screen.Rect); !alike(before, screen); screen = s.Screenshot() {
		before = screen
		s.Later() // waits for background work, such as scopes
	}
	path := filepath.Join(*pictures, c.name+".png")
	f, err := os.Create(path)
	if err != nil {
		s.T.Fatal(err)
	}
	defer f.Close()
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(f, screen); err != nil {
		s.T.Fatal(err)
	}
	s.T.Log("wrote " + path)
}
