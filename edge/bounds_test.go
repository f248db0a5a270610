package edge

import (
	"strings"
	"testing"

	"ffkvadrat/yuv"
)

func TestBounds(t *testing.T) {
	for _, text := range []string{"", "0.5", "0,0.25,1", "0.00001,2,3,4,5,6,7,8,9,10,11,12,13,14,15"} {
		b, err := ParseBounds(text)
		if err != nil || b.String() != text {
			t.Errorf("%q: %q, %v", text, b, err)
		}
		if again, err := ParseBounds(b.String()); err != nil || again != b {
			t.Errorf("%q: read again %+v, %v", text, again, err)
		}
	}
	if b, err := ParseBounds("1e-05,0.5"); err != nil || b.String() != "0.00001,0.5" {
		t.Errorf("with an exponent: %q, %v", b, err)
	}
	for text, want := range map[string]string{
		",":                                      "not a number",
		"0.1,x":                                  "not a number",
		"0.2,0.1":                                "ascending",
		"0.2,0.2":                                "ascending",
		"-1,2":                                   "ascending",
		"NaN":                                    "ascending",
		"0.1,Inf":                                "ascending",
		"1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16": "at most 16",
	} {
		if _, err := ParseBounds(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// A bound that equals a sample's value begins the class above, and bounds beyond the band change
// nothing.
func TestClasses(t *testing.T) {
	f := yuv.Format{Name: "test", Depth: 8}
	b, err := NewBounds(0.1, 0.5, 0.9)
	if err != nil {
		t.Fatal(err)
	}
	d := Discriminator{Operator: Range, Low: 0.2, Threshold: 0.6, Bounds: b}
	classes, err := d.Classes(nil, f)
	if err != nil {
		t.Fatal(err)
	}
	want := [][2]uint64{{51, 51}, {51, 128}, {128, 154}, {154, 154}}
	for i, c := range classes {
		if len(classes) != len(want) || c.Lower != want[i][0] || c.Upper != want[i][1] {
			t.Fatalf("class %d of %d is from %d to %d, want %v", i, len(classes), c.Lower, c.Upper, want)
		}
	}
	for _, wrong := range []Discriminator{
		{Operator: Luma, Threshold: 0.5, Bounds: b},
		{Operator: Range, Threshold: 0.5, Bounds: b, Invert: true},
	} {
		if _, err := wrong.Classes(nil, f); err == nil {
			t.Errorf("%+v: no error", wrong)
		}
	}
}
