package decode

import (
	"io"
	"math"
	"testing"

	"ffkvadrat/tests/clips"
)

// readTempo reads a Tempo to the end and returns the left channel.
func readTempo(t *testing.T, tempo *Tempo) []float64 {
	t.Helper()
	var left []float64
	buf := make([]float32, 1002)
	for {
		n, err := tempo.Read(buf)
		for i := 0; i < n; i += 2 {
			left = append(left, float64(buf[i]))
		}
		if err == io.EOF {
			return left
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// onsets returns the positions where sound follows a silence of at least 50 ms.
func onsets(samples []float64, rate int) []int {
	var at []int
	silent := rate
	for i, v := range samples {
		if math.Abs(v) < 0.1 {
			silent++
			continue
		}
		if silent > rate/20 {
			at = append(at, i)
		}
		silent = 0
	}
	return at
}

// TestTempoKeepsTimeAndPitch plays bursts of a quarter of a second, which come on time within 20 ms,
// and a tone, which stays at 500 Hz.
func TestTempoKeepsTimeAndPitch(t *testing.T) {
	const rate, seconds, from = 48000, 6, 0.4
	bursts := clips.Make(t, "bursts.wav", "-f", "lavfi", "-i", "aevalsrc=0.9*sin(5000*t)*lt(mod(t\\,0.5)\\,0.25):d=6:s=48000", "-ac", "2")
	tone := clips.Make(t, "tone.wav", "-f", "lavfi", "-i", "sine=frequency=500:duration=6:sample_rate=48000", "-ac", "2")
	for _, speed := range []float64{0.5, 0.909, 1, 1.331, 2} {
		tempo := NewTempo(openSoundFor(t, bursts, rate))
		defer tempo.Close()
		if err := tempo.SeekTime(from, speed); err != nil {
			t.Fatal(err)
		}
		samples := readTempo(t, tempo)
		if got, want := float64(len(samples))/rate, (seconds-from)/speed; math.Abs(got-want) > 0.06 {
			t.Errorf("×%v: %.3f s of sound, want %.3f s", speed, got, want)
		}
		worst := 0.
		got := onsets(samples, rate)
		if len(got) != 11 {
			t.Fatalf("×%v: %d bursts of 11", speed, len(got))
		}
		for i, at := range got {
			worst = max(worst, math.Abs(float64(at)/rate-(0.5*float64(i+1)-from)/speed))
		}
		t.Logf("×%v: bursts are up to %.1f ms off", speed, 1000*worst)
		if worst > 0.02 {
			t.Errorf("×%v: a burst is %.1f ms off", speed, 1000*worst)
		}

		tempo = NewTempo(openSoundFor(t, tone, rate))
		defer tempo.Close()
		if err := tempo.SeekTime(from, speed); err != nil {
			t.Fatal(err)
		}
		samples = readTempo(t, tempo)
		crossings := 0
		middle := samples[rate/4 : rate/4+2*rate]
		for i := 1; i < len(middle); i++ {
			if middle[i-1] < 0 && middle[i] >= 0 {
				crossings++
			}
		}
		if math.Abs(float64(crossings)/2-500) > 5 {
			t.Errorf("×%v: 500 Hz became %v Hz", speed, float64(crossings)/2)
		}
	}
}

func TestTempoRefuses(t *testing.T) {
	tempo := NewTempo(openSoundFor(t, "../samples/sample.mp4", 48000))
	for _, speed := range []float64{0, 0.49, 2.01, math.NaN(), -1} {
		if tempo.SeekTime(0, speed) == nil {
			t.Errorf("speed %v", speed)
		}
	}
	if err := tempo.SeekTime(1, 2); err != nil {
		t.Fatal(err)
	}
	if n, err := tempo.Read(make([]float32, 1000)); n != 1000 || err != nil {
		t.Errorf("after refused speeds: %d, %v", n, err)
	}
	tempo.Close()
	tempo.Close()
}
