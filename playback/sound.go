package playback

import (
	"fmt"

	"ffkvadrat/decode/wording"
)

// sound is the state of the sound, across videos.
type sound struct {
	volume float64
	muted  bool
	had    bool   // some video has had sound
	note   string // why the current video has none; else empty
	warned string // the last such reason in the log
	moved  bool   // not at the picture's position
}

// SetVolume sets volume, 0 to 1, and muting.
func (p *Playback) SetVolume(volume float64, muted bool) {
	p.sound.volume, p.sound.muted = volume, muted
	p.video.track.setVolume(volume, muted)
}

// hear takes over a video's sound when it is open.
func (p *Playback) hear(f *Video) {
	if f != p.video || f.opening == nil {
		return // closing the video closes its sound
	}
	f.track, f.opening = <-f.opening, nil
	f.track.start()
	s := &p.sound
	s.had = s.had || f.track.stream != nil
	if text := f.track.warning(); text != "" && text != s.warned {
		s.warned = text // the text for a missing device is the same for all videos
		p.opt.Warn(text)
	}
	s.note = f.track.note(f.Info.Thing())
	f.track.setVolume(s.volume, s.muted)
	p.connect()
	p.opt.Changed()
}

// run starts or stops clock and sound as needed.
func (p *Playback) run() {
	f := p.video
	run := f.opening == nil && !p.transport.Paused() && !p.transport.Seeking()
	if run == p.running {
		return
	}
	p.running = run
	if !run {
		f.track.play(false)
		p.clock.Pause()
		return
	}
	at := p.transport.Screen()
	heard := f.track.heard(p.speed)
	if p.sound.moved && heard {
		p.sound.moved = false
		if err := f.track.seek(at, p.speed); err != nil {
			p.opt.Warn(fmt.Sprintf("the sound does not go on: %s", wording.Line(err)))
		}
		p.clock.Seek(at)
	}
	f.track.play(heard)
	p.clock.Start()
}

// connect makes the sound the master clock if it is audible, else the machine's clock. Both are
// stopped; run starts them.
func (p *Playback) connect() {
	track := &p.video.track
	track.play(false)
	p.clock.Pause()
	p.running = false
	heard := track.heard(p.speed)
	p.transport.Yielding = p.speed != 1 && !heard
	p.sound.moved = p.sound.moved || heard
	switch {
	case heard:
		p.clock.SetSound(track.stream, 0)
		p.sound.note = ""
	case track.stream != nil:
		p.clock.SetSound(nil, 0)
		p.sound.note = fmt.Sprintf("silent at speed %.4g×", p.speed)
	}
}
