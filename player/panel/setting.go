package panel

import (
	"image"
	"math"
	"strings"

	"ffkvadrat/player/command"
	"ffkvadrat/player/imgui"
	"ffkvadrat/player/session"
)

// setting is a row of the table of settings, with precomputed texts for Dear ImGui.
type setting struct {
	*session.Setting
	id     string // ID of the widget
	field  string // ID of the number next to it
	mark   string // ID of the badge
	suffix string // unit after a value
}

// shownSettings are the settings that have a widget.
var shownSettings []setting

// settingNamed returns the row with a name. It must exist and have a title.
func settingNamed(name string) setting {
	r := session.Named(name)
	if r == nil || r.Title == "" {
		panic("panel: no setting with a title is called " + name)
	}
	s := newSetting(r)
	if r.Unit != "" {
		s.suffix = " " + r.Unit
	}
	shownSettings = append(shownSettings, s)
	return s
}

func newSetting(r *session.Setting) setting {
	return setting{Setting: r, id: "##" + r.Name, field: "##" + r.Name + " value", mark: "##" + r.Name + " default"}
}

// formRow is a row of a form, which is not in the table of settings.
func formRow(flag, title, help string) setting {
	s := newSetting(&session.Setting{Name: "form " + title, Flag: flag, Help: help, Title: title})
	shownSettings = append(shownSettings, s)
	return s
}

// The settings that have a widget.
var (
	variantSetting    = settingNamed("variant")
	operatorSetting   = settingNamed("operator")
	thresholdSetting  = settingNamed("threshold")
	autoSetting       = settingNamed("auto_threshold")
	coloursSetting    = settingNamed("colours")
	templateSetting   = settingNamed("template")
	suppressSetting   = settingNamed("suppress")
	wantedSetting     = settingNamed("wanted")
	eachSetting       = settingNamed("each_frame")
	overlaySetting    = settingNamed("overlay")
	lookSetting       = settingNamed("look")
	colourSetting     = settingNamed("colour")
	opacitySetting    = settingNamed("opacity")
	lineWidthSetting  = settingNamed("line_width")
	detailSetting     = settingNamed("detail")
	onlySizeSetting   = settingNamed("only_size")
	codecSetting      = settingNamed("codec")
	motionSetting     = settingNamed("motion")
	viewSetting       = settingNamed("view")
	levelSetting      = settingNamed("level")
	fillSetting       = settingNamed("fill")
	mapForSetting     = settingNamed("map_for")
	strengthSetting   = settingNamed("strength")
	matrixSetting     = settingNamed("matrix")
	rangeSetting      = settingNamed("range")
	transferSetting   = settingNamed("transfer")
	brightnessSetting = settingNamed("brightness")
	contrastSetting   = settingNamed("contrast")
	volumeSetting     = settingNamed("volume")
	mutedSetting      = settingNamed("muted")
	panelScaleSetting = settingNamed("panel_scale")
)

// row starts a line with the setting's name. The next widget is in the column next to it.
func (k *kit) row(r setting, settings *session.Settings) {
	start := imgui.CursorScreenPos()
	k.name(r, settings)
	k.column(start)
}

// name writes the setting's name, with a badge if it differs from its default. For rows of forms,
// which have no default, settings is nil.
func (k *kit) name(r setting, settings *session.Settings) {
	k.Names = append(k.Names, r.Title)
	if settings != nil && !k.isDefault(r, settings) {
		k.badge(r, settings)
		return
	}
	imgui.AlignTextToFramePadding()
	imgui.TextUnformatted(r.Title)
	k.tipOf(r)
}

// amount is a named slider for a numeric setting, from the given number to the end of its range.
// The number next to it can be typed.
func (k *kit) amount(r setting, from float64, settings *session.Settings, place, typed *image.Rectangle) {
	scale := 1.
	if r.Unit == "%" {
		scale = 100
	}
	value := int32(math.Round(scale * r.Number(settings)))
	k.row(r, settings)
	if k.number(r, &value, int32(scale*from), int32(scale*r.High), place, typed) {
		r.Change(settings, float64(value)/scale)
	}
}

// number is a slider with a number next to it that can be typed. It fills the rest of the line and
// stores the places of both.
func (k *kit) number(r setting, value *int32, low, high int32, place, typed *image.Rectangle) bool {
	imgui.SetNextItemWidth(-(valueWidth + 6) * k.scale)
	k.beginBare(r.id)
	changed := imgui.SliderInt(r.id, value, low, high, "%d", imgui.SliderFlagsAlwaysClamp)
	k.endBare(r.id)
	*place = item()
	k.tipOf(r)
	v, ok := k.field(r.field, k.numeral(r, float64(*value), 0), typed)
	if ok {
		*value = int32(min(max(math.Round(v), float64(low)), float64(high)))
	}
	k.tipOf(r)
	return changed || ok
}

// wordLines shows the lines of an open list, one per value of a setting, and stores their
// rectangles in places.
func (k *kit) wordLines(r setting, settings *session.Settings, places []image.Rectangle) {
	now := r.Index(settings)
	for i, w := range r.Words {
		text := title(w)
		if r.Flag != "" && !strings.EqualFold(text, w.Name) {
			text += " (" + w.Name + ")" // as on the command line
		}
		k.Names = append(k.Names, text)
		if choice(text, now == i, &places[i]) {
			r.Choose(settings, i)
		}
	}
}

// title returns a value's title, or its name if it has none.
func title(w session.Word) string {
	if w.Title != "" {
		return w.Title
	}
	return w.Name
}

// among is a named list of a setting's values; now is the current one. It returns its rectangle and
// stores those of the open list's lines in places.
func (k *kit) among(r setting, now string, settings *session.Settings, places []image.Rectangle) image.Rectangle {
	k.row(r, settings)
	return k.list(r, now, -1, settings, places)
}

// list is such a list without the name.
func (k *kit) list(r setting, now string, width float32, settings *session.Settings, places []image.Rectangle) image.Rectangle {
	imgui.SetNextItemWidth(width)
	open := imgui.BeginCombo(r.id, now, imgui.ComboFlagsHeightLargest)
	if open {
		k.wordLines(r, settings, places)
		imgui.EndCombo()
	}
	place := item()
	k.tipOf(r)
	return place
}

// chosenWord returns the text of the closed list.
func chosenWord(r setting, settings *session.Settings) string {
	return title(r.Words[r.Index(settings)])
}

// box is a checkbox.
func (k *kit) box(r setting, on *bool) image.Rectangle {
	imgui.Checkbox(r.id, on)
	place := item()
	k.tipOf(r)
	return place
}

// endBox is a checkbox at the end of the current line, after its name.
func (k *kit) endBox(r setting, settings *session.Settings, on *bool) image.Rectangle {
	s := k.scale
	imgui.SameLineV(0, 0)
	at := imgui.CursorScreenPos()
	side := imgui.FrameHeight()
	box := at.X + imgui.ContentRegionAvail().X - side
	imgui.SetCursorScreenPos(imgui.NewVec2(box-6*s-imgui.CalcTextSize(r.Title).X, at.Y))
	imgui.PushStyleColor(imgui.ColText, packed(dim))
	k.name(r, settings)
	imgui.PopStyleColor(1)
	imgui.SetCursorScreenPos(imgui.NewVec2(box, at.Y))
	return k.box(r, on)
}

// labelWidth is the width of the column of labels, at scale 1.
const labelWidth = 84

// label starts a line with a label. The next widget is in the column next to it.
func (k *kit) label(text string) {
	imgui.AlignTextToFramePadding()
	start := imgui.CursorScreenPos()
	imgui.TextUnformatted(text)
	k.Names = append(k.Names, text)
	k.column(start)
}

// corner shows the badge of a switch at its corner, and adds name and tooltip. A click on the
// switch sets the default.
func (k *kit) corner(r setting, settings *session.Settings) {
	k.tipOf(r)
	k.Names = append(k.Names, r.Title)
	if k.isDefault(r, settings) {
		return
	}
	place := item()
	k.Badges = append(k.Badges, Badge{r.Name, place})
	k.mark(imgui.WindowDrawList(), float32(place.Max.X)-2*k.scale, float32(place.Min.Y)+2*k.scale)
}

// caption starts an ID scope.
func (k *kit) caption(r setting) {
	k.section(r.Title)
	k.tipOf(r)
}

// beginList starts a list next to a label and reports whether it is open.
func (k *kit) beginList(r setting, chosen string) bool {
	imgui.SetNextItemWidth(-1)
	return imgui.BeginCombo(r.id, chosen, imgui.ComboFlagsHeightLargest)
}

// endList ends a list and returns its rectangle.
func (k *kit) endList(r setting, open bool) image.Rectangle {
	if open {
		imgui.EndCombo()
	}
	place := item()
	k.tipOf(r)
	return place
}

// fold is a line that unfolds what is below it. It can have a badge.
func (k *kit) fold(title, tip string, marked bool, open *bool, right float32) image.Rectangle {
	s := k.scale
	at := imgui.CursorScreenPos()
	const high = 19
	if imgui.InvisibleButton(title, imgui.NewVec2(imgui.ContentRegionAvail().X-right, high*s)) {
		*open = !*open
	}
	place := item()
	ink := dim
	if imgui.IsItemHovered() {
		ink = stronger
	}
	k.tip(tip)
	k.Names = append(k.Names, title)
	draw := imgui.WindowDrawList()
	x, y := at.X+5*s, at.Y+high*s/2
	if *open {
		draw.AddTriangleFilled(imgui.NewVec2(x-5*s, y-3*s), imgui.NewVec2(x+5*s, y-3*s), imgui.NewVec2(x, y+4*s), packed(ink))
	} else {
		draw.AddTriangleFilled(imgui.NewVec2(x-3*s, y-5*s), imgui.NewVec2(x+4*s, y), imgui.NewVec2(x-3*s, y+5*s), packed(ink))
	}
	if marked {
		k.mark(draw, at.X-4.5*s, y)
	}
	draw.AddText(imgui.NewVec2(at.X+16*s, at.Y+(high*s-imgui.FontSize())/2-s), packed(ink), title)
	return place
}

// exportButtons is a button that writes a file and, if that file exists, one to its right that
// replaces it. The two share no column of pixels, so that repeated clicks on Export never replace a
// file.
func (k *kit) exportButtons(id string, height float32, replaces bool, export, replace command.Command) (place, second image.Rectangle) {
	const part = 0.34 // of the width
	s := k.scale
	width := imgui.ContentRegionAvail().X
	right := float32(int(part * width))
	if imgui.Button("Export"+id, imgui.NewVec2(width-right-6*s, height*s)) {
		k.do(export)
	}
	place = item()
	k.tipFor(export)
	if replaces {
		imgui.SameLineV(0, 6*s)
		if imgui.Button("Replace"+id, imgui.NewVec2(right, height*s)) {
			k.do(replace)
		}
		second = item()
		k.tipFor(replace)
	}
	return place, second
}
