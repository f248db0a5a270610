package treecode

import (
	"ffkvadrat/channel"
	"ffkvadrat/feature"
)

// detailModels are the models of all that is coded behind a tree.
type detailModels struct {
	means     [3][17]numberModels // by channel; the first by the level, the others by the length of the channel before
	remainder [3][4]model         // by channel: two bits in the order of a heap
	values    [17]numberModels    // by the length of the last number
	classes   [17][16]model       // by the last class, 16 for none: four bits in the order of a heap
}

// channels is a vector, or a sum of up to four.
type channels [3]int

func channelsOf(v channel.Vector) channels { return channels{int(v[0]), int(v[1]), int(v[2])} }

// average is what is known of the means in a split cell: their average, rounded, and the rest
// of that division, from which the last one follows.
type average struct {
	mean, rest channels
}

// divide makes the average of the sum of n means.
func divide(sum channels, n int) (a average) {
	for c, v := range sum {
		v += n / 2
		a.mean[c], a.rest[c] = v/n, v%n
	}
	return a
}

// last is the last of n means, if the others have this sum.
func (a *average) last(others channels, n int) (v channels) {
	for c := range v {
		v[c] = a.mean[c]*n + a.rest[c] - n/2 - others[c]
	}
	return v
}

// averages walk through a tree's cells in preorder.
type averages struct {
	of   []average // split cells
	next int       // split cell of the walk
	at   int       // mean of the walk
}

// quarters are the states of a split cell's quarters that are not empty, and how many those are.
// For pixels the value of a cell is its state.
func (t *Tree) quarters(k int, c cell) (four [4]cell, n int) {
	for i := range uint32(4) {
		if k == 1 {
			four[i] = cell(c.pixels() >> i & 1)
		} else {
			four[i] = t.quarter(c, i)
		}
		if four[i] != empty {
			n++
		}
	}
	return four, n
}

// fill computes the averages in a cell of level k that is not empty, and returns the cell's mean.
func (a *averages) fill(t *Tree, k int, c cell, means []feature.Mean) channels {
	if c == leaf {
		a.at++
		return channelsOf(means[a.at-1].Vector())
	}
	slot := len(a.of)
	a.of = append(a.of, average{})
	four, n := t.quarters(k, c)
	var sum channels
	for _, q := range four {
		if q != empty {
			for c, v := range a.fill(t, k-1, q, means) {
				sum[c] += v
			}
		}
	}
	a.of[slot] = divide(sum, n)
	return a.of[slot].mean
}

// means codes the top's mean, and what leads from each mean to those in its cell.
func (e *Encoder) means(d *Details) {
	a, t := &e.averages, e.tree
	*a = averages{of: a.of[:0]}
	top := a.fill(t, t.top, t.cells[0], d.Means)
	for c := range e.details.means {
		for i := range e.details.means[c] {
			e.details.means[c][i].reset()
		}
		renew(e.details.remainder[c][:])
		e.w.putRaw(uint32(top[c]), 14)
	}
	a.next, a.at = 0, 0
	e.meansIn(t.top, t.cells[0], d)
}

// meansIn codes the means in a cell whose own is known.
func (e *Encoder) meansIn(k int, c cell, d *Details) {
	a := &e.averages
	if c == leaf {
		a.at++
		return
	}
	in := &a.of[a.next]
	a.next++
	four, n := e.tree.quarters(k, c)
	for c, rest := range in.rest {
		putRest(&e.w, &e.details.remainder[c], uint32(rest), n)
	}
	for i, left := 0, n; i < 4; i++ {
		q := four[i]
		if q == empty {
			continue
		}
		if left--; left > 0 {
			own := channels{}
			if q == leaf {
				own = channelsOf(d.Means[a.at].Vector())
			} else {
				own = a.of[a.next].mean
			}
			e.mean(k, own, in.mean, d.RGB)
		}
		e.meansIn(k-1, q, d)
	}
}

// mean codes a mean by that of the cell above it, of level k.
func (e *Encoder) mean(k int, own, above channels, rgb bool) {
	at, first := min(k, 16), 0
	for c := range own {
		v := own[c] - above[c]
		e.w.putNumber(&e.details.means[c][at], v-first)
		at = length(v - first)
		if c == 0 && rgb {
			first = v
		}
	}
}

// putRest codes the rest of a division by n.
func putRest(w *writer, m *[4]model, rest uint32, n int) {
	switch {
	case n > 2:
		w.put(&m[1], rest>>1)
		w.put(&m[2+rest>>1], rest&1)
	case n == 2:
		w.put(&m[0], rest)
	}
}

// getRest decodes what putRest has coded.
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

// Means appends the means of the list that was decoded.
func (d *Decoder) Means(means []feature.Mean, rgb bool) []feature.Mean {
	t := d.tree
	if d.err != nil || t.cells[0] == empty {
		return means
	}
	var top channels
	for c := range d.details.means {
		for i := range d.details.means[c] {
			d.details.means[c][i].reset()
		}
		renew(d.details.remainder[c][:])
		top[c] = int(d.r.getRaw(14))
	}
	return d.meansIn(means, t.top, t.cells[0], top, rgb)
}

// meansIn appends the means in a cell of level k whose own is known.
func (d *Decoder) meansIn(means []feature.Mean, k int, c cell, own channels, rgb bool) []feature.Mean {
	for _, v := range own {
		if v < 0 || v > channel.Peak {
			d.fail(errMean)
		}
	}
	switch {
	case d.err != nil:
		return means
	case c == leaf:
		return append(means, feature.NewMean(channel.Vector{uint16(own[0]), uint16(own[1]), uint16(own[2])}))
	}
	in := average{mean: own}
	four, n := d.tree.quarters(k, c)
	for c := range in.rest {
		in.rest[c] = int(getRest(&d.r, &d.details.remainder[c], n))
	}
	var sum channels
	for i, left := 0, n; i < 4; i++ {
		q := four[i]
		if q == empty {
			continue
		}
		var v channels
		if left--; left > 0 {
			v = d.mean(k, own, rgb)
		} else {
			v = in.last(sum, n)
		}
		for c := range sum {
			sum[c] += v[c]
		}
		means = d.meansIn(means, k-1, q, v, rgb)
	}
	return means
}

// mean decodes a mean by that of the cell above it, of level k.
func (d *Decoder) mean(k int, above channels, rgb bool) (own channels) {
	at, first := min(k, 16), 0
	for c := range own {
		v := d.r.getNumber(&d.details.means[c][at])
		at = length(v)
		own[c] = above[c] + first + v
		if c == 0 && rgb {
			first = v
		}
	}
	return own
}

// values codes each value by the one before it.
func (e *Encoder) values(values []uint16) {
	for i := range e.details.values {
		e.details.values[i].reset()
	}
	at, last := 0, 0
	for _, v := range values {
		step := int(v) - last
		e.w.putNumber(&e.details.values[at], step)
		at, last = length(step), int(v)
	}
}

// Values appends n values.
func (d *Decoder) Values(values []uint16, n int) []uint16 {
	for i := range d.details.values {
		d.details.values[i].reset()
	}
	at, last := 0, 0
	for range n {
		step := d.r.getNumber(&d.details.values[at])
		at, last = length(step), last+step
		if last < 0 || last > 1<<16-1 {
			d.fail(errValue)
		}
		if d.err != nil {
			break
		}
		values = append(values, uint16(last))
	}
	return values
}

// classes codes each class by the one before it.
func (e *Encoder) classes(classes []uint8) {
	for i := range e.details.classes {
		renew(e.details.classes[i][:])
	}
	last := uint8(16)
	for _, v := range classes {
		at := uint32(1)
		for bit := 3; bit >= 0; bit-- {
			b := uint32(v) >> bit & 1
			e.w.put(&e.details.classes[last][at], b)
			at = at<<1 | b
		}
		last = v
	}
}

// Classes appends n classes.
func (d *Decoder) Classes(classes []uint8, n int) []uint8 {
	for i := range d.details.classes {
		renew(d.details.classes[i][:])
	}
	last := uint8(16)
	for range n {
		if d.err != nil {
			break
		}
		at := uint32(1)
		for range 4 {
			at = at<<1 | d.r.get(&d.details.classes[last][at])
		}
		last = uint8(at & 15)
		classes = append(classes, last)
	}
	return classes
}
