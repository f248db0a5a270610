package lettering

import (
	"slices"
	"testing"
)

// TestFrameRows: a caption names the video, and the frame if its number is known.
func TestFrameRows(t *testing.T) {
	want := []Row{{"Video", "a.mp4"}, {"Frame", "88"}, {"Index in files", "87"}, {"Time", "3.480 s"}}
	if got := FrameRows("a.mp4", 87, 3.48); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	want[1].Value, want[2].Value = "", ""
	if got := FrameRows("a.mp4", -1, 3.48); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
