// Package decode turns a media file into pictures and sound in presentation
// order.
//
// [OpenVideo] gives a [Video]: its pictures as planes that point straight into
// the decoder's memory, with time stamps, key frames, picture types and colour
// tags, and seeks that are exact by time and by number: the picture after a
// seek is the one that decoding from the start would have given. [OpenSound]
// gives a [Sound]: stereo float samples at the rate of a sound device, whose
// position is a count of samples; a [Tempo] reads it at another speed with its
// pitch kept. A player opens its file twice, once for each; the two share
// nothing.
//
// The file itself is the only thing that is ever opened. Names are plain
// names, never patterns, and URLs only under an [Access] with the network;
// playlists and other formats that lead to further files are always refused.
// All input goes through one reader that the context interrupts, also while a
// pipe or a server has nothing to give.
//
// Containers and codecs are FFmpeg's, through go-astiav; what that lacks is
// called directly. FFmpeg's threads decode; the package itself starts no
// goroutine. One goroutine at a time may use a Video or a Sound;
// [Frame.Release] may be called from any.
package decode

// #cgo pkg-config: libavformat libavcodec libavutil libswresample
import "C"
