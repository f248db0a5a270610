package fit

import (
	"ffkvadrat/decode"
	"ffkvadrat/yuv"
)

// places rotates and mirrors places in a picture.
type places struct {
	decode.Orientation
	width, height int // of the picture before
}

func turnOf(p *yuv.Picture, o decode.Orientation) places { return places{o, p.Width, p.Height} }

// place turns a rectangle.
func (t *places) place(x, y, width, height *int) {
	if t.Mirror {
		*x = t.width - *x - *width
	}
	w, h := t.width, t.height
	for range t.Rotate / 90 {
		*x, *y, *width, *height = h-*y-*height, *x, *height, *width
		w, h = h, w
	}
}

// direction turns what leads by dx and dy.
func (t *places) direction(dx, dy int) (int, int) {
	if t.Mirror {
		dx = -dx
	}
	for range t.Rotate / 90 {
		dx, dy = -dy, dx
	}
	return dx, dy
}

// turnBlocks returns the rotated blocks of a picture, which are read from it; nil if it has none.
func turnBlocks(p *yuv.Picture, o decode.Orientation) yuv.CodedBlocks {
	if p.Coded == nil {
		return nil
	}
	t := turnedBlocks{p.Coded, turnOf(p, o)}
	predicted, hasUnits := p.Coded.(yuv.PredictedBlocks)
	described, hasWords := p.Coded.(yuv.DescribedBlocks)
	switch {
	case hasUnits && hasWords:
		return &struct {
			turnedUnits
			describer
		}{turnedUnits{t, predicted}, described}
	case hasUnits:
		return &turnedUnits{t, predicted}
	case hasWords:
		return &struct {
			turnedBlocks
			describer
		}{t, described}
	}
	return &t
}

// describer is what [yuv.DescribedBlocks] adds to blocks. The codec's words are of the picture as it is coded.
type describer interface{ Describe(i int) string }

// turnedBlocks are the rotated blocks of a picture.
type turnedBlocks struct {
	yuv.CodedBlocks
	turn places
}

// At implements [yuv.CodedBlocks].
func (b turnedBlocks) At(i int) yuv.CodedBlock {
	made := b.CodedBlocks.At(i)
	b.turn.place(&made.X, &made.Y, &made.Width, &made.Height)
	parts, from := &made.Intra, made.Intra
	for k := range int(from.Count) {
		to := k
		if from.Count == 4 { // quarters, row by row
			x, y, width, height := k%2, k/2, 1, 1
			quarters := places{b.turn.Orientation, 2, 2}
			quarters.place(&x, &y, &width, &height)
			to = 2*y + x
		}
		dx, dy := b.turn.direction(int(from.Directions[k].DX), int(from.Directions[k].DY))
		parts.Directions[to] = yuv.IntraDirection{DX: int8(dx), DY: int8(dy)}
	}
	return made
}

// turnedUnits are rotated blocks with their prediction units.
type turnedUnits struct {
	turnedBlocks
	from yuv.PredictedBlocks
}

// Units implements [yuv.PredictedBlocks].
func (b turnedUnits) Units(i int, to []yuv.PredictionUnit) []yuv.PredictionUnit {
	n := len(to)
	to = b.from.Units(i, to)
	for k := range to[n:] {
		u := &to[n+k]
		b.turn.place(&u.X, &u.Y, &u.Width, &u.Height)
		if b.turn.Sideways() {
			u.Transforms.Width, u.Transforms.Height = u.Transforms.Height, u.Transforms.Width
		}
	}
	return to
}
