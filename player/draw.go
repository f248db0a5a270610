package player

import (
	"fmt"
	"image"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/response"
	"ffkvadrat/decode"
	"ffkvadrat/overlay/gloverlay"
	"ffkvadrat/playback/transport"
	"ffkvadrat/player/command"
	"ffkvadrat/player/hint"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
	"ffkvadrat/yuv"
)

// draw draws the window with a frame, without showing it yet.
func (p *player) draw(f *decode.Frame) error {
	start := time.Now()
	width, height := p.win.GetFramebufferSize()
	if width == 0 || height == 0 {
		return nil // minimised
	}
	p.rescale(width, height)
	p.status.Controls, _ = p.showsControls(start)
	p.showPointer()
	p.status.Sample = p.hints(start)
	if p.panel.OnToast() && !p.input.pointer.away {
		p.message.hold(start)
	}
	p.files.showPosters()
	p.raw.preview()
	p.status.Timeline = p.timeline.Show(p.showsTimeline(), p.scene.A.Stored(), p.scene.A.Thing())
	p.status.Timeline.Frames = p.facts.Frames
	p.status.Timeline.HasSecond, p.status.Timeline.Second = p.second.video != nil, p.second.span()
	p.locate()
	p.status.Shown = p.scene.Place.View.Bounds()
	p.observe(f, start)
	p.exports.plan(start)
	r := &p.redraw
	way := p.settings.ComparedAs()
	commands := p.panel.Build(width, height, start.Sub(r.built), &p.status, &p.settings)
	if p.settings.ComparedAs() != way {
		p.choices.compare()
	}
	if b := p.status.Wipe.B; b != nil {
		p.scene.SetB(*b)
	}
	p.timeline.At, p.timeline.Points = p.panel.Seek.PointedAt()
	p.timeline.Measure(&p.settings)
	p.past.noteSettings()
	p.choices.missSetting()
	p.mouse.shapePointer()
	r.built = start
	p.win.dev.DrawToWindow(width, height)
	page := p.panel.Lesson.IsOpen() || p.refused != nil
	if p.settings.Panel || page {
		p.panel.Clear(gloverlay.LowestFirst)
	}
	if !page {
		p.scene.Around(p.panel.Surround)
		if err := p.scene.Draw(); err != nil {
			return err
		}
	}
	if err := p.panel.Draw(gloverlay.LowestFirst); err != nil {
		return err
	}
	if p.shooting.window {
		p.shooting.window = false
		p.shooting.save(f, p.shooting.shotName(f, false)+"-window", p.win.dev.ReadWindow(width, height))
	}
	if !p.cfg.Untimed {
		p.win.dev.Finish() // includes the GPU's time in the measurement, and makes the swap fast
	}
	p.status.Draw = smooth(p.status.Draw, time.Since(start))
	for _, c := range commands {
		p.ask(c)
	}
	return nil
}

// rescale sets the panel's scale: the window's times the user's, limited by the window's size. In a narrow
// window the panel folds.
func (p *player) rescale(width, height int) {
	scale := panel.UsualScale(width, height, p.win.scale())
	if wanted := scale * float32(p.settings.PanelScale); wanted > 0 {
		scale = min(wanted, max(panel.MostScale(width, height), scale))
	}
	p.panel.SetScale(scale)
	p.foldIn(float32(width) / p.win.scale())
}

// observe updates the status for frame f.
func (p *player) observe(f *decode.Frame, now time.Time) {
	s := &p.status
	s.State = p.play.State()
	s.Index, s.About, s.Time, s.Bytes = p.index(f), p.about(f), transport.Seconds(f.Time-p.video.Info.Start), f.Packet
	s.Size = f.Size()
	quads, coverage, counted := p.scene.A.Counts()
	s.List, s.Uncounted = panel.List{Quads: quads, Thing: p.scene.A.Thing(), Coverage: coverage, Cubed: p.scene.A.Cubed()}, !counted
	p.scene.SetQPs(p.timeline.QPs())
	s.Codec, s.BlockBins = p.coded(f), p.blockBins()
	shown := f.Picture.Colour.With(p.settings.Shown).Resolve(f.Picture.Width, f.Picture.Height)
	s.FullRange = f.Picture.Format.Model != yuv.RGB && shown.Range == yuv.Full
	if !p.scene.A.Stored() {
		s.NoCubes = p.cubing.missing(&p.scene.Applied)
	}
	s.Low, s.Bounds = p.scene.A.Classes()
	s.AgesUnknown = p.scene.A.UnknownAges(&p.scene.Applied)
	s.Top, s.Most = top(f.Picture.Width, f.Picture.Height), p.scene.A.Most
	s.Largest = largest(f.Picture.Width, f.Picture.Height, p.scene.A.MaxSize())
	style := p.scene.A.Style(&p.scene.Applied)
	s.DrawnFrom, s.Small = style.DrawnFrom(&p.scene.Place.View), 0
	if s.DrawnFrom > 0 && p.settings.Panel && p.settings.Tab == session.Tune {
		for _, n := range p.scene.A.Sizes()[:s.DrawnFrom] {
			s.Small += n
		}
	}
	t := p.scene.Stages()
	s.Stages = analysis.Times{
		Upload: smooth(s.Stages.Upload, t.Upload), Edge: smooth(s.Stages.Edge, t.Edge),
		Pyramid: smooth(s.Stages.Pyramid, t.Pyramid), List: smooth(s.Stages.List, t.List),
	}
	s.Account = p.scene.Account(f)
	p.inform(f)
	p.timeline.Update(now)
	p.measure()
	p.marks.number()
	s.Marks = p.marks.kept.List
	s.Marked = s.Marks.Find(p.marks.markTime(f))
	p.stored.observe()
	p.compare()
	p.answer(f, now)
	p.look(f)
	p.thresholds.plot(f)
	p.seeking.confirm()
	s.Message, s.Offers, s.Visible = p.message.shown(now)
	s.Reply = p.message.replied(now)
	s.Quiet = p.message.quiet && p.message.warning == ""
}

// answer updates the hint why there are no quads. A wipe, and the comparison with stored quads, have
// several lists.
func (p *player) answer(f *decode.Frame, now time.Time) {
	s := &p.status
	if s.Hint = (hint.Hint{}); s.Wipe.On || s.Stored.Compared || s.Picking.On || p.scene.Applied.EachFrame {
		return
	}
	covers := s.Coverage == 1
	s.Hint = p.answers.Of(&p.scene.Applied, hint.Frame{
		Quads: s.Quads, Covers: covers, Colours: covers && f.Picture.Surface == nil && response.ShowsColours(&f.Picture), Counted: !s.Uncounted, Stored: p.scene.A.Stored(), Missing: s.Stored.Missing != "", Playing: !p.play.Paused(),
	}, now)
}

// look updates the status for the pixel under the pointer or the pinned one, and the values of
// cells.
func (p *player) look(f *decode.Frame) {
	s, at := &p.status, &p.scene.Place
	x, y := int(p.input.pointer.x), int(p.input.pointer.y)
	over := p.mouse.overPicture() && !p.input.pointer.away && p.input.pointer.drags != picture && !p.settings.View.InSpace()
	if s.Sample && p.input.pointer.still() {
		over = false
	}
	playing := !p.play.Paused() && p.settings.Engine == session.GPU // during playback, never wait for the GPU's list
	s.Inspected = s.Inspected[:0]
	p.probe.Numbering = panel.Numbering{Index: s.Index, Frames: p.facts.Frames}
	p.probe.Time, p.probe.Lasts = f.Time-p.video.Info.Start, f.Duration
	p.probe.Numbers(&s.Numbers, at, f, p.panel.Scale)
	if over && p.settings.Panel {
		s.Inspected = p.probe.Inspect(s.Inspected, at, f, x, y, &s.Numbers, playing)
		s.Heads = p.probe.Heads
	}
	px, py, ok := p.probe.Pixel(at, x, y, over)
	if !p.probe.Pinned() {
		s.Descent.Return = command.Command{}
		if part := p.second.chosen(); !over && !part.Empty() {
			px, py, ok = (part.Min.X+part.Max.X)/2, (part.Min.Y+part.Max.Y)/2, true
		}
	}
	s.Zoom = p.zoomNow()
	_, ux, uy, under := at.Pick(x, y)
	s.Outlines = s.Outlines[:0]
	if over && under && p.settings.Panel {
		s.Outlines = p.probe.Outline(s.Outlines, at, ux, uy, false)
	}
	p.scene.Chosen, p.scene.HasChosen = image.Pt(px, py), ok && p.probe.Pinned() && p.settings.Panel && p.settings.Tab == session.Pixel
	if p.scene.HasChosen {
		s.Outlines = p.probe.Outline(s.Outlines, at, px, py, true)
	}
	s.Descent.Costly, s.Descent.Of, s.Descent.NoCosts = s.Descent.Costly[:0], "", ""
	if p.settings.Panel && p.settings.Tab == session.Pixel {
		s.Descent.Costly, s.Descent.Of, s.Descent.NoCosts = p.costliest()
	}
	if !ok || !p.settings.Panel || p.settings.Tab != session.Pixel {
		s.Descent.On, s.Descent.Steps = false, s.Descent.Steps[:0]
		return
	}
	p.probe.Descend(&s.Descent, at, f, p.play.Number(), px, py)
	s.Descent.Under = over && under && ux == px && uy == py
}

// compare updates the status for the two pictures that are compared.
func (p *player) compare() {
	p.second.findWorst(p.thresholds.solver.auto.unsettled(p.video, &p.settings.Choices))
	p.status.Worst, p.status.Pairing = p.second.search.Found, p.second.pairing()
	w := &p.status.Wipe
	_, _, w.Edges = p.scene.Measured()
	w.Errors = p.scene.Errors()
	at := &p.scene.Place
	for i := range at.Sides[:at.N] {
		v := at.ViewOf(&at.Sides[i])
		w.Shown[i] = v.Bounds()
	}
	w.Worst = p.second.marked()
	w.On, w.Way, w.Areas = at.N == 2, at.Way, [2]image.Rectangle{at.Sides[0].Area, at.Sides[1].Area}
	w.Both, w.Plane = p.second.both()
	w.B, w.Tip = p.scene.B(), p.second.tip
	w.Tuned = w.B != nil
	for i := range at.Sides[:at.N] {
		if w.On {
			side := &at.Sides[i]
			quads, _, _ := side.Layer.Counts()
			if p.second.video != nil && at.Sides[1].Layer != nil {
				if w.Names[i], w.Counts[i] = p.second.names(i, quads); w.Names[i] != "" {
					continue
				}
			}
			if side.Layer.Stored() {
				w.Names[i] = fmt.Sprintf("%c   stored: %s", "AB"[i], p.status.Stored.Name)
			} else {
				w.Names[i] = fmt.Sprintf("%c   %s %.4f", "AB"[i], widgets.MethodName(side.Settings.Params), side.Settings.Threshold)
			}
			w.Counts[i] = quantity.Count(int64(quads), side.Layer.Thing())
			if s := side.Settings; s.Codec && !*s.Quads() {
				w.Names[i], w.Counts[i] = fmt.Sprintf("%c   codec", "AB"[i]), quantity.Count(int64(p.status.Codec.Frames[0].Blocks), "block")
			}
		}
	}
	w.More = p.moreOfB()
}

// moreOfB says how B differs from A.
func (p *player) moreOfB() string {
	if p.scene.B() == nil || p.scene.Place.N < 2 {
		return ""
	}
	a, b := &p.scene.Place.Sides[0], &p.scene.Place.Sides[1]
	before, _, known := a.Layer.Counts()
	after, _, counted := b.Layer.Counts()
	more := int64(after - before)
	switch {
	case p.scene.SameB():
		return panel.SameB
	case !known || !counted || !*a.Settings.Quads() || !*b.Settings.Quads() || a.Layer.Thing() != b.Layer.Thing() || more == 0:
		return ""
	case more < 0:
		return quantity.Grouped(-more) + " fewer than A"
	}
	return quantity.Grouped(more) + " more than A"
}

// showsTimeline reports whether the timeline is visible. By default it is, except over the picture
// and for single frames.
func (p *player) showsTimeline() bool {
	wanted := p.settings.Timeline
	switch {
	case !p.timeline.Surveys() || wanted == session.Never:
		return false
	case !p.settings.Panel:
		return p.status.Controls && wanted == session.Always
	}
	return wanted == session.Always || !p.video.Info.Still()
}

// hintTime is how long the hint is shown over the playing sample, unless the mouse is on it or has moved in the last hintReach: it may
// be on its way there.
const (
	hintTime  = 15 * time.Second
	hintReach = time.Second
)

// hints reports whether to show the hint over the sample.
func (p *player) hints(now time.Time) bool {
	if p.cfg.Passing == "" || p.video.Path != p.cfg.Passing || p.panel.Start.Closed {
		return false
	}
	return p.play.Paused() || now.Sub(p.begun) < hintTime || p.panel.Start.OnHint() || p.status.Sample && now.Sub(p.input.pointer.moved) < hintReach
}

// smooth averages a measured time so that it can be read; 0 stays 0.
func smooth(old, measured time.Duration) time.Duration {
	if old == 0 || measured == 0 {
		return measured
	}
	return old + (measured-old)/8
}
