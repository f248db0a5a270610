package hevc

import "testing"

// A scene is a picture of 128 × 128 samples with order count 8 around a block of 16 × 16 at 16, 16. Its lists
// refer to pictures 4, 0 and the long-term picture 2, and to 12, 16 and 4.
type scene struct{ m MotionDecoder }

func newScene(kind SliceType) *scene {
	s := new(scene)
	h := &SliceHeader{Type: kind, Active: [2]int{3, 3}, MaxMergeCandidates: 5, CollocatedFromL0: true}
	h.Lists[0] = [maxReferences]Reference{{POC: 4}, {POC: 0}, {POC: 2, LongTerm: true}}
	h.Lists[1] = [maxReferences]Reference{{POC: 12}, {POC: 16}, {POC: 4}}
	s.m.pic = &Picture{POC: 8, SPS: &SPS{Width: 128, Height: 128, CTBLog2: 6}, PPS: &PPS{ParallelMergeLog2: 2}}
	s.m.h, s.m.stride, s.m.grid = h, 32, make([]int32, 32*32)
	for i := range s.m.grid {
		s.m.grid[i] = -1
	}
	return s
}

// to is the motion of a vector (x, 1) to a reference of a list.
func (s *scene) to(list int, ref int8, x int16) Motion {
	motion := noMotion
	s.m.refer(&motion, list, ref, Vector{x, 1})
	return motion
}

// both is a motion to the first picture of both lists.
func (s *scene) both(x0, x1 int16) Motion {
	motion := s.to(0, 0, x0)
	s.m.refer(&motion, 1, 0, Vector{x1, 1})
	return motion
}

// The block's neighbours.
var neighbours = map[string][2]int{"A0": {15, 32}, "A1": {15, 31}, "B0": {32, 15}, "B1": {31, 15}, "B2": {15, 15}}

func (s *scene) put(places map[string]Motion) {
	for name, motion := range places {
		at := neighbours[name]
		s.m.grid[at[1]/4*32+at[0]/4] = int32(len(s.m.pic.Motion))
		s.m.pic.Motion = append(s.m.pic.Motion, motion)
	}
}

// collocate gives the collocated picture 4 a motion at a place.
func (s *scene) collocate(x, y int, motion Motion) {
	f := &motionField{poc: 4, width: 128, height: 128, motion: make([]Motion, 64)}
	f.motion[y/16*8+x/16] = motion
	s.m.collocated = f
}

// TestMergeCandidates: candidates made by hand, for each rule of clauses 8.5.3.2.2 to 8.5.3.2.5.
func TestMergeCandidates(t *testing.T) {
	all := map[string]string{"A1": "A1", "B1": "B1", "B0": "B0", "A0": "A0", "B2": "B2"}
	without := func(names ...string) map[string]string {
		left := map[string]string{}
		for name := range all {
			left[name] = name
		}
		for _, name := range names {
			delete(left, name)
		}
		return left
	}
	as := func(name, other string) map[string]string {
		left := without()
		left[name] = other
		return left
	}
	block := predictionBlock{x: 16, y: 16, width: 16, height: 16}
	below, beside := block, block
	below.below, beside.beside = true, true
	for _, c := range []struct {
		name   string
		places map[string]string // the neighbours that are there, and whose motion they have
		block  predictionBlock
		level  int
		want   []string // zero: "0", "1", ... by reference index
	}{
		{"none", nil, block, 2, []string{"0", "1", "2", "0", "0"}},
		{"four", all, block, 2, []string{"A1", "B1", "B0", "A0", "0"}},
		{"B2 instead of B1", without("B1"), block, 2, []string{"A1", "B0", "A0", "B2", "0"}},
		{"B2 instead of A1", without("A1"), block, 2, []string{"B1", "B0", "A0", "B2", "0"}},
		{"B2 alone", without("A0", "A1", "B0", "B1"), block, 2, []string{"B2", "0", "1", "2", "0"}},
		{"B1 is A1", as("B1", "A1"), block, 2, []string{"A1", "B0", "A0", "B2", "0"}},
		{"B0 is B1", as("B0", "B1"), block, 2, []string{"A1", "B1", "A0", "B2", "0"}},
		{"A0 is A1", as("A0", "A1"), block, 2, []string{"A1", "B1", "B0", "B2", "0"}},
		{"B0 is A1", as("B0", "A1"), block, 2, []string{"A1", "B1", "A1", "A0", "0"}},
		{"A0 is B1", as("A0", "B1"), block, 2, []string{"A1", "B1", "B0", "B1", "0"}},
		{"B2 is A1", map[string]string{"A1": "A1", "B1": "B1", "B2": "A1"}, block, 2, []string{"A1", "B1", "0", "1", "2"}},
		{"B2 is B1", map[string]string{"A1": "A1", "B1": "B1", "B2": "B1"}, block, 2, []string{"A1", "B1", "0", "1", "2"}},
		{"B2 is A0", map[string]string{"A1": "A1", "A0": "A0", "B2": "A0"}, block, 2, []string{"A1", "A0", "A0", "0", "1"}},
		{"second below", all, below, 2, []string{"A1", "B0", "A0", "B2", "0"}},
		{"second beside", all, beside, 2, []string{"B1", "B0", "A0", "B2", "0"}},
		{"second beside, B1 is A1", as("B1", "A1"), beside, 2, []string{"A1", "B0", "A0", "B2", "0"}},
		{"region of 32", all, block, 5, []string{"B0", "A0", "0", "1", "2"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(SliceP)
			s.m.pic.PPS.ParallelMergeLog2 = c.level
			motions := map[string]Motion{"0": s.m.zero(0), "1": s.m.zero(1), "2": s.m.zero(2)}
			for i, name := range []string{"A0", "A1", "B0", "B1", "B2"} {
				motions[name] = s.to(0, 0, int16(10+i))
			}
			for name, of := range c.places {
				s.put(map[string]Motion{name: motions[of]})
			}
			for i, name := range c.want {
				if got := s.m.mergeCandidate(&c.block, i); got != motions[name] {
					t.Errorf("candidate %d is %+v, want %s, %+v", i, got, name, motions[name])
				}
			}
		})
	}
}

// TestCombinedCandidates: those of clause 8.5.3.2.4.
func TestCombinedCandidates(t *testing.T) {
	block := &predictionBlock{x: 16, y: 16, width: 16, height: 16}
	s := newScene(SliceB)
	zero := s.m.zero
	mixed := func(x0, x1 int16) Motion { return s.both(x0, x1) }
	for _, c := range []struct {
		name   string
		a1, b1 Motion
		most   int
		want   []Motion
	}{
		{"one of each list", s.to(0, 0, 5), s.to(1, 0, 6), 5, []Motion{s.to(0, 0, 5), s.to(1, 0, 6), mixed(5, 6), zero(0), zero(1)}},
		{"lists the other way", s.to(1, 0, 5), s.to(0, 0, 6), 5, []Motion{s.to(1, 0, 5), s.to(0, 0, 6), mixed(6, 5), zero(0), zero(1)}},
		{"both lists", s.both(5, 6), s.both(7, 8), 5, []Motion{s.both(5, 6), s.both(7, 8), mixed(5, 8), mixed(7, 6), zero(0)}},
		{"no more than most", s.both(5, 6), s.both(7, 8), 3, []Motion{s.both(5, 6), s.both(7, 8), mixed(5, 8)}},
		{"one list", s.to(0, 0, 5), s.to(0, 0, 6), 5, []Motion{s.to(0, 0, 5), s.to(0, 0, 6), zero(0), zero(1), zero(2)}},
		{"the same block twice", s.to(0, 0, 5), s.to(1, 2, 5), 5, []Motion{s.to(0, 0, 5), s.to(1, 2, 5), zero(0), zero(1), zero(2)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(SliceB)
			s.m.h.MaxMergeCandidates = c.most
			s.put(map[string]Motion{"A1": c.a1, "B1": c.b1})
			for i, want := range c.want {
				if got := s.m.mergeCandidate(block, i); got != want {
					t.Errorf("candidate %d is %+v, want %+v", i, got, want)
				}
			}
		})
	}
	small := newScene(SliceB) // a unit of 8 × 4 has one list (clause 8.5.3.2.2)
	small.put(map[string]Motion{"A1": small.both(3, 4)})
	pu := &PU{X: 16, Y: 28, Width: 8, Height: 4, Merge: true}
	if got := small.m.merge(&CU{X: 16, Y: 24, Log2: 3, Part: Part2NxN}, pu, 1); got != small.to(0, 0, 3) {
		t.Errorf("a merged unit of 8 × 4 has %+v", got)
	}
}

// TestTemporalCandidates: the places and the scaling of clauses 8.5.3.2.8 and 8.5.3.2.9. The collocated picture
// has order count 4.
func TestTemporalCandidates(t *testing.T) {
	block := predictionBlock{x: 16, y: 16, width: 16, height: 16}
	lowest, rightmost := block, block
	lowest.y, rightmost.x = 48, 112
	col := func(lists uint8, poc0, poc1 int32, long uint8) Motion {
		return Motion{Vectors: [2]Vector{{64, -32}, {-64, 32}}, POC: [2]int32{poc0, poc1}, Lists: lists, LongTerm: long}
	}
	for _, c := range []struct {
		name       string
		block      predictionBlock
		x, y       int // of the collocated block
		col        Motion
		list       int
		ref        int8
		noBackward bool
		want       Vector
		ok         bool
	}{
		{"bottom right, the same distance", block, 32, 32, col(1, 0, 0, 0), 0, 0, false, Vector{64, -32}, true},
		{"twice the distance", block, 32, 32, col(1, 2, 0, 0), 0, 0, false, Vector{128, -64}, true},
		{"backward", block, 32, 32, col(1, 0, 0, 0), 1, 0, false, Vector{-64, 32}, true},
		{"centre", block, 16, 16, col(1, 0, 0, 0), 0, 0, false, Vector{64, -32}, true},
		{"elsewhere", block, 48, 32, col(1, 0, 0, 0), 0, 0, false, Vector{}, false},
		{"below the row", lowest, 32, 64, col(1, 0, 0, 0), 0, 0, false, Vector{}, false},
		{"below the row: centre", lowest, 16, 48, col(1, 0, 0, 0), 0, 0, false, Vector{64, -32}, true},
		{"right of the picture: centre", rightmost, 112, 16, col(1, 0, 0, 0), 0, 0, false, Vector{64, -32}, true},
		{"list 1 alone", block, 32, 32, col(2, 0, 0, 0), 0, 0, false, Vector{-64, 32}, true},
		{"both, of the other list", block, 32, 32, col(3, 0, 0, 0), 0, 0, false, Vector{-64, 32}, true},
		{"both, no backward: of the list", block, 32, 32, col(3, 0, 0, 0), 0, 0, true, Vector{64, -32}, true},
		{"long-term to short-term", block, 32, 32, col(1, 0, 0, 1), 0, 0, false, Vector{}, false},
		{"short-term to long-term", block, 32, 32, col(1, 0, 0, 0), 0, 2, false, Vector{}, false},
		{"long-term to long-term", block, 32, 32, col(1, 1, 0, 1), 0, 2, false, Vector{64, -32}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(SliceB)
			s.collocate(c.x, c.y, c.col)
			s.m.noBackward = c.noBackward
			if got, ok := s.m.temporal(&c.block, c.list, c.ref); got != c.want || ok != c.ok {
				t.Errorf("%v %v, want %v %v", got, ok, c.want, c.ok)
			}
		})
	}
}

// TestPredictions: the candidates of clauses 8.5.3.2.6 and 8.5.3.2.7 for a vector to picture 4, which is 4
// before the picture, or to the long-term picture.
func TestPredictions(t *testing.T) {
	s := newScene(SliceB)
	block := &predictionBlock{x: 16, y: 16, width: 16, height: 16}
	for _, c := range []struct {
		name   string
		places map[string]Motion
		ref    int8
		want   [2]int16
	}{
		{"none", nil, 0, [2]int16{0, 0}},
		{"A0 before A1", map[string]Motion{"A0": s.to(0, 0, 5), "A1": s.to(0, 0, 6)}, 0, [2]int16{5, 0}},
		{"A1 to the picture before A0 scaled", map[string]Motion{"A0": s.to(0, 1, 8), "A1": s.to(0, 0, 6)}, 0, [2]int16{6, 0}},
		{"A0 by the other list", map[string]Motion{"A0": s.to(1, 2, 5)}, 0, [2]int16{5, 0}},
		{"A0 scaled by ½", map[string]Motion{"A0": s.to(0, 1, 80)}, 0, [2]int16{40, 0}},
		{"A0 scaled by −1", map[string]Motion{"A0": s.to(1, 0, 80)}, 0, [2]int16{-80, 0}},
		{"A and B", map[string]Motion{"A0": s.to(0, 0, 5), "B1": s.to(0, 0, 7)}, 0, [2]int16{5, 7}},
		{"A and B equal", map[string]Motion{"A0": s.to(0, 0, 5), "B1": s.to(0, 0, 5)}, 0, [2]int16{5, 0}},
		{"B is not scaled if A is there", map[string]Motion{"A0": s.to(0, 0, 5), "B1": s.to(0, 1, 7)}, 0, [2]int16{5, 0}},
		{"B0, B1, B2", map[string]Motion{"A0": s.to(0, 0, 5), "B2": s.to(0, 0, 7), "B1": s.to(0, 0, 8), "B0": s.to(0, 0, 9)}, 0, [2]int16{5, 9}},
		{"B moves to A; B scaled", map[string]Motion{"B1": s.to(0, 1, 80), "B2": s.to(0, 0, 7)}, 0, [2]int16{7, 40}},
		{"B scaled alone", map[string]Motion{"B1": s.to(0, 1, 80)}, 0, [2]int16{40, 0}},
		{"short-term is none for long-term", map[string]Motion{"A0": s.to(0, 0, 5), "B1": s.to(0, 1, 7)}, 2, [2]int16{0, 0}},
		{"long-term is none for short-term", map[string]Motion{"A0": s.to(0, 2, 5)}, 0, [2]int16{0, 0}},
		{"long-term is not scaled", map[string]Motion{"A0": s.to(0, 2, 5)}, 2, [2]int16{5, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(SliceB)
			s.put(c.places)
			for i, want := range c.want {
				if got := s.m.prediction(block, 0, c.ref, i); got.X != want {
					t.Errorf("candidate %d is %v, want %d", i, got, want)
				}
			}
		})
	}
	s.put(map[string]Motion{"A0": s.to(0, 0, 5)}) // the temporal candidate follows
	s.collocate(32, 32, Motion{Vectors: [2]Vector{{64, -32}}, POC: [2]int32{0, 0}, Lists: 1})
	if got := s.m.prediction(block, 0, 0, 1); got != (Vector{64, -32}) {
		t.Errorf("the temporal candidate is %v", got)
	}
	pu := &PU{X: 16, Y: 16, Width: 16, Height: 16, Lists: 1, Ref: [2]int8{0, -1}, Difference: [2]Vector{{32767, -32768}}}
	if got := s.m.predicted(pu); got.Vectors[0] != (Vector{-32764, -32767}) || got.Lists != 1 || got.POC[0] != 4 {
		t.Errorf("a vector wraps to %+v", got)
	}
}

// TestScale: vectors scaled by hand (clause 8.5.3.2.7).
func TestScale(t *testing.T) {
	for _, c := range []struct {
		from, to int32
		v, want  int16
	}{
		{4, 4, -77, -77},
		{1, 2, 3, 6},             // 512 / 256
		{3, 1, 100, 33},          // 85 / 256
		{3, 1, -100, -33},        // sign and size apart
		{-3, 5, 10, -17},         // −427 / 256
		{7, 3, -77, -33},         // 110 / 256; without rounding of 16384 / 7: 109
		{1, 100, 100, 1600},      // at most 4095 / 256
		{1, -100, 100, -1600},    // at least −4096 / 256
		{1, 100, 30000, 32767},   // saturated
		{1, 100, -30000, -32768}, // saturated
		{200, -300, 256, -258},   // distances of 127 and −128
		{300, 200, 55, 55},       // both 127
		{0, 3, 55, 55},           // in no conforming stream
	} {
		if got := (Vector{c.v, 0}).scale(c.from, c.to); got.X != c.want || got.Y != 0 {
			t.Errorf("%d from %d to %d is %d, want %d", c.v, c.from, c.to, got.X, c.want)
		}
	}
}
