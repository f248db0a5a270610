package timelinestrip

import (
	"image"
	"image/color"
	"math"
	"slices"

	"ffkvadrat/measure/survey"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
	"ffkvadrat/player/widgets"
)

// Opacities of the timeline's parts.
const (
	areaOpacity    = 0.3  // below the line of an area
	spreadOpacity  = 0.12 // between a line's minimum and maximum
	guessOpacity   = 0.7  // factor for an area based on some of the frames
	guessedLine    = 0.8  // factor for such a line
	largestOpacity = 0.5  // of a bar between the mean and the largest frame
	gapOpacity     = 0.2  // factor between dashes, in which a peak must not vanish
	belowOpacity   = 0.45 // factor for bars and spreads in a lane with other curves
	paleOpacity    = 0.45 // of the bars of a second video next to the first one's
	haloOpacity    = 0.75 // of the ground around a line over others
)

// beyondHeight is the height at scale 1 of the mark at the top of a lane where values are above its scale.
const beyondHeight = 3

// capThick is the thickness at scale 1 of the upper end of a pale bar.
const capThick = 1.5

// haloThick is the thickness at scale 1 of that ground.
const haloThick = 1

// Sizes at scale 1: the width of the tick of a frame between others that are not analysed, the
// distance of the lines of the hatching, their thickness, and dashes with the gap after each.
const (
	dashLong   = 5
	dashApart  = 9
	tickWide   = 3
	hatchApart = 7
	hatchThick = 1
)

// tickWidth returns the width of a tick in columns.
func tickWidth(scale float32) int { return max(int(tickWide*scale), 1) }

// keysApart is the least mean distance, in columns, of key frames that are marked.
const keysApart = 3

// paint draws the curves of lanes as areas or lines, and interlaced frames, key frames and damage as markers below. img
// is as wide as the columns. types says whose frames have bars for their types, which those of sizes replace; paired whether these are those of two videos. unit is the size of a pixel at scale 1.
func paint(img *image.RGBA, inks *widgets.Inks, sources [timeline.SourceCount][]column, full *scales, lanes []lane, types kinds, paired bool, unit float64) {
	columns, height := sources[timeline.OfVideo], img.Rect.Dy()-int(tickHeight*unit)
	paintGround(img, inks, columns, height, unit)
	for i := range lanes {
		paintLane(img, inks, sources, full, &lanes[i], types, paired, unit)
	}
	for x := range columns {
		set(img, x, height-1, inks.Separator)
	}
	paintFields(img, inks, columns, height, unit)
	if types[timeline.OfVideo] && !slices.ContainsFunc(lanes, barred) {
		paintKinds(img, inks, columns, unit)
	} else {
		paintKeys(img, inks, columns, height, unit)
	}
	for x := range columns {
		if columns[x].damaged {
			mark(img, x, height+1, int(3*unit), inks.Legible(damageColour))
		}
	}
}

// paintKeys marks key frames below the chart's height, unless they are too dense.
func paintKeys(img *image.RGBA, inks *widgets.Inks, columns []column, height int, unit float64) {
	keys := 0
	for x := range columns {
		if columns[x].key {
			keys++
		}
	}
	for x := range columns {
		if columns[x].key && keysApart*keys <= len(columns) {
			mark(img, x, height+1, int(unit), inks.Dim)
		}
	}
}

// paintLane draws the curves of a lane above its base.
func paintLane(img *image.RGBA, inks *widgets.Inks, sources [timeline.SourceCount][]column, full *scales, in *lane, types kinds, paired bool, unit float64) {
	plot, height := img.SubImage(image.Rect(0, in.top, img.Rect.Dx(), in.bottom)).(*image.RGBA), in.bottom-in.top
	bars := in.bars(paired)
	below := 1.
	if over := in.curves &^ in.quiet; over.Len() > 1 && over != bars {
		below = belowOpacity
	}
	for x := range img.Rect.Dx() {
		set(plot, x, height-1, inks.Separator)
		halo := 0. // around the first curve, which is over none
		for _, i := range paintOrder {
			if of := sources[curves[i].of]; in.quiet.Has(i) && of[x].state != unknown {
				l := stroke{curve: i, full: full[i], ink: ink(inks, i), thick: thinLine * unit, opacity: 1, ground: inks.Ground}
				l.paint(plot, x, height, of)
			}
		}
		for _, i := range paintOrder {
			of := sources[curves[i].of]
			if !in.curves.Has(i) || in.quiet.Has(i) || of[x].state == unknown {
				continue
			}
			area, line := 1., 1.
			if of[x].state != counted {
				area, line = guessOpacity, guessedLine
			}
			if bars.Has(i) {
				c := ink(inks, i)
				if types[curves[i].of] && of[x].kind != survey.KindUnknown {
					c = kindColour(inks, of[x].kind)
				}
				opacity, top := below, 0.
				if pale(i, paired) {
					opacity, top = below*paleOpacity, capThick*unit
				}
				if bars.Len() == 1 || of[x].late == (i == session.SecondBytesCurve) {
					paintBar(plot, x, height, &of[x], of[x].values[i], c, full[i], opacity*line, top)
				}
				halo = haloThick * unit
				continue
			}
			if curves[i].area {
				paintArea(plot, x, height, of[x].values[i], ink(inks, i), full[i], area*inks.Area)
			}
			if dashed(i, bars) && math.Mod(float64(x), dashApart*unit) >= dashLong*unit {
				line *= gapOpacity
			}
			l := stroke{curve: i, full: full[i], ink: ink(inks, i), thick: curves[i].thick * unit, opacity: line, spread: below * spreadOpacity, ground: inks.Ground, halo: halo}
			l.paint(plot, x, height, of)
			if full[i].beyond && of[x].values[i].high > full[i].to {
				for y := range int(beyondHeight * unit) {
					mix(plot, x, y, l.ink, line)
				}
			}
			halo = haloThick * unit
		}
	}
}

// paintGround draws the background, with hatching down to a height where no frame is analysed.
func paintGround(img *image.RGBA, inks *widgets.Inks, columns []column, height int, unit float64) {
	for x := range columns {
		set(img, x, 0, inks.Ground)
	}
	for y := 1; y < img.Rect.Dy(); y++ {
		copy(img.Pix[y*img.Stride:][:img.Stride], img.Pix)
	}
	apart, thick := int(hatchApart*unit), int(hatchThick*unit)
	for y := range height {
		for x := range columns {
			if columns[x].state == unknown && (x+y)%apart < thick {
				set(img, x, y, inks.Separator)
			}
		}
	}
}

// paintFields draws two lines, as of two fields, below the chart's height where frames are interlaced.
func paintFields(img *image.RGBA, inks *widgets.Inks, columns []column, height int, unit float64) {
	ink := inks.Legible(fieldsColour)
	for x := range columns {
		for _, y := range [2]float64{1, 3} {
			for i := int(y * unit); columns[x].interlaced && i < int((y+1)*unit); i++ {
				set(img, x, height+i, ink)
			}
		}
	}
}

// mark draws a marker of some width from row y down.
func mark(img *image.RGBA, x, y, width int, c color.NRGBA) {
	for ; y < img.Rect.Dy(); y++ {
		for i := max(x-width/2, 0); i < min(x-width/2+width, img.Rect.Dx()); i++ {
			set(img, i, y, c)
		}
	}
}

// paintArea draws a column below the mean.
func paintArea(img *image.RGBA, x, height int, b band, ink color.NRGBA, full scale, opacity float64) {
	if math.IsNaN(b.mean) {
		return
	}
	mean := full.part(b.mean) * float64(height)
	for y := max(height-1-int(mean), 0); y < height; y++ {
		mix(img, x, y, ink, opacity*areaOpacity*part(mean-float64(height-1-y)))
	}
}

// pale reports whether the bars of a curve are paler than those of the other video next to them.
func pale(c session.Curve, paired bool) bool { return paired && c == session.SecondBytesCurve }

// paintBar draws a column of a frame's bar: of several frames up to their mean, and fainter up to the largest. A pale bar has a cap of a
// thickness at its mean.
func paintBar(img *image.RGBA, x, height int, of *column, b band, ink color.NRGBA, full scale, opacity, top float64) {
	if full.to <= full.from || math.IsNaN(b.mean) || of.begins {
		return
	}
	place := func(v float64) float64 { return full.part(v) * float64(height-1) }
	mean, most := max(place(b.mean), 1), place(b.high)
	for y := max(height-2-int(max(mean, most)), 0); y < height-1; y++ {
		up := float64(height - 2 - y)
		whole := part(mean - up)
		mix(img, x, y, ink, opacity*max(whole, largestOpacity*part(most-up)))
		if top > 0 {
			mix(img, x, y, ink, min(whole, part(up+1+top-mean)))
		}
	}
}

// stroke is how a curve's line is drawn.
type stroke struct {
	curve   session.Curve
	full    scale
	ink     color.NRGBA
	thick   float64 // in pixels
	opacity float64 // factor
	spread  float64 // opacity between minimum and maximum
	ground  color.NRGBA
	halo    float64 // thickness of the ground around it, in pixels
}

// paint draws a column of a line over its halo, from halfway to the previous column to halfway to the next,
// and its spread. A mean above the scale has no line.
func (l *stroke) paint(img *image.RGBA, x, height int, columns []column) {
	thick, curve := l.thick, l.curve
	b := columns[x].values[curve]
	drawn := func(v float64) bool { return v <= l.full.to || !l.full.beyond && !math.IsNaN(v) }
	if l.full.to <= l.full.from || !drawn(b.mean) {
		return
	}
	place := func(v float64) float64 {
		return thick/2 + (1-min(l.full.part(v), 1))*(float64(height)-thick)
	}
	at := place(b.mean)
	low, high := at, at
	for _, i := range [2]int{x - 1, x + 1} {
		if i >= 0 && i < len(columns) && columns[i].state != unknown && drawn(columns[i].values[curve].mean) {
			half := (at + place(columns[i].values[curve].mean)) / 2
			low, high = min(low, half), max(high, half)
		}
	}
	upper, lower := place(b.high), place(b.low)
	first, last := low-thick/2, high+thick/2
	for y := max(int(min(upper, first-l.halo)), 0); y < min(int(max(lower, last+l.halo))+1, height); y++ {
		mix(img, x, y, l.ink, l.opacity*l.spread*inside(upper, lower, y))
		mix(img, x, y, l.ground, l.opacity*haloOpacity*part(inside(first-l.halo, last+l.halo, y)-inside(first, last, y)))
		mix(img, x, y, l.ink, l.opacity*inside(first, last, y))
	}
}

// inside returns the part of row y between two heights.
func inside(low, high float64, y int) float64 {
	return part(min(high, float64(y+1)) - max(low, float64(y)))
}

func part(v float64) float64 { return min(max(v, 0), 1) }

func set(img *image.RGBA, x, y int, c color.NRGBA) {
	p := img.Pix[y*img.Stride+4*x:][:4]
	p[0], p[1], p[2], p[3] = c.R, c.G, c.B, 255
}

func mix(img *image.RGBA, x, y int, c color.NRGBA, opacity float64) {
	if opacity <= 0 {
		return
	}
	p := img.Pix[y*img.Stride+4*x:][:3]
	for i, v := range [3]byte{c.R, c.G, c.B} {
		p[i] = byte(float64(p[i]) + opacity*(float64(v)-float64(p[i])) + 0.5)
	}
}
