package hevc

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A field is a syntax element of a header.
type field struct {
	name  string
	value int64
}

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
	want := traceOf(t, path)
	var got []field
	var s Stream
	s.r.Trace = func(name string, value int64) {
		if !strings.HasPrefix(name, "alignment_bit") {
			got = append(got, field{name, value})
		}
	}
	var p Picture
	for _, accessUnit := range Split(stream) {
		if err := s.Read(accessUnit, &p); err != nil {
			t.Fatal(err)
		}
	}
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Fatalf("element %d of %d: %v, FFmpeg has %v; before it %v", i, len(want), got[i], want[i], want[max(i-5, 0):i])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d elements, FFmpeg has %d", len(got), len(want))
	}
	return len(got)
}

// traced is a line of FFmpeg's trace: the place, the name with indices, the bits and the value.
var traced = regexp.MustCompile(`^\[trace_headers @ 0x[0-9a-f]+\] \d+ +([a-z]\w*)\S* +[01]* = (-?\d+)$`)

// traceOf returns the syntax elements of FFmpeg's trace that a Stream reads, too.
func traceOf(t *testing.T, path string) (fields []field) {
	t.Helper()
	out, err := exec.Command("ffmpeg", "-v", "trace", "-nostdin", "-f", "hevc", "-i", path, "-c", "copy", "-copyinkf", "-bsf", "trace_headers", "-f", "null", "-").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	units := []string{"Video Parameter Set", "Sequence Parameter Set", "Picture Parameter Set", "Slice Segment Header"}
	inUnit, constraints, packets := false, false, false
	for line := range bytes.Lines(out) {
		line = bytes.TrimSpace(line)
		if !bytes.HasPrefix(line, []byte("[trace_headers @")) {
			continue
		}
		m := traced.FindSubmatch(line)
		if m == nil {
			_, title, _ := strings.Cut(string(line), "] ")
			if strings.HasPrefix(title, "Packet:") {
				packets = true // before them are the parameter sets of the extradata
			}
			if !strings.HasPrefix(title, "nal_unit_type") {
				inUnit = packets && slices.Contains(units, title)
			}
			continue
		}
		name := string(m[1])
		switch { // the standard's names
		case strings.HasPrefix(name, "chroma_offset_l"):
			name = "delta_" + name
		case name == "scaling_list_delta_coeff":
			name = "scaling_list_delta_coef"
		}
		value, err := strconv.ParseInt(string(m[2]), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		switch name { // the constraint flags of profiles are passed over
		case "general_frame_only_constraint_flag":
			constraints = true
			fields = appendIn(fields, inUnit, name, value)
			continue
		case "general_level_idc":
			constraints = false
		}
		if !constraints && !slices.Contains([]string{"forbidden_zero_bit", "nal_unit_type", "nuh_layer_id", "nuh_temporal_id_plus1",
			"rbsp_stop_one_bit", "rbsp_alignment_zero_bit", "extension_data", "alignment_bit_equal_to_one", "alignment_bit_equal_to_zero"}, name) {
			fields = appendIn(fields, inUnit, name, value)
		}
	}
	return fields
}

func appendIn(fields []field, inUnit bool, name string, value int64) []field {
	if inUnit {
		fields = append(fields, field{name, value})
	}
	return fields
}

func (f field) String() string { return fmt.Sprintf("%s = %d", f.name, f.value) }
