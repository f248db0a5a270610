package cli

import (
	"context"
	"strings"

	"ffkvadrat/decode"
	"ffkvadrat/decode/wording"
)

// decoding has the flags of hardware decoding.
type decoding struct {
	Hwdec string `default:"no" enum:"${hwdec_names}" help:"Device that decodes H.264, HEVC, VP8 and VP9. One of ${enum}. The quads are the same. Unsupported streams, and devices that fail, fall back to software; auto takes the first device that works. Only software reports all damage: a device may conceal some."`
}

// decodingVars are the variables in the tag of --hwdec.
func decodingVars() map[string]string {
	return map[string]string{"hwdec_names": strings.Join(decode.HardwareNames, ",")}
}

// hardware returns a context for decoding on the device, which it begins to open, and a function that releases
// the devices. line prints why a device is not used; it is called from any goroutine.
func (d decoding) hardware(ctx context.Context, line func(format string, args ...any)) (context.Context, func(), error) {
	h, err := decode.NewHardware(d.Hwdec, func(err error) {
		line("ffkvadrat: --hwdec %s: decodes in software, %s", d.Hwdec, wording.Line(err))
	})
	if err == nil {
		h.Start()
	}
	return decode.WithHardware(ctx, h), h.Close, err
}
