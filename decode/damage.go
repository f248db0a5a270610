package decode

// #include "log.h"
import "C"

import (
	"errors"
	"strings"

	"github.com/asticode/go-astiav"
)

// damageLog collects the messages about damage of one demuxer or decoder.
type damageLog struct{ c *C.DamageCount }

func newDamageLog() (damageLog, error) {
	l := damageLog{C.damage_count_new()}
	if l.c == nil {
		return l, errors.New("out of memory")
	}
	return l, nil
}

func (l damageLog) watchDemuxer(fc *astiav.FormatContext) {
	C.damage_watch_demuxer(l.c, formatPointer(fc))
}

func (l damageLog) watchDecoder(cc *astiav.CodecContext) {
	C.damage_watch_decoder(l.c, codecPointer(cc))
}

// take returns the first message since the last call, or nil.
func (l damageLog) take() error {
	if C.damage_waits(l.c) == 0 { // the usual case, without an allocation
		return nil
	}
	var text [C.DAMAGE_TEXT]C.char
	C.damage_take(l.c, &text[0])
	line := strings.Join(strings.Fields(C.GoString(&text[0])), " ")
	return errors.New(strings.TrimRight(line, ":. "))
}

// codec returns the name of a Matroska video codec that FFmpeg does not know, or empty.
func (l damageLog) codec() string {
	var text [C.CODEC_TEXT]C.char
	C.damage_codec(l.c, &text[0])
	return C.GoString(&text[0])
}

// keepErrors drops the warnings.
func (l damageLog) keepErrors() { C.damage_forget_warnings(l.c) }

func (l damageLog) close() { C.damage_count_free(l.c) }
