package panel

import (
	"cmp"
	"image"

	"ffkvadrat/analysis"
	"ffkvadrat/imgui"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/motif"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// roomyHeight is the height of the panel, at scale 1, from which the parts of the tab have titles. Below it, more of the tab is in
// view.
const roomyHeight = 600

// tallHeight is the one from which there is a row for what of the codec's blocks has outlines.
const tallHeight = 625

// ampleHeight is the one from which the threshold is larger than the rest, on a bed.
const ampleHeight = 690

// fullHeight is the one that all rows need with the codec's blocks and the times of playback.
const fullHeight = 718

// tuneTab is the tab Tune: parameters of the analysis and of the overlay.
type tuneTab struct {
	*widgets.Kit
	*strengthRow
	facts        *Facts
	ends         thresholdEnds
	texts        *texts
	plots        *plotsTab
	renderer     *renderer
	pictures     listPictures
	templateMade templateMade
	classEntries []overlay.LegendEntry // memory of the legend of classes
	roomy        bool
	tall         bool
	ample        bool
	spare        float32 // height at scale 1 beyond fullHeight
	folded       float32 // height of the codec's rows while they are not there
	w            tuneWidgets
}

// listPictures are the pictures of lists.
type listPictures struct{ methods, looks, views widgets.Pictures }

func newListPictures() listPictures {
	return listPictures{
		methods: widgets.Pictures{Of: func(i int) *image.RGBA { return motif.Variant(methods[i].params()) }},
		looks:   widgets.Pictures{Of: func(i int) *image.RGBA { return motif.Look(overlay.Look(i)) }},
		views:   widgets.Pictures{Of: func(i int) *image.RGBA { return motif.View(views.View(i)) }},
	}
}

func (u *tuneTab) build(r image.Rectangle, status *Status, settings *session.Settings) {
	u.compareRow(status, settings)
	u.ample = float32(r.Dy()) >= ampleHeight*u.Scale
	u.spare = max(float32(r.Dy())/u.Scale-fullHeight, 0)
	u.tall = float32(r.Dy()) >= tallHeight*u.Scale
	if u.roomy = float32(r.Dy()) >= roomyHeight*u.Scale; u.roomy {
		imgui.AlignTextToFramePadding()
		u.Heading("Analysis")
		u.forAll(settings)
	}
	u.method(status.Wipe.On && status.Wipe.Tuned, settings)
	u.colours(settings, status.Picking.On && !status.Picking.Template)
	u.template(settings, status.Picking.On && status.Picking.Template)
	u.foremost(status, settings)
	u.stored(status, settings)
	u.advanced(settings)
	u.overlay(settings)
	if !u.roomy {
		u.codecOf(status.Wipe.B, settings)
	}
	u.view(settings, status.Top)
	u.Section("Engine")
	u.engineTip()
	u.engine(settings)
	u.timing(status, settings)
	if u.roomy { // last, as its rows are there only while it is on
		u.codecOf(status.Wipe.B, settings)
	}
	u.plot(r, status, settings)
	u.mainKeys(r)
}

// bedSpace is the space at scale 1 above the bed of the threshold, at its top and its bottom, and if there is room below it.
const bedSpace = 8

// foremost is the threshold and what it finds. In a high panel they are larger than the rest, on a bed from edge to edge.
func (u *tuneTab) foremost(status *Status, settings *session.Settings) {
	if !u.ample {
		u.threshold(status.Provisional, settings)
		u.result(status, settings)
		return
	}
	s, between := u.Scale, imgui.CurrentStyle().ItemSpacing.Y
	down := func(y float32) float32 {
		to := imgui.CursorScreenPos().Add(imgui.NewVec2(0, y))
		imgui.SetCursorScreenPos(to)
		return to.Y
	}
	top := down(bedSpace*s - between)
	down(bedSpace * s)
	u.threshold(status.Provisional, settings)
	u.result(status, settings)
	bottom := down(bedSpace*s - between)
	if status.Stored.Name != "" || status.Stored.Reading != "" {
		down(bedSpace * s)
	} else { // the next line has space itself
		down(min(u.spare, bedSpace) * s)
	}
	at, size := imgui.WindowPos(), imgui.WindowSize()
	bed := image.Rect(u.Areas.Side.Min.X, int(top), u.Areas.Side.Max.X, int(bottom))
	visible := image.Rect(bed.Min.X, int(at.Y), bed.Max.X, int(at.Y+size.Y))
	u.Beds = append(u.Beds, widgets.Bed{Rectangle: bed.Intersect(visible), Colour: u.Sunken})
}

// The least height of a panel, at scale 1, with plots in the tab; the least and the greatest height of the response curve there, and
// what else it needs: its title, the labels below it and the rule above it.
const (
	plotHeight = 900
	leastCurve = 80
	mostCurve  = 320
	curveNeeds = 52
	sizesNeed  = sizeRow*sizeRows + 38
)

// plot fills a high panel with the response curve and, if there is room, the sizes of quads, above the main keys. They end there,
// and need the room that the codec's rows leave, so that these move only the curve's top.
func (u *tuneTab) plot(r image.Rectangle, status *Status, settings *session.Settings) {
	if float32(r.Dy()) < plotHeight*u.Scale || status.Thing == "" || status.Thing == analysis.Templates.Thing() {
		return // low, or nothing to plot
	}
	at := imgui.CursorScreenPos()
	room := (float32(r.Max.Y)-at.Y)/u.Scale - u.keysHeight() - curveNeeds
	unfolded := room - u.folded/u.Scale
	both := unfolded >= leastCurve+sizesNeed
	if both {
		room -= sizesNeed
	}
	if unfolded < leastCurve {
		return
	}
	high := min(room, mostCurve)
	imgui.SetCursorScreenPos(imgui.NewVec2(at.X, at.Y+(room-high)*u.Scale))
	u.Rule()
	u.plots.curve(high, status, settings)
	if both {
		u.plots.sizes(sizeRow, status, settings)
		imgui.Dummy(imgui.Vec2{}) // as the cursor was moved
	}
}

// keysHeight is the height at scale 1 of the list of main keys with its rule.
func (u *tuneTab) keysHeight() float32 { return keyRow*float32(len(u.Keys.Main)) + 34 }

// keyRow is the height of a line of that list at scale 1.
const keyRow = 17

// largeSize is the size at scale 1 of the number of quads in a high panel.
const largeSize = 22

func (u *tuneTab) result(status *Status, settings *session.Settings) {
	size := float32(widgets.TitleSize)
	if u.ample {
		size = largeSize
	}
	imgui.PushFont(u.Medium, size*u.Scale)
	imgui.TextUnformatted(u.texts.quads)
	imgui.PopFont()
	imgui.SameLineV(0, 5*u.Scale)
	if u.ample { // on one line of writing
		at := imgui.CursorScreenPos()
		imgui.SetCursorScreenPos(imgui.NewVec2(at.X, at.Y+0.8*(largeSize-widgets.TextSize)*u.Scale))
	}
	u.things(settings)
	if status.Thing == analysis.Templates.Thing() { // boxes have one size and can overlap
		return
	}
	line, covered := imgui.ItemRectMin().Y, u.texts.coverage
	if u.onlySize(settings); settings.OnlySize == 0 {
		covered += " covered"
	}
	at := imgui.CursorScreenPos()
	widgets.WriteRightAt(imgui.WindowDrawList(), at.X+imgui.ContentRegionAvail().X, line, u.Bright, covered)
	u.legend(status, settings)
	u.note(status, settings)
}

// note is the line below the legend: that most quads are too small for outlines, as a lower threshold then has more
// quads, but fewer lines; or where to see single edges. It keeps its place whatever it says, so that no frame and no switch
// below moves what is under the mouse.
func (u *tuneTab) note(status *Status, settings *session.Settings) {
	text, small := "", false
	switch {
	case !*settings.Quads() || nothingOver(settings) != "":
	case status.Wipe.Edges && settings.View == views.Video:
		text = "single pixels: zoom in, or see them in View: Edges"
	case status.DrawnFrom > 0 && settings.OnlySize == 0:
		for _, t := range u.texts.small {
			if text = t; u.TextWidth(widgets.SmallSize*u.Scale, t) <= imgui.ContentRegionAvail().X {
				break
			}
		}
		small = text != ""
	}
	u.WriteSmall(text)
	if small {
		u.w.Small = widgets.Item()
		u.AddTip("Lines between quads of a pixel or two would hide the picture. They appear when you zoom in: turn the wheel over the picture. Detail: Full draws them all.")
	}
}

// things names what is counted, and the frame if there is room: a message has the video's average.
func (u *tuneTab) things(settings *session.Settings) {
	text := u.texts.things
	if !u.facts.Still && settings.OnlySize == 0 {
		room := imgui.ContentRegionAvail().X - imgui.CalcTextSize("100.0 % covered").X - 12*u.Scale
		if imgui.CalcTextSize(u.texts.inFrame).X <= room {
			text = u.texts.inFrame
		}
	}
	imgui.TextUnformatted(text)
}

// overlay has the settings of the overlay.
func (u *tuneTab) overlay(settings *session.Settings) {
	w := &u.w
	ofQuads, reason := overlaySetting, "the overlay is off"
	if settings.BlocksFill() {
		ofQuads, reason = codecQuadsSetting, "the quads are off"
	}
	alone := nothingOver(settings)
	off := cmp.Or(alone, widgets.Unless(*settings.Quads(), reason))
	ofLines, ofColours := off, off
	if style := (overlay.Style{Look: settings.Look, LineWidth: 1}); off == "" && style.Width() == 0 {
		ofLines = "this look has no lines"
	}
	if off == "" && settings.Look.Legend() != "" {
		ofColours = "this look has the picture's colours"
	}
	ofOpacity, ofDetail := off, ofLines
	if settings.Blocks() { // these are also those of the codec's blocks
		ofLines, ofOpacity = "", ""
	}
	if settings.Codec && settings.Colour.Compares() && alone == "" { // it chooses what the blocks show
		ofColours = ""
	}
	u.BeginUnused(alone)
	if u.roomy {
		w.Overlay = u.SwitchSection(ofQuads, settings, settings.Quads())
	} else {
		u.Rule()
	}
	u.EndUnused()
	u.BeginUnused(off)
	wide := float32(-1)
	if !u.roomy { // switches share the lines
		wide = widgets.ShortWidth * u.Scale
	}
	u.Row(lookSetting, settings)
	w.Look = u.PicturedList(&u.pictures.looks, lookSetting, widgets.ChosenWord(lookSetting, settings), wide, settings, w.Looks[:])
	u.EndUnused()
	if !u.roomy {
		u.BeginUnused(alone)
		w.Overlay = u.CheckboxAtEnd(ofQuads, settings, settings.Quads())
		u.EndUnused()
	}
	u.BeginUnused(ofColours)
	w.Colour = u.NamedList(colourSetting, widgets.ChosenWord(colourSetting, settings), settings, w.Colours[:])
	u.EndUnused()
	u.BeginUnused(ofOpacity)
	u.NamedSlider(opacitySetting, 0, settings, &w.Opacity, &w.OpacityTyped)
	u.EndUnused()
	u.BeginUnused(ofLines)
	u.NamedSlider(lineWidthSetting, 1, settings, &w.LineWidth, &w.LineWidthTyped)
	u.EndUnused()
	u.BeginUnused(ofDetail)
	u.Row(detailSetting, settings)
	w.Detail = u.List(detailSetting, widgets.ChosenWord(detailSetting, settings), wide, settings, w.Details[:])
	u.EndUnused()
}

// nothingOver says why the settings of what is drawn over the view do nothing; empty if they do something.
func nothingOver(settings *session.Settings) string {
	if settings.View.NeedsSecond() {
		return "no quads are drawn over this view"
	}
	return widgets.Unless(!settings.View.Alone(), "nothing is drawn over this view")
}

func (u *tuneTab) engineTip() {
	if !u.TipDue() {
		return
	}
	text := "Where pictures are analysed. Both find the same quads.\nFlag: --engine\nOpenGL: " + u.facts.Renderer
	if u.facts.Software {
		text += ", software"
	}
	if u.facts.NoGPU != "" {
		text += "\nThe GPU engine cannot run: " + u.facts.NoGPU + "."
	}
	u.ShowTip(text)
}

func (u *tuneTab) engine(settings *session.Settings) {
	s := u.Scale
	imgui.SameLineV(0, 0)
	at := imgui.CursorScreenPos()
	at.X = imgui.ItemRectMin().X + widgets.LabelWidth*s
	at.Y -= 3 * s
	imgui.SetCursorScreenPos(at)
	u.BeginUnused(u.facts.NoGPU)
	if imgui.RadioButton("GPU", settings.Engine == session.GPU) {
		settings.Engine = session.GPU
	}
	u.EndUnused()
	u.w.GPU = widgets.Item()
	u.engineTip()
	imgui.SetCursorScreenPos(imgui.NewVec2(at.X+76*s, at.Y))
	if imgui.RadioButton("CPU", settings.Engine == session.CPU) {
		settings.Engine = session.CPU
	}
	u.w.CPU = widgets.Item()
	u.engineTip()
}

// timing shows the sound and the times of playback below a line that unfolds them.
func (u *tuneTab) timing(status *Status, settings *session.Settings) {
	changed := !u.IsDefault(mutedSetting, settings) || !u.IsDefault(volumeSetting, settings)
	title, tip := "Sound and timing", "The volume, the time that each stage takes, and frames that came too late."
	if u.facts.Still {
		title, tip, changed = "Timing", "The time that each stage takes.", false
	}
	u.w.Timing = u.Fold(title, tip, changed && !settings.Timing, &settings.Timing, 0)
	if u.LooksFor(mutedSetting.Name) || u.LooksFor(volumeSetting.Name) {
		settings.Timing = true
	}
	if !settings.Timing {
		return
	}
	if !u.facts.Still {
		u.sound(status, settings)
	}
	imgui.PushStyleColor(imgui.ColText, widgets.Packed(u.Dim))
	imgui.TextUnformatted("Stage times")
	imgui.PopStyleColor(1)
	widgets.WriteRight("ms")
	u.stages()
	if u.facts.Still {
		return
	}
	drift := "drift "
	switch {
	case u.facts.Live:
		drift = "behind "
	case status.BySound:
		drift = "A−V "
	}
	u.WritePair("Dropped "+u.texts.dropped, drift+u.texts.drift)
}

var stageNames = [6]string{"decode", "upload", "edge", "pyramid", "list", "draw"}

// stages shows the times of the stages in milliseconds, in two rows.
func (u *tuneTab) stages() {
	s := u.Scale
	at := imgui.CursorScreenPos()
	width := imgui.ContentRegionAvail().X
	cell := width / 3
	draw := imgui.WindowDrawList()
	imgui.PushFont(u.Regular, widgets.SmallSize*s)
	for i, name := range stageNames {
		low := at.Add(imgui.NewVec2(float32(i%3)*cell, float32(i/3)*18*s))
		value := u.texts.stages[i]
		end := low.X + cell - 12*s
		if i%3 == 2 {
			end = at.X + width
		}
		draw.AddText(low, widgets.Packed(u.Dim), name)
		draw.AddText(imgui.NewVec2(end-imgui.CalcTextSize(value).X, low.Y), widgets.Packed(u.Bright), value)
	}
	imgui.PopFont()
	imgui.Dummy(imgui.NewVec2(width, 32*s))
}

func (u *tuneTab) sound(status *Status, settings *session.Settings) {
	if status.NoSound != "" {
		u.WriteSmall(status.NoSound)
	} else {
		u.NamedSlider(volumeSetting, 0, settings, &u.w.Volume, &u.w.VolumeTyped)
		u.Row(mutedSetting, settings)
		u.w.Mute = u.Checkbox(mutedSetting, &settings.Muted)
	}
}

// mainKeys lists the main keys at the bottom, if there is room.
func (u *tuneTab) mainKeys(r image.Rectangle) {
	s := u.Scale
	row := keyRow * s
	need := row*float32(len(u.Keys.Main)) + 14*s
	at := imgui.CursorScreenPos()
	top := float32(r.Max.Y) - need
	if top < at.Y+10*s {
		return
	}
	draw := imgui.WindowDrawList()
	width := imgui.ContentRegionAvail().X
	draw.AddLine(imgui.NewVec2(at.X, top-10*s), imgui.NewVec2(at.X+width, top-10*s), widgets.Packed(u.Separator), s)
	for i, k := range u.Keys.Main {
		y := top + float32(i)*row
		draw.AddTextFont(u.Regular, widgets.SmallSize*s, imgui.NewVec2(at.X, y), widgets.Packed(u.Bright), k.Keys)
		draw.AddTextFont(u.Regular, widgets.SmallSize*s, imgui.NewVec2(at.X+widgets.LabelWidth*s, y), widgets.Packed(u.Dim), k.Help)
	}
}

type tuneWidgets struct {
	Method, Look, Colour, View     image.Rectangle
	Methods, Looks, Colours, Views widgets.Lines
	Swatch, Pick                   image.Rectangle // for operators that compare colours
	Template, PickTemplate         image.Rectangle // for the variant template
	Suppress                       image.Rectangle
	Finer, Coarser                 image.Rectangle // level of the view
	Fill                           image.Rectangle // fill of the view of the reconstruction
	Fills                          widgets.Lines
	CompareAs                      image.Rectangle // ways to compare A and B
	CompareWays                    widgets.Lines
	Gain                           image.Rectangle // of the view of the difference
	Gains                          widgets.Lines
	MapFor                         image.Rectangle // for the view of a map
	MapForms                       widgets.Lines
	Threshold, Auto                image.Rectangle
	Provisional                    image.Rectangle // the word next to Auto; empty for none
	Detail                         image.Rectangle
	Details                        widgets.Lines
	Overlay, Opacity, LineWidth    image.Rectangle
	Codec, Motion                  image.Rectangle // codec's blocks and motion vectors
	BlocksBy                       image.Rectangle
	BlocksBys                      widgets.Lines
	VectorsBy, VectorsEach         image.Rectangle
	VectorsLength                  image.Rectangle
	Outlines                       image.Rectangle
	OutlinesOf                     [overlay.OutliningCount]image.Rectangle
	VectorsBys, VectorsEachs       widgets.Lines
	VectorsLengths                 widgets.Lines
	Small                          image.Rectangle // text about quads that are too small for outlines
	OnlySize                       image.Rectangle // draws all sizes again
	CopyCommand                    image.Rectangle
	LegendSizes                    widgets.Lines // sizes in the legend
	CPU, GPU                       image.Rectangle
	Sources                        [2]image.Rectangle // live or stored quads
	Timing                         image.Rectangle    // the line that unfolds the next ones
	Volume, Mute                   image.Rectangle
	ForAll                         image.Rectangle
	Advanced, Points               image.Rectangle  // the line that unfolds the advanced parameters, and the switch to points
	AdvancedRows                   []AdvancedPlaces // in the order of advancedRows
	// Fields for typing numbers.
	ThresholdTyped, OpacityTyped, LineWidthTyped, VolumeTyped image.Rectangle
}
