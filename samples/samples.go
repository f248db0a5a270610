// Package samples embeds the video that the program shows if no other is given. README.md
// describes this video and the small clips for tests.
package samples

import _ "embed"

//go:embed sample.mp4
var sample string

// Name is the file name of the sample.
const Name = "sample.mp4"

// Sample returns a copy of the embedded sample, a complete MP4 file: 10 s of H.264 at 1280 × 720 and 25
// frames/s with stereo AAC at 48 kHz.
func Sample() []byte { return []byte(sample) }
