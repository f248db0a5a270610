package player

import (
	"errors"
	"sync"

	"ffkvadrat/decode"
	"ffkvadrat/decode/rawvideo"
	"ffkvadrat/decode/wording"
	"ffkvadrat/measure/survey"
	"ffkvadrat/playback"
	"ffkvadrat/player/command"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/rawform"
	"ffkvadrat/player/session"
)

// rawVideo has the form that says how to read raw video, and opens the video again when that changes.
type rawVideo struct {
	*core
	open  func(paths []string)
	paths []string // what to open, while the form asks for a layout
	frame int64    // to show with the next layout
	last  int64    // that one or, if the last layout has less frames, its last
	undo  func()   // takes back the layout that the video is opened with

	previewing bool // a goroutine makes a preview
	previews   sync.WaitGroup
}

// previewSide is the longer side of a preview in pixels.
const previewSide = 960

// close waits for the work, which ends with the player's context.
func (r *rawVideo) close() { r.previews.Wait() }

// preview makes the preview of the page's layout, the first frame: one after the other, so that of the latest follows. The loop
// calls it.
func (r *rawVideo) preview() {
	form := r.status.Raw
	if form == nil || !form.Asks || r.previewing || form.Preview != nil || form.Unreadable() != "" {
		return
	}
	l := form.Layout
	r.previewing = true
	ctx := decode.WithRaw(r.ctx, decode.Raw{Of: func(string) (rawvideo.Layout, bool) { return l, true }})
	path := regular(form.Path).Path
	r.previews.Go(func() {
		made := survey.FirstFrame(ctx, path, previewSide)
		r.inbox.post(func() {
			r.previewing = false
			if form := r.status.Raw; form != nil && form.Asks && form.Layout == l {
				form.Preview = made
			}
			r.redraw.again()
		})
	})
}

// turn shows the form of a video that has begun, if it is raw.
func (r *rawVideo) turn(f *playback.Video) {
	if r.refused != nil { // the form is that of what cannot be played
		return
	}
	r.status.Raw, r.paths, r.undo = nil, nil, nil
	file := regular(f.Path)
	if f.Info.Raw == (rawvideo.Layout{}) || file == (session.VideoFile{}) {
		return
	}
	r.status.Raw = rawform.New(f.Path, file.Size, f.Info.Raw, decode.RawBytes)
	_, from, err := r.layouts.find(f.Path)
	if from == chosen || from == given {
		err = r.layouts.keep(f.Path, f.Info.Raw)
	}
	if err != nil {
		r.cfg.Warn(wording.Line(err))
	}
	r.status.Raw.Origin = from.String()
}

// ask shows the form on the page about what cannot be played, if that is raw video without a layout.
func (r *rawVideo) ask(paths []string, why error) {
	r.status.Raw, r.paths = nil, nil
	var raw *decode.RawError
	if !errors.As(why, &raw) || len(paths) == 0 || regular(paths[0]) == (session.VideoFile{}) {
		return
	}
	r.status.Raw, r.paths = asking(paths[0], raw), paths
}

// asking returns a form that begins with the layout that the content is most like, unless the file's name says another size.
func asking(path string, raw *decode.RawError) *rawform.Form {
	l, from := rawform.Unknown, ""
	likely := raw.Fits[:min(len(raw.Fits), decode.RawGuesses)]
	if len(likely) > 0 {
		l, from = likely[0], "guessed from the content"
	}
	if n := raw.Name; n != (rawvideo.Layout{}) && (n.Width != l.Width || n.Height != l.Height) {
		l, from = n, named.String()
	}
	form := rawform.Asking(path, raw.Size, l, likely, decode.RawBytes)
	form.Origin = from
	return form
}

// change reads the video in another way, at the same frame. On the page, it only changes the form.
func (r *rawVideo) change(c command.Command) {
	form := r.status.Raw
	if form == nil {
		return
	}
	l, err := rawvideo.Parse(c.Text)
	if err == nil {
		l, err = decode.CheckRaw(l)
	}
	if err != nil {
		r.say("Not possible: " + wording.Line(err))
		return
	}
	changed := form.Changed(l)
	if form.Asks {
		r.status.Raw = changed
		r.redraw.again()
		return
	}
	if why := changed.Unreadable(); why != "" {
		r.say(quantity.Capitalised(why))
		return
	}
	if l == form.Layout && r.play.Opening() == "" {
		return
	}
	if f := r.play.Frame(); f != nil {
		if at := max(r.index(f), 0); at != r.last { // else fewer frames were the reason: the next layout may have the frame
			r.frame = at
		}
	}
	frames, _ := changed.Frames()
	r.last = min(r.frame, frames-1)
	if r.undo != nil { // the video is not open yet with the layout before this one
		r.undo()
	}
	undo := r.layouts.choose(regular(form.Path), l)
	r.undo = undo
	r.play.Reopen(r.frame, func(err error) {
		undo()
		r.undo = nil
		r.complain(err)
	})
}

// begin opens the video of the page with the form's layout. The tab with the form is there to correct it.
func (r *rawVideo) begin(command.Command) {
	form := r.status.Raw
	if form == nil || !form.Asks {
		return
	}
	if why := form.Unreadable(); why != "" {
		r.say(quantity.Capitalised(why))
		return
	}
	r.layouts.choose(regular(form.Path), form.Layout)
	r.settings.Tab, r.settings.Panel = session.Video, true
	r.open(r.paths)
}
