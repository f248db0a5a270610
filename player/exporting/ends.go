package exporting

import (
	"fmt"
	"strings"

	"ffkvadrat/decode"
	"ffkvadrat/pipeline"
	"ffkvadrat/playback/transport"
	"ffkvadrat/player/session"
)

// Ends are the first and the last frame of an export.
type Ends struct {
	From, To decode.Position
	HasTo    bool // otherwise the last frame is the video's
}

// start is the position of a video's first frame.
var start = decode.Position{Index: -1}

// Moment is what the parts of a form refer to.
type Moment struct {
	Here decode.Position // the frame on the screen
	Loop []float64       // the ends of the loop in seconds, as far as marked
}

// Selected returns the ends of the form's part.
func (f *Form) Selected(now Moment) Ends {
	all := Ends{From: start}
	switch {
	case f.Format == Sheet: // of the whole video
	case f.Part == Onwards:
		all.From = now.Here
	case f.Part == Here:
		return Ends{now.Here, now.Here, true}
	case f.Part == Loop && len(now.Loop) == 2:
		return Ends{decode.Position{Index: -1, Seconds: now.Loop[0]}, decode.Position{Index: -1, Seconds: now.Loop[1]}, true}
	case f.Part == Typed:
		return f.Ends
	}
	return all
}

// TypeFrom changes the first frame of the present ends to a typed one, and the part to Typed. No text
// is the start.
func (f *Form) TypeFrom(text string, present Ends) error {
	at, typed, err := parseEnd(text)
	if err != nil {
		return err
	}
	if present.From = start; typed {
		present.From = at
	}
	f.Part, f.Ends = Typed, present
	return nil
}

// TypeTo does so for the last frame of a video with a length in seconds, 0 if unknown. No text is the end, and a time past the end is
// that length.
func (f *Form) TypeTo(text string, present Ends, length float64) error {
	at, typed, err := parseEnd(text)
	if err != nil {
		return err
	}
	if length > 0 && at.Index < 0 {
		at.Seconds = min(at.Seconds, length)
	}
	present.To, present.HasTo = at, typed
	f.Part, f.Ends = Typed, present
	return nil
}

// MoveEnd changes the first or the last frame of the present ends to a time, and the part to Typed.
func (f *Form) MoveEnd(last bool, seconds float64, present Ends) {
	at := decode.Position{Index: -1, Seconds: seconds}
	if last {
		present.To, present.HasTo = at, true
	} else {
		present.From = at
	}
	f.Part, f.Ends = Typed, present
}

// parseEnd parses a typed end as the flags --from and --to take it. typed is false without text.
func parseEnd(text string) (at decode.Position, typed bool, err error) {
	if text = strings.TrimSpace(text); text == "" {
		return decode.Position{}, false, nil
	}
	if at, err = decode.ParsePosition(strings.ReplaceAll(text, ",", ".")); err != nil {
		return at, false, fmt.Errorf("“%s” is not a time: write 2.5 or 1:02.5, or #120 for a frame’s index", text)
	}
	return at, true, nil
}

// Plan is what a form asks for.
type Plan struct {
	Ends     Ends
	Typed    bool    // the ends are typed, and shown as they were
	Length   float64 // of the video in seconds, 0 if unknown
	Forecast Forecast
	Folder   string   // for people to read
	Others   []string // names of the files that are written next to the form's
	Exists   string   // the path that the form names, if a file to write exists; else empty
	Question string   // says so, and how to replace it; else empty
}

// Span returns the times of the ends in seconds.
func (p *Plan) Span() [2]float64 {
	if p.Forecast.To == 0 {
		return [2]float64{p.Forecast.From, p.Length}
	}
	return [2]float64{p.Forecast.From, p.Forecast.To}
}

// FromText returns the first frame for people to read and change.
func (p *Plan) FromText() string { return p.text(p.Ends.From, p.Forecast.From) }

// ToText returns the last frame for people to read and change; empty if the end is unknown.
func (p *Plan) ToText() string {
	switch {
	case p.Ends.HasTo:
		return p.text(p.Ends.To, p.Forecast.To)
	case p.Length > 0:
		return transport.FormatTime(transport.Seconds(p.Length))
	}
	return ""
}

// Selection returns the frames of the ends.
func (e Ends) Selection(every int) pipeline.Selection {
	return pipeline.Selection{From: e.From, To: e.To, HasTo: e.HasTo, Every: int64(every)}
}

// text returns an end, which is at a time in seconds.
func (p *Plan) text(at decode.Position, seconds float64) string {
	switch {
	case at.Index < 0:
		seconds = at.Seconds
	case p.Typed:
		return EndFlag(at)
	}
	return transport.FormatTime(transport.Seconds(seconds))
}

// Flags returns the ends as the flags --from and --to take them; empty for those of the video.
func (e Ends) Flags() (from, to string) {
	if !e.Selection(1).Whole() {
		from = EndFlag(e.From)
	}
	if e.HasTo {
		to = EndFlag(e.To)
	}
	return from, to
}

// EndFlag returns an end as the command line takes it.
func EndFlag(at decode.Position) string {
	if at.Index >= 0 {
		return fmt.Sprintf("#%d", at.Index)
	}
	return session.Shortest(at.Seconds)
}
