package scene

import (
	"ffkvadrat/analysis"
	"ffkvadrat/gpu"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/cloud"
	"ffkvadrat/overlay/cloud/glcloud"
	"ffkvadrat/overlay/gloverlay"
	"ffkvadrat/player/session"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/glpyramid"
)

// space is a layer's cloud, while its view shows one.
type space struct {
	*glcloud.Cloud // nil in other views
	params         analysis.Params
	from           origin
	cubes          int // length of windows, if it shows cubes
	width, height  int
	picture        int64              // number of the last picture
	begun          []quadpyramid.Quad // cubes that begin in it, as quads
	list           *glpyramid.List    // begun on the GPU
}

// leave frees the cloud.
func (s *space) leave() {
	s.Cloud.Release()
	s.list.Release()
	*s = space{}
}

// gather adds a picture's quads to the layer's cloud, or the cubes that begin in it, coloured
// by the picture. Consecutive pictures have consecutive numbers; after any other number, or with another size
// or other parameters, the cloud starts again. Cubes of frames that are not consecutive are shown
// as quads.
func (l *Layer) gather(picture int64) error {
	s, rgb := &l.space, l.picture.rgb
	if s.Cloud == nil {
		var err error
		if s.Cloud, err = glcloud.New(l.dev); err != nil {
			return err
		}
	}
	cubes := 0
	if l.section.on && !l.section.apart {
		cubes = l.section.frames
	}
	same := s.Pictures() > 0 && s.params == l.Params && s.from == l.from && s.cubes == cubes && s.width == rgb.Width && s.height == rgb.Height
	if same && s.picture == picture {
		return nil // the same list
	}
	goesOn := same && s.picture+1 == picture
	if cubes == 0 {
		s.Add(l.list, rgb, goesOn)
	} else if err := l.gatherCubes(rgb, goesOn); err != nil {
		return err
	}
	s.cubes = cubes
	s.params, s.from, s.width, s.height, s.picture = l.Params, l.from, rgb.Width, rgb.Height, picture
	return nil
}

// gatherCubes adds the cubes that begin in the picture, or, at the start of a cloud, all cubes in
// it.
func (l *Layer) gatherCubes(rgb *gpu.Texture, goesOn bool) error {
	s, c := &l.space, &l.section
	list := l.list
	if goesOn {
		s.begun = cloud.Begun(s.begun[:0], c.quads, c.within)
		var err error
		if s.list, err = l.upload(s.list, s.begun, rgb.Width*rgb.Height); err != nil {
			return err
		}
		list = s.list
	}
	s.AddCubes(list, rgb, c.within, goesOn)
	return nil
}

// drawSpace draws a side's cloud, if it has one.
func (s *Scene) drawSpace(side *Side) error {
	v := s.Orbit.ViewOf(&s.Place.Fit, s.Place.Within, side.Layer.space.Pictures())
	texture, err := side.Layer.space.Draw(&v)
	if err != nil {
		return err
	}
	width, height := s.Place.Fit.TargetWidth, s.Place.Fit.TargetHeight
	whole := overlay.View{Width: width, Height: height, ScaleX: 1, ScaleY: 1, OriginX: float32(side.Shift.X), OriginY: float32(side.Shift.Y), TargetWidth: width, TargetHeight: height}
	s.clip(side.Area, height)
	defer s.dev.NoScissor()
	s.renderer.Picture(texture, &whole, gloverlay.LowestFirst, false, gloverlay.AsIs)
	return nil
}

// Grab starts a drag at a point of the window.
func (s *Scene) Grab(x, y float64) {
	s.Camera.Grab(x, y)
	s.Orbit.Grab(x, y)
}

// Drag moves the view with the mouse, now at (x, y), or rotates a cloud. Call Locate afterwards.
func (s *Scene) Drag(a *session.Choices, x, y float64) {
	if a.View.InSpace() {
		s.Orbit.Drag(s.Place.Within, x, y)
		return
	}
	s.Camera.Drag(&s.Place.View, x, y)
}

// SetZoom sets the result of Zoom; the point (x, y) of the window keeps its pixel. Call Locate
// afterwards.
func (s *Scene) SetZoom(a *session.Choices, zoom, x, y float64) {
	if a.View.InSpace() {
		s.Orbit.Zoom(zoom / s.Orbit.Nearness())
		return
	}
	s.ZoomTo(zoom, x, y)
}

// Zoom returns the target pixels per sample, or the zoom factor of a cloud.
func (s *Scene) Zoom(a *session.Choices) float64 {
	if a.View.InSpace() {
		return s.Orbit.Nearness()
	}
	return s.Place.View.Zoom()
}

// Whole shows the whole picture or cloud.
func (s *Scene) Whole(a *session.Choices) {
	if a.View.InSpace() {
		s.Orbit.Reset()
		return
	}
	s.Camera.Fit()
}
