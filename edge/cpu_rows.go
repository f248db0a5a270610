package edge

import (
	"math"
	"slices"

	"ffkvadrat/yuv"
)

// rowPass decides by every operator, on luma or on three planes, a row of pixels at a time. It
// widens each sample of a plane to 16 bits once, and upsamples chroma to one sample for each pixel.
// The kernels read each pixel's neighbourhood from three such rows; each plane has a ring buffer of
// three rows.
//
// Vector kernels evaluate forms in signed 16 bits, and sums in 32 bits. Portable Go decides with 64
// bits if samples are too wide for that, because of their format or because a file's values exceed
// its format.
type rowPass struct {
	kernels rowKernels

	planes   [3]planeRows
	window   window
	bits     []uint32 // of a band: 8 rows a group, consecutive
	sums     []uint64 // of a row
	narrow   []uint16 // a row of chroma
	unpacked []byte   // samples of an interleaved row, without the other channels
	grey     []uint16 // a row of a plane that the picture lacks

	// Set by begin.
	decision Decision
	count    int // planes
	width    int
	height   int
	size     int       // bytes a sample
	most     uint16    // the largest sample
	run      rowKernel // nil: use add, in 64 bits
	limits   interval
	distance distance // for operators whose D is a distance
	nearby   bool     // a kernel decides by distance
}

// planeRows are the last rows of a plane.
type planeRows struct {
	plane      yuv.Plane
	shift      int
	subX, subY int
	ring       [3][]uint16 // plane row y is in ring[y mod 3]
	held       [3]int      // the row in each slot, −1 for none
}

// window has, for each plane, the row above, the row and the row below. Pixel x is at x + 1;
// samples outside the picture repeat those at its border.
type window = [3]neighbours

type neighbours = [3][]uint16

// interval is Lower ≤ D < Upper in 32 bits: D − lower ≤ most, modulo 2^32.
type interval struct {
	lower, most uint32
}

// rowKernel decides the groups of a row by the sums over the planes. The 32 pixels of group g are
// the bits of bits[8g], from bit 0 on.
type rowKernel func(bits []uint32, w *window, planes, groups int, d interval)

// sumKernel writes the sums over the planes for the pixels of a row's groups. It handles
// the same cases as a rowKernel.
type sumKernel func(sums []uint64, w *window, planes int)

// rowKernels are the kernels of the pass.
type rowKernels struct {
	// widen widens each byte of src to 16 bits; src is as long as dst.
	widen func(dst []uint16, src []byte)
	// shift shifts len(dst) samples of 16 bits to the right, and returns the OR of all of them.
	shift func(dst []uint16, src []byte, count int) (some uint16)
	// double repeats each sample; dst is twice as long as src or one less.
	double func(dst, src []uint16)
	// decide has a kernel or nil for each operator.
	decide [operatorCount]rowKernel
	// sum has for each operator a kernel that writes the sums, or nil.
	sum      [operatorCount]sumKernel
	distance distanceKernels
	// words converts the bits of a band's groups, 8 rows each, to the band's words.
	words func(words []uint64, bits []uint32, groups int)
}

// begin takes a picture and a decision with Lower < Upper. It keeps the picture until end.
func (r *rowPass) begin(p *yuv.Picture, d Decision) {
	r.decision, r.count = d, d.Planes
	r.width, r.height, r.size = p.Width, p.Height, p.Format.SampleBytes()
	r.most = uint16(p.Format.MaxValue())
	groups := (p.Width + groupWidth - 1) / groupWidth
	if n := groups * groupWidth; len(r.sums) != n {
		r.sums, r.narrow = make([]uint64, n), make([]uint16, n)
		r.bits = make([]uint32, bandHeight*groups)
		for i := range r.planes {
			r.planes[i].ring = [3][]uint16{}
		}
	}
	for i := range r.planes[:d.Planes] {
		s := &r.planes[i]
		if s.ring[0] == nil {
			n := len(r.sums) + 2
			all := make([]uint16, 3*n)
			s.ring = [3][]uint16{all[:n], all[n : 2*n], all[2*n:]}
		}
		s.held = [3]int{-1, -1, -1}
		from, shift := d.single(p)
		s.plane, s.shift, s.subX, s.subY = *from, shift, 0, 0
		if d.Planes > 1 {
			s.plane, s.shift = p.Planes[i], p.Format.Shift
			if i > 0 {
				s.subX, s.subY = p.Format.SubX, p.Format.SubY
			}
		}
	}

	if d.Operator.Kind() == Distance {
		r.distance = newDistance(p, d)
		r.fillAbsent(p.Format)
	}
	r.run = r.kernel(p.Format, d)
	end := d.MaxSum(p.Format) + 1
	lower, upper := min(d.Lower, end), min(d.Upper, end)
	r.nearby = d.Operator.Kind() == Distance && r.kernels.distance.decide != nil
	if lower == upper {
		r.run, r.nearby = nil, false // the kernel's interval is empty: all sums are below Lower; decide in 64 bits
	}
	r.limits = interval{lower: uint32(lower), most: uint32(upper - lower - 1)}
}

// kernel returns the vector kernel that is wide enough for a decision on samples of a format, or
// nil.
func (r *rowPass) kernel(f yuv.Format, d Decision) rowKernel {
	if !formsFit(d.Operator, f.MaxValue()) || d.MaxSum(f) > math.MaxUint32 {
		return nil
	}
	return r.kernels.decide[d.Operator]
}

// fillAbsent puts rows of the middle value into the window for the planes that a gray picture
// lacks.
func (r *rowPass) fillAbsent(f yuv.Format) {
	if r.count > 1 {
		return
	}
	if len(r.grey) != len(r.sums)+2 || r.grey[0] != 1<<(f.Depth-1) {
		r.grey = slices.Repeat([]uint16{1 << (f.Depth - 1)}, len(r.sums)+2)
	}
	r.window[1][1], r.window[2][1] = r.grey, r.grey
}

// formsFit reports whether an operator's forms, on samples up to m, fit in 16 bits.
func formsFit(o Operator, m int) bool {
	for _, form := range o.Forms() {
		positive, negative := 0, 0
		for _, c := range form {
			positive += max(c, 0)
			negative -= min(c, 0)
		}
		if max(positive, negative)*m > math.MaxInt16 {
			return false
		}
	}
	return true
}

// end drops the references to the picture.
func (r *rowPass) end() {
	for i := range r.planes {
		r.planes[i].plane = yuv.Plane{}
	}
}

// band decides the rows from y on; words of pixels outside the picture are undefined.
func (r *rowPass) band(words []uint64, y int) {
	groups := len(r.sums) / groupWidth
	for row := range min(bandHeight, r.height-y) {
		r.look(y + row)
		switch {
		case r.run != nil:
			r.run(r.bits[row:], &r.window, r.count, groups, r.limits)
		case r.nearby:
			r.kernels.distance.decide(r.bits[row:], &r.window, groups, &r.distance, r.limits)
		default:
			r.add()
			decideRow(r.bits[row:], r.sums, r.decision.Lower, r.decision.Upper)
		}
	}
	r.kernels.words(words, r.bits, groups)
}

// add computes the sums of the row in the window, in 64 bits.
func (r *rowPass) add() {
	if r.decision.Operator.Kind() == Distance {
		r.kernels.distance.sums(r.sums, &r.window, &r.distance)
		return
	}
	clear(r.sums)
	for i := range r.count {
		operators[r.decision.Operator].addRow(r.sums, &r.window[i])
	}
}

// look fills the window with the rows around row y.
func (r *rowPass) look(y int) {
	for i := range r.planes[:r.count] {
		for j := range r.window[i] {
			r.window[i][j] = r.row(&r.planes[i], y+j-1)
		}
	}
}

// row returns the samples that cover the pixels of row y; y is clamped to the picture.
func (r *rowPass) row(s *planeRows, y int) []uint16 {
	y = min(max(y, 0), r.height-1) >> s.subY
	at := y % 3
	if s.held[at] != y {
		s.held[at] = y
		r.load(s.ring[at], s, y)
	}
	return s.ring[at]
}

// load reads row y of a plane. Samples are clamped to the largest value.
func (r *rowPass) load(dst []uint16, s *planeRows, y int) {
	pixels := dst[1 : r.width+1]
	samples := pixels
	if s.subX > 0 {
		samples = r.narrow[:(r.width-1)>>s.subX+1]
	}
	row := s.plane.Row(y, r.size)
	if n := r.size * len(samples); s.plane.Step == r.size {
		row = row[:n]
	} else {
		if len(r.unpacked) < n {
			r.unpacked = make([]byte, 2*len(r.sums))
		}
		row = unpackBytes(r.unpacked[:n], row, s.plane.Step, r.size)
	}
	if r.size == 1 {
		r.kernels.widen(samples, row)
	} else if some := r.kernels.shift(samples, row, s.shift); some > r.most {
		for x, v := range samples {
			samples[x] = min(v, r.most)
		}
	}
	switch s.subX {
	case 0:
	case 1:
		r.kernels.double(pixels, samples)
	default:
		for x := range pixels {
			pixels[x] = samples[x>>s.subX]
		}
	}
	dst[0], dst[r.width+1] = pixels[0], pixels[r.width-1]
}
