package quadfile

import (
	"strings"
	"testing"

	"ffkvadrat/tests/docpage"
)

// TestDocsExample reads the example of docs/reference/formats/quads.md and writes it again.
func TestDocsExample(t *testing.T) {
	example := docpage.NDJSON(t)
	doc, err := Read(strings.NewReader(example))
	if err != nil {
		t.Fatal(err)
	}
	if len(doc.Frames) != 2 {
		t.Errorf("%d frames", len(doc.Frames))
	}
	if got := rewrite(t, NDJSON, doc); got != example {
		t.Errorf("got\n%s\nwant\n%s", got, example)
	}
	if err := compile(t).validate(example, NDJSON); err != nil {
		t.Error(err)
	}
}
