// Package rawfields shows the form that says how to read raw video, in the tab Video and on the page about
// what cannot be played.
//
// Its input is a [rawform.Form], and mouse and keys; its output are drawings, and the command that changes the
// layout, through a [widgets.Kit].
package rawfields

import (
	"fmt"
	"image"

	"ffkvadrat/decode"
	"ffkvadrat/decode/rawvideo"
	"ffkvadrat/decode/wording"
	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/rawform"
	"ffkvadrat/player/widgets"
)

// Fields is the form with its widgets.
type Fields struct {
	*widgets.Kit
	Widgets Widgets         // places in the last Build
	Said    string          // about the length, or why what was typed is no value, in the last Build
	Unready string          // why the file cannot be opened with what the form shows, in the last Build; else empty
	wrong   string          // why what was typed is no value; else empty
	typed   *rawform.Form   // with the value that is typed now, if the file cannot be read so; else nil
	typing  bool            // in this Build
	before  rawvideo.Layout // when the field was opened for typing
	of      rawvideo.Layout // of the last Build
	asked   rawvideo.Layout // last asked for since then
	sizes   []size
}

// size is a line of the list of sizes.
type size struct {
	width, height int
	text          string
}

// New returns the form.
func New(kit *widgets.Kit) Fields {
	f := Fields{Kit: kit}
	for _, s := range rawvideo.CommonSizes()[:len(widgets.Lines{})] {
		f.sizes = append(f.sizes, size{s[0], s[1], fmt.Sprintf("%d × %d", s[0], s[1])})
	}
	return f
}

// Height returns the form's height below its title.
func (f *Fields) Height() float32 {
	return 5*(imgui.FrameHeight()+imgui.CurrentStyle().ItemSpacing.Y) + saidLines*imgui.FontSize() + 4*f.Scale
}

// GuessesHeight returns the height of the list of n likely layouts.
func (f *Fields) GuessesHeight(n int) float32 {
	if n == 0 {
		return 0
	}
	return float32(n)*(imgui.FontSize()+imgui.CurrentStyle().ItemSpacing.Y) + guessesGap*f.Scale
}

// guessesGap is the space below that list, at scale 1.
const guessesGap = 8

// Guesses shows the first n likely layouts: a click takes one, at the form's rate.
func (f *Fields) Guesses(form *rawform.Form, n int) {
	draw, ink := imgui.WindowDrawList(), widgets.Packed(f.Bright)
	for i := range form.Likely[:n] {
		fit := &form.Likely[i]
		l := fit.Layout
		l.Rate = form.Layout.Rate
		at := imgui.CursorScreenPos()
		if widgets.Line(guessIDs[i], l == form.Layout, &f.Widgets.RawGuesses[i]) {
			f.change(l)
		}
		draw.AddText(at.Add(imgui.NewVec2(8*f.Scale, 0)), ink, fit.Line)
	}
	if n > 0 {
		imgui.Dummy(imgui.NewVec2(1, guessesGap*f.Scale-imgui.CurrentStyle().ItemSpacing.Y))
	}
}

var guessIDs = [decode.RawGuesses]string{"##guess 0", "##guess 1", "##guess 2", "##guess 3"}

// saidLines is the number of lines of text below the rows.
const saidLines = 2

// Section shows the form as a section with a title.
func (f *Fields) Section(form *rawform.Form) {
	if form == nil {
		return
	}
	f.Rule()
	f.Heading("Raw video")
	if form.Origin != "" {
		imgui.PushStyleColor(imgui.ColText, widgets.Packed(f.Dim))
		widgets.WriteRight(form.Origin)
		imgui.PopStyleColor(1)
	}
	f.Build(form)
	f.Rule()
}

// Build shows the form's rows.
func (f *Fields) Build(form *rawform.Form) {
	if f.of != form.Layout {
		f.of, f.asked, f.wrong, f.typed = form.Layout, form.Layout, "", nil
	}
	f.typing = false
	s, w := f.Scale, &f.Widgets
	f.Row(sizeRow, nil)
	const side = 50
	f.field(form, rawform.Width, sizeRow, side*s)
	imgui.SameLineV(0, 5*s)
	imgui.TextUnformatted("×")
	imgui.SameLineV(0, 5*s)
	f.field(form, rawform.Height, sizeRow, side*s)
	imgui.SameLineV(0, 8*s)
	f.commonSizes(form)

	f.Row(formatRow, nil)
	now := form.Layout.PixelFormat
	if words := rawform.Words(now); words != now {
		now = rawform.Format{Name: now, Words: words}.Line()
	}
	open := f.BeginList(formatRow, now)
	for i, format := range rawform.Formats() {
		if open && f.Choice(format.Line(), format.Name == form.Layout.PixelFormat, &w.RawFormats[i]) {
			l := form.Layout
			l.PixelFormat = format.Name
			f.change(l)
		}
	}
	w.RawFormat = f.EndList(formatRow, open)

	f.Row(rateRow, nil)
	f.field(form, rawform.Rate, rateRow, (2*side+18)*s)
	f.unit("a second")
	f.Row(headerRow, nil)
	f.field(form, rawform.Header, headerRow, (2*side+18)*s)
	f.unit("bytes")
	f.fits(form)
	if !f.typing {
		f.typed = nil
	}
	f.say(form)
}

// field is a value that can be typed. The layout follows each key; the playing video only where it can be read
// so.
func (f *Fields) field(form *rawform.Form, field rawform.Field, row widgets.Setting, width float32) {
	imgui.SetNextItemWidth(width)
	typed, edited, done := f.TextField(ids[field], "", form.Text(field), &f.Widgets.Raw[field])
	f.typing = f.typing || imgui.IsItemActive()
	if imgui.IsItemActivated() {
		f.before = form.Layout
	}
	f.AddSettingTip(row)
	if !edited && !done {
		return
	}
	l, err := form.Typed(field, typed)
	if f.wrong, f.typed = "", nil; err != nil {
		f.wrong = wording.Line(err)
		return
	}
	if typed == form.With(f.before).Text(field) { // as Escape does, where a size had changed both sides
		l = f.before
	}
	switch next := form.With(l); {
	case !done && !form.Asks && next.Unreadable() != "":
		f.typed = next
	case l != f.asked:
		f.change(l)
	}
}

var ids = [rawform.Fields]string{"##raw width", "##raw height", "##raw rate", "##raw header"}

func (f *Fields) change(l rawvideo.Layout) {
	f.wrong, f.asked = "", l
	f.Do(command.Command{ID: command.RawLayout, Text: l.String()})
}

// unit writes what a field counts.
func (f *Fields) unit(text string) {
	imgui.SameLineV(0, 8*f.Scale)
	imgui.PushStyleColor(imgui.ColText, widgets.Packed(f.Dim))
	imgui.TextUnformatted(widgets.Fitted(text, imgui.ContentRegionAvail().X))
	imgui.PopStyleColor(1)
}

// commonSizes is the list of common sizes.
func (f *Fields) commonSizes(form *rawform.Form) {
	open := f.BeginList(sizesRow, "Sizes")
	l := form.Layout
	for i := range f.sizes {
		one := &f.sizes[i]
		if open && f.Choice(one.text, one.width == l.Width && one.height == l.Height, &f.Widgets.RawSizes[i]) {
			l.Width, l.Height = one.width, one.height
			f.change(l)
		}
	}
	f.Widgets.RawSize = f.EndList(sizesRow, open)
}

// fits is the list of layouts that fill the file.
func (f *Fields) fits(form *rawform.Form) {
	title := "What fits the file's length"
	if len(form.Fits) == 0 {
		title = "No usual layout fits the file's length"
	}
	f.BeginUnused(widgets.Unless(len(form.Fits) > 0, "no usual size and pixel format fill the file; a header may be before the frames"))
	open := f.BeginList(fitsRow, title)
	for i := range form.Fits {
		fit := &form.Fits[i]
		if open && f.Choice(fit.Line, fit.Layout == form.Layout, &f.Widgets.RawFitting[i]) {
			f.change(fit.Layout)
		}
	}
	f.Widgets.RawFits = f.EndList(fitsRow, open)
	f.EndUnused()
}

// say writes what is wrong with the typed text, or else how the layout fits the file.
func (f *Fields) say(form *rawform.Form) {
	now := form
	if f.typed != nil {
		now = f.typed
	}
	text, wrong := now.Length()
	if form.Asks && form.Origin != "" {
		text += ": " + form.Origin
	}
	f.Unready = now.Unreadable()
	if f.wrong != "" {
		text, wrong = quantity.Capitalised(f.wrong), true
		if f.typing {
			f.Unready = f.wrong
		}
	}
	ink := f.Dim
	if wrong {
		ink = f.LoopColour
	}
	f.Said = text
	at := imgui.CursorScreenPos()
	imgui.PushStyleColor(imgui.ColText, widgets.Packed(ink))
	widgets.Paragraph(widgets.Unbroken(text))
	imgui.PopStyleColor(1)
	imgui.SetCursorScreenPos(at)
	imgui.Dummy(imgui.NewVec2(1, saidLines*imgui.FontSize())) // what follows stays where it is
}

// The rows of the form.
var (
	sizeRow   = widgets.FormRow("raw", "Picture size", "Width and height of the pictures in pixels. The picture changes with each key.")
	sizesRow  = widgets.FormRow("raw", "Sizes", "Common sizes.")
	formatRow = widgets.FormRow("raw", "Pixels", "How a pixel is stored: how much colour there is for the luma, the bits of a sample, and FFmpeg's name for it.")
	rateRow   = widgets.FormRow("raw", "Frame rate", "Frames a second, such as 25, 29.97 or 30000/1001.")
	headerRow = widgets.FormRow("raw", "Header", "The number of bytes before the first frame.")
	fitsRow   = widgets.FormRow("raw", "Fits", "Layouts whose frames fill the file, without bytes left over. Several formats have the same number of bytes: the picture shows which one is right.")
)

// Widgets are the rectangles of the widgets; empty if hidden.
type Widgets struct {
	Raw                              [rawform.Fields]image.Rectangle // fields: width, height, rate, header
	RawSize, RawFormat, RawFits      image.Rectangle                 // closed lists
	RawSizes, RawFormats, RawFitting widgets.Lines
	RawGuesses                       [decode.RawGuesses]image.Rectangle // likely layouts, on the page
}
