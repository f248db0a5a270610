package quadfile

import (
	"encoding/xml"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/tests/race"
)

// scene is the output of assimp dump.
type scene struct {
	Meshes []struct {
		Types     string `xml:"types,attr"`
		Positions string
		Colors    string
	} `xml:"Scene>MeshList>Mesh"`
}

// assimp reads a file with the Open Asset Import Library, or skips the test without it.
func assimp(t *testing.T, name string) (s scene) {
	t.Helper()
	if _, err := exec.LookPath("assimp"); err != nil {
		if os.Getenv("FFKVADRAT_CI") != "" {
			t.Fatal("no assimp here (assimp-utils)")
		}
		t.Skip("no assimp here (assimp-utils)")
	}
	out := name + ".assxml"
	if text, err := exec.Command("assimp", "dump", name, out).CombinedOutput(); err != nil {
		t.Fatalf("assimp: %v\n%s", err, text)
	}
	text, err := os.ReadFile(out)
	if err == nil {
		err = xml.Unmarshal(text, &s)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestAssimpReadsPLY: another program finds the same points and colours.
func TestAssimpReadsPLY(t *testing.T) {
	race.Plain(t)
	rnd := rand.New(rand.NewPCG(33, 34))
	for _, h := range []Header{sample(), featureSample(), pointSample(), hitSample(), classSample(), cubeSample()} {
		h.Source.Width, h.Source.Height = 300, 200
		var frames []Frame
		var want strings.Builder
		n := 0
		for i := range 3 {
			f := Frame{Index: int64(5 * i), HasPTS: true, PTS: int64(512 * i), Quads: randomQuads(rnd, 300, 200)}
			if h.Analysis.Variant == analysis.CommonFeature {
				f.Means = randomMeans(rnd, len(f.Quads))
			} else {
				f.Colours = randomColours(len(f.Quads))
			}
			if h.Analysis.Variant.HasValues() {
				f.Quads, f.Values = randomPoints(rnd, f.Quads, true)
				f.Colours = randomColours(len(f.Quads))
			}
			if classes := h.Analysis.Bounds.Classes(); classes > 0 {
				f.Quads, f.Classes = divided(rnd, f.Quads, classes)
			}
			if h.Analysis.Cube != 0 {
				f.Window, f.Times = 13, make([]float64, 13)
				setCubes(&f, randomCubes(rnd, 30, 20, 13)...)
				f.Colours = randomColours(len(f.Quads))
			}
			for k, q := range f.Quads {
				half := float64(q.Size()) / 2
				z := float64(f.Index)
				if h.Analysis.Cube != 0 {
					z += 2 * (float64(f.Starts[k]) + half)
				}
				fmt.Fprintf(&want, "%.6f %.6f %.6f", float64(q.X())+half, float64(q.Y())+half, z)
				for _, v := range f.colour(k) {
					fmt.Fprintf(&want, " %d", v)
				}
				want.WriteByte('\n')
				n++
			}
			frames = append(frames, f)
		}
		name := filepath.Join(t.TempDir(), "a.ply")
		if err := os.WriteFile(name, exportPLY(t, h, frames...), 0o600); err != nil {
			t.Fatal(err)
		}
		s := assimp(t, name)
		if len(s.Meshes) != 1 || strings.TrimSpace(s.Meshes[0].Types) != "points" {
			t.Fatalf("%s: %d meshes of %+v", h.Analysis.Variant, len(s.Meshes), s.Meshes)
		}
		places, colours := strings.Fields(s.Meshes[0].Positions), strings.Fields(s.Meshes[0].Colors)
		if len(places) != 3*n || len(colours) != 4*n {
			t.Fatalf("%s: %d places and %d colours of %d points", h.Analysis.Variant, len(places)/3, len(colours)/4, n)
		}
		var got strings.Builder
		for i := range n {
			got.WriteString(strings.Join(places[3*i:3*i+3], " "))
			for _, c := range colours[4*i : 4*i+3] {
				var v float64
				if _, err := fmt.Sscan(c, &v); err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&got, " %.0f", v*255)
			}
			got.WriteByte('\n')
		}
		if got.String() != want.String() {
			t.Errorf("%s: other points", h.Analysis.Variant)
		}
	}
}
