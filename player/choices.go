package player

import (
	"fmt"
	"math"
	"math/bits"
	"strings"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/match"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/session"
	"ffkvadrat/player/sides"
	"ffkvadrat/player/timeline"
	"ffkvadrat/player/widgets"
)

// Commands that change settings, and their messages.

// choosing changes settings by commands.
type choosing struct {
	*core
	stored *storedQuads
}

func (p *choosing) scaleThreshold(c command.Command) {
	s := &p.settings
	s.Threshold = panel.Scaled(s.Threshold, s.MaxThreshold(), c.Number)
	p.say(fmt.Sprintf("Threshold %.4f", s.Threshold))
}

// toggle toggles a switch, and says what is on or off.
func (p *choosing) toggle(on *bool, what string) {
	*on = !*on
	p.say(word(*on, what+" on", what+" off"))
}

func (p *choosing) nextLook(command.Command) {
	p.settings.Look = p.settings.Look.Next()
	*p.settings.Quads() = true
	p.say(p.settings.Look.Title())
}

func (p *choosing) nextColour(command.Command) {
	next := p.settings.Colour.Next()
	for p.comparesNothing(next) {
		next = next.Next()
	}
	p.settings.SetColour(next)
	*p.settings.Quads() = true
	p.say("Colour by " + strings.ToLower(p.settings.Colour.Title()))
}

// comparesNothing reports whether a colouring compares with what there is not.
func (p *choosing) comparesNothing(c overlay.Colouring) bool {
	second := p.scene.HasSecond()
	return c.Compares() && p.stored.file.Video == nil && !p.settings.Codec && !second || c.NeedsSecond() && !second
}

// toggleMotion shows motion vectors, with the codec's blocks, or hides them.
func (p *choosing) toggleMotion(command.Command) {
	s := &p.settings
	s.Motion = s.Motion && s.Codec
	p.toggle(&s.Motion, "Motion vectors")
	s.Codec = s.Codec || s.Motion
}

func (p *choosing) nextView(command.Command) {
	p.settings.View = p.settings.View.Next()
	for p.settings.View.NeedsSecond() && !p.scene.HasSecond() {
		p.settings.View = p.settings.View.Next()
	}
}

// nextLevel shows the next coarser level of the pyramid, and after the top the finest one. From
// another view, it only switches to the pyramid.
func (p *choosing) nextLevel(command.Command) {
	f := p.play.Frame()
	if f == nil {
		return
	}
	s := &p.settings
	if s.View == views.Pyramid {
		s.Level++
		if s.Level > top(f.Picture.Width, f.Picture.Height) {
			s.Level = 0
		}
	}
	s.View = views.Pyramid
}

// top returns the level of the pyramid's single cell.
func top(width, height int) int { return bits.Len(uint(max(width, height) - 1)) }

// largest returns the level of a picture's largest possible quads; most is their limit in pixels, 0
// for none.
func largest(width, height, most int) int {
	side := min(width, height)
	if most > 0 {
		side = min(side, most)
	}
	return bits.Len(uint(side)) - 1
}

func (p *choosing) toggleWipe(command.Command) {
	if p.settings.View.NeedsSecond() { // both are on the screen
		p.settings.View = views.Video
		return
	}
	p.apply(p.scene.ToggleWipe(p.settings.Choices))
	p.input.pointer.drags = nothing
	p.locate()
}

// compare starts a comparison, unless there is one. It reports whether there is one now.
func (p *choosing) compare() bool {
	if !p.scene.Comparing() && !p.settings.View.NeedsSecond() {
		p.toggleWipe(command.Command{})
	}
	return p.scene.Comparing()
}

// nextWay compares in the next way; at first, it starts a comparison in the last one.
func (p *choosing) nextWay(command.Command) {
	if p.scene.Comparing() {
		next := p.settings.ComparedAs().Next()
		for next.NeedsSecond() && !p.scene.HasSecond() {
			next = next.Next()
		}
		p.settings.CompareAs(next)
	} else if !p.compare() {
		return
	}
	if way := p.settings.ComparedAs(); !way.NeedsSecond() { // those have their names in the picture
		p.say(way.Title() + ": " + way.Note())
	}
}

// flip shows the other picture; at first B.
func (p *choosing) flip(command.Command) {
	if p.settings.ComparedAs() == sides.Flip && p.scene.Comparing() {
		p.scene.Flip()
		return
	}
	if p.settings.CompareAs(sides.Flip); p.compare() {
		p.scene.Show(true)
	}
}

// toggleDifference shows the difference of two videos, or both.
func (p *choosing) toggleDifference(command.Command) {
	switch {
	case !p.scene.HasSecond():
		p.say(noSecond)
	case p.settings.View == views.Difference:
		p.settings.View = views.Video
	default:
		p.settings.View = views.Difference
	}
}

func (p *choosing) switchVariant(command.Command) {
	next := (p.settings.Variant + 1) % analysis.VariantCount
	if next.Searches() && p.settings.Search.Template == (match.Template{}) {
		next = (next + 1) % analysis.VariantCount
	}
	p.settings.Params = p.settings.Switched(next, p.settings.Operator)
	p.say(widgets.MethodName(p.settings.Params))
}

func (p *choosing) addVolume(c command.Command) {
	p.settings.Volume = min(max(math.Round((p.settings.Volume+c.Number)*100)/100, 0), 1)
	p.say(fmt.Sprintf("Volume %.0f", 100*p.settings.Volume))
}

func (p *choosing) toggleMute(command.Command) {
	p.settings.Muted = !p.settings.Muted
	p.say(word(p.settings.Muted, "Muted", "Sound on"))
}

func (p *choosing) showTab(c command.Command) {
	p.settings.Tab, p.settings.Panel = session.Tab(c.Number), true
}

func (p *choosing) togglePanel(command.Command) {
	p.settings.Panel = !p.settings.Panel
	p.input.pointer.moved = time.Time{} // hides the bar over the picture until the mouse moves
}

// focusNext gives the keys to the panel, to the bar, or back to the player.
func (p *choosing) focusNext(command.Command) {
	if p.panel.Focused() == "" && !p.settings.Panel {
		p.settings.Panel = true
	}
	if p.panel.FocusNext(); p.panel.Focused() == "" {
		p.say("Keys control the player")
		return
	}
	p.say("Tab and arrows move, Space presses, Esc returns")
}

func word(on bool, yes, no string) string {
	if on {
		return yes
	}
	return no
}

// zoomTimeline zooms the timeline by a factor; 0 shows all of it.
func (c *choosing) zoomTimeline(factor float64) {
	strip := c.panel.Timeline()
	switch {
	case !c.status.Timeline.Shown:
		c.say("There is no timeline; t shows it")
	case factor == 0:
		strip.ShowWhole()
	default:
		strip.Zoom(factor)
	}
}

// noTimeline says why the video has no timeline; empty if it has one.
func (c *choosing) noTimeline() string {
	switch {
	case c.video.Info.Still():
		return "A single picture has no timeline"
	case !c.timeline.Surveys():
		return "No timeline for videos of unknown length or from the network"
	}
	return ""
}

func (c *choosing) toggleTimeline(command.Command) {
	if why := c.noTimeline(); why != "" {
		c.say(why)
		return
	}
	overPicture := !c.settings.Panel
	shown := c.status.Timeline.Shown || overPicture && c.settings.Timeline == session.Always
	if c.settings.Timeline = session.Always; shown {
		c.settings.Timeline = session.Never
	}
	on := word(overPicture, "Timeline on, while the mouse moves", "Timeline on")
	c.say(word(c.settings.Timeline == session.Always, on, "Timeline off"))
}

// toggleCurve shows a curve, with the timeline, or hides it.
func (c *choosing) toggleCurve(i session.Curve) {
	title := i.Of(c.settings.Variant.Thing()).Title
	why := c.noTimeline()
	if without := timeline.Without(i, c.scene.HasSecond(), c.facts.NoBlocks, &c.settings); why == "" && without != "" {
		why = title + ": " + without
	}
	if why != "" {
		c.say(why)
		return
	}
	shown := c.settings.ShownCurves()
	on := !shown.Has(i) || !c.status.Timeline.Shown
	if shown.Switch(i, on); on && !c.status.Timeline.Shown {
		c.settings.Timeline = session.Always
	}
	c.say(title + word(on, " in the timeline", " no longer in the timeline"))
}
