package av1

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"ffkvadrat/tests/headertrace"
)

// notCompared are elements that only one side traces.
var notCompared = []string{"obu_forbidden_bit", "obu_type", "obu_extension_flag", "obu_has_size_field", "obu_reserved_1bit", "temporal_id",
	"spatial_id", "extension_header_reserved_3bits", "obu_size", "leb128_byte", "trailing_one_bit", "trailing_zero_bit", "zero_bit"}

// traced is FFmpeg's trace of what a Parser reads, too.
var traced = headertrace.Of{
	Units: []string{"Sequence Header", "Frame Header", "Tile Group", "Redundant Frame Header"},
	Name: func(name string) string {
		switch {
		case slices.Contains(notCompared, name):
			return ""
		case name == "tile_size_bytes_minus1":
			return "tile_size_bytes_minus_1"
		case name == "delta_frame_id_minus1":
			return "delta_frame_id_minus_1"
		case name == "golden_frame_idx":
			return "gold_frame_idx"
		}
		return name
	},
}

// compareTrace compares a video's syntax elements with those of FFmpeg's filter trace_headers, and returns their number.
func compareTrace(t *testing.T, path string) int {
	t.Helper()
	var got []headertrace.Element
	var p Parser
	p.r.trace = func(name string, value int64) {
		if !slices.Contains(notCompared, name) {
			got = append(got, headertrace.Element{Name: name, Value: value})
		}
	}
	for _, packet := range packetsOf(t, path) {
		picture, err := p.Read(packet)
		if err != nil {
			t.Fatal(err)
		}
		picture.Release()
	}
	return headertrace.Compare(t, got, traced.Read(t, path))
}

// TestFolderHeaders compares the headers of the videos of a folder, which FFKVADRAT_AV1 names, with FFmpeg's.
func TestFolderHeaders(t *testing.T) {
	folder := os.Getenv("FFKVADRAT_AV1")
	if folder == "" {
		return // the small clips of the other tests are parsed in any case
	}
	paths, _ := filepath.Glob(filepath.Join(folder, "*"))
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Log(compareTrace(t, path), "elements")
		})
	}
}
