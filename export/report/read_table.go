package report

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"ffkvadrat/export/visible"
)

// mostEncodes is how many encodes a comparison may have: each is a line of the page.
const mostEncodes = 1000

var errEncodes = fmt.Errorf("more than %d encodes", mostEncodes)

// table is what the columns of a file in CSV are: −1 for those that it does not have.
type table struct {
	index, time, width, height, corrupt, errors, frames int
	encode, partner, partnerTime                        int
	of                                                  []int // by column: its measure, or −1
}

func tableOf(names []string) (t table) {
	at := map[string]int{}
	for i, name := range names {
		at[name] = i
	}
	column := func(name string) int {
		if i, ok := at[name]; ok {
			return i
		}
		return -1
	}
	t = table{
		column("frame_index"), column("pts_time"), column("width"), column("height"), column("corrupt"), column("errors"), column("frames"),
		column("encode"), column("encode_frame_index"), column("encode_pts_time"), make([]int, len(names)),
	}
	for i, name := range names {
		t.of[i] = -1
		if m, ok := measureOf(name); ok {
			t.of[i] = int(m)
		}
	}
	return t
}

// readTable reads a summary or a comparison in CSV. Of a summary's film it knows what the batch's journal says, if there
// is one.
func readTable(from io.Reader, start Film, compared bool, of origin) ([]*Film, error) {
	text := &bounded{Reader: from}
	text.allow()
	in := csv.NewReader(text)
	in.ReuseRecord = true
	names, err := in.Read()
	if err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	t := tableOf(names)
	start.Kind = Summary
	if of.analysis != nil {
		start.Path, start.stream = of.source, of.stream
		if start.Settings, err = settingsOf(of.analysis, of.wanted); err != nil {
			return nil, err
		}
	}
	if compared {
		start.Kind = Comparison
	}
	var films []*Film
	gatherings := map[string]*gathering{}
	gatheringOf := func(encode string) (*gathering, error) {
		if g := gatherings[encode]; g != nil {
			return g, nil
		}
		if len(films) == mostEncodes {
			return nil, errEncodes
		}
		f := start
		if compared {
			f.Encode, f.Name = encode, visible.Text(encode)
		}
		films = append(films, &f)
		gatherings[encode] = newGathering(&f)
		return gatherings[encode], nil
	}
	if !compared { // which may have no frames
		if _, err := gatheringOf(""); err != nil {
			return nil, err
		}
	}
	end := func(err error) ([]*Film, error) {
		for _, g := range gatherings {
			g.end()
		}
		return films, err
	}
	var at row
	for n := int64(0); ; n++ {
		text.allow()
		fields, err := in.Read()
		if err == io.EOF {
			return end(nil)
		}
		encode := ""
		if err == nil {
			encode, err = t.row(&at, fields, compared)
		}
		var g *gathering
		if err == nil {
			g, err = gatheringOf(encode)
		}
		if err != nil {
			return end(inRow(n, err))
		}
		g.add(&at)
	}
}

// row reads a line, and returns which encode it is about.
func (t *table) row(to *row, fields []string, compared bool) (encode string, err error) {
	to.clear()
	whole := func(column int) int64 {
		if column < 0 || fields[column] == "" {
			return -1
		}
		n, bad := strconv.ParseInt(fields[column], 10, 64)
		if bad != nil || n < 0 {
			err = errors.Join(err, fmt.Errorf("%.40q is no whole number", fields[column]))
		}
		return n
	}
	to.index = whole(t.index)
	to.width, to.height = int(max(0, whole(t.width))), int(max(0, whole(t.height)))
	to.corrupt, to.errors, to.frames = whole(t.corrupt) > 0, max(0, whole(t.errors)), max(1, whole(t.frames))
	for i, m := range t.of {
		switch text := fields[i]; {
		case m < 0 || text == "":
		case text == "inf" && measure(m) == psnr:
			to.values[m] = math.Inf(1)
		default:
			v, bad := strconv.ParseFloat(text, 64)
			if bad != nil || math.IsNaN(v) || math.IsInf(v, 0) {
				err = errors.Join(err, fmt.Errorf("%.40q is no number", text))
			}
			to.values[m] = v
		}
	}
	if err != nil {
		return "", err
	}
	to.play = to.index
	if compared { // and only the encode's name is known
		encode, to.play = fields[t.encode], whole(t.partner)
		to.alone = t.partnerTime >= 0 && fields[t.partnerTime] == ""
	}
	if t.time < 0 {
		return "", errors.New("no pts_time")
	}
	return encode, to.check(fields[t.time], compared)
}
