package decode

import (
	"errors"
	"fmt"

	"ffkvadrat/yuv"
)

var (
	// ErrNotVideo means that the file is not a media file of a known kind.
	ErrNotVideo = errors.New("not a video or picture")
	// ErrEmpty means that the file has no bytes; it matches ErrNotVideo.
	ErrEmpty = fmt.Errorf("%w: it is empty", ErrNotVideo)
	// ErrRaw means that the file is raw video, and that nothing says how to read it; see [RawError].
	ErrRaw = errors.New("raw video does not say its layout")
	// ErrNoVideo means a media file without moving or still pictures: it has only sound, or sound with
	// cover art.
	ErrNoVideo = errors.New("no video stream")
	// ErrNoFrame means a video stream of which no frame decodes.
	ErrNoFrame = errors.New("no picture could be decoded")
	// ErrNoSound means a media file without sound.
	ErrNoSound = errors.New("no audio stream")
	// ErrNotSeekable means that a pipe cannot seek.
	ErrNotSeekable = errors.New("not seekable")
	// ErrNetwork means that the name is a URL, or a display of another machine, and [Access] does not
	// allow the network.
	ErrNetwork = errors.New("it is on the network, which is not allowed")
)

// UnsupportedError reports an unsupported codec or pixel format.
type UnsupportedError struct {
	Codec       string // FFmpeg's name, "none" if it has no name; or empty
	Tag         string // codec tag of the container, such as "vvc1", "0x33" or Matroska's "V_THEORA"; or empty
	PixelFormat string // FFmpeg's name, or empty
}

func (e *UnsupportedError) Error() string {
	if e.PixelFormat != "" {
		return fmt.Sprintf("pixel format %s is not supported", e.PixelFormat)
	}
	codec, why := "the codec", "this FFmpeg does not know it"
	if e.Codec != "none" {
		codec, why = "codec "+e.Codec, "this FFmpeg has no decoder for it"
	}
	if e.Tag != "" {
		codec += fmt.Sprintf(" with the tag %q", e.Tag)
	}
	return fmt.Sprintf("%s is not supported: %s", codec, why)
}

// SizeError reports a picture with a side longer than [yuv.MaxSide], or with more
// pixels than [Access] allows.
type SizeError struct {
	Width, Height int   // pixels
	MaxPixels     int64 // the limit of Access; 0 if a side is too long
}

func (e *SizeError) Error() string {
	if e.MaxPixels > 0 {
		return fmt.Sprintf("pictures of %d×%d pixels are too large, the limit is %d pixels", e.Width, e.Height, e.MaxPixels)
	}
	return fmt.Sprintf("pictures of %d×%d pixels are too large, the limit is %d a side", e.Width, e.Height, yuv.MaxSide)
}

// StreamError reports a stream number that is not a video of the file.
type StreamError struct {
	Index int
}

func (e *StreamError) Error() string {
	return fmt.Sprintf("stream %d is not a video stream", e.Index)
}
