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

// Layer holds the quads of the picture on the screen for one choice of
// settings, and the view that is drawn in the picture's place.
type Layer struct {
	dev      *gpu.Device
	planes   *glyuv.Planes // the scene's, or other's
	other    *other        // the picture of a second video that the layer is of; nil for the scene's
	views    *glviews.Passes
	cpu      *analysis.CPU
	gpu      *glanalysis.GPU    // made when first used
	uploaded *glpyramid.List    // for the CPU's lists
	list     *glpyramid.List    // what is drawn
	found    []quadpyramid.Quad // the same, if they are on the CPU
	means    []feature.Mean     // of found, from the CPU's combiner
	merger   analysis.Merger
	of       []uint8            // the classes of found; empty without classes
	classes  *gpu.Buffer        // the same on the GPU, a byte each
	back     []quadpyramid.Quad // memory for quads read back
	Params   analysis.Params    // of the list; of a stored one that does not say them, those of a live one
	told     bool               // they are the list's
	missing  bool               // it is a stored one that the file does not have
	engine   session.Engine     // that made list
	pixels   int                // of the picture
	quads    int                // of the CPU engine
	coverage float64            // of the CPU engine
	times    analysis.Times     // of the CPU engine
	viewed
	pyramid  pyramid
	ages     ages
	section  section
	space    space
	from     origin // of list
	compared compared

	whole   views.Whole // of the view wholeOf
	wholeOf views.View
	painted *image.RGBA // whole's

	// Of the view of what the quads make, for lists that only the GPU has.
	rebuilt   *glreconstruction.GPU // made when first used
	converter *glyuv.Converter      // likewise

	// Of views that decide by a picture of their own.
	basis analysis.Basis
	made  *glyuv.Planes // made when first used
}

// viewed is what the view shows in the picture's place.
type viewed struct {
	shown *gpu.Texture // nil for the picture itself
	Level int          // of the cells in the view
	Most  int32        // the largest count on that level
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

// useGPU makes the GPU engine ready.
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

// analyze finds the quads of the loaded picture. After an error there are no
// quads to draw, and the caller may try the other engine.
func (l *Layer) analyze(p *yuv.Picture, params analysis.Params, engine session.Engine) error {
	params = params.Drawn()
	if params.Bounds.Classes() > 0 {
		engine = session.CPU // the GPU engine's list has one class after another
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

// forget forgets the list of the picture before, and what belongs to it.
func (l *Layer) forget() {
	l.list, l.found, l.means, l.of = nil, nil, nil, nil
	l.pyramid.ready, l.ages.fits, l.compared.fits, l.section.on = false, false, false, false
	l.viewed, l.told = viewed{}, false
}

// begin begins a list of a picture.
func (l *Layer) begin(p *yuv.Picture, params analysis.Params, engine session.Engine) {
	l.list, l.found, l.means, l.of = nil, nil, nil, nil
	l.engine, l.Params, l.pixels = engine, params, p.Width*p.Height
	l.pyramid.ready, l.ages.fits, l.from, l.times = false, false, origin{}, analysis.Times{}
	l.told, l.missing = true, false
}

// put makes a list in Morton order that the CPU has the layer's own.
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

// upload brings a list to the GPU, into to or, if that is too short, into another one in its
// place. most is how many quads there can be. After an error there is none.
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

// uploadBytes brings a byte for each quad to the GPU in the same way.
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

// Of returns the class of each quad of Read, nil without classes.
func (l *Layer) Of() []uint8 { return l.of }

// quadsToDraw returns the list that a style of the layer's draws, with all that gives it colours.
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

// room returns the capacity to allocate for n quads of a picture that has at most so many. It is
// up to 2n, so that a slowly growing list is not reallocated for each picture, and never more
// than the picture can have. That maximum, allocated from the start,
// would be more than some drivers allow for a large picture.
func room(n, most int) int {
	return min(1<<bits.Len(uint(n)), most)
}

// look makes the texture to draw for the settings' view of the analysed picture. Its planes
// are in textures; shown is how it is shown.
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

// fit makes room for a picture that is painted on the CPU.
func (l *Layer) fit(p *yuv.Picture) {
	if l.painted == nil || l.painted.Rect.Dx() != p.Width || l.painted.Rect.Dy() != p.Height {
		l.painted = image.NewRGBA(image.Rect(0, 0, p.Width, p.Height))
	}
}

// given is what a view of whole pictures is painted of, with some settings.
func (l *Layer) given(s *session.Choices) views.Given {
	of := views.Given{Params: l.Params, Fill: s.Fill, MapFor: s.MapFor, Strength: s.Strength}
	if s.View.OfQuads() {
		of.Quads = l.Read()
		of.Counting = l.counting(s)
	}
	return of
}

// Map returns the map for an encoder that the view shows, nil if it shows something else. It is
// valid until the next analysis.
func (l *Layer) Map() *regions.Grid {
	if m, ok := l.whole.(*views.Mapper); ok && l.shown != nil {
		return &m.Grid
	}
	return nil
}

// rebuild makes the texture of what the list's quads make of the picture, on the GPU, where the list is.
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

// Read returns the quads that are drawn. If they are the GPU's, it waits for
// the GPU. They are valid until the next analysis.
func (l *Layer) Read() []quadpyramid.Quad {
	if l.found == nil && l.list != nil {
		l.found = l.list.Read(l.back[:0])
		l.back = l.found
	}
	return l.found
}

// Counts returns the number of the picture's quads and which part of it they cover. If
// they are the GPU's, it waits for the GPU. ok is false if there are none, as nothing has
// found them.
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

// ages follows a layer's quads while the colour means age.
type ages struct {
	*gloverlay.Ages // made when first used
	params          analysis.Params
	from            origin
	picture         int64 // number of the picture that they belong to
	fits            bool  // they belong to the layer's list
	unknown         bool  // nobody knows them: nothing followed the picture when it came
}

// make makes what follows, when it is first used.
func (a *ages) make(dev *gpu.Device) (err error) {
	if a.Ages == nil {
		a.Ages, err = gloverlay.NewAges(dev)
	}
	return err
}

func (a *ages) release() { a.Ages.Release() }

// follow finds the ages of the quads of a picture. Consecutive pictures have
// consecutive numbers. After any other number, or with other parameters, ages
// start again. again says that the picture was on the screen before: if it was
// not followed then, its ages are unknown until the next picture.
func (l *Layer) follow(picture int64, again bool) error {
	a := &l.ages
	if a.Ages == nil {
		if err := a.make(l.dev); err != nil {
			return err
		}
		a.picture = picture - 2
	}
	same := a.params == l.Params && a.from == l.from
	if !same || a.picture != picture { // else the same list in the same order
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

// Style returns the overlay's style for the layer's settings. While ages are
// unknown, or there is nothing to compare, colours are by size.
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

// box returns the size of what the list's quads are the corners of: of templates, if they are hits. It
// is 0 for quads that stand for themselves.
func (l *Layer) box(s *session.Choices) (width, height int) {
	c := l.counting(s)
	return c.PlaceWidth, c.PlaceHeight
}

// counting returns which of the list's quads count in maps for encoders.
func (l *Layer) counting(s *session.Choices) regions.Counting {
	if l.from.stored() {
		return l.from.analysis.Counting()
	}
	c, _ := regions.CountingOf(s.Params) // limits that an analysis takes
	return c
}

// UnknownAges reports whether the settings ask for ages that are unknown.
func (l *Layer) UnknownAges(s *session.Choices) bool {
	return s.Colour.NeedsAges() && l.ages.fits && l.ages.unknown
}

// Aged returns the ages of the list, nil if it has none.
func (l *Layer) Aged() *gloverlay.Ages {
	if !l.ages.fits {
		return nil
	}
	return l.ages.Ages
}

// stages returns the newest known times of the stages.
func (l *Layer) stages() analysis.Times {
	if l.engine == session.GPU && l.gpu != nil {
		return l.gpu.Times()
	}
	return l.times
}
