package decode

import (
	"context"
	"testing"
)

// TestPacketSizesEqualFFprobe decodes with several threads, from the start and after a seek.
func TestPacketSizesEqualFFprobe(t *testing.T) {
	check := func(t *testing.T, path string) {
		v, err := OpenVideo(context.Background(), path, Options{Stream: Best, Threads: 4})
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		want := probeFrames(t, path, v.Info().Stream)
		compare := func(from int) {
			for i := from; i < len(want); i++ {
				f := next(t, v)
				if f == nil {
					t.Fatalf("%d frames, ffprobe has %d", i, len(want))
				}
				if f.Packet != want[i].size || f.Packet == 0 {
					t.Fatalf("frame %d: %d bytes, ffprobe has %d", i, f.Packet, want[i].size)
				}
				f.Release()
			}
		}
		compare(0)
		middle := len(want) / 2
		if err := v.SeekIndex(int64(middle)); err != nil {
			t.Fatal(err)
		}
		compare(middle)
	}
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) { check(t, k.make(t)) })
	}
	forEach(t, samples(t), check)
}
