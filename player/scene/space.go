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

// space is a layer's cloud, while its view is one.
type space struct {
	*glcloud.Cloud // made when first used; nil in other views
	params         analysis.Params
	from           origin
	cubes          int // frames of a window, if it has cubes
	width, height  int
	picture        int64              // number of the picture that was added last
	begun          []quadpyramid.Quad // what cubes are in it that begin there
	list           *glpyramid.List    // the same on the GPU
}

// leave frees the cloud.
func (s *space) leave() {
	s.Cloud.Release()
	s.list.Release()
	*s = space{}
}

// gather adds the quads of a picture to the layer's cloud, with its colours in rgb, or the cubes that begin
// there. Consecutive pictures have consecutive numbers. After any other number, with other parameters, and with
// pictures of another size, the cloud begins anew. Cubes whose frames are apart in the video are quads here.
func (l *Layer) gather(picture int64, rgb *gpu.Texture) error {
	s := &l.space
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

// gatherCubes adds the cubes that begin in the picture; if the cloud does not go on, all that it is in.
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
	v := s.Orbit.View(&s.Place.Fit, s.Place.Area)
	texture, err := side.Layer.space.Draw(&v)
	if err != nil {
		return err
	}
	width, height := s.Place.Fit.TargetWidth, s.Place.Fit.TargetHeight
	whole := overlay.View{Width: width, Height: height, ScaleX: 1, ScaleY: 1, TargetWidth: width, TargetHeight: height}
	s.clip(side.Area, height)
	defer s.dev.NoScissor()
	s.renderer.Picture(texture, &whole, gloverlay.LowestFirst, false, gloverlay.AsIs)
	return nil
}

// Grab starts a drag of what A shows at a point of the window.
func (s *Scene) Grab(x, y float64) {
	s.Camera.Grab(x, y)
	s.Orbit.Grab(x, y)
}

// Drag moves what A shows with the mouse, which is now at (x, y): it turns a cloud. Call Locate
// afterwards.
func (s *Scene) Drag(a *session.Choices, x, y float64) {
	if a.View.InSpace() {
		s.Orbit.Drag(s.Place.Area, x, y)
		return
	}
	s.Camera.Drag(&s.Place.View, x, y)
}

// SetZoom sets what Zoom returns for what A shows; the point (x, y) of the window keeps showing
// the same point of a picture. Call Locate afterwards.
func (s *Scene) SetZoom(a *session.Choices, zoom, x, y float64) {
	if a.View.InSpace() {
		s.Orbit.Zoom(zoom / s.Orbit.Nearness())
		return
	}
	s.ZoomTo(zoom, x, y)
}

// Zoom returns how many target pixels a sample of the picture takes, or how many times as near as at
// first the eye of a cloud is.
func (s *Scene) Zoom(a *session.Choices) float64 {
	if a.View.InSpace() {
		return s.Orbit.Nearness()
	}
	return s.Place.View.Zoom()
}

// Whole shows all of what A shows.
func (s *Scene) Whole(a *session.Choices) {
	if a.View.InSpace() {
		s.Orbit.Reset()
		return
	}
	s.Camera.Fit()
}
