package blocklist_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/measure/blocklist"
	"ffkvadrat/pipeline"
)

// TestDocument: the example of docs/reference/formats/blocks.md is what the sample gives, and the page's tables have all
// fields in their order.
func TestDocument(t *testing.T) {
	page, err := os.ReadFile("../../docs/reference/formats/blocks.md")
	if err != nil {
		t.Fatal(err)
	}
	o := blocklist.Options{Path: sample, Name: "tiny-420.mp4", Selection: pipeline.Selection{From: decode.Position{Index: -1}, Frames: 2}}
	data, _, _ := listed(t, "a.ndjson", o)
	text := strings.Split(string(data), "\n")
	lines := regexp.MustCompile(`(?m)^\{.*\}$`).FindAllString(string(page), -1)
	if len(lines) != 2 || lines[0] != text[0] {
		t.Fatalf("the page has %d lines, the first %s; want %s", len(lines), lines[0], text[0])
	}
	for _, part := range strings.Split(strings.TrimSuffix(lines[1], "]}"), "…],") {
		if part = strings.TrimSuffix(part, ",…"); !strings.Contains(text[2], part) {
			t.Errorf("%s is not in %.300s", part, text[2])
		}
	}
	header, _ := linesOf(t, data)
	hevc, _ := x265(t, "256x128")
	units, _, _ := withUnits(t, "a.ndjson", hevc)
	of, _ := linesOf(t, units)
	header["unit_fields"] = of["unit_fields"]
	for _, name := range []string{"block_fields", "vector_fields", "unit_fields"} {
		start := "| field of a " + strings.TrimSuffix(name, "_fields")
		_, table, _ := strings.Cut(string(page), start)
		table, _, _ = strings.Cut(table, "\n\n")
		var got, want []string
		for _, row := range strings.Split(table, "\n")[2:] {
			names, _, _ := strings.Cut(strings.TrimPrefix(row, "| "), " |")
			for _, field := range strings.Split(names, ", ") {
				got = append(got, strings.Trim(field, "`"))
			}
		}
		for _, field := range header[name].([]any) {
			want = append(want, field.(string))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: the page has %q, want %q", name, got, want)
		}
	}
}
