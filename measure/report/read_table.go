package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"

	"ffkvadrat/decode/userinfo"
	"ffkvadrat/decode/visible"
	"ffkvadrat/quadfile"
)

// mostEncodes is the largest number of encodes of a comparison: each is a line of the page.
const mostEncodes = 1000

var errEncodes = fmt.Errorf("more than %d encodes", mostEncodes)

// table reads rows of CSV.
type table struct {
	text    bounded
	rows    *csv.Reader
	form    *form
	columns []int // indices of their fields in the rules, −1 for others
	levels  []int // the level whose number of quads they have, −1 for others
	sizes   quadfile.Sizes
	values  []quadfile.Value
}

// newTable reads the names of the columns.
func newTable(from io.Reader, compared bool) (*table, error) {
	t := &table{text: bounded{Reader: from}, form: summaries}
	if compared {
		t.form = comparisons
	}
	t.values = make([]quadfile.Value, len(t.form.of))
	t.rows = csv.NewReader(&t.text)
	t.rows.ReuseRecord = true
	names, err := t.read()
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, name := range names {
		if seen[name] {
			return nil, fmt.Errorf("two columns %.40q", name)
		}
		seen[name] = true
		t.columns = append(t.columns, t.form.rules.Place(name))
		t.levels = append(t.levels, slices.Index(quadfile.SizeColumns[:], name))
	}
	return t, nil
}

// read reads the cells of a row, which must have a line end.
func (t *table) read() ([]string, error) {
	t.text.allow()
	cells, err := t.rows.Read()
	if err == nil && t.text.last != '\n' && t.rows.InputOffset() == t.text.total {
		err = io.ErrUnexpectedEOF
	}
	return cells, err
}

// next reads a row, and returns the name of its encode.
func (t *table) next(to *row) (encode string, err error) {
	cells, err := t.read()
	if err != nil {
		return "", err
	}
	clear(t.values)
	t.sizes = quadfile.Sizes{}
	for i, place := range t.columns {
		switch {
		case t.levels[i] >= 0:
			if err := t.sizes.Parse(t.levels[i], cells[i]); err != nil {
				return "", err
			}
		case place < 0:
		case place == t.form.encode: // a name in CSV
			encode = cells[i]
			t.values[place].Known = encode != ""
		default:
			if t.values[place], err = t.form.rules.List[place].Parse(cells[i]); err != nil {
				return "", err
			}
		}
	}
	if err := t.form.rules.Check(t.values); err != nil {
		return "", err
	}
	err = t.form.row(to, t.values, &t.sizes, &quadfile.Source{})
	if t.form == comparisons { // CSV has only the encode's name
		if to.play = -1; t.values[t.form.partner].Known {
			to.play = t.values[t.form.partner].Whole
		}
	}
	return encode, err
}

// readTable reads a summary or a comparison in CSV. of is the batch's journal's record of a
// summary's video, if there is one.
func readTable(from io.Reader, start Video, compared bool, of origin) ([]*Video, error) {
	t, err := newTable(from, compared)
	if err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	start.Kind = Summary
	if of.analysis != nil {
		start.Path, start.stream = userinfo.Remove(of.source), of.stream
		if start.Settings, err = settingsOf(of.analysis, of.analysis.AppendJSON(nil), of.wanted); err != nil {
			return nil, err
		}
	}
	if compared {
		start.Kind = Comparison
	}
	var videos []*Video
	gatherings := map[string]*gathering{}
	gatheringOf := func(encode string) (*gathering, error) {
		if g := gatherings[encode]; g != nil {
			return g, nil
		}
		if len(videos) == mostEncodes {
			return nil, errEncodes
		}
		f := start
		if compared {
			f.Encode = userinfo.Remove(encode)
			f.Name = visible.Text(f.Encode)
		}
		videos = append(videos, &f)
		gatherings[encode] = newGathering(&f)
		return gatherings[encode], nil
	}
	if !compared { // a summary may have no frames
		if _, err := gatheringOf(""); err != nil {
			return nil, err
		}
	}
	var at row
	for n := int64(0); ; n++ {
		encode, err := t.next(&at)
		var g *gathering
		if err == nil {
			g, err = gatheringOf(encode)
		}
		if err == nil {
			err = g.add(&at)
		}
		if err == nil {
			continue
		}
		for _, g := range gatherings {
			g.end()
		}
		if err == io.EOF {
			return videos, nil
		}
		return videos, inRow(n, err)
	}
}
