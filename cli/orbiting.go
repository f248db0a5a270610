package cli

import (
	"errors"
	"fmt"
	"math"

	"ffkvadrat/export/render"
	"ffkvadrat/overlay/cloud"
)

// orbiting is the part of the arguments that says from where a film shows a cloud.
type orbiting struct {
	Orbit    float64 `default:"0" placeholder:"D" help:"In the view cloud, turn it by so many degrees a second; negative ones turn it the other way. 0 leaves the eye where it is."`
	Turned   float64 `default:"0" placeholder:"D" help:"In the view cloud, degrees by which it is turned at the beginning."`
	Raised   float64 `default:"0" placeholder:"D" help:"In the view cloud, degrees by which the eye is higher, or lower if they are negative, than without the flag."`
	Nearness float64 `default:"1" placeholder:"F" help:"In the view cloud, how many times as near the eye is: 0.25 to 4."`
}

// cloud returns what a film in this view shows of space; nil in all other views.
func (o orbiting) cloud(v viewing) (*render.Cloud, error) {
	view, err := v.parse()
	if err != nil {
		return nil, err
	}
	for _, f := range []struct {
		flag  string
		value float64
	}{{"--orbit", o.Orbit}, {"--turned", o.Turned}, {"--raised", o.Raised}} {
		if math.IsNaN(f.value) || math.IsInf(f.value, 0) {
			return nil, fmt.Errorf("%s: %v is no angle", f.flag, f.value)
		}
	}
	switch {
	case !view.InSpace() && o != orbiting{Nearness: 1}:
		return nil, errors.New("--orbit, --turned, --raised, --nearness: they are for --view cloud")
	case !(o.Nearness >= cloud.LeastNearness && o.Nearness <= cloud.MostNearness):
		return nil, fmt.Errorf("--nearness: %v is not between %v and %v", o.Nearness, cloud.LeastNearness, cloud.MostNearness)
	case !view.InSpace():
		return nil, nil
	}
	return &render.Cloud{Orbit: cloud.NewOrbit(o.Turned, o.Raised, o.Nearness), Turns: o.Orbit}, nil
}
