package bench

import "ffkvadrat/quadpyramid/glpyramid"

// Paper is one of the papers whose measurements are repeated.
type Paper struct {
	Title    string `json:"title"`
	Year     int    `json:"year,omitempty"` // 0 if the text does not state it
	Section  int    `json:"section"`        // the section with the results
	Hardware string `json:"hardware"`
}

// laptop is the machine of all three papers.
const laptop = "NVIDIA Quadro FX Go 1400, Pentium M 2.13 GHz"

var (
	pointLists  = Paper{"GPU Point List Generation through Histogram Pyramids", 2006, 8, laptop}
	pointClouds = Paper{"On-the-fly Point Clouds through Histogram Pyramids", 2006, 9, laptop}
	quadTrees   = Paper{"RealTime QuadTree Analysis using HistoPyramids", 2007, 9, laptop}
)

// PaperTable is a table of the papers.
type PaperTable struct {
	Papers  []Paper // the papers that have it, with the same figures
	Number  int
	Title   string
	Columns []Column
	Lines   []Line

	combines bool // quads are those of the feature combiner
}

// Column is the condition under which figures were measured.
type Column struct {
	Size      int     // pixels a side
	Threshold float64 // 0 for points and histograms
	Bins      int     // for histograms
}

// Line is one measured thing.
type Line struct {
	Label     string
	measurand measurand
	Figures   []Figure // the papers' figures, one a column; none if they did not measure it
}

// Figure is a time in ms or a count; 0 means no figure.
type Figure struct {
	Value float64
	About bool // the paper writes "~" or "around"
}

func exact(values ...float64) []Figure {
	figures := make([]Figure, len(values))
	for i, v := range values {
		figures[i].Value = v
	}
	return figures
}

// measurand identifies a measurement: of points, or of quads by an engine.
type measurand struct {
	kind  kind
	shape glpyramid.Shape
	// clones is the number of copies of each point in the list.
	clones int
	engine string
	method string // for histograms
}

type kind uint8

const (
	count kind = iota
	pictureUp
	pictureDown
	traversal
	listUp
	hybrid
	pyramidTime
	listTime
	wholeTime
	countTime
)

// sizes are the columns of the papers' tables of points.
var sizes = []Column{{Size: 4096}, {Size: 2048}, {Size: 1024}}

// ofShapes returns a line for each shape, with the papers' figures for the first three.
func ofShapes(k kind, single, vec4, rect []Figure) []Line {
	figures := map[glpyramid.Shape][]Figure{glpyramid.Single: single, glpyramid.Vec4: vec4, glpyramid.Rect: rect}
	var lines []Line
	for _, shape := range glpyramid.Shapes() {
		lines = append(lines, Line{shape.String(), measurand{kind: k, shape: shape, clones: 1}, figures[shape]})
	}
	return lines
}

// papersClones is the number of copies in the papers' example of cloning: one for every corner of a
// quad (point lists, section 6.2).
const papersClones = 4

// PaperTables returns the papers' tables of time, with all their figures. It omits the time for
// drawing the model into slices, 470 ms, because the pictures here are not drawn.
func PaperTables() []PaperTable {
	points := []Paper{pointLists, pointClouds}
	quads := []Paper{quadTrees}
	about := func(v float64, others ...float64) []Figure {
		return append([]Figure{{v, true}}, exact(others...)...)
	}
	return append([]PaperTable{
		{Papers: points, Number: 1, Title: "the points", Columns: sizes, Lines: []Line{
			{"points", measurand{kind: count}, exact(33989, 8595, 2130)}, // "# of active cells", "Voxel count"
		}},
		{Papers: points, Number: 2, Title: "the CPU's way", Columns: sizes, Lines: []Line{
			{"picture to the GPU", measurand{kind: pictureUp}, nil},
			{"picture from the GPU, AGP 8×, GeForce 6600", measurand{kind: pictureDown}, exact(560, 142, 36)},
			{"picture from the GPU, PCI Express", measurand{kind: pictureDown}, exact(172, 40, 12)},
			{"traversal by the CPU", measurand{kind: traversal}, exact(25, 25, 24)},
			{"list to the GPU", measurand{kind: listUp}, nil},
			{"from, traversal and to", measurand{kind: hybrid}, nil},
		}},
		{Papers: points, Number: 3, Title: "HistoPyramid creation", Columns: sizes, Lines: ofShapes(pyramidTime, about(2000, 20, 6), about(2000, 20, 6), exact(30, 10, 2))},
		{Papers: points, Number: 4, Title: "point list creation", Columns: sizes, Lines: append(
			ofShapes(listTime,
				[]Figure{{16, false}, {12, false}, {6, true}},
				[]Figure{{14, false}, {7, false}, {6, true}},
				[]Figure{{9, false}, {6, false}, {2, true}}),
			Line{"single, each point 4 times", measurand{kind: listTime, shape: glpyramid.Single, clones: papersClones}, nil})},
		{Papers: quads, Number: 1, Title: "feature combiner", combines: true, Columns: thresholds(0.1, 0.2), Lines: append([]Line{
			{"QuadPyramid Builder", measurand{kind: pyramidTime, engine: "gpu-reference"}, exact(10, 10)},
			{"QuadList Builder", measurand{kind: listTime, engine: "gpu-reference"}, exact(12.4, 5.7)},
			{"resulting quads", measurand{kind: count}, exact(13261, 7981)},
		}, wholes([]Figure{{50, true}, {50, true}})...)}, // "one pass at around 50 ms", after table 1
		{Papers: quads, Number: 2, Title: "edge thresholding", Columns: thresholds(0.10, 0.22, 0.92), Lines: append([]Line{
			{"QuadPyramid Builder", measurand{kind: pyramidTime, engine: "gpu-reference"}, exact(4, 4, 4)},
			{"QuadList Builder", measurand{kind: listTime, engine: "gpu-reference"}, exact(13, 12, 11)},
			{"resulting quads", measurand{kind: count}, exact(22809, 15375, 4474)},
		}, wholes(nil)...)},
	}, histogramTables()...)
}

// thresholds returns the columns of a paper that does not state the size of its picture: its
// figures stand next to our smallest size, the other sizes have none.
func thresholds(ts ...float64) []Column {
	var columns []Column
	for _, size := range []int{1024, 2048, 4096} {
		for _, t := range ts {
			columns = append(columns, Column{Size: size, Threshold: t})
		}
	}
	return columns
}

// wholes returns the lines of whole analyses, edge or pixels to list.
func wholes(cpu []Figure) []Line {
	return []Line{
		{"CPU, whole", measurand{kind: wholeTime, engine: "cpu"}, cpu},
		{"GPU reference, whole", measurand{kind: wholeTime, engine: "gpu-reference"}, nil},
		{"GPU, whole", measurand{kind: wholeTime, engine: "gpu"}, nil},
	}
}
