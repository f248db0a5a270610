package panel

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"ffkvadrat/playback/transport"
)

// refreshEvery is how often what is measured of playback is updated while the video plays. Nobody
// could read it if it changed more often. What is about the picture always changes with it.
const refreshEvery = 120 * time.Millisecond

// texts are the panel's changing texts.
type texts struct {
	of       textsOf
	position string // of the video
	length   string
	frame    string
	quads    string
	things   string // that the quads are
	coverage string
	bytes    string
	stored   string
	codecTexts

	age     time.Duration // of the following
	stages  [6]string
	dropped string
	drift   string
}

// textsOf is what the texts about a picture were made of.
type textsOf struct {
	index, about, frames int64
	time, duration       time.Duration
	quads, bytes         int
	coverage             float64
	uncounted            bool
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
	t.dropped = Grouped(s.Dropped)
	t.drift = "–"
	switch {
	case facts.Live:
		if s.Behind != 0 {
			t.drift = fmt.Sprintf("%.1f ms", s.Behind)
		}
	case s.HasDrift:
		t.drift = fmt.Sprintf("%+.1f ms", Fixed(s.Drift, 1))
	}
}

// picture makes the texts about the picture again if it is another one.
func (t *texts) picture(facts *Facts, s *Status) {
	of := textsOf{s.Index, s.About, facts.Frames, s.Time, facts.Duration, s.Quads, s.Bytes, s.Coverage, s.Uncounted, s.Thing}
	if of == t.of && t.frame != "" {
		return
	}
	t.of = of
	t.position = transport.FormatTime(s.Time)
	t.length = ""
	if facts.Duration > 0 {
		t.length = transport.FormatTime(facts.Duration)
	}
	t.frame = frame(s.Index, s.About, facts.Frames)
	t.quads, t.things, t.coverage, t.bytes = "–", s.Thing+"s", "–", "–"
	if !s.Uncounted {
		t.quads, t.things = Grouped(int64(s.Quads)), Things(int64(s.Quads), s.Thing)
		t.coverage = strconv.FormatFloat(100*s.Coverage, 'f', 1, 64) + " %"
	}
	if s.Bytes > 0 {
		t.bytes = size(float64(s.Bytes))
	}
}

// Said returns what the last Build says about the picture: its time, its name, its quads, their
// coverage, and the size of its packet.
func (p *Panel) Said() []string {
	t := &p.texts
	return []string{t.position, t.frame, t.quads + " " + t.things, t.coverage, t.bytes}
}

// FrameName names a picture by its number, or approximately by about; -1 says that one is not known.
func FrameName(index, about int64) string { return frame(index, about, 0) }

// frame names a picture by its number, counted from 1, or approximately by about.
func frame(index, about, frames int64) string {
	text := "frame " + strconv.FormatInt(index+1, 10)
	if index < 0 {
		if about < 0 {
			return "frame –"
		}
		text = "frame ≈ " + strconv.FormatInt(about+1, 10)
	}
	if frames > 0 {
		text += " of " + strconv.FormatInt(frames, 10)
	}
	return text
}

// milliseconds writes a stage's time; a stage that was not measured has a dash.
func milliseconds(d time.Duration) string {
	if d == 0 {
		return "–"
	}
	return strconv.FormatFloat(d.Seconds()*1000, 'f', 2, 64)
}

// Count writes a number of things in words, as in 12 448 quads.
func Count(n int64, thing string) string {
	return Grouped(n) + " " + Things(n, thing)
}

// Fixed returns v, or 0 if v is written as zero with a number of decimal places: a small
// negative number is not written as −0.
func Fixed(v float64, places int) float64 {
	if math.Round(v*math.Pow10(places)) == 0 {
		return 0
	}
	return v
}

// Things returns the name of n things, as Count writes it.
func Things(n int64, thing string) string {
	if n == 1 {
		return thing
	}
	return thing + "s"
}

// titled writes a word with a capital letter.
func titled(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// Grouped writes a number with a space between thousands, as in 12 448.
func Grouped(n int64) string {
	digits := strconv.FormatInt(n, 10)
	out := make([]byte, 0, len(digits)+len(digits)/3)
	for i := range len(digits) {
		if i > 0 && (len(digits)-i)%3 == 0 {
			out = append(out, ' ')
		}
		out = append(out, digits[i])
	}
	return string(out)
}
