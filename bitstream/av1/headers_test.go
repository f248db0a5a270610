package av1

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

func (f field) String() string { return fmt.Sprintf("%s = %d", f.name, f.value) }

// notCompared are elements that only one side traces.
var notCompared = []string{"obu_forbidden_bit", "obu_type", "obu_extension_flag", "obu_has_size_field", "obu_reserved_1bit", "temporal_id",
	"spatial_id", "extension_header_reserved_3bits", "obu_size", "leb128_byte", "trailing_one_bit", "trailing_zero_bit", "zero_bit"}

// compareTrace compares a video's syntax elements with those of FFmpeg's filter trace_headers, and returns their number.
func compareTrace(t *testing.T, path string) int {
	t.Helper()
	want := traceOf(t, path)
	var got []field
	var p Parser
	p.r.trace = func(name string, value int64) {
		if !slices.Contains(notCompared, name) {
			got = append(got, field{name, value})
		}
	}
	for _, packet := range packetsOf(t, path) {
		picture, err := p.Read(packet)
		if err != nil {
			t.Fatal(err)
		}
		picture.Release()
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

// traceOf returns the syntax elements of FFmpeg's trace that a Parser reads, too.
func traceOf(t *testing.T, path string) (fields []field) {
	t.Helper()
	out, err := exec.Command("ffmpeg", "-v", "trace", "-nostdin", "-i", path, "-map", "0:v:0", "-c", "copy", "-copyinkf", "-bsf", "trace_headers", "-f", "null", "-").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	units := []string{"Sequence Header", "Frame Header", "Tile Group", "Redundant Frame Header"}
	inUnit, packets := false, false
	for line := range bytes.Lines(out) {
		line = bytes.TrimSpace(line)
		if !bytes.HasPrefix(line, []byte("[trace_headers @")) {
			continue
		}
		m := traced.FindSubmatch(line)
		if m == nil {
			_, title, _ := strings.Cut(string(line), "] ")
			switch {
			case strings.HasPrefix(title, "Packet:"):
				packets = true // before them is the extradata's sequence header
			case title == "OBU header" || title == "Metadata" || title == "Padding":
				inUnit = false
			case slices.Contains(units, title):
				inUnit = packets
			}
			continue
		}
		value, err := strconv.ParseInt(string(m[2]), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		name := string(m[1])
		switch name { // the standard's names
		case "tile_size_bytes_minus1":
			name = "tile_size_bytes_minus_1"
		case "delta_frame_id_minus1":
			name = "delta_frame_id_minus_1"
		case "golden_frame_idx":
			name = "gold_frame_idx"
		}
		if inUnit && !slices.Contains(notCompared, name) {
			fields = append(fields, field{name, value})
		}
	}
	return fields
}

// TestFolderHeaders compares the headers of the videos of a folder, which FFKVADRAT_AV1 names, with FFmpeg's.
func TestFolderHeaders(t *testing.T) {
	folder := os.Getenv("FFKVADRAT_AV1")
	if folder == "" {
		t.Skip("FFKVADRAT_AV1 names no folder")
	}
	paths, _ := filepath.Glob(filepath.Join(folder, "*"))
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Log(compareTrace(t, path), "elements")
		})
	}
}
