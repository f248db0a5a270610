package audio

import (
	"errors"
	"io"
	"math"
	"testing"
	"time"

	"github.com/hajimehoshi/oto/v2"
)

// gulper takes a probe as a driver does: from time start on a whole queue at once, then one period
// at a time in real time.
type gulper struct {
	t             time.Duration
	start         time.Duration
	period, queue int // in frames; queue is at least three periods
	rate          int
	probe         *probe
	stops         bool // takes nothing after filling its queue
	early         bool // was ready before the probe: takes a period first, not queue
}

func (g *gulper) UnplayedBufferSize() int {
	taken := 0
	if g.t >= g.start {
		taken = g.queue
		if g.early {
			taken = g.period
		}
		if !g.stops {
			taken += int((g.t-g.start).Seconds()*float64(g.rate)) / g.period * g.period
		}
	}
	left := max(int(g.probe.given.Load())-taken, 0)
	if left < int(g.probe.total) {
		g.probe.Read(make([]byte, frameBytes))
	}
	return left * frameBytes
}

func (g *gulper) measure(failed func() error) (queue, error) {
	g.probe = newProbe(g.rate)
	for g.probe.given.Load() < g.probe.total {
		g.probe.Read(make([]byte, 8192))
	}
	return g.probe.measure(g, failed, func() time.Duration { return g.t }, func(d time.Duration) { g.t += d })
}

func noFailure() error { return nil }

func TestMeasure(t *testing.T) {
	for _, g := range []gulper{
		{rate: 48000, period: 1024, queue: 3072},
		{rate: 48000, period: 1024, queue: 3072, start: 500 * time.Millisecond},
		{rate: 44100, period: 1024, queue: 3072},
		{rate: 48000, period: 256, queue: 768},
		{rate: 48000, period: 4096, queue: 12288},
		{rate: 48000, period: 1024, queue: 17408},
		{rate: 192000, period: 1024, queue: 3072},
		{rate: 48000, period: 1024, queue: 3072, early: true},
	} {
		q, err := g.measure(noFailure)
		if err != nil {
			t.Errorf("%+v: %v", g, err)
			continue
		}
		if tolerance := float64(g.rate) / 1000; math.Abs(q.length-float64(g.queue)) > tolerance {
			t.Errorf("%+v: a queue of %v", g, q.length)
		}
		if q.period%g.period != 0 || q.period > 4*g.period {
			t.Errorf("%+v: a period of %v", g, q.period)
		}
		if limit := g.start + 200*time.Millisecond; g.t > limit {
			t.Errorf("%+v: took %v", g, g.t)
		}
	}
}

func TestMeasureErrors(t *testing.T) {
	failure := errors.New("gone")
	for name, c := range map[string]struct {
		g      gulper
		failed func() error
		want   error
	}{
		"unpaced":  {gulper{rate: 48000, period: 1024, queue: 48000}, noFailure, errTooQuick},
		"silent":   {gulper{rate: 48000, period: 1024, queue: 3072, start: time.Hour}, noFailure, errSilent},
		"one gulp": {gulper{rate: 48000, period: 1024, queue: 3072, stops: true}, noFailure, errSilent},
		"failed":   {gulper{rate: 48000, period: 1024, queue: 3072, start: time.Hour}, func() error { return failure }, failure},
	} {
		if _, err := c.g.measure(c.failed); err != c.want {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
		if c.g.t > openLimit {
			t.Errorf("%s: took %v", name, c.g.t)
		}
	}
}

// drained is a device that has taken everything before it is queried.
type drained struct {
	oto.Player
	source io.Reader
}

func (d drained) Play()                   { go d.source.Read(make([]byte, 64)) }
func (d drained) UnplayedBufferSize() int { return 0 }
func (d drained) SetBufferSize(int)       {}

// The probe starts on a device that empties the player's buffer immediately.
func TestStartOnQuickDevice(t *testing.T) {
	p := newProbe(48000)
	p.start(drained{source: p})
}
