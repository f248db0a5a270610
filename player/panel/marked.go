package panel

import (
	"image"

	"ffkvadrat/imgui"
	"ffkvadrat/playback/transport"
	"ffkvadrat/player/command"
	"ffkvadrat/player/marks"
)

// MarkForm is the user's input for a file of marks.
type MarkForm struct {
	Format marks.Format
	Name   string
	named  bool // the user has chosen the name
}

// noting is a note that is being typed in the list.
type noting struct {
	open bool
	time float64 // time of its mark
	text string
}

var (
	markFormatRow = formRow("", "As", "What to write: a table with a row for each mark, or an edit decision list (CMX 3600) with a locator and a marker for each mark.")
	markFileRow   = formRow("", "File", "The file to write, in the folder where the player was started.")
)

// marksTab is the tab Marks.
type marksTab struct {
	*kit
	facts  *Facts
	Form   MarkForm
	noting noting
	w      markWidgets
	memory []image.Rectangle // memory of the widgets
}

// build shows the button, the list, and the form that writes a file. With a second video, its worst
// frames come first.
func (l *marksTab) build(status *Status) {
	s := l.scale
	l.worst(&status.Worst)
	if imgui.Button("Mark this frame", imgui.NewVec2(imgui.ContentRegionAvail().X, 0)) {
		l.do(command.Do(command.Mark))
	}
	l.w.Mark = item()
	l.tipFor(command.Do(command.Mark))
	below := 2*imgui.FrameHeight() + 52*s
	if status.Written != "" {
		width := imgui.ContentRegionAvail().X
		below += imgui.CalcTextSizeV(status.Written, false, width).Y + 6*s
	}
	height := max(imgui.ContentRegionAvail().Y-below, 3*markRow*s)
	if imgui.BeginChild("marks", imgui.NewVec2(0, height), 0, 0) {
		l.lines(status)
	}
	imgui.EndChild()
	l.form(status)
}

// markRow is the height of a line at scale 1.
const markRow = 26

// lines shows for each mark its time, which seeks there, its note, which can be edited, and a
// button that deletes it. Lines out of view are skipped.
func (l *marksTab) lines(status *Status) {
	s := l.scale
	top := imgui.CursorScreenPos()
	width := imgui.ContentRegionAvail().X
	low, high := imgui.WindowPos().Y, imgui.WindowPos().Y+imgui.WindowSize().Y
	n := len(status.Marks)
	if n == 0 {
		imgui.PushTextWrapPos(0)
		imgui.PushStyleColor(imgui.ColText, packed(dim))
		imgui.TextUnformatted("No marks yet. A mark is a frame with a note; the player saves it for this video.")
		imgui.PopStyleColor(1)
		imgui.PopTextWrapPos()
		return
	}
	if cap(l.memory) < 3*n {
		l.memory = make([]image.Rectangle, 3*n)
	}
	places := l.memory[:3*n]
	clear(places)
	times, notes, crosses := places[:n], places[n:2*n], places[2*n:]
	for i := range status.Marks {
		y := top.Y + float32(i)*markRow*s
		if y+markRow*s > low && y < high {
			imgui.PushID(int32(i))
			l.markLine(imgui.NewVec2(top.X, y), width, &status.Marks[i], i == status.Marked, &times[i], &notes[i], &crosses[i])
			imgui.PopID()
		}
	}
	l.w.MarkTimes, l.w.MarkNotes, l.w.MarkDeletes = times, notes, crosses
	imgui.SetCursorScreenPos(top)
	imgui.Dummy(imgui.NewVec2(1, markRow*s*float32(n)))
}

// markLine is a line of the list.
func (l *marksTab) markLine(at imgui.Vec2, width float32, m *marks.Mark, current bool, time, note, cross *image.Rectangle) {
	s := l.scale
	const timeWidth, crossWidth = 84, 22
	draw := imgui.WindowDrawList()
	imgui.SetCursorScreenPos(at)
	if imgui.InvisibleButton("time", imgui.NewVec2(timeWidth*s, (markRow-4)*s)) {
		l.do(command.With(command.ToMark, m.Time))
	}
	*time = item()
	ink := bright
	if current || imgui.IsItemHovered() {
		ink = stronger
	}
	middle := at.Y + (markRow-4)*s/2
	draw.AddTriangleFilled(imgui.NewVec2(at.X, middle-4*s), imgui.NewVec2(at.X+7*s, middle), imgui.NewVec2(at.X, middle+4*s), packed(markColour))
	draw.AddText(imgui.NewVec2(at.X+12*s, middle-imgui.FontSize()/2-s), packed(ink), transport.FormatTime(transport.Seconds(m.Time)))
	l.tip("Goes there: " + markPlace(m) + ".")

	imgui.SetCursorScreenPos(imgui.NewVec2(at.X+timeWidth*s, at.Y))
	room := max(width-(timeWidth+crossWidth+4)*s, 1)
	imgui.SetNextItemWidth(room)
	text := m.Note
	open := l.noting.open && l.noting.time == m.Time
	if open {
		text = l.noting.text
	}
	// Dear ImGui draws long text some pixels beyond its field.
	draw.PushClipRect(imgui.NewVec2(at.X+timeWidth*s, at.Y), imgui.NewVec2(at.X+timeWidth*s+room, at.Y+markRow*s), true)
	imgui.InputText("##note", "note", &text, 0)
	draw.PopClipRect()
	*note = item()
	switch {
	case imgui.IsItemActive():
		l.noting = noting{true, m.Time, text}
	case open:
		l.noting.open = false
	}
	if imgui.IsItemDeactivatedAfterEdit() && text != m.Note {
		l.do(command.Command{ID: command.Note, Number: m.Time, Text: text})
	}
	if m.Note != "" && !open {
		l.tip(m.Note)
	}

	imgui.SetCursorScreenPos(imgui.NewVec2(at.X+width-crossWidth*s, at.Y))
	if imgui.InvisibleButton("delete", imgui.NewVec2(crossWidth*s, (markRow-4)*s)) {
		l.do(command.With(command.DeleteMark, m.Time))
	}
	*cross = item()
	ink = dim
	if imgui.IsItemHovered() {
		ink = stronger
	}
	x := at.X + width - crossWidth*s/2
	draw.AddLine(imgui.NewVec2(x-4*s, middle-4*s), imgui.NewVec2(x+4*s, middle+4*s), packed(ink), 1.5*s)
	draw.AddLine(imgui.NewVec2(x-4*s, middle+4*s), imgui.NewVec2(x+4*s, middle-4*s), packed(ink), 1.5*s)
	l.tip("Deletes the mark.")
}

// form is the name of the file and the button that writes it.
func (l *marksTab) form(status *Status) {
	form := &l.Form
	if !form.named {
		form.Name = l.facts.base() + "-marks" + form.Format.Extension()
	}
	l.rule()
	l.beginUnused(unless(len(status.Marks) > 0, "there are no marks"))
	l.row(markFormatRow, nil)
	open := l.beginList(markFormatRow, form.Format.Title())
	for f := range marks.FormatCount {
		if open && choice(f.Title(), f == form.Format, &l.w.MarkFormats[f]) {
			form.Format = f
		}
	}
	l.w.MarkFormat = l.endList(markFormatRow, open)
	l.row(markFileRow, nil)
	imgui.SetNextItemWidth(-1)
	if imgui.InputText(markFileRow.id, "", &form.Name, 0) {
		form.named = form.Name != ""
	}
	l.w.MarkName = item()
	l.tipOf(markFileRow)
	replaces := status.Exists != "" && status.Exists == form.Name
	l.w.MarkExport, l.w.MarkReplace = l.exportButtons("##marks", 26, replaces, command.Do(command.ExportMarks), command.Do(command.ReplaceMarks))
	l.endUnused()
	if status.Written != "" {
		paragraph(status.Written)
	}
}

type markWidgets struct {
	Mark                              image.Rectangle            // button
	Worst                             [MostWorst]image.Rectangle // worst frames of the second video
	MarkTimes, MarkNotes, MarkDeletes []image.Rectangle          // valid until the next Build; empty if out of view
	MarkFormat, MarkName, MarkExport  image.Rectangle
	MarkReplace                       image.Rectangle
	MarkFormats                       lines
}
