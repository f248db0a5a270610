package analysis

import (
	"time"

	"ffkvadrat/edge"
	"ffkvadrat/feature"
	"ffkvadrat/match"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/yuv"
)

// Reference is the short, slow engine on the CPU, the oracle for the others. The zero value is
// ready; it allocates when pictures need it.
type Reference struct {
	mask    edge.Mask
	edge    edge.Reference
	list    quadpyramid.Reference
	feature feature.Reference
	field   feature.Field
	points  points.Reference
	out     []quadpyramid.Quad
	values  []uint16
	classes []uint8

	decisions []edge.Decision
	previous  referencePrevious
	match     match.Reference
}

// NewReference returns an engine.
func NewReference() *Reference { return &Reference{} }

// Release does nothing; the garbage collector frees the engine.
func (r *Reference) Release() {}

// Analyze fails only if the parameters do not fit the picture.
func (r *Reference) Analyze(p *yuv.Picture, params Params) (Result, error) {
	limits, err := params.Limits()
	if err != nil {
		return Result{}, err
	}
	if params.Variant == CommonFeature {
		start := time.Now()
		level, err := feature.Level(params.Threshold)
		if err != nil {
			return Result{}, err
		}
		if p, params, err = OfVectors(&r.field, p, params); err != nil {
			return Result{}, err
		}
		quads, means, err := r.feature.Build(p, params.Features, level, limits)
		return Result{Quads: quads, Means: means, Times: Times{List: time.Since(start)}}, err
	}
	if params.Variant == Templates {
		pattern, err := params.Search.Pattern(p, params.Threshold, nil)
		if err != nil {
			return Result{}, err
		}
		p, params = r.match.Of(p, &pattern), params.Scored()
	}
	decisions, err := params.Discriminator().Classes(r.decisions[:0], p.Format)
	if err != nil {
		return Result{}, err
	}
	r.decisions = decisions
	p = r.previous.of(p, params.Operator)
	var result Result
	r.out, r.values, r.classes = r.out[:0], r.values[:0], r.classes[:0]
	for i, decision := range decisions {
		start := time.Now()
		r.edge.Run(&r.mask, p, decision)
		masked := time.Now()
		if params.Variant == Points {
			quads, values := r.points.Build(p, &r.mask, params.Order, decision.Alpha)
			r.out, r.values = append(r.out, quads...), append(r.values, values...)
		} else {
			r.out = r.list.Build(r.out, &r.mask, limits)
		}
		for len(decisions) > 1 && len(r.classes) < len(r.out) {
			r.classes = append(r.classes, uint8(i))
		}
		result.Times.Edge += masked.Sub(start)
		result.Times.List += time.Since(masked)
	}
	result.Quads, result.Values, result.Classes = r.out, r.values, r.classes
	return result, nil
}

// referencePrevious makes pictures of differences, a sample at a time.
type referencePrevious struct{ made yuv.Picture }

// of is [edge.Previous.Of].
func (r *referencePrevious) of(p *yuv.Picture, o edge.Operator) *yuv.Picture {
	if !o.Previous() {
		return p
	}
	b := p.Before
	same := b != nil && b.Width == p.Width && b.Height == p.Height && b.Format == p.Format
	r.made = *p
	apart := func(from, before yuv.Plane, shift int) yuv.Plane {
		size, most := p.Format.SampleBytes(), p.Format.MaxValue()
		to := yuv.Plane{Width: from.Width, Height: from.Height, Step: size, Stride: from.Width * size, Data: make([]byte, from.Width*from.Height*size)}
		for i := range from.Width * from.Height {
			if !same {
				continue
			}
			x, y := i%from.Width, i/from.Width
			d := min(stored(&from, x, y, size)>>shift, most) - min(stored(&before, x, y, size)>>shift, most)
			d = max(d, -d) << shift
			to.Data[i*size] = byte(d)
			if size == 2 {
				to.Data[2*i+1] = byte(d >> 8)
			}
		}
		return to
	}
	if b == nil {
		b = &yuv.Picture{}
	}
	for i := range p.Planes {
		r.made.Planes[i] = apart(p.Planes[i], b.Planes[i], p.Format.Shift)
	}
	r.made.Luma = apart(p.Luma, b.Luma, p.LumaShift)
	r.made.Alpha = apart(p.Alpha, b.Alpha, p.Format.Shift)
	return &r.made
}

// stored returns a sample as it is stored.
func stored(p *yuv.Plane, x, y, size int) int {
	at := p.Data[y*p.Stride+x*p.Step:]
	if size == 2 {
		return int(at[0]) | int(at[1])<<8
	}
	return int(at[0])
}
