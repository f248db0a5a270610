package glanalysis

import (
	"fmt"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/edge/gledge"
	"ffkvadrat/gpu"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/glpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
)

// referencePoints is the points variant of [Reference], made on first use. Points in Morton order
// come from the builder of quads.
type referencePoints struct {
	mask   *gledge.Reference
	lines  *glpyramid.Lines
	pass   *gpu.Program // computes the values of a list
	values []uint16

	sorted  []quadpyramid.Quad
	ordered []uint16
}

// byValue returns the points of a list by value, from the largest on; it scans the list once for
// each value.
func (o *referencePoints) byValue(list []quadpyramid.Quad) ([]quadpyramid.Quad, []uint16) {
	o.sorted, o.ordered = o.sorted[:0], o.ordered[:0]
	for next := 1 << 16; next > 0; {
		value := -1 // the largest below next
		for _, v := range o.values {
			if int(v) < next {
				value = max(value, int(v))
			}
		}
		for i, v := range o.values {
			if int(v) == value {
				o.sorted, o.ordered = append(o.sorted, list[i]), append(o.ordered, v)
			}
		}
		next = value
	}
	return o.sorted, o.ordered
}

func (o *referencePoints) Release() { o.lines.Release() }

const valueGroup = 256 // invocations of a workgroup

// value starts to compute the values of a list's entries.
func (o *referencePoints) value(dev *gpu.Device, list *glpyramid.List, p *yuv.Picture, t *glyuv.Textures, alpha bool) error {
	if err := list.AddValues(); err != nil {
		return err
	}
	if o.pass == nil {
		var err error
		if o.pass, err = dev.Compute("pointlist_values.comp", fmt.Sprintf("WG_SIZE %d", valueGroup)); err != nil {
			return fmt.Errorf("points: %w", err)
		}
	}
	plane, shift := &t.Luma, p.LumaShift
	if alpha {
		plane, shift = &t.Alpha, p.Format.Shift
	}
	plane.Texture.Bind(0)
	o.pass.Int4("samples", int32(plane.Step), int32(plane.First), int32(shift), int32(p.Format.MaxValue()))
	list.Commands().BindStorage(1)
	list.Quads().BindStorage(2)
	list.Values().BindStorage(3)
	list.Traverse(o.pass)
	dev.Barrier(gpu.ToStorage | gpu.ToReadback)
	return nil
}

// open allocates for lists by lines.
func (o *referencePoints) open(dev *gpu.Device) error {
	if o.lines != nil {
		return nil
	}
	var err error
	if o.mask, err = gledge.NewReference(dev); err != nil {
		return err
	}
	o.lines, err = glpyramid.NewLines(dev)
	return err
}

// analyzeLines is Analyze for points by lines, of the picture in the textures.
func (g *Reference) analyzeLines(p *yuv.Picture, t *glyuv.Textures, d edge.Decision) (analysis.Result, error) {
	o := &g.points
	if err := o.open(g.dev); err != nil {
		return analysis.Result{}, err
	}
	if err := o.lines.Resize(p.Width, p.Height); err != nil {
		return analysis.Result{}, err
	}
	g.timers[0].Begin()
	err := o.mask.Run(o.lines.Level0(), p, t, d)
	g.timers[0].End()
	if err != nil {
		return analysis.Result{}, err
	}
	g.timers[1].Begin()
	o.lines.Build()
	g.timers[1].End()
	g.timers[2].Begin()
	list := o.lines.List()
	err = o.value(g.dev, list, p, t, d.Alpha)
	g.timers[2].End()
	if err != nil {
		return analysis.Result{}, err
	}
	g.out = list.Read(g.out[:0])
	g.points.values = list.ReadValues(g.points.values[:0])
	g.takeTimes()
	return analysis.Result{Quads: g.out, Values: g.points.values, Times: g.times}, nil
}
