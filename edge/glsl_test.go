package edge_test

import (
	"slices"
	"testing"

	"ffkvadrat/edge"
)

func TestGLSL(t *testing.T) {
	want := map[edge.Operator]string{
		edge.Cross:    "OPERATOR_SUM(SQUARE) SQUARE(c - e) + SQUARE(c - w) + SQUARE(c - n) + SQUARE(c - s)",
		edge.Diagonal: "OPERATOR_SUM(SQUARE) SQUARE(e - w) + SQUARE(ne - sw) + SQUARE(n - s) + SQUARE(nw - se)",
		edge.Sobel: "OPERATOR_SUM(SQUARE) SQUARE(ne + 2 * e + se - nw - 2 * w - sw)" +
			" + SQUARE(sw + 2 * s + se - nw - 2 * n - ne)",
		edge.Prewitt: "OPERATOR_SUM(SQUARE) SQUARE(ne + e + se - nw - w - sw) + SQUARE(sw + s + se - nw - n - ne)",
		edge.Scharr: "OPERATOR_SUM(SQUARE) SQUARE(3 * ne + 10 * e + 3 * se - 3 * nw - 10 * w - 3 * sw)" +
			" + SQUARE(3 * sw + 10 * s + 3 * se - 3 * nw - 10 * n - 3 * ne)",
		edge.Laplace: "OPERATOR_SUM(SQUARE) SQUARE(4 * c - n - w - e - s)",
		edge.Luma:    "OPERATOR_VALUE",
		edge.Range:   "OPERATOR_VALUE",
	}
	for _, op := range edge.Operators() {
		if got := op.GLSL(); !slices.Equal(got, []string{want[op]}) {
			t.Errorf("%v: %q, want %q", op, got, want[op])
		}
	}
}
