package mesh

import (
	"bytes"
	"math"
	"strings"
	"testing"
)

// TestModels: the models are closed and consistently wound: the enclosed volume, a sum over signed
// tetrahedra, has the same sign for each part.
func TestModels(t *testing.T) {
	for _, c := range []struct {
		name             string
		m                *Mesh
		parts, triangles int
	}{
		{"teapot", Teapot(), 3, 9776},
		{"heart", Heart(), 1, 5120},
	} {
		if err := c.m.Check(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if len(c.m.Parts) != c.parts || c.m.Triangles() != c.triangles {
			t.Errorf("%s: %d parts, %d triangles, want %d, %d", c.name, len(c.m.Parts), c.m.Triangles(), c.parts, c.triangles)
		}
		low, high := c.m.Bounds()
		for i := range low {
			if low[i] < -0.9-1e-9 || high[i] > 0.9+1e-9 || math.Abs(low[i]+high[i]) > 1e-9 {
				t.Errorf("%s: from %v to %v", c.name, low, high)
			}
		}
		for i := range c.m.Parts {
			if v := c.m.volume(&c.m.Parts[i]); v == 0 || v > 0 != (c.m.volume(&c.m.Parts[0]) > 0) {
				t.Errorf("%s: part %s encloses %v", c.name, c.m.Parts[i].Name, v)
			}
		}
	}
}

// volume returns six times a part's volume.
func (m *Mesh) volume(p *Part) float64 {
	sum := 0.0
	for _, t := range p.Triangles {
		a, b, c := m.Points[t[0]], m.Points[t[1]], m.Points[t[2]]
		sum += a[0]*(b[1]*c[2]-b[2]*c[1]) + a[1]*(b[2]*c[0]-b[0]*c[2]) + a[2]*(b[0]*c[1]-b[1]*c[0])
	}
	return sum
}

// TestHeartIsTaubins: all points of the heart solve Taubin's equation.
func TestHeartIsTaubins(t *testing.T) {
	m := icosahedron()
	m.divide()
	m.divide()
	for _, d := range m.Points {
		p := scaled(d, heartRadius(d))
		x, y, z := p[0], p[2], p[1]
		s := x*x + 9.0/4*y*y + z*z - 1
		if f := s*s*s - x*x*z*z*z - 9.0/80*y*y*z*z*z; math.Abs(f) > 1e-12 {
			t.Errorf("at %v the equation gives %v", p, f)
		}
	}
}

const tetrahedron = `# four faces
v 0 0 0
v 1 0 0 # along x
v 0 1 0
v 0 0 1
o it
s off
f 1 3 2
f 1/1 2/2/2 4//3
f -4 -1 -2
f 2 3 4
`

func TestReadOBJ(t *testing.T) {
	m, err := ReadOBJ(strings.NewReader(tetrahedron))
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Points) != 4 || len(m.Parts) != 1 || m.Parts[0].Name != "it" || m.Triangles() != 4 || m.Parts[0].Triangles[2] != [3]int{0, 3, 2} {
		t.Errorf("%+v", m)
	}
	for text, want := range map[string]string{
		"":                        "no faces",
		"v 1 2":                   "a point has 3 numbers",
		"v 1 2 x":                 `"x" is no coordinate`,
		"v 1 2 NaN":               "is no coordinate",
		"v 1 2 1e300":             "is no coordinate",
		"v 0 0 0\nf 1 1 2":        `line 2: "2" is no point`,
		"v 0 0 0\nf 1 1 0":        `"0" is no point`,
		"v 0 0 0\nf 1 1 -2":       "is no point",
		"v 0 0 0\nf 1 1":          "at least 3 corners",
		"v 0 0 0\nf 1 1 1":        "twice",
		"curv 1 2":                `"curv" is not understood`,
		tetrahedron + "f 2 3 4\n": "twice",
		strings.Replace(tetrahedron, "f 2 3 4", "", 1):        "is open",
		strings.Replace(tetrahedron, "f 2 3 4", "f 2 4 3", 1): "twice",
		strings.Repeat("v", maxLine+1):                        "too long",
	} {
		if _, err := ReadOBJ(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", text, err, want)
		}
	}
}

// TestWriteOBJ: a written model reads back the same.
func TestWriteOBJ(t *testing.T) {
	var file, again bytes.Buffer
	if err := Teapot().WriteOBJ(&file, "a teapot"); err != nil {
		t.Fatal(err)
	}
	m, err := ReadOBJ(bytes.NewReader(file.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if err := m.WriteOBJ(&again, "a teapot"); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(file.Bytes(), again.Bytes()) {
		t.Error("the second file differs")
	}
}

func FuzzReadOBJ(f *testing.F) {
	f.Add(tetrahedron)
	f.Add("v 0 0 0\nf 1 1 1 1\n")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ReadOBJ(strings.NewReader(text))
		if err != nil {
			return
		}
		if m.Triangles() < 2 || m.Check() != nil {
			t.Errorf("%d triangles", m.Triangles())
		}
	})
}
