// Package exporttab is the panel's tab that writes exports: a form with format, part and file, and
// the progress of the running export.
//
// Its input is [exporting.State], the user's settings, and mouse and keys; its output are drawings, the
// [exporting.Form] and commands, through a [widgets.Kit].
package exporttab

import (
	"fmt"
	"image"
	"time"

	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
	"ffkvadrat/player/exporting"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
	"ffkvadrat/quadfile"
)

// Tab is the tab Export.
type Tab struct {
	*widgets.Kit
	Form     exporting.Form
	Widgets  Widgets // places in the last Build
	looped   bool    // a loop is marked
	base     string  // name of the video without its extension
	live     bool
	strength func(*session.Settings)
}

// New returns the tab with the default form. strength shows the slider of the strength of
// maps, which the view of a map has, too.
func New(kit *widgets.Kit, strength func(*session.Settings)) Tab {
	return Tab{Kit: kit, strength: strength, Form: exporting.Form{Format: quadfile.NDJSON, Every: 1}}
}

// SetVideo changes the video: its name without the extension, and whether it is a live source.
func (e *Tab) SetVideo(base string, live bool) { e.base, e.live = base, live }

// Plain returns the form for an export of the quads of all frames, regardless of the user's input.
func (e *Tab) Plain() *exporting.Form {
	form := &exporting.Form{Format: quadfile.NDJSON}
	form.Rename(e.base)
	return form
}

// Build builds the tab; loop are the ends of the loop A–B as far as they are marked.
func (e *Tab) Build(saving *exporting.State, loop []float64, settings *session.Settings) {
	form, s := &e.Form, e.Scale
	form.Rename(e.base)
	imgui.TextUnformatted("Every frame, to a file")
	threshold := fmt.Sprintf("threshold %.4f", settings.Threshold)
	if settings.EachFrame {
		threshold = "about " + quantity.Count(int64(settings.Wanted), settings.Variant.Thing()) + " in each frame"
	}
	e.WriteSmall(widgets.MethodName(settings.Params) + ",  " + threshold)
	if e.live {
		widgets.Paragraph("A live source cannot be read twice: use the command ffkvadrat export")
	}
	e.Rule()
	imgui.BeginDisabled(saving.Running || e.live)
	e.choices(loop, form)
	if form.Format.Has(quadfile.Maps) {
		e.strength(settings)
	}
	e.Row(widgets.FileRow, nil)
	imgui.SetNextItemWidth(-1)
	if imgui.InputText(widgets.FileRow.ID, e.base+form.Extension(), &form.Name, 0) {
		form.Named = form.Name != ""
	}
	e.Widgets.ExportName = widgets.Item()
	e.AddSettingTip(widgets.FileRow)
	imgui.EndDisabled()
	imgui.Dummy(imgui.NewVec2(0, 2*s))
	e.start(saving)
}

func (e *Tab) choices(loop []float64, form *exporting.Form) {
	e.Row(formatRow, nil)
	open := e.BeginList(formatRow, exporting.Title(form.Format))
	for i, format := range exporting.Formats() {
		if open && widgets.Choice(exporting.Title(format), format == form.Format, &e.Widgets.Formats[i]) {
			form.Format = format
		}
	}
	e.Widgets.Format = e.EndList(formatRow, open)

	packs := widgets.Unless(!exporting.Draws(form.Format), "pictures are compressed by their encoder")
	if form.Format.Has(quadfile.Seekable) {
		packs, form.Compression = "the file begins with the number of its quads, which is known at the end", streams.Plain
	}
	if form.Format.Has(quadfile.Sealed) {
		packs, form.Compression = "the format is already compressed", streams.Plain
	}
	e.BeginUnused(packs)
	e.Row(packedRow, nil)
	open = e.BeginList(packedRow, form.Compression.Title())
	for i, c := range streams.Compressions() {
		if open && widgets.Choice(c.Title(), c == form.Compression, &e.Widgets.Packings[i]) {
			form.Compression = c
		}
	}
	e.Widgets.Packed = e.EndList(packedRow, open)
	e.EndUnused()

	switch marked := len(loop) == 2; {
	case marked && !e.looped:
		form.Part = exporting.Loop // a newly marked loop is what the user wants to export
	case !marked && form.Part == exporting.Loop:
		form.Part = exporting.Whole
	}
	e.looped = len(loop) == 2
	e.BeginUnused(widgets.Unless(form.Format != exporting.Sheet, "a sheet has frames from the whole video"))
	e.Row(partRow, nil)
	open = e.BeginList(partRow, form.Part.String())
	for i, part := range exporting.Parts() {
		if !open || part == exporting.Loop && len(loop) < 2 {
			continue
		}
		if widgets.Choice(part.String(), form.Part == part, &e.Widgets.Parts[i]) {
			form.Part = part
		}
	}
	e.Widgets.Part = e.EndList(partRow, open)

	every := int32(max(form.Every, 1))
	e.Row(everyRow, nil)
	if e.Slider(everyRow, &every, 1, 100, &e.Widgets.Every, &e.Widgets.EveryTyped) {
		form.Every = int(every)
	}
	e.EndUnused()
	e.BeginUnused(widgets.Unless(form.Format.Has(quadfile.Summaries), "this format cannot hold counts only"))
	form.Summary = form.Summary && form.Format.Has(quadfile.Summaries)
	e.Row(summaryRow, nil)
	e.Widgets.Summary = e.Checkbox(summaryRow, &form.Summary)
	e.EndUnused()
}

// start shows the button that starts an export, or the progress and the button that cancels it.
func (e *Tab) start(saving *exporting.State) {
	s := e.Scale
	width := imgui.ContentRegionAvail().X
	replaces := !saving.Running && saving.Exists != "" && saving.Exists == e.Form.Name
	imgui.BeginDisabled(saving.Running || e.live)
	e.Widgets.Export, e.Widgets.Replace = e.ExportButtons("##go", 30, replaces, command.Do(command.Export), command.Do(command.ReplaceExport))
	imgui.EndDisabled()
	if !saving.Running { // while it runs, small windows need the room for Cancel
		if imgui.Button(widgets.CopyTitle, imgui.NewVec2(float32(e.Widgets.Export.Dx()), 26*s)) {
			e.Do(command.Do(command.CopyExport))
		}
		e.Widgets.CopyExport = widgets.Item()
		e.AddCommandTip(command.Do(command.CopyExport))
		if saving.Outcome != "" {
			widgets.Paragraph(saving.Outcome)
		}
		return
	}
	at := imgui.CursorScreenPos()
	draw := imgui.WindowDrawList()
	low, high := at.Add(imgui.NewVec2(0, 3*s)), at.Add(imgui.NewVec2(width, 9*s))
	draw.AddRectFilledV(low, high, widgets.Packed(widgets.Raised), 3*s, 0)
	high.X = low.X + width*min(max(saving.Part, 0), 1)
	draw.AddRectFilledV(low, high, widgets.Packed(widgets.Accent), 3*s, 0)
	imgui.Dummy(imgui.NewVec2(width, 12*s))
	text := fmt.Sprintf("%s, %.0f/s", quantity.Count(saving.Frames, "frame"), saving.Rate)
	imgui.TextUnformatted(text)
	if saving.Part >= 0 {
		widgets.WriteRight(fmt.Sprintf("%.0f %%   %s left", 100*saving.Part, FormatLeft(saving.Left)))
	}
	if saving.Large != "" {
		widgets.Paragraph(saving.Large)
	}
	imgui.Dummy(imgui.NewVec2(0, 2*s))
	if imgui.Button("Cancel", imgui.NewVec2(width, 26*s)) {
		e.Do(command.Do(command.CancelExport))
	}
	e.Widgets.Cancel = widgets.Item()
	e.AddCommandTip(command.Do(command.CancelExport))
}

// FormatLeft returns a remaining time in minutes and seconds.
func FormatLeft(d time.Duration) string {
	s := int(d.Round(time.Second).Seconds())
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// The rows of the form. They belong to one export and are not saved.
var (
	formatRow  = widgets.FormRow("format", "Format", "What to write, and in which format.")
	packedRow  = widgets.FormRow("", "Compress", "How to compress the file.")
	partRow    = widgets.FormRow("", "Part", "Which part of the video to export.")
	everyRow   = widgets.FormRow("every", "Every", "Takes every nth frame of the part.")
	summaryRow = widgets.FormRow("summary", "Summary", "Writes the number of quads of each size instead of the quads.")
)

// Widgets are the rectangles of the widgets; empty if hidden.
type Widgets struct {
	Format, Packed, Part       image.Rectangle
	Formats, Packings, Parts   widgets.Lines
	Every, Summary, ExportName image.Rectangle
	EveryTyped                 image.Rectangle
	Export, Replace, Cancel    image.Rectangle // buttons
	CopyExport                 image.Rectangle
}
