package hevc

import (
	"os"
	"testing"

	"ffkvadrat/tests/clips"
)

// TestAllocations: once its memory is there, parsing allocates nothing.
func TestAllocations(t *testing.T) {
	for i, stream := range streams(t) {
		accessUnits := Split(stream)
		var s Stream
		var d Parser
		var p Picture
		if n := testing.AllocsPerRun(1, func() {
			for _, accessUnit := range accessUnits {
				s.Read(accessUnit, &p)
				d.Parse(&p)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations", videos[i].name, n)
		}
	}
}

// BenchmarkParse parses a video of 1920 × 1080 at 10 Mbit/s, or that of the file in FFKVADRAT_HEVC_CLIP.
func BenchmarkParse(b *testing.B) {
	path := os.Getenv("FFKVADRAT_HEVC_CLIP")
	if path == "" {
		path = clips.Make(b, "clip.hevc", "-f", "lavfi", "-i", "testsrc2=size=1920x1080:rate=25:d=1,noise=alls=6:allf=t",
			"-c:v", "libx265", "-preset", "ultrafast", "-b:v", "10M", "-x265-params", "log-level=none", "-f", "hevc")
	}
	stream, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	accessUnits := Split(stream)
	var s Stream
	var d Parser
	var p Picture
	b.SetBytes(int64(len(stream)))
	for b.Loop() {
		for _, accessUnit := range accessUnits {
			s.Read(accessUnit, &p)
			if err := d.Parse(&p); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.N*len(accessUnits))/b.Elapsed().Seconds(), "frames/s")
}
