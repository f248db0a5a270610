package align

import (
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"testing"
)

const seed = 20261127

// walk returns fingerprints of a video whose frames all differ, with a cut after each shot.
func walk(random *rand.Rand, frames, shot int) []Print {
	list := make([]Print, frames)
	for i := range list {
		if i%shot == 0 {
			for k := range columns * rows {
				list[i].list[k] = int16(random.IntN(4000))
			}
		} else {
			list[i] = list[i-1]
			for range 4 {
				v := &list[i].list[random.IntN(columns*rows)]
				*v = (*v + int16(300+random.IntN(100))) % 4000
			}
		}
	}
	return list
}

// encoded adds noise, and sets what is derived.
func encoded(random *rand.Rand, list []Print, noise int) []Print {
	list = slices.Clone(list)
	for i := range list {
		p := &list[i]
		p.corners = [4]int32{}
		for k := range p.list {
			if noise > 0 {
				p.list[k] += int16(random.IntN(2*noise+1) - noise)
			}
			if k < quadsAt {
				for y := k / columns * 3; y < k/columns*3+3; y++ {
					for x := k % columns * 4; x < k%columns*4+4; x++ {
						p.fine[y*fineColumns+x] = p.list[k] << (fineBits - bits)
					}
				}
				p.corners[corner(k/columns, k%columns)] += int32(p.list[k])
			}
		}
	}
	return list
}

// sourceOf returns the fingerprints one by one.
func sourceOf(list []Print) Source {
	return func(p *Print) error {
		if len(list) == 0 {
			return io.EOF
		}
		*p, list = list[0], list[1:]
		return nil
	}
}

// steps aligns two videos.
func steps(t testing.TB, reference, encode Source) (list []Step) {
	t.Helper()
	a := New(reference, encode)
	for {
		s, err := a.Next()
		if err == io.EOF {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
}

// check fails unless the steps pass each frame of both videos once, in order.
func check(t *testing.T, list []Step, reference, encode int) {
	t.Helper()
	i, j := int64(0), int64(0)
	for _, s := range list {
		if s.Kind.OfReference() {
			if s.Reference != i {
				t.Fatalf("%v passes frame %d of the reference, want %d", s.Kind, s.Reference, i)
			}
			i++
		}
		if s.Kind.OfEncode() {
			if s.Encode != j {
				t.Fatalf("%v passes frame %d of the encode, want %d", s.Kind, s.Encode, j)
			}
			j++
		}
	}
	if i != int64(reference) || j != int64(encode) {
		t.Fatalf("%d and %d frames, want %d and %d", i, j, reference, encode)
	}
}

// TestLong aligns videos that are longer than a window: the encode shows the frames that a function
// chooses.
func TestLong(t *testing.T) {
	const frames = 3000
	for name, c := range map[string]struct {
		shot int
		// of returns which frame of the reference the encode's next frame shows, after those that it
		// shows so far; -1 for a frame of another video, and a number past the end for the end.
		of func(shown []int) int
	}{
		"equal":    {100, func(shown []int) int { return len(shown) }},
		"no cut":   {frames, func(shown []int) int { return len(shown) }},
		"25 to 50": {90, func(shown []int) int { return len(shown) / 2 }},
		"50 to 25": {90, func(shown []int) int { return 2 * len(shown) }},
		"24 to 30": {70, func(shown []int) int { return len(shown) * 4 / 5 }},
		"leader":   {80, func(shown []int) int { return max(-1, len(shown)-900) }},
		"cut":      {80, func(shown []int) int { return len(shown) + 900 }},
		"breaks":   {80, func(shown []int) int { return len(shown) + len(shown)/700*400 }},
		"drops":    {80, func(shown []int) int { return len(shown) + len(shown)/33 }},
		"insertion": {80, func(shown []int) int {
			n := len(shown) % 1300
			if n >= 900 {
				return -1
			}
			return len(shown)/1300*900 + n
		}},
	} {
		for _, noise := range []int{0, 12} {
			random := rand.New(rand.NewPCG(seed, 1))
			reference := encoded(random, walk(random, frames, c.shot), 0)
			foreign := walk(random, frames, 50)
			var shown []int
			var encode []Print
			for {
				n := c.of(shown)
				if n >= frames {
					break
				}
				if n < 0 {
					encode = append(encode, foreign[len(encode)%frames])
				} else {
					encode = append(encode, reference[n])
				}
				shown = append(shown, n)
			}
			encode = encoded(random, encode, noise)
			list := steps(t, sourceOf(reference), sourceOf(encode))
			check(t, list, frames, len(encode))
			got, matched := slices.Repeat([]int{-1}, len(encode)), map[int]bool{}
			for _, s := range list {
				if s.Kind.OfEncode() {
					got[s.Encode] = int(s.Reference)
				}
				if s.Kind == Match {
					matched[int(s.Reference)] = true
				}
			}
			wrong := 0
			for i := range shown {
				if got[i] != shown[i] {
					if wrong++; wrong < 5 {
						t.Errorf("%s, noise %d: frame %d shows %d, want %d", name, noise, i, got[i], shown[i])
					}
				}
			}
			if wrong > 0 {
				t.Errorf("%s, noise %d: %d wrong", name, noise, wrong)
			}
			for _, n := range shown {
				if n >= 0 && !matched[n] {
					t.Errorf("%s, noise %d: frame %d of the reference has no match", name, noise, n)
					break
				}
			}
		}
	}
}

// TestHidden: where coding changes the picture more than it moves, and shows its motion late, an offset is
// one gap.
func TestHidden(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 6))
	reference := make([]Print, 300)
	for i := 1; i < len(reference); i++ {
		reference[i] = reference[i-1]
		for range 4 {
			reference[i].list[random.IntN(quadsAt)] += int16(4 + random.IntN(8))
		}
	}
	late, error := make([]Print, len(reference)), [quadsAt]int16{}
	for k := range error {
		error[k] = int16(random.IntN(60) - 30)
	}
	for i := range late {
		for k := range error {
			late[i].list[k] = reference[i].list[k]*4/7 + reference[max(0, i-1)].list[k]*3/7 + error[k]
		}
	}
	reference, late = encoded(random, reference, 0), encoded(random, late, 0)
	for _, c := range []struct{ before, after int }{{0, 0}, {10, 0}, {0, 10}, {40, 0}, {0, 40}} {
		list := steps(t, sourceOf(reference[c.after:]), sourceOf(late[c.before:]))
		check(t, list, len(reference)-c.after, len(late)-c.before)
		for _, s := range list {
			if s.Kind == Match && s.Reference+int64(c.after) != s.Encode+int64(c.before) || s.Kind != Match && (s.Reference >= int64(c.before) || s.Encode >= int64(c.after)) {
				t.Errorf("%+v: %+v", c, s)
				break
			}
		}
	}
}

// TestStill: of frames that are all equal, the first ones match, and the rest repeat.
func TestStill(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 2))
	moving := encoded(random, walk(random, 40, 40), 0)
	still := func(before, n int) []Print {
		return slices.Concat(moving[:before], slices.Repeat(moving[before:before+1], n), moving[before+1:])
	}
	for _, c := range []struct {
		before, reference, encode int
	}{{0, 10, 10}, {0, 10, 34}, {0, 34, 10}, {15, 10, 12}, {15, 12, 10}, {39, 5, 9}, {39, 9, 5}} {
		list := steps(t, sourceOf(still(c.before, c.reference)), sourceOf(still(c.before, c.encode)))
		check(t, list, 39+c.reference, 39+c.encode)
		for _, s := range list {
			kind, r, e := Match, s.Reference, s.Encode
			begin, matches := int64(c.before), int64(min(c.reference, c.encode))
			switch {
			case c.reference > c.encode && r >= begin+matches && r < begin+int64(c.reference) && s.Kind != Match:
				kind, e = ReferenceRepeat, begin+matches-1
			case c.encode > c.reference && e >= begin+matches && e < begin+int64(c.encode) && s.Kind != Match:
				kind, r = EncodeRepeat, begin+matches-1
			}
			if s.Kind != kind || s.Reference != r || s.Encode != e || kind == Match && r < begin+matches && r != e {
				t.Errorf("%+v: %+v", c, s)
			}
		}
	}
}

// TestBest compares the sum of the steps with those of all possible ones.
func TestBest(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 3))
	var w window
	for range 3000 {
		n, m := 1+random.IntN(4), 1+random.IntN(4)
		w.distances, w.equal, w.bands = make([]uint16, n*m), make([]bool, n), slices.Repeat([]band{{0, m}}, n)
		for i := range w.distances {
			w.distances[i] = uint16(random.IntN(2 * slack))
		}
		for i := 1; i < n; i++ {
			w.equal[i] = random.IntN(2) == 0
		}
		w.judge(n, m)
		w.limits, w.common = make([]int32, n), make([]uint16, n*m)
		for i := range w.limits {
			w.limits[i] = w.limit + random.Int32N(slack)
		}
		for i := range w.common {
			w.common[i] = uint16(random.IntN(slack))
		}
		gain := func(kind Kind, i, j int) (int32, bool) {
			switch {
			case kind == Match:
			case kind == EncodeRepeat:
				i--
			case !w.equal[i]:
				return 0, false
			default:
				j--
			}
			d := int32(w.distances[i*m+j])
			if kind != Match {
				return w.again(d), d < w.limit
			}
			return w.limits[i] - d, d < w.limits[i]
		}
		start, before := random.IntN(2), state(random.IntN(int(states)))
		// All sequences of steps.
		var best int32
		step := func(kind Kind, i, j int, before state, sum int32) (int32, bool) {
			after := stateOf(kind)
			if after != matched && after != before {
				sum -= w.opening
			}
			if after == apart {
				return sum, true
			}
			v, ok := gain(kind, i, j)
			if kind == Match && before != apart {
				v += int32(w.common[i*m+j])
			}
			return sum + v, ok
		}
		var try func(i, j int, before state, sum int32)
		try = func(i, j int, before state, sum int32) {
			best = max(best, sum)
			for kind := range kinds {
				a, b := i, j
				if kind.OfReference() {
					a++
				}
				if kind.OfEncode() {
					b++
				}
				if a > n || b > m || before == apart && stateOf(kind) == repeated || stateOf(kind) == repeated && (i == 0 || j == 0) {
					continue
				}
				if sum, ok := step(kind, i, j, before, sum); ok {
					try(a, b, stateOf(kind), sum)
				}
			}
		}
		try(start, start, before, 0)
		w.choose(n, m)
		sum := int32(0)
		w.follow(n, m, start, before, func(kind Kind, i, j int) {
			if kind != ending {
				sum, _ = step(kind, i, j, before, sum)
				before = stateOf(kind)
			}
		})
		if sum != best {
			t.Fatalf("seed %d: the sum is %d, want %d", seed, sum, best)
		}
	}
}

// TestDistance: the bound by quarters changes no distance.
func TestDistance(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 4))
	list := encoded(random, walk(random, 200, 20), 8)
	for i := range list {
		for j := range list {
			want := 0
			for k, v := range list[i].list {
				want += max(int(v)-int(list[j].list[k]), int(list[j].list[k])-int(v))
			}
			if got := list[i].Distance(&list[j]); int(got) != min(want, Farthest) {
				t.Fatalf("%d, want %d", got, want)
			}
		}
	}
}

// TestErrors: an error of a source ends the steps.
func TestErrors(t *testing.T) {
	broken := errors.New("broken")
	fails := func(*Print) error { return broken }
	none := func(*Print) error { return io.EOF }
	for _, s := range [][2]Source{{fails, none}, {none, fails}} {
		if _, err := New(s[0], s[1]).Next(); !errors.Is(err, broken) {
			t.Error(err)
		}
	}
	if _, err := New(none, none).Next(); err != io.EOF {
		t.Error(err)
	}
}

// BenchmarkAlign aligns two videos of 100,000 frames.
func BenchmarkAlign(b *testing.B) {
	random := rand.New(rand.NewPCG(seed, 5))
	reference := encoded(random, walk(random, 100_000, 120), 0)
	encode := encoded(random, reference, 10)
	for b.Loop() {
		steps(b, sourceOf(reference), sourceOf(encode))
	}
}
