package probe

import (
	"errors"
	"image"
	"image/color"
	"math"
	"math/bits"
	"strconv"

	"ffkvadrat/decode"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/scene"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/distortion"
)

// Smallest sides of cells, in pixels at scale 1: of a pixel with its luma in it, of a cell with all its numbers, and of a
// pixel with the planes' names before them.
const (
	lumaLegible = 20
	legible     = 40
	named       = 64
	decibels    = 32 // of a block with its PSNR in it
	apart       = 88 // of a cell whose number is below that of a block in its corner
)

// LumaZoom and ValuesZoom return the zooms from which a pixel has its luma in it, and all its values, at a scale of the
// panel.
func LumaZoom(scale float32) float64   { return float64(lumaLegible * scale) }
func ValuesZoom(scale float32) float64 { return float64(legible * scale) }

// Numbers fills in the values of the visible cells on both sides, if the cells are large enough:
// samples, D, leaf or not, cells of the pyramid, or blocks of a map. scale is the panel's.
func (p *Probe) Numbers(numbers *[2]panel.Numbers, at *scene.Place, f *decode.Frame, scale float32) {
	for i := range numbers {
		n := &numbers[i]
		n.Area, n.Cells, n.Blocks.List, n.Samples = image.Rectangle{}, n.Cells[:0], n.Blocks.List[:0], false
		if i >= at.N {
			continue
		}
		if shown := at.Sides[i].Frame(f); shown != nil {
			v := at.ViewOf(&at.Sides[i])
			p.numberSide(n, &v, &at.Sides[i], &shown.Picture, scale)
			p.blockValues(n, &v, &at.Sides[i], scale)
		}
	}
}

func (p *Probe) numberSide(numbers *panel.Numbers, v *overlay.View, s *scene.Side, picture *yuv.Picture, scale float32) {
	level := s.Layer.Level
	if g := s.Layer.Map(); g != nil {
		level = bits.TrailingZeros(uint(g.Side))
	}
	least := legible * scale
	if p.meter(s) != nil {
		level, least = bits.TrailingZeros(distortion.GridSide), decibels*scale
	}
	size := float32(v.Zoom()) * float32(int(1)<<level)
	if tellsSamples(s) && picture.Format.Model != yuv.RGB {
		least = lumaLegible * scale
	}
	if size < least || s.Settings.View.Sorts() { // sorted pixels have no place
		return
	}
	if picture.Fetch() != nil {
		return // the frame is being decoded again
	}
	of := lumaAlone
	switch {
	case size >= named*scale:
		of = withNames
	case size >= legible*scale:
		of = allValues
	}
	value, err := p.valuer(s, picture, of)
	if err != nil {
		return // the view has failed, too
	}
	numbers.Area, numbers.Size, numbers.Samples = s.Area, size, of != lumaAlone && tellsSamples(s)
	seen := v.Seen(s.Area)
	for y := seen.Min.Y >> level; y<<level < seen.Max.Y; y++ {
		for x := seen.Min.X >> level; x<<level < seen.Max.X; x++ {
			square := image.Rect(x<<level, y<<level, (x+1)<<level, (y+1)<<level)
			if s.Layer.Level == 0 { // else the view extends past the picture, too
				square = square.Intersect(image.Rect(0, 0, picture.Width, picture.Height))
			}
			cell := panel.Number{Cell: v.Cover(square)}
			cell.Ground = value(&cell, x, y)
			numbers.Cells = append(numbers.Cells, cell)
		}
	}
}

// blockValues fills in the values of the codec's blocks. Cells have the colours below their fills, and those without room for both lose their number.
func (p *Probe) blockValues(n *panel.Numbers, v *overlay.View, s *scene.Side, scale float32) {
	made, _, _ := p.scene.Blocks(s)
	view := s.Settings.View
	if made == nil || !s.Settings.BlocksFill() || s.Layer.Level > 0 || view.Alone() || view.InSpace() { // none are drawn
		return
	}
	n.Area, n.Cornered = s.Area, s.Settings.Motion || s.Settings.Outlines.NeedsUnits() || len(n.Cells) > 0
	style := p.scene.CodecStyle(s)
	of := p.scene.BlocksView(s, v)
	n.Blocks.Of(made, of, s.Area, &style, scale)
	if len(n.Cells) > 0 {
		mute := style.Muted(made)
		p.fills = style.Fills(p.fills[:0], made, of, s.Area)
		for k := range n.Cells {
			c := &n.Cells[k]
			c.Ground = overlay.Filled(c.Ground, mute, p.fills, c.Cell.Min.Add(c.Cell.Max).Div(2))
		}
	}
	if len(n.Cells) == 0 || n.Size >= apart*scale {
		return
	}
	for i := range n.Blocks.List {
		text := panel.BlockText(&n.Blocks.List[i], scale)
		for k := range n.Cells {
			if n.Cells[k].Cell.Overlaps(text) {
				n.Cells[k].Lines = [3]string{}
			}
		}
	}
}

// tellsSamples reports whether cells of a side's view are pixels with their samples.
func tellsSamples(s *scene.Side) bool {
	view := s.Settings.View
	return s.Layer.Map() == nil && view != views.Pyramid && !view.NeedsSecond() && (view.OfSamples() || !view.OfPixels())
}

// shownSamples says what is written of a pixel's samples.
type shownSamples uint8

const (
	lumaAlone shownSamples = iota
	allValues
	withNames // with the planes' names
)

// valuer returns a function that formats the value of a cell in a side's view and returns the
// cell's colour. of says what it writes of samples.
func (p *Probe) valuer(s *scene.Side, picture *yuv.Picture, of shownSamples) (func(cell *panel.Number, x, y int) color.RGBA, error) {
	view := s.Settings.View
	switch {
	case s.Layer.Map() != nil:
		g, form := s.Layer.Map(), s.Settings.MapFor
		return func(cell *panel.Number, x, y int) color.RGBA {
			offset := int(g.Offsets[y*g.Columns+x])
			if offset != 0 { // an offset of 0 has no tint
				cell.Lines[0] = panel.Signed(offset)
			}
			return views.OffsetColour(offset, form)
		}, nil
	case view == views.Pyramid:
		cells, err := s.Layer.Cells(picture)
		if err != nil {
			return nil, err
		}
		level, most := s.Layer.Level, s.Layer.Most
		return func(cell *panel.Number, x, y int) color.RGBA {
			value := cells.Value(level, x, y)
			cell.Lines[0] = "−1"
			if value != quadpyramid.LeafMarker {
				cell.Lines[0] = strconv.Itoa(int(value))
			}
			return views.CellColour(value, most)
		}, nil
	case view.NeedsSecond():
		_, other := p.scene.Both()
		if other == nil {
			return nil, errNotYet
		}
		if m := p.meter(s); m != nil {
			return func(cell *panel.Number, x, y int) color.RGBA {
				psnr := m.Grid.Squares[y*m.Grid.Across+x].PSNR()
				if cell.Lines[0] = decibelsOf(psnr); math.IsInf(psnr, 1) {
					cell.Lines[0] += " dB"
				}
				return views.PSNRColour(psnr)
			}, nil
		}
		most, gain := picture.Format.MaxValue(), s.Settings.Gain
		return func(cell *panel.Number, x, y int) color.RGBA {
			difference := picture.Sample(-1, x, y) - other.Sample(-1, x, y)
			cell.Lines[0] = panel.Signed(difference)
			shade := gain.Shade(difference, most)
			return color.RGBA{shade, shade, shade, 255}
		}, nil
	case view.OfSamples():
		levels := views.LevelsOf(picture, picture.Colour.With(p.scene.Shown()))
		return func(cell *panel.Number, x, y int) color.RGBA {
			write(cell, picture, x, y, of)
			return view.Sample(&levels, picture, x, y)
		}, nil
	case view.OfPixels():
		picture, decision, err := p.basis.Of(picture, s.Layer.Params)
		if err != nil {
			return nil, err
		}
		unit := decision.Unit(picture.Format)
		return func(cell *panel.Number, x, y int) color.RGBA {
			d := decision.Sum(picture, x, y)
			shown := view.Pixel(d, float64(d)/unit, decision.Leaf(d))
			copy(cell.Lines[:], shown.Lines[:])
			return shown.Colour
		}, nil
	}
	shown := p.scene.ColoursOf(s)
	return func(cell *panel.Number, x, y int) color.RGBA {
		write(cell, picture, x, y, of)
		rgb := shown.At(picture, x, y)
		return color.RGBA{rgb[0], rgb[1], rgb[2], 255}
	}, nil
}

// meter returns the painter of the PSNR of blocks that a side shows, or nil.
func (p *Probe) meter(s *scene.Side) *views.BlockMeter {
	if s.Settings.View != views.BlockPSNR {
		return nil
	}
	both, _ := p.scene.Both()
	m, _ := both.(*views.BlockMeter) // not that of another view, which a late frame leaves
	return m
}

// decibelsOf formats a PSNR as the list of worst areas does.
func decibelsOf(psnr float64) string {
	if math.IsInf(psnr, 1) {
		return "∞"
	}
	return strconv.FormatFloat(psnr, 'f', 2, 64)
}

// errNotYet means that the second video's frame is not decoded yet.
var errNotYet = errors.New("the second video's frame is not decoded yet")

// write formats a pixel's code values: luma in large type, or R, G and B.
func write(cell *panel.Number, p *yuv.Picture, x, y int, of shownSamples) {
	planes := [...]string{"Y ", "U ", "V "}
	switch {
	case p.Format.Model == yuv.Gray || of == lumaAlone:
		cell.Lines[0] = strconv.Itoa(p.Sample(0, x, y))
		return
	case p.Format.Model == yuv.RGB:
		planes, cell.Alike = [...]string{"R ", "G ", "B "}, true
	}
	for i, name := range planes {
		if cell.Lines[i] = strconv.Itoa(p.Sample(i, x, y)); of == withNames {
			cell.Lines[i] = name + cell.Lines[i]
		}
	}
}
