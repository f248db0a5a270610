package bench

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"ffkvadrat/analysis"
)

// Table prints rows as they come. It does not close its writer.
type Table struct {
	out  *tabwriter.Writer
	last string
}

// NewTable begins a table.
func NewTable(w io.Writer) *Table {
	return &Table{out: tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)}
}

// Row prints a row, with a heading before the first one of a new combination of picture and
// parameters.
func (t *Table) Row(r Row) error {
	heading := fmt.Sprintf("%s, %s, %s: %s", r.Size.Name, r.Content, describe(r.Params), number(r.Quads, r.Params.Variant.Thing()))
	if heading != t.last {
		if err := t.out.Flush(); err != nil {
			return err
		}
		fmt.Fprintf(t.out, "\n%s\n", heading)
		fmt.Fprintf(t.out, "engine\tupload\tedge\tpyramid\tlist\tedge to list\tfaster\truns\t\n")
		t.last = heading
	}
	_, err := fmt.Fprintf(t.out, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%d\t\n", r.Engine,
		text(r.Times.Upload), text(r.Times.Edge), text(r.Times.Pyramid), text(r.Times.List), text(r.Total), faster(r.TimesFirst), r.Runs)
	return err
}

// Close writes the buffered rest.
func (t *Table) Close() error { return t.out.Flush() }

// describe names the parameters that differ from the defaults.
func describe(p analysis.Params) string {
	threshold := " t=" + strconv.FormatFloat(p.Threshold, 'g', -1, 64)
	if p.Variant.Searches() {
		return fmt.Sprintf("template %d×%d %v", p.Search.Template.Width, p.Search.Template.Height, p.Order) + threshold
	}
	if !p.Variant.Discriminates() {
		return "feature " + p.Features.String() + threshold
	}
	words := []string{p.Variant.String(), p.Operator.String(), p.Planes.String()}
	if p.ComparesColours() {
		words[2] = p.Features.String()
	}
	if p.Variant.HasValues() {
		words = append(words, p.Order.String())
	}
	if n := p.Bounds.Classes(); n > 0 {
		words = append(words, strconv.Itoa(n)+" classes")
	}
	return strings.Join(words, " ") + threshold
}

// number returns a count of things as text.
func number(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return strconv.Itoa(n) + " " + thing + "s"
}

// faster returns the speed-up over the first engine: "4.5×", or "46× slower".
func faster(times float64) string {
	switch slower := 1 / times; {
	case times <= 0 || times > 0.95:
		return fmt.Sprintf("%.1f×", times)
	case slower < 9.95:
		return fmt.Sprintf("%.1f× slower", slower)
	default:
		return fmt.Sprintf("%.0f× slower", slower)
	}
}

// text returns a time in milliseconds with three significant digits; a dash for
// 0.
func text(d time.Duration) string {
	if d == 0 {
		return "–"
	}
	ms := d.Seconds() * 1e3
	decimals := 0
	for limit := 100.; ms < limit && decimals < 4; limit /= 10 {
		decimals++
	}
	return strconv.FormatFloat(ms, 'f', decimals, 64) + " ms"
}

// Record is a row as JSON. Times are nanoseconds.
type Record struct {
	Width      int     `json:"width"`
	Height     int     `json:"height"`
	Content    Content `json:"content"`
	Variant    string  `json:"variant"`
	Operator   string  `json:"operator,omitempty"`
	Planes     string  `json:"planes,omitempty"`
	Features   string  `json:"features,omitempty"`
	Order      string  `json:"order,omitempty"`    // of points and hits
	Template   int     `json:"template,omitempty"` // its side
	Threshold  float64 `json:"threshold"`
	Classes    int     `json:"classes,omitempty"`
	Engine     string  `json:"engine"`
	Timer      string  `json:"timer"` // "clock" or "gpu timestamps"
	Quads      int     `json:"quads"`
	Runs       int     `json:"runs"`
	UploadNs   int64   `json:"upload_ns"`
	EdgeNs     int64   `json:"edge_ns"`
	PyramidNs  int64   `json:"pyramid_ns"`
	ListNs     int64   `json:"list_ns"`
	TotalNs    int64   `json:"edge_to_list_ns"`
	TimesFirst float64 `json:"times_first"`
}

// Record returns the row for JSON.
func (r Row) Record() Record {
	rec := Record{
		Width: r.Size.Width, Height: r.Size.Height, Content: r.Content,
		Variant: r.Params.Variant.String(), Threshold: r.Params.Threshold, Classes: r.Params.Bounds.Classes(),
		Engine: r.Engine, Timer: "clock", Quads: r.Quads, Runs: r.Runs,
		UploadNs: r.Times.Upload.Nanoseconds(), EdgeNs: r.Times.Edge.Nanoseconds(),
		PyramidNs: r.Times.Pyramid.Nanoseconds(), ListNs: r.Times.List.Nanoseconds(),
		TotalNs: r.Total.Nanoseconds(), TimesFirst: r.TimesFirst,
	}
	if r.GPU {
		rec.Timer = "gpu timestamps"
	}
	if r.Params.Variant.HasValues() {
		rec.Order = r.Params.Order.String()
	}
	switch {
	case r.Params.Variant.Searches():
		rec.Template = r.Params.Search.Template.Width
	case !r.Params.Variant.Discriminates():
		rec.Features = r.Params.Features.String()
	default:
		rec.Operator = r.Params.Operator.String()
		if r.Params.ComparesColours() {
			rec.Features = r.Params.Features.String()
		} else {
			rec.Planes = r.Params.Planes.String()
		}
	}
	return rec
}
