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
	"ffkvadrat/tests/race"
	"ffkvadrat/yuv"
)

// numpy runs Python with NumPy in the folder of the Python package, or skips the test without them.
func numpy(t *testing.T, environment []string, args ...string) string {
	t.Helper()
	return python(t, "numpy", "python3-numpy", func(run *exec.Cmd) {
		run.Args = append(append(run.Args, "-B"), args...)
		run.Dir, run.Env = "../python", append(os.Environ(), environment...)
	})
}

// TestPythonReads has the Python package read random exports of all forms: odd and mixed picture
// sizes, empty and full lists, frames with few known fields.
func TestPythonReads(t *testing.T) {
	race.Plain(t)
	rnd := rand.New(rand.NewPCG(18, 4))
	dir := t.TempDir()
	sizes := [][2]int{{1, 1}, {1, 17}, {2, 3}, {7, 7}, {17, 17}, {64, 64}, {65, 63}, {300, 2}}
	for name, h := range map[string]Header{
		"quads": sample(), "means": featureSample(), "points": pointSample(), "hits": hitSample(), "classes": classSample(), "cubes": cubeSample(),
	} {
		h.Analysis.MinSize, h.Analysis.MaxSize = 0, 0
		h.Source.Interlaced = name != "quads"
		var frames []Frame
		var last []quadpyramid.Quad // in Morton order
		for i := range 3 * ffqGroup {
			size := sizes[i/5%len(sizes)]
			f := Frame{
				Index: int64(3*i - 1), PTS: int64(rnd.IntN(1<<20) - 1<<19), HasPTS: i%7 != 6, Time: rnd.NormFloat64(), KeyFrame: i%4 == 0,
				PictType: "IPB?"[i%4], Width: size[0], Height: size[1], PixFmt: "gray", Corrupt: i%9 == 8, Errors: i % 3,
				Interlacing: yuv.Interlacing(i % 3),
			}
			switch {
			case h.Analysis.Cube != 0:
				f.Window = 1 + rnd.IntN(h.Analysis.Cube)
				setCubes(&f, randomCubes(rnd, f.Width, f.Height, f.Window)...)
			case i%5 != 4:
				f.Quads = randomQuads(rnd, f.Width, f.Height)
			}
			if i%5 == 2 && h.Analysis.Cube == 0 { // equal to the frame before, in part
				f.Quads = last[:len(last)-len(last)/3]
			}
			last = f.Quads
			f.Quads = slices.Clone(last)
			v := h.Analysis.Variant
			switch {
			case v.HasValues():
				f.Quads, f.Values = randomPoints(rnd, f.Quads, true)
			case v.HasMeans():
				f.Means = randomMeans(rnd, len(f.Quads))
				if i%5 == 2 {
					copy(f.Means, frames[i-1].Means[:len(f.Quads)/2])
				}
			case h.Analysis.Bounds.Classes() > 0:
				f.Quads, f.Classes = randomClasses(rnd, f.Quads, h.Analysis.Bounds.Classes())
			}
			frames = append(frames, f)
		}
		for _, format := range []Format{NDJSON, JSON, FFQ} {
			if err := os.WriteFile(filepath.Join(dir, name+format.Extension()), []byte(export(t, format, h, frames...)), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	out := numpy(t, []string{"FFKVADRAT_EXPORTS=" + dir}, "-m", "unittest", "-v", "tests.test_reading")
	if n := strings.Count(out, "... ok"); n < 4 {
		t.Errorf("%d tests have passed:\n%s", n, out)
	}
}

// TestPythonRules has the Python package read the table of TestRuleTable and the vectors of the
// pages.
func TestPythonRules(t *testing.T) {
	if out := numpy(t, nil, "-m", "unittest", "-v", "tests.test_rules", "tests.test_document"); strings.Count(out, "... ok") < 2 {
		t.Errorf("the tests have not passed:\n%s", out)
	}
}

// randomClasses gives each quad a class and sorts the list by class.
func randomClasses(rnd *rand.Rand, quads []quadpyramid.Quad, classes int) (list []quadpyramid.Quad, of []uint8) {
	parts := make([][]quadpyramid.Quad, classes)
	for _, q := range quads {
		c := rnd.IntN(classes)
		parts[c] = append(parts[c], q)
	}
	for c, part := range parts {
		list = append(list, part...)
		of = append(of, slices.Repeat([]uint8{uint8(c)}, len(part))...)
	}
	return list, of
}

// TestPythonVersion: the Python package has the program's version.
func TestPythonVersion(t *testing.T) {
	program, err := os.ReadFile("../cli/version.go")
	if err != nil {
		t.Fatal(err)
	}
	version := strings.Trim(strings.Fields(strings.SplitAfter(string(program), "const Version = ")[1])[0], `"`)
	want := fmt.Sprintf("\n__version__ = %q\n", version)
	if python, err := os.ReadFile("../python/ffkvadrat/__init__.py"); err != nil || !strings.Contains(string(python), want) {
		t.Errorf("python/ffkvadrat/__init__.py has no %q: %v", want, err)
	}
}
