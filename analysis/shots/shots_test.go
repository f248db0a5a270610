package shots_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/levels"
	"ffkvadrat/analysis/shots"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv/yuvtest"
)

const seed = 20071130

// TestLook counts pixel by pixel, in every layout and size.
func TestLook(t *testing.T) {
	engine := analysis.NewCPU()
	for i, f := range yuvtest.Layouts {
		for _, size := range yuvtest.Sizes[:8] {
			p := yuvtest.Tight(f, size[0], size[1], yuvtest.Above(yuvtest.Fills(seed)[i%6]))
			r, err := engine.Analyze(p, analysis.Params{Threshold: 0.1})
			if err != nil {
				t.Fatal(err)
			}
			want := shots.Look{Pixels: int64(size[0] * size[1])}
			covered := map[[2]int]int{}
			for _, q := range r.Quads {
				for k := range q.Size() * q.Size() {
					covered[[2]int{q.X() + k%q.Size(), q.Y() + k/q.Size()}] = q.Level() + 1
				}
			}
			for k := range size[0] * size[1] {
				x, y := k%size[0], k/size[0]
				want.Luma[min(p.Sample(-1, x, y), f.MaxValue())>>(f.Depth-6)]++
				want.Areas[(covered[[2]int{x, y}]+levels.Count)%(levels.Count+1)]++
			}
			if got := shots.LookOf(p, r.Quads); got != want {
				t.Errorf("%s %v: %+v, want %+v", f.Name, size, got, want)
			}
		}
	}
}

// look returns a look with all pixels in one level and one bin.
func look(pixels int64, level, bin int) *shots.Look {
	l := &shots.Look{Pixels: pixels}
	l.Areas[level], l.Luma[bin] = pixels, pixels
	return l
}

// TestDistance: known values; of pictures of any two sizes, and of the largest ones.
func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b *shots.Look
		want int64
	}{
		{look(1, 0, 0), look(1<<28, 0, 0), 0},
		{look(1<<28, 0, 0), look(1<<28, levels.Count, 63), shots.Most},
		{look(1, 0, 0), look(1<<28, levels.Count, 63), shots.Most},
		{look(77, 3, 9), look(77, 3, 10), 2 * (shots.Most / 63) / 3},
		{look(77, 3, 9), look(5, 5, 9), 2 * shots.Most / 15 / 3},
		{look(77, 3, 9), look(5, 4, 19), (shots.Most/15 + 2*(10*shots.Most/63)) / 3},
	} {
		if got, back := shots.Distance(c.a, c.b), shots.Distance(c.b, c.a); got != c.want || back != c.want {
			t.Errorf("%v and %v: %d and %d, want %d", c.a, c.b, got, back, c.want)
		}
	}
}

// video returns looks of shots of the given lengths; each shot has its own level and bin, and some
// noise.
func video(random *rand.Rand, lengths ...int) (looks []*shots.Look) {
	for i, n := range lengths {
		for range n {
			l := look(1e6, i*4%levels.Count, 5+i*23%50)
			for range 20 {
				from, to := random.IntN(64), random.IntN(64)
				moved := min(l.Luma[from], random.Int64N(1000))
				l.Luma[from] -= moved
				l.Luma[to] += moved
			}
			looks = append(looks, l)
		}
	}
	return looks
}

func found(least int, looks []*shots.Look) []int64 {
	f := shots.NewFinder(least)
	for _, l := range looks {
		f.Add(l)
	}
	starts, n := f.End()
	if n != int64(len(looks)) {
		return []int64{-n}
	}
	return starts
}

// TestShots: videos of one frame and of none, without cuts, with cuts close to the ends, flashes,
// fades, and shots shorter than the least.
func TestShots(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 1))
	make := func(lengths ...int) []*shots.Look { return video(random, lengths...) }
	join := func(parts ...[]*shots.Look) []*shots.Look { return slices.Concat(parts...) }
	fade := func(pictures, from, to int) (looks []*shots.Look) {
		for i := range pictures {
			looks = append(looks, look(1e6, 3, from+(to-from)*i/(pictures-1)))
		}
		return looks
	}
	steady := fade(30, 20, 20)
	flash := func(pictures int) []*shots.Look {
		return join(steady, fade(pictures+1, 63, 63)[:pictures], steady)
	}
	for name, c := range map[string]struct {
		least int
		looks []*shots.Look
		want  []int64
	}{
		"none":                    {1, nil, nil},
		"one picture":             {1, make(1), []int64{0}},
		"one picture, longer":     {24, make(1), []int64{0}},
		"two pictures":            {1, make(1, 1), []int64{0, 1}},
		"no cut":                  {1, make(100), []int64{0}},
		"cuts":                    {12, make(40, 30, 12, 50), []int64{0, 40, 70, 82}},
		"at the ends":             {1, make(2, 40, 1), []int64{0, 2, 42}},
		"at the ends, too short":  {4, make(2, 40, 1), []int64{0}},
		"as short as may be":      {10, make(10, 10, 10), []int64{0, 10, 20}},
		"fade out and in":         {12, join(fade(30, 50, 2), fade(30, 2, 50)), []int64{0}},
		"fade of twelve pictures": {12, join(steady, fade(12, 20, 60), fade(30, 60, 60)), []int64{0}},
		"cut to black and fade":   {12, join(steady, fade(20, 1, 1), fade(30, 1, 40)), []int64{0, 30}},
		"flash of one picture":    {1, flash(1), []int64{0}},
		"flash of six":            {1, flash(6), []int64{0}},
		"no flash any more":       {1, flash(12), []int64{0, 30, 42}},
		"such a short shot":       {13, flash(12), []int64{0, 30}},
	} {
		if got := found(c.least, c.looks); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	// The stronger one of two cuts stays.
	weak, strong := look(1e6, 3, 30), look(1e6, 9, 60)
	looks := join(steady, []*shots.Look{weak, weak, weak, weak, weak, weak, weak, weak, weak, weak}, slices.Repeat([]*shots.Look{strong}, 30))
	if got := found(1, looks); !slices.Equal(got, []int64{0, 30, 40}) {
		t.Errorf("two: %v", got)
	}
	if got := found(11, looks); !slices.Equal(got, []int64{0, 40}) {
		t.Errorf("the stronger one: %v", got)
	}
	// A cut that is dropped does not drop another one: not where the video ends, and not where a
	// third one is stronger.
	if got := found(11, looks[:46]); !slices.Equal(got, []int64{0, 30}) {
		t.Errorf("close to the end: %v", got)
	}
	looks = join(fade(20, 20, 20), fade(8, 25, 25), fade(8, 33, 33), fade(30, 50, 50))
	if got := found(1, looks); !slices.Equal(got, []int64{0, 20, 28, 36}) {
		t.Errorf("three: %v", got)
	}
	if got := found(11, looks); !slices.Equal(got, []int64{0, 20, 36}) {
		t.Errorf("three that are ever stronger: %v", got)
	}
}

// TestFlash: if a frame's distance from the frame before the cut is less than half the cut's, the
// cut is a flash; at exactly half it is not.
func TestFlash(t *testing.T) {
	for after, want := range map[int][]int64{14: {0}, levels.Count: {0, 20}} {
		before, cut, later := look(1e6, 0, 0), look(1e6, 0, 63), look(1e6, after, 0)
		looks := slices.Concat(slices.Repeat([]*shots.Look{before}, 20), []*shots.Look{cut, cut}, slices.Repeat([]*shots.Look{later}, 20))
		if half := 2*shots.Distance(before, later) == shots.Distance(before, cut); half != (after == levels.Count) {
			t.Fatalf("level %d: half the distance: %v", after, half)
		}
		if got := found(1, looks); !slices.Equal(got, want) {
			t.Errorf("level %d: %v, want %v", after, got, want)
		}
	}
}

// rules is the definition, for a whole video.
func rules(least int, looks []*shots.Look) (starts []int64) {
	if len(looks) == 0 {
		return nil
	}
	d := make([]int64, len(looks))
	for n := 1; n < len(d); n++ {
		d[n] = shots.Distance(looks[n-1], looks[n])
	}
	starts = []int64{0}
	var cuts []int
	for n := 1; n < len(d); n++ {
		var others []int64
		lasts := true
		for j := max(0, n-8); j <= min(len(d)-1, n+8); j++ {
			if j != n && j > 0 {
				others = append(others, d[j])
			}
			if j > n {
				lasts = lasts && 2*shots.Distance(looks[n-1], looks[j]) >= d[n]
			} else if j < n-1 {
				lasts = lasts && 2*shots.Distance(looks[j], looks[n]) >= d[n]
			}
		}
		sort.Slice(others, func(i, j int) bool { return others[i] < others[j] })
		median := int64(0)
		if len(others) > 0 {
			median = others[len(others)/2]
		}
		highest := (n == 1 || d[n] > d[n-1]) && (n+1 == len(d) || d[n] >= d[n+1])
		if lasts && highest && d[n] >= 22500+3*median && n >= least && len(looks)-n >= least {
			cuts = append(cuts, n)
		}
	}
	for len(cuts) > 0 {
		strongest := slices.MaxFunc(cuts, func(a, b int) int { return cmp.Or(cmp.Compare(d[a], d[b]), cmp.Compare(b, a)) })
		starts = append(starts, int64(strongest))
		cuts = slices.DeleteFunc(cuts, func(n int) bool { return max(n-strongest, strongest-n) < least })
	}
	slices.Sort(starts)
	return starts
}

// TestRules compares with the definition, on videos of all kinds of lengths and changes.
func TestRules(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 2))
	several := 0
	for range 1000 {
		var looks []*shots.Look
		for pictures := 1 + random.IntN(120); len(looks) < pictures; {
			for _, l := range video(random, 1+random.IntN(25)) {
				l.Luma, l.Areas = [64]int64{}, levels.Areas{}
				l.Luma[random.IntN(2)+20], l.Areas[5] = 1e6, 1e6
				looks = append(looks, l)
			}
			shift := random.IntN(40)
			for i := range looks[len(looks)/2:] {
				l := looks[len(looks)/2+i]
				if l.Luma[20] > 0 {
					l.Luma[20], l.Luma[20+shift] = l.Luma[20+shift], l.Luma[20]
				}
			}
		}
		least := 1 + random.IntN(15)
		want := rules(least, looks)
		if got := found(least, looks); !slices.Equal(got, want) {
			t.Fatalf("seed %d: %d pictures, at least %d: %v, want %v", seed, len(looks), least, got, want)
		}
		several += min(len(want)-1, 1)
	}
	if several < 40 {
		t.Errorf("only %d videos have cuts", several)
	}
}

// FuzzFinder: the bytes are bins and levels of frames.
func FuzzFinder(f *testing.F) {
	f.Add([]byte("aaaaaaaaaaaaaaaaaaaazzzzzzzzzzzzzzzzzzzzazzzzzzzzzzzzzz"), uint8(3))
	f.Fuzz(func(t *testing.T, pictures []byte, least uint8) {
		if len(pictures) > 500 {
			return
		}
		var looks []*shots.Look
		for i, b := range pictures {
			looks = append(looks, look(int64(1+i%3), int(b>>2)%16, int(b)%64))
		}
		got := found(1+int(least), looks)
		if want := rules(1+int(least), looks); !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
		for i, s := range got {
			end := int64(len(pictures))
			if i+1 < len(got) {
				end = got[i+1]
			}
			if end-s <= int64(least) && len(got) > 1 {
				t.Fatalf("shots %v of %d pictures, at least %d", got, len(pictures), 1+least)
			}
		}
	})
}

func TestSteadyState(t *testing.T) {
	f, l := shots.NewFinder(12), look(1e6, 3, 9)
	if n := testing.AllocsPerRun(100, func() { f.Add(l) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkLook(b *testing.B) {
	p := yuvtest.Picture(yuvtest.Formats[1], 1920, 1080, yuvtest.Fills(seed)[5])
	r, err := analysis.NewCPU().Analyze(p, analysis.Params{Threshold: 0.1})
	if err != nil {
		b.Fatal(err)
	}
	quads := append([]quadpyramid.Quad(nil), r.Quads...)
	b.Run("engine=cpu/size=1920x1080", func(b *testing.B) {
		f := shots.NewFinder(12)
		b.SetBytes(1920 * 1080)
		b.ReportMetric(math.Round(float64(len(quads))), "quads")
		for b.Loop() {
			l := shots.LookOf(p, quads)
			f.Add(&l)
		}
	})
}
