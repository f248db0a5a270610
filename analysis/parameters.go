package analysis

import (
	"fmt"
	"slices"
	"strconv"

	"ffkvadrat/edge"
	"ffkvadrat/match"
	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/yuv/channel"
)

// Params are a user's choice of what makes a quad. The zero value is the operator cross on
// luma with no leaf at all.
type Params struct {
	Variant   Variant
	Threshold float64 // 0 to MaxThreshold

	// Of variants that discriminate; see edge.Discriminator.
	Operator edge.Operator
	Planes   edge.Planes
	Low      float64
	Invert   bool
	Bounds   edge.Bounds // between classes

	// Of CommonFeature, and of operators that compare colours.
	Features channel.Space
	Colours  channel.Box // of these operators; that of the operator colour is a single one

	Order  points.Order // of variants with values
	Search match.Search // of Templates

	// MinSize and MaxSize are the sides of the smallest and the largest quad in
	// pixels, powers of two; 0 is no limit. See quadpyramid.Limits. Points have none.
	MinSize, MaxSize int
}

// The conditions, in the order in which Excess looks at them.
var (
	searches      = Condition{Holds: func(p *Params) bool { return p.Variant.Searches() }, Needs: "--variant template"}
	hasFeatures   = Condition{Holds: (*Params).hasFeatures, Needs: "--variant feature, --operator colour or --operator box"}
	discriminates = Condition{Holds: func(p *Params) bool { return p.Variant.Discriminates() }, Needs: "--variant edge or --variant points", Meet: Params.discriminating}
	hasValues     = Condition{Holds: func(p *Params) bool { return p.Variant.HasValues() }, Needs: "--variant points or --variant template"}
	merges        = Condition{Holds: func(p *Params) bool { return p.Variant.Merges() }, Else: "each quad is a pixel", Meet: Params.merging}
	comparesAny   = Condition{Holds: func(p *Params) bool { return p.ComparesColours() }, Needs: "--operator colour or --operator box"}

	conditions = [...]*Condition{&searches, &hasFeatures, &discriminates, &hasValues, &merges, &comparesAny}
)

// readsPlanes is the condition of planes: operators that compare colours read all of them.
var readsPlanes = Condition{Holds: func(p *Params) bool { return p.Variant.Discriminates() && !p.ComparesColours() }, Needs: discriminates.Needs, Meet: discriminates.Meet}

// parameters has a row for each field of Params, in the order of headers.
var parameters = [...]Parameter{
	word("variant", func(p *Params) *Variant { return &p.Variant }, ParseVariant, VariantCount).recorded().
		flag("variant", "What becomes a quad. edge: pixels that differ little from their neighbours. feature: pixels of similar colour, merged. points: the pixels of edge, each with its luma. template: places that look like a template.").widget("Variant", ""),
	number("threshold", func(p *Params) *float64 { return &p.Threshold }, 1e6). // Check knows the operator's scale
											flag("threshold", "How much pixels of a quad may differ. With the operator cross, and with the variant feature, from 0 to 4, "+
			strconv.FormatFloat(DefaultThreshold, 'g', -1, 64)+" by default; the player finds one for each video. docs/reference/algorithm.md has the other operators' scales.").widget("Threshold", ""),
	written(KindTemplate, "template", func(p *Params) *match.Template { return &p.Search.Template }, match.ParseTemplate).when(&searches).
		flag("template", "Small picture to search for, up to 64×64 pixels. A file, or a rectangle of the video X,Y,W,H and its frame, as in 300,200,32,24@#10 or @0:05. It implies --variant template.").widget("Template", "").phrase("template ${value}"),
	onOff("suppress", func(p *Params) *bool { return &p.Search.Suppress }).when(&searches).
		flag("suppress", "Keep the best of hits that overlap. Overlapping hits are less than half the template's size apart.").widget("Suppress", "").phrase("best hits"),
	word("operator", func(p *Params) *edge.Operator { return &p.Operator }, edge.ParseOperator, edge.Operator(len(edge.Operators()))).when(&discriminates).
		flag("operator", "Edge operator of the variants edge and points. One of ${words}. linear allows sloping surfaces; motion compares with the frame before; luma and range compare luma with the threshold; colour and box find pixels near --colour, or in its range.").widget("Operator", ""),
	word("planes", func(p *Params) *edge.Planes { return &p.Planes }, edge.ParsePlanes, edge.PlanesCount).when(&readsPlanes).
		flag("planes", "Planes that the operator reads. y is luma, yuv all planes, alpha the transparency of pictures that have it.").widget("Planes", "").phrase("${value}"),
	word("features", func(p *Params) *channel.Space { return &p.Features }, channel.ParseSpace, channel.SpaceCount).when(&hasFeatures).
		flag("features", "Channels of colours. One of ${words}. For the variant feature and the operators colour and box; vectors are motion vectors of H.264, MPEG-1, MPEG-2 and MPEG-4, for the variant feature.").widget("Features", "").phrase("in ${value}"),
	written(KindColours, "colours", func(p *Params) *channel.Box { return &p.Colours }, channel.ParseBox).when(&comparesAny).
		flag("colour", "Colour of the operators colour and box. Such as '#e0b020' or 224,176,32, each channel from 0 to 255; for box a range, such as 200,150,0-255,200,60.").widget("Colour", "").phrase("colour ${value}"),
	number("low", func(p *Params) *float64 { return &p.Low }, 1e6).optional().when(&discriminates).
		flag("low", "Lower bound of a band; the threshold is its upper bound. Such as edges of some strength, or a band of luma with the operator range.").widget("Lower bound", ""),
	onOff("invert", func(p *Params) *bool { return &p.Invert }).when(&discriminates).
		flag("invert", "Cover the other pixels: those with edges.").widget("Invert", "").phrase("inverted"),
	written(KindBounds, "bounds", func(p *Params) *edge.Bounds { return &p.Bounds }, edge.ParseBounds).optional().when(&discriminates).refuse("has no classes").
		flag("classes", "Boundaries of classes, in ascending order. Each class has its own quads. On the command line the lower bound comes first and the threshold last: --operator range --classes 0,0.25,0.5,0.75,1 gives four classes of luma.").widget("Classes", "").phrase("${value} classes"),
	word("order", func(p *Params) *points.Order { return &p.Order }, points.ParseOrder, points.OrderCount).when(&hasValues).
		flag("order", "Order of points and hits. One of ${words}. morton is the order of quads; lines goes line by line; value goes from the largest value, or the best hit, down.").widget("Order", ""),
	whole("min_size", func(p *Params) *int { return &p.MinSize }, 1<<20).when(&merges).refuse("has no smallest or largest size of quads").
		flag("min-size", "Leave out quads smaller than N pixels, a power of two.").widget("Min size", "px").phrase("sizes from ${value}"),
	whole("max_size", func(p *Params) *int { return &p.MaxSize }, 1<<20).when(&merges).refuse("has no smallest or largest size of quads").
		flag("max-size", "Split quads larger than N pixels, a power of two.").widget("Max size", "px").phrase("sizes to ${value}"),
}

// recorded gives the variants their names in headers.
func (r Parameter) recorded() Parameter {
	for i := range r.Words {
		r.Words[i].Header = variants[i].header
	}
	return r
}

// Parameters returns the table of parameters, in the order of headers.
func Parameters() []Parameter { return parameters[:] }

// Settings returns the table in the order of settings and flags: rows with the same condition stand together.
func Settings() []*Parameter {
	rows := make([]*Parameter, 0, len(parameters))
	for i := range parameters {
		if parameters[i].Applies == nil {
			rows = append(rows, &parameters[i])
		}
	}
	for _, c := range [...]*Condition{&discriminates, &hasFeatures, &comparesAny, &hasValues, &searches, &merges} {
		rows = append(rows, c.parameters()...)
	}
	return rows
}

// Named returns the parameter with a name in files, or nil.
func Named(name string) *Parameter {
	for i := range parameters {
		if parameters[i].Name == name {
			return &parameters[i]
		}
	}
	return nil
}

// Applied returns p without what means nothing: each of these parameters has its default.
func (p Params) Applied() Params {
	applied := p
	for i := range parameters {
		if r := &parameters[i]; !r.Has(&p) {
			r.clear(&applied)
		}
	}
	return applied
}

// Excess returns the first condition that does not hold for p although one of its parameters is set, with all
// of its parameters; nil if there is none.
func (p Params) Excess(set func(*Parameter) bool) (c *Condition, of []*Parameter) {
	for _, c := range conditions {
		if c.Holds(&p) {
			continue
		}
		if rows := c.parameters(); slices.ContainsFunc(rows, set) {
			return c, rows
		}
	}
	return nil, nil
}

// refused returns an error for a parameter that means nothing and may not stay, the table's last one; or nil.
func (p *Params) refused() error {
	for i := range slices.Backward(parameters[:]) {
		if r := &parameters[i]; r.Refusal != "" && !r.Has(p) && !r.Default(p) {
			return fmt.Errorf("analysis: variant %v %s", p.Variant, r.Refusal)
		}
	}
	return nil
}

// parameters returns the rows of the parameters that the condition is about.
func (c *Condition) parameters() (of []*Parameter) {
	for i := range parameters {
		if r := &parameters[i]; r.Applies != nil && r.Applies.Needs == c.Needs {
			of = append(of, r)
		}
	}
	return of
}

// discriminating returns p with a variant that discriminates.
func (p Params) discriminating() Params { return p.Switched(p.Variant.Discriminating(), p.Operator) }

// merging returns p with a variant that merges.
func (p Params) merging() Params {
	if p.Variant.Merges() {
		return p
	}
	return p.Switched(EdgeThreshold, p.Operator)
}

// ReadsRGB reports whether pixels are compared by red, green and blue.
func (p Params) ReadsRGB() bool { return p.hasFeatures() && p.Features == channel.RGB }

// hasFeatures reports whether pixels are compared by channels of colours, or by vectors.
func (p *Params) hasFeatures() bool { return p.Variant == CommonFeature || p.ComparesColours() }
