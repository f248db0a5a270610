package partition

// Number is a number that may be unknown.
type Number struct {
	Value float64 // 0 if it is unknown
	Known bool
}

// QPs are the ends of the QPs of one or several pictures.
type QPs struct {
	Least, Most int
	Known       bool // else both are 0
}

// Join returns the ends of both; those of one if the other's are unknown.
func (q QPs) Join(o QPs) QPs {
	switch {
	case !q.Known:
		return o
	case !o.Known:
		return q
	}
	return QPs{min(q.Least, o.Least), max(q.Most, o.Most), true}
}

// Totals are numbers of a whole picture, over the pixels in its blocks; where blocks overlap, each counts.
type Totals struct {
	QP    Number // the mean
	QPs   QPs    // of the blocks
	Intra Number // part of the pixels with a known type, 0 to 1
	Skip  Number // the same, if the codec's decoder tells skipped blocks from others
	Depth Number // the mean
}

// Totals returns those of the last picture. Its QP is that of [Builder.MeanQP].
func (t *Builder) Totals() (n Totals) {
	n.QP.Value, n.QP.Known = t.MeanQP()
	n.QPs.Least, n.QPs.Most, n.QPs.Known = t.made.QPs()
	areas := t.made.Areas()
	all := areas[Intra] + areas[Inter] + areas[Skipped]
	if all > 0 {
		n.Intra = Number{float64(areas[Intra]) / float64(all), true}
	}
	if all > 0 && t.made.Told[Skipped] {
		n.Skip = Number{float64(areas[Skipped]) / float64(all), true}
	}
	n.Depth.Value, n.Depth.Known = t.made.MeanDepth()
	return n
}

// MeanDepth returns the mean depth of the pixels in blocks that have one. ok is false if there are none.
func (p *Picture) MeanDepth() (mean float64, ok bool) {
	return p.mean(func(b *Block) (float64, bool) { return float64(b.Depth), b.HasDepth })
}

// mean returns the mean of a number of blocks over their pixels. ok is false if no block has it.
func (p *Picture) mean(of func(b *Block) (n float64, known bool)) (mean float64, ok bool) {
	sum, pixels := 0., int64(0)
	for i := range p.Blocks {
		b := &p.Blocks[i]
		n, known := of(b)
		if !known {
			continue
		}
		left, top, right, bottom := p.Clip(b.X, b.Y, b.Width, b.Height)
		area := int64(right-left) * int64(bottom-top)
		sum += float64(float64(area) * n)
		pixels += area
	}
	if pixels == 0 {
		return 0, false
	}
	return sum / float64(pixels), true
}
