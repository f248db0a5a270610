package scene

import (
	"fmt"
	"image"
	"math/bits"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/glanalysis"
	"ffkvadrat/analysis/reconstruction"
	"ffkvadrat/analysis/reconstruction/glreconstruction"
	"ffkvadrat/analysis/regions"
	"ffkvadrat/feature"
	"ffkvadrat/gpu"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/gloverlay"
	"ffkvadrat/player/session"
	"ffkvadrat/player/views"
	"ffkvadrat/player/views/glviews"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/glpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
)

// Layer has the quads of the current frame for one set of settings, and its view.
type Layer struct {
	dev      *gpu.Device
	planes   *glyuv.Planes // of the scene or of other
	other    *other        // the second video's picture, if the layer shows it; else nil
	views    *glviews.Passes
	cpu      *analysis.CPU
	gpu      *glanalysis.GPU    // made when first used
	uploaded *glpyramid.List    // list of the CPU engine
	list     *glpyramid.List    // the drawn list
	found    []quadpyramid.Quad // list, if it is on the CPU
	means    []feature.Mean     // means of found
	merger   analysis.Merger
	of       []uint8            // classes of found; empty without classes
	classes  *gpu.Buffer        // of, on the GPU, one byte each
	back     []quadpyramid.Quad // memory of Read
	Params   analysis.Params    // of the list; for a stored list without parameters, those of a live one
	known    bool               // Params are the list's
	missing  bool               // there is no stored list for the frame
	engine   session.Engine     // engine that found the list
	pixels   int                // of the picture
	quads    int                // number found by the CPU engine
	coverage float64            // found by the CPU engine
	times    analysis.Times     // of the CPU engine
	viewed
	pyramid  pyramid
	ages     ages
	section  section
	space    space
	from     origin // of list
	compared compared

	whole   views.Whole // painter of the view wholeOf
	wholeOf views.View
	painted *image.RGBA // memory of whole

	// For the view of the reconstruction, if the list is only on the GPU:
	rebuilt   *glreconstruction.GPU // made when first used
	converter *glyuv.Converter      // made when first used

	// For views that decide about another picture than the video's:
	basis analysis.Basis
	made  *glyuv.Planes // made when first used
}

// viewed is what the view shows instead of the video.
type viewed struct {
	shown *gpu.Texture // nil for the video
	Level int          // level of the shown cells
	Most  int32        // largest count on that level
}

func newLayer(dev *gpu.Device, planes *glyuv.Planes) *Layer {
	return &Layer{dev: dev, planes: planes, cpu: analysis.NewCPU(), views: glviews.NewPasses(dev)}
}

func (l *Layer) release() {
	if l == nil {
		return
	}
	l.space.leave()
	l.ages.release()
	l.compared.release()
	l.converter.Release()
	l.rebuilt.Release()
	l.made.Release()
	l.classes.Release()
	l.uploaded.Release()
	l.gpu.Release()
	l.cpu.Release()
	l.views.Release()
}

// useGPU makes the GPU engine if needed.
func (l *Layer) useGPU() error {
	if l.gpu != nil {
		return nil
	}
	engine, err := glanalysis.NewGPU(l.dev)
	if err != nil {
		return err
	}
	l.gpu = engine
	return nil
}

// analyze finds the quads of the loaded picture. After an error, there is no list, and the caller
// can try the other engine.
func (l *Layer) analyze(p *yuv.Picture, params analysis.Params, engine session.Engine) error {
	params = params.Drawn()
	if params.Bounds.Classes() > 0 {
		engine = session.CPU // the GPU's list is not in Morton order with classes
	}
	l.begin(p, params, engine)
	if engine == session.GPU {
		if err := l.useGPU(); err != nil {
			return err
		}
		var err error
		l.list, err = l.gpu.EnqueueFrom(l.planes, params)
		return err
	}
	result, err := l.cpu.Analyze(p, params)
	if err != nil {
		return err
	}
	return l.put(l.merger.Merge(result), p)
}

// forget drops the list and everything derived from it.
func (l *Layer) forget() {
	l.list, l.found, l.means, l.of = nil, nil, nil, nil
	l.pyramid.ready, l.ages.fits, l.compared.fits, l.section.on = false, false, false, false
	l.viewed, l.known = viewed{}, false
}

// begin starts a new list for a picture.
func (l *Layer) begin(p *yuv.Picture, params analysis.Params, engine session.Engine) {
	l.list, l.found, l.means, l.of = nil, nil, nil, nil
	l.engine, l.Params, l.pixels = engine, params, p.Width*p.Height
	l.pyramid.ready, l.ages.fits, l.from, l.times = false, false, origin{}, analysis.Times{}
	l.known, l.missing = true, false
}

// put makes a list of the CPU in Morton order the layer's.
func (l *Layer) put(result analysis.Result, p *yuv.Picture) (err error) {
	if l.uploaded, err = l.upload(l.uploaded, result.Quads, p.Width*p.Height); err != nil {
		return err
	}
	if len(result.Classes) != 0 {
		if l.classes, err = l.uploadBytes(l.classes, "classes", result.Classes, p.Width*p.Height); err != nil {
			return err
		}
	}
	l.list, l.found, l.means, l.of = l.uploaded, result.Quads, result.Means, result.Classes
	l.quads, l.coverage = len(result.Quads), result.Coverage(p)
	l.times = result.Times
	return nil
}

// upload copies a list to the GPU, into to or, if that is too small, a new buffer that replaces it.
// most is the maximum number of quads. After an error, there is no list.
func (l *Layer) upload(to *glpyramid.List, quads []quadpyramid.Quad, most int) (*glpyramid.List, error) {
	if n := len(quads); to == nil || to.Capacity() < n {
		to.Release()
		var err error
		if to, err = glpyramid.NewList(l.dev, room(n, most)); err != nil {
			return nil, fmt.Errorf("player: %w", err)
		}
	}
	if err := to.Upload(quads); err != nil {
		return to, fmt.Errorf("player: %w", err)
	}
	return to, nil
}

// uploadBytes copies one byte per quad to the GPU in the same way.
func (l *Layer) uploadBytes(to *gpu.Buffer, name string, of []uint8, most int) (*gpu.Buffer, error) {
	if to == nil || to.Size() < len(of) {
		to.Release()
		var err error
		if to, err = l.dev.NewBuffer(name, (room(len(of), most)+3)&^3); err != nil {
			return nil, fmt.Errorf("player: %w", err)
		}
	}
	gpu.WriteSlice(to, of)
	return to, nil
}

// Of returns the classes of the quads of Read, or nil without classes.
func (l *Layer) Of() []uint8 { return l.of }

// quadsToDraw returns the list for a style, with the inputs of its colours.
func (l *Layer) quadsToDraw(s overlay.Style) gloverlay.Quads {
	if l.drawsDifference(s) {
		return gloverlay.Quads{List: l.compared.list, Known: l.compared.Quads, Of: l.compared.kinds}
	}
	q := gloverlay.Quads{List: l.list, Known: l.found, Ages: l.Aged()}
	if len(l.of) != 0 {
		q.Of = l.classes
	}
	return q
}

// room returns the capacity to allocate for n quads, of at most most. It is up to 2n, to avoid
// reallocation for each frame of a growing list. It is not always most, because some drivers do not
// allow that much for a large picture.
func room(n, most int) int {
	return min(1<<bits.Len(uint(n)), most)
}

// look makes the texture of the settings' view. The picture's planes are in textures; shown is its
// conversion to RGB.
func (l *Layer) look(p *yuv.Picture, textures *glyuv.Textures, shown yuv.Choice, s *session.Choices) (err error) {
	l.shown, l.Level, l.Most = nil, 0, 0
	view := s.View
	if l.wholeOf != view {
		l.whole, l.wholeOf = view.Whole(), view
	}
	if view == views.Pyramid {
		cells, err := l.Cells(p)
		if err != nil {
			return err
		}
		l.Level = min(s.Level, cells.Top())
		l.shown, l.Most, err = l.views.Level(cells, l.Level)
		return err
	}
	if view.Rebuilds() && l.engine == session.GPU {
		l.shown, err = l.rebuild(p, textures, shown, s.Fill)
		return err
	}
	if l.whole != nil {
		l.fit(p)
		if err := p.Fetch(); err != nil {
			return err
		}
		if err := l.whole.Paint(l.painted, p, l.given(s), yuv.NewConverter(p.Format, p.Colour.With(shown), p.Width, p.Height)); err != nil {
			return err
		}
		l.shown, err = l.views.Painted(l.painted)
		return err
	}
	if view.OfSamples() {
		l.shown, err = l.views.Samples(view, p, textures, p.Colour.With(shown))
		return err
	}
	if !view.OfPixels() {
		return nil
	}
	basis, decision, err := l.basis.Of(p, l.Params)
	if err != nil {
		return err
	}
	planes := l.planes
	if basis != p {
		if l.made == nil {
			l.made = glyuv.NewPlanes(l.dev)
		}
		p, planes = basis, l.made
		planes.Load(p)
		if textures, err = planes.Textures(); err != nil {
			return err
		}
	}
	if decision.Alpha {
		if textures, err = planes.AlphaTexture(); err != nil {
			return err
		}
	}
	l.shown, err = l.views.Run(view, p, textures, decision)
	return err
}

// fit allocates the image for a picture painted on the CPU.
func (l *Layer) fit(p *yuv.Picture) {
	if l.painted == nil || l.painted.Rect.Dx() != p.Width || l.painted.Rect.Dy() != p.Height {
		l.painted = image.NewRGBA(image.Rect(0, 0, p.Width, p.Height))
	}
}

// given returns the input of views of whole pictures.
func (l *Layer) given(s *session.Choices) views.Given {
	of := views.Given{Params: l.Params, Fill: s.Fill, MapFor: s.MapFor, Strength: s.Strength}
	if s.View.OfQuads() {
		of.Quads = l.Read()
		of.Counting = l.counting(s)
	}
	return of
}

// Map returns the map for an encoder in the view, or nil in other views. It is valid until the next
// analysis.
func (l *Layer) Map() *regions.Grid {
	if m, ok := l.whole.(*views.Mapper); ok && l.shown != nil {
		return &m.Grid
	}
	return nil
}

// rebuild makes the texture of the reconstruction from a list on the GPU.
func (l *Layer) rebuild(p *yuv.Picture, textures *glyuv.Textures, shown yuv.Choice, fill reconstruction.Fill) (made *gpu.Texture, err error) {
	if l.rebuilt == nil {
		l.rebuilt = glreconstruction.New(l.dev)
	}
	if l.converter == nil {
		if l.converter, err = glyuv.NewConverter(l.dev); err != nil {
			return nil, err
		}
	}
	rebuilt, err := l.rebuilt.Run(p, textures, l.list, fill)
	if err != nil {
		return nil, err
	}
	return l.converter.Run(p, rebuilt, shown)
}

// Read returns the drawn quads. It waits for the GPU if the list is there. They are valid until the
// next analysis.
func (l *Layer) Read() []quadpyramid.Quad {
	if l.found == nil && l.list != nil {
		l.found = l.list.Read(l.back[:0])
		l.back = l.found
	}
	return l.found
}

// Counts returns the number of quads and their coverage. It waits for the GPU if the list is there.
// ok is false without a list.
func (l *Layer) Counts() (quads int, coverage float64, ok bool) {
	switch {
	case l.list == nil || l.missing:
		return 0, 0, false
	case l.engine == session.GPU:
		quads, pixels, err := l.gpu.Counts()
		if err != nil {
			return 0, 0, false // the device is lost
		}
		return quads, float64(pixels) / float64(max(l.pixels, 1)), true
	}
	return l.quads, l.coverage, true
}

// ages tracks the ages of a layer's quads while colours show them.
type ages struct {
	*gloverlay.Ages // made when first used
	params          analysis.Params
	from            origin
	picture         int64 // number of the last picture
	fits            bool  // they belong to the layer's list
	unknown         bool  // unknown, as tracking began at a picture already on the screen
}

// make makes Ages if needed.
func (a *ages) make(dev *gpu.Device) (err error) {
	if a.Ages == nil {
		a.Ages, err = gloverlay.NewAges(dev)
	}
	return err
}

func (a *ages) release() { a.Ages.Release() }

// follow updates the ages for a picture. Consecutive pictures have consecutive numbers; after any
// other number, or with other parameters, ages start again. again means that the picture was on the
// screen before: if it was not tracked then, its ages are unknown until the next picture.
func (l *Layer) follow(picture int64, again bool) error {
	a := &l.ages
	if a.Ages == nil {
		if err := a.make(l.dev); err != nil {
			return err
		}
		a.picture = picture - 2
	}
	same := a.params == l.Params && a.from == l.from
	if !same || a.picture != picture { // otherwise it is the same list in the same order
		goesOn := same && a.picture+1 == picture
		a.unknown = again && !goesOn && (a.unknown || a.picture != picture)
		a.params, a.from, a.picture = l.Params, l.from, picture
		if err := a.Follow(l.list, goesOn); err != nil {
			return err
		}
	}
	a.fits = true
	return nil
}

// Style returns the layer's style for the settings. While ages are unknown, or there is no
// comparison, colours are by size.
func (l *Layer) Style(s *session.Choices) overlay.Style {
	_, bounds := l.Classes()
	style := styled(s, bounds.Classes())
	if s.Colour.Compares() && l.compared.fits {
		style.Colour = s.Colour
	}
	if l.UnknownAges(s) {
		style.Colour = overlay.ByLevel
	}
	return style.Boxed(l.box(s))
}

// box returns the size of the templates that the list's entries are the corners of, if they are
// hits; 0 for other lists.
func (l *Layer) box(s *session.Choices) (width, height int) {
	c := l.counting(s)
	return c.PlaceWidth, c.PlaceHeight
}

// counting returns which quads of the list count in maps for encoders.
func (l *Layer) counting(s *session.Choices) regions.Counting {
	if l.from.stored() {
		return l.from.analysis.Counting()
	}
	c, _ := regions.CountingOf(s.Params) // the limits are valid
	return c
}

// UnknownAges reports whether the settings show ages and these are unknown.
func (l *Layer) UnknownAges(s *session.Choices) bool {
	return s.Colour.NeedsAges() && l.ages.fits && l.ages.unknown
}

// Aged returns the ages of the list, or nil.
func (l *Layer) Aged() *gloverlay.Ages {
	if !l.ages.fits {
		return nil
	}
	return l.ages.Ages
}

// stages returns the latest times of the stages.
func (l *Layer) stages() analysis.Times {
	if l.engine == session.GPU && l.gpu != nil {
		return l.gpu.Times()
	}
	return l.times
}
