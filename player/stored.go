package player

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"ffkvadrat/decode"
	"ffkvadrat/decode/wording"
	"ffkvadrat/measure/survey"
	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
	"ffkvadrat/quadfile"
	"ffkvadrat/quadfile/stored"
)

// keeping is the stored quads of the playing video.
type keeping struct {
	path    string
	video   *stored.Video // nil for none
	lists   *survey.Lists // their counts over time
	reading *reading      // a file that is being opened, or nil
}

// reading is a file of stored quads that is being opened in a goroutine.
type reading struct {
	path   string
	cancel context.CancelFunc
	frames atomic.Int64  // number of frames read
	done   chan struct{} // closed when the other fields are set
	video  *stored.Video
	err    error
}

// line returns the panel's text about it.
func (r *reading) line() string {
	line := "reading " + filepath.Base(r.path) + " …"
	if n := r.frames.Load(); n > 0 {
		line += " " + widgets.Count(n, "frame")
	}
	return line
}

// readingPause is the time between two updates of the number of frames read.
const readingPause = 250 * time.Millisecond

// stop cancels an opening and waits for its end.
func (k *keeping) stop() {
	if r := k.reading; r != nil {
		k.reading = nil
		r.cancel()
		if <-r.done; r.err == nil {
			r.video.Close()
		}
	}
}

// close closes the file. The scene must not use it any more.
func (k *keeping) close() {
	k.stop()
	k.lists.Close()
	if k.video != nil {
		k.video.Close()
	}
	k.path, k.video, k.lists = "", nil, nil
}

// storedName reports whether a file has stored quads, by its name. Plain JSON can also be settings.
func storedName(name string) bool {
	format, err := quadfile.FormatForName(strings.ToLower(name))
	if err != nil || strings.HasPrefix(filepath.Base(name), ".") {
		return false
	}
	if format == quadfile.CSV || format == quadfile.YUView {
		return true
	}
	return format.Has(quadfile.Readable) && !strings.EqualFold(filepath.Ext(name), settingsEnding)
}

// isStored reports whether a file has stored quads, by its name, or else by its first bytes.
func isStored(path string) bool {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return false
	}
	if !strings.EqualFold(filepath.Ext(path), settingsEnding) {
		return storedName(path)
	}
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	head, _ := io.ReadAll(io.LimitReader(file, 512))
	return bytes.Contains(head, []byte(`"`+quadfile.Name+`"`))
}

// storedQuads shows stored quads in place of live ones.
type storedQuads struct {
	*core
	keeping
}

// open opens a file of stored quads for the video that plays.
func (p *storedQuads) open(path string) {
	ctx, cancel := context.WithCancel(p.ctx)
	info := p.play.Video().Info
	p.read(path, cancel, func() (*stored.Opening, error) {
		o, err := stored.Begin(ctx, path)
		if err == nil {
			if err = fits(o, path, &info); err != nil {
				o.Close()
			}
		}
		return o, err
	})
	p.say("Reads " + filepath.Base(path))
}

// begin takes the file given at the start. If its frames must be read first, that happens in the
// background, but not if the player measures.
func (p *storedQuads) begin(path string, o *stored.Opening) {
	_, known := o.Len()
	r := p.read(path, o.Stop, func() (*stored.Opening, error) { return o, nil })
	if known || p.cfg.Untimed {
		<-r.done
		p.opened(r)
	}
}

// read opens a file with begin in a goroutine.
func (p *storedQuads) read(path string, cancel context.CancelFunc, begin func() (*stored.Opening, error)) *reading {
	k := &p.keeping
	k.stop()
	r := &reading{path: path, cancel: cancel, done: make(chan struct{})}
	k.reading = r
	go func() {
		var o *stored.Opening
		if o, r.err = begin(); r.err == nil {
			updated := time.Now()
			r.video, r.err = o.Read(func(frames int64) {
				r.frames.Store(frames)
				if time.Since(updated) > readingPause {
					updated = time.Now()
					p.inbox.post(p.redraw.again)
				}
			})
		}
		close(r.done)
		p.inbox.post(func() { p.opened(r) })
	}()
	return r
}

// opened takes a file that has been opened, unless it was cancelled.
func (p *storedQuads) opened(r *reading) {
	if p.keeping.reading != r {
		return
	}
	p.keeping.reading = nil
	r.cancel()
	err := r.err
	if err == nil {
		if err = fitsLength(r.video.Len(), r.path, &p.play.Video().Info); err != nil {
			r.video.Close()
		}
	}
	if err != nil {
		p.complain(err)
		return
	}
	p.keepList(r.path, r.video)
}

// keepList shows the quads of an open file and takes over closing it.
func (p *storedQuads) keepList(path string, video *stored.Video) {
	header, whole := video.Header()
	p.scene.SetStored(video, header.Analysis, whole)
	p.keeping.close()
	p.keeping.path, p.keeping.video = path, video
	p.count()
	p.settings.Source = session.Stored
	p.say("Stored quads of " + filepath.Base(path))
	if err := video.Damage(); err != nil {
		p.say(fmt.Sprintf("%s is damaged: %s of it", filepath.Base(path), widgets.Count(int64(video.Len()), "frame")))
		p.cfg.Warn(fmt.Sprintf("%s: damaged: %s; the first %s can be shown", path, wording.Line(err), widgets.Count(int64(video.Len()), "frame")))
	}
}

// count counts the quads of all lists for the timeline in a goroutine. A player that measures has
// no timeline.
func (p *storedQuads) count() {
	if p.cfg.Untimed {
		return
	}
	video, info := p.keeping.video, &p.play.Video().Info
	start, apart := info.Start, 0. // approximate seconds per frame
	if rate := info.AvgFrameRate.Float(); rate > 0 {
		apart = 1 / rate
	}
	_, whole := video.Header()
	read := func(ctx context.Context, take func(survey.Reading)) error {
		var before survey.Reading
		held := false
		err := video.Each(ctx, func(f *quadfile.Frame) {
			now := survey.Reading{Time: f.Time - start, Duration: apart, Index: f.Index, Type: '?', Quads: len(f.Quads), Coverage: stored.Coverage(f)}
			switch {
			case f.HasPTS:
				now.Time = float64(f.PTS)*info.TimeBase.Float() - start
			case !whole && f.Index >= 0: // YUView's statistics have no times
				now.Time = float64(f.Index) * apart
			}
			if held {
				if before.Index < 0 || now.Index < 0 || now.Index == before.Index+1 {
					before.Duration = now.Time - before.Time
				}
				take(before)
			}
			before, held = now, true
		})
		if held {
			take(before)
		}
		return err
	}
	p.keeping.lists = survey.ReadLists(p.ctx, read, func() { p.inbox.post(p.redraw.again) })
	p.timeline.SetStored(p.keeping.lists)
}

// leave returns to live quads when another video plays.
func (p *storedQuads) leave() {
	p.scene.SetStored(nil, quadfile.Analysis{}, false)
	p.timeline.SetStored(nil)
	p.keeping.close()
	p.settings.Source = session.Live
}

// fits returns an error if a file of stored quads belongs to another video, as far as it has been
// read.
func fits(o *stored.Opening, path string, info *decode.Info) error {
	header, whole := o.Header()
	s, base := &header.Source, info.TimeBase
	switch {
	case s.Width != info.Width || s.Height != info.Height:
		return another(path, "its pictures are %d×%d, not %d×%d", s.Width, s.Height, info.Width, info.Height)
	case whole && int64(s.TimeBase.Num)*int64(base.Den) != int64(base.Num)*int64(s.TimeBase.Den):
		return another(path, "its time base is %d/%d, not %d/%d", s.TimeBase.Num, s.TimeBase.Den, base.Num, base.Den)
	}
	frames, _ := o.Len()
	return fitsLength(frames, path, info)
}

// fitsLength returns an error if a file has more frames than the video.
func fitsLength(frames int, path string, info *decode.Info) error {
	if info.Frames > 0 && int64(frames) > info.Frames {
		return another(path, "it has %s, not %d", widgets.Count(int64(frames), "frame"), info.Frames)
	}
	return nil
}

func another(path, format string, args ...any) error {
	return fmt.Errorf("player: %s: of another video: %s", path, fmt.Sprintf(format, args...))
}

// switchSource toggles between stored and live quads.
func (p *storedQuads) switchSource(command.Command) {
	switch {
	case p.keeping.video == nil:
		p.say("No stored quads: open an export, or drop it here")
	case p.settings.Source == session.Stored:
		p.settings.Source = session.Live
		p.say("Live quads")
	default:
		p.settings.Source = session.Stored
		p.say("Stored quads of " + filepath.Base(p.keeping.path))
	}
}

// observe updates the status about stored quads.
func (p *storedQuads) observe() {
	s := &p.status.Stored
	*s = panel.Stored{}
	if r := p.keeping.reading; r != nil {
		s.Reading = r.line()
	}
	if p.keeping.video == nil {
		return
	}
	s.Name = filepath.Base(p.keeping.path)
	if err := p.scene.Missing(); err != nil {
		s.Missing = wording.Line(err)
	}
	s.Counts, s.Compared = p.scene.A.Compared()
	if s.Shown = p.scene.A.Stored(); s.Shown {
		for _, q := range p.scene.A.Read() {
			s.Sizes[q.Level()]++
		}
	}
}
