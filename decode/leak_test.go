package decode

import (
	"context"
	"strings"
	"testing"

	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/leak"
)

// TestNothingIsLeftBehind opens, seeks, reopens and closes repeatedly, also for refused files.
func TestNothingIsLeftBehind(t *testing.T) {
	path := clips.Make(t, "a.mkv", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25:duration=1", "-f", "lavfi", "-i", "sine=duration=1", "-c:v", "libx264", "-c:a", "flac")
	text := writeFile(t, "a.txt", []byte(strings.Repeat("no video\n", 500)))
	round := func() {
		v, err := OpenVideo(context.Background(), path, Options{Stream: Best, Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		v.linear = true
		for _, n := range []int64{20, 3} {
			if err := v.SeekIndex(n); err != nil {
				t.Fatal(err)
			}
		}
		f := next(t, v)
		v.Close()
		f.Release()
		s, err := OpenSound(context.Background(), path, 48000)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.SeekTime(0.9); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Read(make([]float32, 512)); err != nil {
			t.Fatal(err)
		}
		tempo := NewTempo(s)
		for _, speed := range []float64{1.5, 0.5} {
			if err := tempo.SeekTime(0.3, speed); err != nil {
				t.Fatal(err)
			}
			if _, err := tempo.Read(make([]float32, 512)); err != nil {
				t.Fatal(err)
			}
		}
		tempo.Close()
		s.Close()
		if openError(text) == nil {
			t.Fatal("text opens")
		}
	}
	for range 20 {
		round()
	}
	memory := leak.Resident(t)
	leak.Check(t)
	for range either(150, 30) {
		round()
	}
	if d := leak.Resident(t) - memory; d > 24<<20 {
		t.Errorf("memory grew by %d bytes", d)
	}
}
