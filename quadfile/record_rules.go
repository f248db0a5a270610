package quadfile

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"ffkvadrat/yuv"
)

// RuleKind is the type of a field's values.
type RuleKind int

const (
	WholeNumber RuleKind = iota
	Number
	Seconds // a number with six decimals; in JSON a string
	Text
	Letter // the type of a picture
)

// Rule defines the values of a field in a summary's frame or a comparison's row, in JSON and in a
// CSV column.
type Rule struct {
	Name        string
	Kind        RuleKind
	Least, Most float64 // of numbers
	Always      bool    // the field must be present
	Compared    bool    // of comparisons: the field is present if and only if the encode has a frame to compare with
	// Omitted: JSON leaves the field out where CSV has 0.
	Omitted bool
	// Words are the values of a text that has only these; else nil.
	Words []string
	// Infinite: the value can be infinite, which is null in JSON and inf in CSV.
	Infinite bool
}

// MostTime is an upper bound of a video's length in seconds.
const MostTime = 1e12

const (
	mostArea  = 1 << 34   // pixels of a window of 64 frames of 16384×16384
	mostRatio = 1e15      // of ratios without a natural limit
	mostLuma  = 1<<16 - 1 // the largest sample
	mostError = 1<<31 - 1 // decode errors before a frame
	mostPSNR  = 1000      // decibels; above the PSNR of different pictures
	mostScale = 16        // above the threshold of any operator
	mostQP    = 1000      // above the quantiser of any codec
	mostDepth = 255       // above the divisions of any codec's blocks
	mostWhole = 1<<63 - 1 // of counters
	mostBytes = 1<<53 - 1 // of a packet

	mostNumber = 1e18 - 1   // of a picture's name
	leastPTS   = -(1 << 63) // of time stamps
)

// Rules are the rules of a kind of records.
type Rules struct {
	List  []Rule
	names []string
}

// newRules returns a list of rules with their names.
func newRules(list ...Rule) *Rules {
	r := &Rules{List: list}
	for i := range list {
		r.names = append(r.names, list[i].Name)
	}
	return r
}

// Place returns the index of a field in the list, or -1.
func (r *Rules) Place(name string) int { return slices.Index(r.names, name) }

// summaryNames are the fields of a summary's frame that are read.
var summaryNames = append(slices.Clone(SummaryRules.names), "sizes")

// SummaryRules are the rules of a summary's frames, except the field sizes, see [Sizes].
var SummaryRules = newRules(
	Rule{Name: "frame_index", Most: mostWhole},
	Rule{Name: "pts", Least: leastPTS, Most: mostWhole},
	Rule{Name: "pts_time", Kind: Seconds, Least: -MostTime, Most: MostTime, Always: true},
	Rule{Name: "pts_synthetic", Least: 1, Most: 1, Omitted: true},
	Rule{Name: "pts_corrected", Least: 1, Most: 1, Omitted: true},
	Rule{Name: "key_frame", Most: 1, Always: true},
	Rule{Name: "pict_type", Kind: Letter},
	Rule{Name: "width", Least: 1, Most: MaxSide},
	Rule{Name: "height", Least: 1, Most: MaxSide},
	Rule{Name: "pix_fmt", Kind: Text},
	Rule{Name: "corrupt", Least: 1, Most: 1, Omitted: true},
	Rule{Name: "errors", Least: 1, Most: mostError, Omitted: true},
	Rule{Name: "interlaced", Kind: Text, Words: []string{yuv.TopFirst.String(), yuv.BottomFirst.String()}},
	Rule{Name: "threshold", Kind: Number, Most: mostScale},
	Rule{Name: "frames", Least: 1, Most: 64},
	Rule{Name: "quad_count", Most: mostArea, Always: true},
	Rule{Name: "coverage", Kind: Number, Most: 1, Always: true},
	Rule{Name: "area_entropy", Kind: Number, Most: 4},
	Rule{Name: "luma_mean", Kind: Number, Most: mostLuma},
	Rule{Name: "luma_p1", Most: mostLuma},
	Rule{Name: "luma_p50", Most: mostLuma},
	Rule{Name: "luma_p99", Most: mostLuma},
	Rule{Name: "psnr", Kind: Number, Most: mostPSNR, Infinite: true},
	Rule{Name: "ssim", Kind: Number, Least: -1, Most: 1},
	Rule{Name: "si", Kind: Number, Most: mostRatio},
	Rule{Name: "ti", Kind: Number, Most: mostRatio},
	Rule{Name: "bytes", Least: 1, Most: mostBytes},
	Rule{Name: "bytes_per_quad", Kind: Number, Most: mostRatio},
	Rule{Name: "qp_mean", Kind: Number, Least: -mostQP, Most: mostQP},
	Rule{Name: "qp_density", Kind: Number, Least: -1, Most: 1},
	Rule{Name: "intra_part", Kind: Number, Most: 1},
	Rule{Name: "skip_part", Kind: Number, Most: 1},
	Rule{Name: "depth_mean", Kind: Number, Most: mostDepth},
)

// ComparisonRules are the rules of a comparison's rows, except lists of quads. In CSV, encode is a
// name.
var ComparisonRules = newRules(append(planeRules(), []Rule{
	{Name: "frame_index", Most: mostWhole},
	{Name: "pts", Least: leastPTS, Most: mostWhole},
	{Name: "pts_time", Kind: Seconds, Least: -MostTime, Most: MostTime},
	{Name: "encode", Most: mostWhole, Always: true},
	{Name: "encode_frame_index", Most: mostWhole},
	{Name: "encode_pts", Least: leastPTS, Most: mostWhole},
	{Name: "encode_pts_time", Kind: Seconds, Least: -MostTime, Most: MostTime},
	{Name: "match", Kind: Text},
	{Name: "psnr_avg", Kind: Number, Least: -mostPSNR, Most: mostPSNR, Compared: true, Infinite: true},
	{Name: "ssim_all", Kind: Number, Least: -1, Most: 1},
	{Name: "iou", Kind: Number, Most: 1, Compared: true},
	{Name: "edges", Most: mostArea, Compared: true},
	{Name: "encode_edges", Most: mostArea, Compared: true},
	{Name: "common_edges", Most: mostArea, Compared: true},
	{Name: "lost_quads", Most: mostArea, Compared: true},
	{Name: "lost_pixels", Most: mostArea, Compared: true},
	{Name: "invented_quads", Most: mostArea, Compared: true},
	{Name: "invented_pixels", Most: mostArea, Compared: true},
	{Name: "vmaf", Kind: Number, Most: 100},
}...)...)

// planeRules returns the rules of the fields of each plane.
func planeRules() (rules []Rule) {
	for _, plane := range []string{"y", "u", "v", "r", "g", "b"} {
		rules = append(rules, Rule{Name: "psnr_" + plane, Kind: Number, Least: -mostPSNR, Most: mostPSNR, Infinite: true},
			Rule{Name: "ssim_" + plane, Kind: Number, Least: -1, Most: 1})
	}
	return rules
}

// Value is a field's value.
type Value struct {
	Known  bool
	Whole  int64
	Number float64 // also of whole numbers
	Text   string
}

// Parse parses a CSV cell. An empty one is unknown.
func (r *Rule) Parse(cell string) (v Value, err error) {
	switch {
	case cell == "":
		return v, nil
	case r.Omitted && cell == "0":
		return v, nil
	case r.Infinite && cell == "inf":
		return Value{Known: true, Number: math.Inf(1)}, nil
	}
	return r.value(cell)
}

// value parses a value.
func (r *Rule) value(text string) (v Value, err error) {
	v.Known = true
	switch r.Kind {
	case Letter:
		if v.Text = text; len(text) != 1 || text == "?" || text == "\x00" || !pictTypeOK(text[0]) {
			return v, fmt.Errorf("unknown %s %.40q", r.Name, text)
		}
		return v, nil
	case Text:
		if v.Text = text; r.Words != nil && !slices.Contains(r.Words, text) {
			return v, fmt.Errorf("unknown %s %.40q", r.Name, text)
		}
		return v, nil
	case WholeNumber:
		if v.Whole, err = strconv.ParseInt(text, 10, 64); err != nil && !errors.Is(err, strconv.ErrRange) || !isNumber(text) {
			return v, fmt.Errorf("%s is %.40q, not a whole number", r.Name, text)
		}
		v.Number = float64(v.Whole)
	default:
		if r.Kind == Seconds && !sixDecimals(text) {
			return v, fmt.Errorf("%s %.40q is not a number with six decimals", r.Name, text)
		}
		if v.Number, err = strconv.ParseFloat(text, 64); err != nil && !errors.Is(err, strconv.ErrRange) || !isNumber(text) {
			return v, fmt.Errorf("%s is %.40q, not a number", r.Name, text)
		}
	}
	if err != nil || v.Number < r.Least || v.Number > r.Most {
		return v, fmt.Errorf("%s %.40s is not between %.15g and %.15g", r.Name, text, r.Least, r.Most)
	}
	return v, nil
}

// isNumber reports whether text is a JSON number.
func isNumber(text string) bool {
	s := scanOf([]byte(text))
	s.takeNumber()
	return s.err == nil && s.pos == len(s.buf)
}

// sixDecimals reports whether text is a number in the format of times.
func sixDecimals(text string) bool {
	whole, decimals, _ := strings.Cut(strings.TrimPrefix(text, "-"), ".")
	return whole != "" && (len(whole) == 1 || whole[0] != '0') && len(decimals) == 6 && strings.Trim(whole+decimals, "0123456789") == ""
}

// Read reads a record's object. It sets the values by the index of their rules, and a summary's
// sizes. Fields without a rule are skipped.
func (r *Rules) Read(record []byte, values []Value, sizes *Sizes) error {
	s := scanOf(record)
	known := fields{names: r.names}
	if r == SummaryRules {
		known.names = summaryNames
	}
	clear(values)
	*sizes = Sizes{}
	s.name = "the record"
	if !s.object() {
		return s.fault()
	}
	for s.field(&known) {
		place := r.Place(s.name)
		if place < 0 {
			s.sizes(sizes)
			continue
		}
		values[place] = s.value(&r.List[place])
	}
	s.whole()
	if err := s.fault(); err != nil {
		return err
	}
	return r.Check(values)
}

// scanOf returns a scanner of a text in memory.
func scanOf(text []byte) scanner {
	return scanner{tokens: tokens{buf: text, readErr: io.EOF, limit: math.MaxInt64}}
}

// whole reports what follows the value in the text.
func (s *scanner) whole() {
	if s.next(); s.err == nil && !s.ended() {
		s.complain(errors.New("there is something after the object"))
	}
}

// value reads a value by its rule.
func (s *scanner) value(r *Rule) (v Value) {
	switch c := s.next(); {
	case r.Kind >= Seconds:
		s.string()
	case r.Infinite && c == 'n':
		s.takeWord("null")
		return Value{Known: true, Number: math.Inf(1)}
	case c == '-' || c >= '0' && c <= '9':
		s.takeNumber()
	case r.Kind == WholeNumber:
		s.other("a whole number")
	default:
		s.other("a number")
	}
	if s.fault() != nil {
		return v
	}
	v, err := r.value(string(s.text))
	if err != nil {
		s.complain(err)
	}
	return v
}

// Check returns which field is missing, or is there and should not be.
func (r *Rules) Check(values []Value) error {
	matched := false
	if r == ComparisonRules {
		known, other, match := values[r.Place("pts_time")].Known, values[r.Place("encode_pts_time")].Known, values[r.Place("match")]
		matched = other && (!match.Known || match.Text == "match")
		if !known && (!other || matched) {
			return errors.New(`no "pts_time"`)
		}
	}
	for i := range r.List {
		switch rule, known := &r.List[i], values[i].Known; {
		case (rule.Always || rule.Compared && matched) && !known:
			return fmt.Errorf("no %q", rule.Name)
		case rule.Compared && known && !matched:
			return fmt.Errorf("%s of frames that do not match", rule.Name)
		}
	}
	return nil
}
