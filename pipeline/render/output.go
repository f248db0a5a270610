package render

// #include "shim.h"
import "C"

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/asticode/go-astiav"

	"ffkvadrat/decode"
)

// Output says how to encode frames, and into which container.
type Output struct {
	Container Container
	Encoder   string   // FFmpeg's name; empty means the container's default
	Quality   *float64 // on the encoder's own scale, less is better; nil means our default
	Preset    string   // the encoder's own name or number for its speed; empty means our default
	// PixelFormat is FFmpeg's name of the encoded format; empty means 4:2:0 for lossy encoders and
	// RGB for lossless ones.
	PixelFormat string
	// Alone renders the quads alone, on a transparent ground.
	Alone bool
	// Clean encodes the frames as coded, without quads: in their own depth, colours and pixel
	// aspect.
	Clean    bool
	Interest *Interest // regions of interest for the encoder, with Clean; may be nil
}

// choice is an output with its defaults filled in.
type choice struct {
	container     *containerTraits
	codec         *astiav.Codec
	format        astiav.PixelFormat
	desc          *C.AVPixFmtDescriptor
	full          bool // full range
	jfif          bool // the matrix of JPEG files, BT.601; else BT.709
	options       [][2]string
	qscale        float64        // or 0
	reorders      int            // as in encoderTraits
	regionSupport *regionSupport // the encoder's row for regions; may be nil
	trial         bool           // compare with an encode without regions
	sar           decode.Rational
	tags          *decode.Tags // colour tags of the encoded frames; nil means those of painted frames
}

// Check returns an error if this FFmpeg cannot make such a file.
func (o Output) Check() error {
	if _, err := o.choose(); err != nil {
		return fmt.Errorf("render: %w", err)
	}
	return nil
}

func (o Output) choose() (*choice, error) {
	c := &choice{container: o.Container.traits(), sar: decode.Rational{Num: 1, Den: 1}}
	if c.container == nil {
		return nil, fmt.Errorf("%q is not a container for video; the containers are %s", o.Container, containerNames())
	}
	if err := c.chooseEncoder(o); err != nil {
		return nil, err
	}
	if err := c.chooseFormat(o); err != nil {
		return nil, err
	}
	if err := c.chooseOptions(o); err != nil {
		return nil, err
	}
	return c, c.chooseRegions(o)
}

func (c *choice) chooseEncoder(o Output) error {
	if o.Encoder != "" {
		c.codec = astiav.FindEncoderByName(o.Encoder)
		if c.codec == nil || !isVideoCodec(c.codec) {
			return fmt.Errorf("there is no video encoder %q; ffmpeg -encoders lists them", o.Encoder)
		}
		if !c.container.holds(c.codec.ID()) {
			return fmt.Errorf("%s cannot hold %s, which %s makes", c.container.name, c.codec.ID().Name(), o.Encoder)
		}
		return nil
	}
	usual := c.container.encoders
	if o.Alone {
		if usual = c.container.alpha; usual == nil {
			return fmt.Errorf("%s has no codec with transparency; mov, mkv, webm and nut have one", c.container.name)
		}
	}
	for _, name := range usual {
		if c.codec = astiav.FindEncoderByName(name); c.codec != nil {
			return nil
		}
	}
	return fmt.Errorf("this FFmpeg lacks an encoder for %s, which is one of %s", c.container.name, strings.Join(usual, ", "))
}

// preferred are the formats to encode in, the best first: RGB as painted, formats that every player
// shows, formats that are some encoders' only ones.
var (
	preferredExact = []string{"bgr0", "rgb24", "gbrp", "yuv444p", "yuv422p", "yuv420p"}
	preferredLossy = []string{"yuv420p", "yuvj420p", "yuv422p", "yuv422p10le", "yuv444p", "bgr0", "rgb24", "gbrp"}
	preferredAlpha = []string{"bgra", "rgba", "argb", "gbrap", "yuva444p10le", "yuva444p", "yuva420p"}
)

func (c *choice) chooseFormat(o Output) error {
	preferred := preferredLossy
	if C.codec_is_lossless(C.enum_AVCodecID(c.codec.ID())) != 0 {
		preferred = preferredExact
	}
	t := traitsOf(c.codec.Name())
	if t != nil && t.format != "" {
		preferred = []string{t.format}
	}
	if o.Alone {
		preferred = preferredAlpha
		if t != nil && t.alpha != "" {
			preferred = []string{t.alpha}
		}
	}
	if o.PixelFormat != "" {
		preferred = []string{o.PixelFormat}
	}
	has := pixelFormats(c.codec)
	for _, name := range preferred {
		i := slices.IndexFunc(has, func(f astiav.PixelFormat) bool { return f.Name() == name })
		if i < 0 {
			continue
		}
		c.format, c.desc = has[i], C.av_pix_fmt_desc_get(C.enum_AVPixelFormat(has[i]))
		c.jfif = strings.HasPrefix(name, "yuvj")
		c.full = c.jfif || c.isRGB()
		if o.Alone && c.desc.flags&C.AV_PIX_FMT_FLAG_ALPHA == 0 {
			return fmt.Errorf("pixel format %s has no transparency", name)
		}
		return nil
	}
	switch {
	case o.PixelFormat != "":
		var names []string
		for _, f := range has {
			names = append(names, f.Name())
		}
		return fmt.Errorf("encoder %s does not support pixel format %s; it supports %s", c.codec.Name(), o.PixelFormat, strings.Join(names, ", "))
	case o.Alone:
		return fmt.Errorf("encoder %s has no transparency; prores_ks, qtrle and png (mov), ffv1 (mkv, nut) and libvpx-vp9 (webm) have it", c.codec.Name())
	}
	return fmt.Errorf("encoder %s supports no pixel format that ffkvadrat can write", c.codec.Name())
}

// pixelFormats returns the formats that an encoder accepts.
func pixelFormats(codec *astiav.Codec) []astiav.PixelFormat {
	first := C.pixel_formats(*(**C.AVCodec)(unsafe.Pointer(codec)))
	if first == nil {
		return nil
	}
	var formats []astiav.PixelFormat
	for f := first; *f != C.AV_PIX_FMT_NONE; f = (*C.enum_AVPixelFormat)(unsafe.Add(unsafe.Pointer(f), unsafe.Sizeof(*f))) {
		formats = append(formats, astiav.PixelFormat(*f))
	}
	return formats
}

func (c *choice) isRGB() bool { return c.desc.flags&C.AV_PIX_FMT_FLAG_RGB != 0 }

func (c *choice) chooseOptions(o Output) error {
	name := c.codec.Name()
	t := traitsOf(name)
	if t == nil {
		t = &encoderTraits{}
	}
	quality := t.usual
	if o.Quality != nil {
		quality = *o.Quality
		if t.quality == "" {
			return fmt.Errorf("encoder %s has no quality setting", name)
		}
		if !(quality >= t.lowest && quality <= t.highest) {
			return fmt.Errorf("quality %v is not between %v (best) and %v, the scale of %s", quality, t.lowest, t.highest, name)
		}
	}
	speed := t.usualSpeed
	if o.Interest != nil && name == vp9 {
		speed = strconv.Itoa(leastSpeed)
	}
	if o.Preset != "" {
		speed = o.Preset
		switch {
		case t.speed == "":
			return fmt.Errorf("encoder %s has no presets", name)
		case t.speeds != nil && !slices.Contains(t.speeds, speed):
			return fmt.Errorf("encoder %s has no preset %q; its presets are %s", name, speed, strings.Join(t.speeds, ", "))
		}
	}
	c.options, c.reorders = slices.Clone(t.more), t.reorders
	if speed != "" {
		c.options = append(c.options, [2]string{t.speed, speed})
	}
	switch t.quality {
	case "":
	case qscale:
		c.qscale = quality
	default:
		c.options = append(c.options, [2]string{t.quality, number(quality)})
	}
	return nil
}

func isVideoCodec(c *astiav.Codec) bool {
	return C.avcodec_get_type(C.enum_AVCodecID(c.ID())) == C.AVMEDIA_TYPE_VIDEO
}

// holds reports whether the container accepts a codec. Some muxers report that only when they
// start: Matroska's knows the codecs with a Matroska name, and accepts those of AVI under AVI's.
func (t *containerTraits) holds(id astiav.CodecID) bool {
	if t.pictures {
		return slices.ContainsFunc(t.encoders, func(name string) bool {
			codec := astiav.FindEncoderByName(name)
			return codec != nil && codec.ID() == id
		})
	}
	if t.muxer == "matroska" && id == C.AV_CODEC_ID_QTRLE {
		return false // written without its depth, so that it cannot be decoded
	}
	muxer := outputFormat(t.muxer)
	return muxer != nil && C.avformat_query_codec(muxer, C.enum_AVCodecID(id), C.FF_COMPLIANCE_UNOFFICIAL) != 0
}

// outputFormat returns a muxer of FFmpeg's by its name.
func outputFormat(name string) *C.AVOutputFormat {
	f := astiav.FindOutputFormat(name)
	if f == nil {
		return nil
	}
	return *(**C.AVOutputFormat)(unsafe.Pointer(f))
}

var errNoMemory = errors.New("out of memory")
