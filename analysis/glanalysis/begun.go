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

// Depth is the largest number of pictures that an engine has in flight.
const Depth = glpyramid.FetchDepth

// begun are the pictures in flight of a [GPU], the oldest first.
type begun struct {
	fetcher  *glpyramid.Fetcher // nil without persistently mapped buffers
	pictures [Depth]job
	n        int
	ended    int
	classes  [Depth][]uint8 // of the quads; used in turn
	sorters  [Depth]points.Sorter
	waits    int
	out      [2]syncList // without a fetcher; used in turn
}

// classesOf returns the class of each quad of a list, given the number of quads in each class.
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

// syncList is the memory for the list of a picture that was analysed without overlap.
type syncList struct {
	quads  []quadpyramid.Quad
	means  []feature.Mean
	values []uint16
}

// job is a picture and how to analyse it.
type job struct {
	picture *yuv.Picture
	params  analysis.Params
	waits   bool // its list is not fetched asynchronously
}

// Analyze uploads the picture, waits for the GPU and reads the list. No picture may be in flight.
func (g *GPU) Analyze(p *yuv.Picture, params analysis.Params) (analysis.Result, error) {
	if err := g.Begin(p, params); err != nil {
		return analysis.Result{}, err
	}
	return g.End()
}

// Begin uploads a picture, starts the GPU's work and the read-back of the list, and returns at
// once. The picture's memory must stay valid until its End. At most [Depth] pictures may be in
// flight. After an error the picture is not in flight.
func (g *GPU) Begin(p *yuv.Picture, params analysis.Params) error {
	b := &g.begun
	waits := b.fetcher == nil
	if !waits {
		list, err := g.Enqueue(p, params)
		if err != nil {
			return err
		}
		waits = b.fetcher.Start(list) != nil // too little mapped memory; other memory may suffice
	}
	b.pictures[b.n] = job{p, params, waits}
	b.n++
	return nil
}

// End waits for the oldest picture in flight, and returns its quads. They are valid until two more
// have ended, [Depth] more have been begun, or Release. The upload time in its times is that of the
// picture begun last.
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
		err = g.dev.Err() // an error means that the data read are garbage
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

// wait analyses a picture and reads its list without overlap.
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
