// Package edges counts and lists the edges that one of two pictures has and the other has not, next to PSNR and
// SSIM. Input is a reference and pictures of its size; a [Meter] belongs to one goroutine at a time.
package edges

import (
	"errors"
	"fmt"
	"math/bits"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/measure/cells"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/distortion"
)

// Edges are the edges that one of two pictures has and the other has not.
type Edges struct {
	Quads  []quadpyramid.Quad // of their mask, within the parameters' limits
	Pixels int                // of their mask, also those that the limits leave out of the quads
}

// Measures are the differences between two pictures.
type Measures struct {
	distortion.Planes
	Reference, Encode, Common int // edge pixels of the first, of the second, of both
	Lost, Invented            Edges
}

// IoU returns the intersection over union of the edge pixels of both; 1 if there are none.
func (m *Measures) IoU() float64 {
	either := m.Reference + m.Encode - m.Common
	if either == 0 {
		return 1
	}
	return float64(m.Common) / float64(either)
}

// Meter compares pictures. One goroutine at a time may use it; it allocates only when pictures or lists
// grow.
type Meter struct {
	params    analysis.Params
	limits    quadpyramid.Limits
	pass      *analysis.CPUMask
	builder   *quadpyramid.CPU
	planes    distortion.Meter
	reference *yuv.Picture
	edges     [2]edge.BitMask // of the reference and of an encode
	only      edge.BitMask
	divider   *cells.Divider // nil without Divide
	cells     []cells.Cell
	areas     distortion.Areas
}

// Check returns an error if there are no edges with the parameters.
func Check(params analysis.Params) error {
	switch {
	case params.Variant != analysis.EdgeThreshold:
		return fmt.Errorf("compare: variant %v has no edges", params.Variant)
	case params.Bounds.Classes() > 0:
		return errors.New("compare: edges have no classes")
	}
	return params.Check()
}

// NewMeter returns a meter for parameters that [Check] accepts.
func NewMeter(params analysis.Params) (*Meter, error) {
	if err := Check(params); err != nil {
		return nil, err
	}
	limits, err := params.Limits()
	if err != nil {
		return nil, err
	}
	params.Invert = !params.Invert // leaf pixels are now the edges
	return &Meter{params: params, limits: limits, pass: analysis.NewCPUMask(), builder: quadpyramid.NewCPU()}, nil
}

// Divide makes the meter compare by the cells of the reference, too.
func (m *Meter) Divide() { m.divider = cells.NewDivider() }

// Begin sets the reference for the next pictures. It must not change.
func (m *Meter) Begin(reference *yuv.Picture) error {
	m.reference = reference
	err := m.pass.Run(&m.edges[0], reference, m.params)
	if err == nil && m.divider != nil {
		m.cells = m.divider.Divide(&m.edges[0], m.limits)
	}
	return err
}

// Cells returns the cells of the reference after Divide, valid until the next Begin. Listed are the
// quads of its list.
func (m *Meter) Cells() []cells.Cell { return m.cells }

// Area returns the distortion of a plane in a cell of the pictures that Of has compared, which must not
// have changed.
func (m *Meter) Area(plane int, c cells.Cell) distortion.Area {
	return m.areas.Square(plane, c.X(), c.Y(), c.Size())
}

// Grid does the same for the squares of a grid over the picture, after Divide.
func (m *Meter) Grid(to *distortion.Grid) { m.areas.Grid(to) }

// Of compares a picture of the reference's size and format with it, and reuses the memory of to's
// lists.
func (m *Meter) Of(p *yuv.Picture, to *Measures) error {
	if err := m.EdgesOf(p, to); err != nil {
		return err
	}
	if m.divider != nil {
		to.Planes = m.areas.Planes(m.reference, p)
	} else {
		to.Planes = m.planes.Planes(m.reference, p)
	}
	return nil
}

// EdgesOf compares only the edges of a picture of the reference's size.
func (m *Meter) EdgesOf(p *yuv.Picture, to *Measures) error {
	if err := m.pass.Run(&m.edges[1], p, m.params); err != nil {
		return err
	}
	to.Planes = distortion.Planes{}
	to.Reference, to.Encode, to.Common = 0, 0, 0
	for i, r := range m.edges[0].Words {
		e := m.edges[1].Words[i]
		to.Reference += bits.OnesCount64(r)
		to.Encode += bits.OnesCount64(e)
		to.Common += bits.OnesCount64(r & e)
	}
	m.difference(&to.Lost, &m.edges[0], &m.edges[1])
	m.difference(&to.Invented, &m.edges[1], &m.edges[0])
	return nil
}

// difference lists what is in mask in and not in mask out.
func (m *Meter) difference(to *Edges, in, out *edge.BitMask) {
	m.only.Resize(in.Width, in.Height)
	to.Pixels = 0
	for i, w := range in.Words {
		m.only.Words[i] = w &^ out.Words[i]
		to.Pixels += bits.OnesCount64(m.only.Words[i])
	}
	to.Quads = m.builder.Build(to.Quads[:0], &m.only, m.limits)
}
