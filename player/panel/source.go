package panel

import (
	"fmt"
	"image"
	"math"
	"slices"

	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/widgets"
)

// blockPicture shows a block's samples from near.
type blockPicture struct {
	bitmap  *widgets.Bitmap
	version int // of the picture that the bitmap shows
}

// pictureSide is the side of the picture at scale 1.
const pictureSide = 200

func (b *blockPicture) build(k *widgets.Kit, m *Magnified) {
	if m.Image == nil {
		return
	}
	if b.version != m.Version {
		b.version = m.Version
		b.bitmap.Show(m.Image)
	}
	s := k.Scale
	imgui.Dummy(imgui.NewVec2(1, s))
	at := imgui.CursorScreenPos()
	at = imgui.NewVec2(float32(math.Round(float64(at.X))), float32(math.Round(float64(at.Y))))
	side := imgui.NewVec2(pictureSide*s, pictureSide*s)
	imgui.Dummy(side)
	draw := imgui.WindowDrawList()
	draw.PushClipRect(at, at.Add(side), true)
	draw.AddImage(b.bitmap.Ref, at, at.Add(side))
	zoom := pictureSide * s / float32(m.Image.Rect.Dx())
	place := func(p image.Point) imgui.Vec2 { return at.Add(imgui.NewVec2(float32(p.X)*zoom, float32(p.Y)*zoom)) }
	for _, r := range [...]image.Rectangle{m.Block, m.Pixel} {
		low, high := place(r.Min), place(r.Max)
		draw.AddRect(low, high, widgets.Packed(outlineDark), 0, 0, 3*s)
		draw.AddRect(low, high, widgets.Packed(outlineLight), 0, 0, s)
	}
	draw.PopClipRect()
	k.AddTip("The block and the samples around it, as the window shows them. The large outline is the block, the small one the pixel.")
}

// mostSources is the number of vectors with a button; a block's part has at most two.
const mostSources = 4

// references are the texts about what a block refers to, and what they were made from.
type references struct {
	of    []Reference
	frame int64
	texts []sourceText

	back      float64 // the frame that backTitle leads to
	backTitle string
}

type sourceText struct {
	title, place string
	known        bool // the frame's number is
}

// update makes the texts again if the references have changed.
func (t *references) update(of []Reference, frame int64) {
	if frame == t.frame && slices.Equal(of, t.of) {
		return
	}
	t.of, t.frame, t.texts = append(t.of[:0], of...), frame, t.texts[:0]
	for i := range of {
		t.texts = append(t.texts, of[i].text(frame))
	}
}

// text describes a reference of a frame with an index.
func (r *Reference) text(frame int64) (to sourceText) {
	switch away := r.Away; {
	case away == 0 && r.Later:
		to.title = "a later frame"
	case away == 0:
		to.title = "an earlier frame"
	case frame < 0 && r.Later:
		to.title = quantity.Count(away, "frame") + " later"
	case frame < 0:
		to.title = quantity.Count(-away, "frame") + " earlier"
	default:
		to.title = fmt.Sprintf("frame %d (%s)", frame+away+1, Signed(int(away)))
		to.known = true
	}
	if r.List > 0 {
		to.title = fmt.Sprintf("List %d: ", r.List-1) + to.title
	} else {
		to.title = quantity.Capitalised(to.title)
	}
	to.place = fmt.Sprintf("%d × %d at (%g, %g), %+.2f, %+.2f px away", r.Width, r.Height, hundredths(float64(r.X)+r.DX), hundredths(float64(r.Y)+r.DY), r.DX, r.DY)
	return to
}

func hundredths(v float64) float64 { return math.Round(100*v) / 100 }

// target returns the command that shows the source of a pixel.
func (r *Reference) target(d *Descent) command.Command {
	x, y := float64(d.X)+r.DX, float64(d.Y)+r.DY
	return command.Command{ID: command.ShowSource, Number: float64(d.Frame + r.Away), Text: fmt.Sprint(int(math.Round(x)), int(math.Round(y)))}
}

// sources lists what the block refers to, with buttons that go there if the frame is known, and one back.
func (p *pixelTab) sources(d *Descent) {
	t := &p.references
	t.update(d.References, d.Frame)
	imgui.PushFont(p.Regular, widgets.SmallSize*p.Scale)
	defer imgui.PopFont()
	if len(t.texts) > 0 {
		p.subheading("Predicted from")
	}
	for i := range t.texts {
		imgui.TextUnformatted(t.texts[i].title)
		if t.texts[i].known && d.First && i < mostSources {
			p.goThere(i, d)
		}
		imgui.PushStyleColor(imgui.ColText, widgets.Packed(p.Dim))
		widgets.Paragraph(t.texts[i].place)
		imgui.PopStyleColor(1)
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

// goThere is the button of a reference, at the end of its line.
func (p *pixelTab) goThere(i int, d *Descent) {
	imgui.PushStyleVar(imgui.StyleVarFramePadding, imgui.NewVec2(5*p.Scale, 0))
	const title = "Go there"
	width := imgui.CalcTextSize(title).X + 10*p.Scale
	imgui.SameLineV(0, 0)
	at := imgui.CursorScreenPos()
	at.X += imgui.ContentRegionAvail().X - width
	imgui.SetCursorScreenPos(at)
	imgui.PushID(int32(i))
	if imgui.Button(title, imgui.NewVec2(width, 0)) {
		p.Do(d.References[i].target(d))
	}
	imgui.PopID()
	p.w.Origins[i] = widgets.Item()
	imgui.PopStyleVar(1)
	p.AddTip("Pauses at the frame that the block is predicted from, and pins the pixel's source there. The frame is found by the codec's picture order counts, which count frames one by one in almost all videos.")
}
