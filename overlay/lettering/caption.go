package lettering

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"strconv"
	"strings"
)

// Sizes of a caption: text for a picture of a width, in pixels.
const (
	leastCaption = 14
	captionPart  = 55 // of the width
)

// Colours of a caption. A line parts it from dark pictures.
var (
	captionBed    = color.RGBA{16, 17, 20, 255}
	captionLine   = color.RGBA{62, 65, 73, 255}
	captionLabel  = color.RGBA{150, 154, 164, 255}
	captionNumber = color.RGBA{232, 234, 240, 255}
)

// Row is a label with a value. A row without a value is not written.
type Row struct{ Label, Value string }

// FrameRows names a video and a frame: by its number from 1, as in the window, and its index, as in files, if that is not negative, and its
// time from the start in seconds.
func FrameRows(video string, index int64, seconds float64) []Row {
	rows := []Row{{"Video", video}, {"Frame", ""}, {"Index in files", ""}, {"Time", strconv.FormatFloat(seconds, 'f', 3, 64) + " s"}}
	if index >= 0 {
		rows[1].Value, rows[2].Value = strconv.FormatInt(index+1, 10), strconv.FormatInt(index, 10)
	}
	return rows
}

// Caption is a table below a picture: groups of rows, which are next to each other as far as there is room, and rows below them
// that have the whole width; last what the colours of the picture mean. Long values have several lines.
type Caption struct {
	Groups [][]Row
	Below  []Row
	Key    []Piece
}

// Piece is a part of a key: a text, or colours from left to right, one or the many of a scale.
type Piece struct {
	Text    string
	Colours []color.RGBA
}

// scaleLines is the width of a scale in heights of a line.
const scaleLines = 8

// Below returns a picture with a caption below it.
func Below(img *image.RGBA, c Caption) (*image.RGBA, error) {
	width := img.Rect.Dx()
	w, err := New(max(float64(width)/captionPart, leastCaption))
	if err != nil {
		return nil, err
	}
	defer w.Close()
	t := w.table(c, width)
	out := image.NewRGBA(image.Rect(0, 0, width, img.Rect.Dy()+t.height))
	draw.Draw(out, out.Rect, image.NewUniform(captionBed), image.Point{}, draw.Src)
	draw.Draw(out, image.Rectangle{Max: img.Rect.Size()}, img, img.Rect.Min, draw.Src)
	if t.height > 0 {
		draw.Draw(out, image.Rect(0, img.Rect.Dy(), width, img.Rect.Dy()+max(1, w.gap()/8)), image.NewUniform(captionLine), image.Point{}, draw.Src)
	}
	for _, cell := range t.cells {
		for i, c := range cell.colours {
			n, at := len(cell.colours), cell.at
			part := image.Rect(at.Min.X+at.Dx()*i/n, at.Min.Y+at.Dy()/8, at.Min.X+at.Dx()*(i+1)/n, at.Max.Y-at.Dy()/8)
			draw.Draw(out, part.Add(image.Pt(0, img.Rect.Dy())), image.NewUniform(c), image.Point{}, draw.Src)
		}
		ink := captionNumber
		if cell.label {
			ink = captionLabel
		}
		w.Write(out, cell.at.Add(image.Pt(0, img.Rect.Dy())), cell.text, ink)
	}
	return out, nil
}

// table is a caption's texts and their places below the picture.
type table struct {
	cells  []cell
	height int
}

type cell struct {
	at      image.Rectangle
	text    string
	label   bool
	colours []color.RGBA
}

// line returns the height of a line in whole pixels.
func (w *Writer) line() int { return int(math.Ceil(w.Height())) }

// gap is the distance between a label and its value; columns and borders have multiples of it.
func (w *Writer) gap() int { return w.line() / 2 }

// table lays out a caption in a width: in as many columns as fit with each group as wide as its texts.
func (w *Writer) table(c Caption, width int) (t table) {
	var groups [][]Row
	for _, group := range c.Groups {
		var rows []Row
		for _, row := range group {
			if row.Value != "" {
				rows = append(rows, row)
			}
		}
		if len(rows) > 0 {
			groups = append(groups, rows)
		}
	}
	gap := w.gap()
	room := width - 2*gap
	for columns := len(groups); columns > 0; columns-- {
		split := even(groups, columns)
		labels, values, all := make([]int, columns), make([]int, columns), 2*gap*(columns-1)
		for i, column := range split {
			for _, group := range column {
				l, v := w.widths(group)
				labels[i], values[i] = max(labels[i], l), max(values[i], v)
			}
			all += labels[i] + gap + values[i]
		}
		if all > room && columns > 1 {
			continue
		}
		x := gap
		for i, column := range split {
			y := gap
			for k, group := range column {
				if k > 0 {
					y += gap
				}
				y = t.rows(w, group, x, y, labels[i], min(values[i], room-labels[i]-gap))
			}
			t.height = max(t.height, y)
			x += labels[i] + gap + values[i] + 2*gap
		}
		break
	}
	for _, row := range c.Below {
		if row.Value != "" {
			label, _ := w.widths([]Row{row})
			t.height = t.rows(w, []Row{row}, gap, max(t.height, gap/2)+gap/2, label, room-label-gap)
		}
	}
	if len(c.Key) > 0 {
		t.key(w, c.Key, room)
	}
	if t.height > 0 {
		t.height += gap
	}
	return t
}

// key places a key below all rows; its first piece is a label. A single colour stays with the piece after it.
func (t *table) key(w *Writer, pieces []Piece, room int) {
	gap, line := w.gap(), w.line()
	width := func(p *Piece) int {
		switch len(p.Colours) {
		case 0:
			return w.Width(p.Text)
		case 1:
			return line
		}
		return min(scaleLines*line, room/4)
	}
	x, y := gap, max(t.height, gap/2)+gap/2
	for i := range pieces {
		p := &pieces[i]
		wide, after := width(p), 0
		if len(p.Colours) == 1 && i+1 < len(pieces) { // with its name
			after = gap/2 + width(&pieces[i+1])
		}
		if x > gap && x+wide+after > gap+room {
			x, y = gap, y+line
		}
		t.cells = append(t.cells, cell{image.Rect(x, y, x+wide, y+line), p.Text, i == 0, p.Colours})
		if x += wide + gap; len(p.Colours) == 1 {
			x -= gap - gap/2
		}
	}
	t.height = y + line
}

// even divides groups into columns, in order, so that the highest one is as low as possible.
func even(groups [][]Row, columns int) (best [][][]Row) {
	if columns == 1 {
		return [][][]Row{groups}
	}
	least := math.MaxInt
	for n := 1; n <= len(groups)-columns+1; n++ {
		split := append([][][]Row{groups[:n]}, even(groups[n:], columns-1)...)
		most := 0
		for _, column := range split {
			rows := len(column)
			for _, group := range column {
				rows += len(group)
			}
			most = max(most, rows)
		}
		if most < least {
			least, best = most, split
		}
	}
	return best
}

// widths returns the widths of a group's labels and values.
func (w *Writer) widths(group []Row) (labels, values int) {
	for _, row := range group {
		labels, values = max(labels, w.Width(row.Label)), max(values, w.Width(row.Value))
	}
	return labels, values
}

// rows places rows and returns where the next one begins.
func (t *table) rows(w *Writer, group []Row, x, y, labels, values int) (next int) {
	line := w.line()
	for _, row := range group {
		t.cells = append(t.cells, cell{image.Rect(x, y, x+labels, y+line), row.Label, true, nil})
		left := x + labels + w.gap()
		for _, text := range w.lines(row.Value, values) {
			t.cells = append(t.cells, cell{image.Rect(left, y, left+values, y+line), text, false, nil})
			y += line
		}
	}
	return y
}

// lines breaks text at spaces that may break into lines of at most width pixels, if the words are not longer.
func (w *Writer) lines(text string, width int) (lines []string) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\n' }) {
		if n := len(lines); n > 0 && w.Width(lines[n-1]+" "+word) <= width {
			lines[n-1] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}
