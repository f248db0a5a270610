// Package nal reads the network abstraction layer that H.264, H.265 and H.266 share: it divides a
// packet into NAL units, removes emulation prevention, and reads syntax elements of headers.
//
// Input are a packet's bytes; output are slices of them, bytes without emulation prevention, and
// numbers. Values are for one goroutine at a time. Sources: ITU-T H.265 (08/2021), clauses 7.2, 7.3.1,
// 7.4.2, 9.2 and Annex B, and ISO/IEC 14496-15, clause 8.3.3 for length-prefixed units.
package nal

import (
	"bytes"
	"errors"
	"fmt"
)

// ErrMalformed is the cause of errors about bytes that break the syntax.
var ErrMalformed = errors.New("malformed")

var (
	startCode  = []byte{0, 0, 1}
	prevention = []byte{0, 0, 3}
)

// Split appends the NAL units of a byte stream (Annex B) to units, without start codes and trailing
// zero bytes. The units share memory with the stream.
func Split(units [][]byte, stream []byte) [][]byte {
	at := bytes.Index(stream, startCode)
	if at < 0 {
		return units
	}
	rest := stream[at+3:]
	for {
		next := bytes.Index(rest, startCode)
		unit := rest
		if next >= 0 {
			unit = rest[:next]
		}
		if unit = bytes.TrimRight(unit, "\x00"); len(unit) > 0 {
			units = append(units, unit)
		}
		if next < 0 {
			return units
		}
		rest = rest[next+3:]
	}
}

// SplitLengths appends the NAL units of a packet to units, each of which has its length in the size
// bytes before it. The units share memory with the packet.
func SplitLengths(units [][]byte, packet []byte, size int) ([][]byte, error) {
	for len(packet) > 0 {
		if len(packet) < size {
			return units, fmt.Errorf("nal: %d bytes after the last unit: %w", len(packet), ErrMalformed)
		}
		length := uint64(0)
		for _, b := range packet[:size] {
			length = length<<8 | uint64(b)
		}
		packet = packet[size:]
		if length > uint64(len(packet)) {
			return units, fmt.Errorf("nal: a unit of %d bytes, %d left: %w", length, len(packet), ErrMalformed)
		}
		if length > 0 {
			units = append(units, packet[:length])
		}
		packet = packet[length:]
	}
	return units, nil
}

// Unescape appends a unit's bytes without its emulation prevention bytes to dst (clause 7.3.1.1).
func Unescape(dst, unit []byte) []byte {
	for {
		at := bytes.Index(unit, prevention)
		if at < 0 {
			return append(dst, unit...)
		}
		dst = append(dst, unit[:at+2]...)
		unit = unit[at+3:]
	}
}
