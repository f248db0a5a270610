package main

import (
	"encoding/binary"
	"math"

	"ffkvadrat/samples/noise"
)

const sampleRate = 48000

const (
	beepSeconds   = 0.040
	beepHertz     = 1000
	beepLevel     = 0.5
	humHertz      = 220
	humLevel      = 0.04
	edgeSeconds   = 0.001 // rise and fall of the beep
	pcmFrameBytes = 4     // two channels of signed 16 bits, little-endian
)

// sound returns the scene's sound from the given frame as interleaved stereo PCM: a beep on each whole
// second, and a quiet hum that follows the disc from left to right.
func sound(firstFrame, frames int) []byte {
	n := frames * sampleRate / frameRate
	offset := firstFrame * sampleRate / frameRate
	out := make([]byte, 0, n*pcmFrameBytes)
	for i := offset; i < offset+n; i++ {
		t := float64(i) / sampleRate
		beep := 0.0
		if s := math.Mod(t, 1); s < beepSeconds {
			edge := math.Min(s, beepSeconds-s) / edgeSeconds
			beep = beepLevel * noise.Smooth(edge) * math.Sin(2*math.Pi*beepHertz*s)
		}
		x, _ := discAt(t)
		pan := x / sceneWidth * math.Pi / 2
		hum := humLevel * brightness(t) * math.Sin(2*math.Pi*humHertz*t)
		for _, v := range []float64{beep + hum*math.Cos(pan), beep + hum*math.Sin(pan)} {
			out = binary.LittleEndian.AppendUint16(out, uint16(int16(math.Round(v*32767))))
		}
	}
	return out
}
