package player_test

import (
	"slices"
	"testing"

	"ffkvadrat/player"
)

// TestExplain goes through the page that explains the algorithm with the mouse alone, then
// with keys.
func TestExplain(t *testing.T) {
	s := playBare(t, wide(t), film(t, 4))
	s.until("plays", func(l player.Line) bool { return l.Shown > 3 && l.Widgets["barexplain"] != [4]int{} })
	s.click("barexplain")
	title := func(want string) func(l player.Line) bool {
		return func(l player.Line) bool { return l.Lesson == want && l.Paused }
	}
	at := s.until("the page, over a film that waits", title("The picture"))
	if _, ok := at.Widgets["threshold"]; ok {
		t.Error("the panel is there, too")
	}
	s.click("lessonon")
	s.until("the marks", title("Level 0: the marks"))
	s.click("lessonlevels 3")
	s.until("level 3", title("Level 3: four cells become one"))
	s.click("lessonfigures 1")
	s.until("the paper's example", title("The picture"))
	s.click("lessonsteps")
	s.until("a step in the middle", func(l player.Line) bool {
		return l.Lesson == "Level 2: four cells become one" || l.Lesson == "The top: how many quads"
	})
	s.key("End")
	s.until("the list", func(l player.Line) bool {
		_, ok := l.Widgets["lessonentries 5"]
		return l.Lesson == "The list" && ok
	})
	s.click("lessonentries 3")
	s.until("an entry", title("Entry 3: level 2"))
	s.click("lessonon")
	s.until("its way", title("Entry 3: level 1"))
	s.click("lessonsides 2")
	square := s.until("a square of the picture", title("The picture"))
	moved := func(dx, dy int) func(l player.Line) bool {
		return func(l player.Line) bool {
			return slices.Equal(l.LessonAt, []int{square.LessonAt[0] + 16*dx, square.LessonAt[1] + 16*dy, 16})
		}
	}
	s.click("lessonmoves 0")
	s.until("the square to the left", moved(-1, 0))
	s.click("lessonmoves 2")
	s.until("the one below", moved(-1, 1))
	s.key("shift+Right")
	s.until("the one to the right", moved(0, 1))
	s.key("Up")
	s.until("back", moved(0, 0))
	s.click("lessonplay")
	s.until("it goes on by itself", title("Level 0: the marks"))
	s.click("lessonclose")
	s.until("the film goes on", func(l player.Line) bool { return l.Lesson == "" && !l.Paused })

	s.key("space")
	paused := s.until("paused", func(l player.Line) bool { return l.Paused })
	s.move((paused.Picture[0]+paused.Picture[2])/2, (paused.Picture[1]+paused.Picture[3])/2)
	s.key("e")
	s.until("the page again", title("The picture"))
	s.key("Right")
	s.key("Right")
	s.until("two steps on", title("Level 1: four cells become one"))
	s.key("Left")
	s.until("one back", title("Level 0: the marks"))
	s.key("v")
	s.key("n")
	s.key("Home")
	s.until("the first step", title("The picture"))
	s.key("Escape")
	closed := s.until("closed", func(l player.Line) bool { return l.Lesson == "" })
	if later := s.later(); !later.Paused || later.Frame != paused.Frame || closed.View != paused.View || closed.Overlay != paused.Overlay {
		t.Errorf("%+v after the page, %+v before", later, paused)
	}
	s.key("h")
	s.until("the pyramid", func(l player.Line) bool { return l.View == "pyramid" && l.Level > 0 })
	s.click("barpyramid")
	s.until("the video", func(l player.Line) bool { return l.View == "video" })
	s.click("legendsizes 4")
	s.until("only quads of 16 pixels", func(l player.Line) bool { return l.OnlySize == 16 })
	s.click("onlysize")
	s.until("all of them", func(l player.Line) bool { return l.OnlySize == 0 })
	s.key("q")
	s.end()
}
