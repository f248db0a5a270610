package cli

import (
	"context"

	"ffkvadrat/decode"
	"ffkvadrat/decode/wording"
	"ffkvadrat/yuv"
)

// pictured has the flags of every command that say what the pictures of videos are.
type pictured struct {
	FilmGrain  string `default:"on" enum:"${film_grain_words}" placeholder:"on|off" help:"${film_grain_help}"`
	Interlaced string `default:"frames" enum:"${interlaced_words}" placeholder:"FIELDS" help:"${interlaced_help}"`
}

// pictures returns the flags' value.
func (p pictured) pictures() decode.Pictures {
	fields, err := yuv.ParseFields(p.Interlaced)
	if err != nil {
		panic(err) // validated by kong
	}
	grain, err := yuv.ParseGrain(p.FilmGrain)
	if err != nil {
		panic(err)
	}
	return decode.Pictures{Fields: fields, Grain: grain}
}

// apply returns a context with these pictures. warn prints why leaving film grain out changes nothing; it is called from any
// goroutine.
func (p pictured) apply(ctx context.Context, warn func(format string, args ...any)) context.Context {
	notes := decode.NewNotes(func(err error) { warn("--film-grain off changes nothing: %s", wording.Line(err)) })
	return decode.WithNotes(decode.WithPictures(ctx, p.pictures()), notes)
}
