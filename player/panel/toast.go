package panel

import (
	"image"
	"slices"

	"ffkvadrat/imgui"
	"ffkvadrat/player/browser/browserpage"
	"ffkvadrat/player/widgets"
)

// toast is the result of the last command, in the picture's upper left corner, with buttons for what may
// come next.
type toast struct {
	*widgets.Kit
	place *placeField
	card  *card
	start *browserpage.Start
	w     toastWidgets

	// The layout of this Build.
	of, text       string // the message, and with numbers that do not break; empty for none
	offers         []Offer
	font           float32 // size of the words, in whole pixels
	words, buttons imgui.Vec2
	below          bool       // the buttons are below the words
	size           imgui.Vec2 // of both
}

// mostOffers is the maximum number of a message's buttons.
const mostOffers = 1

// toastWidgets are the widgets of a message with buttons.
type toastWidgets struct {
	Message image.Rectangle // with or without buttons
	Toast   image.Rectangle
	Note    image.Rectangle // a quiet message
	Offers  [mostOffers]image.Rectangle
}

// lay measures the message; without the buttons, which a page would cover, unless they are reached. told says that a page shows the
// message.
func (t *toast) lay(picture image.Rectangle, status *Status, reached, told bool) {
	text := status.shownMessage()
	if status.Quiet || told { // the note has it, or the page
		text = ""
	}
	if text != t.of {
		t.of, t.text = text, widgets.Unbroken(text)
	}
	s := t.Scale
	t.offers, t.buttons = nil, imgui.Vec2{}
	if reached {
		t.offers = status.Offers[:min(len(status.Offers), mostOffers)]
	}
	imgui.PushFont(t.Medium, widgets.TitleSize*s)
	t.font, t.words = imgui.FontSize(), imgui.CalcTextSizeV(t.text, false, t.room(picture))
	imgui.PopFont()
	for _, o := range t.offers {
		t.buttons.X += imgui.CalcTextSize(o.Title).X + 32*s
		t.buttons.Y = imgui.FrameHeight()
	}
	t.size, t.below = t.words, t.words.X+t.buttons.X > t.room(picture)
	switch {
	case t.below:
		t.size = imgui.NewVec2(max(t.words.X, t.buttons.X), t.words.Y+t.buttons.Y+6*s)
	case len(t.offers) > 0:
		t.size = imgui.NewVec2(t.words.X+t.buttons.X, max(t.words.Y, t.buttons.Y))
	}
}

// room is the width of the words.
func (t *toast) room(picture image.Rectangle) float32 {
	return max(float32(picture.Dx())-56*t.Scale, 1)
}

// under returns how much room the message needs below a card with a right edge: none next to it.
func (t *toast) under(right float32, picture image.Rectangle) float32 {
	if t.text == "" || right+t.size.X+40*t.Scale < float32(picture.Max.X) {
		return 0
	}
	return t.size.Y + 22*t.Scale
}

// settle finds the place of the message, clear of boxes, to which it is added, and if possible of what yields to it.
func (t *toast) settle(picture image.Rectangle, status *Status, there *boxes, yields image.Rectangle) {
	if t.text == "" || !t.w.Message.Empty() {
		return
	}
	s := t.Scale
	low := t.corner(picture, status)
	high := low.Add(t.size).Add(imgui.NewVec2(24*s, 14*s))
	box := image.Rect(int(low.X), int(low.Y), int(high.X), int(high.Y))
	for _, others := range [...]boxes{append(slices.Clone(*there), yields), *there} {
		if place := others.clear(box, int(6*s), false); place.Max.Y <= picture.Max.Y {
			box = place
			break
		}
	}
	*there, t.w.Message = append(*there, box), box
}

// build shows the message where it has settled.
func (t *toast) build(status *Status) {
	if t.text == "" {
		return
	}
	s, words, size, buttons := t.Scale, t.words, t.size, t.buttons
	low, high := widgets.Corners(t.w.Message)
	draw := imgui.BackgroundDrawList()
	draw.AddRectFilledV(low, high, widgets.Faded(t.Bed, status.Visible), 5*s, 0)
	at := low.Add(imgui.NewVec2(12*s, 7*s))
	from := at.Add(imgui.NewVec2(words.X, (size.Y-buttons.Y)/2))
	if t.below {
		from = at.Add(imgui.NewVec2(-12*s, words.Y+6*s))
	} else {
		at.Y += (size.Y - words.Y) / 2
	}
	all := imgui.NewVec4(low.X, low.Y, high.X, high.Y)
	draw.AddTextFontV(t.Medium, t.font, at, widgets.Faded(t.Bright, status.Visible), t.text, t.words.X+1, &all)
	if len(t.offers) > 0 {
		t.w.Toast = t.w.Message
		t.offer(from, status.Visible)
	}
}

// note shows a quiet message, small, in the picture's lower right corner, or at the middle of the start page, above what is there.
func (t *toast) note(free image.Rectangle, status *Status, there boxes) {
	text := status.shownMessage()
	if text == "" || !status.Quiet {
		return
	}
	s := t.Scale
	size := imgui.NewVec2(t.TextWidth(widgets.SmallSize*s, text)+20*s, (1.4*widgets.SmallSize+8)*s)
	end := imgui.NewVec2(float32(free.Max.X)-8*s, float32(free.Max.Y)-8*s)
	if page := t.start.Widgets.Hint; !page.Empty() { // above the start page, whose messages are in one place
		end = imgui.NewVec2(float32(int((float32(page.Min.X+page.Max.X)+size.X)/2)), float32(page.Min.Y)-6*s)
	}
	for range there {
		low := end.Sub(size)
		for _, r := range there {
			if r.Inset(-int(4*s)).Overlaps(image.Rect(int(low.X), int(low.Y), int(end.X), int(end.Y))) && !r.Empty() {
				end.Y = float32(r.Min.Y) - 6*s
			}
		}
	}
	low := end.Sub(size)
	t.w.Note = image.Rect(int(low.X), int(low.Y), int(end.X), int(end.Y))
	draw := imgui.BackgroundDrawList()
	draw.AddRectFilledV(low, end, widgets.Faded(t.Bed, status.Visible), 5*s, 0)
	draw.AddTextFont(t.Regular, widgets.SmallSize*s, low.Add(imgui.NewVec2(10*s, 4*s)), widgets.Faded(t.Bright, status.Visible), text)
}

// corner returns the message's upper left corner: in the border above the picture as far as that has room,
// and next to the card or below it.
func (t *toast) corner(picture image.Rectangle, status *Status) imgui.Vec2 {
	s := t.Scale
	border := float32(status.Shown.Min.Y - picture.Min.Y)
	down := min(max((border-t.size.Y-14*s)/2, 6*s), 16*s)
	low := imgui.NewVec2(float32(picture.Min.X)+16*s, float32(max(picture.Min.Y, t.place.w.Place.Max.Y))+down)
	low.Y = max(low.Y, status.Wipe.end())
	switch card := t.card.w.Card; {
	case card.Empty():
	case t.under(float32(card.Max.X), picture) > 0:
		low = imgui.NewVec2(float32(card.Min.X), float32(card.Max.Y)+8*s)
	default:
		low.X = float32(card.Max.X) + 8*s
	}
	if t.Floats {
		low.Y = max(min(low.Y, float32(t.Areas.Timeline.Min.Y)-t.size.Y-16*s), float32(picture.Min.Y))
	}
	return low
}

// offer shows the buttons from their left.
func (t *toast) offer(at imgui.Vec2, visible float32) {
	widgets.BeginWindow("toast", t.w.Toast, imgui.WindowFlagsNoScrollWithMouse)
	defer imgui.End()
	imgui.PushStyleColor(imgui.ColButton, widgets.Faded(t.Raised, visible))
	imgui.PushStyleColor(imgui.ColText, widgets.Faded(t.Bright, visible))
	defer imgui.PopStyleColor(2)
	for i, o := range t.offers {
		at.X += 12 * t.Scale
		width := imgui.CalcTextSize(o.Title).X + 20*t.Scale
		imgui.SetCursorScreenPos(at)
		if imgui.Button(o.Title, imgui.NewVec2(width, 0)) {
			t.Do(o.Command)
		}
		t.w.Offers[i] = widgets.Item()
		t.AddCommandTip(o.Command)
		at.X += width
	}
}

// OnToast reports whether the mouse is on a message with buttons.
func (p *Panel) OnToast() bool { return p.pointed.In(p.toast.w.Toast) }
