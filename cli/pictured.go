package cli

import (
	"context"

	"ffkvadrat/decode"
	"ffkvadrat/yuv"
)

// pictured has the flags of every command that say what the pictures of videos are.
type pictured struct {
	Interlaced string `default:"frames" enum:"${interlaced_words}" placeholder:"FIELDS" help:"${interlaced_help}"`
}

// pictures returns the flags' value.
func (p pictured) pictures() decode.Pictures {
	fields, err := yuv.ParseFields(p.Interlaced)
	if err != nil {
		panic(err) // validated by kong
	}
	return decode.Pictures{Fields: fields}
}

// apply returns a context with these pictures.
func (p pictured) apply(ctx context.Context) context.Context {
	return decode.WithPictures(ctx, p.pictures())
}
