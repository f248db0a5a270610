package trace

import (
	"bytes"
	"fmt"
)

// yuview is YUView's statistics in CSV. Lines with % declare types; other lines are
//
//	POC;x;y;width;height;type;value
//
// with two values of vectors and four of lines.
type yuview struct{}

// periods implements form. YUView does not support such files.
func (yuview) periods() bool { return false }

func (yuview) line(t *table, line []byte, r *row) (lineKind, error) {
	switch {
	case len(line) == 0:
		return otherLine, nil
	case line[0] == '%':
		return headLine, nil
	}
	rest := text{rest: line}
	*r = row{poc: rest.number()}
	var place [5]int64
	for i := range place {
		rest.take(';')
		place[i] = rest.number()
	}
	for !rest.failed && rest.has(';') {
		if rest.spaces(); len(rest.rest) == 0 {
			break // a semicolon at the end
		}
		r.value(rest.number())
	}
	rest.end()
	if rest.failed || r.count == 0 || r.count > 4 {
		return otherLine, errMalformed
	}
	kind, ok := t.byID[place[4]]
	if !ok {
		return otherLine, fmt.Errorf("no line before it defines type %d", place[4])
	}
	r.kind = kind
	return rowLine, r.rectangle(place[0], place[1], place[2], place[3])
}

func (yuview) about(t *table, line []byte) error {
	rest := text{rest: append(bytes.Clone(line), ';')}
	rest.until(';')
	switch word := rest.until(';'); string(word) {
	case "seq-specs":
		rest.until(';') // the name
		rest.until(';') // the layer
		width := rest.number()
		rest.take(';')
		height := rest.number()
		if rest.failed {
			return fmt.Errorf("seq-specs without the pictures' size: %.60q", line)
		}
		return t.setSize(width, height)
	case "type":
		id := rest.number()
		rest.take(';')
		name := rest.until(';')
		if rest.failed || len(name) == 0 {
			return fmt.Errorf("a type without number or name: %.60q", line)
		}
		if _, twice := t.byID[id]; twice {
			return fmt.Errorf("a second type with number %d", id)
		}
		kind, err := t.add(string(name))
		if err != nil {
			return err
		}
		t.byID[id], t.last = kind, kind
	case "scaleFactor":
		scale := rest.number()
		if rest.failed || scale < 1 {
			return fmt.Errorf("vectors of a scale that is not above 0: %.60q", line)
		}
		if t.last >= 0 {
			t.types[t.last].scale = int32(scale)
		}
	}
	return nil
}
