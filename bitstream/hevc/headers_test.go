package hevc

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/tests/headertrace"
)

// TestHeaders: each syntax element of parameter sets and slice segment headers is that of FFmpeg's filter
// trace_headers, by name and value, in the same order.
func TestHeaders(t *testing.T) {
	eachClip(t, func(t *testing.T, _ clip, stream []byte) {
		if n := compareTrace(t, stream); n < 100 {
			t.Errorf("only %d elements", n)
		}
	})
}

// compareTrace compares a stream's syntax elements with FFmpeg's, and returns their number.
func compareTrace(t *testing.T, stream []byte) int {
	t.Helper()
	path := filepath.Join(t.TempDir(), "clip.hevc")
	if err := os.WriteFile(path, stream, 0o666); err != nil {
		t.Fatal(err)
	}
	var got []headertrace.Element
	var s Stream
	s.r.Trace = func(name string, value int64) {
		if !strings.HasPrefix(name, "alignment_bit") {
			got = append(got, headertrace.Element{Name: name, Value: value})
		}
	}
	var p Picture
	for _, accessUnit := range Split(stream) {
		if err := s.Read(accessUnit, &p); err != nil {
			t.Fatal(err)
		}
	}
	return headertrace.Compare(t, got, traced().Read(t, path))
}

// traced returns FFmpeg's trace of what a Stream reads, too.
func traced() headertrace.Of {
	constraints := false // the constraint flags of profiles are passed over
	return headertrace.Of{
		Input: []string{"-f", "hevc"},
		Units: []string{"Video Parameter Set", "Sequence Parameter Set", "Picture Parameter Set", "Slice Segment Header"},
		Name: func(name string) string {
			switch name {
			case "general_frame_only_constraint_flag":
				constraints = true
				return name
			case "general_level_idc":
				constraints = false
			}
			switch {
			case constraints || slices.Contains([]string{"forbidden_zero_bit", "nal_unit_type", "nuh_layer_id", "nuh_temporal_id_plus1",
				"rbsp_stop_one_bit", "rbsp_alignment_zero_bit", "extension_data", "alignment_bit_equal_to_one", "alignment_bit_equal_to_zero"}, name):
				return ""
			case strings.HasPrefix(name, "chroma_offset_l"):
				return "delta_" + name
			case name == "scaling_list_delta_coeff":
				return "scaling_list_delta_coef"
			}
			return name
		},
	}
}
