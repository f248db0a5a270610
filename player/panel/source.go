package panel

import (
	"fmt"
	"image"
	"math"
	"slices"
	"strconv"
	"strings"

	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/widgets"
)

// Patches is the number of sources that are shown magnified next to the block: one of each reference list.
const Patches = 2

// PatchSide returns the side, at scale 1, of each of n pictures in a row.
func PatchSide(n int) int { return [...]int{200, 200, 152, 100}[min(n, 1+Patches)] }

// patch shows samples from near.
type patch struct {
	bitmap  *widgets.Bitmap
	version int // of the picture that the bitmap shows
}

// show draws a picture with its outlines.
func (b *patch) show(m *Magnified, at imgui.Vec2, side float32, s float32) {
	if b.version != m.Version {
		b.version = m.Version
		b.bitmap.Show(m.Image)
	}
	draw, size := imgui.WindowDrawList(), imgui.NewVec2(side, side)
	draw.PushClipRect(at, at.Add(size), true)
	draw.AddImage(b.bitmap.Ref, at, at.Add(size))
	zoom := side / float32(m.Image.Rect.Dx())
	place := func(p image.Point) imgui.Vec2 { return at.Add(imgui.NewVec2(float32(p.X)*zoom, float32(p.Y)*zoom)) }
	for _, r := range [...]image.Rectangle{m.Block, m.Pixel} {
		if r.Empty() {
			continue
		}
		low, high := place(r.Min), place(r.Max)
		draw.AddRect(low, high, widgets.Packed(outlineDark), 0, 0, 3*s)
		draw.AddRect(low, high, widgets.Packed(outlineLight), 0, 0, s)
	}
	draw.PopClipRect()
}

// magnified is the row of pictures: the block, and the first sources in frames that are known, at one scale. In place of a
// source that is not at hand, it has a button that goes there.
func (p *pixelTab) magnified(d *Descent) {
	if d.Magnified.Image == nil {
		return
	}
	s := p.Scale
	n := 1 + d.Sources()
	gap := 6 * s
	side := min(float32(PatchSide(n))*s, (imgui.ContentRegionAvail().X-float32(n-1)*gap)/float32(n))
	side = float32(math.Floor(float64(side)))
	imgui.Dummy(imgui.NewVec2(1, s))
	at := imgui.CursorScreenPos()
	at = imgui.NewVec2(float32(math.Round(float64(at.X))), float32(math.Round(float64(at.Y))))
	row := float32(0)
	titled := n > 1 || d.Source != (Area{}) || len(d.Both) > 0
	if titled {
		row = imgui.FontSize() + 2*s
	}
	tip := "The block and the samples around it, as the window shows them. The large outline is the block, the small one the pixel."
	start, size := at, imgui.NewVec2(float32(n)*(side+gap)-gap, row+side)
	imgui.Dummy(size)
	switch {
	case n > 1 && d.Source != (Area{}):
		tip = "First the source that led here. Then, at the same scale, what the block at its middle is predicted from. The small outline is the pixel."
	case n > 1:
		tip = "The block with the samples around it, and, at the same scale, what it is predicted from: the place in the other frame that the vector leads to, outlined. The small outline is the pixel."
	case d.Source != (Area{}):
		tip = "The large outline is the source of the block that led here, the small one the pixel."
	}
	p.AddTip(tip)
	for i := range n {
		m, title := &d.Magnified, p.references.focus(d, n > 1)
		if i > 0 {
			m, title = &d.References[i-1].Source, d.References[i-1].short()
		}
		if titled {
			imgui.WindowDrawList().AddText(at, widgets.Packed(p.Dim), title)
		}
		low := at.Add(imgui.NewVec2(0, row))
		if m.Image != nil {
			p.patches[i].show(m, low, side, s)
		} else {
			p.absent(i-1, d, low, side)
		}
		at.X += side + gap
	}
	imgui.SetCursorScreenPos(start) // buttons have moved it
	imgui.Dummy(size)
}

// absent is the place of a source that is not at hand.
func (p *pixelTab) absent(i int, d *Descent, at imgui.Vec2, side float32) {
	s, draw := p.Scale, imgui.WindowDrawList()
	draw.AddRect(at, at.Add(imgui.NewVec2(side, side)), widgets.Packed(p.Dim), 0, 0, s)
	title := p.references.texts[i].frame
	if d.Frame.end(d.References[i].Away) != "" {
		title = "not shown" // the list says why
	}
	middle := at.Add(imgui.NewVec2(side/2, side/2))
	draw.AddText(imgui.NewVec2(middle.X-imgui.CalcTextSize(title).X/2, middle.Y-imgui.FontSize()-3*s), widgets.Packed(p.Bright), title)
	if !d.leads(i) {
		return
	}
	imgui.SetCursorScreenPos(imgui.NewVec2(middle.X-p.thereWidth()/2, middle.Y))
	p.goThere(i, d)
}

// Sources returns the number of sources with a picture, or with a place for one.
func (d *Descent) Sources() (n int) {
	for n < min(len(d.References), Patches) && d.References[n].Away != 0 {
		n++
	}
	return n
}

// leads reports whether a button leads to a source.
func (d *Descent) leads(i int) bool {
	r := &d.References[i]
	known := r.Shown
	if d.First {
		known = d.Frame.Index >= 0
	}
	return known && i < mostSources && r.Away != 0 && d.Frame.end(r.Away) == ""
}

// mostSources is the number of vectors with a button; a block's part has at most two.
const mostSources = 4

// references are the texts about what a block refers to, and what they were made from.
type references struct {
	of    []Reference
	frame Numbering
	texts []sourceText
	vague bool // one of them does not say which frame

	source      Area // what sourceTitle describes
	sourceTitle string

	back      float64 // the frame that backTitle leads to
	backTitle string
}

// focus returns what the first picture shows: a source, or else the block.
func (t *references) focus(d *Descent, short bool) string {
	switch source := d.Source; {
	case source == (Area{}) && len(d.Both) == 0:
		return "Block"
	case source == (Area{}) && d.First:
		return "Block of A"
	case source == (Area{}):
		return "Block of B"
	case short:
		return "Followed source"
	case source != t.source:
		t.source, t.sourceTitle = source, fmt.Sprintf("Followed source: %s × %s at (%s, %s)", pixels(source.Width), pixels(source.Height), pixels(source.X), pixels(source.Y))
	}
	return t.sourceTitle
}

type sourceText struct {
	frame, title, place string
}

// Reference is where a part of a block is predicted from.
type Reference struct {
	X, Y, Width, Height int       // the part, in pixels
	DX, DY              float64   // the vector, from there to the source, in pixels
	Away                int64     // frames from the block's to the source's; 0 if unknown
	Later               bool      // that is shown later
	List                int       // 1 for reference list 0, 2 for list 1, 0 if it is unknown
	Shown               bool      // of a second video: the playing one has a frame that shows the source
	At                  float64   // its time, in seconds after the first frame
	Source              Magnified // without an image if the frame is not at hand, or for later ones than the first Patches
}

// Area is a rectangle whose place need not be whole pixels.
type Area struct{ X, Y, Width, Height float64 }

// Area returns the source.
func (r *Reference) Area() Area {
	return Area{float64(r.X) + r.DX, float64(r.Y) + r.DY, float64(r.Width), float64(r.Height)}
}

// Numbering is the place of a frame among those of its video that are shown.
type Numbering struct {
	Index  int64 // −1 if unknown
	Frames int64 // their number, 0 if unknown
}

// end says that the frame that is away frames later is not shown, as an edit list dropped it or the video begins within a
// group of pictures; empty if it is shown, as far as that is known.
func (n Numbering) end(away int64) string {
	switch to := n.Index + away; {
	case n.Index < 0:
		return ""
	case to < 0:
		return "before the first frame shown"
	case n.Index < n.Frames && to >= n.Frames:
		return "after the last frame shown"
	}
	return ""
}

// update makes the texts again if the references have changed.
func (t *references) update(of []Reference, frame Numbering) {
	if frame == t.frame && slices.Equal(of, t.of) {
		return
	}
	t.of, t.frame, t.texts, t.vague = append(t.of[:0], of...), frame, t.texts[:0], false
	for i := range of {
		t.vague = t.vague || of[i].Away == 0
		t.texts = append(t.texts, of[i].text(frame))
	}
}

// text describes a reference of a frame.
func (r *Reference) text(frame Numbering) (to sourceText) {
	to.frame, to.title = r.frame(frame), r.Title(frame)
	a := r.Area()
	to.place = fmt.Sprintf("%s, %d × %d at (%s, %s)", r.Vector(), r.Width, r.Height, pixels(a.X), pixels(a.Y))
	return to
}

// frame names the frame of the source of a block in a frame.
func (r *Reference) frame(frame Numbering) string {
	end := frame.end(r.Away)
	switch away := r.Away; {
	case away == 0 && r.Later:
		return "a later frame"
	case away == 0:
		return "an earlier frame"
	case end != "":
		return end
	case frame.Index < 0 && r.Later:
		return quantity.Count(away, "frame") + " later"
	case frame.Index < 0:
		return quantity.Count(-away, "frame") + " earlier"
	default:
		return fmt.Sprintf("frame %d (%s)", frame.Index+away+1, Signed(int(away)))
	}
}

// Title names the frame and the reference list of a source.
func (r *Reference) Title(frame Numbering) string {
	if r.List > 0 {
		return fmt.Sprintf("List %d: ", r.List-1) + r.frame(frame)
	}
	return quantity.Capitalised(r.frame(frame))
}

// short names the reference list of a source.
func (r *Reference) short() string {
	switch r.List {
	case 1:
		return "Source, list 0"
	case 2:
		return "Source, list 1"
	}
	return "Source"
}

// Vector formats the vector as all parts of the player do: from the block to its source, as the codec codes it, in pixels.
func (r *Reference) Vector() string { return "vector " + r.Offset() }

// Offset is the vector alone.
func (r *Reference) Offset() string { return signed(r.DX) + ", " + signed(r.DY) + " px" }

// Second reports whether the source is in list 1, as [partition.Vector.Second].
func (r *Reference) Second() bool { return r.List == 2 || r.List == 0 && r.Later }

// pixels formats a place or a length with the fractions that vectors have: eighths of a pixel, or 16ths in AV1 and VVC.
func pixels(v float64) string {
	text := strconv.FormatFloat(math.Abs(v), 'f', 4, 64)
	text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	if v < 0 && text != "0" {
		return "−" + text
	}
	return text
}

func signed(v float64) string {
	if v > 0 {
		return "+" + pixels(v)
	}
	return pixels(v)
}

// target returns the command that shows the source, with the pixel at its middle pinned: so the tab shows the block there,
// wherever in its block the pixel was.
func (r *Reference) target(d *Descent) command.Command {
	a := r.Area()
	to := command.Command{ID: command.ShowSource, Number: float64(d.Frame.Index + r.Away)}
	if !d.First {
		to = command.Command{ID: command.ShowSecondSource, Number: r.At}
	}
	to.Text = fmt.Sprint(int(math.Floor(a.X+a.Width/2)), int(math.Floor(a.Y+a.Height/2)), a.X, a.Y, a.Width, a.Height)
	return to
}

// sources lists what the block refers to, with buttons that go there if the frame is known, and one back.
func (p *pixelTab) sources(d *Descent) {
	t := &p.references
	t.update(d.References, d.Frame)
	imgui.PushFont(p.Regular, widgets.SmallSize*p.Scale)
	defer imgui.PopFont()
	p.magnified(d)
	switch {
	case len(t.texts) == 0:
	case d.Source != (Area{}):
		p.subheading("The block at its middle is predicted from")
	default:
		p.subheading("Predicted from")
	}
	for i := range t.texts {
		imgui.TextUnformatted(t.texts[i].title)
		if d.leads(i) && (i >= d.Sources() || d.References[i].Source.Image != nil || d.Magnified.Image == nil) {
			p.atEnd(p.thereWidth())
			p.goThere(i, d)
		}
		imgui.PushStyleColor(imgui.ColText, widgets.Packed(p.Dim))
		widgets.Paragraph(t.texts[i].place)
		imgui.PopStyleColor(1)
	}
	if t.vague {
		imgui.PushStyleColor(imgui.ColText, widgets.Packed(p.Dim))
		widgets.Paragraph(vague)
		imgui.PopStyleColor(1)
		p.w.Vague = widgets.Item()
	}
	if d.Return == (command.Command{}) {
		return
	}
	if t.back != d.Return.Number || t.backTitle == "" {
		t.back, t.backTitle = d.Return.Number, fmt.Sprintf("Back to frame %d", int64(d.Return.Number)+1)
	}
	if imgui.Button(t.backTitle, imgui.NewVec2(imgui.ContentRegionAvail().X, 0)) {
		p.Do(d.Return)
	}
	p.w.Return = widgets.Item()
	p.AddTip("Where the sources were followed from, with its pixel pinned.")
}

// subheading writes the title of a part of a section.
func (p *pixelTab) subheading(title string) {
	imgui.PushStyleColor(imgui.ColText, widgets.Packed(p.Stronger))
	imgui.TextUnformatted(title)
	imgui.PopStyleColor(1)
}

// vague says why there is no way to a source.
const vague = "Which frame it is, the vectors do not say: only those of HEVC and AV1 do."

const thereTitle = "Go there"

// thereWidth is the width of goThere.
func (p *pixelTab) thereWidth() float32 { return imgui.CalcTextSize(thereTitle).X + 10*p.Scale }

// atEnd moves to the end of the line, where a widget of a width fits.
func (p *pixelTab) atEnd(width float32) {
	imgui.SameLineV(0, 0)
	at := imgui.CursorScreenPos()
	at.X += imgui.ContentRegionAvail().X - width
	imgui.SetCursorScreenPos(at)
}

// goThere is the button of a reference.
func (p *pixelTab) goThere(i int, d *Descent) {
	imgui.PushStyleVar(imgui.StyleVarFramePadding, imgui.NewVec2(5*p.Scale, 0))
	imgui.PushID(int32(i))
	if imgui.Button(thereTitle, imgui.NewVec2(p.thereWidth(), 0)) {
		p.Do(d.References[i].target(d))
	}
	imgui.PopID()
	p.w.Origins[i] = widgets.Item()
	imgui.PopStyleVar(1)
	p.AddTip("Pauses at the frame that the block is predicted from. The block's source is outlined there, and the pixel at its middle pinned. The frame is found by the codec's picture order counts, which count frames one by one in almost all videos.")
}
