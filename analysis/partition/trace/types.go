package trace

import (
	"fmt"
	"strings"
	"unicode"
)

// partitions are the plain names of types that have a row for each block, by preference: a coding
// unit has one depth, but may have several modes.
var partitions = []string{
	"cudepth", "depth", "cusize", "cbsize", "blocksize", "codingunit", "cu", "partition", "part", "quadlevel",
	"predmode", "partsize", "partmode", "partitiontype", "qtdepth", "mode", "skipflag", "skip", "qp",
}

// motion maps the plain names of types whose values are vectors to the reference list: 1 for list 0, 2
// for list 1, 0 if the name does not say.
var motion = map[string]uint8{
	"mvl0": 1, "mvl1": 2, "mv0": 1, "mv1": 2, "mv": 0,
	"motionvector0": 1, "motionvector1": 2, "motionvector": 0,
}

// plainName returns the letters and digits of a name, in lower case.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

// mostTypes is the largest number of types of a trace.
const mostTypes = 256

// rowType is a type of rows.
type rowType struct {
	name  string
	scale int32 // fractions of a pixel of its vectors
	list  uint8 // the reference list of its vectors, as in [partition.Vector]
	rows  int64 // number of rows
}

// table is the information of a trace about all its pictures.
type table struct {
	width, height int // 0 until a line sets it
	types         []rowType
	byName        map[string]int // for VTM
	byID          map[int64]int  // for YUView
	last          int            // index of the type that lines about types refer to, or -1
}

func newTable() *table {
	return &table{byName: map[string]int{}, byID: map[int64]int{}, last: -1}
}

// setSize sets the size of the pictures.
func (t *table) setSize(width, height int64) error {
	const most = 1 << 14
	if width < 1 || height < 1 || width > most || height > most {
		return fmt.Errorf("pictures of %d×%d: a side has from 1 to %d pixels", width, height, most)
	}
	if t.width != 0 && (int64(t.width) != width || int64(t.height) != height) {
		return fmt.Errorf("pictures of %d×%d after pictures of %d×%d", width, height, t.width, t.height)
	}
	t.width, t.height = int(width), int(height)
	return nil
}

// add adds a type, and returns its index.
func (t *table) add(name string) (int, error) {
	if len(t.types) == mostTypes {
		return 0, fmt.Errorf("it has more than %d types", mostTypes)
	}
	t.types = append(t.types, rowType{name: name, scale: 1})
	return len(t.types) - 1, nil
}

// named returns the index of the type with a name; it adds the type if necessary.
func (t *table) named(name []byte) (int, error) {
	if id, ok := t.byName[string(name)]; ok {
		return id, nil
	}
	id, err := t.add(string(name))
	if err == nil {
		t.byName[string(name)] = id
	}
	return id, err
}
