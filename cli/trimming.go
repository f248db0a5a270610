package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ffkvadrat/quadfile"
)

// trimming has the flags that make an export small. Its tags use formatVars.
type trimming struct {
	Fields  []string `placeholder:"x,y,size" help:"Write only these fields of each quad, in this order. For ${choosing_names}. In ${row_names} they are the columns, and may be a frame's also, as in frame_index,x,y,size."`
	MaxRows *int64   `name:"max-rows" placeholder:"N" help:"Write at most N quads. The file ends before the frame that would exceed N. A spreadsheet has 1048576 rows, the first with names."`
}

// most returns the limit of quads, 0 for none.
func (c trimming) most() int64 {
	if c.MaxRows == nil {
		return 0
	}
	return *c.MaxRows
}

// check returns what is wrong with the flags for a format.
func (c trimming) check(format quadfile.Format, summary bool) error {
	switch {
	case c.MaxRows != nil && *c.MaxRows < 1:
		return fmt.Errorf("--max-rows: %d is not positive", *c.MaxRows)
	case c.Fields != nil && summary:
		return errors.New("--fields chooses fields of quads, which --summary leaves out")
	case c.MaxRows != nil && summary:
		return errors.New("--max-rows counts quads, which --summary leaves out: --frames N takes at most N frames")
	case c.MaxRows != nil && format.Has(quadfile.Maps):
		return fmt.Errorf("--max-rows counts quads: %v describes every frame to an encoder", format)
	}
	return nil
}

// checkNames returns what is wrong with the names of fields for a header.
func (c trimming) checkNames(format quadfile.Format, h quadfile.Header) error {
	names := c.Fields
	own, facts := h.Analysis.QuadFields(), h.FrameFields()
	known, what := own, "its quads have"
	if format.Has(quadfile.Rows) {
		known, what = format.Columns(&h), "its columns are"
	}
	for i, name := range names {
		switch {
		case slices.Contains(names[:i], name):
			return fmt.Errorf("--fields: %s is named twice", name)
		case slices.Contains(known, name):
		case slices.Contains(facts, name):
			return fmt.Errorf("--fields: %s is a field of frames: %v has it next to the list of quads, %s in the rows", name, format, quadfile.FormatNames("and", quadfile.Rows))
		default:
			advice := ""
			if near := nearest(name, known); near != "" {
				advice = fmt.Sprintf(" did you mean %s?", near)
			}
			return fmt.Errorf("--fields: there is no %q:%s %s %s", name, advice, what, strings.Join(known, ", "))
		}
	}
	h.Choose(format, names)
	if err := format.TakesFields(&h); err != nil {
		return fmt.Errorf("--fields: %w", err)
	}
	return nil
}

// unplaced returns the warning for a table whose rows do not identify their frames, or "".
func (c trimming) unplaced(out string, format quadfile.Format) string {
	if len(c.Fields) == 0 || !format.Has(quadfile.Rows) {
		return ""
	}
	for _, name := range []string{"frame_index", "pts", "pts_time"} {
		if slices.Contains(c.Fields, name) {
			return ""
		}
	}
	return fmt.Sprintf("%s: its rows do not name their frames: --fields frame_index,%s does", out, strings.Join(c.Fields, ","))
}

func fullExport(out string, frames, most int64) string {
	return fmt.Sprintf("%s: ends after %s: the next one would exceed --max-rows %d", out, number(frames, "frame"), most)
}
