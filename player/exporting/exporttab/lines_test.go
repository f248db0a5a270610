package exporttab

import (
	"testing"

	"ffkvadrat/player/exporting"
	"ffkvadrat/player/widgets"
)

// TestLines: the longest list, the formats, has a place for each line.
func TestLines(t *testing.T) {
	if n := len(exporting.Formats()); n > len(widgets.Lines{}) {
		t.Errorf("%d formats in %d lines", n, len(widgets.Lines{}))
	}
}
