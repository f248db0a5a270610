package quadfile

// The variants of the analysis.
const (
	VariantEdge    = "edge-threshold"
	VariantFeature = "common-feature"
	VariantPoints  = "leaf-points"
	VariantHits    = "template-hits"
)

// variants has a row for each variant.
var variants = [...]variant{
	{name: VariantEdge, discriminates: true},
	{name: VariantFeature, means: true},
	{name: VariantPoints, discriminates: true, values: true},
	{name: VariantHits, values: true, searches: true},
}

type variant struct {
	name          string
	discriminates bool // an operator takes or leaves each pixel
	means         bool // its quads have means
	values        bool // its quads are points: pixels with values, in an order of their own
	searches      bool // these are where the picture looks like a template
}

// variant returns the row of the analysis; the name of an unknown one is empty.
func (a *Analysis) variant() variant {
	for _, v := range variants {
		if v.name == a.Variant {
			return v
		}
	}
	return variant{}
}
