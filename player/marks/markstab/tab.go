// Package markstab is the panel's tab for the marks of a video: a button, the list of the marks,
// and a form that writes them to a file.
//
// Its input is [Marking] and mouse and keys; its output are drawings and commands, through a
// [widgets.Kit].
package markstab

import (
	"image"
	"math"
	"strconv"
	"strings"
	"time"

	"ffkvadrat/imgui"
	"ffkvadrat/playback/transport"
	"ffkvadrat/player/command"
	"ffkvadrat/player/marks"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/widgets"
)

// Marking describes the video's marks.
type Marking struct {
	Marks   marks.List
	Marked  int    // index of the mark at the current frame, −1 for none
	Written string // result of the last export of marks
	Exists  string // the existing file that this export would replace; else empty
}

// Form is the user's input for a file of marks.
type Form struct {
	Format marks.Format
	Name   string
	named  bool // the user has chosen the name
}

// noting is a note that is being typed in the list.
type noting struct {
	open  bool
	time  float64 // time of its mark
	text  string
	fresh bool // WriteNote has opened it, and nothing is typed yet
}

var formatRow = widgets.FormRow("", "As", "What to write: a table with a row for each mark, or an edit decision list (CMX 3600) with a locator and a marker for each mark.")

// Tab is the tab Marks.
type Tab struct {
	Frames int64 // of the video, 0 if unknown
	*widgets.Kit
	Form    Form
	Still   bool // the video is a single picture
	noting  noting
	wants   bool              // the note of the mark at the time noting.time opens in a Build
	settles int               // number of Builds that this still takes
	current float64           // time of the mark at the frame in the last Build, −1 for none
	folded  bool              // the list is hidden
	number  float32           // width of the column of frames' numbers
	Widgets Widgets           // places in the last Build
	memory  []image.Rectangle // memory of the widgets
}

// Build shows the button, the list, and the form that writes a file. base is the video's name
// without its extension.
func (l *Tab) Build(status *Marking, base string) {
	s := l.Scale
	l.settles = max(l.settles-1, 0)
	if imgui.Button(l.word("Mark this frame"), imgui.NewVec2(imgui.ContentRegionAvail().X, 0)) {
		l.Do(command.With(command.Mark, 1))
	}
	l.Widgets.Mark = widgets.Item()
	l.AddCommandTip(command.Do(command.Mark))
	if len(status.Marks) > 0 && !l.fold(len(status.Marks)) {
		l.form(status, base)
		return
	}
	width := imgui.ContentRegionAvail().X
	// A line is kept free for what was written, so that nothing moves then.
	below := 2*imgui.FrameHeight() + 58*s + max(imgui.CalcTextSizeV(status.Written, false, width).Y, imgui.FontSize())
	height := lineHeight * s * float32(len(status.Marks))
	if height == 0 {
		height = imgui.CalcTextSizeV(l.word(noMarks), false, width).Y
	}
	if room := max(imgui.ContentRegionAvail().Y-below, 3*lineHeight*s); height > room {
		height = room - float32(math.Mod(float64(room), float64(lineHeight*s))) // whole lines
	}
	if imgui.BeginChild("marks", imgui.NewVec2(0, height), 0, 0) {
		l.lines(status)
	}
	imgui.EndChild()
	l.form(status, base)
}

// fold shows the line that hides the list, or shows it again, and reports whether the list is shown. A note that is
// to open shows it.
func (l *Tab) fold(marks int) bool {
	open := !l.folded || l.wants
	title := quantity.Count(int64(marks), "mark")
	l.Widgets.MarkFold = l.Fold(title, "The list of the marks: frame, time and note.", false, &open, 0)
	l.folded = !open
	return open
}

// WriteNote opens the note of the mark at a time for typing.
func (l *Tab) WriteNote(time float64) {
	const builds = 4 // the line appears, the list scrolls, the field gets the keys, and shows that
	l.noting, l.wants, l.settles = noting{time: time, fresh: true}, true, builds
}

// Settling reports whether another Build is needed to open a note.
func (l *Tab) Settling() bool { return l.settles > 0 && !l.Widgets.Mark.Empty() }

// NotesFresh reports whether WriteNote has opened a note, and nothing is typed yet. A click elsewhere then
// does what it usually does.
func (l *Tab) NotesFresh() bool { return l.noting.open && l.noting.fresh }

// lineHeight is the height of a line at scale 1.
const lineHeight = 26

const noMarks = "No marks yet: the button above marks the frame on the screen, with a note of yours. A click on its time returns there; the player saves the marks."

// word returns a text of the tab; it says picture instead of frame if there is only one.
func (l *Tab) word(text string) string {
	if l.Still {
		return strings.ReplaceAll(text, "frame", "picture")
	}
	return text
}

// lines shows for each mark the number of its frame and its time, which seek there, its note, which can be edited, and a
// button that deletes it. Lines out of view are skipped.
func (l *Tab) lines(status *Marking) {
	s := l.Scale
	top := imgui.CursorScreenPos()
	width := imgui.ContentRegionAvail().X
	low, high := imgui.WindowPos().Y, imgui.WindowPos().Y+imgui.WindowSize().Y
	n := len(status.Marks)
	if n == 0 {
		imgui.PushTextWrapPos(0)
		imgui.PushStyleColor(imgui.ColText, widgets.Packed(l.Dim))
		imgui.TextUnformatted(l.word(noMarks))
		imgui.PopStyleColor(1)
		imgui.PopTextWrapPos()
		return
	}
	if cap(l.memory) < 3*n {
		l.memory = make([]image.Rectangle, 3*n)
	}
	places := l.memory[:3*n]
	clear(places)
	widest := n - 1 // of the frames' numbers, which ascend
	for widest > 0 && status.Marks[widest].Index < 0 {
		widest--
	}
	l.number = imgui.CalcTextSize(number(&status.Marks[widest])).X
	times, notes, crosses := places[:n], places[n:2*n], places[2*n:]
	for i := range status.Marks {
		y := top.Y + float32(i)*lineHeight*s
		if y+lineHeight*s > low && y < high {
			imgui.PushID(int32(i))
			l.line(imgui.NewVec2(top.X, y), width, &status.Marks[i], i == status.Marked, &times[i], &notes[i], &crosses[i])
			imgui.PopID()
		}
	}
	l.Widgets.MarkTimes, l.Widgets.MarkNotes, l.Widgets.MarkDeletes = times, notes, crosses
	imgui.SetCursorScreenPos(top)
	imgui.Dummy(imgui.NewVec2(1, lineHeight*s*float32(n)))
	l.follow(status)
}

// follow scrolls to the mark at the frame when the frame comes to one, or a mark to the frame; and to the mark
// whose note is to open.
func (l *Tab) follow(status *Marking) {
	was, to := l.current, status.Marked
	if l.current = -1; to >= 0 {
		l.current = status.Marks[to].Time
	}
	if l.wants {
		to = status.Marks.Find(l.noting.time)
		l.wants = to >= 0
	} else if l.current == was {
		return
	}
	if to < 0 {
		return
	}
	line := lineHeight * l.Scale
	y, high := float32(to)*line, imgui.WindowSize().Y
	if scroll := imgui.ScrollY(); y < scroll {
		imgui.SetScrollY(y)
	} else if y+line > scroll+high {
		imgui.SetScrollY(y + line - high)
	}
}

// line is a line of the list.
func (l *Tab) line(at imgui.Vec2, width float32, m *marks.Mark, current bool, time, note, cross *image.Rectangle) {
	s := l.Scale
	const clockWidth, crossWidth = 84, 22
	timeWidth := clockWidth + l.number/s + 8
	draw := imgui.WindowDrawList()
	imgui.SetCursorScreenPos(at)
	if imgui.InvisibleButton("time", imgui.NewVec2(timeWidth*s, (lineHeight-4)*s)) {
		l.Do(command.With(command.ToMark, m.Time))
	}
	*time = widgets.Item()
	ink := l.Bright
	if current || imgui.IsItemHovered() {
		ink = l.Stronger
	}
	middle := at.Y + (lineHeight-4)*s/2
	draw.AddTriangleFilled(imgui.NewVec2(at.X, middle-4*s), imgui.NewVec2(at.X+7*s, middle), imgui.NewVec2(at.X, middle+4*s), widgets.Packed(l.MarkColour))
	widgets.WriteRightAt(draw, at.X+12*s+l.number, middle-imgui.FontSize()/2-s, l.Dim, number(m))
	draw.AddText(imgui.NewVec2(at.X+20*s+l.number, middle-imgui.FontSize()/2-s), widgets.Packed(ink), transport.FormatTime(transport.Seconds(m.Time)))
	l.AddTip("Goes there: " + place(m, l.Frames) + ".")

	imgui.SetCursorScreenPos(imgui.NewVec2(at.X+timeWidth*s, at.Y))
	room := max(width-(timeWidth+crossWidth+4)*s, 1)
	imgui.SetNextItemWidth(room)
	text := m.Note
	open := l.noting.open && l.noting.time == m.Time
	if open {
		text = l.noting.text
	}
	// Dear ImGui draws long text some pixels beyond its field.
	draw.PushClipRect(imgui.NewVec2(at.X+timeWidth*s, at.Y), imgui.NewVec2(at.X+timeWidth*s+room, at.Y+lineHeight*s), true)
	if l.wants && l.noting.time == m.Time {
		l.wants = false
		imgui.SetKeyboardFocusHere(0)
	}
	imgui.InputText("##note", "note", &text, 0)
	draw.PopClipRect()
	*note = widgets.Item()
	switch {
	case imgui.IsItemActive():
		l.noting = noting{true, m.Time, text, l.noting.fresh && l.noting.time == m.Time && text == m.Note}
	case open:
		l.noting = noting{}
	}
	if imgui.IsItemDeactivatedAfterEdit() && text != m.Note {
		l.Do(command.Command{ID: command.Note, Number: m.Time, Text: text})
	}
	if m.Note != "" && !open {
		l.AddTip(m.Note)
	}

	imgui.SetCursorScreenPos(imgui.NewVec2(at.X+width-crossWidth*s, at.Y))
	if imgui.InvisibleButton("delete", imgui.NewVec2(crossWidth*s, (lineHeight-4)*s)) {
		l.Do(command.With(command.DeleteMark, m.Time))
	}
	*cross = widgets.Item()
	ink = l.Dim
	if imgui.IsItemHovered() {
		ink = l.Stronger
	}
	x := at.X + width - crossWidth*s/2
	draw.AddLine(imgui.NewVec2(x-4*s, middle-4*s), imgui.NewVec2(x+4*s, middle+4*s), widgets.Packed(ink), 1.5*s)
	draw.AddLine(imgui.NewVec2(x-4*s, middle+4*s), imgui.NewVec2(x+4*s, middle-4*s), widgets.Packed(ink), 1.5*s)
	l.AddTip("Removes the mark; Ctrl+Z brings it back.")
}

// form is the name of the file and the button that writes it.
func (l *Tab) form(status *Marking, base string) {
	form := &l.Form
	if !form.named {
		form.Name = base + "-marks" + form.Format.Extension()
	}
	l.Rule()
	l.BeginUnused(widgets.Unless(len(status.Marks) > 0, "there are no marks"))
	l.Row(formatRow, nil)
	open := l.BeginList(formatRow, form.Format.Title())
	for f := range marks.FormatCount {
		if open && l.Choice(f.Title(), f == form.Format, &l.Widgets.MarkFormats[f]) {
			form.Format = f
		}
	}
	l.Widgets.MarkFormat = l.EndList(formatRow, open)
	l.Row(widgets.FileRow, nil)
	imgui.SetNextItemWidth(-1)
	if typed, edited, _ := l.TextField(widgets.FileRow.ID, "", form.Name, &l.Widgets.MarkName); edited {
		form.Name, form.named = typed, typed != ""
	}
	l.AddSettingTip(widgets.FileRow)
	replaces := status.Exists != "" && status.Exists == form.Name
	l.Widgets.MarkExport, l.Widgets.MarkReplace = l.ExportButtons("##marks", 26, replaces, command.Do(command.ExportMarks), command.Do(command.ReplaceMarks))
	l.EndUnused()
	switch {
	case replaces:
		l.Widgets.MarkQuestion = l.Caution(widgets.Fitted(status.Written, imgui.ContentRegionAvail().X), status.Written)
	case status.Exists == "" && status.Written != "": // else the question is about another name
		widgets.Paragraph(status.Written)
	}
}

// Widgets are the rectangles of the widgets; empty if hidden.
type Widgets struct {
	Mark, MarkFold                    image.Rectangle   // button, and the line that folds the list
	MarkTimes, MarkNotes, MarkDeletes []image.Rectangle // valid until the next Build; empty if out of view
	MarkFormat, MarkName, MarkExport  image.Rectangle
	MarkReplace, MarkQuestion         image.Rectangle
	MarkFormats                       widgets.Lines
}

// shownNote is the maximum number of characters of a note in a bubble.
const shownNote = 60

// Describe describes a mark of a video with a number of frames, 0 if unknown, in lines of text.
func Describe(m *marks.Mark, frames int64) []string {
	note := m.Note
	if note == "" {
		note = "a mark without a note"
	}
	if runes := []rune(note); len(runes) > shownNote {
		note = string(runes[:shownNote-1]) + "…"
	}
	return []string{note, place(m, frames)}
}

// number returns the number of a mark's frame, from 1; a dash if it is unknown.
func number(m *marks.Mark) string {
	if m.Index < 0 {
		return "–"
	}
	return strconv.FormatInt(m.Index+1, 10)
}

// place returns the position of a mark in words.
func place(m *marks.Mark, frames int64) string {
	text := transport.FormatTime(time.Duration(m.Time * float64(time.Second)))
	if m.Index >= 0 {
		text += "   " + quantity.Frame(m.Index, frames)
	}
	return text
}
