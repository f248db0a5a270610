package analysis

import "fmt"

// Variant is the way in which pixels become quads.
type Variant uint8

const (
	EdgeThreshold Variant = iota // pixels that a discriminator takes; four merge if all are taken
	CommonFeature                // all pixels; four merge if their features are close
	VariantCount                 // how many there are
)

// variants has a row for each variant, in the order of their constants.
var variants = [VariantCount]struct {
	name          string
	title         string // in the player
	discriminates bool   // a discriminator takes or leaves each pixel
	means         bool   // its quads have means
}{
	EdgeThreshold: {name: "edge", title: "Edges", discriminates: true},
	CommonFeature: {name: "feature", title: "Similar colours", means: true},
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

// Title returns the player's name for the variant.
func (v Variant) Title() string { return variants[v].title }

// Discriminates reports whether a discriminator takes or leaves each pixel: whether operator,
// planes, lower end and inversion mean anything.
func (v Variant) Discriminates() bool { return variants[v].discriminates }

// HasMeans reports whether quads have means.
func (v Variant) HasMeans() bool { return variants[v].means }
