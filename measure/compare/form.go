package compare

import (
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/measure/align"
	"ffkvadrat/measure/edges"
	"ffkvadrat/quadfile"
	"ffkvadrat/quadfile/columns"
	"ffkvadrat/quadfile/columns/parquet"
	"ffkvadrat/quadpyramid"
)

// Form is a format of rows.
type Form uint8

const (
	CSV       Form = iota // RFC 4180
	NDJSON                // a line of JSON each, with a header
	Parquet               // a table with the columns of CSV
	FormCount             // the number of forms
)

// forms has a row for each form.
var forms = [FormCount]struct {
	name, extension string
	quads           bool // rows can have the quads of edges
	header          func(b []byte, h *header) []byte
	row             func(b []byte, h *header, r *row) []byte
	scored          func(b []byte, score float64, found bool) []byte // adds VMAF to a row; found: the frame is matched
	table           columns.Form                                     // table to which rows of CSV are converted; else nil
}{
	CSV:     {"CSV", ".csv", false, csvHeader, csvRow, csvScored, nil},
	NDJSON:  {"NDJSON", ".ndjson", true, jsonHeader, jsonRow, jsonScored, nil},
	Parquet: {"Parquet", ".parquet", false, nil, csvRow, csvScored, parquet.New},
}

func (f Form) String() string { return forms[f].name }

// FormForName returns the form for the extension of a file's name.
func FormForName(name string) (Form, error) {
	var extensions []string
	for f := range FormCount {
		if strings.EqualFold(filepath.Ext(name), forms[f].extension) {
			return f, nil
		}
		extensions = append(extensions, forms[f].extension)
	}
	return 0, fmt.Errorf("compare: the extension of %s is not one of %s", name, strings.Join(extensions, ", "))
}

// header is what all rows share.
type header struct {
	reference quadfile.Header
	encodes   []quadfile.Source
	align     align.Rule
	scale     bool
	coded     bool
	names     []string // of the planes
	quads     bool
	vmaf      bool
}

// row is the row of a frame and an encode.
type row struct {
	encode       int
	place, match Place
	found        bool       // the frame is matched
	alone        bool       // place is unknown: a frame of the encode that the reference lacks
	kind         align.Kind // with a path
	measures     edges.Measures
	worst        [AreaKindCount]frameAreas
	bytes        int  // of the encode's packet
	frameType    byte // of its frame
	coded        partition.Totals
	coarsest     int     // see [Compared]
	lasts        float64 // seconds of the reference's frame, as far as the stream says
}

// shown reports whether match is known.
func (r *row) shown() bool { return r.found || r.kind != align.Match && r.kind != align.Missing }

// quality are the numbers of a row that are the lower the worse, by the names of their columns.
func (h *header) columns() []string {
	list := []string{"psnr_avg"}
	for _, name := range h.names {
		list = append(list, "psnr_"+name)
	}
	list = append(list, "ssim_all")
	for _, name := range h.names {
		list = append(list, "ssim_"+name)
	}
	return list
}

// csvHeader appends the names of the columns.
func csvHeader(b []byte, h *header) []byte {
	b = append(b, "frame_index,pts,pts_time,encode,encode_frame_index,encode_pts,encode_pts_time"...)
	if h.align.Steps() {
		b = append(b, ",match"...)
	}
	for _, name := range h.columns() {
		b = append(append(b, ','), name...)
	}
	b = append(b, ",iou,edges,encode_edges,common_edges,lost_quads,lost_pixels,invented_quads,invented_pixels"...)
	if h.vmaf {
		b = append(b, ",vmaf"...)
	}
	return append(b, "\r\n"...)
}

func csvRow(b []byte, h *header, r *row) []byte {
	b = csvPlace(b, &r.place, !r.alone)
	b = csvText(append(b, ','), h.encodes[r.encode].Path)
	b = csvPlace(append(b, ','), &r.match, r.shown())
	if h.align.Steps() {
		b = append(append(b, ','), r.kind.String()...)
	}
	if !r.found {
		return append(append(b, strings.Repeat(",", len(h.columns())+8)...), "\r\n"...)
	}
	m := &r.measures
	ratio := func(v float64) {
		if b = append(b, ','); math.IsInf(v, 1) {
			b = append(b, "inf"...)
		} else {
			b = strconv.AppendFloat(b, v, 'f', 6, 64)
		}
	}
	similarity := func(v float64, ok bool) {
		if b = append(b, ','); ok {
			b = strconv.AppendFloat(b, v, 'f', 6, 64)
		}
	}
	// A picture may have other planes than the video's first one, which determines the columns.
	planes := m.Of[:min(m.Count, len(h.names))]
	rest := strings.Repeat(",", len(h.names)-len(planes))
	ratio(m.PSNR())
	for _, d := range planes {
		ratio(d.PSNR())
	}
	b = append(b, rest...)
	similarity(m.SSIM())
	for _, d := range planes {
		similarity(d.SSIM, d.HasSSIM)
	}
	b = append(b, rest...)
	similarity(m.IoU(), true)
	for _, n := range [...]int{m.Reference, m.Encode, m.Common, len(m.Lost.Quads), m.Lost.Pixels, len(m.Invented.Quads), m.Invented.Pixels} {
		b = strconv.AppendInt(append(b, ','), int64(n), 10)
	}
	return append(b, "\r\n"...)
}

func csvScored(b []byte, score float64, found bool) []byte {
	b = append(b[:len(b)-len("\r\n")], ',')
	if found {
		b = strconv.AppendFloat(b, score, 'f', 6, 64)
	}
	return append(b, "\r\n"...)
}

// csvPlace appends three columns. Unknown values are empty.
func csvPlace(b []byte, p *Place, known bool) []byte {
	if !known {
		return append(b, ",,"...)
	}
	if p.Index >= 0 {
		b = strconv.AppendInt(b, p.Index, 10)
	}
	if b = append(b, ','); p.HasPTS {
		b = strconv.AppendInt(b, p.PTS, 10)
	}
	return strconv.AppendFloat(append(b, ','), p.Time, 'f', 6, 64)
}

// csvText appends a text, in quotes if it needs them.
func csvText(b []byte, text string) []byte {
	if !strings.ContainsAny(text, ",\"\r\n") {
		return append(b, text...)
	}
	return append(append(append(b, '"'), strings.ReplaceAll(text, `"`, `""`)...), '"')
}

func jsonHeader(b []byte, h *header) []byte { return jsonHeaderOf(b, h, "ffkvadrat-compare") }

// jsonHeaderOf appends the header of a format.
func jsonHeaderOf(b []byte, h *header, format string) []byte {
	b = append(append(append(b, `{"format":"`...), format...), `","version":1,"reference":`...)
	b = h.reference.Source.AppendJSON(b)
	b = append(b, `,"encodes":[`...)
	for i := range h.encodes {
		if i > 0 {
			b = append(b, ',')
		}
		b = h.encodes[i].AppendJSON(b)
	}
	b = append(b, `],"analysis":`...)
	b = h.reference.Analysis.AppendJSON(b)
	b = h.align.AppendJSON(append(b, `,"align":`...))
	if h.scale {
		b = append(b, `,"scale":1`...)
	}
	if h.coded {
		b = append(b, `,"coded":1`...)
	}
	if h.quads {
		b = append(b, `,"quad_fields":["x","y","size"]`...)
	}
	return append(b, "}\n"...)
}

func jsonRow(b []byte, h *header, r *row) []byte {
	b = append(b, '{')
	if !r.alone {
		b = append(jsonPlace(b, &r.place, ""), ',')
	}
	b = append(b, `"encode":`...)
	b = strconv.AppendInt(b, int64(r.encode), 10)
	if r.shown() {
		b = jsonPlace(append(b, ','), &r.match, "encode_")
	}
	if h.align.Steps() {
		b = append(append(append(b, `,"match":"`...), r.kind.String()...), '"')
	}
	if !r.found {
		return append(b, "}\n"...)
	}
	m := &r.measures
	number := func(kind, name string, v float64, ok bool) {
		if !ok {
			return
		}
		b = append(append(append(append(b, `,"`...), kind...), name...), `":`...)
		if math.IsInf(v, 1) {
			b = append(b, "null"...)
		} else {
			b = strconv.AppendFloat(b, v, 'f', 6, 64)
		}
	}
	planes := m.Of[:min(m.Count, len(h.names))]
	number("psnr_", "avg", m.PSNR(), true)
	for i, d := range planes {
		number("psnr_", h.names[i], d.PSNR(), true)
	}
	mean, ok := m.SSIM()
	number("ssim_", "all", mean, ok)
	for i, d := range planes {
		number("ssim_", h.names[i], d.SSIM, d.HasSSIM)
	}
	number("iou", "", m.IoU(), true)
	for _, n := range [...]struct {
		name  string
		value int
	}{
		{"edges", m.Reference}, {"encode_edges", m.Encode}, {"common_edges", m.Common},
		{"lost_quads", len(m.Lost.Quads)}, {"lost_pixels", m.Lost.Pixels},
		{"invented_quads", len(m.Invented.Quads)}, {"invented_pixels", m.Invented.Pixels},
	} {
		b = append(append(append(b, `,"`...), n.name...), `":`...)
		b = strconv.AppendInt(b, int64(n.value), 10)
	}
	if h.quads {
		b = jsonQuads(append(b, `,"lost":`...), m.Lost.Quads)
		b = jsonQuads(append(b, `,"invented":`...), m.Invented.Quads)
	}
	return append(b, "}\n"...)
}

func jsonScored(b []byte, score float64, found bool) []byte {
	if !found {
		return b
	}
	b = append(b[:len(b)-len("}\n")], `,"vmaf":`...)
	return append(strconv.AppendFloat(b, score, 'f', 6, 64), "}\n"...)
}

// jsonPlace appends fields, each name with a prefix. Unknown values are left out.
func jsonPlace(b []byte, p *Place, prefix string) []byte {
	if p.Index >= 0 {
		b = append(append(append(b, '"'), prefix...), `frame_index":`...)
		b = append(strconv.AppendInt(b, p.Index, 10), ',')
	}
	if p.HasPTS {
		b = append(append(append(b, '"'), prefix...), `pts":`...)
		b = append(strconv.AppendInt(b, p.PTS, 10), ',')
	}
	b = append(append(append(b, '"'), prefix...), `pts_time":"`...)
	return append(strconv.AppendFloat(b, p.Time, 'f', 6, 64), '"')
}

func jsonQuads(b []byte, list []quadpyramid.Quad) []byte {
	b = append(b, '[')
	for i, q := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(append(b, '['), int64(q.X()), 10)
		b = strconv.AppendInt(append(b, ','), int64(q.Y()), 10)
		b = append(strconv.AppendInt(append(b, ','), int64(q.Size()), 10), ']')
	}
	return append(b, ']')
}
