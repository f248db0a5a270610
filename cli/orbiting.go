package cli

import (
	"errors"
	"fmt"
	"math"

	"ffkvadrat/overlay/cloud"
	"ffkvadrat/pipeline/render"
)

// orbiting has the flags of the camera for videos of a cloud.
type orbiting struct {
	Orbit float64 `default:"0" placeholder:"D" help:"In the view cloud: turn it by D degrees a second. Negative values turn it the other way."`
	Yaw   float64 `default:"0" placeholder:"D" help:"In the view cloud: degrees to turn it at the beginning."`
	Pitch float64 `default:"0" placeholder:"D" help:"In the view cloud: degrees to raise the eye. Negative values lower it."`
	Zoom  float64 `default:"1" placeholder:"F" help:"In the view cloud: magnification, from 0.25 to 4."`
}

// cloud returns the cloud of a video in the view of space; nil in other views.
func (o orbiting) cloud(v viewing) (*render.Cloud, error) {
	view, err := v.parse()
	if err != nil {
		return nil, err
	}
	for _, f := range []struct {
		flag  string
		value float64
	}{{"--orbit", o.Orbit}, {"--yaw", o.Yaw}, {"--pitch", o.Pitch}} {
		if math.IsNaN(f.value) || math.IsInf(f.value, 0) {
			return nil, fmt.Errorf("%s: %v is not an angle", f.flag, f.value)
		}
	}
	switch {
	case !view.InSpace() && o != orbiting{Zoom: 1}:
		return nil, errors.New("--orbit, --yaw, --pitch, --zoom: they are for --view cloud")
	case !(o.Zoom >= cloud.LeastNearness && o.Zoom <= cloud.MostNearness):
		return nil, fmt.Errorf("--zoom: %v is not between %v and %v", o.Zoom, cloud.LeastNearness, cloud.MostNearness)
	case !view.InSpace():
		return nil, nil
	}
	return &render.Cloud{Orbit: cloud.NewOrbit(o.Yaw, o.Pitch, o.Zoom), Turns: o.Orbit}, nil
}
