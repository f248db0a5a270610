package trust

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"runtime/debug"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/tests/leak"
)

// TestSoak makes 10,000 seeks in a video with sound and decodes a clip 1,000 times, both with
// analysis; with -short a tenth of that. At the end the process must hold no more than after the
// first tenth.
func TestSoak(t *testing.T) {
	dir := t.TempDir()
	video, clip := filepath.Join(dir, "film.mp4"), filepath.Join(dir, "clip.mp4")
	ffmpeg(t, "-f", "lavfi", "-i", "testsrc2=size=48x32:rate=25:duration=4", "-f", "lavfi", "-i", "sine=duration=4", "-c:v", "libx264", "-g", "5", video)
	ffmpeg(t, "-f", "lavfi", "-i", "testsrc2=size=48x32:rate=25:duration=0.2", "-c:v", "libx264", clip)
	cmd := child(t, "soak", video, clip)
	out, err := cmd.CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Error(err)
	}
}

func soakChild(args []string) error {
	seeks, loops := 10000, 1000
	if testing.Short() {
		seeks, loops = seeks/10, loops/10
	}
	if err := soak("seeks", args[0], seeks, seekOnce); err != nil {
		return err
	}
	return soak("loops", args[1], loops, loopOnce)
}

// soaked is the state of a step.
type soaked struct {
	video  *decode.Video
	sound  *decode.Sound // or nil
	heard  []float32
	engine analysis.Engine
	random *rand.Rand
}

// soak repeats a step and compares what the process holds.
func soak(name, path string, n int, step func(*soaked, int) error) error {
	ctx := context.Background()
	v, err := decode.OpenVideo(ctx, path, decode.Options{Stream: decode.Best, Threads: 2})
	if err != nil {
		return err
	}
	defer v.Close()
	s := &soaked{video: v, heard: make([]float32, 256), engine: analysis.NewCPU(), random: rand.New(rand.NewPCG(20070107, 0))}
	defer s.engine.Release()
	if v.Info().AudioStreams > 0 {
		if s.sound, err = decode.OpenSound(ctx, path, 48000); err != nil {
			return err
		}
		defer s.sound.Close()
	}
	var before leak.Held
	var resident int64
	for i := range n {
		if i == n/10 {
			debug.FreeOSMemory()
			if resident, err = status("self", "VmRSS"); err != nil {
				return err
			}
			before = leak.Now()
		}
		if err := step(s, i); err != nil {
			return fmt.Errorf("%s: number %d: %w", name, i, err)
		}
	}
	if err := before.Settle(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	debug.FreeOSMemory()
	after, err := status("self", "VmRSS")
	if err != nil {
		return err
	}
	fmt.Printf("%d %s: %d kB and then %d kB, %+v\n", n, name, resident>>10, after>>10, before)
	// A leak of 1 kB per step would be 9 MiB. The bookkeeping of the C library and of the race
	// detector varies by less.
	if after > resident+8<<20 {
		return fmt.Errorf("%s: %d kB resident, %d kB before", name, after>>10, resident>>10)
	}
	return nil
}

func seekOnce(s *soaked, i int) error {
	frame := s.random.Int64N(100)
	var err error
	switch i % 3 {
	case 0:
		err = s.video.SeekIndex(frame)
	case 1:
		err = s.video.SeekTime(float64(frame) / 25)
	case 2:
		err = s.video.SeekPTS(frame * 512)
	}
	if err != nil {
		return err
	}
	f, err := s.video.Next()
	if err != nil {
		return err
	}
	defer f.Release()
	if f.Time < float64(frame)/25-0.04 || f.Time > float64(frame)/25+0.04 {
		return fmt.Errorf("a seek to frame %d leads to %v s", frame, f.Time)
	}
	if _, err := s.engine.Analyze(&f.Picture, variants[i%len(variants)]); err != nil {
		return err
	}
	if i%10 == 0 {
		if err := s.sound.SeekTime(float64(frame) / 25); err != nil {
			return err
		}
		_, err = s.sound.Read(s.heard)
	}
	return err
}

func loopOnce(s *soaked, _ int) error {
	if err := s.video.SeekIndex(0); err != nil {
		return err
	}
	for n := 0; ; n++ {
		f, err := s.video.Next()
		if err == io.EOF && n == 5 {
			return nil
		}
		if err != nil {
			return fmt.Errorf("frame %d: %w", n, err)
		}
		_, err = s.engine.Analyze(&f.Picture, variants[n%len(variants)])
		f.Release()
		if err != nil {
			return err
		}
	}
}
