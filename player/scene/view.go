package scene

import (
	"image"

	"ffkvadrat/analysis/reconstruction"
	"ffkvadrat/analysis/reconstruction/glreconstruction"
	"ffkvadrat/analysis/regions"
	"ffkvadrat/gpu"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
)

// viewed is what the view shows instead of the video.
type viewed struct {
	shown *gpu.Texture // nil for the video
	Level int          // level of the shown cells
	Most  int32        // largest count on that level
}

// look makes the texture of the settings' view of a picture.
func (l *Layer) look(p *yuv.Picture, s *session.Choices) (err error) {
	l.shown, l.Level, l.Most = nil, 0, 0
	view := s.View
	if l.wholeOf != view {
		l.whole, l.wholeOf = view.Whole(), view
	}
	switch {
	case view.Rebuilds() && l.engine == session.GPU:
		l.shown, err = l.rebuild(p, s.Fill)
	case l.whole != nil:
		err = l.paint(p, s)
	case !l.dev.Caps.Computes && (view.OfSamples() || view.OfPixels()):
		err = l.paintPixels(p, view)
	case view.OfSamples():
		l.shown, err = l.views.Samples(view, p, l.picture.textures, p.Colour.With(l.picture.choice))
	case view.OfPixels():
		err = l.inspect(p, view)
	case view == views.Pyramid:
		err = l.cells(p, s.Level)
	}
	return err
}

// cells makes the texture of a level of the pyramid.
func (l *Layer) cells(p *yuv.Picture, level int) error {
	cells, err := l.Cells(p)
	if err != nil {
		return err
	}
	l.Level = min(level, cells.Top())
	l.shown, l.Most, err = l.views.Level(cells, l.Level)
	return err
}

// paint makes the texture of a view that is painted on the CPU.
func (l *Layer) paint(p *yuv.Picture, s *session.Choices) error {
	l.fit(p)
	if err := p.Fetch(); err != nil {
		return err
	}
	err := l.whole.Paint(l.painted, p, l.given(s), yuv.NewConverter(p.Format, p.Colour.With(l.picture.choice), p.Width, p.Height))
	if err != nil {
		return err
	}
	l.shown, err = l.views.Painted(l.painted)
	return err
}

// paintPixels makes the texture of a view of pixels or samples on the CPU.
func (l *Layer) paintPixels(p *yuv.Picture, view views.View) (err error) {
	l.fit(p)
	if err := p.Fetch(); err != nil {
		return err
	}
	if view.OfSamples() {
		l.painter.Samples(l.painted, view, p, p.Colour.With(l.picture.choice))
	} else if err := l.painter.Pixels(l.painted, view, p, l.Params); err != nil {
		return err
	}
	l.shown, err = l.views.Painted(l.painted)
	return err
}

// inspect makes the texture of a view of decisions about pixels.
func (l *Layer) inspect(p *yuv.Picture, view views.View) error {
	basis, decision, err := l.basis.Of(p, l.Params)
	if err != nil {
		return err
	}
	planes, textures := l.picture.planes, l.picture.textures
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
func (l *Layer) rebuild(p *yuv.Picture, fill reconstruction.Fill) (made *gpu.Texture, err error) {
	if l.rebuilt == nil {
		l.rebuilt = glreconstruction.New(l.dev)
	}
	if l.converter == nil {
		if l.converter, err = glyuv.NewConverter(l.dev); err != nil {
			return nil, err
		}
	}
	rebuilt, err := l.rebuilt.Run(p, l.picture.textures, l.list, fill)
	if err != nil {
		return nil, err
	}
	return l.converter.Run(p, rebuilt, l.picture.choice)
}
