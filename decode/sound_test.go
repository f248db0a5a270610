package decode

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"ffkvadrat/tests/clips"
)

func openSoundFor(tb testing.TB, path string, rate int) *Sound {
	tb.Helper()
	s, err := OpenSound(context.Background(), path, rate)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(s.Close)
	return s
}

func readAll(tb testing.TB, s *Sound) []float32 {
	tb.Helper()
	var all []float32
	buf := make([]float32, 3000)
	for {
		n, err := s.Read(buf)
		all = append(all, buf[:n]...)
		if err == io.EOF {
			return all
		}
		if err != nil {
			tb.Fatal(err)
		}
	}
}

const noise = "anoisesrc=duration=4:sample_rate=44100:seed=7:amplitude=0.5,aformat=channel_layouts=stereo"

func TestSoundEqualsFFmpeg(t *testing.T) {
	path := clips.Make(t, "a.mkv", "-f", "lavfi", "-i", noise, "-c:a", "flac")
	for _, rate := range []int{44100, 48000, 22050} {
		ref := clips.Raw(t, "-i", path, "-f", "f32le", "-ac", "2", "-ar", itoa(rate))
		got := readAll(t, openSoundFor(t, path, rate))
		if d := len(got) - len(ref)/4; d < -2000 || d > 2000 {
			t.Fatalf("rate %d: %d values, ffmpeg has %d", rate, len(got), len(ref)/4)
		}
		var worst float64
		for i := range min(len(got), len(ref)/4) {
			w := math.Float32frombits(binary.LittleEndian.Uint32(ref[4*i:]))
			worst = max(worst, math.Abs(float64(got[i]-w)))
		}
		if worst > 1e-5 {
			t.Errorf("rate %d: differs by %g", rate, worst)
		}
	}
}

// TestSoundAfterSeekEqualsLinear: for codecs without randomness and time bases that are exact to the
// sample.
func TestSoundAfterSeekEqualsLinear(t *testing.T) {
	for _, c := range []struct{ name, codec string }{{"a.mov", "pcm_s16le"}, {"a.m4a", "alac"}, {"a.nut", "pcm_f32le"}} {
		path := clips.Make(t, c.name, "-f", "lavfi", "-i", noise, "-c:a", c.codec)
		for _, rate := range []int{44100, 48000} {
			t.Run(c.name+"/"+itoa(rate), func(t *testing.T) {
				all := readAll(t, openSoundFor(t, path, rate))
				s := openSoundFor(t, path, rate)
				seed := rand.Uint64()
				t.Logf("seed %d", seed)
				rnd := rand.New(rand.NewPCG(seed, 0))
				buf := make([]float32, 5000)
				for _, seconds := range []float64{rnd.Float64() * 3.8, rnd.Float64() * 3.8, 0, 2.5, 0.1, 3.9} {
					if err := s.SeekTime(seconds); err != nil {
						t.Fatal(err)
					}
					at := 2 * int(math.Round(seconds*float64(rate)))
					n, err := s.Read(buf)
					if err != nil {
						t.Fatal(err)
					}
					if want := min(len(buf), len(all)-at); n != want {
						t.Fatalf("at %g s: %d values, want %d", seconds, n, want)
					}
					for i := range n {
						if buf[i] != all[at+i] {
							t.Fatalf("at %g s: value %d is %g, want %g", seconds, i, buf[i], all[at+i])
						}
					}
				}
			})
		}
	}
}

func loudFrom(samples []float32) int {
	for i, v := range samples {
		if v != 0 {
			return i / 2
		}
	}
	return -1
}

// TestSoundAfterSeekInMatroska allows for millisecond time stamps.
func TestSoundAfterSeekInMatroska(t *testing.T) {
	path := clips.Make(t, "a.mka", "-f", "lavfi", "-i", noise, "-c:a", "pcm_f32le")
	all := readAll(t, openSoundFor(t, path, 44100))
	s := openSoundFor(t, path, 44100)
	if err := s.SeekTime(2); err != nil {
		t.Fatal(err)
	}
	buf := make([]float32, 64)
	if _, err := s.Read(buf); err != nil {
		t.Fatal(err)
	}
	for off := -45; off <= 45; off++ {
		if at := 2 * (2*44100 + off); slices.Equal(buf, all[at:at+len(buf)]) {
			return
		}
	}
	t.Error("the sound at 2 s is not within a millisecond of 2 s in a linear decode")
}

func TestSoundGapIsSilence(t *testing.T) {
	path := clips.Make(t, "gap.nut", "-f", "lavfi", "-i", noise+",asetnsamples=441,aselect='not(between(t,0.995,1.495))'", "-c:a", "pcm_s16le")
	for _, rate := range []int{44100, 48000} {
		all := readAll(t, openSoundFor(t, path, rate))
		from, to := rate*101/100, rate*149/100
		for i := 2 * from; i < 2*to; i++ {
			if all[i] != 0 {
				t.Fatalf("rate %d: value %g in the gap at %g s", rate, all[i], float64(i/2)/float64(rate))
			}
		}
		if loud := float64(to+loudFrom(all[2*to:])) / float64(rate); math.Abs(loud-1.5) > 0.012 {
			t.Errorf("rate %d: sound goes on at %g s, want 1.5", rate, loud)
		}
		if got := float64(len(all)/2) / float64(rate); math.Abs(got-4) > 0.01 {
			t.Errorf("rate %d: %g s, want 4", rate, got)
		}
	}
}

func TestSoundStartsWhereTheStreamSays(t *testing.T) {
	path := clips.Make(t, "late.ts", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=2",
		"-itsoffset", "0.25", "-f", "lavfi", "-i", noise, "-t", "2", "-c:v", "mpeg2video", "-c:a", "mp2")
	v := open(t, path)
	if v.Info().Start < 1 {
		t.Fatalf("the video starts at %g s, which tests nothing", v.Info().Start)
	}
	s := openSoundFor(t, path, 48000)
	if err := s.SetOrigin(v.Info().Start); err != nil {
		t.Fatal(err)
	}
	// MP2 has a delay of 481 samples, which MPEG-TS cannot signal.
	at := float64(loudFrom(readAll(t, s))) / 48000
	if at < 0.22 || at > 0.28 {
		t.Errorf("sound starts at %g s after the video, want 0.25", at)
	}
}

func TestSoundOfClips(t *testing.T) {
	forEach(t, media(t), func(t *testing.T, path string) {
		v := open(t, path)
		s, err := OpenSound(context.Background(), path, 48000)
		if v.Info().AudioStreams == 0 {
			if !errors.Is(err, ErrNoSound) {
				t.Fatalf("got %v, want ErrNoSound", err)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if err := s.SetOrigin(v.Info().Start); err != nil {
			t.Fatal(err)
		}
		all := readAll(t, s)
		if got := float64(len(all)/2) / 48000; math.Abs(got-v.Info().Duration) > 1.1 {
			t.Errorf("%g s of sound, %g s of video", got, v.Info().Duration)
		}
		if f := s.Faults(); f.Any() {
			t.Errorf("faults: %+v", f)
		}
	})
}

func TestSoundReadDoesNotAllocate(t *testing.T) {
	path := clips.Make(t, "a.wav", "-f", "lavfi", "-i", noise)
	s := openSoundFor(t, path, 48000)
	buf := make([]float32, 2048)
	read := func() {
		if _, err := s.Read(buf); err != nil {
			t.Fatal(err)
		}
	}
	for range 20 {
		read()
	}
	if n := testing.AllocsPerRun(50, read); n > 0 {
		t.Errorf("%g allocations a read", n)
	}
}

func TestSoundOfAudioOnlyFile(t *testing.T) {
	path := clips.Make(t, "a.mp3", "-f", "lavfi", "-i", noise)
	if n := len(readAll(t, openSoundFor(t, path, 44100))); n < 4*44100*2-5000 {
		t.Errorf("%d values", n)
	}
	if _, err := OpenVideo(context.Background(), path, Options{Stream: Best}); !errors.Is(err, ErrNoVideo) {
		t.Errorf("got %v, want ErrNoVideo", err)
	}
}

func itoa(n int) string { return strconv.Itoa(n) }
