package glanalysis

import (
	"errors"
	"slices"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/feature"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/glpyramid"
	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/yuv"
)

// Depth is how many pictures an engine has begun and not ended at most.
const Depth = glpyramid.FetchDepth

// begun are the pictures that a [GPU] has begun and not ended, the oldest first.
type begun struct {
	fetcher  *glpyramid.Fetcher // nil if the driver keeps no buffers mapped
	pictures [Depth]job
	n        int
	ended    int
	classes  [Depth][]uint8 // of the quads, in turn
	sorters  [Depth]points.Sorter
	waits    int
	out      [2]waited // without a fetcher, in turn
}

// classesOf returns the class of each quad, of a list with so many in each class.
func (b *begun) classesOf(counts []uint32) []uint8 {
	of := &b.classes[b.ended%Depth]
	*of = (*of)[:0]
	for i, n := range counts {
		first := len(*of)
		*of = slices.Grow(*of, int(n))[:first+int(n)]
		for at := range (*of)[first:] {
			(*of)[first+at] = uint8(i)
		}
	}
	return *of
}

// waited is memory for the list of a picture that nothing else overlapped.
type waited struct {
	quads  []quadpyramid.Quad
	means  []feature.Mean
	values []uint16
}

// job is a picture and what to do with it.
type job struct {
	picture *yuv.Picture
	params  analysis.Params
	waits   bool // for a list that is not fetched
}

// Analyze uploads the picture, waits for the GPU and reads the list. No picture may have
// been begun and not ended.
func (g *GPU) Analyze(p *yuv.Picture, params analysis.Params) (analysis.Result, error) {
	if err := g.Begin(p, params); err != nil {
		return analysis.Result{}, err
	}
	return g.End()
}

// Begin uploads a picture and starts the GPU's work, also on bringing the list back, and
// returns at once. The picture's memory must stay until its End. At most [Depth] pictures
// may be begun and not ended. After an error the picture is not begun.
func (g *GPU) Begin(p *yuv.Picture, params analysis.Params) error {
	b := &g.begun
	waits := b.fetcher == nil
	if !waits {
		list, err := g.Enqueue(p, params)
		if err != nil {
			return err
		}
		waits = b.fetcher.Start(list) != nil // too little mapped memory; other memory may do
	}
	b.pictures[b.n] = job{p, params, waits}
	b.n++
	return nil
}

// End waits for the picture that was begun first, and returns its quads. They are valid
// until two more have ended, [Depth] more have been begun, or Release. Of its times, that
// of the upload is the picture's that was begun last.
func (g *GPU) End() (analysis.Result, error) {
	b := &g.begun
	oldest := b.pictures[0]
	b.n--
	copy(b.pictures[:], b.pictures[1:])
	b.pictures[b.n] = job{}
	r, err := analysis.Result{}, glpyramid.ErrTooLong
	var classes *[edge.MaxClasses]uint32
	if !oldest.waits {
		var list glpyramid.Fetched[feature.Mean]
		list, err = glpyramid.Take[feature.Mean](b.fetcher)
		r.Quads, r.Means, r.Values, classes = list.Quads, list.Means, list.Values, list.Classes
	}
	if errors.Is(err, glpyramid.ErrTooLong) {
		r, classes, err = g.wait(oldest)
	}
	if err == nil {
		err = g.dev.Err() // then the data read are not the list
	}
	if err != nil {
		return analysis.Result{}, err
	}
	if n := oldest.params.Bounds.Classes(); n > 0 {
		r.Classes = b.classesOf(classes[:n])
	}
	if len(r.Values) != 0 && oldest.params.Order == points.ByValue {
		r.Quads, r.Values = b.sorters[b.ended%Depth].Sort(r.Quads, r.Values)
	}
	b.ended++
	r.Times = g.Times()
	return r, nil
}

// wait analyses a picture and reads its list while nothing else happens.
func (g *GPU) wait(j job) (r analysis.Result, classes *[edge.MaxClasses]uint32, err error) {
	list, err := g.Enqueue(j.picture, j.params)
	if err != nil {
		return r, nil, err
	}
	out := &g.begun.out[g.begun.waits%2]
	g.begun.waits++
	out.quads = list.Read(out.quads[:0])
	r.Quads = out.quads
	if list.Means() != nil {
		out.means = glpyramid.ReadMeans(list, out.means[:0])
		r.Means = out.means
	}
	if list.Values() != nil {
		out.values = list.ReadValues(out.values[:0])
		r.Values = out.values
	}
	return r, list.Classes(), nil
}
