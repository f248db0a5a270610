package panel

import (
	"image"
	"math"
	"strings"

	"ffkvadrat/player/imgui"
	"ffkvadrat/player/session"
)

// setting is a row of the table of settings, with texts that Dear ImGui needs in
// each frame.
type setting struct {
	*session.Setting
	id     string // of the widget
	field  string // of the number beside it
	mark   string // of the mark beside its name
	suffix string // the unit behind a value
}

// shownSettings are the settings that have a widget.
var shownSettings []setting

// settingNamed returns the row with a name, which must exist and have a title.
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

// formRow is a row of a form, which is none of the table of settings.
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
	planesSetting     = settingNamed("planes")
	lowSetting        = settingNamed("low")
	boundsSetting     = settingNamed("bounds")
	invertSetting     = settingNamed("invert")
	featuresSetting   = settingNamed("features")
	coloursSetting    = settingNamed("colours")
	templateSetting   = settingNamed("template")
	suppressSetting   = settingNamed("suppress")
	orderSetting      = settingNamed("order")
	minSizeSetting    = settingNamed("min_size")
	maxSizeSetting    = settingNamed("max_size")
	wantedSetting     = settingNamed("wanted")
	eachSetting       = settingNamed("each_frame")
	cubeSetting       = settingNamed("cube")
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

// begin begins a line with the setting's name. The next widget is in the column
// beside it.
func (p *Panel) begin(r setting, settings *session.Settings) {
	start := imgui.CursorScreenPos()
	p.name(r, settings)
	p.column(start)
}

// name writes the setting's name, with a mark if it does not have its default.
// settings are nil for rows of forms, which have no default.
func (p *Panel) name(r setting, settings *session.Settings) {
	p.Names = append(p.Names, r.Title)
	if settings != nil && !p.isDefault(r, settings) {
		p.badge(r, settings)
		return
	}
	imgui.AlignTextToFramePadding()
	imgui.TextUnformatted(r.Title)
	p.tipOf(r)
}

// amount is a named slider for a setting that is a number, starting at from and
// ending at the end of its range. The number beside it can be typed.
func (p *Panel) amount(r setting, from float64, settings *session.Settings, place, typed *image.Rectangle) {
	scale := 1.
	if r.Unit == "%" {
		scale = 100
	}
	value := int32(math.Round(scale * r.Number(settings)))
	p.begin(r, settings)
	if p.number(r, &value, int32(scale*from), int32(scale*r.High), place, typed) {
		r.Change(settings, float64(value)/scale)
	}
}

// number is a slider with its value beside it, which can be typed. It fills the
// rest of the line and stores the places of both.
func (p *Panel) number(r setting, value *int32, low, high int32, place, typed *image.Rectangle) bool {
	imgui.SetNextItemWidth(-(valueWidth + 6) * p.scale)
	p.beginBare(r.id)
	changed := imgui.SliderInt(r.id, value, low, high, "%d", imgui.SliderFlagsAlwaysClamp)
	p.endBare(r.id)
	*place = item()
	p.tipOf(r)
	v, ok := p.field(r.field, p.numeral(r, float64(*value), 0), typed)
	if ok {
		*value = int32(min(max(math.Round(v), float64(low)), float64(high)))
	}
	p.tipOf(r)
	return changed || ok
}

// wordLines are the lines of an open list: all values of a setting. It stores the
// lines' rectangles in places.
func (p *Panel) wordLines(r setting, settings *session.Settings, places []image.Rectangle) {
	now := r.Index(settings)
	for i, w := range r.Words {
		text := title(w)
		if r.Flag != "" && !strings.EqualFold(text, w.Name) {
			text += " (" + w.Name + ")" // as on the command line
		}
		p.Names = append(p.Names, text)
		if choice(text, now == i, &places[i]) {
			r.Choose(settings, i)
		}
	}
}

// title returns a word's title; a word without one shows its name.
func title(w session.Word) string {
	if w.Title != "" {
		return w.Title
	}
	return w.Name
}

// among is a named list of a setting's values, with the current value in now. It
// returns its rectangle, and stores those of the open list's lines in places.
func (p *Panel) among(r setting, now string, settings *session.Settings, places []image.Rectangle) image.Rectangle {
	p.begin(r, settings)
	return p.list(r, now, -1, settings, places)
}

// list is the list itself.
func (p *Panel) list(r setting, now string, width float32, settings *session.Settings, places []image.Rectangle) image.Rectangle {
	imgui.SetNextItemWidth(width)
	open := imgui.BeginCombo(r.id, now, imgui.ComboFlagsHeightLargest)
	if open {
		p.wordLines(r, settings, places)
		imgui.EndCombo()
	}
	place := item()
	p.tipOf(r)
	return place
}

// chosenWord returns what the setting's list shows when it is closed.
func chosenWord(r setting, settings *session.Settings) string {
	return title(r.Words[r.Index(settings)])
}

// box is a checkbox.
func (p *Panel) box(r setting, on *bool) image.Rectangle {
	imgui.Checkbox(r.id, on)
	place := item()
	p.tipOf(r)
	return place
}

// endBox is a checkbox at the end of the current line, with its name before it.
func (p *Panel) endBox(r setting, settings *session.Settings, on *bool) image.Rectangle {
	s := p.scale
	imgui.SameLineV(0, 0)
	at := imgui.CursorScreenPos()
	side := imgui.FrameHeight()
	box := at.X + imgui.ContentRegionAvail().X - side
	imgui.SetCursorScreenPos(imgui.NewVec2(box-6*s-imgui.CalcTextSize(r.Title).X, at.Y))
	imgui.PushStyleColor(imgui.ColText, packed(dim))
	p.name(r, settings)
	imgui.PopStyleColor(1)
	imgui.SetCursorScreenPos(imgui.NewVec2(box, at.Y))
	return p.box(r, on)
}
