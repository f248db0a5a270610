package gledge_test

import (
	"slices"
	"testing"

	"ffkvadrat/edge"
	"ffkvadrat/edge/gledge"
)

func TestDefines(t *testing.T) {
	want := map[edge.Operator]string{
		edge.Cross:    "OPERATOR_SUM(SQUARE) SQUARE(c - e) + SQUARE(w - c) + SQUARE(n - c) + SQUARE(c - s)",
		edge.Diagonal: "OPERATOR_SUM(SQUARE) SQUARE(w - e) + SQUARE(ne - sw) + SQUARE(n - s) + SQUARE(nw - se)",
		edge.Sobel: "OPERATOR_SUM(SQUARE) SQUARE(nw - ne + 2 * w - 2 * e + sw - se)" +
			" + SQUARE(nw + 2 * n + ne - sw - 2 * s - se)",
		edge.Prewitt: "OPERATOR_SUM(SQUARE) SQUARE(nw - ne + w - e + sw - se) + SQUARE(nw + n + ne - sw - s - se)",
		edge.Scharr: "OPERATOR_SUM(SQUARE) SQUARE(3 * nw - 3 * ne + 10 * w - 10 * e + 3 * sw - 3 * se)" +
			" + SQUARE(3 * nw + 10 * n + 3 * ne - 3 * sw - 10 * s - 3 * se)",
		edge.Laplace: "OPERATOR_SUM(SQUARE) SQUARE(n + w - 4 * c + e + s)",
		edge.Linear: "OPERATOR_SUM(SQUARE) SQUARE(w - 2 * c + e) + SQUARE(n - 2 * c + s)" +
			" + SQUARE(nw - ne - sw + se)",
		edge.Luma:   "OPERATOR_VALUE",
		edge.Range:  "OPERATOR_VALUE",
		edge.Colour: "OPERATOR_DISTANCE",
		edge.Box:    "OPERATOR_DISTANCE",
	}
	for op, want := range want {
		if got := gledge.Defines(op); !slices.Equal(got, []string{want}) {
			t.Errorf("%v: %q, want %q", op, got, want)
		}
	}
}
