package rawvideo

import (
	"cmp"
	"io"
	"math"
	"math/bits"
	"slices"
	"sync"

	"ffkvadrat/yuv/elementary"
)

// Rank returns layouts whose frames fill a file, as Fits does, in the order of how well its content agrees with them: the first
// is the guess. like is as for Fits. If nothing can be read, the result is that of Fits.
//
// A layout is right if each sample is like those to its left and above it. A layout's cost is the sum of the logarithms of how
// far samples are from what these predict, over the same bytes of the file for all layouts. Wrong ones predict from places
// farther off, or from another plane. Words above the depth of a format exclude it. Layouts of the same cost are in the order of
// how likely they are without the content.
func Rank(file io.ReaderAt, length int64, like Layout, bytes Bytes) []Layout {
	all := candidates(length, like, bytes)
	history, frame := 0, int64(0)
	for i := range all {
		history, frame = max(history, all[i].history()), max(frame, all[i].frame)
	}
	var spots []window
	if len(all) > 0 {
		spots = windows(file, spread(length, like.Offset, frame), like.Offset, history)
	}
	if len(spots) > 0 {
		all = possible(all, spots)
	}
	if len(spots) == 0 || len(all) == 0 {
		return Fits(length, like, bytes)
	}
	measure(all, spots)
	all = all[:min(len(all), mostFinal)]
	// Borders of planes tell layouts apart whose rows agree.
	measure(all, windows(file, borders(all, length, like.Offset), like.Offset, history))
	order(file, all, length)
	fits := make([]Layout, min(len(all), mostFits))
	for i := range fits {
		fits[i] = all[i].Layout
	}
	return fits
}

// possible returns the candidates that the file's words do not exclude.
func possible(all []candidate, spots []window) (list []candidate) {
	var little, big words
	little.read(spots, false, all[0].Offset)
	big.read(spots, true, all[0].Offset)
	for _, c := range all {
		w := &little
		if c.format.big {
			w = &big
		}
		if !c.excludes(w) {
			list = append(list, c)
		}
	}
	return list
}

// measure adds the costs of windows, and sorts the candidates by them.
func measure(all []candidate, list []window) {
	for i := range all {
		for j := range list {
			all[i].window(&list[j])
		}
	}
	slices.SortStableFunc(all, candidate.compare)
}

const (
	mostFinal  = 24  // candidates that are compared at their borders
	windowSize = 512 // bytes of a window
	regions    = 3   // of the file, that are looked at
	perRegion  = 64  // windows of a region
	atBorders  = 384 // most windows at borders

	unusual = 1000 // added to a rank: after all others
)

// candidate is a layout with its cost.
type candidate struct {
	Layout
	format *format
	frame  int64 // bytes
	rank   int   // how likely it is without the content
	shift  int   // zeros below the samples in the file
	luma   kind
	chroma kind
}

// kind has the samples of a kind.
type kind struct {
	cost    float64 // sum of the logarithms of the differences
	sum     float64
	samples int
}

// words has what all words of 16 bits in the file have.
type words struct {
	most, bits int
	twins      bool // both bytes are the same: samples of 8 bits, scaled
}

func (w *words) read(list []window, big bool, offset int64) {
	f := format{bytes: 2, big: big}
	w.twins = true
	for i := range list {
		data := list[i].data
		for at := int((list[i].at ^ offset) & 1); at+1 < len(data); at += 2 {
			n := f.sample(data, at)
			w.most, w.bits = max(w.most, n), w.bits|n
			w.twins = w.twins && n>>8 == n&0xff
		}
	}
}

// excludes reports whether the file's words cannot be those of the format, and sets what they say about it.
func (c *candidate) excludes(w *words) bool {
	f := c.format
	if f.bytes == 1 {
		return false
	}
	c.shift = bits.TrailingZeros(uint(w.bits | 1<<15))
	if w.twins {
		c.shift = 8
	}
	if w.most < 1<<(f.depth+f.shift-2) { // the samples use a quarter of the scale at most
		c.rank += unusual
	}
	return w.most >= 1<<(f.depth+f.shift) || c.shift < f.shift
}

// cost is what the layout costs.
func (c *candidate) cost() float64 {
	cost := c.luma.cost + c.chroma.cost
	if c.chroma.samples > 0 {
		if mean := c.chroma.sum / float64(c.chroma.samples) / float64(int(1)<<(c.format.depth+c.format.shift)); mean < 0.25 || mean > 0.75 {
			cost *= 1.2 // chroma is about the middle
		}
	}
	return cost
}

// compare orders candidates by their cost.
func (c candidate) compare(d candidate) int {
	return cmp.Or(cmp.Compare(c.cost(), d.cost()), cmp.Compare(c.rank, d.rank))
}

// order moves those first that cost as little as the first one, and are more likely without the content.
func order(file io.ReaderAt, all []candidate, length int64) {
	n := 1
	for n < len(all) && all[n].cost() <= all[0].cost()*(1+same) {
		n++
	}
	slices.SortStableFunc(all[:n], func(c, d candidate) int { return cmp.Compare(c.rank, d.rank) })
	one := slices.IndexFunc(all[:n], func(c candidate) bool {
		return len(c.format.planes) == 1 && len(c.format.planes[0].left) == c.format.bytes
	})
	if one < 0 {
		return
	}
	planes := all[one].planes(file, length)
	best := slices.IndexFunc(all[:n], func(c candidate) bool {
		return c.frame == all[one].frame*planes.count && (c.chroma.samples > 0) == planes.chroma
	})
	if best > 0 {
		all[0], all[best] = all[best], all[0]
	}
}

// kinds says what planes of equal size are.
type kinds struct {
	count  int64 // in a frame: 1 or 3
	chroma bool
}

// planes finds out of what frames consist, all of whose planes have the size of those of a format with one plane. Planes of
// luma alone are like the next one; of three colours each is like the third after it, still more than like the next one; luma
// and chroma are not alike at all.
func (c *candidate) planes(file io.ReaderAt, length int64) kinds {
	const samples = 400
	n := (length - c.Offset) / c.frame
	var data [2]byte
	at := func(plane, place int64) float64 {
		place = place * 2654435761 % c.frame &^ 1
		if _, err := file.ReadAt(data[:c.format.bytes], c.Offset+plane*c.frame+place); err != nil {
			return 0
		}
		return float64(c.format.sample(data[:], 0))
	}
	if n%3 != 0 || n < 3 {
		return kinds{count: 1}
	}
	near, far, third := 0.0, 0.0, 0.0
	for i := range int64(samples) {
		plane := i * (n - 1) / samples
		here := at(plane, i)
		near += math.Abs(here - at(plane+1, i))
		far += math.Abs(here - at(plane, i+samples))
		third += math.Abs(here - at(min(plane+3, n-1), i))
	}
	switch {
	case n > 3 && third < near/2 && near < far/2:
		return kinds{count: 3}
	case near < far/2:
		return kinds{count: 1}
	}
	return kinds{count: 3, chroma: true}
}

// same is the part by which costs can differ by chance.
const same = 0.002

// history returns how many bytes before a sample its prediction needs.
func (c *candidate) history() (n int) {
	for i := range c.format.planes {
		p := &c.format.planes[i]
		n = max(n, p.stride(c.Width)+2*len(p.left))
	}
	return n
}

// A window is a part of the file, with the bytes before it.
type window struct {
	data  []byte
	at    int64 // position of the first byte of data
	begin int   // where the window begins in data
}

// windows reads the windows that begin at some positions.
func windows(file io.ReaderAt, at []int64, offset int64, history int) (list []window) {
	for _, p := range at {
		from := max(p-int64(history), offset)
		data := make([]byte, p+windowSize-from)
		n, _ := file.ReadAt(data, from)
		if begin := int(p - from); n > begin {
			list = append(list, window{data[:n], from, begin})
		}
	}
	return list
}

// spread returns positions all over regions of the file, each of up to two of the largest frames.
func spread(length, offset, frame int64) (at []int64) {
	length -= offset
	region := min(2*frame, length)
	for i := range int64(regions) {
		from := (length - region) * i / (regions - 1)
		for j := range int64(perRegion) {
			at = append(at, offset+(from+region*j/perRegion)&^3)
		}
	}
	slices.Sort(at)
	return slices.Compact(at)
}

// borders returns positions at which planes begin, of the frames in the middle of the file.
func borders(all []candidate, length, offset int64) (at []int64) {
	for i := range all {
		c := &all[i]
		start := (length - offset) / 2 / c.frame * c.frame
		for j := range c.format.planes {
			at = append(at, offset+start&^3)
			start += c.format.planes[j].bytes(c.Width, c.Height)
		}
	}
	slices.Sort(at)
	at = slices.Compact(at)
	return at[:min(len(at), atBorders)]
}

func (p *plane) bytes(width, height int) int64 {
	return int64(p.stride(width)) * int64(p.rows(height))
}

// window adds the cost of a window.
func (c *candidate) window(w *window) {
	f, logs := c.format, logarithms()
	middle := 1 << (f.depth + f.shift - 1)
	position := w.at + int64(w.begin) - c.Offset
	if position < 0 {
		return
	}
	in := position % c.frame // in the frame
	for at := w.begin; at+f.bytes <= len(w.data); {
		// The plane, its row, and the rest of that.
		number, q := 0, in
		for number < len(f.planes)-1 && q >= f.planes[number].bytes(c.Width, c.Height) {
			q -= f.planes[number].bytes(c.Width, c.Height)
			number++
		}
		p := &f.planes[number]
		stride := p.stride(c.Width)
		row, x := q/int64(stride), int(q%int64(stride))
		n := min(stride-x, len(w.data)-at) &^ (f.bytes - 1)
		for i := 0; i < n; i += f.bytes {
			in := (x + i) % len(p.left)
			left := p.left[in]
			value := f.sample(w.data, at+i)
			hasLeft, hasAbove := x+i >= left && at+i >= left, row > 0 && at+i >= stride
			predicted := middle
			switch {
			case hasLeft && hasAbove:
				a, b := f.sample(w.data, at+i-left), f.sample(w.data, at+i-stride)
				predicted = b
				if at+i >= stride+left {
					predicted = median(a, b, f.sample(w.data, at+i-stride-left))
				}
			case hasLeft:
				predicted = f.sample(w.data, at+i-left)
			case hasAbove:
				predicted = f.sample(w.data, at+i-stride)
			}
			to := &c.luma
			if p.chroma[in] {
				to = &c.chroma
			}
			to.cost += float64(logs[max(value-predicted, predicted-value)>>c.shift])
			to.sum += float64(value)
			to.samples++
		}
		at += n
		if in += int64(n); in >= c.frame {
			in = 0
		}
		if n == 0 {
			return
		}
	}
}

// sample returns a sample.
func (f *format) sample(data []byte, at int) int {
	switch {
	case f.bytes == 1:
		return int(data[at])
	case f.big:
		return int(data[at])<<8 | int(data[at+1])
	}
	return int(data[at]) | int(data[at+1])<<8
}

// median is the predictor of JPEG-LS, of the sample to the left, above, and above to the left.
func median(left, above, corner int) int {
	switch low, high := min(left, above), max(left, above); {
	case corner >= high:
		return low
	case corner <= low:
		return high
	}
	return left + above - corner
}

// logarithms has the cost of all differences of samples: log2(1 + n), and 1 for the sign if there is one.
var logarithms = sync.OnceValue(func() *[1 << 16]float32 {
	var table [1 << 16]float32
	for n := range table {
		table[n] = float32(elementary.Log2(1+float64(n))) + min(float32(n), 1)
	}
	return &table
})

// candidates returns all layouts that fill the file.
func candidates(length int64, like Layout, bytes Bytes) (all []candidate) {
	length -= like.Offset
	if like.Rate == (Rate{}) {
		like.Rate = DefaultRate
	}
	first := [2]int{like.Width, like.Height}
	sizes := append([][2]int{first}, common...)
	for i := range known {
		for j, size := range sizes {
			if size[0] == 0 || j > 0 && size == first {
				continue
			}
			l := like
			l.Width, l.Height, l.PixelFormat = size[0], size[1], known[i].name
			if n := bytes(l); n > 0 && length > 0 && length%n == 0 {
				rank := weight*i + j
				if first[0] > 0 && j > 0 {
					rank += unusual
				}
				all = append(all, candidate{Layout: l, format: &known[i], frame: n, rank: rank})
			}
		}
	}
	return all
}
