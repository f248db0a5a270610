package points_test

import (
	"slices"
	"testing"

	"ffkvadrat/edge"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/quadpyramid/pyramidtest"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// compare compares Lines with the reference.
func compare(t *testing.T, name string, m *edge.Mask, f yuv.Format, alpha bool) {
	t.Helper()
	p := yuvtest.Picture(f, m.Width, m.Height, yuvtest.Fills(pyramidtest.Seed)[5])
	var reference points.Reference
	wantList, wantValues := reference.Build(p, m, points.ByLines, alpha)
	words := pyramidtest.BitMask(m)
	var lines points.Lines
	lines.Begin(words)
	for row := words.Rows - 1; row >= 0; row-- {
		lines.Reduce(row, row+1)
	}
	n := lines.Merge()
	list, values := make([]quadpyramid.Quad, n), make([]uint16, n)
	source := points.NewSource(p, alpha)
	for y := m.Height - 1; y >= 0; y-- {
		lines.Emit(list, values, &source, y, y+1)
	}
	if !slices.Equal(list, wantList) {
		t.Fatalf("%s %d×%d: %s", name, m.Width, m.Height, pyramidtest.Difference(list, wantList))
	}
	if !slices.Equal(values, wantValues) {
		t.Fatalf("%s %d×%d %s: other values", name, m.Width, m.Height, f.Name)
	}
	clear(values)
	if source.Read(values, list); !slices.Equal(values, wantValues) {
		t.Fatalf("%s %d×%d %s: other values from Read", name, m.Width, m.Height, f.Name)
	}
}

func TestLines(t *testing.T) {
	for i, size := range append([][2]int{{64, 64}, {65, 63}, {128, 1}, {1, 130}, {700, 70}}, yuvtest.Sizes...) {
		for name, m := range pyramidtest.Masks(size[0], size[1]) {
			f := yuvtest.Formats[i%len(yuvtest.Formats)]
			compare(t, name, m, f, false)
			if f.Alpha {
				compare(t, name, m, f, true)
			}
		}
	}
}

func TestValuesOfEveryFormat(t *testing.T) {
	for _, f := range yuvtest.Formats {
		compare(t, "noise", pyramidtest.Masks(70, 66)["noise"], f, f.Alpha)
	}
}

func FuzzLines(f *testing.F) {
	f.Add(uint8(9), []byte("lines of points"))
	f.Fuzz(func(t *testing.T, width uint8, bits []byte) {
		compare(t, "fuzz", pyramidtest.MaskOf(width, bits), yuvtest.Formats[1], false)
	})
}

func TestParseOrder(t *testing.T) {
	for o := range points.OrderCount {
		if got, err := points.ParseOrder(o.String()); err != nil || got != o {
			t.Errorf("%v was read as %v: %v", o, got, err)
		}
	}
	if _, err := points.ParseOrder("columns"); err == nil {
		t.Error("columns was taken")
	}
}
