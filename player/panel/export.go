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
	"ffkvadrat/quadfile"
)

// Part is the part of the video that an export takes.
type Part uint8

const (
	Whole Part = iota
	Onwards
	Loop
	partCount
)

var partNames = [partCount]string{"the whole video", "from here on", "the loop A–B"}

func (p Part) String() string { return partNames[p] }

// Exports that are not files of quads: they show the quads drawn in. Packages render and
// sheet write them.
const (
	Video    quadfile.Format = -iota // a media file
	Pictures                         // a file for each picture
	Sheet                            // frames from all over the video in one picture
)

// drawn are their names in the panel, and the endings of their files' names. The video
// itself may be NAME.mp4.
var drawn = map[quadfile.Format]struct{ title, ending string }{
	Video:    {"Video with its quads", "-quads.mp4"},
	Pictures: {"One picture per frame", "-%05d.png"},
	Sheet:    {"Contact sheet", "-sheet.png"},
}

// ExportForm is the user's input for an export. The method and the threshold
// are those of the settings.
type ExportForm struct {
	Format      quadfile.Format // or Video, Pictures, Sheet
	Compression streams.Compression
	Part        Part
	Every       int  // every so many frames, at least 1
	Summary     bool // only counts, if the format has it
	Name        string
	named       bool // by the user
	looped      bool // a loop is marked
}

// Saving is an export under way, or the result of the last one.
type Saving struct {
	Running bool
	Part    float32 // fraction done, 0 to 1; −1 if unknown
	Frames  int64
	Rate    float64 // frames a second
	Left    time.Duration
	Large   string // that it becomes large, and which forms are smaller; "" if it does not
	Outcome string
	Exists  string // the form's file, if it has to be replaced; empty for none
}

// exportFormats are the offered formats, the usual one first.
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

// ending returns the ending of the names of the form's outputs.
func (f *ExportForm) ending() string {
	if d, ok := drawn[f.Format]; ok {
		return d.ending
	}
	return f.Format.Ending() + f.Compression.Ending()
}

// rename sets the form's name to suit its other fields, unless the user gave
// one.
func (f *ExportForm) rename(base string) {
	if f.Format == Pictures {
		base = strings.ReplaceAll(base, "%", "_") // the only %d is the number's
	}
	if !f.named {
		f.Name = base + f.ending()
	}
}

// base returns the video's name without its ending.
func (p *Panel) base() string {
	return strings.TrimSuffix(p.facts.Name, filepath.Ext(p.facts.Name))
}

// Plain returns the form of an export of the quads of all frames, whatever the user has put in.
func (p *Panel) Plain() *ExportForm {
	form := &ExportForm{Format: quadfile.NDJSON}
	form.rename(p.base())
	return form
}

// export is the tab of exports.
func (p *Panel) export(status *Status, settings *session.Settings) {
	form, s := &p.Form, p.scale
	form.rename(p.base())
	imgui.TextUnformatted("Every frame, to a file")
	threshold := fmt.Sprintf("threshold %.4f", settings.Threshold)
	if settings.EachFrame {
		threshold = "about " + Count(int64(settings.Wanted), settings.Variant.Thing()) + " in each frame"
	}
	p.small(MethodName(settings.Params) + ",  " + threshold)
	if p.facts.Live {
		p.paragraph("A live source cannot be read twice: use the command ffkvadrat export")
	}
	p.rule()
	imgui.BeginDisabled(status.Saving.Running || p.facts.Live)
	p.exportChoices(status, form)
	if form.Format.Has(quadfile.Maps) {
		p.strength(settings)
	}
	p.begin(fileRow, nil)
	imgui.SetNextItemWidth(-1)
	if imgui.InputText(fileRow.id, p.base()+form.ending(), &form.Name, 0) {
		form.named = form.Name != ""
	}
	p.Widgets.ExportName = item()
	p.tipOf(fileRow)
	imgui.EndDisabled()
	imgui.Dummy(imgui.NewVec2(0, 2*s))
	p.exportButton(&status.Saving)
}

func (p *Panel) exportChoices(status *Status, form *ExportForm) {
	p.begin(formatRow, nil)
	open := p.beginList(formatRow, formatTitle(form.Format))
	for i, format := range exportFormats {
		if open && choice(formatTitle(format), format == form.Format, &p.Widgets.Formats[i]) {
			form.Format = format
		}
	}
	p.Widgets.Format = p.endList(formatRow, open)

	_, draws := drawn[form.Format]
	packs := unless(!draws, "pictures are compressed by their encoder")
	if form.Format.Has(quadfile.Seekable) {
		packs, form.Compression = "the file begins with the number of its quads, which is known at the end", streams.Plain
	}
	if form.Format.Has(quadfile.Sealed) {
		packs, form.Compression = "the format is already compressed", streams.Plain
	}
	p.beginUnused(packs)
	p.begin(packedRow, nil)
	open = p.beginList(packedRow, form.Compression.Title())
	for i, c := range streams.Compressions() {
		if open && choice(c.Title(), c == form.Compression, &p.Widgets.Packings[i]) {
			form.Compression = c
		}
	}
	p.Widgets.Packed = p.endList(packedRow, open)
	p.endUnused()

	switch marked := len(status.Loop) == 2; {
	case marked && !form.looped:
		form.Part = Loop // a loop that has just been marked is what is wanted
	case !marked && form.Part == Loop:
		form.Part = Whole
	}
	form.looped = len(status.Loop) == 2
	p.beginUnused(unless(form.Format != Sheet, "a sheet has frames from the whole video"))
	p.begin(partRow, nil)
	open = p.beginList(partRow, partNames[form.Part])
	for i, name := range partNames {
		if !open || Part(i) == Loop && len(status.Loop) < 2 {
			continue
		}
		if choice(name, form.Part == Part(i), &p.Widgets.Parts[i]) {
			form.Part = Part(i)
		}
	}
	p.Widgets.Part = p.endList(partRow, open)

	every := int32(max(form.Every, 1))
	p.begin(everyRow, nil)
	if p.number(everyRow, &every, 1, 100, &p.Widgets.Every, &p.Widgets.EveryTyped) {
		form.Every = int(every)
	}
	p.endUnused()
	p.beginUnused(unless(form.Format.Has(quadfile.Summaries), "this format cannot hold counts only"))
	form.Summary = form.Summary && form.Format.Has(quadfile.Summaries)
	p.begin(summaryRow, nil)
	p.Widgets.Summary = p.box(summaryRow, &form.Summary)
	p.endUnused()
}

// exportButton starts an export, or shows its progress and cancels it.
func (p *Panel) exportButton(saving *Saving) {
	s := p.scale
	width := imgui.ContentRegionAvail().X
	replaces := !saving.Running && saving.Exists != "" && saving.Exists == p.Form.Name
	imgui.BeginDisabled(saving.Running || p.facts.Live)
	p.Widgets.Export, p.Widgets.Replace = p.exportButtons("##go", 30, replaces, command.Do(command.Export), command.Do(command.ReplaceExport))
	imgui.EndDisabled()
	if !saving.Running { // while it runs, the place is for Cancel, which a small window has to show
		if imgui.Button(copyTitle, imgui.NewVec2(float32(p.Widgets.Export.Dx()), 26*s)) {
			p.do(command.Do(command.CopyExport))
		}
		p.Widgets.CopyExport = item()
		p.tipFor(command.Do(command.CopyExport))
		if saving.Outcome != "" {
			p.paragraph(saving.Outcome)
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
		p.right(fmt.Sprintf("%.0f %%   %s left", 100*saving.Part, wait(saving.Left)))
	}
	if saving.Large != "" {
		p.paragraph(saving.Large)
	}
	imgui.Dummy(imgui.NewVec2(0, 2*s))
	if imgui.Button("Cancel", imgui.NewVec2(width, 26*s)) {
		p.do(command.Do(command.CancelExport))
	}
	p.Widgets.Cancel = item()
	p.tipFor(command.Do(command.CancelExport))
}

// exportButtons is a button that writes a file, and if that exists, on the right of it one
// that replaces it. They share no column of pixels: whatever moves in between, further clicks
// on Export never replace a file.
func (p *Panel) exportButtons(id string, height float32, replaces bool, export, replace command.Command) (place, second image.Rectangle) {
	const part = 0.34 // of the width, for Replace
	s := p.scale
	width := imgui.ContentRegionAvail().X
	right := float32(int(part * width))
	if imgui.Button("Export"+id, imgui.NewVec2(width-right-6*s, height*s)) {
		p.do(export)
	}
	place = item()
	p.tipFor(export)
	if replaces {
		imgui.SameLineV(0, 6*s)
		if imgui.Button("Replace"+id, imgui.NewVec2(right, height*s)) {
			p.do(replace)
		}
		second = item()
		p.tipFor(replace)
	}
	return place, second
}

// paragraph writes text in as many lines as it needs.
func (p *Panel) paragraph(text string) {
	imgui.PushTextWrapPos(0)
	imgui.TextUnformatted(text)
	imgui.PopTextWrapPos()
}

// wait writes a time to wait, in minutes and seconds.
func wait(d time.Duration) string {
	s := int(d.Round(time.Second).Seconds())
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// beginList is a list in the column beside a label. It reports whether it is
// open.
func (p *Panel) beginList(r setting, chosen string) bool {
	imgui.SetNextItemWidth(-1)
	return imgui.BeginCombo(r.id, chosen, imgui.ComboFlagsHeightLargest)
}

// endList ends a list and returns its rectangle.
func (p *Panel) endList(r setting, open bool) image.Rectangle {
	if open {
		imgui.EndCombo()
	}
	place := item()
	p.tipOf(r)
	return place
}

// The rows of the form. They belong to one export, and are not kept.
var (
	formatRow  = formRow("format", "Format", "What to write, and in which format.")
	packedRow  = formRow("", "Compress", "How to compress the file.")
	partRow    = formRow("", "Part", "Which part of the video to export.")
	everyRow   = formRow("every", "Every", "Takes every nth frame of the part.")
	summaryRow = formRow("summary", "Summary", "Writes the number of quads of each size instead of the quads.")
	fileRow    = formRow("out", "File", "The file to write, in the folder where the player was started.")
)
