package quadfile

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// TestRuleTable: the Reader accepts the valid cases of testdata/rules.json and refuses the others.
// The Python package reads the same table.
func TestRuleTable(t *testing.T) {
	data, err := os.ReadFile("testdata/rules.json")
	if err != nil {
		t.Fatal(err)
	}
	var table struct {
		Bases map[string]map[string]string
		Cases []struct {
			Rule, Form, Base, Old, New, Data string
			Accept                           bool
		}
	}
	if err := json.Unmarshal(data, &table); err != nil {
		t.Fatal(err)
	}
	check := func(what, text string, accept bool) {
		t.Helper()
		_, err := Read(strings.NewReader(text))
		if (err == nil) != accept {
			t.Errorf("%s: accept %v, but %v", what, accept, err)
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %q", what, err)
		}
	}
	bytesOf := func(text string) string {
		data, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	for name, forms := range table.Bases {
		for form, text := range forms {
			switch form {
			case "ffq":
				check(name+".ffq", bytesOf(text), true)
			case "ndjson", "json":
				check(name+"."+form, text, true)
			}
		}
	}
	n := 0
	for _, c := range table.Cases {
		what := c.Rule + ": " + c.Base + "." + c.Form + " with " + c.New + " for " + c.Old
		switch c.Form {
		case "ffq":
			check(what, bytesOf(c.Data), c.Accept)
		case "ndjson", "json":
			text := table.Bases[c.Base][c.Form]
			if !strings.Contains(text, c.Old) {
				t.Fatalf("%s: it is not there", what)
			}
			check(what, strings.Replace(text, c.Old, c.New, 1), c.Accept)
		default: // summaries, which package report reads
			continue
		}
		n++
	}
	if n < 500 {
		t.Errorf("%d cases", n)
	}
}
