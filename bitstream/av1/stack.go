package av1

// An mvStack has the candidates of a block's motion vectors (section 7.10.2).
type mvStack struct {
	n       int // NumMvFound
	mvs     [9][2]Vector
	weights [9]int
	global  [2]Vector // GlobalMvs
	index   int       // RefMvIdx

	newContext, refContext, zeroContext int

	compound bool
	refs     [2]int8
	found    bool // FoundMatch
	newCount int  // NewMvCount
}

const (
	closeWeight = 640 // REF_CAT_LEVEL
	stackSize   = 8   // MAX_REF_MV_STACK_SIZE
)

// findStack is find_mv_stack.
func (t *vectors) findStack(compound bool) {
	s := &t.stack
	s.n, s.newCount, s.compound, s.refs = 0, 0, compound, t.b.Ref
	s.global[0] = t.globalVector(t.b.Ref[0])
	if compound {
		s.global[1] = t.globalVector(t.b.Ref[1])
	}
	above := t.matched(func() { t.scanRow(-1) })
	left := t.matched(func() { t.scanColumn(-1) })
	if max(t.w4, t.h4) <= 16 {
		above = t.matched(func() { t.scanPoint(-1, t.w4) }) || above
	}
	closeMatches := number(above) + number(left)
	nearest, newCount := s.n, s.newCount
	for i := range nearest {
		s.weights[i] += closeWeight
	}
	s.zeroContext = 0
	if t.h.useRefMVs {
		t.temporal()
	}
	above = t.matched(func() { t.scanPoint(-1, -1) }) || above
	above = t.matched(func() { t.scanRow(-3) }) || above
	left = t.matched(func() { t.scanColumn(-3) }) || left
	if t.h4 > 1 {
		above = t.matched(func() { t.scanRow(-5) }) || above
	}
	if t.w4 > 1 {
		left = t.matched(func() { t.scanColumn(-5) }) || left
	}
	total := number(above) + number(left)
	s.sort(0, nearest)
	s.sort(nearest, s.n)
	if s.n < 2 {
		t.extraSearch()
	}
	t.clampStack()
	switch closeMatches {
	case 0:
		s.newContext, s.refContext = min(total, 1), total
	case 1:
		s.newContext, s.refContext = 3-min(newCount, 1), 2+total
	default:
		s.newContext, s.refContext = 5-min(newCount, 1), 5
	}
}

// matched reports whether a scan finds a match.
func (t *vectors) matched(scan func()) bool {
	t.stack.found = false
	scan()
	return t.stack.found
}

// globalVector is the setup global MV process: the motion of the block's middle by the frame's global motion.
func (t *vectors) globalVector(ref int8) Vector {
	if ref == intraFrame {
		return Vector{}
	}
	g := &t.h.global[ref]
	var y, x int
	switch g.kind {
	case gmIdentity:
		return Vector{}
	case gmTranslation:
		y, x = int(g.params[0])>>(warpBits-3), int(g.params[1])>>(warpBits-3)
	default:
		px, py := 4*t.col+2*t.w4-1, 4*t.row+2*t.h4-1
		xc := (int(g.params[2])-1<<warpBits)*px + int(g.params[3])*py + int(g.params[0])
		yc := int(g.params[4])*px + (int(g.params[5])-1<<warpBits)*py + int(g.params[1])
		if t.h.highPrecision {
			y, x = rounded(yc, warpBits-3), rounded(xc, warpBits-3)
		} else {
			y, x = 2*rounded(yc, warpBits-2), 2*rounded(xc, warpBits-2)
		}
	}
	return t.h.lowered(Vector{saturated(y), saturated(x)})
}

// saturated limits a component to what no valid vector reaches.
func saturated(v int) int16 { return int16(min(max(v, -1<<15+8), 1<<15-8)) }

// rounded is Round2Signed.
func rounded[T int | int64](x T, n int) T {
	if x < 0 {
		return -((-x + 1<<n>>1) >> n)
	}
	return (x + 1<<n>>1) >> n
}

// lowered is the lower precision process.
func (h *Header) lowered(v Vector) Vector {
	if h.highPrecision {
		return v
	}
	return Vector{h.lower(v.Y), h.lower(v.X)}
}

func (h *Header) lower(c int16) int16 {
	if h.IntegerMV {
		if c < 0 {
			return -((-c + 3) >> 3 << 3)
		}
		return (c + 3) >> 3 << 3
	}
	if c&1 != 0 {
		if c > 0 {
			return c - 1
		}
		return c + 1
	}
	return c
}

// scanRow is the scan row process.
func (t *vectors) scanRow(deltaRow int) {
	end := min(t.w4, t.h.miCols-t.col, 16)
	deltaCol, least := 0, 1
	if t.w4 >= 16 {
		least = 4
	}
	if deltaRow < -1 {
		deltaRow += t.row & 1
		deltaCol = 1 - t.col&1
		least = max(least, 2)
	}
	row := t.row + deltaRow
	for i := 0; i < end; {
		col := t.col + deltaCol + i
		if !t.inside(row, col) {
			break
		}
		n := t.at(row, col)
		length := max(min(t.w4, n.Size.wide4()), least)
		t.addCandidate(n, 2*length)
		i += length
	}
}

// scanColumn is the scan col process.
func (t *vectors) scanColumn(deltaCol int) {
	end := min(t.h4, t.h.miRows-t.row, 16)
	deltaRow, least := 0, 1
	if t.h4 >= 16 {
		least = 4
	}
	if deltaCol < -1 {
		deltaCol += t.col & 1
		deltaRow = 1 - t.row&1
		least = max(least, 2)
	}
	col := t.col + deltaCol
	for i := 0; i < end; {
		row := t.row + deltaRow + i
		if !t.inside(row, col) {
			break
		}
		n := t.at(row, col)
		length := max(min(t.h4, n.Size.high4()), least)
		t.addCandidate(n, 2*length)
		i += length
	}
}

// scanPoint is the scan point process.
func (t *vectors) scanPoint(deltaRow, deltaCol int) {
	row, col := t.row+deltaRow, t.col+deltaCol
	if n := t.read(row, col); n != nil {
		t.addCandidate(n, 4)
	}
}

// addCandidate is the add reference motion vector process.
func (t *vectors) addCandidate(n *Block, weight int) {
	s := &t.stack
	if !n.Inter {
		return
	}
	if s.compound {
		if n.Ref == s.refs {
			mvs := n.MV
			for i := range mvs {
				if n.Mode == GlobalGlobalMV && t.h.global[s.refs[i]].kind > gmTranslation {
					mvs[i] = s.global[i]
				}
				mvs[i] = t.h.lowered(mvs[i])
			}
			t.found(n, mvs, weight)
		}
		return
	}
	for i, ref := range n.Ref {
		if ref != s.refs[0] {
			continue
		}
		v := n.MV[i]
		if (n.Mode == GlobalMV || n.Mode == GlobalGlobalMV) && t.h.global[ref].kind > gmTranslation && n.Size.wide4() >= 2 && n.Size.high4() >= 2 {
			v = s.global[0]
		}
		t.found(n, [2]Vector{t.h.lowered(v)}, weight)
	}
}

// found adds vectors of a neighbour to the stack, or their weight.
func (t *vectors) found(n *Block, mvs [2]Vector, weight int) {
	s := &t.stack
	s.found = true
	if n.Mode.hasNew() {
		s.newCount++
	}
	s.add(mvs, weight)
}

// add adds vectors, or their weight if they are there already.
func (s *mvStack) add(mvs [2]Vector, weight int) {
	for i := range s.n {
		if s.mvs[i] == mvs {
			s.weights[i] += weight
			return
		}
	}
	if s.n < stackSize {
		s.mvs[s.n], s.weights[s.n] = mvs, weight
		s.n++
	}
}

// sort is the sorting process.
func (s *mvStack) sort(start, end int) {
	for end > start {
		last := start
		for i := start + 1; i < end; i++ {
			if s.weights[i-1] < s.weights[i] {
				s.weights[i-1], s.weights[i] = s.weights[i], s.weights[i-1]
				s.mvs[i-1], s.mvs[i] = s.mvs[i], s.mvs[i-1]
				last = i
			}
		}
		end = last
	}
}

// drlContext is DrlCtxStack.
func (s *mvStack) drlContext(i int) int {
	switch {
	case i+1 >= s.n:
		return 0
	case s.weights[i] < closeWeight:
		return 2
	case s.weights[i+1] < closeWeight:
		return 1
	}
	return 0
}
