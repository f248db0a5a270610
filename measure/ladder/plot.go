package ladder

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"strconv"

	"golang.org/x/image/vector"

	"ffkvadrat/overlay/lettering"
)

// The plot: two columns of panels, PSNR above SSIM, against quads on the left and bytes on the right.
const (
	plotWidth, plotHeight = 1600, 1120
	plotMargin            = 24
	plotTitle             = 44     // height of the title's line
	plotLegend            = 34     // height of the legend's line
	plotLeft, plotBelow   = 72, 52 // margins of a panel, for its numbers
	plotText              = 17

	mostPSNR = 62 // decibels; differences above are invisible, and would compress the curves
)

var (
	ground = color.RGBA{16, 17, 20, 255}
	bright = color.RGBA{224, 226, 232, 255}
	dim    = color.RGBA{150, 154, 164, 255}
	grid   = color.RGBA{44, 47, 54, 255}

	kindColours = [kindCount]color.RGBA{
		Mean: {86, 156, 255, 255}, Linear: {255, 184, 77, 255}, JPEG: {120, 210, 130, 255}, X264: {236, 110, 140, 255},
	}
)

// panel is one plot of points.
type panel struct {
	title, across string
	area          image.Rectangle // area of the curves
	x, y          func(p *Point) (float64, bool)
	low, high     [2]float64 // of both axes; logarithms for x
}

// Plot draws the points: a curve for each kind.
func Plot(list []Point, title string) (*image.RGBA, error) {
	text, err := lettering.New(plotText)
	if err != nil {
		return nil, err
	}
	defer text.Close()
	img := image.NewRGBA(image.Rect(0, 0, plotWidth, plotHeight))
	draw.Draw(img, img.Rect, image.NewUniform(ground), image.Point{}, draw.Src)
	text.Write(img, image.Rect(plotMargin, plotMargin/2, plotWidth-plotMargin, plotMargin/2+plotTitle), title, bright)
	s := sketch{img: img, text: text}
	s.legend(list)
	for i, p := range panels() {
		column, row := i%2, i/2
		width := (plotWidth - plotMargin) / 2
		top := plotMargin/2 + plotTitle + plotLegend
		height := (plotHeight - top - plotMargin/2) / 2
		p.area = image.Rect(column*width+plotLeft+plotMargin/2, top+row*height+plotText*2, (column+1)*width, top+(row+1)*height-plotBelow)
		if p.fit(list) {
			s.panel(&p, list)
		}
	}
	return img, nil
}

// panels are the plots, row by row.
func panels() (list []panel) {
	for _, y := range []struct {
		name string
		of   func(p *Point) (float64, bool)
	}{
		{"PSNR of luma, dB", func(p *Point) (float64, bool) { v := p.Distortion.PSNR(); return v, v <= mostPSNR }},
		{"SSIM of luma", func(p *Point) (float64, bool) { return p.Distortion.SSIM, p.Distortion.HasSSIM }},
	} {
		for _, x := range []struct {
			name string
			of   func(p *Point) (float64, bool)
		}{
			{"quads, and pixels outside them", func(p *Point) (float64, bool) { n := p.Quads + p.Left; return float64(n), n > 0 && kinds[p.Kind].quads }},
			{"bytes", func(p *Point) (float64, bool) { return float64(p.Bytes), p.Bytes > 0 }},
		} {
			list = append(list, panel{title: y.name, across: x.name, x: x.of, y: y.of})
		}
	}
	return list
}

// at returns the position of a point on both axes, if it has one.
func (p *panel) at(point *Point) (x, y float64, ok bool) {
	x, ok = p.x(point)
	y, there := p.y(point)
	return math.Log10(x), y, ok && there
}

// fit fits the axes to all points. It reports whether there are any.
func (p *panel) fit(list []Point) bool {
	some := false
	for i := range list {
		x, y, ok := p.at(&list[i])
		if !ok {
			continue
		}
		for axis, v := range [2]float64{x, y} {
			if !some || v < p.low[axis] {
				p.low[axis] = v
			}
			if !some || v > p.high[axis] {
				p.high[axis] = v
			}
		}
		some = true
	}
	for axis := range p.low {
		room := max(0.04*(p.high[axis]-p.low[axis]), 1e-3)
		p.low[axis], p.high[axis] = p.low[axis]-room, p.high[axis]+room
	}
	return some
}

// place returns the pixel of a value on both axes.
func (p *panel) place(x, y float64) (px, py float64) {
	part := func(v float64, axis int) float64 { return (v - p.low[axis]) / (p.high[axis] - p.low[axis]) }
	return float64(p.area.Min.X) + float64(part(x, 0)*float64(p.area.Dx())), float64(p.area.Max.Y) - float64(part(y, 1)*float64(p.area.Dy()))
}

// sketch draws into a plot.
type sketch struct {
	img  *image.RGBA
	text *lettering.Writer
}

// legend names the kinds that have points.
func (s *sketch) legend(list []Point) {
	x, y := plotMargin, plotMargin/2+plotTitle
	for kind, row := range kinds {
		there := false
		for _, p := range list {
			there = there || p.Kind == Kind(kind)
		}
		if !there {
			continue
		}
		s.dot(float64(x)+8, float64(y)+plotLegend/2, 6, kindColours[kind])
		s.text.Write(s.img, image.Rect(x+24, y, x+24+s.text.Width(row.title)+8, y+plotLegend), row.title, bright)
		x += 24 + s.text.Width(row.title) + 32
	}
}

// panel draws axes and points.
func (s *sketch) panel(p *panel, list []Point) {
	a := p.area
	s.text.Write(s.img, image.Rect(a.Min.X, a.Min.Y-plotText*2, a.Max.X, a.Min.Y-4), p.title, dim)
	across := s.text.Width(p.across)
	s.text.Write(s.img, image.Rect(a.Max.X-across-4, a.Max.Y+26, a.Max.X+4, a.Max.Y+26+24), p.across, dim)
	for decade := math.Floor(p.low[0]); decade <= p.high[0]; decade++ {
		for digit := 1; digit < 10; digit++ {
			v := decade + float64(math.Log10(float64(digit)))
			if v < p.low[0] || v > p.high[0] || digit != 1 && digit != 2 && digit != 5 && p.high[0]-p.low[0] > 1 {
				continue
			}
			x, _ := p.place(v, 0)
			s.line(x, float64(a.Min.Y), x, float64(a.Max.Y), 1, grid)
			if digit == 1 || digit == 2 || digit == 5 {
				s.label(short(float64(digit)*math.Pow(10, decade)), x, float64(a.Max.Y)+14, true)
			}
		}
	}
	step := niceStep(p.high[1] - p.low[1])
	for n := math.Ceil(p.low[1] / step); n*step <= p.high[1]; n++ {
		_, y := p.place(0, n*step)
		s.line(float64(a.Min.X), y, float64(a.Max.X), y, 1, grid)
		s.label(strconv.FormatFloat(n*step, 'f', max(0, -int(math.Floor(math.Log10(step)))), 64), float64(a.Min.X)-10, y, false)
	}
	for kind := range kindCount {
		var before [2]float64
		drawn := false
		for i := range list {
			x, y, ok := p.at(&list[i])
			if list[i].Kind != kind || !ok {
				continue
			}
			px, py := p.place(x, y)
			if drawn {
				s.line(before[0], before[1], px, py, 2.5, kindColours[kind])
			}
			s.dot(px, py, 4, kindColours[kind])
			before, drawn = [2]float64{px, py}, true
		}
	}
}

// niceStep returns 1, 2 or 5 times a power of ten, so that a span has about six steps.
func niceStep(span float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(span/6)))
	for _, n := range []float64{1, 2, 5} {
		if n*unit >= span/6 {
			return n * unit
		}
	}
	return 10 * unit
}

// short writes a number that has one digit before its zeros.
func short(v float64) string {
	switch {
	case v >= 1e6:
		return fmt.Sprintf("%g M", v/1e6)
	case v >= 1e3:
		return fmt.Sprintf("%g k", v/1e3)
	}
	return fmt.Sprintf("%g", v)
}

// label writes a number centred below a position, or on its left.
func (s *sketch) label(text string, x, y float64, below bool) {
	width := s.text.Width(text)
	left := int(x) - width
	if below {
		left = int(x) - width/2
	}
	s.text.Write(s.img, image.Rect(left, int(y)-12, left+width+2, int(y)+12), text, dim)
}

// line draws a line of a width.
func (s *sketch) line(x0, y0, x1, y1, width float64, c color.RGBA) {
	length := math.Hypot(x1-x0, y1-y0)
	if length == 0 {
		return
	}
	nx, ny := float64((y1-y0)/length*width/2), float64((x0-x1)/length*width/2)
	s.fill(c, [][2]float64{{x0 + nx, y0 + ny}, {x1 + nx, y1 + ny}, {x1 - nx, y1 - ny}, {x0 - nx, y0 - ny}})
}

// dot draws a disc.
func (s *sketch) dot(x, y, radius float64, c color.RGBA) {
	var corners [][2]float64
	for i := range 20 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 10)
		corners = append(corners, [2]float64{x + float64(radius*cos), y + float64(radius*sin)})
	}
	s.fill(c, corners)
}

// fill fills a polygon.
func (s *sketch) fill(c color.RGBA, corners [][2]float64) {
	bounds := image.Rectangle{}
	for i, at := range corners {
		r := image.Rect(int(math.Floor(at[0])), int(math.Floor(at[1])), int(math.Ceil(at[0]))+1, int(math.Ceil(at[1]))+1)
		if i == 0 {
			bounds = r
		}
		bounds = bounds.Union(r)
	}
	z := vector.NewRasterizer(bounds.Dx(), bounds.Dy())
	for i, at := range corners {
		x, y := float32(at[0]-float64(bounds.Min.X)), float32(at[1]-float64(bounds.Min.Y))
		if i == 0 {
			z.MoveTo(x, y)
		} else {
			z.LineTo(x, y)
		}
	}
	z.ClosePath()
	z.Draw(s.img, bounds, image.NewUniform(c), image.Point{})
}
