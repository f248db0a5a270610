package playground

import (
	"errors"
	"image/color"

	"ffkvadrat/analysis"
	"ffkvadrat/player/lesson"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv/channel"
)

// Lesson explains a square of the picture, step by step.
type Lesson struct {
	X, Y, Side int
	Pixels     []Pixel   // row by row
	Levels     [][]int32 // the cells of each level of the square, row by row
	Quads      [][3]int  // x, y and size of the square's quads
	Steps      []Step
}

// Pixel is a pixel of a lesson.
type Pixel struct {
	Colour, D, Formula string
	Inside             bool // inside the picture
}

// Step is a step of a lesson: its words, and the boards that it shows.
type Step struct {
	Title, Text string
	Left, Right int // levels, −1 for the pixels
	At          *[2]int
	List        bool     // the quads are drawn
	Legend      []string // what the colours of cells mean: leaf, none, count
}

// Lesson returns the lesson about the square around a pixel; with x < 0, about an interesting square. It
// shows the traversal to the quad with a key index in the square, or one that it chooses if key < 0.
func (p *Playground) Lesson(x, y, side, key int) (*Lesson, error) {
	picture := p.Picture()
	switch {
	case picture == nil:
		return nil, errNoPicture
	case p.stored != nil:
		return nil, errors.New("playground: quads of a file have no steps; choose “Live quads” first")
	case side < lesson.LeastSide || side > lesson.MostSide || side&(side-1) != 0 || x >= picture.Width || y >= picture.Height:
		return nil, errors.New("playground: there is no such square")
	}
	cells, err := p.cells()
	if err != nil {
		return nil, err
	}
	l := lesson.Around(cells, p.params, x, y, side)
	if key >= 0 {
		l.Choose(key)
	}
	if err := p.pixels(l); err != nil {
		return nil, err
	}
	return written(l), nil
}

// cells returns the cells of the picture's pyramid, found without a smallest size.
func (p *Playground) cells() (*quadpyramid.Cells, error) {
	picture, params := p.Picture(), p.params.Drawn()
	least := params.MinSize
	params.MinSize = 0
	result, err := p.engine.Analyze(picture, params)
	if err != nil {
		return nil, err
	}
	c := &quadpyramid.Cells{Width: picture.Width, Height: picture.Height, Leaves: result.Quads, List: result.Quads}
	if least > 1 {
		c.List = nil
		for _, q := range c.Leaves {
			if q.Size() >= least {
				c.List = append(c.List, q)
			}
		}
	}
	return c, nil
}

// pixels fills in the lesson's pixels.
func (p *Playground) pixels(l *lesson.Lesson) error {
	picture := p.Picture()
	var rule *lesson.Rule
	if p.params.Variant.Discriminates() {
		var basis analysis.Basis
		of, decision, err := basis.Of(picture, p.params)
		if err != nil {
			return err
		}
		if rule, err = lesson.NewRule(p.params, picture, of, decision); err != nil {
			return err
		}
		l.Threshold = rule.Limits()
	} else {
		reader := channel.Read(picture, p.params.Features)
		for i := range l.Side * l.Side {
			x, y := min(l.X+i%l.Side, picture.Width-1), min(l.Y+i/l.Side, picture.Height-1)
			l.Features = append(l.Features, reader.At(x, y))
		}
	}
	for i := range l.Side * l.Side {
		x, y := l.X+i%l.Side, l.Y+i/l.Side
		pixel := lesson.Pixel{Colour: color.RGBA{A: 255}, Inside: x < picture.Width && y < picture.Height}
		if pixel.Inside {
			rgb := p.converts.At(picture, x, y)
			pixel.Colour = color.RGBA{rgb[0], rgb[1], rgb[2], 255}
			if rule != nil {
				const most = len("0.00108") // characters of a cell
				if pixel.D, pixel.Formula = rule.Number(x, y), rule.Formula(x, y); len(pixel.D) > most {
					pixel.D = rule.Brief(x, y)[0]
				}
			}
		}
		l.Pixels = append(l.Pixels, pixel)
	}
	return nil
}

// written writes a lesson for the page.
func written(l *lesson.Lesson) *Lesson {
	out := &Lesson{X: l.X, Y: l.Y, Side: l.Side}
	for _, pixel := range l.Pixels {
		out.Pixels = append(out.Pixels, Pixel{hex(pixel.Colour), pixel.D, pixel.Formula, pixel.Inside})
	}
	for level := range l.Top() + 1 {
		out.Levels = append(out.Levels, l.Cells.Fill(nil, level))
	}
	for _, q := range l.Cells.List {
		out.Quads = append(out.Quads, [3]int{q.X(), q.Y(), q.Size()})
	}
	for i, s := range l.Steps {
		step := Step{Title: l.Title(i), Text: l.Text(i), Left: -1, Right: s.Level, Legend: l.Legend(s.Kind)}
		switch s.Kind {
		case lesson.Picture:
			step.Right = -1
		case lesson.Reduce:
			step.Left = s.Level - 1
		case lesson.Descend:
			step.At = &[2]int{s.At.X, s.At.Y}
		case lesson.List:
			step.List, step.Right = true, 0
		}
		out.Steps = append(out.Steps, step)
	}
	return out
}
