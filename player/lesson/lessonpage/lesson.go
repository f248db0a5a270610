// Package lessonpage draws the page that explains the algorithm with a [lesson.Lesson]. It covers
// the whole target: title, levels of the pyramid, the step's text, the quad list, and buttons.
// Steps turn with a short movement, by hand or automatically.
//
// Input are mouse and elapsed time; output are drawings and commands, through a [widgets.Kit].
package lessonpage

import (
	"fmt"
	"image"
	"strconv"
	"time"
	"unicode/utf8"

	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
	"ffkvadrat/player/lesson"
	"ffkvadrat/player/widgets"
)

// teaching is the state of the page.
type teaching struct {
	lesson *lesson.Lesson // nil while the page is closed
	step   int            // target step
	at     float32        // visible position, fractional during a movement
	plays  bool           // advances by itself
	rested time.Duration  // time at the step
	canvas canvas
	chips  []image.Rectangle // memory of Widgets
	first  int               // first visible entry of the list; −1 if the chosen one decides
	mouse  imgui.Vec2        // where it was when the page opened
	built  bool              // mouse is known
	lines  int               // of the longest text of a step
	lined  sheet             // for which lines is known
	moved  bool              // the mouse has moved on the page: what is under it was pointed at
}

// Page is the page with its widgets.
type Page struct {
	*widgets.Kit
	teaching
	Text       string        // below the levels, in the last Build
	Title      string        // of the page, in the last Build
	Pointed    string        // how the cell under the mouse gets its value, in the last Build; "" for none
	Announced  []string      // in the empty frames of levels, in the last Build
	LetterTime time.Duration // reading time per letter
	Widgets    Widgets       // places in the last Build
	overview   *widgets.Bitmap
}

// moveTime is the duration of the movement between two steps.
const moveTime = 500 * time.Millisecond

// New returns a closed page. overview shows the whole picture.
func New(kit *widgets.Kit, overview *widgets.Bitmap) Page {
	return Page{Kit: kit, LetterTime: letterTime, overview: overview}
}

// Open opens the page with a lesson, or changes the lesson.
func (p *Page) Open(l *lesson.Lesson) {
	was := &p.teaching
	next := teaching{lesson: l, chips: was.chips, first: -1}
	if was.lesson != nil {
		next.mouse, next.built, next.moved = was.mouse, was.built, was.moved
	}
	p.teaching = next
	if l != nil && l.Overview.Image != nil {
		p.overview.Show(l.Overview.Image)
	}
}

// Close closes the page.
func (p *Page) Close() { p.Open(nil) }

// IsOpen reports whether the page is open.
func (p *Page) IsOpen() bool { return p.teaching.lesson != nil }

// Current returns the open lesson and its step, or nil.
func (p *Page) Current() (l *lesson.Lesson, step int) {
	return p.teaching.lesson, p.teaching.step
}

// Show shows a step without a movement.
func (p *Page) Show(step int) { p.teaching.step, p.teaching.at = step, float32(step) }

// Turn goes n steps forwards, or backwards if n is negative.
func (p *Page) Turn(n int) {
	if p.teaching.lesson != nil {
		p.turnTo(p.teaching.step + n)
	}
}

// TurnAlone switches automatic advance on or off.
func (p *Page) TurnAlone() {
	t := &p.teaching
	if t.plays = !t.plays && t.lesson != nil; t.plays && t.step == len(t.lesson.Steps)-1 {
		t.step, t.at = 0, 0
	}
	t.rested = 0
}

// turnTo moves to a step from its neighbour.
func (p *Page) turnTo(step int) {
	t := &p.teaching
	t.step, t.rested = min(max(step, 0), len(t.lesson.Steps)-1), 0
	to := float32(t.step)
	t.at = min(max(t.at, to-1), to+1)
}

// choose shows the traversal to an entry of the list.
func (p *Page) choose(key int) {
	t := &p.teaching
	t.step, t.rested, t.plays = t.lesson.Choose(key), 0, false
	t.at = float32(t.step)
}

// Moves reports whether the page is moving, and otherwise in how many seconds it will; a negative
// number means never.
func (p *Page) Moves() (now bool, in float64) {
	t := &p.teaching
	switch {
	case t.lesson == nil:
	case t.at != float32(t.step):
		return true, 0
	case t.plays:
		return false, max((p.reading() - t.rested).Seconds(), 0)
	}
	return false, -1
}

// letterTime is how long a letter takes most people to read.
const letterTime = 45 * time.Millisecond

// reading returns how long a step stays during automatic advance: the time to read its text.
func (p *Page) reading() time.Duration {
	return time.Second + p.LetterTime*time.Duration(utf8.RuneCountInString(p.lesson.Text(p.step)))
}

// move advances the movement and the automatic advance.
func (p *Page) move(elapsed time.Duration) {
	t := &p.teaching
	by := float32(min(elapsed, 50*time.Millisecond)) / float32(moveTime)
	switch to := float32(t.step); {
	case t.at < to:
		t.at = min(t.at+by, to)
	case t.at > to:
		t.at = max(t.at-by, to)
	case t.plays:
		if t.rested += elapsed; t.rested < p.reading() {
			return
		}
		t.rested = 0
		if t.step++; t.step == len(t.lesson.Steps) {
			t.step, t.plays = t.step-1, false
		}
	}
}

// sheet has the page's measures in pixels of the target.
type sheet struct {
	width, height           float32
	unit                    float32 // scales with the target
	pad, title, text, small float32
	row                     float32 // height of buttons
}

func (p *Page) sheet() sheet {
	s := p.Scale
	w, h := float32(p.Width), float32(p.Height)
	u := min(w/1280, h/720)
	return sheet{w, h, u, max(20*u, 8*s), max(30*u, 16*s), max(20*u, widgets.SmallSize*s), max(17*u, widgets.SmallSize*s), max(38*u, 24*s)}
}

// Build builds the page.
func (p *Page) Build(elapsed time.Duration) {
	t, m := &p.teaching, p.sheet()
	p.move(elapsed)
	widgets.BeginWindow("lesson", p.Areas.Picture, imgui.WindowFlagsNoScrollWithMouse)
	p.DrawBed(p.Areas.Picture)
	draw := imgui.WindowDrawList()
	p.head(draw, &m)
	bottom := m.height - m.pad - m.row
	p.steering(draw, &m, bottom)
	high := float32(p.most(&m)) * 1.3 * m.text
	text := bottom - high - m.pad/2
	chips := text - 2.5*m.small - m.pad/2
	top := 1.4*m.pad + m.row
	if mouse := imgui.CurrentIO().MousePos; !t.built {
		t.mouse, t.built = mouse, true
	} else if mouse != t.mouse {
		t.moved = true
	}
	p.levelsAt(draw, &m, imgui.NewVec2(m.pad, top), imgui.NewVec2(m.width-m.pad, chips-m.pad/2))
	p.entries(draw, &m, chips)
	p.Text = t.lesson.Text(t.step)
	imgui.PushFont(p.Regular, m.text)
	shown, room := widgets.Whole(p.Text, m.width-2*m.pad), m.width-2*m.pad
	draw.AddTextFontV(p.Regular, m.text, imgui.NewVec2(m.pad, text), widgets.Packed(p.Bright), shown, room, nil)
	p.Widgets.LessonText = image.Rect(int(m.pad), int(text), int(m.pad+room), int(text+imgui.CalcTextSizeV(shown, false, room).Y))
	imgui.PopFont()
	imgui.End()
}

// head is the page's first line: the step's title, and on the right the subject of the lesson.
func (p *Page) head(draw *imgui.DrawList, m *sheet) {
	t, w := &p.teaching, &p.Widgets
	x := m.width - m.pad
	place := func(name, tip string, on bool, wide float32, c *image.Rectangle) bool {
		x -= wide
		clicked := p.plate(draw, m, name, imgui.NewVec2(x, m.pad), wide, on, c)
		p.AddTip(tip)
		x -= 0.15 * m.row
		return clicked
	}
	if place("×", "Back to the player.\nKey: Esc", false, m.row, &w.LessonClose) {
		p.Do(command.Do(command.Explain))
	}
	x -= 0.3 * m.row
	around, number := m.small, max(1.1*m.row, 2.2*m.small)
	find := "Find an interesting square"
	if m.width < 60*m.small { // else no room is left for the title
		around, number, find = 0.6*m.small, 1.9*m.small, "Find"
	}
	caption := func(text string) {
		x -= p.TextWidth(m.small, text) + 0.2*m.small
		draw.AddTextFont(p.Regular, m.small, imgui.NewVec2(x, m.pad+(m.row-1.2*m.small)/2), widgets.Packed(p.Dim), text)
		x -= 0.3 * m.row
	}
	for i := len(sides) - 1; i >= 0; i-- {
		side := sides[i]
		if place(strconv.Itoa(side), fmt.Sprintf("A square of %d × %d pixels of the picture.", side, side), t.lesson.Name == "" && t.lesson.Side == side, number, &w.LessonSides[i]) {
			p.Do(command.With(command.Explain, float64(side)))
		}
	}
	caption("Size:")
	if place(find, "The square of this size with the most different sizes of quads; again: the next of them.", false, p.TextWidth(m.small, find)+around, &w.LessonFind) {
		p.Do(command.With(command.MoveSquare, float64(command.Interesting)))
	}
	x -= 0.3 * m.row
	for i := len(figures) - 1; i >= 0; i-- {
		name := lesson.Named(i)
		if place(name, figures[i], t.lesson.Name == name, p.TextWidth(m.small, name)+around, &w.LessonFigures[i]) {
			p.Do(command.With(command.Explain, float64(-1-i)))
		}
	}
	caption("Examples:")
	imgui.PushFont(p.Medium, m.title)
	step, room := t.lesson.Title(t.step), x-2*m.pad
	if p.Title = pageTitle + step; imgui.CalcTextSize(p.Title).X > room {
		p.Title = step
	}
	title := widgets.Fitted(p.Title, room)
	imgui.PopFont()
	draw.AddTextFont(p.Medium, m.title, imgui.NewVec2(m.pad, m.pad+(m.row-1.15*m.title)/2), widgets.Packed(p.Bright), title)
}

// pageTitle is before a step's title, where there is room.
const pageTitle = "How quads are made – "

// sides are the sizes of squares that the page offers, figures the tips of its examples.
var (
	sides   = [...]int{4, 8, 16, 32}
	figures = [lesson.Examples]string{
		"An example: all pixels are smooth and merge into one quad.",
		"An example: one pixel is an edge, and six quads remain.",
	}
)

// plate is a button with text.
func (p *Page) plate(draw *imgui.DrawList, m *sheet, name string, at imgui.Vec2, wide float32, on bool, place *image.Rectangle) bool {
	imgui.SetCursorScreenPos(at)
	clicked := imgui.InvisibleButton(name, imgui.NewVec2(wide, m.row))
	*place = widgets.Item()
	bed := p.Raised
	switch {
	case imgui.IsItemActive():
		bed = p.Pressed
	case on:
		bed = p.Chosen
	case imgui.IsItemHovered():
		bed = p.Hovered
	}
	draw.AddRectFilledV(at, at.Add(imgui.NewVec2(wide, m.row)), widgets.Packed(bed), m.row/6, 0)
	p.WriteCentred(draw, m.small, at.X+wide/2, at.Y+m.row/2, widgets.Packed(p.Bright), name)
	return clicked
}

// steering is the page's last line: buttons and a line of all steps.
func (p *Page) steering(draw *imgui.DrawList, m *sheet, y float32) {
	t, w := &p.teaching, &p.Widgets
	x := m.pad
	scale := p.Scale
	p.Scale = m.row / widgets.SignSide // icons have the buttons' size
	play := p.DrawPlay
	if t.plays {
		play = p.DrawPause
	}
	for _, b := range [...]struct {
		name  string
		sign  func(*imgui.DrawList, float32, float32)
		does  func()
		place *image.Rectangle
	}{
		{"lesson back", p.DrawBack, func() { t.plays = false; p.Turn(-1) }, &w.LessonBack},
		{"lesson play", play, p.TurnAlone, &w.LessonPlay},
		{"lesson on", p.DrawOn, func() { t.plays = false; p.Turn(1) }, &w.LessonOn},
	} {
		if p.Button(b.name, x, y, m.row, b.sign) {
			b.does()
		}
		*b.place = widgets.Item()
		x += 1.2 * m.row
	}
	p.Scale = scale
	last := len(t.lesson.Steps) - 1
	text := fmt.Sprintf("step %d of %d", t.step+1, last+1)
	end := m.width - m.pad - p.TextWidth(m.small, "step 88 of 88") - m.small // of one length for all steps
	draw.AddTextFont(p.Regular, m.small, imgui.NewVec2(end+m.small, y+(m.row-1.2*m.small)/2), widgets.Packed(p.Dim), text)
	x += 0.5 * m.row
	length := end - x - 0.5*m.row
	imgui.SetCursorScreenPos(imgui.NewVec2(x-0.5*m.row, y))
	imgui.InvisibleButton("lesson steps", imgui.NewVec2(length+m.row, m.row))
	w.LessonSteps = widgets.Item()
	if imgui.IsItemActive() {
		part := (imgui.CurrentIO().MousePos.X - x) / length
		t.plays = false
		if step := int(part*float32(last) + 0.5); step != t.step {
			p.turnTo(step)
		}
	}
	middle := y + m.row/2
	thick := m.row / 14
	draw.AddRectFilledV(imgui.NewVec2(x, middle-thick), imgui.NewVec2(x+length, middle+thick), widgets.Packed(p.Border), thick, 0)
	along := func(step float32) float32 { return x + length*step/float32(last) }
	draw.AddRectFilledV(imgui.NewVec2(x, middle-thick), imgui.NewVec2(along(t.at), middle+thick), widgets.Packed(p.Accent), thick, 0)
	for i := range t.lesson.Steps {
		ink := p.Border
		if i <= t.step {
			ink = p.Accent
		}
		draw.AddCircleFilled(imgui.NewVec2(along(float32(i)), middle), 2.2*thick, widgets.Packed(ink), 16)
	}
	draw.AddCircleFilled(imgui.NewVec2(along(t.at), middle), 3.6*thick, widgets.Packed(p.Stronger), 24)
}

// leastLines are how many lines have room below the levels, at least.
const leastLines = 3

// most returns how many lines the longest text of a step has, so that nothing moves from step to step.
func (p *Page) most(m *sheet) int {
	if p.lined != *m {
		p.lined, p.lines = *m, leastLines
		for step := range p.lesson.Steps {
			p.lines = max(p.lines, p.Lines(p.lesson.Text(step)))
		}
	}
	return p.lines
}

// Lines returns the number of lines of a text below the levels.
func (p *Page) Lines(text string) int {
	m := p.sheet()
	imgui.PushFont(p.Regular, m.text)
	defer imgui.PopFont()
	return int(imgui.CalcTextSizeV(widgets.Whole(text, m.width-2*m.pad), false, m.width-2*m.pad).Y/m.text + 0.5)
}

// Widgets are the rectangles of the widgets; empty if hidden.
type Widgets struct {
	LessonClose, LessonBack, LessonPlay, LessonOn, LessonSteps image.Rectangle
	LessonSides                                                [len(sides)]image.Rectangle
	LessonMoves                                                [4]image.Rectangle // left, up, down, right
	LessonFind                                                 image.Rectangle
	LessonFigures                                              [len(figures)]image.Rectangle
	LessonLevels                                               [6]image.Rectangle
	LessonTold                                                 [2]image.Rectangle // the cell that the text computes, and its four sources
	LessonScroll                                               [2]image.Rectangle // the entries before and after the visible ones
	LessonAside                                                image.Rectangle    // the text next to the levels
	LessonOverview, LessonText                                 image.Rectangle    // the whole picture, the step's text
	LessonEntries                                              []image.Rectangle  // visible entries of the list; valid until the next Build
}
