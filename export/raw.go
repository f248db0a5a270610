package export

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"ffkvadrat/feature"
	"ffkvadrat/quadpyramid"
)

// rawHeader is the header as it stands in a file. A pointer tells a missing
// field from a zero.
type rawHeader struct {
	Format  *string `json:"format"`
	Version *int    `json:"version"`
	Source  *struct {
		Path         string       `json:"path"`
		StreamIndex  *int         `json:"stream_index"`
		CodecName    string       `json:"codec_name"`
		Width        *int         `json:"width"`
		Height       *int         `json:"height"`
		PixFmt       string       `json:"pix_fmt"`
		TimeBase     *rawRational `json:"time_base"`
		AvgFrameRate *rawRational `json:"avg_frame_rate"`
	} `json:"source"`
	Analysis *struct {
		Variant   *string  `json:"variant"`
		Threshold *float64 `json:"threshold"`
		Operator  string   `json:"operator"`
		Planes    string   `json:"planes"`
		Low       float64  `json:"low"`
		Invert    *int     `json:"invert"`
		Features  string   `json:"features"`
		Matrix    string   `json:"matrix"`
		Range     string   `json:"range"`
		MinSize   int      `json:"min_size"`
		MaxSize   int      `json:"max_size"`
	} `json:"analysis"`
	QuadFields []string `json:"quad_fields"`
}

// header checks r and puts it into h.
func (r *rawHeader) header(h *Header) error {
	switch {
	case r.Format != nil && *r.Format == SummaryName:
		return errors.New("a summary, which has no quads")
	case r.Format == nil || *r.Format != Name:
		return fmt.Errorf("not %s data", Name)
	case r.Version == nil:
		return missing("version")
	case *r.Version != Version:
		return fmt.Errorf("unsupported version %d: this reader knows version %d", *r.Version, Version)
	case r.Source == nil:
		return missing("source")
	case r.Analysis == nil:
		return missing("analysis")
	case r.QuadFields == nil:
		return missing("quad_fields")
	}
	s, a := r.Source, r.Analysis
	switch {
	case s.StreamIndex == nil:
		return missing("stream_index")
	case s.Width == nil:
		return missing("width")
	case s.Height == nil:
		return missing("height")
	case s.TimeBase == nil:
		return missing("time_base")
	case a.Variant == nil:
		return missing("variant")
	case a.Threshold == nil:
		return missing("threshold")
	case !flagOK(a.Invert):
		return fmt.Errorf("invert %d is not 1", *a.Invert)
	}
	*h = Header{
		Source: Source{
			Path:        s.Path,
			StreamIndex: *s.StreamIndex,
			CodecName:   s.CodecName,
			Width:       *s.Width,
			Height:      *s.Height,
			PixFmt:      s.PixFmt,
			TimeBase:    Rational(*s.TimeBase),
		},
		Analysis: Analysis{
			Variant:   *a.Variant,
			Threshold: *a.Threshold,
			Operator:  a.Operator,
			Planes:    a.Planes,
			Low:       a.Low,
			Invert:    a.Invert != nil,
			Features:  a.Features,
			Matrix:    a.Matrix,
			Range:     a.Range,
			MinSize:   a.MinSize,
			MaxSize:   a.MaxSize,
		},
		QuadFields: r.QuadFields,
	}
	if s.AvgFrameRate != nil {
		h.Source.AvgFrameRate = Rational(*s.AvgFrameRate)
	}
	if len(h.QuadFields) == 0 {
		return errors.New("empty quad_fields")
	}
	return h.check()
}

// rawFrame is a frame as it stands in a file.
type rawFrame struct {
	Index        *int64   `json:"frame_index"`
	PTS          *int64   `json:"pts"`
	PTSTime      *string  `json:"pts_time"`
	PTSSynthetic *int     `json:"pts_synthetic"`
	KeyFrame     *int     `json:"key_frame"`
	PictType     *string  `json:"pict_type"`
	Width        *int     `json:"width"`
	Height       *int     `json:"height"`
	PixFmt       *string  `json:"pix_fmt"`
	Corrupt      *int     `json:"corrupt"`
	Errors       *int     `json:"errors"`
	QuadCount    *int     `json:"quad_count"`
	Coverage     *float64 `json:"coverage"`
	Quads        rawQuads `json:"quads"`
}

// frame checks r and puts it into f, which then owns r's quads.
func (r *rawFrame) frame(f *Frame, h *Header) error {
	switch {
	case r.Index != nil && *r.Index < 0:
		return fmt.Errorf("frame_index %d is negative", *r.Index)
	case r.PTSTime == nil:
		return missing("pts_time")
	case r.KeyFrame == nil:
		return missing("key_frame")
	case r.QuadCount == nil:
		return missing("quad_count")
	case r.Coverage == nil:
		return missing("coverage")
	case !r.Quads.present:
		return missing("quads")
	case (r.PTS == nil) != (r.PTSSynthetic != nil):
		return errors.New("a frame has either pts or pts_synthetic")
	case *r.KeyFrame != 0 && *r.KeyFrame != 1:
		return fmt.Errorf("key_frame %d is neither 0 nor 1", *r.KeyFrame)
	case !flagOK(r.PTSSynthetic):
		return fmt.Errorf("pts_synthetic %d is not 1", *r.PTSSynthetic)
	case !flagOK(r.Corrupt):
		return fmt.Errorf("corrupt %d is not 1", *r.Corrupt)
	case r.Errors != nil && *r.Errors < 1:
		return fmt.Errorf("errors %d is not positive", *r.Errors)
	}
	*f = Frame{
		Index:    -1,
		KeyFrame: *r.KeyFrame == 1,
		Width:    h.Source.Width,
		Height:   h.Source.Height,
		PixFmt:   h.Source.PixFmt,
		Corrupt:  r.Corrupt != nil,
		Quads:    r.Quads.list,
		Means:    r.Quads.means,
	}
	if r.Index != nil {
		f.Index = *r.Index
	}
	if r.Width != nil {
		f.Width = *r.Width
	}
	if r.Height != nil {
		f.Height = *r.Height
	}
	if r.PixFmt != nil {
		f.PixFmt = *r.PixFmt
	}
	if r.Errors != nil {
		f.Errors = *r.Errors
	}
	if !sizeOK(f.Width, f.Height) {
		return fmt.Errorf("picture size %d×%d: sides are 1 to %d", f.Width, f.Height, MaxSide)
	}
	if r.PictType != nil {
		if len(*r.PictType) != 1 || !pictTypeOK((*r.PictType)[0]) {
			return fmt.Errorf("unknown pict_type %q", *r.PictType)
		}
		f.PictType = (*r.PictType)[0]
	}
	if err := r.time(f, h.Source.TimeBase); err != nil {
		return err
	}
	if *r.QuadCount != len(f.Quads) {
		return fmt.Errorf("quad_count %d with %d quads", *r.QuadCount, len(f.Quads))
	}
	area, err := checkQuads(f.Quads, f.Width, f.Height)
	if err != nil {
		return err
	}
	exact := float64(area) / (float64(f.Width) * float64(f.Height))
	if math.Abs(*r.Coverage-exact) > 1e-6 {
		return fmt.Errorf("coverage %g with quads that cover %g", *r.Coverage, exact)
	}
	return nil
}

// time sets the times of f. A pts_time beside a pts may differ from it by a
// rounding of its sixth decimal.
func (r *rawFrame) time(f *Frame, timeBase Rational) error {
	t, err := parseSeconds(*r.PTSTime)
	if err != nil {
		return err
	}
	f.Time = t
	if r.PTS == nil {
		return nil
	}
	f.PTS, f.HasPTS = *r.PTS, true
	exact := seconds(f.PTS, timeBase)
	if math.Abs(t-exact) > 1.5e-6+1e-15*math.Abs(exact) {
		return fmt.Errorf("pts_time %q with pts %d and a time base of %d/%d", *r.PTSTime, f.PTS, timeBase.Num, timeBase.Den)
	}
	return nil
}

// parseSeconds reads a decimal number with exactly six decimals.
func parseSeconds(s string) (float64, error) {
	whole, decimals, _ := strings.Cut(strings.TrimPrefix(s, "-"), ".")
	if whole == "" || len(decimals) != 6 || strings.Trim(whole+decimals, "0123456789") != "" {
		return 0, fmt.Errorf("pts_time %q is not a number with six decimals", s)
	}
	t, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0, fmt.Errorf("pts_time: %w", err)
	}
	return t, nil
}

func flagOK(v *int) bool { return v == nil || *v == 1 }

func missing(field string) error { return fmt.Errorf("no %q", field) }

// rawRational reads "num/den".
type rawRational Rational

func (r *rawRational) UnmarshalJSON(b []byte) error {
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	numText, denText, ok := strings.Cut(s, "/")
	num, err1 := strconv.Atoi(numText)
	den, err2 := strconv.Atoi(denText)
	if !ok || err1 != nil || err2 != nil {
		return fmt.Errorf("%q is not a fraction", s)
	}
	r.Num, r.Den = num, den
	return nil
}

// rawQuads reads [[x,y,size],…], or with hasMeans [[x,y,size,a,b,c],…], without
// an allocation a quad.
type rawQuads struct {
	list     []quadpyramid.Quad
	means    []feature.Mean
	hasMeans bool
	present  bool
}

// UnmarshalJSON takes what encoding/json has already found to be one
// well-formed value.
func (r *rawQuads) UnmarshalJSON(b []byte) error {
	r.present = true
	r.list, r.means = r.list[:0], r.means[:0]
	p := quadParser{rest: b, hasMean: r.hasMeans}
	if !p.take('[') {
		return contentError{errors.New("quads is not an array")}
	}
	if p.take(']') {
		return nil
	}
	for {
		q, mean, err := p.quad()
		if err != nil {
			return contentError{fmt.Errorf("quad %d: %w", len(r.list), err)}
		}
		r.list = append(r.list, q)
		if r.hasMeans {
			r.means = append(r.means, mean)
		}
		if !p.take(',') {
			return nil
		}
	}
}
