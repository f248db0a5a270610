package player

import (
	"fmt"

	"ffkvadrat/decode/wording"
	"ffkvadrat/measure/align"
	"ffkvadrat/player/command"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/second"
	"ffkvadrat/player/session"
	"ffkvadrat/player/sides"
)

// pair returns the files of the playing video and the second one; ok is false if one of them is no file.
func (b *secondVideo) pair() (reference, encode session.VideoFile, ok bool) {
	if b.cfg.Store == nil || b.video == nil {
		return reference, encode, false
	}
	reference, encode = regular(b.play.Video().Path), regular(b.path)
	return reference, encode, reference != session.VideoFile{} && encode != session.VideoFile{}
}

// keptAlignment returns how the two videos were aligned last.
func (b *secondVideo) keptAlignment() (rule align.Rule) {
	if reference, encode, ok := b.pair(); ok {
		var err error
		if rule, err = b.cfg.Store.Alignment(reference, encode); err != nil {
			b.cfg.Warn(wording.Line(err))
		}
	}
	return rule
}

// keepAlignment stores how the two videos are aligned.
func (b *secondVideo) keepAlignment() {
	if reference, encode, ok := b.pair(); ok {
		if err := b.cfg.Store.KeepAlignment(reference, encode, b.settings.Align); err != nil {
			b.cfg.Warn(wording.Line(err))
		}
	}
}

// offset returns by how many frames the second video's current frame comes earlier in its video.
func (b *secondVideo) offset() int64 {
	if f := b.play.Frame(); f != nil && b.video != nil {
		if offset, ok := b.video.Offset(f.Time - b.play.Video().Info.Start); ok {
			return offset
		}
	}
	return b.settings.Align.Offset
}

// noSecond says why nothing can be done with a second video.
var noSecond = quantity.Capitalised(sides.NoSecond)

// set sets the offset. Without one, frames are matched by their times.
func (b *secondVideo) set(offset int64) {
	if b.video == nil {
		b.say(noSecond)
		return
	}
	rule, err := align.ParseRule(fmt.Sprint(offset))
	if err != nil {
		b.say(wording.Line(err))
		return
	}
	if offset == 0 {
		rule = align.Rule{}
	}
	b.settings.Align = rule
	b.redraw.again()
}

// move moves the second video by a number of frames to later ones of the playing video.
func (b *secondVideo) move(c command.Command) { b.set(b.offset() + int64(c.Number)) }

// align aligns the second video by what its frames show, or takes that back.
func (b *secondVideo) align(command.Command) {
	switch {
	case b.video == nil:
		b.say(noSecond)
	case b.settings.Align.By == align.ByContent:
		b.settings.Align, b.by = b.by, align.Rule{}
	default:
		b.settings.Align, b.by = align.Rule{By: align.ByContent}, b.settings.Align
	}
	b.redraw.again()
}

// waits says what is not known yet of which frames belong together, or "".
func (b *secondVideo) waits() string {
	a := b.video.Aligned()
	switch {
	case a.Part == 1:
		return ""
	case a.Rule.By == align.ByContent:
		return fmt.Sprintf("aligning: %d %%", int(100*a.Part))
	}
	return fmt.Sprintf("counting frames: %d %%", int(100*a.Part))
}

// pairing returns what the panel shows of how frames are matched.
func (b *secondVideo) pairing() second.Pairing {
	if b.video == nil {
		return second.Pairing{}
	}
	p := second.Pairing{On: true, Rule: b.settings.Align, Offset: b.offset()}
	switch a := b.video.Aligned(); {
	case a.Err != nil:
		p.State = wording.Line(a.Err)
	case a.Part < 1 && a.Rule.By == align.ByContent:
		p.State, p.Busy = b.waits(), true
	case a.Rule.By == align.ByContent:
		p.State = fmt.Sprintf("%d of A's %d frames are in B", a.Pairs, a.Of)
	}
	return p
}
