package player

import (
	"cmp"
	"fmt"
	"image"
	"math"

	"ffkvadrat/decode/wording"
	"ffkvadrat/overlay/views"
	"ffkvadrat/playback/transport"
	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/scene"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
	"ffkvadrat/player/timeline/timelinestrip"
	"ffkvadrat/player/widgets"
)

func (p *player) escape(command.Command) {
	if p.status.Quitting {
		p.exports.goOn()
		return
	}
	p.panel.Start.Closed = true
	if p.panel.Menu.Close() {
		return
	}
	if p.probe.Pinned() || p.status.Picking.On || p.status.Fullscreen {
		p.probe.Unpin()
		p.mouse.endPicking()
		p.setFullscreen(false)
		return
	}
	p.settings.View = views.Video
}

// openMenu opens the menu by its button, or for keys; these also close an open menu or list.
func (p *player) openMenu(forKeys bool) {
	switch {
	case !forKeys:
		p.panel.Menu.OpenByButton()
	case !p.panel.Menu.Close() && !p.panel.Lesson.IsOpen():
		x, y := p.scene.Place.Middle()
		p.panel.Menu.OpenByKey(image.Pt(int(x), int(y)))
	}
}

// seeking executes commands that seek.
type seeking struct {
	*core
	peaked peaked
}

// peaked is the frame of the last message about a curve's peak, while not all frames are known.
type peaked struct {
	curve session.Curve
	time  float64
	said  string // the message; empty for none
}

func (m *seeking) toStart(command.Command) {
	m.play.SeekTo(0)
	m.say("Start")
}

func (m *seeking) toEnd(command.Command) {
	if m.play.Live() {
		m.play.Newest()
		return
	}
	m.play.SeekTo(math.MaxInt32)
	m.say("End")
}

// goTo seeks to the typed position. If the text is invalid, the user can correct it.
func (m *seeking) goTo(c command.Command) {
	if err := m.play.GoTo(c.Text); err != nil {
		m.say(wording.Line(err))
		m.panel.Place.Ask(c.Text)
	}
}

// showSource pauses at a frame and pins a pixel there, in the area that a block is predicted from. The tab Pixel then has a button back to where this began.
func (m *seeking) showSource(c command.Command) {
	var x, y int
	var area panel.Area // only of sources, not of the way back
	f := m.play.Frame()
	if n, _ := fmt.Sscan(c.Text, &x, &y, &area.X, &area.Y, &area.Width, &area.Height); n < 2 || f == nil {
		return // nobody makes such a command
	}
	m.play.Pause(true)
	second := c.ID == command.ShowSecondSource
	if second {
		m.play.SeekTo(c.Number + f.Duration/2) // containers round times
	} else if err := m.play.GoTo(fmt.Sprintf("#%d", int64(c.Number))); err != nil {
		m.say(wording.Line(err))
		return
	}
	switch d := &m.status.Descent; {
	case c == d.Return:
		d.Return = command.Command{}
	case d.Return == (command.Command{}) && d.On && m.index(f) >= 0:
		d.Return = command.Command{ID: command.ShowSource, Number: float64(m.index(f)), Text: fmt.Sprint(d.X, d.Y)}
	}
	x, y = min(max(x, 0), f.Picture.Width-1), min(max(y, 0), f.Picture.Height-1)
	if second {
		m.probe.PinSecondSource(x, y, c.Number, area)
		m.uncover(&m.scene.Place.Sides[1], area)
		return
	}
	m.probe.PinSource(x, y, int64(c.Number), area)
}

// showBlock pauses, pins a pixel of A's or B's frame, and shows one of the codec's largest blocks around it from near.
func (m *seeking) showBlock(c command.Command) {
	var x, y, left, top, width, height int
	if _, err := fmt.Sscan(c.Text, &x, &y, &left, &top, &width, &height); err != nil {
		return // nobody makes such a command
	}
	m.play.Pause(true)
	number := int(c.Number)
	side := &m.scene.Place.Sides[number]
	part, pixel := m.scene.ShownPart(side, image.Rect(left, top, left+width, top+height)), m.scene.ShownPart(side, image.Rect(x, y, x+1, y+1)).Min
	m.scene.LookAt(part)
	m.locate()
	m.probe.PinIn(pixel.X, pixel.Y, number, part)
	m.uncover(side, panel.Area{X: float64(part.Min.X), Y: float64(part.Min.Y), Width: float64(part.Dx()), Height: float64(part.Dy())})
}

// uncover moves the divider of a wipe to the left of an area of B, or to the right of one of A.
func (m *seeking) uncover(side *scene.Side, area panel.Area) {
	at := &m.scene.Place
	divider, on := at.Divider()
	if !on {
		return
	}
	shown := at.CoverArea(side, area.X, area.Y, area.Width, area.Height)
	left, right := shown.Min.X-shown.Dx()/2, shown.Max.X+shown.Dx()/2
	switch second := side == &at.Sides[1]; {
	case second && left < divider:
		m.scene.MoveDivider(float64(left))
	case !second && right > divider:
		m.scene.MoveDivider(float64(right))
	}
}

// peak seeks to the most remarkable frame of a curve.
func (m *seeking) peak(c session.Curve) {
	thing := cmp.Or(m.status.Timeline.Thing, "quad")
	title := c.Of(thing).Title
	if !m.timeline.Surveys() {
		m.say("This " + m.video.Info.Thing() + " has no timeline")
		return
	}
	if why := timeline.Without(c, m.scene.HasSecond(), m.facts.NoBlocks, &m.settings); why != "" {
		m.say(title + ": " + why)
		return
	}
	known := m.timeline.Known(m.scene.A.Stored())
	e, ok := timelinestrip.ExtremeOf(c, &known)
	switch {
	case ok:
	case m.settings.ShownCurves().Has(c):
		m.say(title + ": not known of any frame yet")
		return
	default:
		m.offer(title+": not known of any frame yet", panel.Offer{Title: "Show the curve", Command: command.With(command.Curve, float64(c))})
		return
	}
	m.play.Pause(true)
	m.play.SeekTo(e.Time)
	said := aboutPeak(c, thing, e)
	if m.peaked = (peaked{}); !e.Whole {
		m.peaked = peaked{c, e.Time, said}
	}
	m.offer(said, panel.Offer{Title: widgets.NumbersTitle, Command: command.Do(command.ShootNumbers)})
}

// confirm updates the message about a peak once all frames are known: it drops that others may come, or the message if another frame
// is the peak.
func (m *seeking) confirm() {
	if m.peaked.said == "" || m.message.text != m.peaked.said {
		return
	}
	switch e, ok := timelinestrip.ExtremeOf(m.peaked.curve, &m.status.Timeline); {
	case ok && !e.Whole:
		return
	case ok && e.Time == m.peaked.time:
		m.message.text = aboutPeak(m.peaked.curve, cmp.Or(m.status.Timeline.Thing, "quad"), e)
	default:
		m.message.retract(m.peaked.said)
	}
	m.peaked = peaked{}
}

// aboutPeak is the message about the most remarkable frame of a curve, for lists of a thing.
func aboutPeak(c session.Curve, thing string, e timelinestrip.Extreme) string {
	text := quantity.Capitalised(c.Extreme(thing)) + ": " + e.Value
	if !e.Varies {
		text = c.Of(thing).Title + ": " + e.Value + " in all frames"
	}
	if !e.Whole {
		text += " so far: the video is not fully analysed yet"
	}
	return text
}

// nextCut seeks to the next or the previous cut that the timeline knows.
func (m *seeking) nextCut(c command.Command) {
	if !m.timeline.Surveys() {
		m.say("This " + m.video.Info.Thing() + " has no timeline")
		return
	}
	v := m.timeline.Latest(false)
	back := c.Number < 0
	cut, ok := v.CutFrom(m.play.Towards(), back)
	switch {
	case ok:
		m.play.SeekTo(cut)
		m.say("Cut at " + transport.FormatTime(transport.Seconds(cut)))
	case v.Cut || back:
		m.say(word(back, "No cut before this frame", "No cut after this frame"))
	default:
		m.say("No cut known after this frame: show the timeline for a while")
	}
}
