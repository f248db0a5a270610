package panel

import (
	"image"
	"image/color"
	"strconv"

	"ffkvadrat/analysis/regions"
	"ffkvadrat/imgui"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// sampleEntry is a colour of a view of samples and its meaning.
type sampleEntry struct {
	colour color.RGBA
	name   string
}

// sampleEntries has the colours of the views of samples. Code values have 8 bits.
var sampleEntries = [views.ViewCount][]sampleEntry{
	views.False: toneEntries(),
	views.Outside: {
		{views.TooLow, "luma below 16"},
		{views.TooHigh, "luma above 235"},
		{views.ChromaAway, "chroma outside 16–240"},
	},
}

func toneEntries() (entries []sampleEntry) {
	from := "below "
	for _, t := range views.Tones {
		percent := strconv.FormatFloat(float64(t.Below)/10, 'g', -1, 64) + " %"
		if !t.Grey {
			name := t.Name + ": " + from + percent
			if t.Below > 1000 {
				name = t.Name + ": " + from[:len(from)-len("–")] + " % and above"
			}
			entries = append(entries, sampleEntry{t.Colour, name})
		}
		from = strconv.FormatFloat(float64(t.Below)/10, 'g', -1, 64) + "–"
	}
	return entries
}

// mapEntries are the colours of QP offsets in the maps for encoders.
var mapEntries = offsetEntries()

// mapTitles say what the offsets are, and of which blocks.
var mapTitles = offsetTitles()

func offsetTitles() (titles [regions.FormCount]string) {
	for form := range regions.FormCount {
		unit := "ΔQP"
		if form.Scale() != 1 {
			unit = "Δ quantiser index, " + strconv.Itoa(form.Scale()) + " for 1 QP"
		}
		side := strconv.Itoa(form.Side())
		titles[form] = unit + " of each " + side + "×" + side + " block"
	}
	return titles
}

func offsetEntries() (all [regions.FormCount][]sampleEntry) {
	const full = views.FullTint
	for form := range regions.FormCount {
		for _, steps := range []int{-full, -full / 2, -full / 4, 0, full / 4, full / 2, full} {
			offset := steps * form.Scale()
			name := Signed(offset)
			switch steps {
			case -full:
				name += " or less: more bits"
			case full:
				name += " or more: fewer bits"
			}
			all[form] = append(all[form], sampleEntry{views.OffsetColour(offset, form), name})
		}
	}
	return all
}

// Signed formats a number with its sign; 0 has none.
func Signed(n int) string {
	switch {
	case n < 0:
		return "−" + strconv.Itoa(-n)
	case n > 0:
		return "+" + strconv.Itoa(n)
	}
	return "0"
}

// sampleLegend shows the colours of a view of samples or of a map in the picture's upper right
// corner. Other views have no legend.
func (o *overPicture) sampleLegend(picture image.Rectangle, settings *session.Settings, full bool) {
	s := o.Scale
	entries, title := sampleEntries[settings.View], ""
	if settings.View == views.Map {
		entries, title = mapEntries[settings.MapFor], mapTitles[settings.MapFor]
	}
	if settings.View == views.Outside && full {
		title = "full range: all of these are allowed"
	}
	if len(entries) == 0 {
		return
	}
	const margin, line, swatch = 8, 15, 12
	size := widgets.SmallSize * s
	var widest float32
	imgui.PushFont(o.Regular, size)
	head := float32(0)
	if title != "" {
		widest = imgui.CalcTextSize(title).X - (swatch+6)*s
		head = (line + 2) * s
	}
	for _, e := range entries {
		widest = max(widest, imgui.CalcTextSize(e.name).X)
	}
	imgui.PopFont()
	low, high, ok := o.inCorner(picture, imgui.NewVec2(widest+(2*margin+swatch+6)*s, (float32(len(entries))*line+margin)*s+head))
	if !ok {
		return
	}
	draw := imgui.BackgroundDrawList()
	draw.AddRectFilledV(low, high, widgets.Packed(o.Bed), 5*s, 0)
	at := low.Add(imgui.NewVec2(margin*s, margin/2*s))
	if title != "" {
		draw.AddTextFont(o.Regular, size, at, widgets.Packed(o.Dim), title)
		at.Y += head
	}
	for _, e := range entries {
		draw.AddRectFilledV(at.Add(imgui.NewVec2(0, 2*s)), at.Add(imgui.NewVec2(swatch*s, (line-2)*s)), widgets.Opaque(e.colour), 2*s, 0)
		draw.AddTextFont(o.Regular, size, at.Add(imgui.NewVec2((swatch+6)*s, 0)), widgets.Packed(o.Bright), e.name)
		at.Y += line * s
	}
}
