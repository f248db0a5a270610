package av1

import (
	"os"
	"testing"

	"ffkvadrat/tests/clips"
)

// TestAllocations: once its memory is there, parsing allocates nothing.
func TestAllocations(t *testing.T) {
	eachClip(t, func(t *testing.T, packets [][]byte) {
		var p Parser
		read := func() {
			p.Restart()
			for _, packet := range packets {
				picture, _ := p.Read(packet)
				picture.Release()
			}
		}
		for range 12 { // until each of the pictures, which take turns, has had the largest frame
			read()
		}
		if n := testing.AllocsPerRun(2, read); n != 0 {
			t.Errorf("%v allocations", n)
		}
	})
}

// BenchmarkParse parses a video of 1920 × 1080, or the IVF file in FFKVADRAT_AV1_CLIP.
func BenchmarkParse(b *testing.B) {
	path := os.Getenv("FFKVADRAT_AV1_CLIP")
	if path == "" {
		path = clips.Make(b, "clip.ivf", "-f", "lavfi", "-i", "testsrc2=size=1920x1080:rate=25:d=1,noise=alls=6:allf=t",
			"-c:v", "libsvtav1", "-preset", "10", "-b:v", "10M", "-f", "ivf")
	}
	packets, err := readIVF(path)
	if err != nil {
		b.Fatal(err)
	}
	var p Parser
	bytes, frames := 0, 0
	for b.Loop() {
		p.Restart()
		for _, packet := range packets {
			picture, err := p.Read(packet)
			if err != nil {
				b.Fatal(err)
			}
			picture.Release()
			bytes += len(packet)
			frames++
		}
	}
	b.ReportMetric(float64(bytes)*8/1e6/b.Elapsed().Seconds(), "Mbit/s")
	b.ReportMetric(float64(frames)/b.Elapsed().Seconds(), "frames/s")
}
