package decode

// #include <libavcodec/avcodec.h>
// #include <libavutil/frame.h>
import "C"

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"ffkvadrat/yuv"
)

// grainy are the codecs, by FFmpeg's names, whose streams can describe film grain: AV1 itself, and the
// others by messages of H.274.
var grainy = []string{"av1", "h264", "hevc", "vvc"}

// grainless are the decoders that leave film grain out on request, and then export its parameters. libaom
// always makes the grain. FFmpeg prefers libdav1d for AV1, and its decoder of VVC knows the message since
// version 8.
var grainless = []string{"libdav1d", "av1", "h264", "hevc", "vvc"}

// errGrain means that a device decodes a stream with film grain, which only software makes.
var errGrain = errors.New("film grain is made in software")

// Notes reports what the user should know about an open video although it is no fault, each text once.
// Any goroutine may use it.
type Notes struct {
	mu   sync.Mutex
	said map[string]bool
	log  func(error)
}

// NewNotes returns notes for a function that several goroutines may call.
func NewNotes(log func(error)) *Notes { return &Notes{said: map[string]bool{}, log: log} }

func (n *Notes) report(err error) {
	if n == nil {
		return
	}
	n.mu.Lock()
	known := n.said[err.Error()]
	n.said[err.Error()] = true
	n.mu.Unlock()
	if !known {
		n.log(err)
	}
}

type notesKey struct{}

// WithNotes returns a context under which [OpenVideo] reports to n.
func WithNotes(ctx context.Context, n *Notes) context.Context {
	return context.WithValue(ctx, notesKey{}, n)
}

// hasGrain reports whether a frame has parameters of film grain that the decoder did not use.
func hasGrain(f *C.AVFrame) bool {
	return C.av_frame_get_side_data(f, C.AV_FRAME_DATA_FILM_GRAIN_PARAMS) != nil
}

// leaveGrain makes a decoder that is not open yet leave film grain out.
func (dec *decoder) leaveGrain(c *C.AVCodecContext, name string) {
	if dec.grain == yuv.GrainOff && slices.Contains(grainless, name) {
		c.export_side_data |= C.AV_CODEC_EXPORT_DATA_FILM_GRAIN
	}
}

// noteGrain reports, after the first frame, why leaving film grain out changes nothing.
func (v *Video) noteGrain() {
	if v.dec.grain != yuv.GrainOff || v.info.Grain {
		return
	}
	why := "the first picture has no film grain"
	if name := C.GoString(v.dec.c.codec.name); slices.Contains(grainy, v.info.Codec) && !slices.Contains(grainless, name) {
		why = "the decoder " + name + " cannot leave film grain out"
	}
	notes, _ := v.ctx.Value(notesKey{}).(*Notes)
	notes.report(fmt.Errorf("%q: %s", v.path, why))
}

// HasGrain reports whether the first frame of a video describes film grain. It opens the video for that,
// unless its codec has none or it cannot be read twice.
func HasGrain(ctx context.Context, path string, info *Info) bool {
	if info.Grain || !slices.Contains(grainy, info.Codec) || !info.Seekable {
		return info.Grain
	}
	ctx = WithNotes(WithPictures(ctx, Pictures{Grain: yuv.GrainOff}), nil)
	v, err := OpenVideo(ctx, path, Options{Stream: info.Stream, Threads: 1, Software: true})
	if err != nil {
		return false
	}
	defer v.Close()
	return v.info.Grain
}
