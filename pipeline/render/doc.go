// Package render writes a video with its quads drawn in, or the quads alone on a transparent
// ground, into a media file. [Draw] writes frames that a program draws.
//
// Input is a video's name, an engine and [Options], output a media file and a [Report]. Before
// encoding, frames equal those of [overlay.Still], pixel by pixel. They keep their time stamps, in
// the source's time base, and the sound's packets keep their bytes. Each run gives the encoder the
// same frames; whether the file is the same depends on the encoder.
//
// [Run] works on its caller's goroutine, which is the engine's, and on others that have ended when
// it returns: one decodes, some paint, one encodes and writes. Fewer large frames are in flight, to
// limit memory. Cancelling its context ends it within a frame and leaves no files. Muxers, encoders
// and the scaler are FFmpeg's, through go-astiav, or directly where go-astiav lacks them.
package render

// #cgo pkg-config: libavformat libavcodec libswscale libavutil
import "C"
