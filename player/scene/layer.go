package scene

import (
	"fmt"
	"image"
	"math/bits"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/glanalysis"
	"ffkvadrat/analysis/reconstruction/glreconstruction"
	"ffkvadrat/analysis/regions"
	"ffkvadrat/feature"
	"ffkvadrat/gpu"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/gloverlay"
	"ffkvadrat/overlay/views"
	"ffkvadrat/overlay/views/glviews"
	"ffkvadrat/player/session"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/glpyramid"
	"ffkvadrat/yuv/glyuv"
)

// Layer has the quads of the current frame for one set of settings, and its view.
type Layer struct {
	dev      *gpu.Device
	picture  *picture // the scene's or other's
	other    *other   // the second video, if the layer shows it; else nil
	views    *glviews.Passes
	cpu      *analysis.CPU
	gpu      *glanalysis.GPU // made when first used
	uploaded *glpyramid.List // memory of list, for lists found on the CPU
	classes  *gpu.Buffer     // of, on the GPU, one byte each
	merger   analysis.Merger
	back     []quadpyramid.Quad // memory of Read
	listed
	viewed
	pyramid  pyramid
	ages     ages
	section  section
	space    space
	compared compared
	errors   compared // quads with their steps on the scale of errors

	whole   views.Whole // painter of the view wholeOf
	wholeOf views.View
	painted *image.RGBA   // memory of whole
	painter views.Painter // of views of pixels and samples, if the GPU does not compute

	// For the view of the reconstruction, if the list is only on the GPU:
	rebuilt   *glreconstruction.GPU // made when first used
	converter *glyuv.Converter      // made when first used

	// For views that decide about another picture than the video's:
	basis analysis.Basis
	made  *glyuv.Planes // made when first used
}

// listed is a picture's list of quads, from an engine, from cubes or stored, with what is known
// about it.
type listed struct {
	list     *glpyramid.List    // nil without a list
	found    []quadpyramid.Quad // list, if it is on the CPU
	means    []feature.Mean     // means of found
	of       []uint8            // classes of found; empty without classes
	Params   analysis.Params    // of the list; for a stored list without parameters, those of a live one
	known    bool               // Params are the list's
	missing  bool               // there is no stored list for the frame
	engine   session.Engine     // engine that found the list
	from     origin
	pixels   int                 // of the picture
	coverage float64             // found by the CPU engine
	sizes    [overlay.Levels]int // of list, if sized
	sized    bool
	times    analysis.Times // of the CPU engine
}

func newLayer(dev *gpu.Device, p *picture) *Layer {
	return &Layer{dev: dev, picture: p, cpu: analysis.NewCPU(), views: glviews.NewPasses(dev)}
}

func (l *Layer) release() {
	if l == nil {
		return
	}
	l.space.leave()
	l.ages.release()
	l.compared.release()
	l.errors.release()
	l.converter.Release()
	l.rebuilt.Release()
	l.made.Release()
	l.classes.Release()
	l.uploaded.Release()
	l.gpu.Release()
	l.cpu.Release()
	l.views.Release()
}

// forget drops the list and everything derived from it.
func (l *Layer) forget() {
	l.list, l.found, l.means, l.of = nil, nil, nil, nil
	l.pyramid.ready, l.ages.fits, l.compared.fits, l.errors.fits, l.section.on = false, false, false, false, false
	l.viewed, l.known, l.sized = viewed{}, false, false
}

// set replaces the list. What is derived from the earlier one is out of date.
func (l *Layer) set(found listed) {
	l.listed = found
	l.pyramid.ready, l.ages.fits = false, false
}

// put puts quads of the CPU into a list, in Morton order. After an error, there is no list.
func (l *Layer) put(result analysis.Result, to *listed) (err error) {
	if l.uploaded, err = l.upload(l.uploaded, result.Quads, to.pixels); err != nil {
		return err
	}
	if len(result.Classes) != 0 {
		if l.classes, err = l.uploadBytes(l.classes, "classes", result.Classes, to.pixels); err != nil {
			return err
		}
	}
	to.list, to.found, to.means, to.of = l.uploaded, result.Quads, result.Means, result.Classes
	to.times = result.Times
	covered := 0
	for _, q := range result.Quads {
		covered += q.Size() * q.Size()
	}
	to.coverage = float64(covered) / float64(to.pixels)
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
	if c := l.drawn(s); c != nil {
		return gloverlay.Quads{List: c.list, Known: c.Quads, Of: c.kinds}
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

// Read returns the drawn quads. It waits for the GPU if the list is there. They are valid until the
// next analysis.
func (l *Layer) Read() []quadpyramid.Quad { return l.read(&l.listed) }

// read returns a list's quads.
func (l *Layer) read(of *listed) []quadpyramid.Quad {
	if of.found == nil && of.list != nil {
		of.found = of.list.Read(l.back[:0])
		l.back = of.found
	}
	return of.found
}

// Sizes returns the number of drawn quads of each level. Like Read, it waits for the GPU if the list is there.
func (l *Layer) Sizes() *[overlay.Levels]int {
	if !l.sized {
		l.sizes, l.sized = [overlay.Levels]int{}, true
		for _, q := range l.Read() {
			l.sizes[q.Level()]++
		}
	}
	return &l.sizes
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
	return len(l.found), l.coverage, true
}

// Style returns the layer's style for the settings. While ages are unknown, or there is no
// comparison, colours are by size.
func (l *Layer) Style(s *session.Choices) overlay.Style {
	_, bounds := l.Classes()
	style := styled(s, bounds.Classes())
	if s.Colour.Compares() && l.compared.fits {
		style.Colour = s.Colour
	}
	if s.Colour.NeedsSecond() && l.errors.fits {
		style.Colour, style.Classes = s.Colour, overlay.ErrorSteps
	}
	if l.UnknownAges(s) {
		style.Colour = overlay.ByLevel
	}
	rule := l.Rule()
	return style.Boxed(l.box(s)).Keeping(rule.SeeksSmall() || style.Colour.Compares() || style.Colour.NeedsSecond())
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

// stages returns the latest times of the stages.
func (l *Layer) stages() analysis.Times {
	if l.engine == session.GPU && l.gpu != nil {
		return l.gpu.Times()
	}
	return l.times
}
