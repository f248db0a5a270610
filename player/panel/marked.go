package panel

import (
	"image"

	"ffkvadrat/player/command"
	"ffkvadrat/player/imgui"
	"ffkvadrat/player/marks"
	"ffkvadrat/player/transport"
)

// MarkForm is the user's input for a file of marks.
type MarkForm struct {
	Format marks.Format
	Name   string
	named  bool // by the user
}

// noting is a note as the user types it in the list.
type noting struct {
	open bool
	time float64 // of its mark
	text string
}

var (
	markFormatRow = formRow("", "As", "What to write: a table with a row for each mark, or an edit decision list (CMX 3600) with a locator and a marker for each mark.")
	markFileRow   = formRow("", "File", "The file to write, in the folder where the player was started.")
)

// marked is the tab of the video's marks: a button, the list, and a form that
// writes a file. With a second video the worst frames of that one come first.
func (p *Panel) marked(status *Status) {
	s := p.scale
	p.worst(&status.Worst)
	if imgui.Button("Mark this frame", imgui.NewVec2(imgui.ContentRegionAvail().X, 0)) {
		p.do(command.Do(command.Mark))
	}
	p.Widgets.Mark = item()
	p.tipFor(command.Do(command.Mark))
	below := 2*imgui.FrameHeight() + 52*s
	if status.Written != "" {
		width := imgui.ContentRegionAvail().X
		below += imgui.CalcTextSizeV(status.Written, false, width).Y + 6*s
	}
	height := max(imgui.ContentRegionAvail().Y-below, 3*markRow*s)
	if imgui.BeginChild("marks", imgui.NewVec2(0, height), 0, 0) {
		p.markLines(status)
	}
	imgui.EndChild()
	p.markForm(status)
}

// markRow is the height of a line of the list, at scale 1.
const markRow = 26

// markLines builds the list: for each mark its time, which goes there, its note,
// which can be typed, and a cross, which deletes it. Lines that are not visible
// are skipped.
func (p *Panel) markLines(status *Status) {
	s := p.scale
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
	if cap(p.places.marks) < 3*n {
		p.places.marks = make([]image.Rectangle, 3*n)
	}
	places := p.places.marks[:3*n]
	clear(places)
	times, notes, crosses := places[:n], places[n:2*n], places[2*n:]
	for i := range status.Marks {
		y := top.Y + float32(i)*markRow*s
		if y+markRow*s > low && y < high {
			imgui.PushID(int32(i))
			p.markLine(imgui.NewVec2(top.X, y), width, &status.Marks[i], i == status.Marked, &times[i], &notes[i], &crosses[i])
			imgui.PopID()
		}
	}
	p.Widgets.MarkTimes, p.Widgets.MarkNotes, p.Widgets.MarkDeletes = times, notes, crosses
	imgui.SetCursorScreenPos(top)
	imgui.Dummy(imgui.NewVec2(1, markRow*s*float32(n)))
}

// markLine is a line of the list.
func (p *Panel) markLine(at imgui.Vec2, width float32, m *marks.Mark, current bool, time, note, cross *image.Rectangle) {
	s := p.scale
	const timeWidth, crossWidth = 84, 22
	draw := imgui.WindowDrawList()
	imgui.SetCursorScreenPos(at)
	if imgui.InvisibleButton("time", imgui.NewVec2(timeWidth*s, (markRow-4)*s)) {
		p.do(command.With(command.ToMark, m.Time))
	}
	*time = item()
	ink := bright
	if current || imgui.IsItemHovered() {
		ink = stronger
	}
	middle := at.Y + (markRow-4)*s/2
	draw.AddTriangleFilled(imgui.NewVec2(at.X, middle-4*s), imgui.NewVec2(at.X+7*s, middle), imgui.NewVec2(at.X, middle+4*s), packed(markColour))
	draw.AddText(imgui.NewVec2(at.X+12*s, middle-imgui.FontSize()/2-s), packed(ink), transport.FormatTime(transport.Seconds(m.Time)))
	p.tip("Goes there: " + markPlace(m) + ".")

	imgui.SetCursorScreenPos(imgui.NewVec2(at.X+timeWidth*s, at.Y))
	room := max(width-(timeWidth+crossWidth+4)*s, 1)
	imgui.SetNextItemWidth(room)
	text := m.Note
	open := p.noting.open && p.noting.time == m.Time
	if open {
		text = p.noting.text
	}
	// Dear ImGui lets a long text leave its field by some pixels.
	draw.PushClipRect(imgui.NewVec2(at.X+timeWidth*s, at.Y), imgui.NewVec2(at.X+timeWidth*s+room, at.Y+markRow*s), true)
	imgui.InputText("##note", "note", &text, 0)
	draw.PopClipRect()
	*note = item()
	switch {
	case imgui.IsItemActive():
		p.noting = noting{true, m.Time, text}
	case open:
		p.noting.open = false
	}
	if imgui.IsItemDeactivatedAfterEdit() && text != m.Note {
		p.do(command.Command{ID: command.Note, Number: m.Time, Text: text})
	}
	if m.Note != "" && !open {
		p.tip(m.Note)
	}

	imgui.SetCursorScreenPos(imgui.NewVec2(at.X+width-crossWidth*s, at.Y))
	if imgui.InvisibleButton("delete", imgui.NewVec2(crossWidth*s, (markRow-4)*s)) {
		p.do(command.With(command.DeleteMark, m.Time))
	}
	*cross = item()
	ink = dim
	if imgui.IsItemHovered() {
		ink = stronger
	}
	x := at.X + width - crossWidth*s/2
	draw.AddLine(imgui.NewVec2(x-4*s, middle-4*s), imgui.NewVec2(x+4*s, middle+4*s), packed(ink), 1.5*s)
	draw.AddLine(imgui.NewVec2(x-4*s, middle+4*s), imgui.NewVec2(x+4*s, middle-4*s), packed(ink), 1.5*s)
	p.tip("Deletes the mark.")
}

// markForm says which file to write, and writes it.
func (p *Panel) markForm(status *Status) {
	form := &p.Listing
	if !form.named {
		form.Name = p.base() + "-marks" + form.Format.Ending()
	}
	p.rule()
	p.beginUnused(unless(len(status.Marks) > 0, "there are no marks"))
	p.begin(markFormatRow, nil)
	open := p.beginList(markFormatRow, form.Format.Title())
	for f := range marks.FormatCount {
		if open && choice(f.Title(), f == form.Format, &p.Widgets.MarkFormats[f]) {
			form.Format = f
		}
	}
	p.Widgets.MarkFormat = p.endList(markFormatRow, open)
	p.begin(markFileRow, nil)
	imgui.SetNextItemWidth(-1)
	if imgui.InputText(markFileRow.id, "", &form.Name, 0) {
		form.named = form.Name != ""
	}
	p.Widgets.MarkName = item()
	p.tipOf(markFileRow)
	replaces := status.Exists != "" && status.Exists == form.Name
	p.Widgets.MarkExport, p.Widgets.MarkReplace = p.exportButtons("##marks", 26, replaces, command.Do(command.ExportMarks), command.Do(command.ReplaceMarks))
	p.endUnused()
	if status.Written != "" {
		p.paragraph(status.Written)
	}
}
