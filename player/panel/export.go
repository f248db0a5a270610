package panel

import (
	"fmt"
	"image"
	"path/filepath"
	"strings"
	"time"

	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
	"ffkvadrat/player/session"
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
	return f.Format.Extension() + f.Compression.Extension()
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
	*kit
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
	form, s := &e.Form, e.scale
	form.rename(e.facts.base())
	imgui.TextUnformatted("Every frame, to a file")
	threshold := fmt.Sprintf("threshold %.4f", settings.Threshold)
	if settings.EachFrame {
		threshold = "about " + Count(int64(settings.Wanted), settings.Variant.Thing()) + " in each frame"
	}
	e.small(MethodName(settings.Params) + ",  " + threshold)
	if e.facts.Live {
		paragraph("A live source cannot be read twice: use the command ffkvadrat export")
	}
	e.rule()
	imgui.BeginDisabled(status.Saving.Running || e.facts.Live)
	e.choices(status, form)
	if form.Format.Has(quadfile.Maps) {
		e.strength(settings)
	}
	e.row(fileRow, nil)
	imgui.SetNextItemWidth(-1)
	if imgui.InputText(fileRow.id, e.facts.base()+form.ending(), &form.Name, 0) {
		form.named = form.Name != ""
	}
	e.w.ExportName = item()
	e.tipOf(fileRow)
	imgui.EndDisabled()
	imgui.Dummy(imgui.NewVec2(0, 2*s))
	e.start(&status.Saving)
}

func (e *exportTab) choices(status *Status, form *ExportForm) {
	e.row(formatRow, nil)
	open := e.beginList(formatRow, formatTitle(form.Format))
	for i, format := range exportFormats {
		if open && choice(formatTitle(format), format == form.Format, &e.w.Formats[i]) {
			form.Format = format
		}
	}
	e.w.Format = e.endList(formatRow, open)

	_, draws := drawn[form.Format]
	packs := unless(!draws, "pictures are compressed by their encoder")
	if form.Format.Has(quadfile.Seekable) {
		packs, form.Compression = "the file begins with the number of its quads, which is known at the end", streams.Plain
	}
	if form.Format.Has(quadfile.Sealed) {
		packs, form.Compression = "the format is already compressed", streams.Plain
	}
	e.beginUnused(packs)
	e.row(packedRow, nil)
	open = e.beginList(packedRow, form.Compression.Title())
	for i, c := range streams.Compressions() {
		if open && choice(c.Title(), c == form.Compression, &e.w.Packings[i]) {
			form.Compression = c
		}
	}
	e.w.Packed = e.endList(packedRow, open)
	e.endUnused()

	switch marked := len(status.Loop) == 2; {
	case marked && !form.looped:
		form.Part = Loop // a newly marked loop is what the user wants to export
	case !marked && form.Part == Loop:
		form.Part = Whole
	}
	form.looped = len(status.Loop) == 2
	e.beginUnused(unless(form.Format != Sheet, "a sheet has frames from the whole video"))
	e.row(partRow, nil)
	open = e.beginList(partRow, partNames[form.Part])
	for i, name := range partNames {
		if !open || Part(i) == Loop && len(status.Loop) < 2 {
			continue
		}
		if choice(name, form.Part == Part(i), &e.w.Parts[i]) {
			form.Part = Part(i)
		}
	}
	e.w.Part = e.endList(partRow, open)

	every := int32(max(form.Every, 1))
	e.row(everyRow, nil)
	if e.number(everyRow, &every, 1, 100, &e.w.Every, &e.w.EveryTyped) {
		form.Every = int(every)
	}
	e.endUnused()
	e.beginUnused(unless(form.Format.Has(quadfile.Summaries), "this format cannot hold counts only"))
	form.Summary = form.Summary && form.Format.Has(quadfile.Summaries)
	e.row(summaryRow, nil)
	e.w.Summary = e.box(summaryRow, &form.Summary)
	e.endUnused()
}

// start shows the button that starts an export, or the progress and the button that cancels it.
func (e *exportTab) start(saving *Saving) {
	s := e.scale
	width := imgui.ContentRegionAvail().X
	replaces := !saving.Running && saving.Exists != "" && saving.Exists == e.Form.Name
	imgui.BeginDisabled(saving.Running || e.facts.Live)
	e.w.Export, e.w.Replace = e.exportButtons("##go", 30, replaces, command.Do(command.Export), command.Do(command.ReplaceExport))
	imgui.EndDisabled()
	if !saving.Running { // while it runs, small windows need the room for Cancel
		if imgui.Button(copyTitle, imgui.NewVec2(float32(e.w.Export.Dx()), 26*s)) {
			e.do(command.Do(command.CopyExport))
		}
		e.w.CopyExport = item()
		e.tipFor(command.Do(command.CopyExport))
		if saving.Outcome != "" {
			paragraph(saving.Outcome)
		}
		return
	}
	at := imgui.CursorScreenPos()
	draw := imgui.WindowDrawList()
	low, high := at.Add(imgui.NewVec2(0, 3*s)), at.Add(imgui.NewVec2(width, 9*s))
	draw.AddRectFilledV(low, high, packed(raised), 3*s, 0)
	high.X = low.X + width*min(max(saving.Part, 0), 1)
	draw.AddRectFilledV(low, high, packed(accent), 3*s, 0)
	imgui.Dummy(imgui.NewVec2(width, 12*s))
	text := fmt.Sprintf("%s, %.0f/s", Count(saving.Frames, "frame"), saving.Rate)
	imgui.TextUnformatted(text)
	if saving.Part >= 0 {
		writeRight(fmt.Sprintf("%.0f %%   %s left", 100*saving.Part, wait(saving.Left)))
	}
	if saving.Large != "" {
		paragraph(saving.Large)
	}
	imgui.Dummy(imgui.NewVec2(0, 2*s))
	if imgui.Button("Cancel", imgui.NewVec2(width, 26*s)) {
		e.do(command.Do(command.CancelExport))
	}
	e.w.Cancel = item()
	e.tipFor(command.Do(command.CancelExport))
}

// wait returns a duration in minutes and seconds.
func wait(d time.Duration) string {
	s := int(d.Round(time.Second).Seconds())
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// The rows of the form. They belong to one export and are not saved.
var (
	formatRow  = formRow("format", "Format", "What to write, and in which format.")
	packedRow  = formRow("", "Compress", "How to compress the file.")
	partRow    = formRow("", "Part", "Which part of the video to export.")
	everyRow   = formRow("every", "Every", "Takes every nth frame of the part.")
	summaryRow = formRow("summary", "Summary", "Writes the number of quads of each size instead of the quads.")
	fileRow    = formRow("out", "File", "The file to write, in the folder where the player was started.")
)

type exportWidgets struct {
	Format, Packed, Part       image.Rectangle
	Formats, Packings, Parts   lines
	Every, Summary, ExportName image.Rectangle
	EveryTyped                 image.Rectangle
	Export, Replace, Cancel    image.Rectangle // buttons
	CopyExport                 image.Rectangle
}
