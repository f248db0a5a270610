package stored

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"ffkvadrat/analysis"
	"ffkvadrat/feature"
	"ffkvadrat/quadfile"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv/channel"
)

// headerOf is the header for lists of which only the form and the first picture's size are known.
func headerOf(width, height int) quadfile.Header {
	return quadfile.Header{
		Source:   quadfile.Source{Width: width, Height: height, TimeBase: quadfile.Rational{Num: 1, Den: 1e6}},
		Analysis: quadfile.Analysis{},
	}
}

var errMany = errors.New("a frame has more quads than pixels")

// entry is a quad with its other fields.
type entry struct {
	quad  quadpyramid.Quad
	mean  feature.Mean
	value uint16
}

// fill sets a frame's lists from entries, in Morton order.
func fill(f *quadfile.Frame, list []entry, a *quadfile.Analysis) {
	slices.SortFunc(list, func(a, b entry) int { return int(a.quad.Morton()) - int(b.quad.Morton()) })
	f.Quads, f.Means, f.Values = f.Quads[:0], f.Means[:0], f.Values[:0]
	for _, e := range list {
		f.Quads = append(f.Quads, e.quad)
		switch a.Variant {
		case analysis.CommonFeature:
			f.Means = append(f.Means, e.mean)
		case analysis.Points:
			f.Values = append(f.Values, e.value)
		}
	}
}

// newQuad returns the quad of three numbers of a row.
func newQuad(x, y, size int64) (quadpyramid.Quad, error) {
	switch {
	case size < 1 || size&(size-1) != 0 || size > quadfile.MaxSide:
		return 0, fmt.Errorf("the size %d is not a power of two up to %d", size, quadfile.MaxSide)
	case x < 0 || y < 0 || x >= quadfile.MaxSide || y >= quadfile.MaxSide || x&(size-1) != 0 || y&(size-1) != 0:
		return 0, fmt.Errorf("(%d,%d) is not a place of a quad of size %d", x, y, size)
	}
	return quadpyramid.NewQuad(int(x), int(y), bits.TrailingZeros64(uint64(size))), nil
}

// longestRow is the longest row or line in bytes.
const longestRow = 1 << 16

var errLongRow = fmt.Errorf("it has more than %d bytes", longestRow)

// allowance reads n more bytes, then fails.
type allowance struct {
	io.Reader
	left int
}

func (a *allowance) Read(p []byte) (int, error) {
	if a.left <= 0 {
		return 0, errLongRow
	}
	n, err := a.Reader.Read(p[:min(len(p), a.left)])
	a.left -= n
	return n, err
}

// table reads this program's CSV, one frame's rows at a time.
type table struct {
	in      allowance // limits the row that is being read
	rows    *csv.Reader
	row     int // number of rows read
	columns map[string]int
	means   []string // the columns with the mean
	header  quadfile.Header
	next    []string // the first row of the next frame; nil after the last
	list    []entry
	err     error
}

// newTable reads the names of the columns, and the first row.
func newTable(in io.Reader) (frames, quadfile.Header, error) {
	t := &table{in: allowance{Reader: in}, columns: map[string]int{}}
	t.rows = csv.NewReader(&t.in)
	t.rows.ReuseRecord = true
	names, err := t.read()
	if err != nil {
		return nil, quadfile.Header{}, err
	}
	for i, name := range names {
		t.columns[name] = i
		if strings.HasPrefix(name, "mean_") {
			t.means = append(t.means, name)
		}
	}
	for _, name := range []string{"frame_index", "pts", "pts_time", "width", "height", "x", "y"} {
		if _, ok := t.columns[name]; !ok {
			return nil, quadfile.Header{}, fmt.Errorf("a table without the column %s", name)
		}
	}
	_, sizes := t.columns["size"]
	_, values := t.columns["value"]
	_, cubes := t.columns["frame"]
	switch {
	case cubes:
		return nil, quadfile.Header{}, errors.New("its entries are cubes, not quads")
	case sizes == values:
		return nil, quadfile.Header{}, errors.New("a table without the column size, or value")
	}
	t.advance()
	if t.err != nil {
		return nil, quadfile.Header{}, t.err
	}
	width, height := 1, 1
	if t.next != nil {
		width, height = int(t.number("width", 1, quadfile.MaxSide)), int(t.number("height", 1, quadfile.MaxSide))
	}
	t.header = headerOf(width, height)
	a := &t.header.Analysis
	switch {
	case values:
		a.Variant = analysis.Points
	case len(t.means) == 3:
		a.Variant, a.Features = analysis.CommonFeature, map[string]channel.Space{"mean_r": channel.RGB, "mean_y": channel.YUV, "mean_known": channel.Vectors}[t.means[0]]
	}
	return t, t.header, t.err
}

// read reads a row, which may have several lines between quotes.
func (t *table) read() ([]string, error) {
	t.row++
	t.in.left = longestRow
	fields, err := t.rows.Read()
	if errors.Is(err, errLongRow) {
		err = fmt.Errorf("row %d: %w", t.row, err)
	}
	return fields, err
}

// advance reads the next row.
func (t *table) advance() {
	row, err := t.read()
	if err != nil {
		t.next = nil
		if err != io.EOF {
			t.fail(err)
		}
		return
	}
	t.next = row
}

func (t *table) fail(err error) {
	if t.err == nil {
		t.err = err
	}
}

// number parses a column of the next row.
func (t *table) number(name string, least, most int64) int64 {
	text := t.next[t.columns[name]]
	v, err := strconv.ParseInt(text, 10, 64)
	if err != nil || v < least || v > most {
		line, _ := t.rows.FieldPos(0)
		t.fail(fmt.Errorf("line %d: %s is %.40q", line, name, text))
		return least
	}
	return v
}

// Next reads the rows of a frame.
func (t *table) Next(f *quadfile.Frame) error {
	if t.err != nil {
		return t.err
	}
	if t.next == nil {
		return io.EOF
	}
	*f = quadfile.Frame{Index: -1, Quads: f.Quads, Means: f.Means, Values: f.Values}
	key := t.key()
	if t.cell("frame_index") != "" {
		f.Index = t.number("frame_index", 0, math.MaxInt64)
	}
	if f.HasPTS = t.cell("pts") != ""; f.HasPTS {
		f.PTS = t.number("pts", math.MinInt64, math.MaxInt64)
	}
	seconds, err := strconv.ParseFloat(t.cell("pts_time"), 64)
	if err != nil {
		t.fail(fmt.Errorf("pts_time is %.40q", t.cell("pts_time")))
	}
	f.Time = seconds
	f.Width, f.Height = int(t.number("width", 1, quadfile.MaxSide)), int(t.number("height", 1, quadfile.MaxSide))
	t.list = t.list[:0]
	for t.err == nil && t.next != nil && t.key() == key {
		if t.list = append(t.list, t.entry(f)); len(t.list) > f.Width*f.Height {
			t.fail(errMany)
		}
		t.advance()
	}
	fill(f, t.list, &t.header.Analysis)
	return t.err
}

func (t *table) cell(name string) string { return t.next[t.columns[name]] }

// key identifies the frame of a row.
func (t *table) key() [2]string { return [2]string{t.cell("frame_index"), t.cell("pts_time")} }

// entry parses the quad of the next row.
func (t *table) entry(f *quadfile.Frame) (e entry) {
	size := int64(1)
	if t.header.Analysis.Variant == analysis.Points {
		e.value = uint16(t.number("value", 0, math.MaxUint16))
	} else {
		size = t.number("size", 1, quadfile.MaxSide)
	}
	var err error
	if e.quad, err = newQuad(t.number("x", 0, quadfile.MaxSide), t.number("y", 0, quadfile.MaxSide), size); err != nil {
		line, _ := t.rows.FieldPos(0)
		t.fail(fmt.Errorf("line %d: %w", line, err))
	}
	if t.header.Analysis.Variant == analysis.CommonFeature {
		var v channel.Vector
		for i, name := range t.means {
			v[i] = uint16(t.number(name, 0, channel.Peak))
		}
		e.mean = feature.NewMean(v)
	}
	return e
}

// statistics reads YUView's statistics: the blocks of the first type, which must be squares of the
// quadtree's grid.
type statistics struct {
	lines  *bufio.Scanner
	line   int
	header quadfile.Header
	kind   int64
	next   [7]int64 // the first row of the next frame: POC, x, y, w, h, type, value
	more   bool
	list   []entry
	err    error
}

func newStatistics(in io.Reader) (frames, quadfile.Header, error) {
	s := &statistics{lines: bufio.NewScanner(in), kind: -1}
	s.lines.Buffer(nil, longestRow)
	s.advance()
	switch {
	case s.err != nil:
		return nil, quadfile.Header{}, s.err
	case s.header.Source.Width == 0:
		return nil, quadfile.Header{}, errors.New("statistics without seq-specs, which have the picture's size")
	}
	return s, s.header, nil
}

func (s *statistics) fail(err error) {
	if s.err == nil {
		s.err = fmt.Errorf("line %d: %w", s.line, err)
	}
}

// advance reads up to the next row of the type, with the lines about the file in between.
func (s *statistics) advance() {
	for s.err == nil {
		if s.more = s.lines.Scan(); !s.more {
			err := s.lines.Err()
			if s.line++; err == bufio.ErrTooLong {
				err = errLongRow
			}
			if err != nil {
				s.fail(err)
			}
			return
		}
		s.line++
		fields := strings.Split(strings.TrimSpace(s.lines.Text()), ";")
		switch {
		case fields[0] == "%":
			s.about(fields)
		case len(fields) == 1 && fields[0] == "":
		default:
			if s.row(fields); s.err == nil && s.next[5] == s.kind {
				return
			}
		}
	}
	s.more = false
}

// about reads a line that begins with %.
func (s *statistics) about(fields []string) {
	switch {
	case len(fields) >= 6 && fields[1] == "seq-specs":
		width, err1 := strconv.Atoi(fields[4])
		height, err2 := strconv.Atoi(fields[5])
		if err1 != nil || err2 != nil || min(width, height) < 1 || max(width, height) > quadfile.MaxSide {
			s.fail(fmt.Errorf("the picture's size is %.20q × %.20q", fields[4], fields[5]))
			return
		}
		s.header = headerOf(width, height)
	case len(fields) >= 3 && fields[1] == "type" && s.kind < 0:
		kind, err := strconv.ParseInt(fields[2], 10, 64)
		if err != nil || kind < 0 {
			s.fail(fmt.Errorf("the type %.20q is not a number", fields[2]))
			return
		}
		s.kind = kind
	}
}

func (s *statistics) row(fields []string) {
	if len(fields) != len(s.next) {
		s.fail(fmt.Errorf("a row of %d fields, not of %d", len(fields), len(s.next)))
		return
	}
	for i, field := range fields {
		v, err := strconv.ParseInt(strings.TrimSpace(field), 10, 64)
		if err != nil {
			s.fail(fmt.Errorf("%.20q is not a whole number", field))
			return
		}
		s.next[i] = v
	}
}

// Next reads the rows of a frame.
func (s *statistics) Next(f *quadfile.Frame) error {
	if s.err != nil {
		return s.err
	}
	if !s.more {
		return io.EOF
	}
	poc := s.next[0]
	*f = quadfile.Frame{Index: poc, Quads: f.Quads, Means: f.Means, Values: f.Values}
	if poc < 0 {
		s.fail(fmt.Errorf("POC %d is negative", poc))
	}
	s.list = s.list[:0]
	for s.err == nil && s.more && s.next[0] == poc {
		if s.next[3] != s.next[4] {
			s.fail(fmt.Errorf("a block of %d×%d is not a quad", s.next[3], s.next[4]))
			break
		}
		quad, err := newQuad(s.next[1], s.next[2], s.next[3])
		if err != nil {
			s.fail(err)
			break
		}
		if s.list = append(s.list, entry{quad: quad}); len(s.list) > s.header.Source.Width*s.header.Source.Height {
			s.fail(errMany)
			break
		}
		s.advance()
	}
	fill(f, s.list, &s.header.Analysis)
	return s.err
}
