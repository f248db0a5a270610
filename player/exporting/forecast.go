package exporting

import (
	"fmt"
	"math"

	"ffkvadrat/decode"
	"ffkvadrat/measure/survey"
	"ffkvadrat/pipeline/quads"
	"ffkvadrat/playback/transport"
	"ffkvadrat/player/quantity"
)

// Forecast says what an export will write.
type Forecast struct {
	Frames   int64   // to write; 0 if unknown
	Exact    bool    // Frames is counted, not computed from the frame rate
	From, To float64 // seconds; To is 0 if the end is unknown
	Included bool    // the frame at To is written
	Still    bool    // the video is a single picture
	Bytes    float64 // of the files, unless Size is Unknown; 0 if Pending without a first estimate
	Size     Size
	Unsized  string  // why the size is unknown and the export may fail; else empty
	Period   float64 // seconds from one frame of the video to the next; 0 if unknown
	Wrong    string  // why this export is not possible; else empty
}

// Size is what is known of the size of an export.
type Size uint8

const (
	Unknown Size = iota
	Pending
	Estimated
)

// String returns the forecast in a sentence such as "51 frames, 2.000–4.000 s, both included, about 12 MB".
func (f Forecast) String() string {
	if f.Wrong != "" {
		return f.Wrong
	}
	frames, size := f.Lines()
	return frames + ", " + size
}

// Lines returns the two parts of the sentence, about the frames and the size.
func (f Forecast) Lines() (frames, size string) {
	text := "An unknown number of frames"
	if f.Frames > 0 {
		if text = quantity.Count(f.Frames, "frame"); !f.Exact {
			text = "about " + text
		}
	}
	seconds, unit := func(s float64) string { return fmt.Sprintf("%.3f", s) }, " s"
	if max(f.From, f.To) >= 100 {
		seconds, unit = func(s float64) string { return transport.FormatTime(transport.Seconds(s)) }, ""
	}
	switch {
	case f.Still:
		text = "1 picture"
	case f.Frames == 1 && f.Exact:
		text += ", at " + seconds(f.From) + unit
	case f.To == 0:
		text += ", from " + seconds(f.From) + unit + " on"
	default:
		text += ", " + seconds(f.From) + "–" + seconds(f.To) + unit
		if f.Included {
			text += ", both included"
		}
	}
	switch {
	case f.Size == Pending && f.Bytes == 0:
		return text, "estimating the size…"
	case f.Size == Pending:
		return text, "first guess " + quads.About(int64(math.Round(f.Bytes))) + ", estimating…"
	case f.Size == Estimated:
		return text, "about " + quads.About(int64(math.Round(f.Bytes)))
	case f.Unsized != "":
		return text, "but " + f.Unsized
	}
	return text, "size unknown"
}

// clock finds frames of a video by what the timeline knows of it, and otherwise by the frame rate.
type clock struct {
	view *survey.View
	info *decode.Info
}

// Foresee returns the forecast for every nth frame between ends, without the size. view is what the
// timeline knows of the video.
func Foresee(e Ends, every int, view *survey.View, info *decode.Info) Forecast {
	c := clock{view, info}
	first, exact := c.index(e.From)
	last, ends := c.last()
	f := Forecast{From: c.time(e.From), To: info.Duration, Still: info.Still()}
	if rate := info.AvgFrameRate.Float(); rate > 0 {
		f.Period = 1 / rate
	}
	if e.HasTo {
		to, known := c.index(e.To)
		f.Included = last < 0 || to <= last
		if last < 0 || to < last {
			last, ends = to, known
		}
		if f.To = c.time(e.To); info.Duration > 0 {
			f.To = min(f.To, info.Duration)
		}
	}
	switch {
	case e.HasTo && e.Selection(every).Check() != nil, e.HasTo && first > last:
		f.Wrong = "To is before From"
	case info.Duration > 0 && f.From > info.Duration, exact && ends && first > last:
		f.Wrong = fmt.Sprintf("From is past the end, %s", transport.FormatTime(transport.Seconds(info.Duration)))
	case first >= 0 && last >= first:
		every := int64(max(every, 1))
		f.Frames, f.Exact = (last-first)/every+1, exact && ends
		f.Included = f.Included && (last-first)%every == 0
	}
	return f
}

// index returns the index of the frame at a position, and whether it is known exactly; −1 if unknown.
func (c clock) index(at decode.Position) (n int64, exact bool) {
	switch {
	case at.Index >= 0:
		return at.Index, true
	case at.Seconds == 0:
		return 0, true
	}
	if v := c.view; v != nil && v.Exact {
		if i := v.At(at.Seconds); i >= 0 && v.Bins[i].Index >= 0 {
			return v.Bins[i].Index, true
		}
	}
	if rate := c.info.AvgFrameRate.Float(); rate > 0 {
		const same = 1e-3 // of a frame
		return int64(at.Seconds*rate + same), false
	}
	return -1, false
}

// last returns the index of the last frame, and whether it is known exactly; −1 if unknown.
func (c clock) last() (n int64, exact bool) {
	if v := c.view; v != nil && v.Exact && v.Counted() && len(v.Bins) > 0 {
		if n := v.Bins[len(v.Bins)-1].Index; n >= 0 {
			return n, true
		}
	}
	if c.info.Frames > 0 {
		return c.info.Frames - 1, true
	}
	if n := int64(math.Round(c.info.Duration * c.info.AvgFrameRate.Float())); n > 0 {
		return n - 1, false
	}
	return -1, false
}

// time returns the time of a position in seconds.
func (c clock) time(at decode.Position) float64 {
	if at.Index < 0 {
		return at.Seconds
	}
	if v := c.view; v != nil && v.Exact {
		for i := range v.Bins {
			if v.Bins[i].Index == at.Index {
				return v.Bins[i].Start
			}
		}
	}
	if rate := c.info.AvgFrameRate.Float(); rate > 0 {
		return float64(at.Index) / rate
	}
	return 0
}
