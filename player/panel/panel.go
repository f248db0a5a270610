// Package panel draws the player's widgets with Dear ImGui: the side panel, the bar with the
// position in the video, the timeline above it, and messages over the picture.
//
// Its input are mouse, keys and text, the [Facts] of a video, the current [Status] and the user's
// settings. It changes the settings, returns commands, and draws into the current target; it needs
// no window. All calls are made on the GL thread. Dear ImGui has one current context per process,
// so only one [Panel] may exist at a time.
package panel

import (
	"image"
	"strconv"
	"time"

	"ffkvadrat/gpu"
	"ffkvadrat/imgui"
	"ffkvadrat/overlay/gloverlay"
	"ffkvadrat/player/browser/browserpage"
	"ffkvadrat/player/command"
	"ffkvadrat/player/exporting/exporttab"
	"ffkvadrat/player/lesson/lessonpage"
	"ffkvadrat/player/marks/markstab"
	"ffkvadrat/player/palette/palettepage"
	"ffkvadrat/player/rawform/rawfields"
	"ffkvadrat/player/refusal"
	"ffkvadrat/player/second/worstlist"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline/timelinestrip"
	"ffkvadrat/player/widgets"
)

// Panel is all widgets of the player.
type Panel struct {
	*widgets.Kit
	Widgets Widgets          // places in the last Build
	Now     func() time.Time // the clock of double clicks

	// The side panel.
	Tabs     tabRow
	tune     tuneTab
	plots    plotsTab
	Scopes   scopesTab
	pixel    pixelTab
	video    videoTab
	Raw      rawfields.Fields // in the tab Video and on the page about what cannot be played
	Export   exporttab.Tab
	worst    worstlist.List
	Marks    markstab.Tab
	tabbed   session.Tab // in the last Build
	overflow bool        // a tab is taller than the panel
	paged    bool        // the page about what cannot be played had the keys in the last Build
	down     bool        // the mouse's left button
	dragged  bool        // it has moved since then

	// Below and over the picture.
	Seek     *timelinestrip.SeekLine
	bar      controlBar
	timeline timelinestrip.Strip
	exported [2]float64 // the ends of the export in seconds
	over     overPicture
	toast    toast
	Card     card
	Place    placeField
	Menu     contextMenu
	Start    browserpage.Start
	Files    browserpage.Page
	Lesson   lessonpage.Page
	Palette  palettepage.Page
	quit     quitQuestion
	exports  exportRow

	leaving
	covering covering
	context  *imgui.Context
	renderer *renderer
	facts    Facts
	texts    texts
	wording  informationWords
}

// New makes the panel for a video. scale is the number of pixels per unit of length: 1 on a display
// of usual density, 2 at twice the density. Without a device, only Paint draws. Release frees the panel.
func New(dev *gpu.Device, keys widgets.Keys, facts Facts, scale float32) (*Panel, error) {
	renderer, err := newRenderer(dev)
	if err != nil {
		return nil, err
	}
	p := &Panel{renderer: renderer, context: imgui.CreateContext(), Kit: widgets.New(keys, scale), Now: time.Now}
	p.addBelow()
	p.addTabs()
	p.addOver()
	p.SetFacts(facts)
	p.Widgets = p.owned()
	io := imgui.CurrentIO()
	io.IniFilename = nil // Dear ImGui must not write a file
	io.LogFilename = nil
	io.BackendFlags = imgui.BackendFlagsRendererHasTextures | imgui.BackendFlagsRendererHasVtxOffset
	io.ConfigErrorRecoveryEnableTooltip = false
	io.ConfigInputTrickleEventQueue = true
	p.AddFonts()
	p.Style()
	return p, nil
}

// addBelow makes the bar and the timeline.
func (p *Panel) addBelow() {
	p.Seek = timelinestrip.NewSeekLine(p.Kit, p.renderer.newBitmap("thumbnail"))
	p.timeline = timelinestrip.New(p.Kit, p.Seek, p.renderer.newBitmap("timeline"))
	p.bar = controlBar{Kit: p.Kit, line: p.Seek, facts: &p.facts, texts: &p.texts}
}

// addTabs makes the side panel.
func (p *Panel) addTabs() {
	strength := &strengthRow{Kit: p.Kit}
	p.Tabs = tabRow{Kit: p.Kit}
	p.tune = tuneTab{Kit: p.Kit, strengthRow: strength, facts: &p.facts, texts: &p.texts, plots: &p.plots, renderer: p.renderer, pictures: newListPictures(), w: tuneWidgets{AdvancedRows: make([]AdvancedPlaces, len(advancedRows))}}
	p.tune.explain()
	p.plots = plotsTab{Kit: p.Kit}
	p.Scopes = scopesTab{Kit: p.Kit, maps: newScopeMaps(p.renderer)}
	p.pixel = pixelTab{Kit: p.Kit}
	for i := range p.pixel.patches {
		p.pixel.patches[i].bitmap = p.renderer.newBitmap("patch " + strconv.Itoa(i))
	}
	p.Raw = rawfields.New(p.Kit)
	p.video = videoTab{Kit: p.Kit, raw: &p.Raw, facts: &p.facts, wording: &p.wording}
	p.Export = exporttab.New(p.Kit, strength.strength)
	p.worst = worstlist.List{Kit: p.Kit}
	p.Marks = markstab.Tab{Kit: p.Kit}
}

// addOver makes what is over the picture.
func (p *Panel) addOver() {
	p.over = overPicture{Kit: p.Kit, start: &p.Start, fold: &p.Tabs.w.Fold}
	p.toast = toast{Kit: p.Kit, place: &p.Place, card: &p.Card, start: &p.Start}
	p.Card = card{Kit: p.Kit, wording: &p.wording, place: &p.Place, start: &p.Start, palette: &p.Palette, toast: &p.toast}
	p.Place = placeField{Kit: p.Kit}
	p.Menu = contextMenu{Kit: p.Kit, bar: &p.bar, facts: &p.facts}
	p.Files = browserpage.New(p.Kit, p.renderer.newBitmap)
	p.Start = browserpage.NewStart(&p.Files, &p.Raw)
	p.Lesson = lessonpage.New(p.Kit, p.renderer.newBitmap("overview"))
	p.Palette = palettepage.New(p.Kit)
	p.quit = quitQuestion{Kit: p.Kit, export: &p.Export}
	p.exports = exportRow{Kit: p.Kit}
}

// owned collects the places of the parts' widgets.
func (p *Panel) owned() Widgets {
	return Widgets{
		&p.Tabs.w, &p.tune.w, &p.tune.strengthRow.w, &p.plots.w, &p.Scopes.w, &p.pixel.w, &p.video.w, &p.Raw.Widgets, &p.Export.Widgets, &p.worst.Widgets, &p.Marks.Widgets,
		&p.bar.w, &p.timeline.Widgets, &p.Card.w, &p.Place.w, &p.Menu.w, &p.Start.Widgets, &p.Files.Widgets, &p.Lesson.Widgets, &p.Palette.Widgets, &p.quit.w, &p.exports.w, &p.toast.w, &p.over.w,
	}
}

// Release frees the panel.
func (p *Panel) Release() {
	if p == nil || p.context == nil {
		return
	}
	imgui.DestroyContext(p.context)
	p.context = nil
	p.renderer.release()
}

// SetFacts changes the video.
func (p *Panel) SetFacts(facts Facts) {
	p.facts, p.Seek.Duration, p.Marks.Frames, p.Marks.Still = facts, facts.Duration, facts.Frames, facts.Still
	p.Kit.Still = facts.Still
	p.Export.SetVideo(facts.base(), facts.Thing, facts.Once, facts.Still, facts.NoBlocks)
}

// SetScale changes the scale, such as when the window moves to another display.
func (p *Panel) SetScale(scale float32) {
	if scale != p.Scale {
		p.Scale = scale
		p.Style()
	}
}

// Timeline returns what the timeline shows.
func (p *Panel) Timeline() *timelinestrip.Strip { return &p.timeline }

// Plots reports whether the last Build showed plots.
func (p *Panel) Plots() bool { return !p.Widgets.Curve.Empty() }

// Pending reports whether input waits for another Build. Dear ImGui spreads quick input, such as a
// press and its release, over several.
func (p *Panel) Pending() bool { return p.context.InputEventsQueue.Size > 0 }

// Overflows reports whether the side panel is too short for its widgets and
// therefore scrolls.
func (p *Panel) Overflows() bool { return p.overflow }

// Build lays out the widgets for a target of the given size and applies the input: it changes
// settings in place and returns commands, which are valid until the next call. elapsed is the time
// since the last call.
func (p *Panel) Build(width, height int, elapsed time.Duration, status *Status, settings *session.Settings) []command.Command {
	p.Width, p.Height = width, height
	before := p.covers()
	p.Widgets.clear()
	p.endFocus(status)
	p.focusPage(status)
	p.Seek.Begin()
	p.Kit.Begin(elapsed)
	p.Colouring = settings.Colour
	p.Tabs.OnGrip = false
	p.Use(widgets.Themed(settings.Theme))
	io := imgui.CurrentIO()
	io.DisplaySize = imgui.NewVec2(float32(width), float32(height))
	io.DeltaTime = float32(max(elapsed.Seconds(), 1e-4))
	imgui.NewFrame()
	p.closeOpen(settings)
	if p.Lesson.IsOpen() || status.Refused != (refusal.Refusal{}) {
		p.cover(elapsed, status, settings)
	} else {
		p.parts(elapsed, status, settings)
	}
	imgui.Render()
	p.covering.note(before, p.covers(), p.Now())
	return p.Take()
}

// parts shows all widgets around and over the picture.
func (p *Panel) parts(elapsed time.Duration, status *Status, settings *session.Settings) {
	p.Floats = !settings.Panel && status.Controls
	shape := Shape{Panel: settings.Panel, Width: settings.PanelWidth, Controls: status.Controls, Timeline: status.Timeline.Shown, TimelineHeight: settings.TimelineHeight, Lanes: timelinestrip.Lanes(*settings.ShownCurves()), Zoomed: p.timeline.Zoomed()}
	p.Areas = shape.Layout(p.Width, p.Height, p.Scale)
	p.TipTop = status.Wipe.end()
	p.texts.refresh(&p.facts, status, elapsed)
	if settings.Panel {
		p.side(p.Areas.Side, status, settings)
	}
	p.Seek.Avoid = status.Descent.pinned(int(24 * p.Scale))
	if !p.Areas.Timeline.Empty() {
		content := p.overTime(status, settings)
		p.timeline.Build(p.Areas.Timeline, &content, settings)
		if h := &p.timeline.Handles; h.Moved && !status.Saving.Running { // the running export keeps its part
			p.Export.MoveEnd(h.Last, h.To, &status.Plan)
		}
	}
	p.bar.shown = barRow{}
	if !p.Areas.Bar.Empty() {
		p.bar.build(p.Areas.Bar, status, settings)
		if settings.Panel {
			p.Tabs.fold(p.Areas.Picture, &p.bar.w)
		}
	}
	p.Menu.build(status, settings)
	p.Menu.look()
	picture := p.Areas.Picture
	p.over.boxes = p.over.boxes[:0]
	if p.Place.Meaning = ""; p.Place.open {
		p.Place.build(picture, status.Wipe.end())
	}
	for i := range status.Numbers {
		p.over.numbers(&status.Numbers[i])
		p.over.blockValues(&status.Numbers[i])
	}
	p.over.way(&status.Descent)
	p.over.outlines(status.Outlines)
	free := picture
	if p.Floats {
		free.Max.Y = min(free.Max.Y, p.Areas.Timeline.Min.Y)
	}
	free = p.exports.build(free, &status.Saving, settings)
	if status.Wipe.On { // below all boxes
		p.over.compared(picture, &status.Wipe)
	} else if status.Wipe.Both != "" {
		p.over.both(picture, &status.Wipe)
	}
	p.over.viewName(picture, status, settings)
	p.over.boxes = append(p.over.boxes, p.Place.w.Place)
	inspected := p.over.inspected(picture, status.Inspected, status.Heads, settings)
	if d := &status.Descent; d.On && (!d.Pinned || d.Under) { // the tab Pixel has the same and more
		inspected = nil
	}
	p.Start.Build(picture, status.Shown, status.Sample && !p.Palette.IsOpen(), status.Recent)
	p.toast.lay(picture, status, !p.Files.IsOpen() && !p.Palette.IsOpen(), p.Files.IsOpen())
	p.Card.build(picture, status, len(inspected))
	if card := p.Card.w.Card; !card.Empty() { // which keeps room for a message
		p.over.boxes = append(p.over.boxes, card)
		p.toast.settle(picture, status, &p.over.boxes, image.Rectangle{})
	}
	p.over.legends(free, status, settings, &p.texts.codecTexts)
	p.over.pick(picture, &status.Picking)
	inspector := p.over.inspector(picture, inspected, p.pointed, status)
	hint := p.over.hintPlace(free, inspector, status.Hint)
	p.Files.Build(&status.Browser, status.Recent, status.playing(), status.Reply)
	p.Palette.Leaves = false
	p.Palette.Build(settings)
	p.quit.build(picture, status)
	p.over.boxes = append(p.over.boxes, p.Start.Widgets.Hint)
	p.toast.settle(picture, status, &p.over.boxes, hint)
	if hint.Overlaps(p.toast.w.Message) { // for as long as that is there
		hint = image.Rectangle{}
	}
	p.over.hint(hint, free, status.Hint)
	p.over.boxes = append(p.over.boxes, hint)
	p.toast.note(free, status, p.over.boxes)
	p.toast.build(status)
	p.Seek.DrawBubble()
}

// overTime returns what the timeline shows.
func (p *Panel) overTime(s *Status, settings *session.Settings) timelinestrip.Content {
	c := timelinestrip.Content{
		Timeline: &s.Timeline, Marks: s.Marks, Loop: s.Loop, Time: s.Time, Paused: s.Paused, Bytes: p.texts.bytes,
		NoBlocks: p.facts.NoBlocks, MenuOpen: p.Menu.anyOpen,
	}
	if p.Export.Ranged(settings) {
		p.exported = s.Plan.Span()
		c.Export = p.exported[:]
	}
	if !s.Cubed || s.Timeline.Stored != nil { // else the curves count quads
		c.Quads, c.Coverage = p.texts.quads, p.texts.coverage
	}
	return c
}

// cover shows the page that explains, or that about what cannot be played, in place of all other
// widgets.
func (p *Panel) cover(elapsed time.Duration, status *Status, settings *session.Settings) {
	all := image.Rect(0, 0, p.Width, p.Height)
	p.Areas, p.Floats = widgets.Areas{Picture: all}, false
	if p.Lesson.IsOpen() {
		p.Lesson.Build(elapsed)
		p.Palette.Leaves = true
		p.Palette.Build(settings)
		p.quit.build(all, status)
	} else {
		p.Start.BuildRefused(all, status.Refused, status.Raw, status.Recent)
		p.Files.Build(&status.Browser, status.Recent, status.playing(), status.Reply)
	}
	p.Menu.look()
	p.toast.lay(all, status, false, p.Files.IsOpen())
	p.over.boxes = p.over.boxes[:0]
	p.toast.settle(all, status, &p.over.boxes, image.Rectangle{})
	p.toast.build(status)
}

// Clear fills the target with the colour around the picture, and with the backgrounds of windows beside it. It is
// separate from Draw because the picture is drawn in between.
func (p *Panel) Clear(rows gloverlay.Rows) {
	r := p.renderer
	r.fill(p.Surround)
	for _, bed := range p.Beds {
		r.clip(bed.Rectangle, p.Height, rows)
		r.fill(bed.Colour)
	}
	r.dev.NoScissor()
}

// Draw draws the widgets of the last Build into the current target, which must have the size given
// to Build.
func (p *Panel) Draw(rows gloverlay.Rows) error {
	return p.renderer.draw(p.Width, p.Height, rows)
}

// side shows the side panel: the row of tabs, which stays, and the open tab, which scrolls if it is too tall.
func (p *Panel) side(r image.Rectangle, status *Status, settings *session.Settings) {
	if p.tabbed != settings.Tab && p.Focused() == "side" {
		p.Focus("side") // the widget that had the keys is gone
	}
	p.tabbed = settings.Tab
	widgets.BeginWindow("side", r, imgui.WindowFlagsNoScrollWithMouse)
	p.DrawBed(r)
	p.FocusHere("side", int(settings.Tab))
	p.Tabs.grip(r, settings)
	p.Tabs.build(settings)
	p.Tabs.begin(settings.Tab, r)
	p.whose(status, settings.Tab)
	p.tab(r, status, settings)
	p.highlight(status.Hint, settings.Tab)
	p.overflow = imgui.ScrollMaxY() > 0
	imgui.EndChild()
	imgui.End()
}

func (p *Panel) tab(r image.Rectangle, status *Status, settings *session.Settings) {
	switch settings.Tab {
	case session.Tune:
		p.tune.build(r, status, settings)
	case session.Pixel:
		p.pixel.build(&status.Descent, settings)
	case session.Plots:
		p.plots.build(r, status, settings)
	case session.Scopes:
		p.Scopes.build(r, settings)
	case session.Video:
		p.video.build(status, settings)
	case session.Export:
		p.Export.Build(&status.Saving, &status.Plan, status.Loop, settings)
	case session.Marks:
		p.worst.Build(&status.Worst, &status.Pairing, settings)
		p.Marks.Build(&status.Marking, p.facts.base())
	}
}
