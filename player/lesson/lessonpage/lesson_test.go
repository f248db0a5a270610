package lessonpage_test

import (
	"fmt"
	"image"
	"image/color"
	"strings"
	"testing"
	"time"

	"ffkvadrat/overlay"
	"ffkvadrat/player/command"
	"ffkvadrat/player/lesson"
	"ffkvadrat/player/panel/paneltest"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/pyramidtest"
)

// stage is a panel with the page.
type stage struct{ *paneltest.Stage }

// taught returns a stage with the page open at the paper's example.
func taught(t *testing.T, width, height int, scale float32) *stage {
	s := &stage{paneltest.New(t, width, height, scale)}
	s.Lesson.Open(lesson.Example(1))
	s.settle()
	return s
}

// settle builds frames until nothing moves, and returns their number.
func (s *stage) settle() (frames int) {
	s.T.Helper()
	s.Turn(2)
	for moves := true; moves; moves, _ = s.Lesson.Moves() {
		if s.Turn(1); frames > 200 {
			s.T.Fatal("the page moves without end")
		}
		frames++
	}
	return frames
}

func (s *stage) shows(kind lesson.Kind, level int) {
	s.T.Helper()
	l, step := s.Lesson.Current()
	if got := l.Steps[step]; got.Kind != kind || got.Level != level {
		s.T.Errorf("the page shows %q, a step of kind %d on level %d; want %d, %d", l.Title(step), got.Kind, got.Level, kind, level)
	}
}

// TestLesson uses the page by mouse only.
func TestLesson(t *testing.T) {
	s := taught(t, 1280, 720, 1)
	w := &s.Widgets
	if !w.Threshold.Empty() || !w.Play.Empty() {
		t.Error("the panel or the bar is there, too")
	}
	s.shows(lesson.Picture, 0)
	first := s.Pixels()
	s.Click(w.LessonOn)
	s.settle()
	s.shows(lesson.Marks, 0)
	s.Click(w.LessonOn)
	if frames := s.settle(); frames < 20 || frames > 40 {
		t.Errorf("the movement takes %d frames of 16 ms, want about half a second", frames)
	}
	s.shows(lesson.Reduce, 1)
	told, four := w.LessonTold[0], w.LessonTold[1]
	if l, step := s.Lesson.Current(); !strings.Contains(l.Text(step), "Cell (") || !told.In(w.LessonLevels[1]) || !four.In(w.LessonLevels[0]) || told.Empty() || four.Empty() {
		t.Errorf("the cell of %q is marked at %v, its sources at %v", l.Text(step), told, four)
	}
	if ink := s.Pixels().RGBAAt(told.Min.X, paneltest.Middle(told).Y); ink != color.RGBA(widgets.OnPicture.LoopColour) {
		t.Errorf("its left edge is %v", ink)
	}
	if got := s.Lesson.Announced; len(got) == 0 || got[0] != "filled in step 4" {
		t.Errorf("the empty frames say %q", got)
	}
	s.Click(w.LessonBack)
	s.Click(w.LessonBack)
	s.settle()
	s.shows(lesson.Picture, 0)
	s.MoveMouse(float32(paneltest.Middle(w.LessonBack).X), float32(paneltest.Middle(w.LessonBack).Y)-60)
	s.settle()
	if at := paneltest.Differs(s.Pixels(), first, w.LessonLevels[0].Union(w.LessonLevels[2])); !at.Empty() {
		t.Errorf("forwards and back is not where it began: %v differs", at)
	}
	s.Click(w.LessonLevels[2])
	s.settle()
	s.shows(lesson.Reduce, 2)
	s.Click(w.LessonLevels[0])
	s.settle()
	s.shows(lesson.Marks, 0)
	if len(w.LessonEntries) > 0 {
		t.Error("entries before their number is known")
	}
	end := image.Rect(w.LessonSteps.Max.X-4, w.LessonSteps.Min.Y, w.LessonSteps.Max.X, w.LessonSteps.Max.Y)
	s.Click(end)
	s.settle()
	s.shows(lesson.List, 0)
	if len(w.LessonEntries) != 6 {
		t.Fatalf("%d entries, want 6", len(w.LessonEntries))
	}
	s.Click(w.LessonEntries[4])
	s.settle()
	s.shows(lesson.Descend, 2)
	if l, _ := s.Lesson.Current(); l.Key != 4 {
		t.Errorf("the way to entry %d, want 4", l.Key)
	}
	s.Click(w.LessonOn)
	s.settle()
	s.shows(lesson.Descend, 1)
	for i, place := range w.LessonSides {
		if n := s.Number(s.Click(place), command.Explain); int(n) != 4<<i {
			t.Errorf("button %d asks for a side of %v", i, n)
		}
	}
	for i, place := range w.LessonFigures {
		if n := s.Number(s.Click(place), command.Explain); int(n) != -1-i {
			t.Errorf("figure %d asks for %v", i, n)
		}
	}
	if n := s.Number(s.Click(w.LessonFind), command.MoveSquare); n != float64(command.Interesting) {
		t.Errorf("the button for an interesting square asks for %v", n)
	}
	if n := s.Number(s.Click(w.LessonClose), command.Explain); n != 0 {
		t.Errorf("the cross asks for %v", n)
	}
	s.Lesson.Close()
	if s.Turn(2); w.Threshold.Empty() || !w.LessonOn.Empty() {
		t.Error("the page stays")
	}
}

// TestLessonMoves: the buttons below the square request its neighbours; an example has no such
// buttons.
func TestLessonMoves(t *testing.T) {
	s := taught(t, 1280, 720, 1)
	if !s.Widgets.LessonMoves[0].Empty() {
		t.Error("an example can be moved")
	}
	l := lesson.FromMask("", pyramidtest.Masks(8, 8)["noise"], quadpyramid.Unlimited)
	l.Pixels = make([]lesson.Pixel, 64)
	s.Lesson.Open(l)
	s.settle()
	for move := command.Left; move <= command.Right; move++ {
		if n := s.Number(s.Click(s.Widgets.LessonMoves[move]), command.MoveSquare); n != float64(move) {
			t.Errorf("button %d asks for %v", move, n)
		}
	}
}

// TestLessonScrolls: the list stays where it is when an entry is chosen, and its arrows show all entries.
func TestLessonScrolls(t *testing.T) {
	s := taught(t, 640, 400, 1)
	l := lesson.FromMask("", pyramidtest.Masks(8, 8)["noise"], quadpyramid.Unlimited)
	l.Pixels = make([]lesson.Pixel, 64)
	s.Lesson.Open(l)
	s.Lesson.Show(len(l.Steps) - 1)
	s.settle()
	w := &s.Widgets
	n := len(w.LessonEntries)
	for range len(l.Cells.List) {
		s.Click(w.LessonScroll[0])
	}
	choose := func(visible, key int) {
		s.Click(w.LessonEntries[visible])
		s.settle()
		if l.Key != key {
			t.Errorf("visible entry %d is %d, want %d", visible, l.Key, key)
		}
	}
	choose(n-1, n-1)
	choose(n-2, n-2)
	for range len(l.Cells.List) {
		s.Click(w.LessonScroll[1])
	}
	choose(n-1, len(l.Cells.List)-1)
}

// TestLessonPlays: automatic advance shows all steps, each long enough to be read, and ends.
func TestLessonPlays(t *testing.T) {
	s := taught(t, 960, 540, 1)
	s.Click(s.Widgets.LessonPlay)
	l, _ := s.Lesson.Current()
	seen := map[int]time.Duration{}
	for range 100_000 {
		s.Step = 400 * time.Millisecond
		_, step := s.Lesson.Current()
		seen[step] += s.Step
		if s.Turn(1); step == len(l.Steps)-1 {
			break
		}
	}
	for step := range len(l.Steps) - 1 {
		if least := time.Second + 40*time.Millisecond*time.Duration(len(l.Text(step))/2); seen[step] < least {
			t.Errorf("step %d stays %v, want at least %v", step, seen[step], least)
		}
	}
	s.Turn(60)
	if moves, in := s.Lesson.Moves(); moves || in >= 0 {
		t.Errorf("at the end: moves %v, in %v", moves, in)
	}
	s.shows(lesson.List, 0)
}

// longest is the longest formula of samples of 10 bits.
const longest = "Luma: (3·1023 + 10·1023 + 3·1023 − 3·1022 − 10·1022 − 3·1022)² + (3·1023 + 10·1023 + 3·1023 − 3·1022 − 10·1022 − 3·1022)² = 1234567890.\nD = 1234567890 / (256·1023²) = 0.1234, and 0.0123 ≤ 0.1234 < 0.2345: a leaf of class 2."

// longestHit and longestLikeness are the longest formulas of a template's place and of similar colours.
const (
	longestHit      = "|65535 − 65534| + |65535 − 65534| + |65535 − 65534| + |65535 − 65534| + |65535 − 65534| + |65535 − 65534| + … (4096 pixels) = 134217728.\nA = 134217728 / (4096·65535) = 0.5001 ≤ 0.5002, but a better hit is near: no leaf."
	longestDistance = "Its colour (R 16383, G 16383, B 16383) − the nearest one given (R 10000, G 10000, B 10000), in 14 bits, 255 is 16383: (16383 − 10000)² + (16383 − 10000)² + (16383 − 10000)² = 122228067.\nD = 122228067 / 16383² = 0.4554, and 0.4553 ≤ 0.4554 < 0.4555: a leaf of class 2."
	longestLikeness = "Level 5. Cell (12, 12). From the mean (8192, 8192, 8192), R: (−8192)² + 8191² + (−8192)² + 8191² = 268402690; G: (−8192)² + 8191² + (−8192)² + 8191² = 268402690; B: (−8192)² + 8191² + (−8192)² + 8191² = 268402690. 268402690 + 268402690 + 268402690 = 805208070. 805208070 / 16383² = 3.0001 > 0.0123: no merger, 4."
)

// TestLessonTitle: the page is named before its step, where there is room.
func TestLessonTitle(t *testing.T) {
	for _, c := range []struct {
		width, height int
		scale         float32
		want          string
	}{{1280, 720, 1, "How quads are made – The picture"}, {2560, 1440, 2, "How quads are made – The picture"}, {640, 400, 1, "The picture"}} {
		s := paneltest.New(t, c.width, c.height, c.scale)
		l := lesson.FromMask("", pyramidtest.Masks(8, 8)["noise"], quadpyramid.Unlimited)
		l.Pixels = make([]lesson.Pixel, 8*8)
		s.Lesson.Open(l)
		if s.Turn(2); s.Lesson.Title != c.want {
			t.Errorf("%+v: %q", c, s.Lesson.Title)
		}
		s.Release()
	}
}

// TestLessonFits: nothing is cut off in windows of any size, including the longest texts.
func TestLessonFits(t *testing.T) {
	for _, c := range []struct {
		width, height int
		scale         float32
	}{{640, 400, 1}, {1280, 720, 1}, {1920, 1080, 1}, {1280, 720, 2}, {1280, 800, 2}, {640, 1000, 1}} {
		s := paneltest.New(t, c.width, c.height, c.scale)
		for _, side := range []int{4, 8, 16, 32} {
			for name, mask := range pyramidtest.Masks(side, side) {
				l := lesson.FromMask("", mask, quadpyramid.Unlimited)
				l.X, l.Y, l.Of, l.First, l.Threshold = 12344, 12344, 12345678, 1234567, "D below 0.0100"
				for range side * side {
					l.Pixels = append(l.Pixels, lesson.Pixel{Colour: color.RGBA{90, 120, 150, 255}, D: "0.1234", Formula: longest, Inside: true})
				}
				if name != "noise" {
					continue
				}
				s.Lesson.Open(l)
				s.Step = 50 * time.Millisecond
				s.Turn(1)
				s.Lesson.Turn(1000)
				s.Turn(14)
				all := image.Rect(0, 0, c.width, c.height)
				w := &s.Widgets
				places := append([]image.Rectangle{w.LessonClose, w.LessonFind, w.LessonBack, w.LessonPlay, w.LessonOn, w.LessonSteps}, w.LessonSides[:]...)
				places = append(places, w.LessonFigures[:]...)
				places = append(places, w.LessonLevels[:l.Top()+1]...)
				places = append(places, w.LessonEntries...)
				places = append(places, w.LessonMoves[:]...)
				for i, place := range places {
					if place.Empty() || !place.In(all) {
						t.Errorf("%v, side %d: widget %d is at %v", c, side, i, place)
					}
					for k, other := range places[:i] {
						if place.Overlaps(other) {
							t.Errorf("%v, side %d: widgets %d at %v and %d at %v", c, side, k, other, i, place)
						}
					}
				}
				s.Lesson.Show(0)
				s.Turn(2)
				if l.Crowded != (side > 4) && c.width == 640 && c.height == 400 || l.Crowded && c.width == 1920 && side <= 8 {
					t.Errorf("%v, side %d: no room for the numbers: %v", c, side, l.Crowded)
				}
				var texts []string
				for step := range l.Steps {
					texts = append(texts, l.Text(step))
				}
				s.MoveMouse(float32(w.LessonLevels[0].Min.X+3), float32(w.LessonLevels[0].Min.Y+3))
				for _, text := range []string{longest, longestHit, longestLikeness, longestDistance} {
					l.Pixels[0].Formula = text
					s.Turn(2)
					if aside := s.Widgets.LessonAside; !strings.HasSuffix(s.Lesson.Pointed, text) || !aside.In(image.Rect(0, 0, c.width, w.LessonBack.Min.Y)) {
						t.Errorf("%v, side %d: %q is at %v", c, side, s.Lesson.Pointed, aside)
					}
				}
				for _, text := range texts {
					if lines := s.Lesson.Lines(text); lines > 3 {
						t.Errorf("%v, side %d: %d lines of %q", c, side, lines, text)
					}
				}
			}
		}
		s.Release()
	}
}

// TestLessonOpensUnderMouse: a mouse that rests where the page opens does not point at what is there.
func TestLessonOpensUnderMouse(t *testing.T) {
	s := taught(t, 1280, 720, 1)
	place := paneltest.Middle(s.Widgets.LessonLevels[0])
	s.Lesson.Close()
	s.MoveMouse(float32(place.X), float32(place.Y))
	s.Turn(2)
	s.Lesson.Open(lesson.Example(1))
	s.settle()
	if s.Lesson.Pointed != "" {
		t.Errorf("the page opens with %q", s.Lesson.Pointed)
	}
	s.MoveMouse(float32(place.X)+1, float32(place.Y))
	s.Turn(2)
	if s.Lesson.Pointed == "" {
		t.Error("a mouse that moved points at nothing")
	}
}

// TestLessonPoint: pointing at a cell outlines it and its four children, and says how it gets its
// value next to the levels.
func TestLessonPoint(t *testing.T) {
	s := taught(t, 1280, 720, 1)
	s.Lesson.Turn(3)
	s.settle()
	step := s.Lesson.Text
	s.MoveMouse(float32(paneltest.Middle(s.Widgets.LessonLevels[0]).X), 1)
	s.Turn(2)
	before := s.Pixels()
	place := s.Widgets.LessonLevels[1]
	s.MoveMouse(float32(place.Min.X+place.Dx()*3/4), float32(place.Min.Y+place.Dx()/4))
	s.Turn(2)
	if after := s.Pixels(); string(after.Pix) == string(before.Pix) {
		t.Error("pointing at a cell shows nothing")
	}
	if s.Lesson.Text != step {
		t.Errorf("the step's text %q became %q", step, s.Lesson.Text)
	}
	if text := s.Lesson.Pointed; !strings.Contains(text, "Cell (1, 0): |−1| + 0 + |−1| + |−1| = 3.") {
		t.Errorf("pointing at a cell says %q", text)
	}
	place = s.Widgets.LessonLevels[0]
	s.MoveMouse(float32(place.Max.X-place.Dx()/8), float32(place.Min.Y+place.Dx()/8))
	s.Turn(2)
	if text := s.Lesson.Pointed; text != "Pixel (3, 0): no leaf, 0." {
		t.Errorf("pointing at a pixel says %q", text)
	}
	l := lesson.FromMask("", pyramidtest.Masks(8, 8)["noise"], quadpyramid.Unlimited)
	l.Pixels, l.Threshold = make([]lesson.Pixel, 64), "D below 0.1"
	l.Pixels[0] = lesson.Pixel{Formula: "Luma: 0 = 0.", Inside: true}
	s.Lesson.Open(l)
	s.Turn(2)
	place = s.Widgets.LessonLevels[0]
	s.MoveMouse(float32(place.Min.X+4), float32(place.Min.Y+4))
	s.Turn(2)
	if text := s.Lesson.Pointed; text != "Pixel (0, 0). Luma: 0 = 0." {
		t.Errorf("pointing at a pixel with a formula says %q", text)
	}
}

// TestLessonTurned: each pixel is where the player shows it, and the mouse there points at it.
func TestLessonTurned(t *testing.T) {
	s := paneltest.New(t, 1280, 720, 1)
	for i := range 8 {
		turn := overlay.Orientation{Rotate: i % 4 * 90, Mirror: i >= 4}
		l := lesson.FromMask("", pyramidtest.Masks(8, 8)["noise"], quadpyramid.Unlimited)
		l.Turn = turn
		for i := range 64 {
			l.Pixels = append(l.Pixels, lesson.Pixel{Colour: color.RGBA{uint8(i), 255 - uint8(i), uint8(3 * i), 255}, Inside: true})
		}
		s.Lesson.Open(l)
		s.MoveMouse(1, 1)
		s.Turn(2)
		place, shown := s.Widgets.LessonLevels[0], s.Pixels()
		v := overlay.Fit(8, 8, turn, 1, image.Rect(0, 0, 8, 8), 8, 8)
		side := place.Dx() / 8
		for y := range 8 {
			for x := range 8 {
				px, py, _ := v.Pick(x, y)
				at := image.Pt(place.Min.X+x*side+side/8, place.Min.Y+y*side+side/8)
				if got, want := shown.RGBAAt(at.X, at.Y), l.Pixels[8*py+px].Colour; got != want {
					t.Errorf("%+v: (%d,%d) has the colour %v, want that of pixel (%d,%d), %v", turn, x, y, got, px, py, want)
				}
			}
		}
		px, py, _ := v.Pick(6, 1)
		s.MoveMouse(float32(place.Min.X+6*side+side/2), float32(place.Min.Y+side+side/2))
		s.Turn(2)
		if want := fmt.Sprintf("Pixel (%d, %d)", px, py); !strings.HasPrefix(s.Lesson.Pointed, want) {
			t.Errorf("%+v: the mouse points at %q, want %q", turn, s.Lesson.Pointed, want)
		}
	}
}

// TestLessonEdges: the levels that are not filled yet have a visible edge in each theme.
func TestLessonEdges(t *testing.T) {
	for theme := range session.ThemeCount {
		s := taught(t, 1280, 720, 1)
		s.Settings.Theme = theme
		s.settle()
		pixels, ground := s.Pixels(), widgets.Themed(theme).Ground
		for level, r := range s.Widgets.LessonLevels {
			if r.Empty() {
				continue
			}
			contrast := 0.
			for x := r.Min.X - 4; x <= r.Min.X; x++ {
				contrast = max(contrast, widgets.Contrast(color.NRGBA(pixels.RGBAAt(x, paneltest.Middle(r).Y)), ground))
			}
			if contrast < 3 {
				t.Errorf("%v theme, level %d: contrast %.2f", theme, level, contrast)
			}
		}
		s.Release()
	}
}

// TestLessonAligned: what is above the levels is in line with them, and the buttons that move the square are at the middle of the whole
// picture; the longest text of a step touches no button, and nothing moves from step to step.
func TestLessonAligned(t *testing.T) {
	for _, c := range []struct {
		width, height int
		picture       image.Rectangle
	}{{1280, 720, image.Rect(0, 0, 192, 108)}, {640, 400, image.Rect(0, 0, 192, 108)}, {1280, 720, image.Rect(0, 0, 108, 192)}, {1920, 1080, image.Rect(0, 0, 192, 80)}} {
		s := paneltest.New(t, c.width, c.height, 1)
		l := lesson.FromMask("", pyramidtest.Masks(4, 4)["noise"], quadpyramid.Unlimited)
		l.X, l.Y, l.Threshold, l.Instead = 12344, 12344, "D below 0.0100", true
		l.Overview = lesson.Overview{Image: image.NewRGBA(c.picture), Square: image.Rect(10, 10, 14, 14)}
		l.Pixels = make([]lesson.Pixel, 16)
		s.Lesson.Open(l)
		s.Turn(2)
		w := &s.Widgets
		whole, cross := w.LessonOverview, w.LessonMoves[0]
		for _, r := range w.LessonMoves {
			cross = cross.Union(r)
		}
		aside, level := w.LessonAside.Min.X-w.LessonLevels[1].Min.X, whole.Min.X-w.LessonLevels[2].Min.X
		middle := paneltest.Middle(whole).Y - paneltest.Middle(cross).Y
		if aside < -1 || aside > 1 || level < -1 || level > 1 || middle < -2 || middle > 2 || cross.Min.X < whole.Max.X || cross.Min.X > whole.Max.X+30 {
			t.Errorf("%v: the text at %v, the picture at %v, the buttons at %v, levels at %v", c, w.LessonAside, whole, cross, w.LessonLevels)
		}
		top := w.LessonText.Min.Y
		for step := range l.Steps {
			s.Lesson.Show(step)
			if s.Turn(2); w.LessonText.Max.Y > w.LessonBack.Min.Y || w.LessonText.Min.Y != top {
				t.Errorf("%v, step %d: the text at %v, the buttons at %v", c, step, w.LessonText, w.LessonBack)
			}
		}
		s.Release()
	}
}
