package player_test

import (
	"slices"
	"testing"

	"ffkvadrat/player"
	"ffkvadrat/scripts/playtest"
	"ffkvadrat/tests/clips"
)

// TestExplain uses the page that explains the algorithm by mouse, then by keys.
func TestExplain(t *testing.T) {
	s := playtest.PlayBare(t, playtest.Wide(t), playtest.Clip(t, 4))
	s.Until("plays", func(l player.Line) bool { return l.Shown > 3 && l.Widgets["barexplain"] != [4]int{} })
	s.Click("barexplain")
	title := func(want string) func(l player.Line) bool {
		return func(l player.Line) bool { return l.Lesson == want && l.Paused }
	}
	at := s.Until("the page, over a video that waits", title("The picture"))
	if _, ok := at.Widgets["threshold"]; ok {
		t.Error("the panel is there, too")
	}
	s.Click("lessonon")
	s.Until("the marks", title("Level 0: leaf markers"))
	s.Click("lessonfind")
	s.Until("another square, at the same step", func(l player.Line) bool {
		return l.Lesson == "Level 0: leaf markers" && !slices.Equal(l.LessonAt, at.LessonAt)
	})
	s.Click("lessonlevels 3")
	s.Until("level 3", title("Level 3: four become one"))
	s.Click("lessonfigures 1")
	s.Until("the paper's example", title("The picture"))
	s.Click("lessonsteps")
	s.Until("a step in the middle", func(l player.Line) bool {
		return l.Lesson == "Level 2: four become one" || l.Lesson == "The top: how many quads"
	})
	s.Key("End")
	s.Until("the list", func(l player.Line) bool {
		_, ok := l.Widgets["lessonentries 5"]
		return l.Lesson == "The list" && ok
	})
	s.Click("lessonentries 3")
	s.Until("an entry", title("Entry 3: level 2"))
	s.Click("lessonon")
	s.Until("its traversal", title("Entry 3: level 1"))
	s.Click("lessonsides 2")
	square := s.Until("a square of the picture", title("The picture"))
	moved := func(dx, dy int) func(l player.Line) bool {
		return func(l player.Line) bool {
			return slices.Equal(l.LessonAt, []int{square.LessonAt[0] + 16*dx, square.LessonAt[1] + 16*dy, 16})
		}
	}
	s.Click("lessonmoves 3")
	s.Until("the square to the right", moved(1, 0))
	s.Click("lessonmoves 2")
	s.Until("the one below", moved(1, 1))
	s.Key("shift+Left")
	s.Until("the one to the left", moved(0, 1))
	s.Key("Up")
	s.Until("back", moved(0, 0))
	s.Click("lessonplay")
	s.Until("it goes on by itself", title("Level 0: leaf markers"))
	s.Click("lessonclose")
	if l := s.Until("the video goes on", func(l player.Line) bool { return l.Lesson == "" && !l.Paused }); l.Message != "" {
		t.Errorf("the page leaves the message %q", l.Message)
	}

	s.Key("space")
	paused := s.Until("paused", func(l player.Line) bool { return l.Paused })
	s.Move((paused.Picture[0]+paused.Picture[2])/2, (paused.Picture[1]+paused.Picture[3])/2)
	s.Key("e")
	s.Until("the page again", title("The picture"))
	s.Key("Right")
	s.Key("Right")
	s.Until("two steps on", title("Level 1: four become one"))
	s.Key("Left")
	s.Until("one back", title("Level 0: leaf markers"))
	s.Key("v")
	s.Key("n")
	s.Key("Home")
	s.Until("the first step", title("The picture"))
	s.Key("Escape")
	closed := s.Until("closed", func(l player.Line) bool { return l.Lesson == "" })
	if later := s.Later(); !later.Paused || later.Frame != paused.Frame || closed.View != paused.View || closed.Overlay != paused.Overlay {
		t.Errorf("%+v after the page, %+v before", later, paused)
	}
	s.Key("h")
	s.Until("the pyramid", func(l player.Line) bool { return l.View == "pyramid" && l.Level > 0 })
	s.Key("h")
	s.Until("the video", func(l player.Line) bool { return l.View == "video" })
	s.Click("legendsizes 4")
	s.Until("only quads of 16 pixels", func(l player.Line) bool { return l.OnlySize == 16 })
	s.Click("onlysize")
	s.Until("all of them", func(l player.Line) bool { return l.OnlySize == 0 })
	s.Key("q")
	s.End()
}

// TestExplainFlat: over a frame without detail, the page begins with an example, and goes to the frame if asked.
func TestExplainFlat(t *testing.T) {
	black := clips.Make(t, "black.mp4", "-f", "lavfi", "-i", "color=black:size=320x180:rate=10", "-frames:v", "3", "-c:v", "libx264", "-pix_fmt", "yuv420p")
	s := playtest.PlayBare(t, playtest.Wide(t), "--pause", black)
	s.Until("a frame", func(l player.Line) bool { return l.Shown > 0 && l.Widgets["barexplain"] != [4]int{} })
	s.Click("barexplain")
	s.Until("an example of 4 × 4 pixels", func(l player.Line) bool { return slices.Equal(l.LessonAt, []int{0, 0, 4}) })
	s.Click("lessonsides 1")
	s.Until("a square of the frame", func(l player.Line) bool { return slices.Equal(l.LessonAt[2:], []int{8}) })
	s.Key("q")
	s.End()
}

// TestExplainPinned: a pixel that is pinned in a flat part does not make the page begin with a flat square.
func TestExplainPinned(t *testing.T) {
	half := clips.Make(t, "half.mp4", "-f", "lavfi", "-i", "testsrc=size=320x180:rate=10", "-vf", "drawbox=w=160:h=180:t=fill:color=black", "-frames:v", "2", "-c:v", "libx264", "-qp", "0", "-pix_fmt", "yuv420p")
	s := playtest.PlayBare(t, playtest.Wide(t), "--pause", half)
	s.Until("a frame", func(l player.Line) bool { return l.Shown > 0 && l.Widgets["barexplain"] != [4]int{} })
	s.Key("3")
	at := s.Until("the tab Pixel", func(l player.Line) bool { return l.Tab == "Pixel" })
	s.Move((3*at.Picture[0]+at.Picture[2])/4, (at.Picture[1]+at.Picture[3])/2)
	s.Xdotool("click", "1")
	s.Until("a pinned pixel in the black half", func(l player.Line) bool { return l.Pinned && l.Pixel[0] < 150 })
	s.Key("e")
	s.Until("a square with detail", func(l player.Line) bool { return len(l.LessonAt) == 3 && l.LessonAt[0] >= 152 })
	s.Key("q")
	s.End()
}
