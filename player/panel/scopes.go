package panel

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"strconv"

	"ffkvadrat/imgui"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/scope"
)

// Scopes are the scopes of a picture, as images.
type Scopes struct {
	scope.Scopes
	of     string         // the picture's name
	bars   string         // what the vectorscope's targets are
	waves  [4]*image.RGBA // the waveform, and R, G and B of the parade
	vector *image.RGBA
}

// tints are the colours of the waves.
var tints = [4]color.RGBA{{225, 235, 230, 255}, {255, 90, 80, 255}, {90, 230, 110, 255}, {110, 150, 255, 255}}

// Make makes the scopes of a picture; colour says how it is displayed.
func (s *Scopes) Make(p *yuv.Picture, name string, colour yuv.Colour) {
	s.of = name
	s.Count(p, colour)
	s.bars = "75 % bars, " + s.Matrix().String()
	for i, w := range s.all() {
		s.waves[i] = sized(s.waves[i], w.Columns)
		w.Draw(s.waves[i], tints[i], color.RGBA(widgets.OnPicture.Ground))
	}
	s.vector = sized(s.vector, scope.Values)
	s.DrawVector(s.vector, color.RGBA(widgets.OnPicture.Ground))
}

// all returns the waves in the order of tints.
func (s *Scopes) all() [4]*scope.Wave {
	return [4]*scope.Wave{&s.Waveform, &s.Parade[0], &s.Parade[1], &s.Parade[2]}
}

func sized(img *image.RGBA, width int) *image.RGBA {
	if r := image.Rect(0, 0, width, scope.Values); img == nil || img.Rect != r {
		return image.NewRGBA(r)
	}
	return img
}

type scopesTab struct {
	*widgets.Kit
	maps scopeMaps
	w    scopeWidgets
}

type scopeMaps struct {
	waves  [4]*widgets.Bitmap
	vector *widgets.Bitmap
	shown  *Scopes // whose images they show
}

func newScopeMaps(r *renderer) scopeMaps {
	m := scopeMaps{vector: r.newBitmap("vectorscope")}
	for i := range m.waves {
		m.waves[i] = r.newBitmap("waveform " + strconv.Itoa(i))
	}
	return m
}

// Show sets the scopes of the tab. They must not change until the next call.
func (sc *scopesTab) Show(s *Scopes) {
	m := &sc.maps
	m.shown = s
	for i, img := range s.waves {
		m.waves[i].Show(img)
	}
	m.vector.Show(s.vector)
}

var (
	waveRow   = widgets.FormRow("", "Waveform", "Luma: each column shows the values of the picture's column above it. Dashed: black and white.")
	paradeRow = widgets.FormRow("", "RGB parade", "Red, green and blue as shown, side by side, each as a waveform.")
	vectorRow = widgets.FormRow("", "Vectorscope", "Chroma: hue is the direction, saturation the distance from the middle. Boxes: colour bars of 75 %, by the video's matrix and range. Circles: 75 % and 100 % of the largest U or V. Line: skin tones.")
	rangeRow  = widgets.FormRow("", "Out of range", "Pixels with luma outside 16–235 or chroma outside 16–240 (in 8 bits). Click to see which.")
)

// build shows the tab. Scopes grow with the panel.
func (sc *scopesTab) build(r image.Rectangle, settings *session.Settings) {
	s, m := sc.Scale, &sc.maps
	if m.shown == nil {
		sc.WriteSmall("Counting the picture’s samples …")
		return
	}
	const least = 640 // height of the smallest window that shows everything, at scale 1
	more := min(max(float32(r.Dy())/s-least, 0), mostGrown)
	vector := 170 + 0.4*more
	wave := 96 + 0.3*more + max(vector-imgui.ContentRegionAvail().X/s+scaleWidth, 0)/2 // the vectorscope's square is no wider than its frame
	sc.Heading(waveRow.Title)
	sc.AddSettingTip(waveRow)
	widgets.WriteRight(m.shown.of)
	sc.waves(0, m.waves[:1], wave*s, m.shown.levels())
	sc.Caption(paradeRow)
	sc.waves(1, m.waves[1:], wave*s, [2]float32{0, 1})
	sc.Caption(vectorRow)
	widgets.WriteRight(m.shown.bars)
	sc.vectorscope(vector * s)
	sc.extents(settings)
}

// levels returns the relative positions, 0 to 1, of black and white in the range of values.
func (s *Scopes) levels() [2]float32 {
	if s.Model == yuv.RGB || s.Shown.Range == yuv.Full {
		return [2]float32{0, 1}
	}
	return [2]float32{16.5 / scope.Values, 235.5 / scope.Values}
}

// scaleWidth is the width at scale 1 of the waves' scale, which all frames leave free.
const scaleWidth = 42

// frame is the ith scope's bed, as wide as the others. It is dark in all themes, as a scope shows light. border draws what is around it,
// after the scope.
func (sc *scopesTab) frame(i int, height float32) (low, high imgui.Vec2, border func()) {
	low = imgui.CursorScreenPos()
	all := imgui.ContentRegionAvail().X
	high = low.Add(imgui.NewVec2(all-scaleWidth*sc.Scale, height))
	imgui.Dummy(imgui.NewVec2(all, height))
	sc.w.ScopeFrames[i] = image.Rect(int(low.X), int(low.Y), int(high.X), int(high.Y))
	draw := imgui.WindowDrawList()
	draw.AddRectFilled(low, high, widgets.Packed(widgets.OnPicture.Ground))
	return low, high, func() { draw.AddRect(low, high, widgets.Packed(sc.Border), 0, 0, sc.Scale) }
}

// waves draws waves side by side in the ith frame, with lines at black, white and between, and on the right their scale.
func (sc *scopesTab) waves(i int, maps []*widgets.Bitmap, height float32, levels [2]float32) {
	s := sc.Scale
	at, high, border := sc.frame(i, height)
	defer border()
	width := high.X - at.X
	draw := imgui.WindowDrawList()
	gap := 3 * s
	each := (width - gap*float32(len(maps)-1)) / float32(len(maps))
	for i, b := range maps {
		low := at.Add(imgui.NewVec2(float32(i)*(each+gap), 0))
		draw.AddImage(b.Ref, low, low.Add(imgui.NewVec2(each, height)))
	}
	for i := range 5 {
		part := float32(i) / 4
		y := min(at.Y+height*(1-(levels[0]+(levels[1]-levels[0])*part)), at.Y+height-1) // the lowest inside the frame
		strength := float32(0.35)
		if i == 0 || i == 4 {
			strength = 0.8
		}
		draw.AddLine(imgui.NewVec2(at.X, y), imgui.NewVec2(at.X+width, y), widgets.Faded(widgets.OnPicture.Accent, strength), 1)
		if i%2 == 0 {
			up := min(max(y-widgets.SmallSize/2*s, at.Y), at.Y+height-widgets.SmallSize*s)
			sc.WriteNote(imgui.NewVec2(high.X+scaleWidth*s, up), 1, widgets.Packed(sc.Dim), strconv.Itoa(25*i)+" %")
		}
	}
}

// vectorscope draws the vectorscope and its targets, a square in the middle of the last frame.
func (sc *scopesTab) vectorscope(side float32) {
	s, m := sc.Scale, &sc.maps
	side = min(side, imgui.ContentRegionAvail().X-scaleWidth*s)
	at, high, border := sc.frame(2, side)
	defer border()
	left := at.X
	at.X += (high.X - left - side) / 2
	sc.w.Vectorscope = image.Rect(int(at.X), int(at.Y), int(at.X+side), int(at.Y+side))
	draw := imgui.WindowDrawList()
	draw.AddImage(m.vector.Ref, at, at.Add(imgui.NewVec2(side, side)))
	place := func(u, v float64) imgui.Vec2 {
		return imgui.NewVec2(at.X+side*float32((u+0.5)/scope.Values), at.Y+side*float32(1-(v+0.5)/scope.Values))
	}
	middle := place(128, 128)
	grid := widgets.Faded(widgets.OnPicture.Accent, 0.35)
	draw.AddLine(imgui.NewVec2(left, middle.Y), imgui.NewVec2(high.X, middle.Y), grid, 1)
	draw.AddLine(imgui.NewVec2(middle.X, at.Y), imgui.NewVec2(middle.X, at.Y+side), grid, 1)
	radius := m.shown.Radius()
	for _, part := range [...]float64{barStrength, 1} {
		const steps = 96
		for i := range steps + 1 {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / steps)
			draw.PathLineTo(place(128+part*radius*cos, 128+part*radius*sin))
		}
		draw.PathStroke(grid, 0, 1)
	}
	white := widgets.Packed(widgets.OnPicture.Bright)
	// Skin tones lie near this line: 123° from U, the +I axis of NTSC.
	sin, cos := math.Sincos(123 * math.Pi / 180)
	draw.AddLine(middle, place(128+radius*cos, 128+radius*sin), widgets.Faded(widgets.OnPicture.Bright, 0.5), 1)
	name := func(u, v, away float64, text string) { // farther from the middle than its point
		long := math.Hypot(u, v)
		to := place(128+u, 128+v).Add(imgui.NewVec2(float32(away*u/long), float32(-away*v/long)))
		sc.WriteNote(to.Sub(imgui.NewVec2(0, 0.55*widgets.SmallSize*s)), 0.5, white, text)
	}
	for _, t := range targets {
		u, v := m.shown.Target(t.r, t.g, t.b)
		u, v = barStrength*(u-128), barStrength*(v-128)
		c := place(128+u, 128+v)
		half := imgui.NewVec2(4*s, 4*s)
		draw.AddRect(c.Sub(half), c.Add(half), widgets.Faded(widgets.OnPicture.Bright, 0.8), 0, 0, 1)
		name(u, v, 14*float64(s), t.name)
	}
	name(radius*cos, radius*sin, 12*float64(s), "skin")
}

// barStrength is the part of the purest colours that the targets are.
const barStrength = 0.75

// targets are the colours of colour bars.
var targets = [...]struct {
	name    string
	r, g, b float64
}{{"R", 1, 0, 0}, {"Yl", 1, 1, 0}, {"G", 0, 1, 0}, {"Cy", 0, 1, 1}, {"B", 0, 0, 1}, {"Mg", 1, 0, 1}}

// extents writes the extremes of the samples and how many pixels are out of range.
func (sc *scopesTab) extents(settings *session.Settings) {
	shown := sc.maps.shown
	sc.Rule()
	imgui.PushFont(sc.Regular, widgets.SmallSize*sc.Scale)
	names := [...]string{"Luma", "U", "V"}
	for i, e := range shown.Planes {
		if i > 0 && shown.Model != yuv.YUV {
			break
		}
		imgui.TextUnformatted(names[i])
		widgets.WriteRight(fmt.Sprintf("%d to %d, mean %.1f", e.Low, e.High, e.Mean))
	}
	if shown.Model != yuv.RGB {
		imgui.PushStyleVar(imgui.StyleVarFramePadding, imgui.NewVec2(5*sc.Scale, 0))
		name := "Out of range"
		if shown.Shown.Range == yuv.Full {
			name = "Outside 16–235"
		}
		imgui.TextUnformatted(name)
		imgui.SameLineV(0, 8*sc.Scale)
		if sc.Toggle("show", 0, settings.View == views.Outside, &sc.w.ShowRange) {
			if settings.View == views.Outside {
				settings.View = views.Video
			} else {
				settings.View = views.Outside
			}
		}
		sc.AddSettingTip(rangeRow)
		text := percent(shown.Outside, shown.Pixels)
		if shown.Shown.Range == yuv.Full && shown.Outside > 0 {
			text = "full range: allowed   " + text
		}
		widgets.WriteRight(text)
		imgui.PopStyleVar(1)
	}
	imgui.PopFont()
}

// percent formats a part of all, precisely enough to distinguish one pixel from none.
func percent(part, all int) string {
	switch v := 100 * float64(part) / float64(max(all, 1)); {
	case part == 0:
		return "none"
	case v < 0.001:
		return "< 0.001 %"
	default:
		return strconv.FormatFloat(v, 'f', 3, 64) + " %"
	}
}

type scopeWidgets struct {
	Vectorscope, ShowRange image.Rectangle
	ScopeFrames            [3]image.Rectangle
}
