package player

import (
	"errors"

	"ffkvadrat/decode"
	"ffkvadrat/decode/rawvideo"
	"ffkvadrat/decode/wording"
	"ffkvadrat/playback"
	"ffkvadrat/player/command"
	"ffkvadrat/player/rawform"
	"ffkvadrat/player/session"
)

// rawVideo has the form that says how to read raw video, and opens the video again when that changes.
type rawVideo struct {
	*core
	open  func(paths []string)
	paths []string // what to open, while the form asks for a layout
	frame int64    // the last frame known of the video
}

// turn shows the form of a video that has begun, if it is raw.
func (r *rawVideo) turn(f *playback.Video) {
	if r.refused != nil { // the form is that of what cannot be played
		return
	}
	r.status.Raw, r.paths = nil, nil
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

// asking returns a form that begins with what the file's name says, or else with what fits its length.
func asking(path string, raw *decode.RawError) *rawform.Form {
	l, from := rawform.Unknown, ""
	if len(raw.Fits) > 0 {
		l, from = raw.Fits[0], "guessed from the length"
	}
	if raw.Name != (rawvideo.Layout{}) {
		l, from = raw.Name, named.String()
	}
	form := rawform.New(path, raw.Size, l, decode.RawBytes)
	form.Asks, form.Origin = true, from
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
	changed := rawform.New(form.Path, form.Size, l, decode.RawBytes)
	if form.Asks {
		changed.Asks = true
		r.status.Raw = changed
		r.redraw.again()
		return
	}
	if frames, _ := changed.Frames(); frames == 0 {
		text, _ := changed.Length()
		r.say(text)
		return
	}
	if l == form.Layout && r.play.Opening() == "" {
		return
	}
	if f := r.play.Frame(); f != nil {
		r.frame = max(r.index(f), 0)
	}
	undo := r.layouts.choose(regular(form.Path), l)
	r.play.Reopen(r.frame, func(err error) {
		undo()
		r.complain(err)
	})
}

// begin opens the video of the page with the form's layout. The tab with the form is there to correct it.
func (r *rawVideo) begin(command.Command) {
	form := r.status.Raw
	if form == nil || !form.Asks {
		return
	}
	if frames, _ := form.Frames(); frames == 0 {
		text, _ := form.Length()
		r.say(text)
		return
	}
	r.layouts.choose(regular(form.Path), form.Layout)
	r.settings.Tab, r.settings.Panel = session.Video, true
	r.open(r.paths)
}
