package overlay

import (
	"image/color"
	"strconv"

	"ffkvadrat/analysis/partition"
)

// Bin is a bin of a histogram of a codec's blocks: its name, its colour, and its shares of the pixels and of the bits of all blocks
// whose values are known. It is Unknown if the source does not tell the bin's blocks from others.
type Bin struct {
	Name       string
	Colour     color.RGBA
	Area, Bits float64
	Unknown    bool
}

// spread sums up blocks in bins.
type spread struct {
	bins       []Bin
	area, bits float64
}

// add adds a block to a bin. It counts with its visible pixels, and all of its bits.
func (s *spread) add(p *partition.Picture, b *partition.Block, bin int) {
	left, top, right, bottom := p.Clip(b.X, b.Y, b.Width, b.Height)
	area, bits := float64((right-left)*(bottom-top)), float64(b.Bits())
	s.bins[bin].Area += area
	s.bins[bin].Bits += bits
	s.area += area
	s.bits += bits
}

// shares returns the bins with shares in place of sums.
func (s *spread) shares() []Bin {
	for i := range s.bins {
		s.bins[i].Area /= max(s.area, 1)
		s.bins[i].Bits /= max(s.bits, 1)
	}
	return s.bins
}

// SizeSpread returns how the blocks of a partition spread over sizes, from the smallest to the largest that occurs: bins are levels of quads, see
// [partition.Level].
func SizeSpread(p *partition.Picture) []Bin {
	least, most := Levels, -1
	for i := range p.Blocks {
		level := p.Blocks[i].Level()
		least, most = min(least, level), max(most, level)
	}
	var s spread
	for level := least; level <= most; level++ {
		s.bins = append(s.bins, Bin{Name: strconv.Itoa(1<<level) + " px", Colour: ByLevel.LevelColour(level)})
	}
	for i := range p.Blocks {
		s.add(p, &p.Blocks[i], p.Blocks[i].Level()-least)
	}
	return s.shares()
}

// Spread returns how the blocks of a partition spread over what their colours show; nil if they show nothing. QPs have bins of one
// width, at most the given number of them, and skipped blocks one after these; bits have those between the rungs of their scale.
func (s *CodecStyle) Spread(p *partition.Picture, bins int) []Bin {
	switch s.Colour {
	case ByQuantiser, ByFrameQuantiser:
		return s.qpSpread(p, bins)
	case ByType:
		var to spread
		for t := range partition.TypeCount {
			to.bins = append(to.bins, Bin{Name: t.String(), Colour: TypeColour(t), Unknown: t != partition.Unknown && !p.Told[t]})
		}
		for i := range p.Blocks {
			to.add(p, &p.Blocks[i], int(p.Blocks[i].Type))
		}
		if all := to.shares(); all[partition.Unknown].Area > 0 {
			return all
		}
		return to.bins[partition.Unknown+1:]
	case ByBits:
		return s.bitsSpread(p)
	}
	return nil
}

func (s *CodecStyle) qpSpread(p *partition.Picture, bins int) []Bin {
	var coded partition.QPs
	skipped := false
	for i := range p.Blocks {
		b := &p.Blocks[i]
		switch {
		case !b.HasQP:
		case b.Type == partition.Skipped:
			skipped = true
		default:
			coded = coded.Join(partition.QPs{Least: int(b.QP), Most: int(b.QP), Known: true})
		}
	}
	var to spread
	least, most := coded.Least, coded.Most
	step := (most-least)/bins + 1
	for first := least; coded.Known && first <= most; first += step {
		name, last := strconv.Itoa(first), min(first+step-1, most)
		if last > first {
			name += "–" + strconv.Itoa(last)
		}
		to.bins = append(to.bins, Bin{Name: name, Colour: quantiser(QPPlace(float64(float64(first+last)/2), s.Low, s.High))})
	}
	last := len(to.bins)
	if skipped {
		to.bins = append(to.bins, Bin{Name: partition.Skipped.String(), Colour: TypeColour(partition.Skipped)})
	}
	for i := range p.Blocks {
		switch b := &p.Blocks[i]; {
		case !b.HasQP:
		case b.Type == partition.Skipped:
			to.add(p, b, last)
		default:
			to.add(p, b, (int(b.QP)-least)/step)
		}
	}
	return to.shares()
}

func (s *CodecStyle) bitsSpread(p *partition.Picture) []Bin {
	var to spread
	var from []int
	for i, rung := range rungs {
		if rung < s.Low || rung > s.High {
			continue
		}
		next := s.High
		name := "≥ " + strconv.Itoa(rung)
		if rung < s.High {
			next = rungs[i+1]
			name = strconv.Itoa(rung) + "–" + strconv.Itoa(next)
		}
		if rung == s.Low && rung > 0 {
			name = "< " + strconv.Itoa(next)
		}
		from = append(from, rung)
		to.bins = append(to.bins, Bin{Name: name, Colour: hot((BitsPlace(float64(rung), s.Low, s.High) + BitsPlace(float64(next), s.Low, s.High)) / 2)})
	}
	known := false
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if !b.HasRate || len(from) == 0 {
			continue
		}
		bin := 0
		for bin+1 < len(from) && b.Rate >= float32(from[bin+1]) {
			bin++
		}
		to.add(p, b, bin)
		known = true
	}
	if !known {
		return nil
	}
	return to.shares()
}
