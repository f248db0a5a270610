package bench

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
)

// WritePapers prints the papers' tables, with the papers' figures next to ours.
func WritePapers(w io.Writer, rows []PaperRow) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	var last *PaperTable
	for i := range rows {
		r := &rows[i]
		if r.Table != last {
			if err := out.Flush(); err != nil {
				return err
			}
			fmt.Fprintf(out, "\n%s\n", r.Table.heading())
			fmt.Fprintf(out, "size\t\tpaper\there\tfaster\truns\t\n")
			last = r.Table
		}
		column := strconv.Itoa(r.Column.Size)
		if r.Column.Threshold > 0 {
			column += " t=" + strconv.FormatFloat(r.Column.Threshold, 'g', -1, 64)
		}
		if r.Column.Bins > 0 {
			column += " " + strconv.Itoa(r.Column.Bins) + " bins"
		}
		times, runs := "", ""
		if r.Factor() > 0 {
			times = faster(r.Factor())
		}
		if r.Runs > 0 {
			runs = strconv.Itoa(r.Runs)
		}
		fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\t%s\t\n", column, r.Label, r.paper(), r.here(), times, runs)
	}
	return out.Flush()
}

// heading names the papers of a table, their hardware and year.
func (t *PaperTable) heading() string {
	var text strings.Builder
	fmt.Fprintf(&text, "Table %d, %s", t.Number, t.Title)
	for _, p := range t.Papers {
		fmt.Fprintf(&text, "\n%s", p.Title)
		if p.Year > 0 {
			fmt.Fprintf(&text, ", %d", p.Year)
		}
		fmt.Fprintf(&text, ", section %d; %s", p.Section, p.Hardware)
	}
	return text.String()
}

// paper returns the paper's figure as text; a dash if there is no figure.
func (r *PaperRow) paper() string {
	if r.Figure.Value == 0 {
		return "–"
	}
	value := strconv.FormatFloat(r.Figure.Value, 'g', -1, 64)
	if r.Figure.About {
		value = "~" + value
	}
	if r.Time > 0 || r.Note != "" {
		value += " ms"
	}
	return value
}

// here returns our figure as text.
func (r *PaperRow) here() string {
	switch {
	case r.Note != "":
		return r.Note
	case r.Time > 0:
		return text(r.Time)
	}
	return strconv.Itoa(r.Count)
}

// PaperRecord is a PaperRow as JSON.
type PaperRecord struct {
	Papers     []Paper `json:"papers"`
	Table      int     `json:"table"`
	Title      string  `json:"title"`
	Line       string  `json:"line"`
	Size       int     `json:"size"`
	Threshold  float64 `json:"threshold,omitempty"`
	Bins       int     `json:"bins,omitempty"`  // for histograms
	Unit       string  `json:"unit"`            // of Paper and Here: "ms" or "count"
	Paper      float64 `json:"paper,omitempty"` // 0 if the papers have no such figure
	About      bool    `json:"about,omitempty"` // the paper's figure is not exact
	Here       float64 `json:"here"`
	Timer      string  `json:"timer,omitempty"` // "clock" or "gpu timestamps"
	Runs       int     `json:"runs,omitempty"`
	TimesPaper float64 `json:"times_paper,omitempty"`
	Note       string  `json:"note,omitempty"` // why Here is 0
}

// Record returns the row for JSON.
func (r *PaperRow) Record() PaperRecord {
	rec := PaperRecord{
		Papers: r.Table.Papers, Table: r.Table.Number, Title: r.Table.Title, Line: r.Label,
		Size: r.Column.Size, Threshold: r.Column.Threshold, Bins: r.Column.Bins, Unit: "count",
		Paper: r.Figure.Value, About: r.Figure.About, Here: float64(r.Count),
		Runs: r.Runs, TimesPaper: r.Factor(), Note: r.Note,
	}
	if r.Time > 0 || r.Note != "" {
		rec.Unit, rec.Here = "ms", float64(r.Time.Nanoseconds())/1e6
	}
	if r.Time > 0 {
		rec.Timer = "clock"
		if r.GPU {
			rec.Timer = "gpu timestamps"
		}
	}
	return rec
}
