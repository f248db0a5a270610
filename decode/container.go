package decode

// #include "container.h"
import "C"

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unsafe"
)

// Container is a demuxer of FFmpeg.
type Container struct {
	Name     string // FFmpeg's, such as "matroska,webm"
	LongName string // FFmpeg's, such as "Matroska / WebM"; may be empty
	LeftOut  string // why it is not used, as in "it holds text"; empty if it is
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

// leftOutBecause returns why a demuxer is not used, empty if it is; decided is false for one that is in
// neither list.
func leftOutBecause(name string) (why string, decided bool) {
	if from(name, containers) {
		return "", true
	}
	for _, group := range leftOut {
		if from(name, strings.Fields(group.names)) {
			return group.why, true
		}
	}
	return "it is not among the known ones", false
}

// Containers returns what FFmpeg has for files, by name. Devices are not among them, unless they have
// been registered.
func Containers() []Container {
	var list []Container
	var state unsafe.Pointer
	for format := C.av_demuxer_iterate(&state); format != nil; format = C.av_demuxer_iterate(&state) {
		list = append(list, newContainer(format))
	}
	slices.SortFunc(list, func(a, b Container) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

// Recognise returns what FFmpeg takes a file for that begins with some bytes; ok is false if it does not
// know.
func Recognise(head []byte) (c Container, ok bool) {
	padded := append(slices.Clip(head), make([]byte, C.AVPROBE_PADDING_SIZE)...)
	format := C.container_of((*C.uint8_t)(&padded[0]), C.int(len(head)))
	if format == nil {
		return Container{}, false
	}
	return newContainer(format), true
}
