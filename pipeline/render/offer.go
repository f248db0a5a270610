package render

import "github.com/asticode/go-astiav"

// Offer is an encoder that this FFmpeg has, with its scale of quality, on which less is better.
type Offer struct {
	Name            string  // FFmpeg's
	Scaled          bool    // it has a scale
	Lowest, Highest float64 // of the scale
	Usual           float64 // the default quality; 0 leaves it to the encoder
}

// Offers returns the encoders of a container's files, the default first.
func (c Container) Offers() (offers []Offer) {
	traits := c.traits()
	if traits == nil {
		return nil
	}
	for _, name := range traits.encoders {
		if astiav.FindEncoderByName(name) == nil {
			continue
		}
		o := Offer{Name: name}
		if t := traitsOf(name); t != nil && t.quality != "" {
			o.Scaled, o.Lowest, o.Highest, o.Usual = true, t.lowest, t.highest, t.usual
		}
		offers = append(offers, o)
	}
	return offers
}
