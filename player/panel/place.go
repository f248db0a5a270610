package panel

import (
	"image"

	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
	"ffkvadrat/player/marks"
	"ffkvadrat/player/widgets"
)

// place is the field over the picture for typing a time, a frame number, or a note. It handles keys
// from the call that opens it, before the next Build.
type place struct {
	open        bool
	edit        widgets.Edit
	label, hint string
	most        int                      // maximum number of bytes
	command     command.Command          // carries the text
	read        func(text string) string // what a valid text means; nil for none
}

// placeField is the field and its widgets.
type placeField struct {
	*widgets.Kit
	place
	// Read says what a typed time or frame number means; "" for neither. It may be nil.
	Read    func(text string) string
	Meaning string // of the typed text in the last Build
	w       placeWidgets
}

// placeLength exceeds the length of any valid time or frame number.
const placeLength = 16

// Ask opens the field with the given text. Confirming it returns the command GoTo with the text and
// closes the field. Escape closes it without a command.
func (f *placeField) Ask(text string) {
	f.place = place{open: true, label: "Go to", hint: "frame, #index, S.S, M:S, H:M:S", most: placeLength, command: command.Do(command.GoTo), read: f.Read}
	f.edit.Set(text)
}

// AskNote does the same for the note of the mark at a time. The command is Note, also for an empty
// text.
func (f *placeField) AskNote(time float64, text string) {
	f.place = place{open: true, label: "Note", hint: "of this mark", most: marks.MostBytes, command: command.With(command.Note, time)}
	f.edit.Set(text)
}

// Type adds a character. The text is checked by the receiver of the command.
func (f *placeField) Type(character rune) { f.edit.Type(character, f.most) }

// Press handles a key.
func (f *placeField) Press(key imgui.Key) {
	if f.edit.Press(key, f.Held) {
		return
	}
	switch key {
	case imgui.KeyEscape:
		f.open = false
	case imgui.KeyEnter:
		f.open = false
		if c := f.command; f.edit.Text != "" || c.ID != command.GoTo {
			c.Text = f.edit.Text
			f.Do(c)
		}
	}
}

// build shows the field in the picture's upper left corner, below the names of A and B, which end at top.
func (f *placeField) build(picture image.Rectangle, top float32) {
	s := f.Scale
	label, hint := f.place.label, f.place.hint
	imgui.PushFont(f.Medium, widgets.TitleSize*s)
	before := imgui.CalcTextSize(label).X
	typed := min(imgui.CalcTextSize(f.edit.Text).X, float32(picture.Dx())-before-92*s)
	high := imgui.FontSize()
	imgui.PopFont()
	imgui.PushFont(f.Regular, widgets.SmallSize*s)
	width := imgui.CalcTextSize(hint).X
	imgui.PopFont()
	low := imgui.NewVec2(float32(picture.Min.X)+16*s, max(float32(picture.Min.Y)+16*s, top))
	field := low.Add(imgui.NewVec2(before+22*s, 6*s))
	size := imgui.NewVec2(max(width, typed)+20*s, high+8*s)
	end := field.Add(size).Add(imgui.NewVec2(8*s, 6*s))
	f.Meaning = ""
	if f.place.read != nil && f.edit.Text != "" {
		if f.Meaning = f.place.read(f.edit.Text); f.Meaning == "" {
			f.Meaning = hint
		}
		end.Y += (widgets.TextSize + 8) * s
		end.X = max(end.X, field.X+f.TextWidth(widgets.TextSize*s, f.Meaning)+12*s)
	}
	draw := imgui.BackgroundDrawList()
	draw.AddRectFilledV(low, end, widgets.Packed(f.Bed), 5*s, 0)
	draw.AddTextFont(f.Medium, widgets.TitleSize*s, imgui.NewVec2(low.X+12*s, field.Y+4*s), widgets.Packed(f.Bright), label)
	draw.AddRectFilledV(field, field.Add(size), widgets.Packed(f.Raised), 4*s, 0)
	at := imgui.NewVec2(field.X+10*s, field.Y+4*s)
	if f.edit.Text == "" {
		draw.AddTextFont(f.Regular, widgets.SmallSize*s, imgui.NewVec2(at.X+5*s, at.Y+2*s), widgets.Packed(f.Dim), hint)
	} else {
		draw.AddTextFont(f.Regular, widgets.TextSize*s, imgui.NewVec2(field.X, field.Y+size.Y+4*s), widgets.Packed(f.Bright), f.Meaning)
	}
	imgui.PushFont(f.Medium, widgets.TitleSize*s)
	f.WriteEdit(draw, &f.edit, at, typed, at.Y, at.Y+high)
	imgui.PopFont()
	f.w.Place = image.Rect(int(low.X), int(low.Y), int(end.X), int(end.Y))
}

type placeWidgets struct{ Place image.Rectangle }
