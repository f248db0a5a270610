package sequence

import (
	"fmt"
	"slices"
	"testing"
)

func TestGroups(t *testing.T) {
	names := []string{"a.png", "b_1.png", "c_7.png", "c_007.png", "d_8.png", "d_9.png", "d_10.png", "e_1.png", "e_1.jpg", "f1_5.png", "f1_6.png", "f2_5.png", "g_1#.png", "g_2#.png"}
	for n := 100; n < 340; n++ {
		names = append(names, fmt.Sprintf("shot_%04d.dpx", n))
	}
	var got []string
	for _, g := range Groups(names) {
		got = append(got, g.String())
	}
	slices.Sort(got)
	want := []string{"d_#.png, 3 pictures, 8–10", "f1_#.png, 2 pictures, 5–6", "shot_####.dpx, 240 pictures, 100–339"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
