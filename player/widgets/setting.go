package widgets

import (
	"cmp"
	"image"
	"image/color"
	"math"
	"strings"

	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
	"ffkvadrat/player/session"
)

// Setting is a row of the table of settings, with precomputed texts for Dear ImGui.
type Setting struct {
	*session.Setting
	ID     string // ID of the widget
	Field  string // ID of the number next to it
	mark   string // ID of the badge
	Suffix string // unit after a value
}

// shownSettings are the settings that have a widget.
var shownSettings []Setting

// SettingNamed returns the row with a name. It must exist and have a title.
func SettingNamed(name string) Setting {
	r := session.Named(name)
	if r == nil || r.Title == "" {
		panic("widgets: no setting with a title is called " + name)
	}
	s := newSetting(r)
	if r.Unit != "" {
		s.Suffix = " " + r.Unit
	}
	shownSettings = append(shownSettings, s)
	return s
}

// Shown returns the row with a name, if it has a widget.
func Shown(name string) (r Setting, ok bool) {
	for _, r := range shownSettings {
		if r.Name == name {
			return r, true
		}
	}
	return Setting{}, false
}

func newSetting(r *session.Setting) Setting {
	return Setting{Setting: r, ID: "##" + r.Name, Field: "##" + r.Name + " value", mark: "##" + r.Name + " default"}
}

// FormRow is a row of a form, which is not in the table of settings.
func FormRow(flag, title, help string) Setting {
	s := newSetting(&session.Setting{Name: "form " + title, Flag: flag, Help: help, Title: title})
	shownSettings = append(shownSettings, s)
	return s
}

// FileRow is the name of the file in a form.
var FileRow = FormRow("", "File", "The file to write, in the folder where the player was started.")

// Row starts a line with the setting's name, which is quieter than titles and values. The next widget is in the column next to it.
func (k *Kit) Row(r Setting, settings *session.Settings) {
	start := imgui.CursorScreenPos()
	k.writeName(r, settings, k.Dim)
	k.Column(start)
}

// WriteName writes the setting's name, with a badge if it differs from its default. For rows of
// forms, which have no default, settings is nil.
func (k *Kit) WriteName(r Setting, settings *session.Settings) { k.writeName(r, settings, k.Bright) }

// writeName does so in a colour; a changed setting's name is always bright.
func (k *Kit) writeName(r Setting, settings *session.Settings, ink color.NRGBA) {
	k.Names = append(k.Names, r.Title)
	k.markRow(r)
	if settings != nil && !k.IsDefault(r, settings) {
		k.badge(r, settings)
		return
	}
	imgui.AlignTextToFramePadding()
	imgui.PushStyleColor(imgui.ColText, Packed(ink))
	imgui.TextUnformatted(r.Title)
	imgui.PopStyleColor(1)
	k.AddSettingTip(r)
}

// NamedSlider is a named slider for a numeric setting, from the given number to the end of its
// range. The number next to it can be typed.
func (k *Kit) NamedSlider(r Setting, from float64, settings *session.Settings, place, typed *image.Rectangle) {
	scale := 1.
	if r.Unit == "%" {
		scale = 100
	}
	value := int32(math.Round(scale * r.Number(settings)))
	k.Row(r, settings)
	if k.Slider(r, &value, int32(scale*from), int32(scale*r.High), place, typed) {
		r.Change(settings, float64(value)/scale)
	}
}

// Slider is a slider with a number next to it that can be typed. It fills the rest of the line and
// stores the places of both.
func (k *Kit) Slider(r Setting, value *int32, low, high int32, place, typed *image.Rectangle) bool {
	imgui.SetNextItemWidth(-(ValueWidth + 6) * k.Scale)
	changed := k.SliderInt(r.ID, value, low, high)
	*place = Item()
	k.AddSettingTip(r)
	v, ok := k.Field(r.Field, k.Numeral(r, float64(*value), 0), typed)
	if ok {
		*value = int32(min(max(math.Round(v), float64(low)), float64(high)))
	}
	k.AddSettingTip(r)
	return changed || ok
}

// wordLines shows the lines of an open list, one per value of a setting, and stores their
// rectangles in places. Lines with a reason in missing are disabled. of has their pictures, if it is not nil.
func (k *Kit) wordLines(of *Pictures, r Setting, settings *session.Settings, places []image.Rectangle, missing map[int]string) {
	now, wide := r.Index(settings), float32(0)
	for _, w := range r.Words {
		if wide = max(wide, k.NotedWidth(title(w), w.Note)); of != nil {
			k.MakeRoom(of, title(w), w.Note)
		}
	}
	for i, w := range r.Words {
		text := title(w)
		k.Names = append(k.Names, text)
		k.BeginUnused(missing[i])
		chosen := false
		if of != nil {
			chosen = k.PicturedChoice(of, i, text, w.Note, now == i, &places[i])
		} else {
			chosen = k.Choice(text, now == i, &places[i])
		}
		if chosen {
			r.Choose(settings, i)
		}
		if missing[i] != "" {
			k.AddTip(text)
		}
		k.EndUnused()
		if r.Flag != "" && !strings.EqualFold(text, w.Name) && k.TipDue() {
			k.ShowTip("Flag: --" + r.Flag + " " + w.Name)
		}
		if w.Note != "" && of == nil {
			k.ChoiceNote(wide, w.Note)
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

// NamedList is a named list of a setting's values; now is the current one. It returns its rectangle
// and stores those of the open list's lines in places.
func (k *Kit) NamedList(r Setting, now string, settings *session.Settings, places []image.Rectangle) image.Rectangle {
	k.Row(r, settings)
	return k.List(r, now, -1, settings, places)
}

// List is such a list without the name.
func (k *Kit) List(r Setting, now string, width float32, settings *session.Settings, places []image.Rectangle) image.Rectangle {
	return k.ListWithout(nil, r, now, width, settings, places)
}

// ListWithout is such a list in which values have reasons why they cannot be chosen, by their indices.
func (k *Kit) ListWithout(missing map[int]string, r Setting, now string, width float32, settings *session.Settings, places []image.Rectangle) image.Rectangle {
	imgui.SetNextItemWidth(width)
	open := k.BeginCombo(r.ID, now)
	if open {
		k.wordLines(nil, r, settings, places, missing)
	}
	return k.EndList(r, open)
}

// PicturedList is such a list with a picture in each line.
func (k *Kit) PicturedList(of *Pictures, r Setting, now string, width float32, settings *session.Settings, places []image.Rectangle) image.Rectangle {
	imgui.SetNextItemWidth(width)
	open := k.BeginPictured(r.ID, now, len(r.Words))
	if open {
		k.wordLines(of, r, settings, places, nil)
	}
	return k.EndList(r, open)
}

// ChosenWord returns the text of the closed list.
func ChosenWord(r Setting, settings *session.Settings) string {
	return title(r.Words[r.Index(settings)])
}

// Checkbox is a checkbox.
func (k *Kit) Checkbox(r Setting, on *bool) image.Rectangle {
	imgui.Checkbox(r.ID, on)
	place := Item()
	k.AddSettingTip(r)
	return place
}

// CheckboxAtEnd is a checkbox at the end of the current line, after its name.
func (k *Kit) CheckboxAtEnd(r Setting, settings *session.Settings, on *bool) image.Rectangle {
	s := k.Scale
	imgui.SameLineV(0, 0)
	at := imgui.CursorScreenPos()
	side := imgui.FrameHeight()
	box := at.X + imgui.ContentRegionAvail().X - side
	imgui.SetCursorScreenPos(imgui.NewVec2(box-6*s-imgui.CalcTextSize(r.Title).X, at.Y))
	k.writeName(r, settings, k.Dim)
	imgui.SetCursorScreenPos(imgui.NewVec2(box, at.Y))
	return k.Checkbox(r, on)
}

// SwitchSection starts a group of widgets with the name of a switch as its title, and its checkbox at the
// end of the line.
func (k *Kit) SwitchSection(r Setting, settings *session.Settings, on *bool) image.Rectangle {
	k.SectionRow(r, settings)
	at := imgui.CursorScreenPos()
	at.X += imgui.ContentRegionAvail().X - imgui.FrameHeight()
	imgui.SetCursorScreenPos(at)
	return k.Checkbox(r, on)
}

// SectionRow starts a group of widgets with a setting's name as its title. The next widget is in the
// column next to it.
func (k *Kit) SectionRow(r Setting, settings *session.Settings) {
	k.Rule()
	start := imgui.CursorScreenPos()
	imgui.PushFont(k.Medium, TextSize*k.Scale)
	k.WriteName(r, settings)
	imgui.PopFont()
	k.Column(start)
}

// LabelWidth is the width of the column of labels, at scale 1.
const LabelWidth = 84

// SwitchBadge adds name and tooltip to a switch. It is its own badge: its colour says whether it is on, and
// a click sets the default. The tooltip begins with what the switch does now and what a click does.
func (k *Kit) SwitchBadge(r Setting, settings *session.Settings, now string) {
	k.Names = append(k.Names, r.Title)
	if !k.IsDefault(r, settings) {
		k.Badges = append(k.Badges, Badge{r.Name, Item()})
	}
	if k.TipDue() {
		k.ShowTip(now + "\n" + k.Explained[r.Name])
	}
	k.markItem(r)
}

// Switches says whether a switch is on, and what a click does.
func Switches(on bool) string {
	if on {
		return "On: a click switches it off."
	}
	return "Off: a click switches it on."
}

// Caption starts an ID scope.
func (k *Kit) Caption(r Setting) {
	k.Section(r.Title)
	k.AddSettingTip(r)
}

// BeginList starts a list next to a label and reports whether it is open.
func (k *Kit) BeginList(r Setting, chosen string) bool {
	imgui.SetNextItemWidth(-1)
	return k.BeginCombo(r.ID, chosen)
}

// EndList ends a list and returns its rectangle.
func (k *Kit) EndList(r Setting, open bool) image.Rectangle {
	if open {
		imgui.EndCombo()
	}
	place := Item()
	k.AddSettingTip(r)
	return place
}

// Fold is a line that unfolds what is below it. It can have a badge.
func (k *Kit) Fold(title, tip string, marked bool, open *bool, right float32) image.Rectangle {
	s := k.Scale
	at := imgui.CursorScreenPos()
	const high = 19
	if imgui.InvisibleButton(title, imgui.NewVec2(imgui.ContentRegionAvail().X-right, high*s)) {
		*open = !*open
	}
	place := Item()
	ink := k.Dim
	if imgui.IsItemHovered() {
		ink = k.Stronger
	}
	k.AddTip(tip)
	k.Names = append(k.Names, title)
	draw := imgui.WindowDrawList()
	x, y := at.X+5*s, at.Y+high*s/2
	if *open {
		draw.AddTriangleFilled(imgui.NewVec2(x-5*s, y-3*s), imgui.NewVec2(x+5*s, y-3*s), imgui.NewVec2(x, y+4*s), Packed(ink))
	} else {
		draw.AddTriangleFilled(imgui.NewVec2(x-3*s, y-5*s), imgui.NewVec2(x+4*s, y), imgui.NewVec2(x-3*s, y+5*s), Packed(ink))
	}
	if marked {
		draw.AddCircleFilled(imgui.NewVec2(at.X-6*s, y), 2.5*s, Packed(k.Stronger), 16)
	}
	draw.AddText(imgui.NewVec2(at.X+16*s, at.Y+(high*s-imgui.FontSize())/2-s), Packed(ink), title)
	return place
}

// Caution writes a line in the colour of warnings, whose tooltip has the whole text, and returns its place.
func (k *Kit) Caution(line, text string) (place image.Rectangle) {
	imgui.PushStyleColor(imgui.ColText, Packed(k.LoopColour))
	imgui.TextUnformatted(line)
	imgui.PopStyleColor(1)
	place = Item()
	k.AddTip(text)
	return place
}

// ExportButtons is a button that writes a file and one to its right that replaces it, which is disabled
// unless the first has found that file. Both say why they are disabled. They share no column of pixels, so that
// repeated clicks on Export never replace a file.
func (k *Kit) ExportButtons(id string, height float32, replaces bool, export, replace command.Command) (place, second image.Rectangle) {
	const part = 0.34 // of the width
	s := k.Scale
	width := imgui.ContentRegionAvail().X
	right := float32(int(part * width))
	if k.MainButton("Export"+id, imgui.NewVec2(width-right-6*s, height*s)) {
		k.Do(export)
	}
	place = Item()
	k.AddCommandTip(export)
	imgui.SameLineV(0, 6*s)
	both := k.tips.reason
	k.BeginUnused(cmp.Or(both, Unless(replaces, "Export writes a new file. Only if one of this name exists, it asks, and Replace overwrites that")))
	if imgui.Button("Replace"+id, imgui.NewVec2(right, height*s)) {
		k.Do(replace)
	}
	if k.AddCommandTip(replace); replaces {
		second = Item()
	}
	k.EndUnused()
	k.tips.reason = both
	return place, second
}
