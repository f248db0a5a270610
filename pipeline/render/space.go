package render

import (
	"image"

	"ffkvadrat/overlay/cloud"
	"ffkvadrat/yuv"
)

// space gathers the quads of the last frames, or their cubes, for a cloud.
type space struct {
	cloud         *Cloud
	colour        yuv.Choice
	trail         *cloud.Trail
	cubed         bool
	converter     yuv.Converter // for the frame added last
	width, height int           // of that frame; 0 before the first one
	begins        float64       // time of the first frame in seconds
}

// newSpace returns nil without a cloud. slides is the number in flight.
func newSpace(o *Options, slides int) *space {
	if o.Cloud == nil {
		return nil
	}
	return &space{cloud: o.Cloud, colour: o.Colour, trail: cloud.NewTrail(slides), cubed: o.Cube != 0}
}

// gather adds a slide's quads, or the cubes whose sections they are, to the cloud, and sets the
// slide's cloud and viewpoint. A frame of another size starts a new cloud.
func (p *space) gather(s *slide) {
	picture := &s.Frame.Picture
	if p.width == 0 {
		p.begins = s.timing.time
	}
	p.converter = p.converter.Next(picture.Format, picture.Colour.With(p.colour), picture.Width, picture.Height)
	goesOn := picture.Width == p.width && picture.Height == p.height
	if p.cubed {
		p.trail.AddCubes(picture, p.converter, s.quads, s.within, goesOn)
	} else {
		p.trail.Add(picture, p.converter, s.quads, goesOn)
	}
	p.width, p.height = picture.Width, picture.Height
	s.cloud = p.trail.Pictures(s.cloud[:0])
	orbit := p.cloud.Orbit
	orbit.Turn(p.cloud.Turns * (s.timing.time - p.begins))
	s.eye = orbit.View(&s.view, image.Rect(0, 0, s.view.TargetWidth, s.view.TargetHeight))
}
