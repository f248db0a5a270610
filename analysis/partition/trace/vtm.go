package trace

import (
	"bytes"
	"fmt"
)

// vtm is the block statistics of VTM, the reference software of VVC, and of ETM, that of EVC. Lines
// with # declare types; of the others, only those that begin with BlockStat matter:
//
//	BlockStat: POC 1 @( 120,  80) [ 8x 8] PredMode=0
//	BlockStat: POC 1 @( 120,  80) [ 8x 8] MVL0={ -24,  -2}
//	BlockStat: POC 2 @[(505, 384)--(511, 384)--(511, 415)--] GeoMVL0={ 291, 233}
//	BlockStat;1; 120;  80; 8; 8;PredMode;0
//
// The last form is what VTM writes if it was compiled with BLOCK_STATS_AS_CSV.
type vtm struct{}

// periods implements form. After each IDR picture, POCs begin again.
func (vtm) periods() bool { return true }

var (
	blockStat     = []byte("BlockStat")
	blockStatPOC  = []byte(": POC ")
	sequenceSize  = []byte("# Sequence size:")
	statisticType = []byte("# Block Statistic Type:")
	scaleOf       = []byte("Scale:")
)

func (v vtm) line(t *table, line []byte, r *row) (lineKind, error) {
	if len(line) > 0 && line[0] == '#' {
		return headLine, nil
	}
	rest, ok := bytes.CutPrefix(line, blockStat)
	if !ok || len(rest) == 0 {
		return otherLine, nil
	}
	if rest[0] == ';' {
		return v.table(t, rest, r)
	}
	if rest, ok = bytes.CutPrefix(rest, blockStatPOC); !ok {
		return otherLine, errMalformed
	}
	in := text{rest: rest}
	*r = row{poc: in.number()}
	in.take('@')
	if in.has('[') {
		if in.failed {
			return otherLine, errMalformed
		}
		return polygonLine, nil
	}
	in.take('(')
	x := in.number()
	in.take(',')
	y := in.number()
	in.take(')')
	in.take('[')
	width := in.number()
	in.take('x')
	height := in.number()
	in.take(']')
	name := in.until('=')
	if in.has('{') {
		for r.value(in.number()); in.has(','); {
			r.value(in.number())
		}
		in.take('}')
	} else {
		r.value(in.number())
	}
	return v.row(t, &in, name, r, x, y, width, height)
}

// table reads a line with semicolons, after the first one.
func (v vtm) table(t *table, line []byte, r *row) (lineKind, error) {
	in := text{rest: line[1:]}
	*r = row{poc: in.number()}
	var place [4]int64
	for i := range place {
		in.take(';')
		place[i] = in.number()
	}
	in.take(';')
	if in.spaces(); !in.failed && len(in.rest) > 0 && (in.rest[0] == '-' || in.rest[0] >= '0' && in.rest[0] <= '9') {
		return polygonLine, nil // a third corner instead of a name
	}
	name := in.until(';')
	for r.value(in.number()); in.has(';'); {
		if in.spaces(); len(in.rest) == 0 {
			break // a semicolon at the end
		}
		r.value(in.number())
	}
	return v.row(t, &in, name, r, place[0], place[1], place[2], place[3])
}

// row completes a row.
func (vtm) row(t *table, in *text, name []byte, r *row, x, y, width, height int64) (lineKind, error) {
	if in.end(); in.failed || len(name) == 0 {
		return otherLine, errMalformed
	}
	var err error
	if r.kind, err = t.named(name); err != nil {
		return otherLine, err
	}
	return rowLine, r.rectangle(x, y, width, height)
}

func (vtm) about(t *table, line []byte) error {
	if rest, ok := bytes.CutPrefix(line, sequenceSize); ok {
		in := text{rest: rest}
		in.take('[')
		width := in.number()
		in.take('x')
		height := in.number()
		if in.failed {
			return fmt.Errorf("the pictures' size is malformed: %.60q", line)
		}
		return t.setSize(width, height)
	}
	rest, ok := bytes.CutPrefix(line, statisticType)
	if !ok {
		return nil
	}
	in := text{rest: rest}
	name := in.until(';')
	if in.failed || len(name) == 0 {
		return fmt.Errorf("a type without a name: %.60q", line)
	}
	kind, err := t.named(name)
	if err != nil {
		return err
	}
	if i := bytes.Index(in.rest, scaleOf); i >= 0 {
		in := text{rest: in.rest[i+len(scaleOf):]}
		scale := in.number()
		if in.failed || scale < 1 {
			return fmt.Errorf("vectors of a scale that is not above 0: %.60q", line)
		}
		t.types[kind].scale = int32(scale)
	}
	return nil
}
