// Package headertrace compares the syntax elements that a parser of video headers reads with those of FFmpeg's
// bitstream filter trace_headers, which writes one line for each.
package headertrace

import (
	"bytes"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/tests/platform"
)

// An Element is a syntax element of a header.
type Element struct {
	Name  string // without indices
	Value int64
}

func (e Element) String() string { return fmt.Sprintf("%s = %d", e.Name, e.Value) }

// Of is a codec's trace.
type Of struct {
	Input []string                       // ffmpeg's options for its input
	Units []string                       // titles of the units whose elements count
	Name  func(traced string) (s string) // the standard's name of an element, or empty if the element does not count; called for all in turn
}

// line is a line of the trace that has an element: the place, the name with indices, the bits and the value.
var line = regexp.MustCompile(`^\d+ +([a-z]\w*)\S* +[01]* = (-?\d+)$`)

// Read returns the elements that count in a video's packets.
func (o Of) Read(t testing.TB, path string) (elements []Element) {
	t.Helper()
	out, err := exec.Command("ffmpeg", slices.Concat([]string{"-v", "trace", "-nostdin"}, o.Input, []string{"-i", path, "-map", "0:v:0", "-c", "copy",
		"-copyinkf", "-bsf", "trace_headers", "-f", "null", "-"})...).CombinedOutput()
	platform.Missing(t, err)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	inUnit, inPackets := false, false // the headers before the first packet are the container's
	for text := range bytes.Lines(out) {
		prefix, rest, _ := strings.Cut(strings.TrimSpace(string(text)), "] ")
		if !strings.HasPrefix(prefix, "[trace_headers @") {
			continue
		}
		m := line.FindStringSubmatch(rest)
		if m == nil {
			switch {
			case strings.HasPrefix(rest, "Packet:"):
				inPackets = true
			case !strings.HasPrefix(rest, "nal_unit_type"):
				inUnit = inPackets && slices.Contains(o.Units, rest)
			}
			continue
		}
		value, err := strconv.ParseInt(m[2], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		if name := o.Name(m[1]); name != "" && inUnit {
			elements = append(elements, Element{name, value})
		}
	}
	return elements
}

// Compare compares a parser's elements with those of the trace, and returns their number.
func Compare(t testing.TB, got, want []Element) int {
	t.Helper()
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
