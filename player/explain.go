package player

import (
	"image"

	"ffkvadrat/decode/wording"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/command"
	"ffkvadrat/player/lesson"
	"ffkvadrat/player/scene"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
)

// explaining is the state of the page that explains the algorithm.
type explaining struct {
	x, y    int  // the explained pixel; x < 0 for none
	resumes bool // resume playback when the page closes
}

// lessons opens and controls the page that explains the algorithm.
type lessons struct {
	*core
	explaining
	mouse   *mouse
	choices *choosing
}

// explain opens or closes the page, or changes its subject; see command.Explain.
func (p *lessons) explain(c command.Command) {
	n := int(c.Number)
	f := p.play.Frame()
	switch {
	case n < 0:
		p.panel.Lesson.Open(lesson.Example(min(-n-1, lesson.Examples-1)))
		return
	case n == 0 && p.panel.Lesson.IsOpen():
		p.stopExplaining()
		return
	case f == nil:
		return
	}
	e := &p.explaining
	if n == 0 {
		m := &p.input.pointer
		e.x = -1
		if x, y, ok := p.probe.Pixel(&p.scene.Place, int(m.x), int(m.y), p.mouse.overPicture()); ok {
			e.x, e.y = x, y
		}
		n = p.lessonSide(&f.Picture)
	}
	l, err := p.probe.Lesson(p.explained(), f, e.x, e.y, n)
	if err == nil && c.Number == 0 && l.Flat() {
		if l, err = p.probe.Lesson(p.explained(), f, -1, 0, n); err == nil {
			l.Instead = e.x >= 0 && !l.Flat()
		}
		if err == nil && l.Flat() && l.Params.Variant.Merges() {
			e.x = -1
			l = lesson.Example(lesson.Examples - 1)
			l.Instead = true
		}
	}
	if err != nil {
		p.say(wording.Line(err))
		return
	}
	if !p.panel.Lesson.IsOpen() {
		if e.resumes = !p.play.Paused(); e.resumes {
			p.play.Pause(true)
		}
		p.say("") // the message is about the picture
	}
	if l.Name == "" {
		e.x, e.y = l.X, l.Y
	}
	p.panel.Lesson.Open(l)
}

// lessonSide returns the side of a square that shows the whole picture, or else the usual side; in a narrow
// window, which has no room for that many numbers, the least.
func (p *lessons) lessonSide(picture *yuv.Picture) int {
	side := lesson.SideFor(picture.Width, picture.Height)
	if width, _ := p.win.GetFramebufferSize(); side == lesson.UsualSide && float32(width) < narrow*p.win.scale() {
		return lesson.LeastSide
	}
	return side
}

// stopExplaining closes the page.
func (p *lessons) stopExplaining() {
	if !p.panel.Lesson.IsOpen() {
		return
	}
	p.panel.Lesson.Close()
	if p.explaining.resumes && p.play.Paused() && !p.play.Ended() {
		p.play.Pause(false)
	}
	p.explaining.resumes = false
	p.say("") // the message is about the page
}

// turnsPage handles a command while the page is open: keys of playback change the step, and
// commands about the picture do nothing. It returns false for other commands.
func (p *lessons) turnsPage(c command.Command) bool {
	l, _ := p.panel.Lesson.Current()
	if l == nil {
		return false
	}
	end := len(l.Steps)
	if c.ID == command.Escape && p.status.Quitting {
		return false
	}
	switch c.ID {
	case command.TogglePause:
		p.panel.Lesson.TurnAlone()
	case command.Step, command.SeekBy:
		p.turnPage(c)
	case command.ToStart:
		p.panel.Lesson.Turn(-end)
	case command.ToEnd:
		p.panel.Lesson.Turn(end)
	case command.Escape:
		p.stopExplaining()
	case command.Explain, command.MoveSquare, command.Fullscreen, command.Help, command.Quit, command.QuitAndKeep, command.Stay, command.ShootWindow, command.OpenVideo,
		command.OpenRecent, command.Browse, command.Mute, command.Volume:
		return false
	}
	return true
}

// turnPage changes the step or, with Shift and with the vertical arrow keys, moves the square.
func (p *lessons) turnPage(c command.Command) {
	move := func(m command.Move) { p.moveSquare(command.With(command.MoveSquare, float64(m))) }
	switch seeks := c.ID == command.SeekBy; {
	case seeks && c.Number == -1:
		move(command.Left)
	case seeks && c.Number == 1:
		move(command.Right)
	case seeks && c.Number == 60:
		move(command.Up)
	case seeks && c.Number == -60:
		move(command.Down)
	case c.Number < 0:
		p.panel.Lesson.Turn(-1)
	default:
		p.panel.Lesson.Turn(1)
	}
}

// moveSquare explains the square that is adjacent on the screen, unless it is outside the picture, or an interesting one.
// The step does not change.
func (p *lessons) moveSquare(c command.Command) {
	l, step := p.panel.Lesson.Current()
	f := p.play.Frame()
	if l == nil || f == nil {
		return
	}
	move := command.Move(c.Number)
	if move == command.Interesting {
		p.findSquare(l, step)
		return
	}
	if l.Name != "" {
		return
	}
	by := [...]image.Point{command.Left: {-1, 0}, command.Up: {0, -1}, command.Down: {0, 1}, command.Right: {1, 0}}[move]
	to := image.Pt(l.X, l.Y).Add(l.Stored(by).Mul(l.Side))
	if to.In(image.Rect(0, 0, f.Picture.Width, f.Picture.Height)) {
		p.explainSquare(to, l.Side, step)
	}
}

// findSquare explains an interesting square of the picture, of the lesson's side.
func (p *lessons) findSquare(l *lesson.Lesson, step int) {
	f := p.play.Frame()
	side, after := l.Side, image.Pt(l.X, l.Y)
	if l.Name != "" {
		side, after = p.lessonSide(&f.Picture), image.Pt(-1, -1)
	}
	to, err := p.probe.Interesting(p.explained(), f, side, after)
	if err != nil {
		p.say(wording.Line(err))
		return
	}
	if l.Name == "" && to == after {
		p.say("No other square of this size has as many sizes of " + l.Params.Variant.Thing() + "s")
		return
	}
	p.explainSquare(to, side, step)
}

// explainSquare opens the lesson about a square at a step.
func (p *lessons) explainSquare(at image.Point, side, step int) {
	next, err := p.probe.Lesson(p.explained(), p.play.Frame(), at.X, at.Y, side)
	if err != nil {
		p.say(wording.Line(err))
		return
	}
	p.explaining.x, p.explaining.y = at.X, at.Y
	p.panel.Lesson.Open(next)
	p.panel.Lesson.Show(min(step, next.Find(lesson.Count)))
}

// explained returns the side of the scene that lessons are about.
func (p *lessons) explained() *scene.Side {
	return &scene.Side{Layer: p.scene.A, Settings: &p.scene.Applied}
}

// togglePyramid toggles the view of the pyramid, at a level with visible cells.
func (p *lessons) togglePyramid(command.Command) {
	s := &p.settings
	if s.View == views.Pyramid {
		s.View = views.Video
		return
	}
	f := p.play.Frame()
	if f == nil {
		return
	}
	s.View = views.Pyramid
	if s.Level == session.Default().Level {
		const seen = 12 // pixels at scale 1
		for s.Level < top(f.Picture.Width, f.Picture.Height) && p.scene.Place.View.Zoom()*float64(int(1)<<s.Level) < seen*float64(p.panel.Scale) {
			s.Level++
		}
	}
}
