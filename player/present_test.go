package player

import (
	"fmt"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/player/audio"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/transport"
)

// TestEndIsTold: the end is drawn once, also where the last picture was there
// before the end was known, and the number of pictures is the film's, whatever
// its file said.
func TestEndIsTold(t *testing.T) {
	p := &player{transport: transport.New(), clock: audio.NewClock(nil, nil), film: &film{}}
	p.facts.Frames = 86
	var err error
	if p.panel, err = panel.New(gputest.Open(t), p.facts, 1); err != nil {
		t.Fatal(err)
	}
	defer p.panel.Release()
	p.transport.Pause(true)
	for _, c := range []struct{ index, want int64 }{{-1, 86}, {76, 77}} {
		p.frame = &decode.Frame{Index: c.index}
		p.transport.Seek()
		for i, redraws := range [...]int{1, 0} {
			p.settle = 0
			if wait := p.end(); wait >= 0 || p.settle != redraws || !p.transport.Ended() || p.facts.Frames != c.want {
				t.Errorf("call %d, frame %d: a wait of %v, %d redraws, %d frames", i, c.index, wait, p.settle, p.facts.Frames)
			}
		}
	}
}

// TestSecondsAreWhole compares with a clock that counts milliseconds: a time in
// binary that falls short of one by next to nothing is not read as the one
// before.
func TestSecondsAreWhole(t *testing.T) {
	for ms := range 100_000 {
		want := fmt.Sprintf("%d:%02d.%03d", ms/60_000, ms/1000%60, ms%1000)
		for _, start := range []float64{0, 1.4} {
			if got := panel.Clock(seconds(float64(ms)/1000 + start - start)); got != want {
				t.Fatalf("%d ms from %v s on are read as %s", ms, start, got)
			}
		}
	}
}
