package quadfile

import (
	"strconv"

	"ffkvadrat/atomicfile/decimal"
	"ffkvadrat/yuv"
)

// jsonEncoder writes NDJSON, or a JSON document with the same lines.
type jsonEncoder struct {
	*output
	document bool
	begun    bool   // a frame has been written
	columns  []cell // nil for all
}

func newJSON(o *output) (encoder, error) {
	b := appendHeader([]byte(`{"header":`), &o.header, o.summary)
	o.out.Write(append(b, ",\n\"frames\":[\n"...))
	return &jsonEncoder{output: o, document: true, columns: o.header.columns()}, nil
}

func newNDJSON(o *output) (encoder, error) {
	o.out.Write(append(appendHeader(nil, &o.header, o.summary), '\n'))
	return &jsonEncoder{output: o, columns: o.header.columns()}, nil
}

func (e *jsonEncoder) plan(p *Piece) (plan, error) {
	e.begun = true
	switch {
	case e.summary:
		return plan{passes: 1}, nil
	case len(p.frame.Means) != 0:
		return plan{passes: 1, each: maxQuadText + maxMeanText}, nil
	}
	return plan{passes: 1, each: maxQuadText}, nil
}

func (e *jsonEncoder) append(b []byte, p *Piece) []byte {
	h := &e.header
	if p.opens {
		if e.document && p.framesAhead > 0 {
			b = append(b, ",\n"...)
		}
		b = appendFrame(b, h, p)
	}
	switch {
	case e.summary:
		b = strconv.AppendFloat(append(b, `,"area_entropy":`...), p.entropy(h), 'f', 6, 64)
		b = appendDistortion(appendLuma(b, &p.frame), h, &p.frame.Distortion)
		b = appendSizes(appendCoded(appendInformation(b, h, &p.frame.Information), h, p), &p.sizes)
	case p.opens:
		b = append(b, `,"quads":`...)
		start := len(b)
		if b = e.appendQuads(b, &p.frame); len(b) == start {
			b = append(b, ',')
		}
		b[start] = '[' // in place of the first comma
	default:
		b = e.appendQuads(b, &p.frame)
	}
	if p.closes {
		b = append(b, ']', '}')
		if !e.document {
			b = append(b, '\n')
		}
	}
	return b
}

// appendQuads appends the entries of a frame's quads, each after a comma.
func (e *jsonEncoder) appendQuads(b []byte, f *Frame) []byte {
	if e.columns != nil {
		return appendChosen(b, f, e.columns)
	}
	return appendQuads(b, f)
}

func (e *jsonEncoder) end() error {
	text := ""
	if e.document {
		text = "]}\n"
		if e.begun {
			text = "\n" + text
		}
	}
	_, err := e.out.WriteString(text)
	return err
}

// appendFrame appends a frame's known fields with the count and the coverage of its quads, without
// the list and the closing brace.
func appendFrame(b []byte, h *Header, p *Piece) []byte {
	f := &p.frame
	b = f.AppendJSON(append(b, '{'), &h.Source)
	if h.Analysis.EachFrame {
		b = append(b, `,"threshold":`...)
		b = decimal.Append(b, f.Threshold)
	}
	if h.Analysis.Cube != 0 {
		b = append(b, `,"frames":`...)
		b = strconv.AppendInt(b, int64(f.Window), 10)
	}
	b = append(b, `,"quad_count":`...)
	b = strconv.AppendInt(b, int64(p.count), 10)
	b = append(b, `,"coverage":`...)
	return appendMillionths(b, f.millionths(p.area))
}

// AppendJSON appends the members of a frame's object that are about the frame itself: its number, time,
// type and damage, and its size and pixel format if they are not those of the source.
func (f *Frame) AppendJSON(b []byte, s *Source) []byte {
	if f.Index >= 0 {
		b = append(b, `"frame_index":`...)
		b = strconv.AppendInt(b, f.Index, 10)
		b = append(b, ',')
	}
	if f.HasPTS {
		b = append(b, `"pts":`...)
		b = strconv.AppendInt(b, f.PTS, 10)
		b = append(b, ',')
	}
	b = append(b, `"pts_time":"`...)
	b = appendSeconds(b, f.Time)
	b = append(b, '"')
	if !f.HasPTS {
		b = append(b, `,"pts_synthetic":1`...)
	}
	if f.Corrected {
		b = append(b, `,"pts_corrected":1`...)
	}
	b = append(b, `,"key_frame":`...)
	b = appendBool(b, f.KeyFrame)
	if f.PictType != 0 && f.PictType != '?' {
		b = append(b, `,"pict_type":"`...)
		b = append(b, f.PictType, '"')
	}
	if f.Width != s.Width || f.Height != s.Height {
		b = append(b, `,"width":`...)
		b = strconv.AppendInt(b, int64(f.Width), 10)
		b = append(b, `,"height":`...)
		b = strconv.AppendInt(b, int64(f.Height), 10)
	}
	if f.PixFmt != s.PixFmt {
		b = append(b, `,"pix_fmt":`...)
		b = appendString(b, f.PixFmt)
	}
	if f.Corrupt {
		b = append(b, `,"corrupt":1`...)
	}
	if f.Errors > 0 {
		b = append(b, `,"errors":`...)
		b = strconv.AppendInt(b, int64(f.Errors), 10)
	}
	if f.Interlacing != yuv.Progressive {
		b = append(b, `,"interlaced":"`...)
		b = append(b, f.Interlacing.String()...)
		b = append(b, '"')
	}
	return b
}

func appendHeader(b []byte, h *Header, summary bool) []byte {
	a := &h.Analysis
	b = append(b, `{"format":"`...)
	if summary {
		b = append(b, SummaryName...)
	} else {
		b = append(b, Name...)
	}
	b = append(b, `","version":`...)
	b = strconv.AppendInt(b, a.version(), 10)
	b = append(b, `,"source":`...)
	b = h.Source.AppendJSON(b)
	b = append(b, `,"analysis":`...)
	b = a.AppendJSON(b)
	if summary {
		b = append(b, `,"size_fields":["size","count"]`...)
		if h.Fill != "" {
			b = appendString(append(b, `,"fill":`...), h.Fill)
		}
		if h.SITI != "" {
			b = appendString(append(b, `,"siti":`...), h.SITI)
		}
		if h.Coded {
			b = append(b, `,"coded":true`...)
		}
		return append(b, '}')
	}
	b = append(b, `,"quad_fields":[`...)
	for i, field := range h.fields() {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendString(b, field)
	}
	return append(b, "]}"...)
}

// AppendJSON appends the header's object about the stream.
func (s *Source) AppendJSON(b []byte) []byte {
	b = append(b, '{')
	if s.Path != "" {
		b = append(b, `"path":`...)
		b = appendString(b, s.Path)
		b = append(b, ',')
	}
	b = append(b, `"stream_index":`...)
	b = strconv.AppendInt(b, int64(s.StreamIndex), 10)
	if s.CodecName != "" {
		b = append(b, `,"codec_name":`...)
		b = appendString(b, s.CodecName)
	}
	b = append(b, `,"width":`...)
	b = strconv.AppendInt(b, int64(s.Width), 10)
	b = append(b, `,"height":`...)
	b = strconv.AppendInt(b, int64(s.Height), 10)
	if s.PixFmt != "" {
		b = append(b, `,"pix_fmt":`...)
		b = appendString(b, s.PixFmt)
	}
	b = append(b, `,"time_base":`...)
	b = appendRational(b, s.TimeBase)
	if s.AvgFrameRate.known() {
		b = append(b, `,"avg_frame_rate":`...)
		b = appendRational(b, s.AvgFrameRate)
	}
	if s.Interlaced {
		b = append(b, `,"interlaced":1`...)
	}
	if s.Fields != yuv.WholeFrames {
		b = appendString(append(b, `,"fields":`...), s.Fields.String())
	}
	if s.Grain == yuv.GrainOff {
		b = appendString(append(b, `,"film_grain":`...), s.Grain.String())
	}
	if s.Step > 0 {
		b = append(b, `,"first_number":`...)
		b = strconv.AppendInt(b, s.First, 10)
		b = append(b, `,"number_step":`...)
		b = strconv.AppendInt(b, s.Step, 10)
	}
	return append(b, '}')
}
