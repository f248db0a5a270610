package timelinestrip

import (
	"image"
	"image/color"
	"slices"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/imgui"
	"ffkvadrat/measure/survey"
	"ffkvadrat/overlay"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// kindHeights are the heights at scale 1 of frames' bars below the curves, by how they depend on others: told
// apart with any colour vision.
var kindHeights = [survey.KindCount]float64{survey.Bidirectional: 3, survey.Predicted: 5, survey.Intra: 7}

// keyHeight is that of a key frame's first column.
const keyHeight = tickHeight - 1

// kindColour returns the colour of frames of a kind: that of the blocks they mostly have.
func kindColour(inks *widgets.Inks, k survey.Kind) color.NRGBA {
	switch k {
	case survey.Intra:
		return inks.Legible(color.NRGBA(overlay.TypeColour(partition.Intra)))
	case survey.Predicted:
		return inks.Legible(color.NRGBA(overlay.TypeColour(partition.Inter)))
	}
	return inks.Dim
}

// kindsDiffer reports whether the types of frames say something: there are several.
func kindsDiffer(v *survey.View) bool {
	if v == nil {
		return false
	}
	first := survey.KindUnknown
	for i := range v.Bins {
		k := v.Bins[i].Kind
		if first == survey.KindUnknown {
			first = k
		}
		if k != survey.KindUnknown && k != first {
			return true
		}
	}
	return false
}

// paintKinds draws a bar for each frame, or for the most independent one of a column; where a key frame begins it is higher.
func paintKinds(img *image.RGBA, inks *widgets.Inks, columns []column, unit float64) {
	bottom := img.Rect.Dy()
	for x := range columns {
		k := columns[x].kind
		if k == survey.KindUnknown {
			continue
		}
		ink, high := kindColour(inks, k), kindHeights[k]
		if columns[x].key {
			high = keyHeight
		}
		for y := bottom - int(high*unit); y < bottom; y++ {
			set(img, x, y, ink)
		}
	}
}

// letters writes the types of frames whose bars have room: in them, or above low ones.
func (l *Strip) letters(draw *imgui.DrawList, a Axis) {
	i := lettered(l.lanes, l.chart.paired)
	if i < 0 {
		return
	}
	imgui.PushFont(l.kit.Medium, letterSize*l.kit.Scale)
	defer imgui.PopFont()
	for c := range session.CurveCount {
		if l.lanes[i].bars(l.chart.paired).Has(c) && l.chart.kinds[curves[c].of] {
			l.lettersOf(c, draw, a, &l.lanes[i])
		}
	}
}

// lettersOf writes the letters of a curve's bars.
func (l *Strip) lettersOf(sizes session.Curve, draw *imgui.DrawList, a Axis, in *lane) {
	d, s := &l.chart, l.kit.Scale
	bins, font := shownBins(d.views[curves[sizes].of], a.period), letterSize*s
	if float32(len(bins))*letterRoom*s > a.Size.X {
		return
	}
	for j := range bins {
		b := &bins[j]
		bar := halved(period{b.Start, b.Until}, sizes, d.paired)
		from, to := a.Near(bar.from), a.Near(bar.until)
		if b.Kind == survey.KindUnknown || b.Frames != 1 || to-from < letterRoom*s {
			continue
		}
		c, letter := kindColour(l.kit.Inks, b.Kind), b.Kind.Letter()
		high := float32(d.full[sizes].part(curves[sizes].reads(b).High)) * float32(in.bottom-in.top)
		y, ink := a.At.Y+float32(in.bottom)-font-2*s, widgets.OnDark
		if widgets.IsLight(color.RGBA{c.R, c.G, c.B, 255}) {
			ink = widgets.OnLight
		}
		switch {
		case high < font+3*s:
			y, ink = y-high, c
		case pale(sizes, d.paired):
			ink = l.kit.Bright
		}
		draw.AddTextFont(l.kit.Medium, font, imgui.NewVec2(float32(int((from+to-imgui.CalcTextSize(letter).X)/2+0.5)), float32(int(y))), widgets.Packed(ink), letter)
	}
}

// lettered returns the lane whose bars have letters, or −1. With other curves over them, bars are too pale for letters, and lines
// would cross them.
func lettered(lanes []lane, paired bool) int {
	return slices.IndexFunc(lanes, func(in lane) bool {
		return in.bars(paired) != 0 && in.curves&^in.quiet == in.bars(paired)
	})
}

// letterSize is the size of those letters, and letterRoom the least width of a bar with one, at scale 1.
const letterSize, letterRoom = 11, 10

// kindRow is the legend of types in the bubble, at the middle of a line. Bars are on its bed.
func (k *SeekLine) kindRow(draw *imgui.DrawList, middle, y, font float32) {
	s := k.kit.Scale
	x := middle - kindRowWidth*s/2
	for kind := survey.Intra; kind > survey.KindUnknown; kind-- {
		k.kindBar(draw, k.kit.Inks, imgui.NewVec2(x, y+font-2*s), kind)
		draw.AddTextFont(k.kit.Regular, font, imgui.NewVec2(x+9*s, y), widgets.Packed(k.kit.Dim), kind.Letter())
		x += kindRowWidth / 3 * s
	}
}

// kindRowWidth is the width of that legend at scale 1.
const kindRowWidth = 96

// kindBar draws the bar of a type from its lower left corner, larger than in the timeline.
func (k *SeekLine) kindBar(draw *imgui.DrawList, inks *widgets.Inks, low imgui.Vec2, kind survey.Kind) {
	s := k.kit.Scale
	high := float32(kindHeights[kind]) * 1.5 * s
	draw.AddRectFilled(imgui.NewVec2(low.X, low.Y-high), imgui.NewVec2(low.X+5*s, low.Y), widgets.Packed(kindColour(inks, kind)))
}
