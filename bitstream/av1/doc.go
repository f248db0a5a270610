// Package av1 parses AV1: it says for each coded frame how its encoder divided it, without reconstructing
// samples.
//
// Input are packets of one temporal unit each, in the low-overhead format, as demuxers give them. Output
// is a [Picture] for each shown frame: blocks with their places, sizes, modes, references and motion
// vectors, transform blocks, quantiser indices, the bits of each block and superblock, and tiles.
//
// A [Parser] reads packets in decoding order on one goroutine: the syntax of a frame depends on the
// distributions, motion vectors and segments of frames before it. A Picture that it returns may be read
// by any goroutine until it is released. In the steady state, nothing is allocated.
//
// Every tile has to end exactly where its data end (section 8.2.4): with the trailing bit at the place
// where the symbol decoder stops, and zeros after it. One that does not is a fault of the picture, which
// is counted. A stream that goes wrong once goes wrong there with near certainty, because all
// distributions, contexts and predicted vectors enter into what is read next. Large scale tiles return
// ErrUnsupported.
//
// Header elements are confirmed by FFmpeg's filter trace_headers. Blocks are confirmed by libaom 3.6, which shares
// no code with this package: its decoder has the same places, sizes, modes, angles, references, vectors, segments,
// quantiser indices, palettes, filters, and kinds of compound and motion of all blocks, the same transform blocks,
// and has read as many bits after each block, in streams of libaom, SVT-AV1 and rav1e and in public ones. Vectors
// are also confirmed by prediction, of whole samples and of parts: in tests, what FFmpeg's decoded references
// predict equals FFmpeg's decoded picture, in blocks without coefficients. Segments with a skip feature, alone or
// with a reference or global motion feature, segments of which only some are lossless, delta_lf_multi and affine
// global motion are only in streams of a libaom that was changed to write them. No stream was there for global
// motion that is a translation, and for references of more than twice the size.
//
// Numbers of sections, names of syntax elements and tables are those of the AV1 Bitstream and Decoding
// Process Specification, version 1.0.0 with errata 1.
package av1

import (
	"errors"
	"fmt"

	"ffkvadrat/bitstream/nal"
)

// ErrMalformed is the cause of errors about streams that break the syntax.
var ErrMalformed = nal.ErrMalformed

// ErrUnsupported is the cause of errors about parts of the standard that this package does not parse.
var ErrUnsupported = errors.New("not supported")

func malformed(format string, args ...any) error {
	return fmt.Errorf(format+": %w", append(args, ErrMalformed)...)
}

func wrap(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("av1: %s: %w", what, err)
}
