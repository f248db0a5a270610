package quadfile

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"

	"ffkvadrat/feature"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

var frameFields = []string{
	"frame_index", "pts", "pts_time", "pts_synthetic", "pts_corrected", "key_frame", "pict_type", "width", "height",
	"pix_fmt", "corrupt", "errors", "interlaced", "threshold", "quad_count", "coverage", "quads", "frames",
}

// readFrame reads the next frame and reports errors in it.
func (r *textReader) readFrame(f *Frame) {
	s, source := &r.scan, &r.header.Source
	*f = Frame{
		Index: -1, Width: source.Width, Height: source.Height, PixFmt: source.PixFmt,
		Quads: f.Quads[:0], Means: f.Means[:0], Values: f.Values[:0], Classes: f.Classes[:0], Starts: f.Starts[:0],
	}
	known := fields{names: frameFields}
	var quadCount, area int64
	var coverage float64
	r.time = r.time[:0]
	s.name = "the record"
	if !s.object() {
		return
	}
	for s.field(&known) {
		switch s.name {
		case "frame_index":
			f.Index = s.integer(0, math.MaxInt64)
		case "pts":
			f.PTS, f.HasPTS = s.integer(math.MinInt64, math.MaxInt64), true
		case "pts_time":
			r.time = append(r.time, s.string()...)
		case "pts_synthetic":
			s.flag()
		case "pts_corrected":
			s.flag()
			f.Corrected = true
		case "key_frame":
			f.KeyFrame = s.integer(0, 1) == 1
		case "pict_type":
			f.PictType = s.pictType()
		case "width":
			f.Width = s.side(&known, f.Width)
		case "height":
			f.Height = s.side(&known, f.Height)
		case "pix_fmt":
			if string(s.string()) != r.pixFmt {
				r.pixFmt = string(s.text)
			}
			f.PixFmt = r.pixFmt
		case "corrupt":
			s.flag()
			f.Corrupt = true
		case "errors":
			f.Errors = int(s.integer(1, math.MaxInt32))
		case "interlaced":
			f.Interlacing = s.interlacing()
		case "threshold":
			f.Threshold = s.float()
		case "frames":
			f.Window = s.window(r.header.Analysis.Cube)
		case "quad_count":
			quadCount = s.integer(0, math.MaxInt64)
		case "coverage":
			coverage = s.float()
		case "quads":
			switch {
			case r.header.Analysis.Cube != 0:
				if !known.has("frames") {
					s.complain(errors.New(`no "frames" before quads`))
				}
				area = s.cubes(f)
			case r.header.Analysis.Variant.HasValues():
				area = s.points(f, &r.header.Analysis)
			default:
				area = s.quads(f, r.header.HasMeans(), r.header.Analysis.Bounds.Classes())
			}
			if r.header.Analysis.Bounds.Classes() > 0 || r.header.Analysis.Order == points.ByValue {
				r.apart(f)
			}
		}
	}
	s.require(&known, "pts_time", "key_frame", "quad_count", "coverage", "quads")
	if s.fault() != nil {
		return
	}
	r.readTime(f)
	analysis := r.header.Analysis.Of(f)
	own := f.Width != source.Width || f.Height != source.Height
	switch want := f.millionths(area); {
	case known.has("pts") == known.has("pts_synthetic"):
		s.complain(errors.New("a frame needs either pts or pts_synthetic"))
	case f.Corrected && !f.HasPTS:
		s.complain(errors.New("pts_corrected needs a pts"))
	case known.has("width") != known.has("height"):
		s.complain(errors.New("width and height belong together: one is missing"))
	case known.has("width") && !own:
		s.complain(errors.New("width and height equal the header's and must be omitted"))
	case known.has("pix_fmt") && f.PixFmt == source.PixFmt:
		s.complain(errors.New("pix_fmt equals the header's and must be omitted"))
	case known.has("threshold") != analysis.EachFrame:
		s.complain(errors.New("a frame has a threshold exactly if the header has each_frame"))
	case analysis.EachFrame && analysis.Params.Check() != nil:
		s.complain(analysis.Params.Check())
	case quadCount != int64(len(f.Quads)):
		s.complain(fmt.Errorf("quad_count %d with %d quads", quadCount, len(f.Quads)))
	case coverage != float64(want)/1e6:
		s.complain(fmt.Errorf("coverage %v with quads that cover %.6f", coverage, float64(want)/1e6))
	case f.Index >= 0 && f.Index <= r.last:
		s.complain(fmt.Errorf("frame_index %d does not ascend", f.Index))
	}
	r.last = max(r.last, f.Index)
}

// apart reports quads or points that overlap, for lists whose order restarts in each class or
// value.
func (r *textReader) apart(f *Frame) {
	r.sorted = append(r.sorted[:0], f.Quads...)
	slices.SortFunc(r.sorted, func(a, b quadpyramid.Quad) int { return cmp.Compare(a.Morton(), b.Morton()) })
	for i := 1; i < len(r.sorted); i++ {
		if before := r.sorted[i-1]; r.sorted[i].Morton()-before.Morton() < 1<<(2*before.Level()) {
			r.scan.complain(fmt.Errorf("%v and %v overlap", before, r.sorted[i]))
		}
	}
}

// side reads a width or a height. was is the header's value.
func (s *scanner) side(known *fields, was int) int {
	if known.has("quads") {
		s.complain(fmt.Errorf("%s comes after quads", s.name))
	}
	if v := s.integer(1, MaxSide); s.wrong == nil {
		return int(v)
	}
	return was
}

func (s *scanner) pictType() byte {
	text := s.string()
	if len(text) == 1 && pictTypeOK(text[0]) && text[0] != 0 && text[0] != '?' {
		return text[0]
	}
	s.complain(fmt.Errorf("unknown pict_type %.40q", text))
	return 0
}

func (s *scanner) interlacing() yuv.Interlacing {
	text := s.string()
	i, known := yuv.ParseInterlacing(string(text))
	if !known || i == yuv.Progressive {
		s.complain(fmt.Errorf("unknown interlaced %.40q", text))
	}
	return i
}

// readTime sets the frame's time. With a pts, the text must be the one that the Writer derives from
// it.
func (r *textReader) readTime(f *Frame) {
	s := &r.scan
	if !sixDecimals(string(r.time)) {
		s.complain(fmt.Errorf("pts_time %.40q is not a number with six decimals", r.time))
		return
	}
	var err error
	if f.Time, err = strconv.ParseFloat(string(r.time), 64); err != nil {
		s.complain(fmt.Errorf("pts_time %.40q is too large", r.time))
		return
	}
	if !f.HasPTS || f.Corrected {
		return
	}
	base := r.header.Source.TimeBase
	s.text = appendSeconds(s.text[:0], seconds(f.PTS, base))
	if string(s.text) != string(r.time) {
		s.complain(fmt.Errorf("pts_time %.40q with pts %d and a time base of %d/%d, which are %s", r.time, f.PTS, base.Num, base.Den, s.text))
	}
}

// order checks the order of a list, and of the class that is being read.
type order struct {
	next    uint32 // Morton index of the first free pixel
	classes int    // 0 if there are none
	class   int
	area    int64 // so far
}

// enter checks that a quad's class and area are possible.
func (o *order) enter(f *Frame, class int, area int64) error {
	if o.classes == 0 {
		return nil
	}
	switch {
	case class < o.class:
		return fmt.Errorf("class %d after class %d", class, o.class)
	case class >= o.classes:
		return fmt.Errorf("class %d of %d classes", class, o.classes)
	case o.area+area > int64(f.Width)*int64(f.Height):
		return errors.New("more than the picture's pixels are covered")
	case class > o.class:
		o.class, o.next = class, 0
	}
	return nil
}

// keep appends a quad or a point to the frame.
func (o *order) keep(f *Frame, q quadpyramid.Quad, next uint32, area int64) {
	o.next = next
	o.area += area
	f.Quads = append(f.Quads, q)
	if o.classes > 0 {
		f.Classes = append(f.Classes, uint8(o.class))
	}
}

// quads reads [[x,y,size],…], with means [[x,y,size,a,b,c],…], into a frame whose size is known,
// and returns their area. A class comes last. It stores quads up to the first wrong one. They
// ascend inside the picture or cover at most its area, so they are at most as many as its pixels.
func (s *scanner) quads(f *Frame, hasMeans bool, classes int) (area int64) {
	if !s.array() {
		return 0
	}
	n := 3
	switch {
	case hasMeans:
		n = 6
	case classes > 0:
		n = 4
	}
	order := order{classes: classes}
	for s.element() {
		if s.wrong != nil {
			s.skip()
			continue
		}
		var v [6]int
		var q quadpyramid.Quad
		err := s.entry(v[:n])
		if err == nil {
			q, err = newQuad(v[0], v[1], v[2])
		}
		covers := int64(q.Size()) * int64(q.Size())
		if err == nil {
			err = order.enter(f, v[3], covers)
		}
		switch size := q.Size(); {
		case err != nil:
		case q.Morton() < order.next:
			err = fmt.Errorf("%v is not after the one before it in Morton order", q)
		case q.X()+size > f.Width || q.Y()+size > f.Height:
			err = fmt.Errorf("%v is not inside the %d×%d picture", q, f.Width, f.Height)
		case hasMeans && max(v[3], v[4], v[5]) > channel.Peak:
			err = fmt.Errorf("the mean [%d %d %d] is beyond %d", v[3], v[4], v[5], channel.Peak)
		}
		if !s.within() {
			return 0
		}
		if err != nil {
			s.passOver(f, "quad", err)
			continue
		}
		s.limit += quadText
		order.keep(f, q, q.Morton()+1<<(2*q.Level()), covers)
		if hasMeans {
			f.Means = append(f.Means, feature.NewMean(channel.Vector{uint16(v[3]), uint16(v[4]), uint16(v[5])}))
		}
	}
	return order.area
}

// points reads [[x,y,value],…] into a frame whose size is known, and returns their number. A class
// comes last. It stores points up to the first wrong one. They ascend in Morton order or by lines,
// or descend by value with equal values ascending.
func (s *scanner) points(f *Frame, a *Analysis) (area int64) {
	if !s.array() {
		return 0
	}
	byLines, byValue := a.Order == points.ByLines, a.Order == points.ByValue
	classes := a.Bounds.Classes()
	last := math.MaxUint16 // value
	n := 3
	if classes > 0 {
		n = 4
	}
	list := order{classes: classes}
	for s.element() {
		if s.wrong != nil {
			s.skip()
			continue
		}
		var v [4]int
		err := s.entry(v[:n])
		q := quadpyramid.NewQuad(min(v[0], MaxSide-1), min(v[1], MaxSide-1), 0)
		place, order := q.Morton(), "in Morton order"
		if byLines {
			place, order = uint32(q), "line by line"
		}
		if err == nil {
			err = list.enter(f, v[3], 1)
		}
		if byValue && v[2] < last {
			last, list.next = v[2], 0
		}
		switch {
		case err != nil:
		case v[0] >= f.Width || v[1] >= f.Height:
			err = fmt.Errorf("(%d,%d) is not inside the %d×%d picture", v[0], v[1], f.Width, f.Height)
		case byValue && v[2] > last && v[2] <= math.MaxUint16:
			err = fmt.Errorf("the value %d after %d", v[2], last)
		case byValue && list.area >= int64(f.Width)*int64(f.Height):
			err = errors.New("more points than pixels")
		case place < list.next:
			err = fmt.Errorf("(%d,%d) is not after the one before it %s", v[0], v[1], order)
		case v[2] > math.MaxUint16:
			err = fmt.Errorf("the value %d is beyond %d", v[2], math.MaxUint16)
		}
		if !s.within() {
			return 0
		}
		if err != nil {
			s.passOver(f, "point", err)
			continue
		}
		s.limit += quadText
		list.keep(f, q, place+1, 1)
		f.Values = append(f.Values, uint16(v[2]))
	}
	return int64(len(f.Quads))
}

// passOver reports what is wrong with a frame's next quad or point. Later ones are read but not
// stored, and are limited by the text that the picture's pixels may take.
func (s *scanner) passOver(f *Frame, what string, err error) {
	s.complain(fmt.Errorf("%s %d: %w", what, len(f.Quads), err))
	s.limit += quadText * int64(f.Width) * int64(f.Height)
}

// newQuad makes a quad of non-negative numbers. The size must be a power of two, x and y multiples
// of it.
func newQuad(x, y, size int) (quadpyramid.Quad, error) {
	switch {
	case max(x, y, size) > MaxSide:
		return 0, fmt.Errorf("a number beyond %d", MaxSide)
	case size == 0 || size&(size-1) != 0:
		return 0, fmt.Errorf("size %d is not a power of two", size)
	case x&(size-1) != 0 || y&(size-1) != 0:
		return 0, fmt.Errorf("(%d,%d) is not a multiple of the size %d", x, y, size)
	case x == MaxSide || y == MaxSide:
		return 0, fmt.Errorf("(%d,%d) is outside any picture", x, y)
	}
	return quadpyramid.NewQuad(x, y, bits.TrailingZeros(uint(size))), nil
}

// plainText is longer than the longest quad with a mean without white space.
const plainText = maxQuadText + maxMeanText

// entry reads the numbers of a quad in the order of the variant's fields.
func (s *scanner) entry(v []int) error {
	if s.places == nil {
		return s.numbers(v)
	}
	var text [6]int
	err := s.numbers(text[:len(s.places)])
	for i, place := range s.places {
		v[place] = text[i]
	}
	return err
}

// numbers reads an array of len(v) whole numbers without sign, fraction or exponent. A number above
// 99999 is read as 99999.
func (s *scanner) numbers(v []int) error {
	if s.next() == '[' && len(s.buf)-s.pos >= plainText {
		if n := plainNumbers((*[plainText]byte)(s.buf[s.pos:]), v); n > 0 {
			s.pos += n
			return nil
		}
	}
	form := errQuadForm
	switch len(v) {
	case 4:
		form = errClassForm
	case 6:
		form = errMeanForm
	}
	if s.next() != '[' {
		s.skip()
		return form
	}
	s.open()
	n, whole := 0, true
	for ; s.element(); n++ {
		if c := s.next(); n >= len(v) || c < '0' || c > '9' {
			whole = false
			s.skip()
			continue
		}
		s.takeNumber()
		value, err := strconv.ParseUint(string(s.text), 10, 64)
		whole = whole && !errors.Is(err, strconv.ErrSyntax)
		v[n] = int(min(value, 99999))
	}
	if n != len(v) || !whole {
		return form
	}
	return nil
}

var (
	errQuadForm  = errors.New("not an array of three whole numbers")
	errClassForm = errors.New("not an array of four whole numbers")
	errMeanForm  = errors.New("not an array of six whole numbers")
)

// plainNumbers reads "[1,2,3]" as the Writer writes it, with numbers of at most five digits, and
// returns its length; 0 for other text.
func plainNumbers(b *[plainText]byte, v []int) int {
	i := 1
	for k := range v {
		value, start := 0, i
		for ; i < start+5 && b[i]-'0' < 10; i++ {
			value = 10*value + int(b[i]-'0')
		}
		closing := byte(',')
		if k == len(v)-1 {
			closing = ']'
		}
		if i == start || b[start] == '0' && i > start+1 || b[i] != closing {
			return 0
		}
		i++
		v[k] = value
	}
	return i
}
