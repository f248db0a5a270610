package decode

// #include <libavutil/imgutils.h>
// #include <libavutil/pixdesc.h>
// #include <stdlib.h>
import "C"

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"unsafe"

	"github.com/asticode/go-astiav"

	"ffkvadrat/decode/rawvideo"
)

// Raw says how raw video is read. Whoever changes a layout opens the file again.
type Raw struct {
	// Of returns the layout that the user gives for a file, by its name; ok is false if the user gives
	// none. It can be nil. Any goroutine may call it.
	Of func(path string) (l rawvideo.Layout, ok bool)
	// Guessed is called if a layout was taken from a file's name. It can be nil. Any goroutine may
	// call it, each time the file is opened.
	Guessed func(path string, l rawvideo.Layout)
}

type rawKey struct{}

// WithRaw returns a context that carries r. Every package that opens a file takes it from its context;
// without one, the layout of raw video is what the file's name says.
func WithRaw(ctx context.Context, r Raw) context.Context {
	return context.WithValue(ctx, rawKey{}, r)
}

// RawOf returns what a context carries, for callers that replace a part of it.
func RawOf(ctx context.Context) Raw {
	r, _ := ctx.Value(rawKey{}).(Raw)
	return r
}

// CheckRaw returns a layout with FFmpeg's full name of its pixel format, such as yuv420p10le for
// yuv420p10, or an error if there is no raw video with this layout.
func CheckRaw(l rawvideo.Layout) (rawvideo.Layout, error) {
	name := C.CString(l.PixelFormat)
	defer C.free(unsafe.Pointer(name))
	format := C.av_get_pix_fmt(name)
	if format == C.AV_PIX_FMT_NONE {
		return l, fmt.Errorf("FFmpeg has no pixel format %q; ffmpeg -pix_fmts lists them", l.PixelFormat)
	}
	desc := C.av_pix_fmt_desc_get(format)
	l.PixelFormat = C.GoString(desc.name)
	for _, c := range []struct {
		flag C.int
		why  string
	}{
		{C.AV_PIX_FMT_FLAG_HWACCEL, "its pictures are on a device"},
		{C.AV_PIX_FMT_FLAG_PAL, "it has a palette"},
		{C.AV_PIX_FMT_FLAG_BITSTREAM, "its samples are smaller than a byte"},
	} {
		if C.int(desc.flags)&c.flag != 0 {
			return l, fmt.Errorf("raw video cannot have the pixel format %s: %s", l.PixelFormat, c.why)
		}
	}
	if _, err := layoutOf(astiav.PixelFormat(format)); err != nil {
		return l, err
	}
	if err := (Access{}).check(l.Width, l.Height); err != nil {
		return l, err
	}
	if RawBytes(l) == 0 {
		return l, fmt.Errorf("frames of %dx%d in %s have too many bytes for FFmpeg", l.Width, l.Height, l.PixelFormat)
	}
	return l, nil
}

// RawBytes returns the number of bytes of a frame of raw video, 0 if FFmpeg has no such frame.
func RawBytes(l rawvideo.Layout) int64 {
	name := C.CString(l.PixelFormat)
	defer C.free(unsafe.Pointer(name))
	return max(0, int64(C.av_image_get_buffer_size(C.av_get_pix_fmt(name), C.int(l.Width), C.int(l.Height), 1)))
}

// RawError reports raw video whose layout is not known. It matches [ErrRaw].
type RawError struct {
	Name rawvideo.Layout   // what the file's name says; the zero value if it says nothing
	Size int64             // of the file in bytes
	Fits []rawvideo.Layout // layouts whose frames fill the file: first the guess, by the content if that can be read
}

func (e *RawError) Error() string {
	s := ErrRaw.Error() + ", and the file's name does not either"
	if e.Name != (rawvideo.Layout{}) {
		s = fmt.Sprintf("%v, and %s, as the file's name says, does not fit", ErrRaw, e.Name)
	}
	if len(e.Fits) == 0 {
		return fmt.Sprintf("%s; no usual layout fits %d bytes", s, e.Size)
	}
	var fits []string
	for _, l := range e.Fits[:min(len(e.Fits), RawGuesses)] {
		frames := (e.Size - l.Offset) / RawBytes(l)
		fits = append(fits, fmt.Sprintf("%d of %dx%d:%s", frames, l.Width, l.Height, l.PixelFormat))
	}
	return fmt.Sprintf("%s; %d bytes can be these frames, the likely ones first: %s", s, e.Size, strings.Join(fits, ", "))
}

// RawGuesses is how many layouts of Fits a message and the player's page name: the guess and the next ones.
const RawGuesses = 4

func (e *RawError) Unwrap() error { return ErrRaw }

// raw is how an input is read as raw video.
type raw struct {
	layout  rawvideo.Layout
	bytes   int64 // of a frame
	guessed bool  // from the file's name
}

func newRaw(l rawvideo.Layout, access Access) (*raw, error) {
	l, err := CheckRaw(l)
	if err != nil {
		return nil, err
	}
	if err := access.check(l.Width, l.Height); err != nil {
		return nil, err
	}
	return &raw{layout: l, bytes: RawBytes(l)}, nil
}

// frames returns the number of whole frames in a file of some length.
func (r *raw) frames(length int64) int64 { return max(0, (length-r.layout.Offset)/r.bytes) }

// fills reports whether a file of some length has whole frames only.
func (r *raw) fills(length int64) bool {
	return r.frames(length) > 0 && (length-r.layout.Offset)%r.bytes == 0
}

// findRaw decides whether the input is read as raw video: with the layout that the user gives, or with
// the one that its name says if that fits. Other files are opened by their content; one that has an
// extension of raw video alone is refused if FFmpeg does not recognise it for sure.
func (in *input) findRaw() error {
	r := RawOf(in.ctx)
	if r.Of != nil {
		if layout, ok := r.Of(in.path); ok {
			return in.setRaw(layout)
		}
	}
	claims, only := rawvideo.Claims(in.path)
	if !claims {
		return nil
	}
	layout, ok := rawvideo.Guess(in.path)
	if ok {
		if found, err := newRaw(layout, in.access); err == nil && (in.size < 0 || found.fills(in.size)) {
			in.raw, found.guessed = found, true
			if r.Guessed != nil {
				r.Guessed(in.path, found.layout)
			}
			return nil
		}
	}
	if in.size < 0 {
		return nil
	}
	in.unclear = &layout
	if !only || in.fd < 0 {
		return nil
	}
	Silence()
	if _, sure := Recognise(in.at(0, 1<<16)); sure {
		return nil
	}
	return fmt.Errorf("%w: %w", ErrNotVideo, in.rawError())
}

// rawError returns the error of raw video whose name says in.unclear. The input may be closed.
func (in *input) rawError() *RawError {
	e := &RawError{Name: *in.unclear, Size: in.size, Fits: rawvideo.Fits(in.size, *in.unclear, RawBytes)}
	if in.fd < 0 {
		return e
	}
	file, err := os.Open(in.path)
	if err != nil {
		return e
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil && info.Mode().IsRegular() && info.Size() == in.size {
		e.Fits = rawvideo.Rank(file, in.size, e.Name, RawBytes)
	}
	return e
}

// setRaw makes the input raw video of a layout.
func (in *input) setRaw(l rawvideo.Layout) (err error) {
	if in.raw, err = newRaw(l, in.access); err != nil {
		return err
	}
	if in.size >= 0 && in.raw.frames(in.size) == 0 {
		return fmt.Errorf("%w: %d bytes are less than a frame of %s, which has %d", ErrNoFrame, max(0, in.size-l.Offset), in.raw.layout, in.raw.bytes)
	}
	return nil
}

// orUnclear returns the error of a file that has a name of raw video and whose content is no video. What
// FFmpeg finds in samples is chance, so it does not count in a file that can only be raw video.
func (in *input) orUnclear(err error) error {
	_, only := rawvideo.Claims(in.path)
	unsupported := (*UnsupportedError)(nil)
	chance := only && (errors.Is(err, ErrNoVideo) || errors.Is(err, ErrNoFrame) || errors.As(err, &unsupported))
	if in.unclear == nil || !chance && !errors.Is(err, ErrNotVideo) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrNotVideo, in.rawError())
}

// options returns the options of FFmpeg's demuxer.
func (r *raw) options() [][2]string {
	l := &r.layout
	return [][2]string{
		{"format_whitelist", "rawvideo"},
		{"protocol_whitelist", ""},
		{"video_size", fmt.Sprintf("%dx%d", l.Width, l.Height)},
		{"pixel_format", l.PixelFormat},
		{"framerate", fmt.Sprintf("%d/%d", l.Rate.Num, l.Rate.Den)},
		{"skip_initial_bytes", fmt.Sprint(l.Offset)},
	}
}

// begin completes the stream's parameters. Nothing has to be read for that.
func (r *raw) begin(d *demuxer) {
	s := streamPointer(d.fc.Streams()[0])
	s.avg_frame_rate = C.AVRational{num: C.int(r.layout.Rate.Num), den: C.int(r.layout.Rate.Den)}
	s.r_frame_rate = s.avg_frame_rate
}

// describe adds what the layout and the length of the file say.
func (r *raw) describe(info *Info, in *input) {
	info.Raw, info.RawGuessed = r.layout, r.guessed
	if in.size >= 0 {
		info.Frames = r.frames(in.size)
		info.Duration = float64(info.Frames) * float64(r.layout.Rate.Den) / float64(r.layout.Rate.Num)
	}
}

// position returns the offset of a frame. A number after the last whole frame means that frame.
func (r *raw) position(frame, length int64) int64 {
	frame = max(0, min(frame, r.frames(length)-1))
	return r.layout.Offset + frame*r.bytes
}

// number sets the time stamp of a frame at an offset: FFmpeg's counts the bytes before the first frame,
// too.
func (r *raw) number(offset int64) int64 { return (offset - r.layout.Offset) / r.bytes }

// rest returns the error for a file that ends in a frame.
func (r *raw) rest(bytes int) error {
	return fmt.Errorf("its last %d bytes are not a whole frame, which has %d", bytes, r.bytes)
}
