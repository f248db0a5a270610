package decode

// #include "input.h"
// #include "shim.h"
import "C"

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Errors of incomplete structures.
var (
	errCutShort = errors.New("the file ends before it should")
	errBroken   = errors.New("the container is damaged")
)

// checkEnd checks, at the end of the file, whether more should follow. Demuxers mostly take a cut at a
// packet boundary for the end, and skip unreadable bytes in between.
func (dec *decoder) checkEnd() {
	d := dec.dem
	last := dec.last
	if dec.c.codec_type != C.AVMEDIA_TYPE_VIDEO {
		last = -1
	} else if !dec.listChecked && dec.read >= 0 {
		if missing := d.listed - dec.read; missing > 0 {
			dec.listChecked = true
			dec.faults.add(&dec.faults.Read, dec.faultError(fmt.Sprintf("%d of the %d packets in its index are missing", missing, d.listed), nil))
		}
	}
	if d.in.pictures != nil { // each was checked when it was read
		return
	}
	if d.rest > 0 && !dec.endChecked {
		dec.endChecked = true
		dec.faults.add(&dec.faults.Read, dec.faultError(d.in.raw.rest(d.rest).Error(), nil))
	}
	if length := d.in.length(); length >= 0 && !dec.endChecked {
		dec.endChecked = true
		err := dec.dem.whole(length, last)
		if known := dec.faults.Read > 0; err != nil && !(known && err == errBroken) {
			dec.faults.add(&dec.faults.Read, dec.faultError(err.Error(), nil))
		}
	}
}

// fileBytes reads the file's bytes independently of the demuxer.
type fileBytes interface {
	length() int64
	// at returns n bytes at an offset, fewer at the end of the file, and none if they are no longer
	// available.
	at(offset int64, n int) []byte
	// into does the same with a buffer of n bytes.
	into(buf []byte, offset int64) []byte
}

// length returns the current length of the input, because a file can be truncated while it is read. It
// is -1 for a pipe that has not ended.
func (in *input) length() int64 {
	if !in.seekable() {
		return int64(C.input_came(in.c))
	}
	if in.fd < 0 {
		return in.size
	}
	_, size, err := statFile(in.fd)
	if err != nil {
		return in.size
	}
	return size
}

func (in *input) at(offset int64, n int) []byte { return in.into(make([]byte, n), offset) }

func (in *input) into(buf []byte, offset int64) []byte {
	if len(buf) == 0 || in.ctx.Err() != nil { // nobody waits for the result
		return buf[:0]
	}
	if !in.seekable() {
		return buf[:C.input_kept(in.c, C.int64_t(offset), (*C.uint8_t)(&buf[0]), C.int(len(buf)))]
	}
	got, err := readFileAt(in.fd, buf, offset)
	if err != nil {
		return nil
	}
	return buf[:got]
}

// whole returns what is wrong with the structure of a container of length bytes, whose last packet ends
// at last. In a file with frames, only the decoder of the frames walks the file.
func (d *demuxer) whole(length, last int64) error {
	name := d.fc.InputFormat().Name()
	switch {
	case length < d.in.size || C.index_past(d.c, C.int64_t(length)) != 0 || from(name, tight) && last >= 0 && last != length:
		return errCutShort
	case d.in.fd < 0: // a server reports missing data at once
		return nil
	case !isVideo(d.current()) && slices.ContainsFunc(d.fc.Streams(), isVideo):
		return nil
	}
	err := checkStructure(name, d.in)
	if d.in.ctx.Err() != nil { // the file was not read completely
		return nil
	}
	return err
}

// tight are the containers whose last packet extends to the end of the file.
var tight = []string{"yuv4mpegpipe", "dv"}

// structures are the checks of containers, by FFmpeg's names. Each goes from header to header and
// returns errCutShort, errBroken, or nil if everything fits or nothing is known.
var structures = map[string]func(fileBytes) error{
	"mov":      checkMOV,
	"matroska": checkMatroska,
	"avi":      checkRIFF,
	"wav":      checkRIFF,
	"mpegts":   checkTS,
	"mpeg":     checkPS,
	"asf":      checkASF,
	"ogg":      checkOgg,
	"mxf":      checkMXF,
	"flv":      checkFLV,
	"swf":      checkSWF,
	"rm":       checkRM,
	"roq":      checkRoQ,
	"obu":      checkOBU,
	"gif":      checkGIF,
	"apng":     checkPNG,
	"png_pipe": checkPNG,
}

func checkStructure(container string, f fileBytes) error {
	first, _, _ := strings.Cut(container, ",")
	if check := structures[first]; check != nil {
		return check(f)
	}
	return nil
}
