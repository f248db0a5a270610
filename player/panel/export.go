package panel

import (
	"fmt"
	"image"
	"path/filepath"
	"strings"
	"time"

	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/player/command"
	"ffkvadrat/player/imgui"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
	"ffkvadrat/quadfile"
)

// Part is the part of the video to export.
type Part uint8

const (
	Whole Part = iota
	Onwards
	Loop
	partCount
)

var partNames = [partCount]string{"the whole video", "from here on", "the loop A–B"}

func (p Part) String() string { return partNames[p] }

// Formats of exports that show the quads in pictures, written by the packages render and sheet.
const (
	Video    quadfile.Format = -iota // a media file
	Pictures                         // one file per frame
	Sheet                            // frames of the whole video in one picture
)

// drawn has the names of these formats in the panel and the extensions of their files. A video can
// also be NAME.mp4.
var drawn = map[quadfile.Format]struct{ title, ending string }{
	Video:    {"Video with its quads", "-quads.mp4"},
	Pictures: {"One picture per frame", "-%05d.png"},
	Sheet:    {"Contact sheet", "-sheet.png"},
}

// ExportForm is the user's input for an export. Method and threshold are in the settings.
type ExportForm struct {
	Format      quadfile.Format // or Video, Pictures, Sheet
	Compression streams.Compression
	Part        Part
	Every       int  // export every nth frame, at least 1
	Summary     bool // only counts, if the format allows it
	Name        string
	named       bool // the user has chosen the name
	looped      bool // a loop is marked
}

// Saving describes the running export, or the result of the last one.
type Saving struct {
	Running bool
	Part    float32 // fraction done, 0 to 1; −1 if unknown
	Frames  int64
	Rate    float64 // frames per second
	Left    time.Duration
	Large   string // warns of a large file and names smaller formats; else empty
	Outcome string
	Exists  string // the existing file that would be replaced; else empty
}

// exportFormats are the offered formats, the default first.
var exportFormats = offered()

func offered() []quadfile.Format {
	all := []quadfile.Format{quadfile.NDJSON}
	for _, f := range quadfile.Formats() {
		if f != quadfile.NDJSON {
			all = append(all, f)
		}
	}
	return append(all, Video, Pictures, Sheet)
}

// formatTitle is the panel's name for a format.
func formatTitle(f quadfile.Format) string {
	if d, ok := drawn[f]; ok {
		return d.title
	}
	return f.Title()
}

// ending returns the extension of the form's output files.
func (f *ExportForm) ending() string {
	if d, ok := drawn[f.Format]; ok {
		return d.ending
	}
	return f.Format.Ending() + f.Compression.Ending()
}

// rename derives the form's name from its other fields, unless the user has chosen one.
func (f *ExportForm) rename(base string) {
	if f.Format == Pictures {
		base = strings.ReplaceAll(base, "%", "_") // keeps % from being read as the number's verb
	}
	if !f.named {
		f.Name = base + f.ending()
	}
}

// base returns the video's name without its extension.
func (f *Facts) base() string {
	return strings.TrimSuffix(f.Name, filepath.Ext(f.Name))
}

// exportTab is the tab Export.
type exportTab struct {
	*widgets.Kit
	*strengthRow
	facts *Facts
	Form  ExportForm
	w     exportWidgets
}

// Plain returns the form for an export of the quads of all frames, regardless of the user's input.
func (e *exportTab) Plain() *ExportForm {
	form := &ExportForm{Format: quadfile.NDJSON}
	form.rename(e.facts.base())
	return form
}

// build builds the tab.
func (e *exportTab) build(status *Status, settings *session.Settings) {
	form, s := &e.Form, e.Scale
	form.rename(e.facts.base())
	imgui.TextUnformatted("Every frame, to a file")
	threshold := fmt.Sprintf("threshold %.4f", settings.Threshold)
	if settings.EachFrame {
		threshold = "about " + widgets.Count(int64(settings.Wanted), settings.Variant.Thing()) + " in each frame"
	}
	e.WriteSmall(widgets.MethodName(settings.Params) + ",  " + threshold)
	if e.facts.Live {
		widgets.Paragraph("A live source cannot be read twice: use the command ffkvadrat export")
	}
	e.Rule()
	imgui.BeginDisabled(status.Saving.Running || e.facts.Live)
	e.choices(status, form)
	if form.Format.Has(quadfile.Maps) {
		e.strength(settings)
	}
	e.Row(widgets.FileRow, nil)
	imgui.SetNextItemWidth(-1)
	if imgui.InputText(widgets.FileRow.ID, e.facts.base()+form.ending(), &form.Name, 0) {
		form.named = form.Name != ""
	}
	e.w.ExportName = widgets.Item()
	e.AddSettingTip(widgets.FileRow)
	imgui.EndDisabled()
	imgui.Dummy(imgui.NewVec2(0, 2*s))
	e.start(&status.Saving)
}

func (e *exportTab) choices(status *Status, form *ExportForm) {
	e.Row(formatRow, nil)
	open := e.BeginList(formatRow, formatTitle(form.Format))
	for i, format := range exportFormats {
		if open && widgets.Choice(formatTitle(format), format == form.Format, &e.w.Formats[i]) {
			form.Format = format
		}
	}
	e.w.Format = e.EndList(formatRow, open)

	_, draws := drawn[form.Format]
	packs := widgets.Unless(!draws, "pictures are compressed by their encoder")
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
		if open && widgets.Choice(c.Title(), c == form.Compression, &e.w.Packings[i]) {
			form.Compression = c
		}
	}
	e.w.Packed = e.EndList(packedRow, open)
	e.EndUnused()

	switch marked := len(status.Loop) == 2; {
	case marked && !form.looped:
		form.Part = Loop // a newly marked loop is what the user wants to export
	case !marked && form.Part == Loop:
		form.Part = Whole
	}
	form.looped = len(status.Loop) == 2
	e.BeginUnused(widgets.Unless(form.Format != Sheet, "a sheet has frames from the whole video"))
	e.Row(partRow, nil)
	open = e.BeginList(partRow, partNames[form.Part])
	for i, name := range partNames {
		if !open || Part(i) == Loop && len(status.Loop) < 2 {
			continue
		}
		if widgets.Choice(name, form.Part == Part(i), &e.w.Parts[i]) {
			form.Part = Part(i)
		}
	}
	e.w.Part = e.EndList(partRow, open)

	every := int32(max(form.Every, 1))
	e.Row(everyRow, nil)
	if e.Slider(everyRow, &every, 1, 100, &e.w.Every, &e.w.EveryTyped) {
		form.Every = int(every)
	}
	e.EndUnused()
	e.BeginUnused(widgets.Unless(form.Format.Has(quadfile.Summaries), "this format cannot hold counts only"))
	form.Summary = form.Summary && form.Format.Has(quadfile.Summaries)
	e.Row(summaryRow, nil)
	e.w.Summary = e.Checkbox(summaryRow, &form.Summary)
	e.EndUnused()
}

// start shows the button that starts an export, or the progress and the button that cancels it.
func (e *exportTab) start(saving *Saving) {
	s := e.Scale
	width := imgui.ContentRegionAvail().X
	replaces := !saving.Running && saving.Exists != "" && saving.Exists == e.Form.Name
	imgui.BeginDisabled(saving.Running || e.facts.Live)
	e.w.Export, e.w.Replace = e.ExportButtons("##go", 30, replaces, command.Do(command.Export), command.Do(command.ReplaceExport))
	imgui.EndDisabled()
	if !saving.Running { // while it runs, small windows need the room for Cancel
		if imgui.Button(copyTitle, imgui.NewVec2(float32(e.w.Export.Dx()), 26*s)) {
			e.Do(command.Do(command.CopyExport))
		}
		e.w.CopyExport = widgets.Item()
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
	text := fmt.Sprintf("%s, %.0f/s", widgets.Count(saving.Frames, "frame"), saving.Rate)
	imgui.TextUnformatted(text)
	if saving.Part >= 0 {
		widgets.WriteRight(fmt.Sprintf("%.0f %%   %s left", 100*saving.Part, wait(saving.Left)))
	}
	if saving.Large != "" {
		widgets.Paragraph(saving.Large)
	}
	imgui.Dummy(imgui.NewVec2(0, 2*s))
	if imgui.Button("Cancel", imgui.NewVec2(width, 26*s)) {
		e.Do(command.Do(command.CancelExport))
	}
	e.w.Cancel = widgets.Item()
	e.AddCommandTip(command.Do(command.CancelExport))
}

// wait returns a duration in minutes and seconds.
func wait(d time.Duration) string {
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

type exportWidgets struct {
	Format, Packed, Part       image.Rectangle
	Formats, Packings, Parts   widgets.Lines
	Every, Summary, ExportName image.Rectangle
	EveryTyped                 image.Rectangle
	Export, Replace, Cancel    image.Rectangle // buttons
	CopyExport                 image.Rectangle
}
