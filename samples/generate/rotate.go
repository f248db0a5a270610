package main

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// turnClockwise sets the display matrix of an MP4 file's first track to a
// quarter turn clockwise (ISO/IEC 14496-12, 8.3.2, track header version 0).
func turnClockwise(file []byte, c clip) error {
	const (
		matrixOffset = 44 // from the box's type to its matrix
		one          = 1 << 16
		oneW         = 1 << 30 // the last column has 30 fractional bits
	)
	box := bytes.Index(file, []byte("tkhd"))
	if box < 0 || box+matrixOffset+36 > len(file) || file[box+4] != 0 {
		return errors.New("no track header of version 0")
	}
	// (x, y) goes to (height − y, x).
	matrix := [9]int32{
		0, one, 0,
		-one, 0, 0,
		int32(c.height) * one, 0, oneW,
	}
	for i, v := range matrix {
		binary.BigEndian.PutUint32(file[box+matrixOffset+4*i:], uint32(v))
	}
	return nil
}
