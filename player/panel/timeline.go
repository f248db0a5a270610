package panel

import (
	"fmt"
	"image"
	"math"
	"time"

	"ffkvadrat/player/imgui"
	"ffkvadrat/player/survey"
)

// Timeline is what the strip between picture and bar shows about the whole
// film.
type Timeline struct {
	Shown bool
	// View is what is known so far; another pointer means another film.
	View *survey.View
	// Thumbnail is of the last time that PointedAt returned, or nil.
	Thumbnail *survey.Thumbnail
}

// Sizes in pixels at scale 1: the strip, its row of words, its chart with the
// marks below it, these marks, and the margin beside chart and seek line.
const (
	timelineHeight = 64
	wordsHeight    = 19
	chartHeight    = 44
	tickHeight     = 5
	axisMargin     = 16
)

// strip is the timeline as drawn.
type strip struct {
	bitmap  *bitmap
	columns []column
	view    *survey.View // the one that is drawn
	version uint64
	length  time.Duration
	height  int
	quads   string // the scale
	cover   string
	state   string
}

// axis returns the place of the film's time, the same in the strip and in the
// bar.
func (p *Panel) axis(r image.Rectangle) (left, width float32) {
	margin := float32(int(axisMargin * p.scale))
	return float32(r.Min.X) + margin, max(float32(r.Dx())-2*margin, 1)
}

// timeline builds the strip.
func (p *Panel) timeline(r image.Rectangle, status *Status) {
	s := p.scale
	left, width := p.axis(r)
	at := imgui.NewVec2(left, float32(r.Min.Y+int(wordsHeight*s)))
	size := imgui.NewVec2(width, float32(int(chartHeight*s)))
	begin("timeline", r, imgui.WindowFlagsNoScrollWithMouse)
	if p.floats {
		p.bed(r)
	}
	part := p.scrub("timeline", at, size, status)
	p.Widgets.Timeline = item()
	p.strip.refresh(status.Timeline.View, p.facts.Duration, int(size.X), int(size.Y), s)
	draw := imgui.WindowDrawList()
	draw.AddImage(p.strip.bitmap.ref, at, at.Add(size))
	p.stretch(draw, at, size, status)
	x := at.X + part*size.X
	draw.AddRectFilled(imgui.NewVec2(x-0.75*s, at.Y), imgui.NewVec2(x+0.75*s, at.Y+size.Y), packed(bright))
	if imgui.IsItemHovered() || imgui.IsItemActive() {
		p.pointed(at, size, status)
	}
	p.words(draw, imgui.NewVec2(left, float32(r.Min.Y)+3*s), width)
	imgui.End()
}

// stretch marks the part of the film that loops.
func (p *Panel) stretch(draw *imgui.DrawList, at, size imgui.Vec2, status *Status) {
	s := p.scale
	for _, t := range status.Loop {
		x := p.along(at, size, t)
		draw.AddRectFilled(imgui.NewVec2(x-0.75*s, at.Y), imgui.NewVec2(x+0.75*s, at.Y+size.Y), packed(loopColour))
	}
	if len(status.Loop) == 2 {
		low, high := p.along(at, size, status.Loop[0]), p.along(at, size, status.Loop[1])
		draw.AddRectFilled(imgui.NewVec2(low, at.Y), imgui.NewVec2(high, at.Y+size.Y), faded(loopColour, 0.15))
	}
}

// words names the curves, with their values for the picture on the screen and,
// if there is room, the scales.
func (p *Panel) words(draw *imgui.DrawList, at imgui.Vec2, width float32) {
	s := p.scale
	imgui.PushFont(p.regular, smallSize*s)
	defer imgui.PopFont()
	end := at.X + width
	write := func(text string, colour uint32) {
		draw.AddText(at, colour, text)
		at.X += imgui.CalcTextSize(text).X
	}
	const swatch, dash, between = 14, 17, 22 // at scale 1
	long := func(text, least string) float32 { return max(imgui.CalcTextSize(text).X, imgui.CalcTextSize(least).X) }
	need := (swatch+dash+between)*s + long("quads  coverage  ", "") + long(p.texts.quads, mostQuads) + long(p.texts.coverage, mostCoverage)
	scales := need+long(p.strip.quads+p.strip.cover, "") <= width

	middle := at.Y + imgui.FontSize()/2 + s
	draw.AddRectFilledV(imgui.NewVec2(at.X, middle-4*s), imgui.NewVec2(at.X+9*s, middle+4*s), packed(quadsColour), 2*s, 0)
	at.X += swatch * s
	write("quads  ", packed(dim))
	from := at.X
	write(p.texts.quads, packed(bright))
	at.X = from + long(p.texts.quads, mostQuads)
	if scales {
		write(p.strip.quads, packed(dim))
	}
	at.X += between * s
	draw.AddRectFilled(imgui.NewVec2(at.X, middle-s), imgui.NewVec2(at.X+12*s, middle+s), packed(coverageColour))
	at.X += dash * s
	write("coverage  ", packed(dim))
	from = at.X
	write(p.texts.coverage, packed(bright))
	at.X = from + long(p.texts.coverage, mostCoverage)
	if scales {
		write(p.strip.cover, packed(dim))
	}
	p.Widgets.Words = image.Rect(int(end-width), int(at.Y), int(math.Ceil(float64(at.X))), int(at.Y+imgui.FontSize()))
	if x := end - imgui.CalcTextSize(p.strip.state).X; x > at.X+12*s {
		at.X = x
		write(p.strip.state, packed(dim))
	}
}

// mostQuads and mostCoverage are as long as almost all values. Text after a
// value therefore stays in its place.
const (
	mostQuads    = "00 000"
	mostCoverage = "100.0 %"
)

// refresh redraws the strip's chart if its content has changed.
func (t *strip) refresh(v *survey.View, length time.Duration, width, height int, scale float32) {
	if width == len(t.columns) && height == t.height && v == t.view && v.Version == t.version && length == t.length {
		return
	}
	t.view, t.version, t.length, t.height = v, v.Version, length, height
	if len(t.columns) != width {
		t.columns = make([]column, width)
	}
	img := t.bitmap.img
	if img == nil || img.Rect.Dx() != width || img.Rect.Dy() != height {
		img = image.NewRGBA(image.Rect(0, 0, width, height))
	}
	full := scaleOf(v)
	fill(t.columns, v, length.Seconds())
	paint(img, t.columns, full, float64(scale))
	t.bitmap.show(img)
	t.quads = "  of at most " + Grouped(int64(full.quads))
	t.cover = fmt.Sprintf("  from %.1f to %.1f %%", 100*full.least, 100*full.most)
	switch {
	case v.Err != nil:
		t.state = "stopped: " + v.Err.Error()
	case v.Whole:
		t.state = ""
	default:
		t.state = fmt.Sprintf("%.0f %% analysed", 100*part(v.Reached/length.Seconds()))
	}
}
