package survey

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ffkvadrat/analysis"
)

var someParams = analysis.Params{Threshold: 0.01}

// videoOf generates a video of n frames with irregular times.
func videoOf(rnd *rand.Rand, n int) []Reading {
	video := make([]Reading, n)
	at := 0.
	for i := range video {
		video[i] = Reading{
			Time: at, Duration: 0.01, Index: int64(i), Quads: rnd.IntN(10000), Bytes: rnd.IntN(100000), Coverage: float64(rnd.IntN(1024)) / 1024, // sums are exact
			KeyFrame: i%12 == 0, Type: "IPB"[rnd.IntN(3)], Damaged: rnd.IntN(20) == 0,
			Luma: Part{1, float64(rnd.IntN(1024)) / 1024, rnd.Float64() / 2, 0.5 + rnd.Float64()/2},
			PSNR: Part{1, float64(rnd.IntN(1024)) / 1024, 20 * rnd.Float64(), 20 + 20*rnd.Float64()}, SSIM: Part{1, 0.5, 0.5, rnd.Float64()},
			QP: Part{1, float64(rnd.IntN(52)), rnd.Float64(), 60}, QPs: Part{1, float64(rnd.IntN(52)), float64(rnd.IntN(9)), 60}, Density: Part{1, float64(rnd.IntN(512)-256) / 256, -1, rnd.Float64()},
			Intra: Part{1, float64(rnd.IntN(1024)) / 1024, 0, rnd.Float64()}, Skip: Part{1, float64(rnd.IntN(1024)) / 1024, 0, rnd.Float64()}, Depth: Part{1, float64(rnd.IntN(4)), 0, 3},
		}
		at += 0.01 + 0.05*rnd.Float64()
	}
	return video
}

// grouped is the oracle: the bins of a video for slots of a given width.
func grouped(video []Reading, width float64) []Bin {
	var out []Bin
	slots := map[int64]int{}
	for _, p := range video {
		key := p.Index
		if width > 0 {
			key = int64(math.Floor(p.Time / width))
		}
		i, seen := slots[key]
		if !seen {
			i = len(out)
			slots[key] = i
			out = append(out, Bin{Start: p.Time, Index: p.Index, Type: p.Type, Quads: Range{Min: math.Inf(1)}, Coverage: Range{Min: math.Inf(1)}, Bytes: Range{Min: math.Inf(1)}})
		}
		b := &out[i]
		b.End, b.Until = p.Time, p.Time+p.Duration
		b.Frames++
		b.Kind = max(b.Kind, map[byte]Kind{'I': Intra, 'P': Predicted, 'B': Bidirectional}[p.Type])
		if p.KeyFrame {
			b.KeyFrames++
		}
		if p.Damaged {
			b.Damaged++
		}
		if float64(p.Quads) > b.Quads.Max || b.Frames == 1 {
			b.Most = p.Time
		}
		b.Quads = Range{math.Min(b.Quads.Min, float64(p.Quads)), math.Max(b.Quads.Max, float64(p.Quads)), b.Quads.Sum + float64(p.Quads)}
		b.Bytes = Range{math.Min(b.Bytes.Min, float64(p.Bytes)), math.Max(b.Bytes.Max, float64(p.Bytes)), b.Bytes.Sum + float64(p.Bytes)}
		for _, q := range [...]struct {
			all *Part
			one Part
		}{{&b.Luma, p.Luma}, {&b.PSNR, p.PSNR}, {&b.SSIM, p.SSIM}, {&b.QP, p.QP}, {&b.QPs, p.QPs}, {&b.Density, p.Density}, {&b.Intra, p.Intra}, {&b.Skip, p.Skip}, {&b.Depth, p.Depth}} {
			if l := q.all; b.Frames == 1 {
				*l = q.one
			} else {
				*l = Part{l.N + 1, l.Sum + q.one.Sum, math.Min(l.Low, q.one.Low), math.Max(l.High, q.one.High)}
			}
		}
		b.Coverage = Range{math.Min(b.Coverage.Min, p.Coverage), math.Max(b.Coverage.Max, p.Coverage), b.Coverage.Sum + p.Coverage}
	}
	return out
}

// Frame numbers are those of the pass, however many frames share a bin. They outlive a restart.
func TestFrameNumbers(t *testing.T) {
	video := videoOf(rand.New(rand.NewPCG(1, 2)), 50)
	s, v := newSeries(4), View{}
	knows := func(what string, until int) {
		t.Helper()
		s.copy(&v)
		for i, p := range video {
			want := int64(i)
			if i >= until {
				want = -1
			}
			if got := v.Frame(p.Time); got != want {
				t.Fatalf("%s: frame %d is %d", what, i, got)
			}
			if got := v.Frame(p.Time + 0.005); i+1 < until && got != want {
				t.Fatalf("%s: after the begin of frame %d: %d", what, i, got)
			}
		}
		if v.Frame(-1) >= 0 {
			t.Fatalf("%s: before the first frame: %d", what, v.Frame(-1))
		}
	}
	turn := s.restart(someParams)
	knows("at first", 0)
	s.add(turn, video[40])
	for _, p := range video[:20] {
		s.pass(turn, p)
	}
	knows("after 20 frames", 20)
	if got := v.Frame(video[19].Time + 0.005); got >= 0 {
		t.Errorf("after the last one: %d", got)
	}
	turn = s.restart(someParams)
	knows("after a restart", 20)
	for _, p := range video {
		s.pass(turn, p)
	}
	s.finish(turn, nil)
	knows("of all", 50)
	if got := v.Frame(video[49].Time + 5); got != 49 {
		t.Errorf("at the end: %d", got)
	}

	s = newSeries(4)
	turn = s.restart(someParams)
	s.pass(turn, video[0])
	s.pass(turn, Reading{Time: -1, Index: 1})
	s.finish(turn, nil)
	knows("with times that do not ascend", 0)
}

// TestSeriesCountsEveryPictureOnce adds frames from playback in any order and repeatedly during the
// pass.
func TestSeriesCountsEveryPictureOnce(t *testing.T) {
	seed := uint64(1)
	if !testing.Short() {
		seed = rand.Uint64()
	}
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 0))
	for _, c := range []struct{ frames, limit int }{{1, 4}, {60, 64}, {64, 64}, {65, 64}, {300, 64}, {1000, 64}, {5000, 100}, {40, 4}} {
		video := videoOf(rnd, c.frames)
		s := newSeries(c.limit)
		turn := s.restart(someParams)
		for n := 0; n < len(video); {
			switch rnd.IntN(4) {
			case 0: // part of the video from playback
				from := rnd.IntN(len(video))
				for _, p := range video[from:min(from+rnd.IntN(20), len(video))] {
					if rnd.IntN(3) == 0 {
						p.Index = -1
					}
					s.add(turn, p)
				}
			default:
				for range min(rnd.IntN(30), len(video)-n) {
					s.pass(turn, video[n])
					n++
				}
			}
			checkPartial(t, s, video, n)
		}
		s.finish(turn, nil)
		if exact := c.frames <= c.limit; exact != (s.width == 0) {
			t.Errorf("%+v: slots of %v s", c, s.width)
		}
		if want := grouped(video, s.width); !slices.Equal(s.bins, want) {
			t.Fatalf("%+v, slots of %v s: %d bins, want %d", c, s.width, len(s.bins), len(want))
		}
		if len(s.bins) > c.limit {
			t.Errorf("%+v: %d bins", c, len(s.bins))
		}
		s.add(turn, video[len(video)/2])
		if !slices.Equal(s.bins, grouped(video, s.width)) {
			t.Errorf("%+v: a picture changes a whole video", c)
		}
	}
}

// checkPartial compares the bins up to the pass's last frame with the oracle, and checks the bounds
// of the others.
func checkPartial(t *testing.T, s *series, video []Reading, n int) {
	t.Helper()
	done := s.after(s.reached)
	if want := grouped(video[:n], s.width); !slices.Equal(s.bins[:done], want) {
		t.Fatalf("after %d of %d pictures, slots of %v s: the first %d bins are wrong", n, len(video), s.width, done)
	}
	last := s.reached
	for _, b := range s.bins[done:] {
		if b.Start <= last || b.End < b.Start {
			t.Fatalf("a bin from %v to %v behind %v", b.Start, b.End, last)
		}
		last = b.End
		var inside []Reading
		for _, p := range video {
			if p.Time >= b.Start && p.Time <= b.End {
				inside = append(inside, p)
			}
		}
		low, high := math.Inf(1), 0.
		for _, p := range inside {
			low, high = math.Min(low, float64(p.Quads)), math.Max(high, float64(p.Quads))
		}
		if int(b.Frames) > len(inside) || b.Quads.Min < low || b.Quads.Max > high || b.Quads.Sum > float64(b.Frames)*high {
			t.Fatalf("%+v holds more than its %d pictures", b, len(inside))
		}
	}
}

func TestSeriesTakesOnlyItsTurn(t *testing.T) {
	s := newSeries(8)
	stale := s.restart(someParams)
	turn := s.restart(someParams)
	p := Reading{Time: 1, Quads: 7}
	s.add(stale, p)
	s.offer(analysis.Params{Threshold: 0.02}, p)
	s.pass(stale, p)
	s.finish(stale, nil)
	if len(s.bins) != 0 || s.whole {
		t.Error("takes what belongs to another turn, or to other parameters")
	}
	s.offer(someParams, Reading{Time: 2, Quads: 8})
	s.pass(turn, p)
	if len(s.bins) != 2 || s.whole {
		t.Error("does not take its own")
	}
	s.finish(turn, nil)
	if !s.whole {
		t.Error("does not end")
	}
	s.restart(someParams)
	s.pass(turn, p)
	if len(s.bins) != 0 || s.whole {
		t.Error("keeps what was there before")
	}
}

// If time stamps decrease or repeat, only the pass counts.
func TestSeriesWithoutOrder(t *testing.T) {
	for _, limit := range []int{4, 64} {
		s := newSeries(limit)
		turn := s.restart(someParams)
		times := []float64{0, 0.1, 0.2, 0.1, 0.1, 0.3, 0.3, 0.25, 0.4}
		total := 0.
		for i, at := range times {
			s.add(turn, Reading{Time: times[len(times)-1-i] + 0.001, Index: -1, Quads: 1000})
			s.pass(turn, Reading{Time: at, Index: int64(i), Quads: i})
			total += float64(i)
		}
		s.finish(turn, nil)
		frames, sum, last := int32(0), 0., math.Inf(-1)
		for _, b := range s.bins {
			if b.Start < last {
				t.Errorf("limit %d: a bin from %v behind %v", limit, b.Start, last)
			}
			frames, sum, last = frames+b.Frames, sum+b.Quads.Sum, b.End
		}
		if int(frames) != len(times) || sum != total {
			t.Errorf("limit %d: %d pictures with %v quads, want %d with %v", limit, frames, sum, len(times), total)
		}
	}
}

// TestSeriesAgain: another pass replaces the bins of an earlier one as it goes, and samples add what these lack.
func TestSeriesAgain(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 0))
	for _, c := range []struct{ frames, known, limit int }{{60, 60, 64}, {60, 25, 64}, {1000, 1000, 64}, {1000, 300, 64}} {
		video := videoOf(rnd, c.frames)
		for i := range video {
			video[i].PSNR = Part{}
		}
		s := newSeries(c.limit)
		turn := s.restart(someParams)
		for _, p := range video[:c.known] {
			s.pass(turn, p)
		}
		if c.known == c.frames {
			s.finish(turn, nil)
		}
		before := slices.Clone(s.bins)
		turn = s.again(false)
		if whole := c.known == c.frames; !slices.Equal(s.bins, before) || s.remeasures != whole || s.whole {
			t.Fatalf("%+v: %d bins stay of %d, %v, %v", c, len(s.bins), len(before), s.remeasures, s.whole)
		}
		for i := range video {
			video[i].PSNR = Part{1, float64(i), float64(i), float64(i)}
		}
		sample := video[20]
		if s.add(turn, sample); s.width == 0 && s.bins[20] != newBin(sample) {
			t.Errorf("%+v: a sample makes %+v", c, s.bins[20])
		}
		for n, p := range video {
			s.pass(turn, p)
			checkPartial(t, s, video, n+1)
			frames := 0
			for i := range s.bins {
				frames += int(s.bins[i].Frames)
			}
			if frames < min(c.known, n+1) || s.width == 0 && frames < c.known {
				t.Fatalf("%+v: only %d frames are known at frame %d", c, frames, n)
			}
		}
		if s.finish(turn, nil); !slices.Equal(s.bins, grouped(video, s.width)) || !s.whole || s.remeasures {
			t.Errorf("%+v: the bins differ from those of one pass", c)
		}
	}
}

// TestSeriesAgainWithoutOrder: time stamps that repeat begin from nothing, and give the same.
func TestSeriesAgainWithoutOrder(t *testing.T) {
	s := newSeries(64)
	run := func(turn uint64) []Bin {
		for i, at := range []float64{0, 0.1, 0.2, 0.1, 0.3} {
			s.pass(turn, Reading{Time: at, Index: int64(i), Quads: i})
		}
		s.finish(turn, nil)
		return slices.Clone(s.bins)
	}
	first := run(s.restart(someParams))
	turn := s.again(false)
	if len(s.bins) != 0 || s.remeasures {
		t.Errorf("%d bins stay", len(s.bins))
	}
	if again := run(turn); !slices.Equal(again, first) {
		t.Errorf("again: %+v, first: %+v", again, first)
	}
}
