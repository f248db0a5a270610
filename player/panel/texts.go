package panel

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"ffkvadrat/player/transport"
)

// refreshEvery is how often numbers that change with each picture are updated
// while the film plays. Nobody could read them if they changed more often.
const refreshEvery = 120 * time.Millisecond

// texts are the panel's changing texts.
type texts struct {
	age      time.Duration
	written  bool
	position string // of the film
	length   string
	frame    string
	quads    string
	coverage string
	bytes    string
	stages   [6]string
	dropped  string
	drift    string
	stored   string
	codecTexts
}

func (t *texts) refresh(facts *Facts, s *Status, elapsed time.Duration) {
	t.age += elapsed
	if t.written && !s.Paused && t.age < refreshEvery {
		return
	}
	t.age, t.written = 0, true
	t.position = transport.FormatTime(s.Time)
	t.length = ""
	if facts.Duration > 0 {
		t.length = transport.FormatTime(facts.Duration)
	}
	t.frame = frame(s.Index, s.About, facts.Frames)
	t.quads = Grouped(int64(s.Quads))
	t.coverage = strconv.FormatFloat(100*s.Coverage, 'f', 1, 64) + " %"
	t.stored = s.Stored.line()
	t.codecTexts.update(s.Codec)
	if t.bytes = "–"; s.Bytes > 0 {
		t.bytes = size(float64(s.Bytes))
	}
	for i, d := range [...]time.Duration{s.Decode, s.Stages.Upload, s.Stages.Edge, s.Stages.Pyramid, s.Stages.List, s.Draw} {
		t.stages[i] = milliseconds(d)
	}
	t.dropped = Grouped(s.Dropped)
	t.drift = "–"
	switch {
	case facts.Live:
		if s.Behind != 0 {
			t.drift = fmt.Sprintf("%.1f ms", s.Behind.Seconds()*1000)
		}
	case s.HasDrift:
		t.drift = fmt.Sprintf("%+.1f ms", Fixed(s.Drift.Seconds()*1000, 1))
	}
}

// Refresh makes the next Build show the numbers of its own picture, however new the last
// ones are.
func (p *Panel) Refresh() { p.texts.written = false }

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
