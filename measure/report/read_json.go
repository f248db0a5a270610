package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"ffkvadrat/decode/userinfo"
	"ffkvadrat/decode/visible"
	"ffkvadrat/measure/align"
	"ffkvadrat/quadfile"
)

// jsonReader reads frames of NDJSON or of a JSON document.
type jsonReader struct {
	lines   *bufio.Scanner // for NDJSON
	text    bounded        // for a document
	decoder *json.Decoder  // nil for NDJSON
	record  json.RawMessage
	form    *form
	values  []quadfile.Value // of the last frame
	sizes   quadfile.Sizes   // of the last frame
	source  quadfile.Source
}

// readJSON reads a summary, or a comparison, each of whose encodes is a video.
func readJSON(from io.Reader, start Video, compared, document bool) ([]*Video, error) {
	r := &jsonReader{form: summaries}
	start.Kind = Summary
	if compared {
		r.form, start.Kind = comparisons, Comparison
	}
	if document {
		r.text.Reader = from
		r.decoder = json.NewDecoder(&r.text)
	} else {
		r.lines = bufio.NewScanner(from)
		r.lines.Buffer(nil, mostText)
	}
	r.values = make([]quadfile.Value, len(r.form.of))
	h, err := r.header()
	if err == nil && len(h.Encodes) > mostEncodes {
		err = errEncodes
	}
	if err == nil {
		start.Settings, err = settingsOf(&h.Analysis, h.Text, 0)
	}
	if err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	start.align = alignOf(r.record)
	start.Path, start.stream = userinfo.Remove(h.Source.Path), &h.Source.StreamIndex
	r.source = h.Source
	sources := []quadfile.Source{h.Source}
	if compared {
		sources = h.Encodes
	}
	var videos []*Video
	var gatherings []*gathering
	for i := range sources {
		f := start
		f.describe(&sources[i])
		if compared {
			f.Encode = userinfo.Remove(sources[i].Path)
			f.Name = visible.Text(f.Encode)
		}
		videos = append(videos, &f)
		gatherings = append(gatherings, newGathering(&f))
	}
	var at row
	for n := int64(0); ; n++ {
		encode, err := r.next(&at)
		if err == nil && (encode < 0 || encode >= int64(len(videos))) {
			err = fmt.Errorf("encode %d of %d", encode, len(videos))
		}
		if err == nil {
			err = gatherings[encode].add(&at)
		}
		if err != nil {
			for _, g := range gatherings {
				g.end()
			}
			if err == errEnd {
				return videos, nil
			}
			return videos, inRow(n, err)
		}
	}
}

// describe sets a video's properties from its stream.
func (f *Video) describe(s *quadfile.Source) {
	f.Codec, f.PixFmt, f.Width, f.Height = visible.Text(s.CodecName), visible.Text(s.PixFmt), s.Width, s.Height
	if s.AvgFrameRate.Den > 0 {
		f.Rate = float64(s.AvgFrameRate.Num) / float64(s.AvgFrameRate.Den)
	}
}

// alignOf returns how frames are matched by a comparison's header. A value that this version does not know is
// the usual one.
func alignOf(header []byte) align.Rule {
	var h struct {
		Align json.RawMessage `json:"align"`
	}
	if json.Unmarshal(header, &h) != nil {
		return align.Rule{}
	}
	rule, err := align.ParseRule(strings.Trim(string(h.Align), `"`))
	if err != nil {
		return align.Rule{}
	}
	return rule
}

// errEnd means that there are no more frames.
var errEnd = errors.New("the end")

// header reads the header, up to the first frame.
func (r *jsonReader) header() (h quadfile.RecordHeader, err error) {
	if r.decoder != nil {
		r.text.allow()
		err = r.tokens(json.Delim('{'), "header")
	}
	if err == nil {
		err = r.piece()
	}
	if err == nil {
		h, err = quadfile.ReadRecordHeader(r.record, r.form == comparisons)
	}
	if err == nil && r.decoder != nil {
		err = r.tokens("frames", json.Delim('['))
	}
	return h, err
}

// piece reads the text of the header, or of a frame.
func (r *jsonReader) piece() error {
	if r.decoder != nil {
		r.text.allow()
		return r.decoder.Decode(&r.record)
	}
	if !r.lines.Scan() {
		switch err := r.lines.Err(); err {
		case nil:
			return errEnd
		case bufio.ErrTooLong:
			return errLong
		default:
			return err
		}
	}
	if r.record = r.lines.Bytes(); len(bytes.TrimSpace(r.record)) == 0 {
		return errors.New("an empty line")
	}
	return nil
}

// tokens reads the given tokens; anything else is an error.
func (r *jsonReader) tokens(want ...json.Token) error {
	for _, want := range want {
		t, err := r.decoder.Token()
		if err == nil && t != want {
			err = fmt.Errorf("%v where %v should be", t, want)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// next reads a frame, and returns the index of its encode.
func (r *jsonReader) next(to *row) (encode int64, err error) {
	if r.decoder != nil && !r.decoder.More() {
		return 0, r.end()
	}
	if err := r.piece(); err != nil {
		return 0, err
	}
	if err := r.form.rules.Read(r.record, r.values, &r.sizes); err != nil {
		return 0, err
	}
	if r.form.encode >= 0 {
		encode = r.values[r.form.encode].Whole
	}
	return encode, r.form.row(to, r.values, &r.sizes, &r.source)
}

// end returns errEnd if the document is complete. It skips what follows the frames.
func (r *jsonReader) end() error {
	r.text.allow()
	if err := r.tokens(json.Delim(']')); err != nil {
		return err
	}
	for r.decoder.More() {
		name, err := r.decoder.Token()
		if err == nil && (name == "header" || name == "frames") {
			err = fmt.Errorf("%v twice", name)
		}
		if err == nil {
			err = r.decoder.Decode(&r.record)
		}
		if err != nil {
			return err
		}
	}
	if err := r.tokens(json.Delim('}')); err != nil {
		return err
	}
	switch _, err := r.decoder.Token(); err {
	case io.EOF:
		return errEnd
	case nil:
		return errors.New("there is something after the end")
	default:
		return err
	}
}
