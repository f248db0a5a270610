package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"ffkvadrat/export"
	"ffkvadrat/export/visible"
)

// jsonHeader is what is wanted of a header.
type jsonHeader struct {
	Version   int             `json:"version"`
	Source    jsonSource      `json:"source"`
	Reference jsonSource      `json:"reference"`
	Encodes   []jsonSource    `json:"encodes"`
	Analysis  json.RawMessage `json:"analysis"`
}

type jsonSource struct {
	Path   string `json:"path"`
	Stream *int   `json:"stream_index"`
	Codec  string `json:"codec_name"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	PixFmt string `json:"pix_fmt"`
	Rate   string `json:"avg_frame_rate"`
}

// jsonRow is what is wanted of a frame. Pointers lead to the row's values.
type jsonRow struct {
	Index     *int64   `json:"frame_index"`
	Time      string   `json:"pts_time"`
	Width     int      `json:"width"`
	Height    int      `json:"height"`
	Corrupt   int      `json:"corrupt"`
	Errors    int64    `json:"errors"`
	Frames    int64    `json:"frames"`
	Encode    int      `json:"encode"`
	Partner   string   `json:"encode_pts_time"`
	Quads     *float64 `json:"quad_count"`
	Coverage  *float64 `json:"coverage"`
	Entropy   *float64 `json:"area_entropy"`
	Threshold *float64 `json:"threshold"`
	Luma      *float64 `json:"luma_mean"`
	SI        *float64 `json:"si"`
	TI        *float64 `json:"ti"`
	PSNR      *float64 `json:"psnr"`
	SSIM      *float64 `json:"ssim"`
	PSNRAvg   *float64 `json:"psnr_avg"`
	SSIMAll   *float64 `json:"ssim_all"`
	Bytes     *float64 `json:"bytes"`
	Quantiser *float64 `json:"qp_mean"`
	IoU       *float64 `json:"iou"`
	Lost      *float64 `json:"lost_pixels"`
	Invented  *float64 `json:"invented_pixels"`
	VMAF      *float64 `json:"vmaf"`
}

// jsonReader reads frames of NDJSON or of a JSON document.
type jsonReader struct {
	text     bounded
	decoder  *json.Decoder
	document bool
	index    int64
	row      jsonRow
	values   [measureCount]float64
}

// readJSON reads a summary, or a comparison, of which each encode is a film.
func readJSON(from io.Reader, start Film, compared bool) ([]*Film, error) {
	r := &jsonReader{text: bounded{Reader: from}}
	r.decoder = json.NewDecoder(&r.text)
	h, err := r.header()
	if err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	start.Kind = Summary
	settings, err := settingsOf(h.Analysis, 0)
	if err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	start.Settings = settings
	encodes := []jsonSource{h.Source}
	if compared {
		start.Kind, start.Path, start.stream, encodes = Comparison, h.Reference.Path, h.Reference.Stream, h.Encodes
		if len(encodes) > mostEncodes {
			return nil, fmt.Errorf("header: %w", errEncodes)
		}
	}
	var films []*Film
	var gatherings []*gathering
	for i := range encodes {
		f := start
		encodes[i].describe(&f, compared)
		films = append(films, &f)
		gatherings = append(gatherings, newGathering(&f))
	}
	var at row
	for n := int64(0); ; n++ {
		err := r.next(&at, compared)
		if err == nil && (r.row.Encode < 0 || r.row.Encode >= len(films)) {
			err = fmt.Errorf("encode %d of %d", r.row.Encode, len(films))
		}
		if err != nil {
			for _, g := range gatherings {
				g.end()
			}
			if err == errEnd {
				return films, nil
			}
			return films, inRow(n, err)
		}
		gatherings[r.row.Encode].add(&at)
	}
}

// describe puts what is said of a stream into its film.
func (s *jsonSource) describe(f *Film, compared bool) {
	f.Codec, f.PixFmt, f.Width, f.Height = visible.Text(s.Codec), visible.Text(s.PixFmt), s.Width, s.Height
	var num, den float64
	if n, _ := fmt.Sscanf(s.Rate, "%g/%g", &num, &den); n == 2 && num > 0 && den > 0 {
		if rate := num / den; rate > 1/mostRate && rate < mostRate {
			f.Rate = rate
		}
	}
	if compared {
		f.Encode = s.Path
		f.Name = visible.Text(s.Path)
	} else {
		f.Path, f.stream = s.Path, s.Stream
	}
}

// errEnd means that there are no more frames.
var errEnd = errors.New("the end")

// header reads up to the first frame.
func (r *jsonReader) header() (h jsonHeader, err error) {
	r.text.allow()
	var first map[string]json.RawMessage
	// A document's header is its first field: then the first token behind the brace is its name.
	t, err := r.decoder.Token()
	if err != nil || t != json.Delim('{') {
		return h, errors.Join(err, errors.New("no object"))
	}
	first = map[string]json.RawMessage{}
	for r.decoder.More() {
		name, err := r.decoder.Token()
		if err != nil {
			return h, err
		}
		key, _ := name.(string)
		if key == "header" {
			r.document = true
			if err := r.decoder.Decode(&h); err != nil {
				return h, err
			}
			return h, r.frames()
		}
		var value json.RawMessage
		if err := r.decoder.Decode(&value); err != nil {
			return h, err
		}
		first[key] = value
	}
	if _, err := r.decoder.Token(); err != nil { // }
		return h, err
	}
	whole, err := json.Marshal(first)
	if err != nil {
		return h, err
	}
	return h, json.Unmarshal(whole, &h)
}

// frames goes into a document's list of frames.
func (r *jsonReader) frames() error {
	name, err := r.decoder.Token()
	if err == nil && name != "frames" {
		err = errors.New(`no "frames" after it`)
	}
	if err != nil {
		return err
	}
	t, err := r.decoder.Token()
	if err == nil && t != json.Delim('[') {
		err = errors.New("frames is no array")
	}
	return err
}

// next reads a frame.
func (r *jsonReader) next(to *row, compared bool) error {
	r.text.allow()
	to.clear()
	if !r.decoder.More() {
		return r.end()
	}
	p := &r.row
	v := &r.values
	*v = [measureCount]float64{}
	for m := range v {
		v[m] = math.NaN()
	}
	r.index = -1
	*p = jsonRow{
		Index: &r.index, Quads: &v[quads], Coverage: &v[coverage], Entropy: &v[entropy], Threshold: &v[threshold], Luma: &v[luma],
		SI: &v[si], TI: &v[ti], PSNR: &v[psnr], SSIM: &v[ssim], PSNRAvg: &v[psnr], SSIMAll: &v[ssim], Bytes: &v[bytesOf],
		Quantiser: &v[quantiser], IoU: &v[iou], Lost: &v[lost], Invented: &v[invented], VMAF: &v[vmaf],
	}
	if err := r.decoder.Decode(p); err != nil {
		return err
	}
	if p.PSNR == nil || p.PSNRAvg == nil {
		v[psnr] = math.Inf(1)
	}
	to.index, to.width, to.height, to.corrupt, to.errors, to.frames = r.index, p.Width, p.Height, p.Corrupt != 0, p.Errors, max(1, p.Frames)
	to.play, to.values = to.index, *v
	to.alone = compared && p.Partner == ""
	return to.check(p.Time, compared)
}

// end returns errEnd if the text is whole.
func (r *jsonReader) end() error {
	if !r.document {
		switch _, err := r.decoder.Token(); err {
		case io.EOF:
			return errEnd
		case nil:
			return errors.New("it is no object")
		default:
			return err
		}
	}
	for range 2 { // ] }
		if _, err := r.decoder.Token(); err != nil {
			return err
		}
	}
	if _, err := r.decoder.Token(); err != io.EOF {
		return errors.New("there is something after the end")
	}
	return errEnd
}

const (
	mostTime   = 1e12    // more seconds than a film has
	mostErrors = 1 << 40 // more decode errors than there are before a frame
	mostFrames = 64      // of a window of cubes
	mostRate   = 1e6     // more frames a second than a film has, and less than one in so many seconds
	// mostDecibels is more than pictures have that are not equal; their error still has a mean.
	mostDecibels = 1000
)

// check sets the time of a row, and returns what is wrong with it.
func (r *row) check(time string, compared bool) (err error) {
	if r.time, err = strconv.ParseFloat(time, 64); err != nil || !(math.Abs(r.time) < mostTime) {
		return fmt.Errorf("pts_time %.40q is no time", time)
	}
	if r.index < -1 {
		return fmt.Errorf("frame_index %d", r.index)
	}
	if r.errors < 0 || r.errors > mostErrors {
		return fmt.Errorf("errors %d", r.errors)
	}
	if r.frames > mostFrames {
		return fmt.Errorf("frames %d", r.frames)
	}
	if r.width < 0 || r.height < 0 || r.width > export.MaxSide || r.height > export.MaxSide {
		return fmt.Errorf("size %d×%d", r.width, r.height)
	}
	if n := r.values[quads]; !compared && !(n >= 0 && n == math.Trunc(n) && n < 1<<53) {
		return errors.New("no quad_count")
	}
	if c := r.values[coverage]; !compared && !(c >= 0 && c <= 1) {
		return errors.New("no coverage")
	}
	for m, v := range r.values {
		limit := 1e15
		if measures[m].decibels {
			limit = mostDecibels
		}
		if math.Abs(v) > limit && !(measures[m].decibels && math.IsInf(v, 1)) {
			return fmt.Errorf("%s is %v", measures[m].fields[0], v)
		}
	}
	return nil
}
