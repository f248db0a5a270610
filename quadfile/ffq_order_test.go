package quadfile

import (
	"io"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/points"
)

// TestFFQOrders: points are read in the order in which they were written: Morton order, lines, or
// descending values with equal ones in Morton order.
func TestFFQOrders(t *testing.T) {
	for _, c := range []struct {
		order  points.Order
		quads  []quadpyramid.Quad
		values []uint16
	}{
		{points.Morton, []quadpyramid.Quad{quad(9, 0, 0), quad(0, 9, 0), quad(640, 700, 0)}, []uint16{7, 65535, 0}},
		{points.ByLines, []quadpyramid.Quad{quad(9, 0, 0), quad(1279, 0, 0), quad(0, 1, 0)}, []uint16{0, 255, 65535}},
		{points.ByValue, []quadpyramid.Quad{quad(640, 700, 0), quad(9, 0, 0), quad(1279, 0, 0), quad(0, 1, 0)}, []uint16{65535, 255, 255, 0}},
	} {
		h := pointSample()
		h.Analysis.Order = c.order
		r, err := NewReader(strings.NewReader(export(t, FFQ, h, Frame{HasPTS: true, KeyFrame: true, Quads: c.quads, Values: c.values})))
		if err != nil {
			t.Fatal(err)
		}
		var f Frame
		if err := r.Next(&f); err != nil {
			t.Fatalf("%s: %v", c.order, err)
		}
		if !slices.Equal(f.Quads, c.quads) || !slices.Equal(f.Values, c.values) {
			t.Errorf("%s: %v with %v, want %v with %v", c.order, f.Quads, f.Values, c.quads, c.values)
		}
		if err := r.Next(&f); err != io.EOF {
			t.Errorf("%s: %v after the only frame", c.order, err)
		}
	}
}
