package scene

import (
	"ffkvadrat/analysis"
	"ffkvadrat/feature"
	"ffkvadrat/player/session"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// pyramid caches a layer's pyramid.
type pyramid struct {
	engine *analysis.CPU // made when first used
	merger analysis.Merger
	cells  quadpyramid.Cells
	means  []feature.Mean // of cells.List, for the variant feature
	listed []quadpyramid.Quad
	kept   []feature.Mean
	ready  bool
}

// Cells returns the cells of the picture's pyramid. If the list is on the GPU, or lacks small
// quads, the CPU analyses the picture again. Cells of stored quads are built from the stored list.
// They are valid until the next analysis.
func (l *Layer) Cells(p *yuv.Picture) (*quadpyramid.Cells, error) {
	y := &l.pyramid
	if y.ready {
		return &y.cells, nil
	}
	y.cells = quadpyramid.Cells{Width: p.Width, Height: p.Height, Leaves: l.found, List: l.found}
	y.means = l.means
	if !l.from.stored() && (l.engine == session.GPU || l.Params.MinSize > 1 || l.section.on) {
		if y.engine == nil {
			y.engine = analysis.NewCPU()
		}
		params := l.Params
		params.MinSize = 0
		result, err := y.engine.Analyze(p, params)
		if err != nil {
			return nil, err
		}
		result = y.merger.Merge(result) // classes are stored in sequence
		y.cells.Leaves, y.cells.List, y.means = result.Quads, result.Quads, result.Means
		y.drop(l.Params.MinSize)
	}
	y.ready = true
	return &y.cells, nil
}

// drop removes quads smaller than size from the list.
func (y *pyramid) drop(size int) {
	if size <= 1 {
		return
	}
	y.listed, y.kept = y.listed[:0], y.kept[:0]
	for i, q := range y.cells.Leaves {
		if q.Size() < size {
			continue
		}
		y.listed = append(y.listed, q)
		if y.means != nil {
			y.kept = append(y.kept, y.means[i])
		}
	}
	y.cells.List = y.listed
	if y.means != nil {
		y.means = y.kept
	}
}

// Means returns the means of Cells' list, or nil for other variants than feature. They are valid as
// long as the cells.
func (l *Layer) Means() []feature.Mean { return l.pyramid.means }
