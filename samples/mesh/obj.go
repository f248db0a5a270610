package mesh

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Limits of ReadOBJ.
const (
	maxPoints    = 1 << 22
	maxTriangles = 1 << 23
	maxLine      = 1 << 16
)

// ReadOBJ reads a model of triangles: lines "v x y z", "f a b c" and "o name" or "g name", which start
// a part. A face's corner can have texture and normal after its point, as in 1/2/3; these, and the
// lines vt, vn, s, usemtl and mtllib, are ignored. A face with more corners becomes a triangle fan.
// Negative indices count from the last point backwards. It fails on any other line, on an index without
// a point, and if a part is not closed.
func ReadOBJ(r io.Reader) (*Mesh, error) {
	m := &Mesh{}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	triangles := 0
	for number := 1; lines.Scan(); number++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		words := strings.Fields(text)
		if len(words) == 0 {
			continue
		}
		var err error
		switch words[0] {
		case "v":
			err = m.readPoint(words[1:])
		case "f":
			triangles += len(words) - 3
			err = m.readFace(words[1:])
		case "o", "g":
			m.begin(strings.Join(words[1:], " "))
		case "vt", "vn", "s", "usemtl", "mtllib":
		default:
			err = fmt.Errorf("%.20q is not understood", words[0])
		}
		if err == nil && (len(m.Points) > maxPoints || triangles > maxTriangles) {
			err = errors.New("more points or triangles than this program takes")
		}
		if err != nil {
			return nil, fmt.Errorf("mesh: line %d: %w", number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("mesh: %w", err)
	}
	m.dropEmpty()
	if len(m.Parts) == 0 {
		return nil, errors.New("mesh: no faces")
	}
	return m, m.Check()
}

// begin starts a part.
func (m *Mesh) begin(name string) {
	m.dropEmpty()
	m.Parts = append(m.Parts, Part{Name: name})
}

// dropEmpty removes the last part if it has no triangles.
func (m *Mesh) dropEmpty() {
	if n := len(m.Parts); n > 0 && len(m.Parts[n-1].Triangles) == 0 {
		m.Parts = m.Parts[:n-1]
	}
}

func (m *Mesh) readPoint(words []string) error {
	if len(words) != 3 {
		return fmt.Errorf("a point has 3 numbers, not %d", len(words))
	}
	var p Point
	for i, word := range words {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil || math.IsNaN(v) || math.Abs(v) > 1e9 {
			return fmt.Errorf("%.20q is no coordinate", word)
		}
		p[i] = v
	}
	m.Points = append(m.Points, p)
	return nil
}

func (m *Mesh) readFace(words []string) error {
	if len(words) < 3 {
		return fmt.Errorf("a face has at least 3 corners, not %d", len(words))
	}
	if len(m.Parts) == 0 {
		m.begin("")
	}
	part := &m.Parts[len(m.Parts)-1]
	var first, before int
	for i, word := range words {
		word, _, _ = strings.Cut(word, "/")
		n, err := strconv.Atoi(word)
		if n < 0 {
			n += len(m.Points) + 1
		}
		if err != nil || n < 1 || n > len(m.Points) {
			return fmt.Errorf("%.20q is no point", word)
		}
		switch {
		case i == 0:
			first = n - 1
		case i > 1:
			part.Triangles = append(part.Triangles, [3]int{first, before, n - 1})
		}
		before = n - 1
	}
	return nil
}

// WriteOBJ writes the model in the format of ReadOBJ, with four decimals.
func (m *Mesh) WriteOBJ(w io.Writer, about string) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "# %s\n", about)
	for _, p := range m.Points {
		fmt.Fprintf(out, "v %.4f %.4f %.4f\n", p[0], p[1], p[2])
	}
	for i := range m.Parts {
		fmt.Fprintf(out, "o %s\n", m.Parts[i].Name)
		for _, t := range m.Parts[i].Triangles {
			fmt.Fprintf(out, "f %d %d %d\n", t[0]+1, t[1]+1, t[2]+1)
		}
	}
	return out.Flush()
}
