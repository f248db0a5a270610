package analysis

import "fmt"

// Variant is the way in which pixels become quads.
type Variant uint8

const (
	EdgeThreshold Variant = iota // pixels that a discriminator accepts; four merge if all are accepted
	CommonFeature                // all pixels; four merge if their features are close
	Points                       // pixels that a discriminator accepts, unmerged
	Templates                    // pixels at which the picture looks like a template
	VariantCount                 // the number of variants
)

// variants has a row for each variant, in the order of their constants.
var variants = [VariantCount]struct {
	name          string
	header        string // its name in headers of files
	title         string // in the player
	thing         string // name of an entry of its list
	discriminates bool   // a discriminator decides about each pixel
	merges        bool   // quads have sizes, which may be limited
	values        bool   // quads are points: they have values, and an order is chosen
	searches      bool   // a template is searched for
}{
	EdgeThreshold: {name: "edge", header: "edge-threshold", title: "Edge", thing: "quad", discriminates: true, merges: true},
	CommonFeature: {name: "feature", header: "common-feature", title: "Feature", thing: "quad", merges: true},
	Points:        {name: "points", header: "leaf-points", title: "Points", thing: "point", discriminates: true, values: true},
	Templates:     {name: "template", header: "template-hits", title: "Template", thing: "hit", values: true, searches: true},
}

// ParseVariant returns the variant with a name of the table.
func ParseVariant(name string) (Variant, error) {
	for v, row := range variants {
		if row.name == name {
			return Variant(v), nil
		}
	}
	return 0, fmt.Errorf("analysis: no variant is called %q", name)
}

func (v Variant) String() string { return variants[v].name }

// Header returns the variant's name in headers of files with quads.
func (v Variant) Header() string { return variants[v].header }

// Title returns the player's name for the variant.
func (v Variant) Title() string { return variants[v].title }

// Thing returns the word for an entry of the variant's list: quad, point or hit.
func (v Variant) Thing() string { return variants[v].thing }

// Discriminates reports whether a discriminator decides about each pixel, that is, whether
// operator, planes, lower bound and inversion apply.
func (v Variant) Discriminates() bool { return variants[v].discriminates }

// Discriminating returns v, or EdgeThreshold if v has no discriminator.
func (v Variant) Discriminating() Variant {
	if v.Discriminates() {
		return v
	}
	return EdgeThreshold
}

// Merges reports whether quads have sizes, which may be limited.
func (v Variant) Merges() bool { return variants[v].merges }

// HasValues reports whether quads are points: pixels with values, in a chosen order.
func (v Variant) HasValues() bool { return variants[v].values }

// HasMeans reports whether quads have the means of their features.
func (v Variant) HasMeans() bool { return v == CommonFeature }

// Searches reports whether a template is searched for, so that the points are hits.
func (v Variant) Searches() bool { return variants[v].searches }
