package treecode

import (
	"math/bits"
	"slices"

	"ffkvadrat/feature"
	"ffkvadrat/yuv/channel"
)

// meanModels are the models of means.
type meanModels struct {
	still [2][levels]model // by the decision before, and the level: the cell equals that of the frame before
	rest  [3][4]model      // by channel: two bits as a binary tree
	// By channel; for the first also by the level, for the others by the length of the channel
	// before.
	steps [3][17]numberModels
}

func (m *meanModels) reset() {
	for i := range m.still {
		renew(m.still[i][:])
	}
	for c := range m.steps {
		renew(m.rest[c][:])
		for i := range m.steps[c] {
			m.steps[c][i].reset()
		}
	}
}

// channels is a vector, or a sum of up to four vectors.
type channels [3]int

func channelsOf(m feature.Mean) channels {
	v := m.Vector()
	return channels{int(v[0]), int(v[1]), int(v[2])}
}

// average is the mean of a split cell's means, rounded, and the remainder of the division, from
// which the last mean follows.
type average struct {
	mean, rest channels
}

// divide returns the average of n means with this sum.
func divide(sum channels, n int) (a average) {
	for c, v := range sum {
		v += n / 2
		a.mean[c], a.rest[c] = v/n, v%n
	}
	return a
}

// last returns the last of n means, given the sum of the others.
func (a *average) last(others channels, n int) (v channels) {
	for c := range v {
		v[c] = a.mean[c]*n + a.rest[c] - n/2 - others[c]
	}
	return v
}

// place is a cell with the index of its first quad.
type place struct {
	cell  cell
	first uint32
}

// Number stores the index of the first quad in each cell, which coding means needs of both trees.
// It modifies the tree, so call it before other goroutines read it.
func (t *Tree) Number() {
	t.first = slices.Grow(t.first[:0], len(t.cells))[:len(t.cells)]
	t.numberIn(t.top, 0, 0)
}

// numbered reports whether Number has been called, or there is nothing to number.
func (t *Tree) numbered() bool {
	return t == nil || t.cells[0] == empty || len(t.first) == len(t.cells)
}

// numberIn numbers a cell of level k and returns the index of the first quad after it. at is the
// cell's index in cells.
func (t *Tree) numberIn(k int, at, next uint32) uint32 {
	t.first[at] = next
	switch c := t.cells[at]; {
	case c == leaf:
		next++
	case c != empty && k == 1:
		next += uint32(bits.OnesCount32(c.pixels()))
	case c != empty:
		for i := range uint32(4) {
			next = t.numberIn(k-1, uint32(c>>2)+i, next)
		}
	}
	return next
}

// root returns the root of a numbered tree, or an empty cell for nil.
func (t *Tree) root() place {
	if t == nil {
		return place{}
	}
	return place{cell: t.cells[0]}
}

// quarters returns the quarters of a cell of level k of a numbered tree; empty ones if it is not
// split. A pixel is a leaf or empty.
func (t *Tree) quarters(k int, p place) (four [4]place) {
	switch {
	case p.cell.state() != split:
	case k == 1:
		pixels := p.cell.pixels()
		for i := range four {
			four[i] = place{cell(pixels >> i & 1), p.first + uint32(bits.OnesCount32(pixels&(1<<i-1)))}
		}
	default:
		at := p.cell >> 2
		for i := range four {
			four[i] = place{t.cells[at+cell(i)], t.first[at+cell(i)]}
		}
	}
	return four
}

// likeness says how far a cell equals the one in its place in the frame before.
type likeness uint8

const (
	other likeness = iota
	shape          // the same quads
	still          // and the same means
)

// meansWalk traverses a tree and the one before it in preorder.
type meansWalk struct {
	tree, before *Tree // numbered
	was          []feature.Mean
	averages     []average  // of split cells, in preorder
	likenesses   []likeness // of split cells, in preorder
	next         int        // index of the next split cell
	shift        uint32     // index of the first quad in average's means
	last         int        // the last decision whether a cell is still
}

func (w *meansWalk) begin(t, before *Tree, was []feature.Mean) {
	*w = meansWalk{tree: t, before: before, was: was, averages: w.averages[:0], likenesses: w.likenesses[:0]}
	if !t.numbered() || !before.numbered() {
		panic("treecode: a tree is not numbered")
	}
}

// count returns the number of cells that are not empty.
func count(four *[4]place) (n int) {
	for _, q := range four {
		if q.cell != empty {
			n++
		}
	}
	return n
}

// compare returns the likeness of a cell of level k. means are those of the tree, or nil if
// unknown.
func (w *meansWalk) compare(k int, p, before place, means []feature.Mean) likeness {
	switch {
	case p.cell == empty:
		if before.cell == empty {
			return still
		}
		return other
	case p.cell == leaf:
		switch {
		case before.cell != leaf:
			return other
		case means != nil && means[p.first] == w.was[before.first]:
			return still
		}
		return shape
	}
	slot := len(w.likenesses)
	w.likenesses = append(w.likenesses, other)
	four, were := w.tree.quarters(k, p), w.before.quarters(k, before)
	like := still
	if before.cell.state() != split {
		like = other
	}
	for i := range four {
		like = min(like, w.compare(k-1, four[i], were[i], means))
	}
	w.likenesses[slot] = like
	return like
}

// average computes the averages in a cell of level k that is not empty, and returns its mean.
func (w *meansWalk) average(k int, p place, means []feature.Mean) channels {
	if p.cell == leaf {
		return channelsOf(means[p.first-w.shift])
	}
	slot := len(w.averages)
	w.averages = append(w.averages, average{})
	four := w.tree.quarters(k, p)
	var sum channels
	for _, q := range four {
		if q.cell != empty {
			for c, v := range w.average(k-1, q, means) {
				sum[c] += v
			}
		}
	}
	w.averages[slot] = divide(sum, count(&four))
	return w.averages[slot].mean
}

// pass moves past a cell of level k and returns the number of its quads.
func (w *meansWalk) pass(k int, p place) (n int) {
	switch p.cell {
	case empty:
		return 0
	case leaf:
		return 1
	}
	w.next++
	four := w.tree.quarters(k, p)
	for _, q := range four {
		n += w.pass(k-1, q)
	}
	return n
}

// likeness returns the likeness of the next cell.
func (w *meansWalk) likeness(p, before place, means []feature.Mean) likeness {
	if p.cell == leaf {
		return w.compare(0, p, before, means)
	}
	return w.likenesses[w.next]
}

// means codes the root's mean, and the differences from each mean to those of its quarters.
func (e *Encoder) means(d *Details) {
	w := &e.walk
	w.begin(e.tree, e.before, d.Before)
	e.details.means.reset()
	top := e.tree.root()
	w.compare(e.tree.top, top, e.before.root(), d.Means)
	mean := w.average(e.tree.top, top, d.Means)
	if e.still(e.tree.top, top, e.before.root(), d) {
		return
	}
	for _, v := range mean {
		e.w.putRaw(uint32(v), 14)
	}
	e.meansIn(e.tree.top, top, e.before.root(), d)
}

// still codes whether a cell of level k is still, if it has the same shape, and reports whether it
// is.
func (e *Encoder) still(k int, p, before place, d *Details) bool {
	w := &e.walk
	like := w.likeness(p, before, d.Means)
	if like == other {
		return false
	}
	bit := uint32(like - shape)
	e.w.put(&e.details.means.still[w.last][min(k, levels-1)], bit)
	w.last = int(bit)
	return bit == 1
}

// meansIn codes the means in a cell of level k whose own mean is known.
func (e *Encoder) meansIn(k int, p, before place, d *Details) {
	if p.cell == leaf {
		return
	}
	w := &e.walk
	in := &w.averages[w.next]
	w.next++
	four, were := e.tree.quarters(k, p), e.before.quarters(k, before)
	n := count(&four)
	for c, rest := range in.rest {
		putRest(&e.w, &e.details.means.rest[c], uint32(rest), n)
	}
	left := n
	for i, q := range four {
		if q.cell == empty {
			continue
		}
		left--
		if e.still(k-1, q, were[i], d) {
			w.pass(k-1, q)
			continue
		}
		if left > 0 {
			var own channels
			if q.cell == leaf {
				own = channelsOf(d.Means[q.first])
			} else {
				own = w.averages[w.next].mean
			}
			e.step(k, own, in.mean, d.RGB)
		}
		e.meansIn(k-1, q, were[i], d)
	}
}

// step codes a mean of a cell of level k as a difference from the one above.
func (e *Encoder) step(k int, own, above channels, rgb bool) {
	at, first := min(k, 16), 0
	for c := range own {
		v := own[c] - above[c]
		e.w.putNumber(&e.details.means.steps[c][at], v-first)
		at = length(v - first)
		if c == 0 && rgb {
			first = v
		}
	}
}

// putRest codes the remainder of a division by n.
func putRest(w *writer, m *[4]model, rest uint32, n int) {
	switch {
	case n > 2:
		w.put(&m[1], rest>>1)
		w.put(&m[2+rest>>1], rest&1)
	case n == 2:
		w.put(&m[0], rest)
	}
}

// getRest decodes the remainder of a division by n.
func getRest(r *reader, m *[4]model, n int) uint32 {
	switch {
	case n > 2:
		high := r.get(&m[1])
		return high<<1 | r.get(&m[2+high])
	case n == 2:
		return r.get(&m[0])
	}
	return 0
}

// Means appends the means of the decoded list. was are the means of the tree before.
func (d *Decoder) Means(means []feature.Mean, rgb bool, was []feature.Mean) []feature.Mean {
	t := d.tree
	if d.err != nil || t.cells[0] == empty {
		return means
	}
	t.Number()
	w := &d.walk
	w.begin(t, d.before, was)
	d.details.means.reset()
	top, before := t.root(), d.before.root()
	w.compare(t.top, top, before, nil)
	begin := len(means)
	if means = d.still(means, t.top, top, before); len(means) > begin {
		return means
	}
	var mean channels
	for c := range mean {
		mean[c] = int(d.r.getRaw(14))
	}
	return d.meansIn(means, t.top, top, before, mean, rgb)
}

// still appends the means of a cell of level k if it is still.
func (d *Decoder) still(means []feature.Mean, k int, p, before place) []feature.Mean {
	w := &d.walk
	if w.likeness(p, before, nil) == other {
		return means
	}
	bit := d.r.get(&d.details.means.still[w.last][min(k, levels-1)])
	if w.last = int(bit); bit == 1 {
		n := w.pass(k, p)
		means = append(means, w.was[before.first:][:n]...)
	}
	return means
}

// meansIn appends the means in a cell of level k whose own mean is known.
func (d *Decoder) meansIn(means []feature.Mean, k int, p, before place, own channels, rgb bool) []feature.Mean {
	for _, v := range own {
		if v < 0 || v > channel.Peak {
			d.fail(errMean)
		}
	}
	switch {
	case d.err != nil:
		return means
	case p.cell == leaf:
		return append(means, feature.NewMean(channel.Vector{uint16(own[0]), uint16(own[1]), uint16(own[2])}))
	}
	d.walk.next++
	in := average{mean: own}
	four, were := d.tree.quarters(k, p), d.before.quarters(k, before)
	n := count(&four)
	for c := range in.rest {
		in.rest[c] = int(getRest(&d.r, &d.details.means.rest[c], n))
	}
	var sum channels
	left := n
	for i, q := range four {
		if d.err != nil {
			return means // the walk is not at the next quarter
		}
		if q.cell == empty {
			continue
		}
		left--
		var v channels
		begin := len(means)
		if means = d.still(means, k-1, q, were[i]); len(means) > begin {
			v = d.mean(k-1, q, means[begin:])
		} else {
			if left > 0 {
				v = d.step(k, own, rgb)
			} else {
				v = in.last(sum, n)
			}
			means = d.meansIn(means, k-1, q, were[i], v, rgb)
		}
		for c := range sum {
			sum[c] += v[c]
		}
	}
	if divide(sum, n) != in { // no division has this remainder, or still means have another average
		d.fail(errMean)
	}
	return means
}

// mean returns the mean of a cell of level k whose quads have these means.
func (d *Decoder) mean(k int, p place, means []feature.Mean) channels {
	d.walk.averages = d.walk.averages[:0]
	d.walk.shift = p.first
	return d.walk.average(k, p, means)
}

// step decodes a mean of a cell of level k from the one above.
func (d *Decoder) step(k int, above channels, rgb bool) (own channels) {
	at, first := min(k, 16), 0
	for c := range own {
		v := d.r.getNumber(&d.details.means.steps[c][at])
		at = length(v)
		own[c] = above[c] + first + v
		if c == 0 && rgb {
			first = v
		}
	}
	return own
}
