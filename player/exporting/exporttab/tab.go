// Package exporttab is the panel's tab that writes exports: a form with format, part and file, and
// the progress of the running export.
//
// Its input is [exporting.State], the user's settings, and mouse and keys; its output are drawings, the
// [exporting.Form] and commands, through a [widgets.Kit].
package exporttab

import (
	"cmp"
	"fmt"
	"image"
	"slices"
	"strings"

	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/decode/wording"
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
	Forecast string   // what the last Build says that the export will write
	Widgets  Widgets  // places in the last Build
	chosen   bool     // the user has chosen the format
	said     float32  // height of the last sentence about what the export will write
	wrong    [2]wrong // what is typed in From and To, as long as it is no end
	looped   bool     // a loop is marked
	offered  struct { // the encoders for a format and an extension
		format quadfile.Format
		ending string
		all    []exporting.Offer
	}
	base     string // name of the video without its extension
	thing    string // video or picture
	once     string // why there are no exports: the video cannot be read a second time; else empty
	still    bool   // a single frame
	noBlocks string // why the codec's blocks are unknown; else empty
	strength func(*session.Settings)
}

// wrong is a text in a field, and why it is wrong. The zero value is for a field whose text is right.
type wrong struct{ text, why string }

// New returns the tab with the default form. strength shows the slider of the strength of
// maps, which the view of a map has, too.
func New(kit *widgets.Kit, strength func(*session.Settings)) Tab {
	return Tab{Kit: kit, strength: strength, Form: exporting.Form{Format: exporting.Usual(false), Every: 1}}
}

// SetVideo changes the video: its name without the extension, the word for it, why it cannot be
// read a second time, else empty, whether it is a single frame, and why the codec's blocks are unknown, else empty.
func (e *Tab) SetVideo(base, thing, once string, still bool, noBlocks string) {
	if base != e.base && e.Form.Part == exporting.Typed {
		e.Form.Part = exporting.Whole // the ends were those of the earlier video
	}
	if !e.chosen || noBlocks != "" && e.Form.Format == exporting.Blocks {
		e.Form.Format = exporting.Usual(still)
	}
	e.base, e.thing, e.once, e.still, e.noBlocks, e.wrong = base, thing, once, still, noBlocks, [2]wrong{}
}

// Ranged reports whether the timeline shows the ends of the export: the tab is open.
func (e *Tab) Ranged(settings *session.Settings) bool {
	return settings.Panel && settings.Tab == session.Export && e.Form.Format != exporting.Sheet && e.once == ""
}

// MoveEnd changes the first or the last frame to a time in seconds.
func (e *Tab) MoveEnd(last bool, seconds float64, plan *exporting.Plan) {
	e.Form.MoveEnd(last, seconds, plan.Ends)
	e.wrong = [2]wrong{}
}

// Plain returns the form for an export of the quads of all frames, regardless of the user's input.
func (e *Tab) Plain() *exporting.Form {
	form := &exporting.Form{Format: quadfile.NDJSON}
	form.Rename(e.base)
	return form
}

// Build builds the tab. plan is what the form asks for, loop are the ends of the loop as far as
// they are marked.
func (e *Tab) Build(saving *exporting.State, plan *exporting.Plan, loop []float64, settings *session.Settings) {
	form, s := &e.Form, e.Scale
	form.Rename(e.base)
	e.Heading("Export to a file")
	threshold := fmt.Sprintf("threshold %.4f", settings.Threshold)
	if settings.EachFrame {
		threshold = "about " + quantity.Count(int64(settings.Wanted), settings.Variant.Thing()) + " in each frame"
	}
	e.WriteSmall(widgets.MethodName(settings.Params) + ",  " + threshold)
	if e.once != "" {
		widgets.Paragraph(quantity.Capitalised(e.once) + ": use the command ffkvadrat export")
	}
	e.Rule()
	imgui.BeginDisabled(saving.Running || e.once != "")
	e.format(form)
	if form.Format.Has(quadfile.Maps) {
		e.strength(settings)
	}
	if !e.still {
		e.part(plan, loop, form)
	}
	e.file(plan, form)
	imgui.EndDisabled()
	imgui.Dummy(imgui.NewVec2(0, 2*s))
	if saving.Running {
		e.progress(saving)
	} else {
		e.start(plan)
	}
	e.now()
	e.outcome(saving) // last, as it comes and goes
}

// format shows the format, and how it is packed or encoded: always in three rows, so that those below
// stay where they are.
func (e *Tab) format(form *exporting.Form) {
	e.Row(formatRow, nil)
	open := e.BeginList(formatRow, exporting.Title(form.Format))
	if open {
		e.formats(form)
	}
	e.Widgets.Format = e.EndList(formatRow, open)
	if form.Format == exporting.Video || form.Format == exporting.Pictures {
		e.encoder(form)
		return
	}
	packs := widgets.Unless(!exporting.Draws(form.Format), "the picture is compressed already")
	if form.Format == exporting.Blocks {
		packs, form.Compression = "the file’s extension says it: .parquet, .csv, .ndjson.zst, .yuview.csv", streams.Plain
	}
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
		if open && e.Choice(c.Title(), c == form.Compression, &e.Widgets.Packings[i]) {
			form.Compression = c
		}
	}
	e.Widgets.Packed = e.EndList(packedRow, open)
	e.EndUnused()
	e.BeginUnused(widgets.Unless(form.Format.Has(quadfile.Summaries), "this format cannot hold counts only"))
	form.Summary = form.Summary && form.Format.Has(quadfile.Summaries)
	e.Row(summaryRow, nil)
	e.Widgets.Summary = e.Checkbox(summaryRow, &form.Summary)
	imgui.SameLineV(0, 8*e.Scale)
	imgui.AlignTextToFramePadding()
	e.WriteSmall(SummaryNote)
	e.Widgets.SummaryNote = widgets.Item()
	e.AddSettingTip(summaryRow)
	e.EndUnused()
}

// formats shows the lines of the open list of formats, in groups; close together in low targets, so that
// all fit.
func (e *Tab) formats(form *exporting.Form) {
	if s := e.Scale; float32(e.Height) < 480*s {
		imgui.PushStyleVar(imgui.StyleVarItemSpacing, imgui.NewVec2(8*s, s))
		defer imgui.PopStyleVar(1)
	}
	wide := float32(0)
	for _, format := range exporting.Formats() {
		wide = max(wide, e.NotedWidth(exporting.Title(format), e.Worded(exporting.Note(format))))
	}
	for _, group := range exporting.Groups {
		e.WriteSmall(group.Title)
		for _, format := range group.Formats {
			e.BeginUnused(widgets.Unless(format != exporting.Blocks, e.noBlocks))
			if e.Choice(exporting.Title(format), format == form.Format, &e.Widgets.Formats[slices.Index(exporting.Formats(), format)]) {
				form.Format, e.chosen = format, true
			}
			if format == exporting.Blocks {
				e.AddTip("How the codec divided the pictures: its blocks with their types, QP and bits, and its motion vectors in a table next to them.")
			}
			e.ChoiceNote(wide, e.Worded(exporting.Note(format)))
			e.EndUnused()
		}
	}
}

// encoder shows the encoder and the quality of a video or of pictures.
func (e *Tab) encoder(form *exporting.Form) {
	if o := &e.offered; form.Format != o.format || form.Ending() != o.ending {
		o.format, o.ending, o.all = form.Format, form.Ending(), form.Offers()
	}
	offers := e.offered.all
	chosen := 0
	for i := range offers {
		if offers[i].Name == form.Encoder {
			chosen = i
		}
	}
	if form.Encoder != "" && (len(offers) == 0 || offers[chosen].Name != form.Encoder) {
		form.Encoder, form.Rated = "", false
	}
	e.BeginUnused(widgets.Unless(len(offers) > 0, "the file's extension is not that of a video or a picture"))
	e.Row(encoderRow, nil)
	shown := ""
	if len(offers) > 0 {
		shown = offers[chosen].Name
	}
	open := e.BeginList(encoderRow, shown)
	for i := range offers[:min(len(offers), len(e.Widgets.Encoders))] {
		title := offers[i].Name
		if i == 0 {
			title += "  (the usual one)"
		}
		if open && e.Choice(title, i == chosen, &e.Widgets.Encoders[i]) && i != chosen {
			form.Encoder, form.Rated = offers[i].Name, false
			if i == 0 {
				form.Encoder = ""
			}
		}
	}
	e.Widgets.Encoder = e.EndList(encoderRow, open)
	e.EndUnused()

	offer := exporting.Offer{Highest: 1}
	if len(offers) > 0 && offers[chosen].Scaled {
		offer = offers[chosen]
	}
	e.BeginUnused(widgets.Unless(offer.Scaled, "this encoder has no choice of quality"))
	quality := int32(offer.Usual)
	if form.Rated {
		quality = int32(form.Quality)
	}
	e.Row(qualityRow, nil)
	low := int32(min(offer.Lowest, offer.Usual)) // 0 is the encoder's own choice, if that is usual
	if e.Slider(qualityRow, &quality, low, int32(offer.Highest), &e.Widgets.Quality, &e.Widgets.QualityTyped) {
		form.Quality, form.Rated = float64(quality), quality != int32(offer.Usual)
	}
	e.EndUnused()
}

// part shows the ends of what is exported, and below them parts of the video, which set both.
func (e *Tab) part(plan *exporting.Plan, loop []float64, form *exporting.Form) {
	switch marked := len(loop) == 2; {
	case marked && !e.looped:
		form.Part, e.wrong = exporting.Loop, [2]wrong{} // a newly marked loop is what the user wants to export
	case !marked && form.Part == exporting.Loop:
		form.Part = exporting.Whole
	}
	e.looped = len(loop) == 2
	e.BeginUnused(widgets.Unless(form.Format != exporting.Sheet, "a sheet has frames from the whole video"))
	e.Row(endsRow, nil)
	const between = "  to  "
	dash := imgui.CalcTextSize(between).X
	width := (imgui.ContentRegionAvail().X - dash) / 2
	end := func(id, text string, place *image.Rectangle, w *wrong, change func(string) error) {
		imgui.SetNextItemWidth(width)
		typed, _, done := e.TextField(id, "", cmp.Or(w.text, text), place)
		e.AddSettingTip(endsRow)
		if !done {
			return
		}
		*w = wrong{}
		if err := change(typed); err != nil {
			*w = wrong{typed, wording.Line(err)} // stays in the field, as the sentence is about it
		}
	}
	end("##from", plan.FromText(), &e.Widgets.From, &e.wrong[0], func(text string) error { return form.TypeFrom(text, plan.Ends) })
	imgui.SameLineV(0, 0)
	imgui.TextUnformatted(between)
	imgui.SameLineV(0, 0)
	end("##to", plan.ToText(), &e.Widgets.To, &e.wrong[1], func(text string) error { return form.TypeTo(text, plan.Ends, plan.Length) })

	e.Row(partRow, nil)
	open := e.BeginList(partRow, form.Part.Of(e.thing))
	for i, part := range exporting.Parts() {
		if !open {
			break
		}
		if part == exporting.Loop {
			e.BeginUnused(widgets.Unless(len(loop) == 2, "no loop is marked; l sets its start and its end"))
		}
		if e.Choice(part.Of(e.thing), form.Part == part, &e.Widgets.Parts[i]) {
			if part == exporting.Typed {
				form.Ends = plan.Ends // to be changed from what was selected
			}
			form.Part, e.wrong = part, [2]wrong{}
		}
		if part == exporting.Loop {
			e.AddTip("From A to B of the loop.")
			e.EndUnused()
		}
	}
	e.Widgets.Part = e.EndList(partRow, open)

	every := int32(max(form.Every, 1))
	e.Row(everyRow, nil)
	if e.Slider(everyRow, &every, 1, 100, &e.Widgets.Every, &e.Widgets.EveryTyped) {
		form.Every = int(every)
	}
	e.EndUnused()
}

// file shows the folder and the name of the file.
func (e *Tab) file(plan *exporting.Plan, form *exporting.Form) {
	s := e.Scale
	e.Row(folderRow, nil)
	const title = "Browse…"
	button := imgui.CalcTextSize(title).X + 20*s
	at, room := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X-button-8*s
	imgui.AlignTextToFramePadding()
	imgui.TextUnformatted(widgets.Fitted(plan.Folder, room))
	e.Widgets.Folder = widgets.Item()
	e.AddTip(plan.Folder)
	imgui.SetCursorScreenPos(imgui.NewVec2(at.X+room+8*s, at.Y))
	if imgui.Button(title, imgui.NewVec2(button, 0)) {
		e.Do(command.Do(command.ExportFolder))
	}
	e.Widgets.Browse = widgets.Item()
	e.AddCommandTip(command.Do(command.ExportFolder))

	e.Row(fileRow, nil)
	imgui.SetNextItemWidth(-1)
	typed, edited, _ := e.TextField(fileRow.ID, e.base+form.Extension(), form.Name, &e.Widgets.ExportName)
	if edited {
		form.Name, form.Named = typed, typed != ""
	}
	e.AddSettingTip(fileRow)
	if len(plan.Others) > 0 {
		e.Column(imgui.CursorScreenPos())
		text := "and " + strings.Join(plan.Others, ", ")
		e.WriteSmall(text)
		e.Widgets.Others = widgets.Item()
		e.AddTip("Also written, next to the file: " + strings.Join(plan.Others, ", "))
	}
}

// start says what will be written, and shows the buttons that write it and copy its command.
func (e *Tab) start(plan *exporting.Plan) {
	s := e.Scale
	replaces := e.Form.Path() != "" && e.Form.Path() == plan.Exists
	wrong := plan.Forecast.Wrong
	if e.Form.Format != exporting.Sheet { // whose ends are not in use
		wrong = cmp.Or(e.wrong[0].why, e.wrong[1].why, wrong)
	}
	if e.once == "" {
		ink, text, lines := e.Bright, wrong, wrong
		if wrong != "" {
			ink = e.LoopColour
		} else {
			frames, size := plan.Forecast.Lines()
			text, lines = plan.Forecast.String(), frames+",\n"+size
		}
		at := imgui.CursorScreenPos()
		imgui.PushStyleColor(imgui.ColText, widgets.Packed(ink))
		widgets.Paragraph(widgets.Unbroken(lines))
		imgui.PopStyleColor(1)
		e.Widgets.Forecast, e.Forecast = widgets.Item(), text
		e.AddTip("What the file will have. The size is an estimate: a first guess from the quads on the screen, then from a few frames and the timeline's numbers of quads.")
		imgui.SetCursorScreenPos(at)
		e.said = max(e.least(), float32(e.Widgets.Forecast.Dy()))
		imgui.Dummy(imgui.NewVec2(1, e.said)) // the buttons stay where they are
		if replaces && plan.Question != "" && wrong == "" {
			e.question(plan, at)
		}
	}
	e.BeginUnused(cmp.Or(e.once, wrong))
	e.Widgets.Export, e.Widgets.Replace = e.ExportButtons("##go", 30, replaces, command.Do(command.Export), command.Do(command.ReplaceExport))
	if imgui.Button(widgets.CopyTitle, imgui.NewVec2(imgui.ContentRegionAvail().X, 26*s)) {
		e.Do(command.Do(command.CopyExport))
	}
	e.Widgets.CopyExport = widgets.Item()
	e.AddCommandTip(command.Do(command.CopyExport))
	e.EndUnused()
}

// question says that the file exists, right above the button Replace, after what the sentence at a place says of the
// size: as much as fits.
func (e *Tab) question(plan *exporting.Plan, at imgui.Vec2) {
	imgui.PushFont(e.Regular, widgets.SmallSize*e.Scale)
	defer imgui.PopFont()
	_, size := plan.Forecast.Lines()
	below, avail := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
	room := avail - 1.2*imgui.CalcTextSize(size).X - 8*e.Scale
	line := plan.Question
	for _, short := range [...]string{"exists: Replace overwrites it", "the file exists", "exists"} {
		if imgui.CalcTextSize(line).X > room {
			line = short
		}
	}
	imgui.SetCursorScreenPos(imgui.NewVec2(at.X+avail-imgui.CalcTextSize(line).X, at.Y+e.said-imgui.FontSize()-4*e.Scale))
	e.Widgets.Question = e.Caution(line, plan.Question)
	imgui.SetCursorScreenPos(below)
}

// least is the least height of what stands above the buttons: two lines.
func (e *Tab) least() float32 { return 2*imgui.FontSize() + 4*e.Scale }

// now shows the button that saves the frame on the screen.
func (e *Tab) now() {
	imgui.Dummy(imgui.NewVec2(0, 2*e.Scale))
	e.Rule()
	if imgui.Button(widgets.NumbersTitle, imgui.NewVec2(imgui.ContentRegionAvail().X, 26*e.Scale)) {
		e.Do(command.Do(command.ShootNumbers))
	}
	e.Widgets.Numbers = widgets.Item()
	e.AddTipOf(command.Do(command.ShootNumbers), "The picture on the screen with its quads, as a PNG file in the folder. Below it is a table: the video, the number and time of the frame, the number of quads of each size, coverage and threshold, how the codec coded it, and the PSNR of a second video.")
}

// The rows of the form. They belong to one export and are not saved.
var (
	formatRow  = widgets.FormRow("format", "Format", "What to write, and in which format.")
	packedRow  = widgets.FormRow("", "Compress", "How to compress the file.")
	encoderRow = widgets.FormRow("encoder", "Encoder", "FFmpeg's encoder. Which ones there are depends on the file's extension: .mp4, .mov, .mkv, .webm; .png, .tif, .jpg.")
	qualityRow = widgets.FormRow("quality", "Quality", "On the encoder's own scale: less is better, and a larger file.")
	partRow    = widgets.FormRow("", "Part", "Sets both ends to those of a part of the video. Not needed if you type an end above or drag it in the timeline: then this row follows.")
	endsRow    = widgets.FormRow("from", "From", "The first and the last frame, both included: 2.5 or 1:02.5 is a time, #120 the frame with this index. Empty for the start or the end.")
	everyRow   = widgets.FormRow("every", "One frame in", "Takes every nth frame of the part; 1 takes all.")
	summaryRow = widgets.FormRow("summary", "Summary", "Writes the number of quads of each size instead of the quads.")
	folderRow  = widgets.FormRow("", "Folder", "The folder to write to.")
	fileRow    = widgets.FormRow("", "Name", "The file's name in the folder; its extension can choose the format of a video.")
)

// SummaryNote says what the switch of a summary means.
const SummaryNote = "counts by size, no quads"

// Widgets are the rectangles of the widgets; empty if hidden.
type Widgets struct {
	Format, Packed, Part       image.Rectangle
	Formats, Packings, Parts   widgets.Lines
	Encoder, Quality           image.Rectangle
	Encoders                   widgets.Lines
	From, To                   image.Rectangle
	Every, Summary, ExportName image.Rectangle
	Others                     image.Rectangle // names of further files
	SummaryNote                image.Rectangle // what it means
	EveryTyped, QualityTyped   image.Rectangle
	Folder, Browse             image.Rectangle
	Forecast                   image.Rectangle // the sentence
	Question                   image.Rectangle // that a file of this name exists
	Export, Replace, Cancel    image.Rectangle // buttons
	CopyExport, ShowExported   image.Rectangle
	Numbers                    image.Rectangle // saves the frame on the screen
}
