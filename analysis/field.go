package analysis

import (
	"ffkvadrat/feature"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// OfVectors returns the picture and the parameters from which engines make quads: where these are
// about motion vectors, a picture of them, in memory of the field, and features that take it.
func OfVectors(field *feature.Field, p *yuv.Picture, params Params) (*yuv.Picture, Params, error) {
	if !params.Needs().Vectors {
		return p, params, nil
	}
	made, err := field.Of(p)
	params.Features = channel.YUV
	return made, params, err
}
