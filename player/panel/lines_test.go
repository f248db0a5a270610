package panel

import "testing"

// TestLines: the longest list, the formats, has a place for each line.
func TestLines(t *testing.T) {
	if n := len(exportFormats); n > len(lines{}) {
		t.Errorf("%d formats in %d lines", n, len(lines{}))
	}
}
