package cli

import (
	"context"
	"strings"

	"ffkvadrat/decode"
	"ffkvadrat/export/wording"
)

// decoding is the part of the arguments that says where videos are decoded.
type decoding struct {
	Hwdec string `default:"no" enum:"${hwdec_names}" help:"Where to decode H.264, HEVC, VP8 and VP9: ${enum}. The data are the same. What a device does not take, or fails at, is decoded in software; auto takes the first device that works. Only software notices all damage: a device may conceal it, in its own way, without a word."`
}

// decodingVars are what the tag of --hwdec names.
func decodingVars() map[string]string {
	return map[string]string{"hwdec_names": strings.Join(decode.HardwareNames, ",")}
}

// hardware returns a context for decoding there, and a function that releases the
// devices. line prints why a device is not used; any goroutine calls it.
func (d decoding) hardware(ctx context.Context, line func(format string, args ...any)) (context.Context, func(), error) {
	h, err := decode.NewHardware(d.Hwdec, func(err error) {
		line("ffkvadrat: --hwdec %s: decodes in software, %s", d.Hwdec, wording.Line(err))
	})
	return decode.WithHardware(ctx, h), h.Close, err
}
