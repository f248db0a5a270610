package scene

import (
	"image"

	"ffkvadrat/analysis/reconstruction"
	"ffkvadrat/analysis/reconstruction/glreconstruction"
	"ffkvadrat/analysis/regions"
	"ffkvadrat/gpu"
	"ffkvadrat/player/session"
	"ffkvadrat/player/views"
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
	textures, shown := l.picture.textures, l.picture.choice
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
	planes := l.picture.planes
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
