package edge

import (
	"encoding/binary"

	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// Reference is the reference mask pass on the CPU, the twin of the edge_mask shader. It
// keeps three rows of samples of each plane between calls and allocates only
// when pictures grow. The zero value is ready.
type Reference struct {
	rows [3]rows // of the planes
	sums []uint64
}

// rows are three rows of a plane's samples, one for each pixel, with one more at both
// ends: pixel x is at x + 1. Samples outside the picture repeat those at its border.
type rows struct {
	above, row, below []int32
}

// Run fills dst with the decisions on a picture.
func (r *Reference) Run(dst *Mask, p *yuv.Picture, d Decision) {
	dst.Resize(p.Width, p.Height)
	if d.Operator.Kind() == Distance {
		distances(dst, p, d)
		return
	}
	if len(r.sums) != p.Width {
		r.sums = make([]uint64, p.Width)
		for plane := range r.rows {
			n := p.Width + 2
			r.rows[plane] = rows{make([]int32, n), make([]int32, n), make([]int32, n)}
		}
	}
	for plane := range d.Planes { // these become the rows −1 and 0
		unpack(r.rows[plane].row, p, &d, plane, 0)
		unpack(r.rows[plane].below, p, &d, plane, 0)
	}
	for y := range p.Height {
		clear(r.sums)
		for plane := range d.Planes {
			rows := &r.rows[plane]
			rows.above, rows.row, rows.below = rows.row, rows.below, rows.above
			unpack(rows.below, p, &d, plane, min(y+1, p.Height-1))
			operators[d.Operator].addReference(r.sums, rows)
		}
		leaves := dst.Leaf[y*p.Width:][:len(r.sums)]
		for x, sum := range r.sums {
			leaves[x] = marker(d.Leaf(sum))
		}
	}
}

// distances is Run for a Distance.
func distances(dst *Mask, p *yuv.Picture, d Decision) {
	pixels := channel.Read(p, d.Features)
	for i := range dst.Leaf {
		v := pixels.At(i%p.Width, i/p.Width)
		dst.Leaf[i] = marker(d.Leaf(uint64(d.Colours.Distance(v))))
	}
}

func marker(leaf bool) uint8 {
	if leaf {
		return 1
	}
	return 0
}

// unpack reads the samples that cover the pixels of row y, of the decision's single plane or of one
// of the picture's three planes. Samples are clamped to the largest value, which raw video can
// exceed.
func unpack(dst []int32, p *yuv.Picture, d *Decision, plane, y int) {
	from, shift := d.single(p)
	subX := 0
	if d.Planes > 1 {
		from, shift = &p.Planes[plane], p.Format.Shift
		if plane > 0 {
			subX, y = p.Format.SubX, y>>p.Format.SubY
		}
	}
	size, step, most := p.Format.SampleBytes(), from.Step, int32(p.Format.MaxValue())
	row := from.Row(y, size)
	pixels := dst[1 : len(dst)-1]
	if size == 1 {
		for x := range pixels {
			pixels[x] = int32(row[x>>subX*step])
		}
	} else {
		for x := range pixels {
			pixels[x] = min(int32(binary.LittleEndian.Uint16(row[x>>subX*step:])>>shift), most)
		}
	}
	dst[0], dst[len(dst)-1] = pixels[0], pixels[len(pixels)-1]
}

// addReference adds D of a plane's row to the sums of its pixels.
func (o *operator) addReference(sums []uint64, r *rows) {
	if o.reference != nil {
		o.reference(sums, r)
		return
	}
	o.addForms(sums, r)
}

// addForms is addReference for every operator.
func (o *operator) addForms(sums []uint64, r *rows) {
	for x := range sums {
		var near [len(Form{})]int64
		for i := range near {
			near[i] = int64([...][]int32{r.above, r.row, r.below}[i/3][x+i%3])
		}
		sums[x] += o.sum(&near)
	}
}

func addCross(sums []uint64, r *rows) {
	for x := range sums {
		v := r.row[x+1]
		sums[x] += square(v-r.row[x+2]) + square(v-r.row[x]) + square(v-r.above[x+1]) + square(v-r.below[x+1])
	}
}

func addDiagonal(sums []uint64, r *rows) {
	for x := range sums {
		sums[x] += square(r.row[x+2]-r.row[x]) + square(r.above[x+2]-r.below[x]) +
			square(r.above[x+1]-r.below[x+1]) + square(r.above[x]-r.below[x+2])
	}
}

func addSobel(sums []uint64, r *rows)   { addGradient(sums, r, 1, 2) }
func addPrewitt(sums []uint64, r *rows) { addGradient(sums, r, 1, 1) }
func addScharr(sums []uint64, r *rows)  { addGradient(sums, r, 3, 10) }

func addGradient(sums []uint64, r *rows, corner, side int32) {
	for x := range sums {
		a, b, c := r.above[x:x+3], r.row[x:x+3], r.below[x:x+3]
		sums[x] += square(corner*(a[2]-a[0]+c[2]-c[0])+side*(b[2]-b[0])) +
			square(corner*(c[0]-a[0]+c[2]-a[2])+side*(c[1]-a[1]))
	}
}

func addLaplace(sums []uint64, r *rows) {
	for x := range sums {
		sums[x] += square(4*r.row[x+1] - r.row[x+2] - r.row[x] - r.above[x+1] - r.below[x+1])
	}
}

func addLinear(sums []uint64, r *rows) {
	for x := range sums {
		a, b, c := r.above[x:x+3], r.row[x:x+3], r.below[x:x+3]
		sums[x] += square(b[2]-2*b[1]+b[0]) + square(a[1]-2*b[1]+c[1]) + square(a[2]+c[0]-a[0]-c[2])
	}
}

func addSquares(sums []uint64, r *rows) {
	for x := range sums {
		sums[x] += square(r.row[x+1])
	}
}

func addLuma(sums []uint64, r *rows) {
	for x := range sums {
		sums[x] += uint64(r.row[x+1])
	}
}

func square(d int32) uint64 { return uint64(int64(d) * int64(d)) }
