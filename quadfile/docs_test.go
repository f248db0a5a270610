package quadfile

import (
	"os"
	"slices"
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

// TestDocsAnalysis: docs/reference/formats/quads.md and the package for Python have the fields of an analysis.
func TestDocsAnalysis(t *testing.T) {
	var listed []string
	for _, row := range docpage.Rows(t, docpage.Page(t, "quads.md"), "\n`analysis`:") {
		listed = append(listed, strings.Split(row[0], "`, `")...)
	}
	names := AnalysisFields()
	slices.Sort(names)
	if slices.Sort(listed); !slices.Equal(listed, names) {
		t.Errorf("the page has %q, the table %q", listed, names)
	}
	python, err := os.ReadFile("../python/ffkvadrat/header.py")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if !strings.Contains(string(python), `"`+name+`": `) {
			t.Errorf("header.py has no rule for %q", name)
		}
	}
}
