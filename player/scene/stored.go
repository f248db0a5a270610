package scene

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/edge"
	"ffkvadrat/feature"
	"ffkvadrat/gpu"
	"ffkvadrat/match"
	"ffkvadrat/overlay"
	"ffkvadrat/player/session"
	"ffkvadrat/quadfile"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/glpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// Lists has the stored lists of a video's frames, such as a stored.Video.
type Lists interface {
	// Frame reads the list of the frame with a number, or, if that is unknown, a PTS. It reuses the
	// slices of to. For cubes, quads are their cross sections in the frame, with their first
	// frames; other fields describe their window.
	Frame(index, pts int64, hasPTS bool, to *quadfile.Frame) (found bool, err error)
	// Within returns, for cubes, the index in its window of the frame found last.
	Within() int
}

// kept has the stored lists and the current frame's list, shared by all layers.
type kept struct {
	lists    Lists // nil for none
	analysis quadfile.Analysis
	known    bool // analysis is complete; tables lack it
	serial   int  // number of the video
	frame    quadfile.Frame
	merger   analysis.Merger
	result   analysis.Result // of the current frame
	within   int             // for cubes, index of the frame in its window
	missing  error           // why the frame has no list
	at       place           // the current frame, if looked up
	found    bool
}

// place identifies a frame. Frame numbers can repeat when a video is opened again.
type place struct{ number, index, pts int64 }

// Why a frame has no stored quads. It is unknown for frames at the ends of tables, which have no
// rows for frames without quads. YUView's statistics have no times.
var (
	errNoFrame  = errors.New("the file has no list of this frame")
	errNoNumber = errors.New("no list: the frame's number is unknown after a seek")
)

// SetStored sets the stored lists of the playing video; nil for none. The caller closes them after
// setting others. a has the parameters in their header; known means that it has all.
func (s *Scene) SetStored(lists Lists, a quadfile.Analysis, known bool) {
	k := &s.stored
	k.lists, k.analysis, k.known, k.found, k.missing = lists, a, known, false, nil
	k.serial++
	s.renew = true
}

// Missing returns why the current frame has no stored quads, or nil.
func (s *Scene) Missing() error {
	if s.stored.lists == nil || !s.stored.found {
		return nil
	}
	return s.stored.missing
}

// of looks up the list of a frame.
func (k *kept) of(f *decode.Frame, number int64) {
	at := place{number, f.Index, f.PTS}
	if k.found && k.at == at {
		return
	}
	k.found, k.at, k.result = true, at, analysis.Result{}
	found, err := k.lists.Frame(f.Index, f.PTS, f.HasPTS, &k.frame)
	p, r := &f.Picture, &k.frame
	switch {
	case err != nil:
	case !found && f.Index < 0:
		err = errNoNumber
	case !found:
		err = errNoFrame
	case r.Width != p.Width || r.Height != p.Height:
		err = fmt.Errorf("this frame is %d×%d in the file, not %d×%d", r.Width, r.Height, p.Width, p.Height)
	}
	if k.missing = err; err != nil {
		return
	}
	k.within = k.lists.Within()
	if k.analysis.Variant.HasValues() && len(r.Classes) == 0 && !slices.IsSortedFunc(r.Quads, byMorton) { // points in order of lines or values
		slices.SortFunc(r.Quads, byMorton)
	}
	k.result = k.merger.Merge(analysis.Result{Quads: r.Quads, Means: r.Means, Classes: r.Classes})
}

func byMorton(a, b quadpyramid.Quad) int { return cmp.Compare(a.Morton(), b.Morton()) }

// origin says where a layer's list comes from.
type origin struct {
	serial   int                // of the stored lists; 0 for an engine
	analysis *quadfile.Analysis // of the stored lists
}

func (o origin) stored() bool { return o.serial != 0 }

// params returns the parameters of the stored lists, if the lists have them and they suit the
// picture.
func (k *kept) params(p *yuv.Picture) (analysis.Params, bool) {
	if !k.known || k.missing != nil {
		return analysis.Params{}, false
	}
	params := k.analysis.Of(&k.frame).Params
	err := params.Check()
	if err == nil {
		_, err = params.Decision(p.Format)
	}
	return params, err == nil
}

// box returns the size of the stored hits, as in a Style's Box.
func (k *kept) box() (width, height int) {
	c := k.analysis.Counting()
	return c.PlaceWidth, c.PlaceHeight
}

// compares reports whether stored quads are comparable with those of params: hits are comparable
// only with hits of a template of the same size.
func (k *kept) compares(params analysis.Params) bool {
	storedWidth, storedHeight := k.box()
	width, height := params.Box()
	return k.lists != nil && storedWidth == width && storedHeight == height
}

// keep returns a frame's stored list as a layer's. live are the live parameters, for views that
// decide about pixels and for lists without parameters.
func (l *Layer) keep(k *kept, p *yuv.Picture, live analysis.Params) (listed, error) {
	params, known := k.params(p)
	if !known {
		params = live
	}
	found := listed{
		Params: params.Drawn(), known: known, missing: k.missing != nil, engine: session.CPU,
		from: origin{k.serial, &k.analysis}, pixels: p.Width * p.Height,
	}
	l.section.take(k)
	return found, l.put(k.result, &found)
}

// compared is a layer's comparison of the frame's stored quads with its live ones.
type compared struct {
	overlay.Difference
	list  *glpyramid.List
	kinds *gpu.Buffer
	means []feature.Mean // memory of means read back
	fits  bool           // it belongs to the current frame
}

func (c *compared) release() {
	c.list.Release()
	c.kinds.Release()
}

// compare compares the stored quads with a layer's live ones. It waits for the GPU if they are
// there.
func (l *Layer) compare(k *kept, found *listed) error {
	c := &l.compared
	stored := overlay.Listed{Quads: k.result.Quads, Means: k.result.Means, Classes: k.result.Classes}
	live := overlay.Listed{Quads: l.read(found), Means: found.means, Classes: found.of}
	switch {
	case k.analysis.Features != found.Params.Features: // means have other features
		stored.Means = nil
	case len(stored.Means) != 0 && found.engine == session.GPU && found.list.Means() != nil:
		c.means = glpyramid.ReadMeans(found.list, c.means[:0])
		live.Means = c.means
	}
	c.Compare(stored, live)
	return l.putCompared(c, found.pixels)
}

// putCompared copies a comparison of pictures of a size to the GPU.
func (l *Layer) putCompared(c *compared, pixels int) (err error) {
	if c.list, err = l.upload(c.list, c.Quads, 2*pixels); err != nil {
		return err
	}
	if c.kinds, err = l.uploadBytes(c.kinds, "kinds", c.Kinds, 2*pixels); err != nil {
		return err
	}
	c.fits = true
	return nil
}

// Compared returns the numbers of quads by kind, such as overlay.OnlyStored, if the layer has a
// comparison.
func (l *Layer) Compared() (counts [overlay.DifferenceKinds]int, ok bool) {
	return l.compared.Counts, l.compared.fits
}

// Drawn returns the quads that a style draws, each with its class or kind. It waits for the GPU if
// they are there. They are valid until the next analysis.
func (l *Layer) Drawn(s overlay.Style) ([]quadpyramid.Quad, []uint8) {
	if c := l.drawn(s); c != nil {
		return c.Quads, c.Kinds
	}
	return l.Read(), l.of
}

// drawn returns the comparison whose quads a style draws instead of the layer's; nil for none.
func (l *Layer) drawn(s overlay.Style) *compared {
	switch {
	case s.NeedsMeans():
	case s.Colour.Compares() && l.compared.fits:
		return &l.compared
	case s.Colour.NeedsSecond() && l.errors.fits:
		return &l.errors
	}
	return nil
}

// Stored reports whether the layer's quads are stored ones.
func (l *Layer) Stored() bool { return l.from.stored() }

// ListParams returns the parameters of the layer's list. It is false for stored lists without parameters.
func (l *Layer) ListParams() (analysis.Params, bool) { return l.Params, l.known }

// Rule returns the parameters of the layer's list; for a stored list without parameters, those that
// determine what merges.
func (l *Layer) Rule() analysis.Params {
	if !l.from.stored() || l.known {
		return l.Params
	}
	of := l.from.analysis
	p := analysis.Params{Variant: of.Variant, Search: of.Search, Bounds: of.Bounds, MinSize: of.MinSize, MaxSize: of.MaxSize}
	if of.Variant.HasMeans() {
		p.Features = of.Features
	}
	return p
}

// Classes returns the lower bound of the lowest class, and the bounds between the classes.
func (l *Layer) Classes() (low float64, bounds edge.Bounds) {
	if l.from.stored() {
		return l.from.analysis.Low, l.from.analysis.Bounds
	}
	return l.Params.Low, l.Params.Bounds
}

// MaxSize returns the maximum side of the list's quads, 0 without a limit.
func (l *Layer) MaxSize() int {
	if l.from.stored() {
		return l.from.analysis.MaxSize
	}
	return l.Params.MaxSize
}

// Thing returns the word for an entry of the list: quad, cube, point or hit.
func (l *Layer) Thing() string {
	if l.Cubed() || l.from.stored() && l.from.analysis.Cube != 0 {
		return "cube"
	}
	return l.Rule().Variant.Thing()
}

// Template returns the template of the side's hits, if its quads are hits.
func (s *Side) Template() (t match.Template, ok bool) {
	if from := s.Layer.from; from.stored() {
		return from.analysis.Search.Template, from.analysis.Variant.Searches()
	}
	return s.Layer.Params.Search.Template, s.Layer.Params.Variant.Searches()
}

// Features returns the channels of the means of the side's quads.
func (s *Side) Features() channel.Space {
	if from := s.Layer.from; from.stored() {
		return from.analysis.Features
	}
	return s.Layer.Params.Features
}
