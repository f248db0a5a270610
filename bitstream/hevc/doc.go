// Package hevc parses H.265: it says for each coded picture how its encoder divided it, without
// reconstructing samples.
//
// Input are packets of one access unit each, as demuxers give them. Output is a [Picture]: coding
// units, prediction units and transform units with their places, sizes and modes, the QP, the bits of
// each coding tree unit, slices and tiles, and motion vectors. It works in three steps:
//
//   - A [Stream] reads the headers of a packet: parameter sets, slice segment headers, the order count
//     and the reference pictures. Packets go through it in decoding order, on one goroutine.
//   - A [Parser] reads a picture's slice data, which depend on no other picture. Each goroutine has its
//     own Parser, and pictures may be parsed in any order.
//   - A [MotionDecoder] derives the motion vectors of a parsed picture, which may depend on those of
//     earlier ones (clause 8.5.3.2). Pictures go through it in decoding order, on one goroutine. It is
//     needed for vectors alone.
//
// Nearly all of the time goes to the bins of the arithmetic code, each of which needs the one before: see
// cabac.go for how they are decoded. In the steady state, nothing is allocated.
//
// Every slice segment has to end exactly where its data end (clause 7.3.2.9); one that does not is a
// fault of the picture, which is counted. Main, Main 10 and the range extensions are covered: 4:0:0 to
// 4:4:4, 8 to 16 bits. Screen content, 3D and the layers of other extensions return ErrUnsupported.
//
// Vectors are confirmed by prediction: in tests, luma samples without a residual and without loop filters
// are predicted by them from FFmpeg's decoded pictures, and equal FFmpeg's decoded picture. That covers
// streams of libx265, and random ones that the tests write with merge regions, long-term references,
// modified lists, weights, slices, tiles and low delay. No
// source but computation by hand confirms the limits of scale factors and of scaled vectors. What is
// derived after a missing picture is confirmed by nothing; [Picture.MotionErr] says where that is.
//
// libde265, a decoder of others, has the same coding units, prediction units, modes, QP, references and
// vectors in 18 streams (docs/explanation/results.md).
//
// Of the syntax, only streams that the tests write themselves confirm extended precision, aligned bypass,
// PCM in 4:0:0, wavefronts with tiles, and SAO of chroma next to PCM.
//
// Numbers of clauses and tables are those of ITU-T H.265 (08/2021); names of syntax elements, too.
package hevc

import (
	"errors"
	"fmt"

	"ffkvadrat/bitstream/nal"
)

// ErrMalformed is the cause of errors about streams that break the syntax.
var ErrMalformed = nal.ErrMalformed

// ErrUnsupported is the cause of errors about extensions that this package does not parse.
var ErrUnsupported = errors.New("not supported")

func unsupported(what string) error { return fmt.Errorf("%s: %w", what, ErrUnsupported) }

func malformed(format string, args ...any) error {
	return fmt.Errorf(format+": %w", append(args, ErrMalformed)...)
}
