package widgets

import (
	"image"
	"math"
	"strconv"
	"strings"

	"ffkvadrat/imgui"
)

// typing is the state of values that the user is typing.
type typing struct {
	field   string // ID of the open field; empty for none
	text    string // its current text
	first   string // its text when it was opened
	slider  string // slider opened with Ctrl and a click
	sliding string // the same, collected during this Build
}

// ValueWidth is the width of the column of values at scale 1.
const ValueWidth = 52

// Field is a number at the right end of the current line. A click opens it for typing. When the
// user has confirmed a valid number, ok is true.
func (k *Kit) Field(id, text string, place *image.Rectangle) (value float64, ok bool) {
	s := k.Scale
	width := ValueWidth * s
	imgui.SameLineV(0, 0)
	at := imgui.CursorScreenPos()
	at.X += imgui.ContentRegionAvail().X - width
	imgui.SetCursorScreenPos(at)
	imgui.SetNextItemWidth(width)
	open, typed := k.typing.field == id, text
	ink, bed, border := k.Bright, k.Raised, k.Border
	if open {
		typed = k.typing.text
	} else {
		ink.A, bed.A, border.A = 0, 0, 0
	}
	imgui.PushStyleColor(imgui.ColText, Packed(ink))
	imgui.PushStyleColor(imgui.ColFrameBg, Packed(bed))
	imgui.PushStyleColor(imgui.ColBorder, Packed(border))
	imgui.InputText(id, "", &typed, imgui.InputTextFlagsAutoSelectAll|imgui.InputTextFlagsCharsDecimal)
	imgui.PopStyleColor(3)
	*place = Item()
	k.noteTyped(id, text, typed, open)
	if !open {
		size := imgui.CalcTextSize(text)
		middle := float32(place.Min.Y+place.Max.Y) / 2
		imgui.WindowDrawList().AddText(imgui.NewVec2(at.X+width-size.X, middle-size.Y/2), imgui.StyleColor(imgui.ColText), text)
	}
	if !imgui.IsItemDeactivatedAfterEdit() || typed == k.typing.first {
		return 0, false
	}
	return parseTyped(typed)
}

// noteTyped notes what is typed into the last item, a field that was open before or not and shows text
// while it is closed.
func (k *Kit) noteTyped(id, text, typed string, open bool) {
	switch {
	case imgui.IsItemActive():
		if !open {
			k.typing.first = text
		}
		k.typing.field, k.typing.text = id, typed
	case open:
		k.typing.field = ""
	}
}

// TextField is a field for text that fills the next item's width. While it is not open for typing, it
// shows the text shortened in the middle to fit. It returns what is typed, whether that has changed in
// this Build, and whether the user has confirmed another text.
func (k *Kit) TextField(id, hint, text string, place *image.Rectangle) (typed string, edited, done bool) {
	open := k.typing.field == id
	ink := k.Bright
	if typed = text; open {
		typed = k.typing.text
	} else {
		ink.A = 0
	}
	imgui.PushStyleColor(imgui.ColText, Packed(ink))
	edited = imgui.InputText(id, hint, &typed, imgui.InputTextFlagsAutoSelectAll)
	imgui.PopStyleColor(1)
	*place = Item()
	k.noteTyped(id, text, typed, open)
	if !open {
		pad := imgui.CurrentStyle().FramePadding
		at := imgui.NewVec2(float32(place.Min.X)+pad.X, float32(place.Min.Y)+pad.Y)
		imgui.WindowDrawList().AddText(at, imgui.StyleColor(imgui.ColText), Fitted(text, float32(place.Dx())-2*pad.X))
	}
	return typed, edited, imgui.IsItemDeactivatedAfterEdit() && typed != k.typing.first
}

// written caches the text of a number.
type written struct {
	value float64
	text  string
}

// Numeral returns a setting's number with its unit. It allocates only if the number has changed.
func (k *Kit) Numeral(r Setting, value float64, places int) string {
	w, ok := k.written[r.Name]
	if !ok || w.value != value {
		w = written{value, strconv.FormatFloat(value, 'f', places, 64) + r.Suffix}
		k.written[r.Name] = w
	}
	return w.text
}

// parseTyped parses a number with a decimal comma or point, and with or without its unit.
func parseTyped(text string) (value float64, ok bool) {
	text = strings.TrimSpace(strings.TrimRight(strings.TrimSpace(text), "%px"))
	value, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", "."), 64)
	return value, err == nil && !math.IsInf(value, 0) && !math.IsNaN(value)
}

// beginBare hides a slider's own text, as the value is shown next to it. While the slider is open
// for typing, the text is visible.
func (k *Kit) beginBare(id string) {
	text := k.Bright
	if k.typing.slider != id {
		text.A = 0
	}
	imgui.PushStyleColor(imgui.ColText, Packed(text))
}

// endBare ends what beginBare began, after the slider.
func (k *Kit) endBare(id string) {
	imgui.PopStyleColor(1)
	if imgui.IsItemActive() && imgui.CurrentIO().WantTextInput {
		k.typing.sliding = id
	}
}
