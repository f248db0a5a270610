// Package decode turns a media file into pictures and sound in presentation
// order.
//
// [OpenVideo] returns a [Video]: its pictures as planes that point straight into the
// decoder's memory, with time stamps, key frames, picture types and colour tags. Seeks
// are exact by time and by number: the picture after a seek is the one that decoding from
// the start gives there. [OpenSound] returns a [Sound]: stereo float samples at the rate
// of a sound device, whose position is a count of samples. A [Tempo] reads a Sound at
// another speed with its pitch kept. A player opens its file twice, once for each; the
// two share nothing.
//
// Only the file itself is ever opened. Names are plain names, never patterns. URLs are
// opened only under an [Access] with the network, devices only under one that names them; playlists and other formats that lead
// to further files are always refused. All input goes through one reader that the context
// interrupts, even while a pipe or a server sends nothing.
//
// Containers and codecs are FFmpeg's, through go-astiav; functions that it lacks are
// called directly. FFmpeg's threads decode; the package itself starts no
// goroutine. One goroutine at a time may use a Video or a Sound;
// [Frame.Release] may be called from any.
package decode

// #cgo pkg-config: libavformat libavcodec libavutil libswresample
// #cgo LDFLAGS: -ldl
import "C"
