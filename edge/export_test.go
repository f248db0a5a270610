package edge

// What the tests of every decision need, which cannot be in this package:
// edgetest imports it.
var (
	Paths       = paths
	Layouts     = layouts
	TestPicture = picture
	Compare     = compare
)
