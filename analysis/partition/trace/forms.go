package trace

import "bytes"

// form is a format of traces.
type form interface {
	// line reads a line and returns its kind; for a rectangle it fills r. It adds types that no
	// earlier line declared to t if the format allows it.
	line(t *table, line []byte, r *row) (lineKind, error)
	// about reads a headLine.
	about(t *table, line []byte) error
	// periods reports whether a picture order count may recur, for another picture.
	periods() bool
}

// lineKind is what a line is about.
type lineKind int

const (
	otherLine   lineKind = iota // nothing that is needed
	headLine                    // all pictures
	rowLine                     // a rectangle of a picture
	polygonLine                 // a polygon of a picture
)

// row is a line about a rectangle. The rectangle has no negative coordinates, and at least one
// pixel.
type row struct {
	poc                 int64
	x, y, width, height int32
	kind                int      // index of its type
	values              [2]int32 // the first two values
	count               int      // number of values, may exceed 2
}

// holds reports whether a pixel is in the row's rectangle.
func (r *row) holds(x, y int32) bool {
	return x >= r.x && y >= r.y && int64(x)-int64(r.x) < int64(r.width) && int64(y)-int64(r.y) < int64(r.height)
}

// formOf returns the format of a file by its first line, or nil.
func formOf(line []byte) form {
	switch {
	case bytes.HasPrefix(line, []byte("%;")):
		return yuview{}
	case bytes.HasPrefix(line, []byte("#")), bytes.HasPrefix(line, []byte("BlockStat")):
		return vtm{}
	}
	return nil
}
