// Package decode decodes a media file into frames and sound in presentation order.
//
// [OpenVideo] returns a [Video]: frames with planes that point into the decoder's memory, and with time
// stamps, key frames, picture types and colour tags. Seeks are exact by time and by number: they give
// exactly the frame that a full decode gives. [OpenSound] returns a [Sound]: stereo float samples at
// the rate of a sound device, whose position is a count of samples. A [Tempo] reads a Sound at another
// speed and keeps its pitch. A player opens its file twice, for video and for sound; the two share
// nothing.
//
// Raw video is read with the layout that its name or a [Raw] says. Seeks in it are arithmetic.
//
// Only the file itself is opened. A name without a file can be the pattern of numbered
// pictures, see package sequence: these files of one folder are one video, and nothing else is
// opened. All other names are plain names; - is standard input. URLs need an [Access] with the
// network, devices an Access that names them. Playlists and other formats that refer to further files
// are always refused. All input goes through one reader, which the context interrupts even while a pipe
// or a server sends nothing.
//
// FFmpeg reads containers and codecs, through go-astiav; functions that it lacks are called directly.
// libavfilter and libavdevice are loaded when something calls them, see late_unix.c.
// FFmpeg's threads decode. The package starts goroutines only for devices whose calls cannot be
// interrupted, and to parse packets (package parsing) if blocks or motion vectors of H.265 or AV1 are needed; these
// end with [Video.Close]. One goroutine at a time may use a Video or a Sound; any may call [Frame.Release].
package decode

// #cgo pkg-config: libavformat libavcodec libavutil libswresample
// #cgo !darwin LDFLAGS: -Wl,--as-needed
// #cgo !windows LDFLAGS: -ldl
// #cgo windows LDFLAGS: -l:libwinpthread.a
import "C"
