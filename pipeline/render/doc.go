// Package render writes a video with its quads drawn in, or the quads alone on
// a transparent ground, into a media file. [Draw] writes pictures that a program draws.
//
// Input is a video's name, an engine and [Options], output a media file and a
// [Report]. Before they are encoded, pictures are those of [overlay.Still], pixel
// by pixel; they keep their time stamps, in the source's time base, and the
// sound's packets their bytes. Each run gives the encoder the same pictures; what
// it makes of them is the same again as far as the encoder is.
//
// [Run] works on its caller's goroutine, which is the engine's, and on others
// that have ended when it returns: one decodes, some paint, one encodes and
// writes. Of large pictures fewer are on their way at a time, to bound
// memory. Cancelling its context ends it within a frame and leaves nothing
// behind. Muxers, encoders and the scaler are FFmpeg's, through go-astiav; what
// that lacks is called directly.
package render

// #cgo pkg-config: libavformat libavcodec libswscale libavutil
import "C"
