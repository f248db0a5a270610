package playback

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"ffkvadrat/decode"
	"ffkvadrat/decode/wording"
	"ffkvadrat/playback/audio"
)

// soundRate is the device's sample rate, that of nearly all videos.
const soundRate = 48000

// Speaker returns the sound device. It may be called from any goroutine.
type Speaker func() (*audio.Device, error)

// NewSpeaker returns a Speaker that opens the machine's device at the first call. A process can
// open it only once.
func NewSpeaker() Speaker {
	return sync.OnceValues(func() (*audio.Device, error) { return audio.Open(soundRate) })
}

// track is a video's sound on the device. The zero value is silent.
type track struct {
	sound  *decode.Sound
	tempo  *decode.Tempo // source of the sound
	device *audio.Device
	stream *audio.Stream // nil until start
	err    error         // why there is no sound; decode.ErrNoSound for a video without
}

// openTrack opens the sound of a file and the device. origin is the stream time of the first frame.
func openTrack(ctx context.Context, path string, origin float64, open Speaker) track {
	sound, err := decode.OpenSound(ctx, path, soundRate)
	if err != nil {
		return track{err: err}
	}
	if err := sound.SetOrigin(origin); err != nil {
		sound.Close()
		return track{err: err}
	}
	device, err := open()
	if err != nil {
		sound.Close()
		return track{err: err}
	}
	return track{sound: sound, tempo: decode.NewTempo(sound), device: device}
}

// startTrack opens the track in a goroutine. The channel receives it once, then opened is called.
func startTrack(ctx context.Context, path string, origin float64, open Speaker, opened func()) <-chan track {
	done := make(chan track, 1)
	go func() {
		done <- openTrack(ctx, path, origin, open)
		opened()
	}()
	return done
}

// start makes the device play the track, initially paused.
func (t *track) start() {
	if t.device != nil {
		t.stream = t.device.NewStream(t.tempo)
	}
}

// close ends the sound.
func (t *track) close() {
	if t.stream != nil {
		t.stream.Close()
	}
	if t.sound != nil {
		t.tempo.Close()
		t.sound.Close()
	}
}

// heard reports whether the sound is audible at a speed.
func (t *track) heard(speed float64) bool {
	return t.stream != nil && speed >= decode.MinTempo && speed <= decode.MaxTempo
}

// seek moves the sound to a time in seconds after the first frame. It continues at the given speed,
// at which it must be audible.
func (t *track) seek(seconds, speed float64) error {
	if t.stream == nil {
		return nil
	}
	return t.stream.Restart(func() error { return t.tempo.SeekTime(seconds, speed) })
}

// play resumes or pauses the sound.
func (t *track) play(on bool) {
	switch {
	case t.stream == nil:
	case on:
		t.stream.Play()
	default:
		t.stream.Pause()
	}
}

// setVolume sets volume and muting.
func (t *track) setVolume(volume float64, muted bool) {
	if t.stream != nil {
		t.stream.SetVolume(volume)
		t.stream.SetMuted(muted)
	}
}

// note returns the panel's text for a video that plays without sound. thing is the word for it.
func (t *track) note(thing string) string {
	switch {
	case t.stream != nil:
		return ""
	case errors.Is(t.err, decode.ErrNoSound):
		return withoutSound(thing)
	case errors.Is(t.err, decode.ErrNotSeekable):
		return "silent: the input cannot be read twice"
	case errors.Is(t.err, audio.ErrNoDevice) || errors.Is(t.err, audio.ErrOpened):
		return "no sound device: silent"
	}
	return "silent: the sound cannot be played"
}

func withoutSound(thing string) string { return "the " + thing + " has no sound" }

// warning returns the log's message for a video whose sound cannot be played, or "".
func (t *track) warning() string {
	if t.err == nil || errors.Is(t.err, decode.ErrNoSound) || errors.Is(t.err, context.Canceled) {
		return ""
	}
	return fmt.Sprintf("playing without sound, by the system's clock: %s", wording.Line(t.err))
}
