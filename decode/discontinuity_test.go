package decode

import (
	"hash/maphash"
	"io"
	"math"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"ffkvadrat/tests/clips"
)

// joined concatenates recordings of 2 s, whose time stamps start at the given seconds.
func joined(t *testing.T, name, args string, starts ...string) string {
	t.Helper()
	var parts []clips.Output
	for i, start := range starts {
		if strings.HasSuffix(name, ".ogv") { // each chain numbers its streams differently
			args += " -serial_offset " + itoa(10*i)
		}
		parts = append(parts, clips.Output{Name: name, Args: append(strings.Fields("-shortest "+args), "-output_ts_offset", start)})
	}
	var all []byte
	for _, part := range clips.Each(t, strings.Fields("-f lavfi -i testsrc2=size=64x48:rate=25:duration=2 -f lavfi -i sine=duration=2"), parts...) {
		data, err := os.ReadFile(part)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, data...)
	}
	return writeFile(t, name, all)
}

const mpegTS = "-c:v mpeg2video -bf 2 -c:a mp2 -f mpegts"

// TestDiscontinuitiesAreClosed joins recordings with time stamps that jump forwards and back. Frames
// keep the file's time stamps and their times are continuous; seeks lead to the frames of the full
// decode; sound stays in sync.
func TestDiscontinuitiesAreClosed(t *testing.T) {
	hash := maphash.MakeSeed()
	for _, c := range []struct {
		name, args string
		starts     []string
		breaks     int
	}{
		{"whole.ts", mpegTS, []string{"0"}, 0},
		{"back.ts", mpegTS, []string{"100", "0"}, 1},
		{"far.ts", mpegTS, []string{"0", "100"}, 1},
		{"same.ts", mpegTS, []string{"0", "0"}, 1},
		{"near.ts", mpegTS, []string{"0", "8"}, 0}, // a gap below ten seconds stays
		{"three.ts", mpegTS, []string{"50", "3000", "0"}, 2},
		{"h264.ts", "-c:v libx264 -bf 2 -c:a aac -f mpegts", []string{"100", "0"}, 1},
		{"hevc.ts", hevcFast + " -c:a aac -f mpegts", []string{"0", "100"}, 1},
		{"back.mpg", "-c:v mpeg2video -bf 2 -c:a mp2 -f mpeg", []string{"100", "0"}, 1},
		{"far.vob", "-c:v mpeg2video -bf 2 -c:a mp2 -f vob", []string{"0", "100"}, 1},
		{"chained.ogv", "-c:v libtheora -c:a libvorbis", []string{"0", "100"}, 0}, // Ogg restarts the count in each chain
	} {
		t.Run(c.name, func(t *testing.T) {
			path := joined(t, c.name, c.args, c.starts...)
			v := open(t, path)
			n, err := v.Discontinuities()
			if err != nil || n != c.breaks {
				t.Fatalf("%d discontinuities, %v, want %d", n, err, c.breaks)
			}
			gap := 0.1
			switch c.name {
			case "near.ts":
				gap = 8
			case "chained.ogv": // FFmpeg 7.1 loses some frames
				gap = 0.2
			}
			if length := 2 * float64(len(c.starts)); c.breaks > 0 && math.Abs(v.Info().Duration-length) > 0.1 {
				t.Errorf("the video is %.3f s long, want %g", v.Info().Duration, length)
			}
			last := math.Inf(-1)
			for f := next(t, v); f != nil; f = next(t, v) {
				if want := f.HasPTS && c.breaks > 0 && f.Index >= 50; f.Corrected != want {
					t.Errorf("frame %d: corrected %v", f.Index, f.Corrected)
				}
				if !math.IsInf(last, 0) && !(f.Time > last && f.Time < last+gap) {
					t.Errorf("frame %d is at %.3f s, after one at %.3f s", f.Index, f.Time, last)
				}
				last = f.Time
				f.Release()
			}
			if n := len(linearPrints(t, hash, path)); n < 50*len(c.starts)-1 && c.name != "chained.ogv" {
				t.Errorf("%d frames", n)
			}
			checkFreshSeeks(t, hash, path)
		})
	}
}

// TestSoundGoesOnAcrossDiscontinuities compares the sound of a recording joined with itself with that
// of the recording.
func TestSoundGoesOnAcrossDiscontinuities(t *testing.T) {
	path := joined(t, "a.ts", mpegTS, "100", "0")
	s, err := OpenSound(t.Context(), path, 48000)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.SetOrigin(open(t, path).Info().Start); err != nil {
		t.Fatal(err)
	}
	buf := make([]float32, 2*48000)
	pairs := 0
	for {
		n, err := s.Read(buf)
		pairs += n / 2
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if pairs > 6*48000 {
			break
		}
	}
	if seconds := float64(pairs) / 48000; math.Abs(seconds-4) > 0.2 {
		t.Errorf("%.2f s of sound, want 4", seconds)
	}
}

// TestPipesCloseDiscontinuities reads joined recordings from pipes, only once.
func TestPipesCloseDiscontinuities(t *testing.T) {
	for _, starts := range [][]string{{"100", "0"}, {"0", "100"}} {
		path := joined(t, "a.ts", mpegTS, starts...)
		pipe := path + ".pipe"
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Fatal(err)
		}
		cat := exec.Command("sh", "-c", `cat "$0" >"$1"`, path, pipe)
		if err := cat.Start(); err != nil {
			t.Fatal(err)
		}
		v := open(t, pipe)
		n, last := 0, 0.0
		for f := next(t, v); f != nil; f = next(t, v) {
			if n > 0 && !(f.Time > last && f.Time < last+0.1) {
				t.Errorf("frame %d is at %.3f s, after one at %.3f s", n, f.Time, last)
			}
			last = f.Time
			n++
			f.Release()
		}
		if err := cat.Wait(); err != nil || n < 99 {
			t.Errorf("%d frames, %v", n, err)
		}
	}
}
