package quadfile

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"

	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/points"
)

// npzEncoder writes the points of one frame as a compressed sparse row matrix: the arrays of
// scipy.sparse.save_npz in a zip archive without compression. It holds the whole frame. In any
// order of points, those of a row ascend.
type npzEncoder struct {
	*output
	width, height int
	starts        []int32 // index of each row's first point, and the number of points
	columns       []int32
	values        []uint16
}

func newNPZ(o *output) (encoder, error) {
	if o.header.Analysis.Order == points.ByValue {
		return nil, fmt.Errorf("%v has its points in rows: the order is %v or %v, not %v", o.format, points.Morton, points.ByLines, points.ByValue)
	}
	return &npzEncoder{output: o}, nil
}

func (e *npzEncoder) plan(p *Piece) (plan, error) {
	f := &p.frame
	e.width, e.height = f.Width, f.Height
	e.fill(f.Quads, f.Values)
	return plan{passes: 1}, nil
}

// fill makes the matrix of points.
func (e *npzEncoder) fill(quads []quadpyramid.Quad, values []uint16) {
	e.starts = make([]int32, e.height+1)
	for _, q := range quads {
		e.starts[q.Y()+1]++
	}
	for y := range e.height {
		e.starts[y+1] += e.starts[y]
	}
	next := append([]int32(nil), e.starts[:e.height]...)
	e.columns, e.values = make([]int32, len(quads)), make([]uint16, len(quads))
	for i, q := range quads {
		at := next[q.Y()]
		next[q.Y()]++
		e.columns[at], e.values[at] = int32(q.X()), values[i]
	}
}

func (e *npzEncoder) append(b []byte, _ *Piece) []byte {
	out := bytes.NewBuffer(b)
	archive := zip.NewWriter(out)
	add := func(name, kind, shape string, data any) {
		w, err := archive.CreateHeader(&zip.FileHeader{Name: name + ".npy", Method: zip.Store})
		if err == nil {
			_, err = w.Write(npyHeader(kind, shape))
		}
		if err == nil {
			err = binary.Write(w, binary.LittleEndian, data)
		}
		if err != nil {
			panic(err) // a buffer takes everything
		}
	}
	n := fmt.Sprintf("(%d,)", len(e.columns))
	add("indices", "<i4", n, e.columns)
	add("indptr", "<i4", fmt.Sprintf("(%d,)", len(e.starts)), e.starts)
	add("format", "|S3", "()", []byte("csr"))
	add("shape", "<i8", "(2,)", []int64{int64(e.height), int64(e.width)})
	add("data", "<u2", n, e.values)
	if err := archive.Close(); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// npyHeader returns the head of an array in NumPy's format, version 1.0: the kind and number of its
// elements, padded to a multiple of 64 bytes.
func npyHeader(kind, shape string) []byte {
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s, }", kind, shape)
	const before = len("\x93NUMPY\x01\x00") + 2
	fill := 63 - (before+len(text))%64
	text += strings.Repeat(" ", fill) + "\n"
	b := binary.LittleEndian.AppendUint16([]byte("\x93NUMPY\x01\x00"), uint16(len(text)))
	return append(b, text...)
}
