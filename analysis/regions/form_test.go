package regions_test

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"ffkvadrat/analysis/regions"
	"ffkvadrat/quadpyramid"
)

// TestForms: each form has its encoder's blocks, steps and number of offsets.
func TestForms(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	var b regions.Builder
	var g regions.Grid
	quads := regions.Counting{Limits: quadpyramid.Unlimited}
	for form := range regions.FormCount {
		if again, err := regions.ParseForm(form.String()); err != nil || again != form {
			t.Errorf("%v read is %v, %v", form, again, err)
		}
		for _, size := range sizes {
			for _, strength := range []int{regions.DefaultStrength, -regions.MaxStrength} {
				list := listOf(rnd, size.X, size.Y, quadpyramid.Unlimited)
				side, scale, most := 64, 1, size.X*size.Y
				switch form {
				case regions.SVT:
					scale, most = 5, 8
				case regions.Interest:
					side = 16
				}
				b.BuildFor(form, &g, list, size.X, size.Y, regions.Settings{Strength: strength, Counting: quads})
				s := regions.Settings{Side: side, Strength: strength * scale, Counting: quads}
				want := fewest(offsets(counted(list, size.X, size.Y, s), size.X, size.Y, s), most)
				if form.Side() != side || form.Scale() != scale || g.Side != side || !slices.Equal(g.Offsets, want) {
					t.Fatalf("%v, %v, strength %d: blocks of %d, %v, want %v", form, size, strength, g.Side, g.Offsets, want)
				}
				for _, x := range []int{0, size.X / 2, size.X - 1} {
					y := size.Y - 1 - x%size.Y
					if at := int(want[y/side*g.Columns+x/side]); g.At(x, y) != at {
						t.Fatalf("%v, %v: %d at %d, %d, want %d", form, size, g.At(x, y), x, y, at)
					}
				}
			}
		}
	}
	if f, err := regions.ParseForm("x266"); err == nil {
		t.Errorf("x266 is %v", f)
	}
}

// fewest rounds offsets to multiples of the smallest step that leaves at most most different ones.
func fewest(offsets []int16, most int) []int16 {
	for step := int64(1); ; step++ {
		different := map[int16]bool{}
		var fewer []int16
		for _, offset := range offsets {
			n := int16(min(max(step*rounded(big.NewRat(int64(offset), step)), -255), 255))
			fewer = append(fewer, n)
			different[n] = true
		}
		if len(different) <= most {
			return fewer
		}
	}
}
