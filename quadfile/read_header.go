package quadfile

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"ffkvadrat/edge"
	"ffkvadrat/match"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/yuv/channel"
)

// readHeader reads the header, which comes next.
func (r *textReader) readHeader() error {
	s, h := &r.scan, &r.header
	known := fields{names: []string{"format", "version", "source", "analysis", "quad_fields"}}
	var version int64
	s.name = "the header"
	if !s.object() {
		return s.fault()
	}
	for s.field(&known) {
		switch s.name {
		case "format":
			s.format()
		case "version":
			if version = s.integer(math.MinInt64, math.MaxInt64); version != oneThreshold && version != eachsThreshold {
				s.complain(fmt.Errorf("unsupported version %d: this reader knows versions %d and %d", version, oneThreshold, eachsThreshold))
			}
		case "source":
			s.source(&h.Source)
		case "analysis":
			s.analysis(&h.Analysis)
		case "quad_fields":
			h.QuadFields = s.strings(6)
		}
	}
	s.within()
	if !known.has("format") {
		s.complain(errFormat)
	}
	s.require(&known, known.names...)
	if err := s.fault(); err != nil {
		return err
	}
	if len(h.QuadFields) == 0 {
		return errors.New("empty quad_fields")
	}
	if version != h.Analysis.version() {
		return fmt.Errorf("version %d: it is %d with each_frame, and %d without", version, eachsThreshold, oneThreshold)
	}
	if err := h.check(); err != nil {
		return err
	}
	s.places = h.places()
	return h.checkReadable()
}

// RecordHeader is the header of a summary, or of a comparison.
type RecordHeader struct {
	Source   Source   // of a comparison that of the reference
	Encodes  []Source // of a comparison
	Analysis []byte   // its text, with what this version does not know; without a fault
}

// ReadRecordHeader reads the object of a header. A comparison's names its encodes.
func ReadRecordHeader(text []byte, compared bool) (h RecordHeader, err error) {
	s := scanOf(bytes.Clone(text))
	known, most := fields{names: []string{"format", "version", "analysis", "source"}}, int64(eachsThreshold)
	if compared {
		known.names, most = []string{"format", "version", "analysis", "reference", "encodes"}, oneThreshold
	}
	var version int64
	var a Analysis
	s.name = "the header"
	if !s.object() {
		return h, s.fault()
	}
	for s.field(&known) {
		switch s.name {
		case "format": // by which it was found
			s.string()
		case "version":
			version = s.integer(oneThreshold, most)
		case "analysis":
			s.next()
			begin := s.pos
			s.analysis(&a)
			h.Analysis = text[begin:s.offset()]
		case "encodes":
			for more := s.array(); more && s.element(); {
				h.Encodes = append(h.Encodes, Source{})
				s.source(&h.Encodes[len(h.Encodes)-1])
			}
		default:
			s.source(&h.Source)
		}
	}
	s.whole()
	if s.require(&known, known.names...); s.fault() != nil {
		return h, s.fault()
	}
	if version != a.version() {
		return h, fmt.Errorf("version %d: it is %d with each_frame, and %d without", version, eachsThreshold, oneThreshold)
	}
	return h, a.Check()
}

var errFormat = fmt.Errorf("not %s data", Name)

func (s *scanner) format() {
	switch string(s.string()) {
	case Name:
	case SummaryName:
		s.complain(errors.New("a summary, which has no quads"))
	default:
		s.complain(errFormat)
	}
}

func (s *scanner) source(to *Source) {
	if !s.object() {
		return
	}
	known := fields{names: []string{"path", "stream_index", "codec_name", "width", "height", "pix_fmt", "time_base", "avg_frame_rate"}}
	for s.field(&known) {
		switch s.name {
		case "path":
			to.Path = string(s.string())
		case "stream_index":
			to.StreamIndex = int(s.integer(0, math.MaxInt32))
		case "codec_name":
			to.CodecName = string(s.string())
		case "width":
			to.Width = int(s.integer(1, MaxSide))
		case "height":
			to.Height = int(s.integer(1, MaxSide))
		case "pix_fmt":
			to.PixFmt = string(s.string())
		case "time_base":
			to.TimeBase = s.fraction()
		case "avg_frame_rate":
			to.AvgFrameRate = s.fraction()
		}
	}
	s.require(&known, "stream_index", "width", "height", "time_base")
}

func (s *scanner) analysis(to *Analysis) {
	if !s.object() {
		return
	}
	known := fields{names: []string{"variant", "threshold", "each_frame", "operator", "planes", "low", "invert", "bounds", "features", "colours", "matrix", "range", "order", "template", "suppress", "min_size", "max_size", "cube", "cuts", "every"}}
	for s.field(&known) {
		switch s.name {
		case "variant":
			to.Variant = string(s.string())
		case "threshold":
			to.Threshold = s.float()
		case "each_frame":
			s.flag()
			to.EachFrame = true
		case "operator":
			to.Operator = string(s.string())
		case "planes":
			to.Planes = string(s.string())
		case "low":
			if to.Low = s.float(); to.Low == 0 {
				s.complain(errors.New("low is 0 and must be omitted"))
			}
		case "invert":
			s.flag()
			to.Invert = true
		case "bounds":
			to.Bounds = s.bounds()
		case "features":
			to.Features = string(s.string())
		case "colours":
			to.Colours = s.colours()
		case "matrix":
			to.Matrix = string(s.string())
		case "range":
			to.Range = string(s.string())
		case "order":
			to.Order = string(s.string())
		case "template":
			to.Search.Template = s.template()
		case "suppress":
			s.flag()
			to.Search.Suppress = true
		case "min_size":
			to.MinSize = int(s.integer(1, MaxSide))
		case "max_size":
			to.MaxSize = int(s.integer(1, MaxSide))
		case "cube":
			to.Cube = int(s.integer(1, ocpyramid.MaxFrames))
		case "cuts":
			s.flag()
			to.Cuts = true
		case "every":
			to.Every = s.integer(2, math.MaxInt64)
		}
	}
	s.require(&known, "variant", "threshold")
	if to.comparesColours() {
		s.require(&known, "colours")
	} else if known.has("colours") {
		s.complain(errors.New("colours need an operator that compares them"))
	}
}

// template reads an object with a template.
func (s *scanner) template() (t match.Template) {
	if !s.object() {
		return t
	}
	var span, samples string
	known := fields{names: []string{"width", "height", "depth", "range", "samples"}}
	for s.field(&known) {
		switch s.name {
		case "width":
			t.Width = int(s.integer(1, match.MaxSide))
		case "height":
			t.Height = int(s.integer(1, match.MaxSide))
		case "depth":
			t.Depth = int(s.integer(8, 16))
		case "range":
			span = string(s.string())
		case "samples":
			samples = string(s.string())
		}
	}
	s.require(&known, known.names...)
	if s.wrong != nil {
		return t
	}
	t, err := match.DecodeTemplate(t.Width, t.Height, t.Depth, span, samples)
	if err != nil {
		s.complain(err)
	}
	return t
}

// bounds reads an array of boundaries.
func (s *scanner) bounds() (b edge.Bounds) {
	if !s.array() {
		return b
	}
	var at []float64
	for s.element() {
		if v := s.float(); s.wrong == nil && len(at) < edge.MaxClasses {
			at = append(at, v)
		}
	}
	b, err := edge.NewBounds(at...)
	switch {
	case s.wrong != nil:
	case err != nil:
		s.complain(err)
	case len(at) == 0:
		s.complain(errors.New("bounds are empty"))
	}
	return b
}

// colours reads an array of one colour, or of both corners of a range.
func (s *scanner) colours() (colours channel.Box) {
	if !s.array() {
		return colours
	}
	n := 0
	for ; s.element(); n++ {
		var v channel.Vector
		s.vector(&v)
		if n == 0 {
			colours.Low = v
		}
		colours.High = v
	}
	if n < 1 || n > 2 {
		s.complain(fmt.Errorf("%s has %d colours", s.name, n))
	} else if n == 2 && colours.Low == colours.High {
		s.complain(fmt.Errorf("%s has one colour twice", s.name))
	}
	return colours
}

// vector reads an array of three channels.
func (s *scanner) vector(v *channel.Vector) {
	if !s.array() {
		return
	}
	n := 0
	for ; s.element(); n++ {
		if value := s.integer(0, channel.Peak); n < len(v) {
			v[n] = uint16(value)
		}
	}
	if n != len(v) {
		s.complain(fmt.Errorf("%s has a colour of %d numbers", s.name, n))
	}
}

// strings reads an array of at most most strings.
func (s *scanner) strings(most int) (list []string) {
	if !s.array() {
		return nil
	}
	for s.element() {
		if len(list) == most && s.wrong == nil {
			s.complain(fmt.Errorf("%s has more than %d names", s.name, most))
		}
		if s.wrong != nil {
			s.skip()
			continue
		}
		list = append(list, string(s.string()))
	}
	return list
}

// fraction reads a string "num/den" of two whole numbers from 1 up.
func (s *scanner) fraction() Rational {
	text := string(s.string())
	num, den, _ := strings.Cut(text, "/")
	r := Rational{positive(num), positive(den)}
	if r.Num == 0 || r.Den == 0 {
		s.complain(fmt.Errorf("%s %.40q is not a fraction of two whole numbers from 1 up", s.name, text))
	}
	return r
}

// positive reads a whole number from 1 to what 32 bits hold, without leading
// zeros; for other text it returns 0.
func positive(text string) int {
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < 1 || text[0] < '1' {
		return 0
	}
	return int(n)
}
