package analysis

import (
	"ffkvadrat/feature"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// OfVectors returns the picture and the parameters that engines analyse. For parameters about
// motion vectors these are a picture of the vectors, in field's memory, and features that read it;
// else they are p and params.
func OfVectors(field *feature.Field, p *yuv.Picture, params Params) (*yuv.Picture, Params, error) {
	if !params.Needs().Vectors {
		return p, params, nil
	}
	made, err := field.Of(p)
	params.Features = channel.YUV
	return made, params, err
}
