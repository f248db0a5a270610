// Package motif paints small pictures of what looks, views and variants do: each shows one motif, a house below the sun, as the
// overlay, the view or the analysis makes it. Operators that add up differences have their coefficients instead, as their quads of so small a picture
// would look alike.
//
// Input is a value of such a choice; output is an image of Width × Height pixels, painted by the code that paints the video's frames.
// No goroutines.
package motif

import (
	"image"
	"image/color"
	"math"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/reconstruction"
	"ffkvadrat/analysis/regions"
	"ffkvadrat/edge"
	"ffkvadrat/match"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/cloud"
	"ffkvadrat/overlay/views"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// Width and Height are the size of the pictures.
const Width, Height = 40, 24

// Threshold is that of the analysis of the motif with the operator Cross: its texture has edges, its sky has none.
const Threshold = 0.03

// coarse is a threshold with quads that one can see.
const coarse = 0.4

var format = yuv.Format{Name: "yuv444p", Model: yuv.YUV, Depth: 8}

var colour = yuv.Colour{Matrix: yuv.BT709, Range: yuv.Limited}

// at returns the motif's luma and chroma at a point, whose unit is a pixel of the pictures. The house is moved to the right by shift.
func at(x, y, shift float64) (luma, u, v uint8) {
	house := x - shift
	switch {
	case y > 12 && y < 20 && house > 8 && house < 12: // door
		return 40, 124, 136
	case y > 12 && y < 15 && house > 14 && house < 17: // window
		return 215, 100, 140
	case y > 9 && y < 20 && house > 5 && house < 19: // wall
		return 110, 110, 185
	case y > 3 && y <= 9 && math.Abs(house-12) < 9*(y-3)/6: // roof
		return 62, 120, 150
	case math.Hypot(x-31, y-6) < 4.2: // sun
		return 245, 70, 145
	case y > 18 && x > 24 && int(x)%3 == 0: // texture
		return 12, 122, 122
	case y > 17-2*math.Sin(x/7): // meadow
		return 105, 100, 108
	}
	return uint8(165 + 2*y), 150, 112 // sky
}

// sample makes the motif with n × n pixels for each pixel of the pictures.
func sample(n int, shift float64) *yuv.Picture {
	p := &yuv.Picture{Width: n * Width, Height: n * Height, Format: format, Colour: colour}
	for i := range p.Planes {
		p.Planes[i] = yuv.Plane{Data: make([]byte, p.Width*p.Height), Stride: p.Width, Step: 1, Width: p.Width, Height: p.Height}
	}
	for y := range p.Height {
		for x := range p.Width {
			i := y*p.Width + x
			p.Planes[0].Data[i], p.Planes[1].Data[i], p.Planes[2].Data[i] = at((float64(x)+0.5)/float64(n), (float64(y)+0.5)/float64(n), shift)
		}
	}
	p.Luma = p.Planes[0]
	return p
}

// Look returns a part of the motif, enlarged, with its quads in a look.
func Look(look overlay.Look) *image.RGBA {
	p := sample(1, 0)
	quads := find(p, analysis.Params{Threshold: coarse})
	v := overlay.Native(p.Width, p.Height, overlay.Orientation{}, 1)
	v.ScaleX, v.ScaleY, v.OriginX, v.OriginY = 2, 2, -20, -4 // from the house to the sun
	return drawn(p, quads, &v, overlay.Style{Look: look, Opacity: 1, LineWidth: 1, Detail: overlay.Full}, false)
}

// params returns parameters with a threshold for the motif.
func params(p analysis.Params) analysis.Params {
	p.Threshold = p.DefaultThreshold()
	if p.Variant.Discriminates() && p.Operator.FindsEdges() {
		p.Threshold = Threshold
	}
	return p
}

func find(p *yuv.Picture, params analysis.Params) []quadpyramid.Quad {
	result, err := analysis.NewCPUOf(1).Analyze(p, params)
	must(err)
	return result.Quads
}

// must panics for an error: the motif and what is done to it are constants.
func must(err error) {
	if err != nil {
		panic("motif: " + err.Error())
	}
}

// drawn paints quads over a picture, or over what is left of it in gray.
func drawn(p *yuv.Picture, quads []quadpyramid.Quad, v *overlay.View, style overlay.Style, gray bool) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, p.Width, p.Height))
	painter, c := overlay.Painter{}, yuv.NewConverter(p.Format, p.Colour, p.Width, p.Height)
	if gray {
		painter.Ground = image.NewRGBA(img.Rect)
		c.Paint(painter.Ground, p)
		for i := 0; i < len(painter.Ground.Pix); i += 4 {
			rgb := painter.Ground.Pix[i : i+3]
			luma := yuv.LumaOf(uint32(rgb[0]), uint32(rgb[1]), uint32(rgb[2]))
			rgb[0], rgb[1], rgb[2] = uint8(luma/3), uint8(luma/3), uint8(luma/3)
		}
	}
	painter.Paint(img, p, c, quads, v, style)
	return img
}

// View returns the motif in a view.
func View(view views.View) *image.RGBA {
	n, level := 1, 2
	if view == views.Map || view == views.BlockPSNR || view == views.Cloud { // blocks of 16 × 16 pixels; particles of at least 2 × 2
		n = 4
	}
	p := sample(n, 0)
	p.Vectors = yuv.VectorList{
		{X: 0, Y: 0, Width: Width, Height: 17}, {X: 0, Y: 17, Width: Width, Height: 7, DX: -8 * yuv.VectorUnit},
		{X: 5, Y: 9, Width: 14, Height: 11, DX: 12 * yuv.VectorUnit}, {X: 27, Y: 2, Width: 8, Height: 8, DY: -12 * yuv.VectorUnit},
	}
	of := params(analysis.Params{})
	if view.Rebuilds() { // from quads that one can see
		of.Threshold = coarse
	}
	quads := find(p, of)
	img := image.NewRGBA(image.Rect(0, 0, p.Width, p.Height))
	given := views.Given{Fill: reconstruction.Mean, MapFor: regions.Interest, Strength: regions.DefaultStrength}
	ground := view.Ground(given, level, yuv.Choice{})
	switch {
	case view == views.Video:
		yuv.NewConverter(format, colour, p.Width, p.Height).Paint(img, p)
	case view == views.Cloud:
		inSpace(img, p, quads)
	case view.NeedsSecond():
		view.Comparer().Paint(img, p, sample(n, 1), views.Gain1, yuv.NewConverter(format, colour, p.Width, p.Height))
	default:
		must(ground(img, p, of, quads))
	}
	return reduced(img, n)
}

// inSpace paints the quads of some frames in space.
func inSpace(img *image.RGBA, p *yuv.Picture, quads []quadpyramid.Quad) {
	rgb := image.NewRGBA(img.Rect)
	yuv.NewConverter(format, colour, p.Width, p.Height).Paint(rgb, p)
	one := cloud.Picture{Quads: quads, Colours: cloud.Colours(nil, rgb, quads)}
	pictures := make([]cloud.Picture, cloud.Frames)
	for i := range pictures {
		pictures[i] = one
	}
	flat := overlay.Native(p.Width, p.Height, overlay.Orientation{}, 1)
	v := new(cloud.Orbit).View(&flat, img.Rect)
	new(cloud.Painter).Paint(img, pictures, &v)
}

// reduced returns an image whose pixels are means of n × n pixels.
func reduced(img *image.RGBA, n int) *image.RGBA {
	if n == 1 {
		return img
	}
	to := image.NewRGBA(image.Rect(0, 0, img.Rect.Dx()/n, img.Rect.Dy()/n))
	for y := range to.Rect.Dy() {
		for x := range to.Rect.Dx() {
			var sum [4]int
			for i := range n * n {
				of := img.PixOffset(n*x+i%n, n*y+i/n)
				for k := range sum {
					sum[k] += int(img.Pix[of+k])
				}
			}
			for k := range sum {
				to.Pix[to.PixOffset(x, y)+k] = uint8(sum[k] / (n * n))
			}
		}
	}
	return to
}

// Variant returns the motif's quads for a variant and its operator: what is left of the picture is gray. An operator that adds up differences
// has its coefficients instead.
func Variant(of analysis.Params) *image.RGBA {
	if of.Variant.Discriminates() && of.Operator.FindsEdges() {
		return coefficients(of.Operator.Forms())
	}
	p := sample(1, 0)
	p.Before = sample(1, -2)
	style := overlay.Style{Look: overlay.Fill, Opacity: 1, LineWidth: 1, Detail: overlay.Full}
	if of.Variant.Searches() {
		template, err := match.NewTemplate(p, 13, 11, 5, 5) // the window
		must(err)
		of.Search.Template = template
		style = style.Boxed(template.Width, template.Height)
	}
	if of = params(of); of.ComparesColours() {
		of.Features, of.Threshold = channel.RGB, 0.1
		of.Colours = channel.Box{Low: channel.Vector{16383, 16383, 9000}, High: channel.Vector{16383, 16383, 9000}} // the sun
		if of.Operator == edge.Box {
			of.Colours.Low = channel.Vector{11000, 4000, 4000} // the wall
		}
	}
	quads := find(p, of)
	v := overlay.Native(p.Width, p.Height, overlay.Orientation{}, 1)
	return drawn(p, quads, &v, style, true)
}

// coefficients paints linear forms over the 3 × 3 pixels around one: up to two next to each other, more in one as the sums of their
// magnitudes. Positive ones are orange, negative ones blue.
func coefficients(forms []edge.Form) *image.RGBA {
	if len(forms) > 2 {
		sum := edge.Form{}
		for _, f := range forms {
			for i, c := range f {
				sum[i] += max(c, -c)
			}
		}
		forms = []edge.Form{sum}
	}
	const cell, gap = 6, 1
	img := image.NewRGBA(image.Rect(0, 0, Width, Height))
	fill := func(r image.Rectangle, c color.RGBA) {
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				img.SetRGBA(x, y, c)
			}
		}
	}
	fill(img.Rect, color.RGBA{23, 26, 31, 255})
	side := 3*cell - gap
	for k, f := range forms {
		most := 1
		for _, c := range f {
			most = max(most, c, -c)
		}
		left := (Width - len(forms)*side - (len(forms)-1)*2) / 2
		for i, c := range f {
			low := image.Pt(left+k*(side+2)+i%3*cell, (Height-side)/2+i/3*cell)
			fill(image.Rectangle{low, low.Add(image.Pt(cell-gap, cell-gap))}, weight(c, most))
		}
	}
	return img
}

// weight is the colour of a coefficient.
func weight(c, most int) color.RGBA {
	none, full := [3]int{52, 56, 64}, [3]int{255, 170, 60}
	if c < 0 {
		c, full = -c, [3]int{80, 170, 255}
	}
	part := math.Sqrt(float64(c) / float64(most)) // the small ones are seen, too
	at := func(i int) uint8 { return uint8(float64(none[i]) + part*float64(full[i]-none[i])) }
	return color.RGBA{at(0), at(1), at(2), 255}
}
