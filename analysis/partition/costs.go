package partition

import "image"

// Cost is what a codec spent on one of its largest blocks.
type Cost struct {
	Part        image.Rectangle // the visible part of it
	Bits        int
	Share       float64 // of the picture's bits, 0 to 1
	Least, Most int     // QPs, if HasQP
	HasQP       bool
	Type        Type        // of the blocks with most of the bits
	Pixel       image.Point // in the middle of the costliest block
}

// Costs finds the costliest of a codec's largest blocks: coding tree units of HEVC, superblocks of AV1. It reuses its memory;
// the zero value is ready.
type Costs struct {
	List  []Cost // in descending order
	cells []costs
}

// costs are those of a largest block.
type costs struct {
	Cost
	types [TypeCount]int
	most  int // bits of the costliest block
}

// Of finds at most n in a picture; none if bits are not known. Where depths are not known, each block is one of the largest.
func (c *Costs) Of(p *Picture, n int) {
	c.List, c.cells = c.List[:0], c.cells[:0]
	side, all := p.largest(), 0
	across := 0
	if side > 0 {
		across = (p.Width + side - 1) / side
		for range across * ((p.Height + side - 1) / side) {
			c.cells = append(c.cells, costs{})
		}
	}
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if !b.HasRate {
			continue
		}
		left, top, right, bottom := p.Clip(b.X, b.Y, b.Width, b.Height)
		inside, at := image.Rect(left, top, right, bottom), len(c.cells)
		if side > 0 {
			at = top/side*across + left/side
		} else {
			c.cells = append(c.cells, costs{})
		}
		c.cells[at].add(b, inside)
		all += b.Bits()
	}
	for i := range c.cells {
		if cell := &c.cells[i]; cell.Bits > 0 {
			c.insert(cell.Cost, float64(cell.Bits)/float64(all), n)
		}
	}
}

// largest returns the side of the codec's largest blocks; 0 if it is not known.
func (p *Picture) largest() (side int) {
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if !b.HasDepth {
			return 0
		}
		depth := b.Depth
		if b.Width != b.Height && depth > 0 { // the last division was into halves or quarters
			depth--
		}
		side = max(side, int(max(b.Width, b.Height))<<depth)
	}
	return side
}

// add adds a block.
func (c *costs) add(b *Block, inside image.Rectangle) {
	bits := b.Bits()
	c.Part, c.Bits = c.Part.Union(inside), c.Bits+bits
	if c.types[b.Type] += bits; c.types[b.Type] > c.types[c.Type] {
		c.Type = b.Type
	}
	switch qp := int(b.QP); {
	case !b.HasQP:
	case !c.HasQP:
		c.Least, c.Most, c.HasQP = qp, qp, true
	default:
		c.Least, c.Most = min(c.Least, qp), max(c.Most, qp)
	}
	if bits >= c.most {
		c.most, c.Pixel = bits, inside.Min.Add(inside.Max).Div(2)
	}
}

// insert inserts a cost into the list of the n largest.
func (c *Costs) insert(cost Cost, share float64, n int) {
	cost.Share = share
	at := len(c.List)
	for at > 0 && c.List[at-1].Bits < cost.Bits {
		at--
	}
	if at >= n {
		return
	}
	if len(c.List) < n {
		c.List = append(c.List, Cost{})
	}
	copy(c.List[at+1:], c.List[at:])
	c.List[at] = cost
}
