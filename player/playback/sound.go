package playback

import (
	"fmt"
)

// sound is what is to be known about the sound of all films.
type sound struct {
	volume float64
	muted  bool
	had    bool   // some film has had sound
	note   string // why the film has none; empty if it has
	warned string // why one had none, as the log has it last
	moved  bool   // it stands elsewhere than the picture
}

// SetVolume sets volume, 0 to 1, and muting.
func (p *Playback) SetVolume(volume float64, muted bool) {
	p.sound.volume, p.sound.muted = volume, muted
	p.film.track.setVolume(volume, muted)
}

// SoundNote says why there is no sound; it is empty if there is.
func (p *Playback) SoundNote() string { return p.sound.note }

// HasSound reports whether the film's sound is on the device.
func (p *Playback) HasSound() bool { return p.film.track.stream != nil }

// HadSound reports whether any film's was.
func (p *Playback) HadSound() bool { return p.sound.had }

// BySound reports whether the clock is the sound's, not the machine's.
func (p *Playback) BySound() bool { return p.clock.BySound() }

// hear takes a film's sound once it is open.
func (p *Playback) hear(f *Film) {
	if f != p.film || f.opening == nil {
		return // the film is past, and closes its sound
	}
	f.track, f.opening = <-f.opening, nil
	f.track.start()
	s := &p.sound
	s.had = s.had || f.track.stream != nil
	if text := f.track.warning(); text != "" && text != s.warned {
		s.warned = text // all films have the same to say of the device
		p.opt.Warn(text)
	}
	s.note = f.track.note()
	f.track.setVolume(s.volume, s.muted)
	p.connect()
	p.opt.Changed()
}

// run lets clock and sound run or stand as playback does.
func (p *Playback) run() {
	f := p.film
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
			p.opt.Warn(fmt.Sprintf("the sound does not go on: %v", err))
		}
		p.clock.Seek(at)
	}
	f.track.play(heard)
	p.clock.Start()
}

// connect makes the clock go by the sound if that is heard, else by the machine's
// clock. Both stand still afterwards; run starts them.
func (p *Playback) connect() {
	track := &p.film.track
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
