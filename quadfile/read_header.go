package quadfile

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"ffkvadrat/yuv"
)

// readHeader reads the header.
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
	Source   Source   // for a comparison, the reference
	Encodes  []Source // for a comparison
	Analysis Analysis // valid
	Text     []byte   // the analysis as JSON, with fields unknown to this version
}

// ReadRecordHeader reads the object of a header; compared says that it names encodes.
func ReadRecordHeader(text []byte, compared bool) (h RecordHeader, err error) {
	s := scanOf(bytes.Clone(text))
	known, most := fields{names: []string{"format", "version", "analysis", "source"}}, int64(eachsThreshold)
	if compared {
		known.names, most = []string{"format", "version", "analysis", "reference", "encodes"}, oneThreshold
	}
	var version int64
	s.name = "the header"
	if !s.object() {
		return h, s.fault()
	}
	for s.field(&known) {
		switch s.name {
		case "format": // checked by the caller
			s.string()
		case "version":
			version = s.integer(oneThreshold, most)
		case "analysis":
			s.next()
			begin := s.pos
			s.analysis(&h.Analysis)
			h.Text = text[begin:s.offset()]
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
	if version != h.Analysis.version() {
		return h, fmt.Errorf("version %d: it is %d with each_frame, and %d without", version, eachsThreshold, oneThreshold)
	}
	return h, h.Analysis.Check()
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
	known := fields{names: []string{"path", "stream_index", "codec_name", "width", "height", "pix_fmt", "time_base", "avg_frame_rate", "interlaced", "fields", "film_grain", "first_number", "number_step"}}
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
		case "interlaced":
			s.flag()
			to.Interlaced = true
		case "fields":
			text := s.string()
			var err error
			if to.Fields, err = yuv.ParseFields(string(text)); err != nil || to.Fields == yuv.WholeFrames {
				s.complain(fmt.Errorf("unknown fields %.40q", text))
			}
		case "film_grain":
			if text := s.string(); string(text) != yuv.GrainOff.String() {
				s.complain(fmt.Errorf("unknown film_grain %.40q", text))
			}
			to.Grain = yuv.GrainOff
		case "first_number":
			to.First = s.integer(0, mostNumber)
		case "number_step":
			to.Step = s.integer(1, mostNumber)
		}
	}
	if known.has("first_number") != known.has("number_step") {
		s.complain(errors.New("first_number and number_step belong together: one is missing"))
	}
	s.require(&known, "stream_index", "width", "height", "time_base")
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

// fraction reads a string "num/den" of two positive whole numbers.
func (s *scanner) fraction() Rational {
	text := string(s.string())
	num, den, _ := strings.Cut(text, "/")
	r := Rational{positive(num), positive(den)}
	if r.Num == 0 || r.Den == 0 {
		s.complain(fmt.Errorf("%s %.40q is not a fraction of two whole numbers from 1 up", s.name, text))
	}
	return r
}

// positive parses a whole number from 1 to the 32-bit maximum, without leading zeros; it returns 0
// for other text.
func positive(text string) int {
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < 1 || text[0] < '1' {
		return 0
	}
	return int(n)
}
