package panel

import (
	"image"
	"unicode"
	"unicode/utf8"

	"ffkvadrat/player/imgui"
)

// place is the field for typing a time or the number of a frame. It takes keys
// as soon as the call that opens it returns, and so loses none.
type place struct {
	open bool
	text string
}

// placeLength is more characters than any place needs.
const placeLength = 16

// AskPlace opens the field for a place with the given text in it. When the user
// confirms the text, the command GoTo carries it and the field closes. Escape
// closes the field without a command.
func (p *Panel) AskPlace(text string) { p.place = place{open: true, text: text} }

// put adds a character. Whoever takes the place says what is wrong with it.
func (f *place) put(character rune) {
	if unicode.IsPrint(character) && len(f.text) < placeLength {
		f.text += string(character)
	}
}

// press handles a key and returns the text that it confirms.
func (f *place) press(key EditKey) (confirmed string) {
	switch key {
	case KeyBackspace:
		_, n := utf8.DecodeLastRuneInString(f.text)
		f.text = f.text[:len(f.text)-n]
	case KeyEscape:
		f.open = false
	case KeyEnter:
		f.open = false
		return f.text
	}
	return ""
}

// ask draws the field in the picture's upper left corner.
func (p *Panel) ask(picture image.Rectangle) {
	const label, hint = "Go to", "frame, S.S, M:S, H:M:S"
	s := p.scale
	imgui.PushFont(p.medium, titleSize*s)
	before := imgui.CalcTextSize(label).X
	typed := imgui.CalcTextSize(p.place.text).X
	high := imgui.FontSize()
	imgui.PopFont()
	imgui.PushFont(p.regular, smallSize*s)
	width := imgui.CalcTextSize(hint).X
	imgui.PopFont()
	low := imgui.NewVec2(float32(picture.Min.X)+16*s, float32(picture.Min.Y)+16*s)
	field := low.Add(imgui.NewVec2(before+22*s, 6*s))
	size := imgui.NewVec2(max(width, typed)+20*s, high+8*s)
	end := field.Add(size).Add(imgui.NewVec2(8*s, 6*s))
	draw := imgui.BackgroundDrawList()
	draw.AddRectFilledV(low, end, packed(toastBed), 5*s, 0)
	draw.AddTextFont(p.medium, titleSize*s, imgui.NewVec2(low.X+12*s, field.Y+4*s), packed(bright), label)
	draw.AddRectFilledV(field, field.Add(size), packed(raised), 4*s, 0)
	at := imgui.NewVec2(field.X+10*s, field.Y+4*s)
	if p.place.text == "" {
		draw.AddTextFont(p.regular, smallSize*s, imgui.NewVec2(at.X+5*s, at.Y+2*s), packed(dim), hint)
	} else {
		draw.AddTextFont(p.medium, titleSize*s, at, packed(bright), p.place.text)
	}
	caret := imgui.NewVec2(at.X+typed+s, at.Y)
	draw.AddRectFilled(caret, caret.Add(imgui.NewVec2(2*s, high)), packed(stronger))
	p.Widgets.Place = image.Rect(int(low.X), int(low.Y), int(end.X), int(end.Y))
}
