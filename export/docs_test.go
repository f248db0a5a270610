package export

import (
	"os"
	"strings"
	"testing"
)

// TestDocsExample reads the example of docs/reference/formats.md and writes it again.
func TestDocsExample(t *testing.T) {
	page, err := os.ReadFile("../docs/reference/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(string(page), "```\n")
	example, _, _ = strings.Cut(example, "```\n")
	doc, err := Read(strings.NewReader(example))
	if err != nil {
		t.Fatal(err)
	}
	if len(doc.Frames) != 1 {
		t.Errorf("%d frames", len(doc.Frames))
	}
	if got := rewrite(t, NDJSON, doc); got != example {
		t.Errorf("got\n%s\nwant\n%s", got, example)
	}
	if err := compile(t).validate(example, NDJSON); err != nil {
		t.Error(err)
	}
}
