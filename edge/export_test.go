package edge

// What the tests of every decision need, which cannot be in this package:
// edgetest imports it.
var (
	Paths       = paths
	Layouts     = layouts
	TestPicture = picture
	Compare     = compare
)

// SumPaths are the passes of sums, by their instructions.
func SumPaths() map[string]*Sums {
	all := map[string]*Sums{"best": NewSums(), "portable": newSums(portable())}
	for _, i := range vector() {
		all[i.name] = newSums(i)
	}
	return all
}
