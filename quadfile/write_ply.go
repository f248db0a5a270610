package quadfile

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// plyEncoder writes quads as vertices of a binary little-endian PLY file: the quad's centre with
// the frame's number as z, and its time, size and colour. A cube's z and time are at its centre,
// too.
type plyEncoder struct {
	*output
	file  io.WriteSeeker
	start int64 // its offset in the file
	quads int64 // written so far
}

func newPLY(o *output) (encoder, error) {
	e := &plyEncoder{output: o}
	var err error
	file, ok := o.file.(io.WriteSeeker)
	if e.file = file; ok {
		e.start, err = file.Seek(0, io.SeekCurrent)
	}
	if !ok || err != nil {
		return nil, fmt.Errorf("%v %w", o.format, ErrNotSeekable)
	}
	o.out.Write(e.preamble())
	return e, nil
}

// plyProperties returns the types and names of a vertex's properties, in order.
func plyProperties(a *Analysis) [][2]string {
	p := [][2]string{{"float", "x"}, {"float", "y"}, {"float", "z"}, {"double", "time"}, {"ushort", "size"}}
	if a.Variant.HasValues() {
		p = append(p, [2]string{"ushort", "value"})
	}
	p = append(p, [2]string{"uchar", "red"}, [2]string{"uchar", "green"}, [2]string{"uchar", "blue"})
	if a.Bounds.Classes() > 0 {
		p = append(p, [2]string{"uchar", "class"})
	}
	return p
}

// maxVertex is the size of the largest vertex in bytes.
const maxVertex = 3*4 + 8 + 2 + 2 + 3 + 1

// countDigits is the width of the number of vertices.
const countDigits = 20

// preamble returns the file's head for the quads so far. Its length is constant: a comment before
// the number pads its digits.
func (e *plyEncoder) preamble() []byte {
	h, n := &e.header, strconv.FormatInt(e.quads, 10)
	var b bytes.Buffer
	b.WriteString("ply\nformat binary_little_endian 1.0\n")
	fmt.Fprintf(&b, "comment %s, %s\n", Name, h.Analysis.Variant.Header())
	axes := "x y: pixels, y downwards; z: frame; time: seconds"
	if h.Analysis.Cube != 0 {
		axes += fmt.Sprintf("; size: pixels, and frames %d apart", max(1, h.Analysis.Every))
	}
	fmt.Fprintf(&b, "comment %s\n", axes)
	fmt.Fprintf(&b, "comment %s\nelement vertex %s\n", strings.Repeat("-", countDigits-len(n)), n)
	for _, p := range plyProperties(&h.Analysis) {
		fmt.Fprintf(&b, "property %s %s\n", p[0], p[1])
	}
	b.WriteString("end_header\n")
	return b.Bytes()
}

func (*plyEncoder) plan(*Piece) (plan, error) {
	return plan{passes: 1, each: maxVertex}, nil
}

func (e *plyEncoder) append(b []byte, p *Piece) []byte {
	f, h := &p.frame, &e.header
	z := math.Float32bits(float32(f.Index))
	t := math.Float64bits(f.Time)
	b = slices.Grow(b, len(f.Quads)*maxVertex)
	n := len(b)
	b = b[:cap(b)]
	if f.Window == 0 && len(f.Colours) != 0 && len(f.Values)+len(f.Classes) == 0 {
		return b[:putPlainVertices(b, n, f, z, t)]
	}
	for i, q := range f.Quads {
		if f.Window != 0 {
			z, t = plyDepth(h, f, i)
		}
		size := q.Size()
		half := float32(float32(size) / 2)
		v := (*[maxVertex]byte)(b[n:])
		binary.LittleEndian.PutUint32(v[0:], math.Float32bits(float32(q.X())+half))
		binary.LittleEndian.PutUint32(v[4:], math.Float32bits(float32(q.Y())+half))
		binary.LittleEndian.PutUint32(v[8:], z)
		binary.LittleEndian.PutUint64(v[12:], t)
		binary.LittleEndian.PutUint16(v[20:], uint16(size))
		at := 22
		if len(f.Values) != 0 {
			binary.LittleEndian.PutUint16(v[at:], f.Values[i])
			at += 2
		}
		c := f.colour(i)
		v[at], v[at+1], v[at+2] = c[0], c[1], c[2]
		at += 3
		if len(f.Classes) != 0 {
			v[at] = f.Classes[i]
			at++
		}
		n += at
	}
	return b[:n]
}

// plainVertex is the size of a vertex without a value and a class.
const plainVertex = 3*4 + 8 + 2 + 3

// putPlainVertices writes the vertices of quads of one frame, with the bits of z and time, from b[n] on, and
// returns where they end.
func putPlainVertices(b []byte, n int, f *Frame, z uint32, time uint64) int {
	colours := f.Colours[:len(f.Quads)]
	for i, q := range f.Quads {
		side := sides[q.Level()]
		half := float32(float32(side) / 2)
		v := (*[plainVertex]byte)(b[n:])
		binary.LittleEndian.PutUint32(v[0:], math.Float32bits(float32(q.X())+half))
		binary.LittleEndian.PutUint32(v[4:], math.Float32bits(float32(q.Y())+half))
		binary.LittleEndian.PutUint32(v[8:], z)
		binary.LittleEndian.PutUint64(v[12:], time)
		binary.LittleEndian.PutUint16(v[20:], uint16(side))
		v[22], v[23], v[24] = colours[i][0], colours[i][1], colours[i][2]
		n += plainVertex
	}
	return n
}

// plyDepth returns the bits of z and time of cube i. A centre between two frames has the z of the
// later one's start, and the time of the frame whose colour it has.
func plyDepth(h *Header, f *Frame, i int) (z uint32, time uint64) {
	first, size := int(f.Starts[i]), f.Quads[i].Size()
	centre := float64(f.Index) + float64((float64(first)+float64(float64(size)/2))*float64(max(1, h.Analysis.Every)))
	return math.Float32bits(float32(centre)), math.Float64bits(f.Times[first+size/2])
}

func (e *plyEncoder) put(p *Piece) error {
	e.quads += int64(len(p.frame.Quads))
	return e.output.put(p)
}

// end writes the preamble again with the number of quads.
func (e *plyEncoder) end() error {
	err := e.out.Flush()
	if err == nil {
		_, err = e.file.Seek(e.start, io.SeekStart)
	}
	if err == nil {
		_, err = e.file.Write(e.preamble())
	}
	if err == nil {
		_, err = e.file.Seek(0, io.SeekEnd)
	}
	return err
}
