package panel

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"ffkvadrat/decode"
	"ffkvadrat/playback/transport"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/timeline/timelinestrip"
)

// refreshEvery is the period at which measurements of playback are updated, slow enough to be read.
// What concerns the frame changes with each frame.
const refreshEvery = 120 * time.Millisecond

// texts are the panel's changing texts.
type texts struct {
	of       textsOf
	position string // in the video
	length   string // of the video
	seconds  string // the same without a fraction of a second; below a second with tenths
	frame    string
	quads    string
	things   string // word for the quads
	inFrame  string // the same, and that they are those of the frame
	coverage string
	bytes    string
	stored   string
	small    [2]string // how many quads are too small for outlines, in two lengths; empty unless they are at least half
	codecTexts

	age     time.Duration // of the texts that follow
	stages  [6]string
	dropped string
	drift   string
}

// textsOf is what the texts about a frame were made from.
type textsOf struct {
	index, about, frames int64
	time, duration       time.Duration
	estimate             time.Duration
	quads, bytes         int
	size                 decode.Size
	coverage             float64
	uncounted            bool
	small                int
	thing                string
}

func (t *texts) refresh(facts *Facts, s *Status, elapsed time.Duration) {
	t.picture(facts, s)
	t.stored = s.Stored.line()
	t.codecTexts.update(s.Codec)
	if t.age += elapsed; t.drift != "" && !s.Paused && t.age < refreshEvery {
		return
	}
	t.age = 0
	for i, d := range [...]time.Duration{s.Decode, s.Stages.Upload, s.Stages.Edge, s.Stages.Pyramid, s.Stages.List, s.Draw} {
		t.stages[i] = milliseconds(d)
	}
	t.dropped = quantity.Grouped(s.Dropped)
	t.drift = "–"
	switch {
	case facts.Live:
		if s.Behind != 0 {
			t.drift = fmt.Sprintf("%.1f ms", s.Behind)
		}
	case s.HasDrift:
		t.drift = fmt.Sprintf("%+.1f ms", quantity.Fixed(s.Drift, 1))
	}
}

// picture makes the texts about the frame again if it has changed.
func (t *texts) picture(facts *Facts, s *Status) {
	size := s.Size
	if !s.Paused { // the legend does not move in each frame
		size = decode.Size{}
	}
	of := textsOf{s.Index, s.About, facts.Frames, s.Time, facts.Duration, s.Timeline.Estimate, s.Quads, s.Bytes, size, s.Coverage, s.Uncounted, s.Small, s.Thing}
	if of == t.of && t.frame != "" {
		return
	}
	t.of = of
	t.position = transport.FormatTime(s.Time)
	t.length, t.seconds = "", ""
	switch {
	case facts.Duration > 0:
		t.length = transport.FormatTime(facts.Duration)
		if t.seconds = strings.TrimSuffix(transport.FormatTime(facts.Duration.Round(time.Second)), ".000"); facts.Duration < time.Second {
			t.seconds = strings.TrimSuffix(transport.FormatTime(facts.Duration.Round(time.Second/10)), "00")
		}
	case s.Timeline.Estimate > 0:
		t.length, t.seconds = s.Timeline.About(), s.Timeline.About()
	}
	t.frame = frame(s.Index, s.About, facts.Frames)
	t.quads, t.things, t.coverage, t.bytes = "–", s.Thing+"s", "–", "–"
	if !s.Uncounted {
		t.quads, t.things = quantity.Grouped(int64(s.Quads)), quantity.Things(int64(s.Quads), s.Thing)
		t.coverage = quantity.Percent(s.Coverage)
	}
	t.inFrame = t.things + " in this frame"
	if t.small = [2]string{}; s.Small > 0 && 2*s.Small >= s.Quads {
		t.small = [2]string{
			quantity.Grouped(int64(s.Small)) + " are too small to outline: zoom in",
			quantity.Percent(float64(s.Small)/float64(s.Quads)) + " are too small: zoom in",
		}
	}
	if s.Bytes > 0 {
		t.bytes = timelinestrip.Packet(float64(s.Bytes), size)
	}
}

// Said returns the last Build's texts about the frame: its time, its name, its quads, their
// coverage, and the size of its packet.
func (p *Panel) Said() []string {
	t := &p.texts
	return []string{t.position, t.frame, t.quads + " " + t.things, t.coverage, t.bytes}
}

// FrameName names a frame by its number, or approximately by about; −1 means unknown.
func FrameName(index, about int64) string { return frame(index, about, 0) }

// frame names a frame by its number, counted from 1, or approximately by about.
func frame(index, about, frames int64) string {
	switch {
	case index >= 0:
		return quantity.Frame(index, frames)
	case about < 0:
		return "frame –"
	}
	return strings.Replace(quantity.Frame(about, frames), "frame ", "frame ≈ ", 1)
}

// milliseconds formats a stage's time, in at most five characters up to 100 s; a dash if it was not
// measured.
func milliseconds(d time.Duration) string {
	switch {
	case d == 0:
		return "–"
	case d > 99*time.Millisecond:
		return strconv.FormatFloat(d.Seconds()*1000, 'f', 0, 64)
	}
	return strconv.FormatFloat(d.Seconds()*1000, 'f', 2, 64)
}
