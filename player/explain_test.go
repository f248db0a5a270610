package player_test

import (
	"slices"
	"testing"
	"time"

	"ffkvadrat/player"
)

// TestExplain goes through the page that explains the algorithm with the mouse alone, then
// with keys.
func TestExplain(t *testing.T) {
	s := play(t, display(t), film(t, 4))
	s.until("plays", func(l player.Line) bool { return l.Shown > 3 && l.Widgets["barexplain"] != [4]int{} })
	s.clickOn("barexplain", 0.5)
	title := func(want string) func(l player.Line) bool {
		return func(l player.Line) bool { return l.Lesson == want && l.Paused }
	}
	at := s.until("the page, over a film that waits", title("The picture"))
	if _, ok := at.Widgets["threshold"]; ok {
		t.Error("the panel is there, too")
	}
	s.clickOn("lessonon", 0.5)
	s.until("the marks", title("Level 0: the marks"))
	s.clickOn("lessonlevels 3", 0.5)
	s.until("level 3", title("Level 3: four cells become one"))
	s.clickOn("lessonfigures 1", 0.5)
	s.until("the paper's example", title("The picture"))
	s.clickOn("lessonsteps", 0.5)
	s.until("a step in the middle", func(l player.Line) bool {
		return l.Lesson == "Level 2: four cells become one" || l.Lesson == "The top: how many quads"
	})
	s.key("End")
	s.until("the list", func(l player.Line) bool {
		_, ok := l.Widgets["lessonentries 5"]
		return l.Lesson == "The list" && ok
	})
	s.clickOn("lessonentries 3", 0.5)
	s.until("an entry", title("Entry 3: level 2"))
	s.clickOn("lessonon", 0.5)
	s.until("its way", title("Entry 3: level 1"))
	s.clickOn("lessonsides 2", 0.5)
	square := s.until("a square of the picture", title("The picture"))
	moved := func(dx, dy int) func(l player.Line) bool {
		return func(l player.Line) bool {
			return slices.Equal(l.LessonAt, []int{square.LessonAt[0] + 16*dx, square.LessonAt[1] + 16*dy, 16})
		}
	}
	s.clickOn("lessonmoves 0", 0.5)
	s.until("the square to the left", moved(-1, 0))
	s.clickOn("lessonmoves 2", 0.5)
	s.until("the one below", moved(-1, 1))
	s.key("shift+Right")
	s.until("the one to the right", moved(0, 1))
	s.key("Up")
	s.until("back", moved(0, 0))
	s.clickOn("lessonplay", 0.5)
	s.until("it goes on by itself", title("Level 0: the marks"))
	s.clickOn("lessonclose", 0.5)
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
	if later := s.rest(300 * time.Millisecond); !later.Paused || later.Frame != paused.Frame || closed.View != paused.View || closed.Overlay != paused.Overlay {
		t.Errorf("%+v after the page, %+v before", later, paused)
	}
	s.key("h")
	s.until("the pyramid", func(l player.Line) bool { return l.View == "pyramid" && l.Level > 0 })
	s.clickOn("barpyramid", 0.5)
	s.until("the video", func(l player.Line) bool { return l.View == "video" })
	s.clickOn("legendsizes 4", 0.5)
	s.until("only quads of 16 pixels", func(l player.Line) bool { return l.OnlySize == 16 })
	s.clickOn("onlysize", 0.5)
	s.until("all of them", func(l player.Line) bool { return l.OnlySize == 0 })
	s.key("q")
	s.end()
}
