package quadfile

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/tests/race"
)

// readMatrices prints what SciPy reads from files: the shape, and row, column and value of each
// entry, by rows.
const readMatrices = `
import sys, scipy.io, scipy.sparse
for name in sys.argv[1:]:
    if name.endswith(".mtx"):
        m = scipy.io.mmread(name)
        assert m.nnz == scipy.io.mminfo(name)[2]
    else:
        m = scipy.sparse.load_npz(name)
        assert m.format == "csr" and m.has_sorted_indices
    rows, columns = m.shape
    c = m.tocoo()
    print(rows, columns, *(f"{y},{x},{v}" for y, x, v in sorted(zip(c.row, c.col, c.data))))
`

// scipy runs a script with files, or skips the test without SciPy.
func scipy(t *testing.T, script string, names ...string) string {
	t.Helper()
	return python(t, "scipy.io, scipy.sparse", "python3-scipy", func(run *exec.Cmd) { run.Args = append(run.Args, append([]string{"-c", script}, names...)...) })
}

// python runs the first Python that has these modules, and returns its output; without one it skips
// the test. debian names the package that has them.
func python(t *testing.T, modules, debian string, with func(run *exec.Cmd)) string {
	t.Helper()
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(name, "-c", "import "+modules).Run() != nil {
			continue
		}
		run := exec.Command(name)
		with(run)
		out, err := run.CombinedOutput()
		if err != nil {
			t.Fatalf("Python: %v\n%s", err, out[max(0, len(out)-4000):])
		}
		return string(out)
	}
	text := "no Python with " + modules + " here (" + debian + ")"
	if os.Getenv("FFKVADRAT_CI") != "" {
		t.Fatal(text)
	}
	t.Skip(text)
	return ""
}

// TestSciPyReadsPoints has SciPy read random points in both formats and orders, with values of 0
// and empty matrices.
func TestSciPyReadsPoints(t *testing.T) {
	race.Plain(t)
	rnd := rand.New(rand.NewPCG(15, 3))
	dir := t.TempDir()
	var names, want []string
	for i, size := range [][2]int{{40, 30}, {1, 1}, {1, 17}, {300, 2}, {16384, 3}, {3, 16384}} {
		for _, order := range []points.Order{points.Morton, points.ByLines} {
			h := pointSample()
			h.Analysis.Order = order
			f := Frame{HasPTS: true, Width: size[0], Height: size[1]}
			if i != 1 {
				f.Quads, f.Values = randomPoints(rnd, randomQuads(rnd, size[0], size[1]), order == points.ByLines)
			}
			for k := range f.Values {
				f.Values[k] *= uint16(rnd.IntN(2))
			}
			for _, format := range []Format{MatrixMarket, NPZ} {
				name := filepath.Join(dir, fmt.Sprint(len(names))+format.Extension())
				if err := os.WriteFile(name, []byte(export(t, format, h, f)), 0o600); err != nil {
					t.Fatal(err)
				}
				names, want = append(names, name), append(want, matrixText(&f))
			}
		}
	}
	got := strings.Split(strings.TrimSpace(scipy(t, readMatrices, names...)), "\n")
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			t.Fatalf("%s: SciPy reads\n%.300s\nwant\n%.300s", names[i], strings.Join(got[min(i, len(got)):], "\n"), want[i])
		}
	}
}

// matrixText is the expected output of readMatrices for a frame.
func matrixText(f *Frame) string {
	type entry struct {
		quad  quadpyramid.Quad
		value uint16
	}
	var entries []entry
	for i, q := range f.Quads {
		entries = append(entries, entry{q, f.Values[i]})
	}
	slices.SortFunc(entries, func(a, b entry) int { return int(a.quad) - int(b.quad) })
	var text strings.Builder
	fmt.Fprintf(&text, "%d %d", f.Height, f.Width)
	for _, e := range entries {
		fmt.Fprintf(&text, " %d,%d,%d", e.quad.Y(), e.quad.X(), e.value)
	}
	return text.String()
}

// TestOneFrame: a matrix has one frame, of points.
func TestOneFrame(t *testing.T) {
	for _, format := range []Format{MatrixMarket, NPZ} {
		if _, err := NewWriter(&strings.Builder{}, format, sample()); err == nil || !strings.Contains(err.Error(), "holds points only") {
			t.Errorf("%v of quads: %v", format, err)
		}
		for frames, want := range []string{"there is no frame", "", "holds one frame"} {
			w, err := NewWriter(&strings.Builder{}, format, pointSample())
			if err != nil {
				t.Fatal(err)
			}
			for i := range frames {
				err = w.WriteFrame(&pointFrames()[i])
			}
			if err == nil {
				err = w.Close()
			}
			if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
				t.Errorf("%v with %d frames: %v, want %q", format, frames, err, want)
			}
		}
	}
}

func TestWriteMatrixMarket(t *testing.T) {
	const want = `%%MatrixMarket matrix coordinate integer general
% row y + 1, column x + 1, value of the point
720 1280 4
1 10 0
1 1280 255
2 1 65535
720 641 16385
`
	if got := export(t, MatrixMarket, pointSample(), pointFrames()[0]); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
