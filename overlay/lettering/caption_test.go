package lettering

import (
	"image"
	"image/color"
	"strings"
	"testing"
)

// numbers is a caption with the numbers of two videos.
var numbers = Caption{
	Groups: [][]Row{
		{{"Frame", "1235"}, {"Index in files", "1234"}, {"Time", "49.360 s"}},
		{{"Quads", "123 456"}, {"Coverage", "97.0 %"}, {"Threshold", "0.0125"}},
		{{"A", "hevc"}, {"Type", "P"}, {"QP", "27.4 (22–34)"}, {"Size", "12 345 bytes"}},
		{{"B", "av1"}, {"Type", "P"}, {"QP", ""}, {"Size", "815 bytes"}, {"Packet", "3 bytes"}, {"PSNR YUV", "38.25 dB"}},
	},
	Below: []Row{{"Sizes", "12 of 1 px, 34 of 2 px, 1234 of 4 px, 2345 of 8 px, 3456 of 16 px, 123 of 32 px, 12 of 64 px"}},
	Key:   []Piece{{Text: "QP of blocks"}, {Text: "10 fine"}, {Colours: make([]color.RGBA, 64)}, {Text: "45 coarse"}, {Colours: make([]color.RGBA, 1)}, {Text: "intra 12 %"}},
}

// TestTable: in pictures of all widths from 320 pixels on, all texts are whole, inside, and apart from each other, in an order that
// has each value after its label; wider pictures have more columns.
func TestTable(t *testing.T) {
	for width, columns := range map[int]int{320: 1, 480: 2, 640: 3, 1280: 4, 1920: 4, 3840: 4} {
		w, err := New(max(float64(width)/captionPart, leastCaption))
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		made := w.table(numbers, width)
		all := ""
		places := map[int]bool{}
		for i, c := range made.cells {
			if !c.at.In(image.Rect(0, 0, width, made.height)) || w.Width(c.text) > c.at.Dx() {
				t.Errorf("%d: %+v is not whole", width, c)
			}
			for _, other := range made.cells[:i] {
				if c.at.Overlaps(other.at) {
					t.Errorf("%d: %+v and %+v overlap", width, c, other)
				}
			}
			all += c.text + " "
			if c.label && c.text != "Sizes" && c.text != "QP of blocks" {
				places[c.at.Min.X] = true
			}
		}
		for _, want := range []string{"Frame 1235 Index in files 1234 Time 49.360 s", "Coverage 97.0 %", "B av1 Type P Size 815 bytes Packet 3 bytes PSNR YUV 38.25 dB", "Sizes 12 of 1 px, 34 of 2 px", "QP of blocks 10 fine  45 coarse  intra 12 %"} {
			if !strings.Contains(all, want) {
				t.Errorf("%d: %q lacks %q", width, all, want)
			}
		}
		if len(places) < columns {
			t.Errorf("%d: %d columns, want %d", width, len(places), columns)
		}
	}
	w, err := New(leastCaption)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	one := Caption{Groups: numbers.Groups[:3]}
	if made := w.table(one, 320); made.height > 8*w.line() {
		t.Errorf("the numbers of one video are %d pixels high in a picture of 320, more than in two columns", made.height)
	}
	if made := w.table(Caption{Groups: [][]Row{{{"QP", ""}}}}, 320); made.height != 0 || len(made.cells) != 0 {
		t.Errorf("without values: %+v", made)
	}
}

// TestBelow: the picture stays as it is, the text is below it, and a line is between them, as dark pictures have the table's colour.
func TestBelow(t *testing.T) {
	for _, width := range []int{120, 320, 800} {
		img := image.NewRGBA(image.Rect(0, 0, width, 40))
		for i := range img.Pix {
			img.Pix[i] = byte(i*7 | 3)
		}
		out, err := Below(img, numbers)
		if err != nil {
			t.Fatal(err)
		}
		labels, values := 0, 0
		for y := range out.Rect.Dy() {
			for x := range width {
				c := out.RGBAAt(x, y)
				switch {
				case y < 40 && c != img.RGBAAt(x, y):
					t.Fatalf("width %d: pixel (%d, %d) is %v, was %v", width, x, y, c, img.RGBAAt(x, y))
				case y == 40 && c != captionLine:
					t.Fatalf("width %d: no line at (%d, %d)", width, x, y)
				case c == captionLabel:
					labels++
				case c == captionNumber:
					values++
				}
			}
		}
		if out.Rect.Dx() != width || labels < 50 || values < 50 {
			t.Errorf("width %d: %v, %d pixels of labels, %d of values", width, out.Rect, labels, values)
		}
	}
}
