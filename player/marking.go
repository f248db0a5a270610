package player

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"ffkvadrat/atomicfile"
	"ffkvadrat/decode"
	"ffkvadrat/decode/wording"
	"ffkvadrat/playback/transport"
	"ffkvadrat/player/browser"
	"ffkvadrat/player/command"
	"ffkvadrat/player/marks"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/session"
)

// marker manages the marks of the playing video.
type marker struct {
	*core
	undone   *past
	kept     marks.Kept
	numbered int    // version of the marks that have numbers
	seen     uint64 // version of the timeline's view with these numbers
	deleted  []deletedMark
}

// deletedMark is a mark that undo brings back.
type deletedMark struct {
	marks.Mark
	steps int // of settings, that undo had then
}

// turnTo shows the marks of a video; those of the zero value are not stored.
func (p *marker) turnTo(video session.VideoFile, list marks.List) {
	var store marks.Store
	if video != (session.VideoFile{}) {
		store = func(edit func(marks.List) marks.List) (marks.List, error) {
			return p.cfg.Store.ChangeMarks(video, edit)
		}
	}
	p.kept.SetVideo(list, store)
	p.deleted = nil
	p.status.Exists, p.status.Written = "", ""
}

// change edits the marks, on the screen at once, and in the store together with changes by other
// players. edit is called twice, the second time in a goroutine.
func (p *marker) change(edit func(marks.List) marks.List) {
	p.kept.Change(edit, func(take func() error) {
		p.inbox.post(func() {
			if err := take(); err != nil {
				p.complain(fmt.Errorf("player: the marks are not saved: %w", err))
			}
			p.redraw.again()
		})
	})
	p.status.Written = ""
	p.redraw.again()
}

// markTime returns the time that identifies the mark of a frame.
func (p *marker) markTime(f *decode.Frame) float64 { return max(f.Time-p.shown.video.Info.Start, 0) }

// mark marks the current frame, or asks for the note of its mark. With a number, it opens the note in the tab.
func (p *marker) mark(c command.Command) {
	f, m := p.play.Frame(), &p.kept
	if f == nil {
		return
	}
	at := p.markTime(f)
	inTab := c.Number > 0
	if i := m.List.Find(at); i >= 0 {
		if inTab {
			p.panel.Marks.WriteNote(m.List[i].Time)
		} else {
			p.panel.Place.AskNote(m.List[i].Time, m.List[i].Note)
		}
		p.redraw.again()
		return
	}
	fresh := marks.Mark{Index: f.Index, PTS: f.PTS, HasPTS: f.HasPTS, Time: at}
	if !fresh.HasPTS {
		fresh.PTS = 0
	}
	if _, err := m.List.Set(fresh); err != nil {
		p.complain(err)
		return
	}
	p.change(func(l marks.List) marks.List {
		if l.Find(fresh.Time) < 0 {
			l, _ = l.Set(fresh) // fails if other players have filled the list
		}
		return l
	})
	said := "Marked " + transport.FormatTime(transport.Seconds(at)) + "; "
	if inTab {
		p.panel.Marks.WriteNote(at)
		said += "you can type its note"
	} else {
		said += "press b again to write its note"
	}
	if !m.Stored() {
		said += " (marks of this " + p.shown.video.Info.Thing() + " are not saved)"
	}
	p.say(said)
}

// note sets the note of a mark.
func (p *marker) note(c command.Command) {
	p.change(func(l marks.List) marks.List {
		if i := l.Find(c.Number); i >= 0 {
			m := l[i]
			m.Note = c.Text
			l, _ = l.Set(m)
		}
		return l
	})
}

// deleteMark deletes a mark; without a time, that of the current frame.
func (p *marker) deleteMark(c command.Command) {
	at := c.Number
	if f := p.play.Frame(); at < 0 && f != nil {
		at = p.markTime(f)
	}
	i := p.kept.List.Find(at)
	if i < 0 {
		p.say("This frame has no mark")
		return
	}
	p.deleted = append(p.deleted, deletedMark{p.kept.List[i], len(p.undone.history.past)})
	p.change(func(l marks.List) marks.List { return l.Delete(at) })
	p.offer("Mark removed", panel.Offer{Title: "Bring it back (Ctrl+Z)", Command: command.Do(command.Undo)})
}

// restore brings back the last deleted mark, if no setting has changed since.
func (p *marker) restore() bool {
	n := len(p.deleted) - 1
	if n < 0 || p.deleted[n].steps != len(p.undone.history.past) {
		return false
	}
	m := p.deleted[n].Mark
	p.deleted = p.deleted[:n]
	p.change(func(l marks.List) marks.List {
		if l.Find(m.Time) < 0 {
			l, _ = l.Set(m) // fails if the list is full
		}
		return l
	})
	p.say("The mark is back")
	return true
}

// nextMark seeks to the next or the previous mark.
func (p *marker) nextMark(c command.Command) {
	l := p.kept.List
	i := l.Next(p.play.Towards(), int(c.Number))
	switch {
	case len(l) == 0:
		p.say("No marks; press b to make one")
	case i < 0:
		p.say(word(c.Number > 0, "No mark after this frame", "No mark before this frame"))
	default:
		p.toMark(command.With(command.ToMark, l[i].Time))
	}
}

func (p *marker) toMark(c command.Command) {
	l := p.kept.List
	i := l.Find(c.Number)
	if i < 0 {
		return
	}
	p.play.SeekTo(l[i].Time)
	said := fmt.Sprintf("Mark %d of %d", i+1, len(l))
	if l[i].Note != "" {
		said += ": " + l[i].Note
	}
	p.say(said)
}

// number fills in frame numbers of marks that the timeline's survey has found.
func (p *marker) number() {
	v := &p.timeline.View
	if v.Version == p.seen && p.kept.Version == p.numbered {
		return
	}
	p.seen, p.numbered = v.Version, p.kept.Version
	p.kept.List = p.kept.List.Number(func(time float64) int64 {
		if i := v.Frame(time); i >= 0 && math.Abs(v.Times[i]-time) < 2e-6 {
			return i
		}
		return -1
	})
}

// exportMarks writes the marks with the panel's form. It replaces an existing file only after the
// user has seen its name and confirmed.
func (p *marker) exportMarks(replace bool) {
	m, form := &p.kept, &p.panel.Marks.Form
	if len(m.List) == 0 {
		p.say("No marks; press b to make one")
		return
	}
	info, err := os.Stat(form.Name)
	if video, failed := os.Stat(p.shown.video.Path); err == nil && failed == nil && os.SameFile(info, video) {
		p.status.Written = "Not written: this file is the " + p.shown.video.Info.Thing()
		return
	}
	if err := p.guard(form.Name); err != nil {
		p.status.Written = "Not written: " + wording.Line(err)
		return
	}
	asked := p.status.Exists
	p.status.Exists = ""
	if exists(form.Name) && !(replace && asked == form.Name) {
		p.status.Exists, p.status.Written = form.Name, existsAlready(form.Name)
		return
	}
	name, format, list := form.Name, form.Format, m.List
	video := marks.Video{Name: p.facts.Name, Start: p.shown.video.Info.Start, Rate: p.shown.video.Info.AvgFrameRate.Float()}
	m.Do(func() {
		err := writeMarks(p.ctx, name, format, list, video)
		p.inbox.post(func() {
			if err != nil {
				p.status.Written = "Not written: " + wording.Line(err)
				p.say(p.status.Written)
				return
			}
			p.status.Written = fmt.Sprintf("Wrote %s: %s", name, quantity.Count(int64(len(list)), "mark"))
			p.wrote("Wrote "+browser.InFolder(name), name, nil)
		})
	})
}

func writeMarks(ctx context.Context, name string, format marks.Format, list marks.List, video marks.Video) error {
	if name == "" {
		return errors.New("the file has no name")
	}
	return atomicfile.WriteFile(ctx, name, func(w io.Writer) error { return format.Write(w, list, video) })
}
