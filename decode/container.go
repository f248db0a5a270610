package decode

// #include "container.h"
// #include "input.h"
import "C"

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unsafe"

	"github.com/asticode/go-astiav"
)

// Container is a demuxer of FFmpeg.
type Container struct {
	Name     string // FFmpeg's, such as "matroska,webm"
	LongName string // FFmpeg's, such as "Matroska / WebM"; can be empty
	LeftOut  string // the reason for not using it, such as "it holds text"; empty if it is used
}

func (c Container) String() string {
	if c.LongName == "" {
		return c.Name
	}
	return fmt.Sprintf("%s (%s)", c.Name, c.LongName)
}

func newContainer(format *C.AVInputFormat) Container {
	c := Container{Name: C.GoString(format.name), LongName: C.GoString(format.long_name)}
	c.LeftOut, _ = leftOutBecause(c.Name)
	return c
}

// leftOutBecause returns the reason for not using a demuxer, or empty if it is used. decided is false
// if neither list has the demuxer.
func leftOutBecause(name string) (why string, decided bool) {
	if from(name, containers) {
		return "", true
	}
	for _, group := range leftOut {
		if from(name, strings.Fields(group.names)) {
			return group.why, true
		}
	}
	return "this format is unknown to ffkvadrat", false
}

// Containers returns FFmpeg's demuxers for files, by name. It leaves devices out unless they have been
// registered.
func Containers() []Container {
	var list []Container
	var state unsafe.Pointer
	for format := C.av_demuxer_iterate(&state); format != nil; format = C.av_demuxer_iterate(&state) {
		list = append(list, newContainer(format))
	}
	slices.SortFunc(list, func(a, b Container) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

// Recognise returns the container that FFmpeg detects from the first bytes of a file; ok is false if it
// detects none.
func Recognise(head []byte) (c Container, ok bool) {
	padded := append(slices.Clip(head), make([]byte, C.AVPROBE_PADDING_SIZE)...)
	format := C.container_of((*C.uint8_t)(&padded[0]), C.int(len(head)))
	if format == nil {
		return Container{}, false
	}
	return newContainer(format), true
}

// ContainerError reports a container that is not used.
type ContainerError struct{ Container }

func (e *ContainerError) Error() string {
	return fmt.Sprintf("FFmpeg recognises it as %v, which ffkvadrat does not open: %s", e.Container, e.LeftOut)
}

// refusal returns the error for a container that FFmpeg has not opened.
func (d *demuxer) refusal(err error) error {
	if d.in.size == 0 && d.in.fd >= 0 {
		return ErrEmpty
	}
	if format := C.input_format(d.in.c); d.fc == nil && format != nil {
		if c := newContainer(format); c.LeftOut != "" {
			err = &ContainerError{c}
		}
	}
	return fmt.Errorf("%w: %w", ErrNotVideo, err)
}

// noVideo returns the error for a file without a video stream.
func (d *demuxer) noVideo() error {
	kind := ErrNotVideo
	for _, s := range d.fc.Streams() {
		switch s.CodecParameters().MediaType() {
		case astiav.MediaTypeAudio, astiav.MediaTypeVideo: // cover art
			kind = ErrNoVideo
		}
	}
	// For an unknown codec a transport stream does not even say that the stream is video.
	for _, s := range d.fc.Streams() {
		p := streamPointer(s).codecpar
		if p.codec_id == C.AV_CODEC_ID_NONE && p.codec_tag != 0 && from(d.fc.InputFormat().Name(), streams) {
			return fmt.Errorf("%w: %w", kind, d.unknownCodec(s))
		}
	}
	return kind
}

// unknownCodec returns the error for a stream whose codec has no decoder.
func (d *demuxer) unknownCodec(s *astiav.Stream) error {
	p := streamPointer(s).codecpar
	e := &UnsupportedError{Codec: s.CodecParameters().CodecID().Name(), Tag: tagName(uint32(p.codec_tag))}
	if e.Tag == "" {
		e.Tag = d.logged.codec()
	}
	return e
}

// tagName writes a codec tag: its four characters, or its number; empty if it is 0.
func tagName(tag uint32) string {
	text := []byte{byte(tag), byte(tag >> 8), byte(tag >> 16), byte(tag >> 24)}
	switch {
	case tag == 0:
		return ""
	case slices.ContainsFunc(text, func(c byte) bool { return c < ' ' || c > '~' }):
		return fmt.Sprintf("0x%x", tag)
	}
	return string(text)
}
