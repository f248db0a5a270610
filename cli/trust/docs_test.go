package trust

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// source lists the tests of a package.
type source struct {
	functions map[string]bool
	text      strings.Builder
}

// TestDocs compares docs/testing.md with the sources: the tests that it names
// exist, each row of its tables names one, and no fuzz target is missing.
func TestDocs(t *testing.T) {
	data, err := os.ReadFile("../../docs/testing.md")
	if err != nil {
		t.Fatal(err)
	}
	packages := testSources(t)
	name := regexp.MustCompile("`([a-z/]+)\\.((?:Test|Fuzz)\\w+)(?:/([^`]+))?`")
	named := map[string]bool{}
	for _, m := range name.FindAllStringSubmatch(string(data), -1) {
		folder, function, subtest := m[1], m[2], m[3]
		named[folder+"."+function] = true
		p := packages[folder]
		if p == nil || !p.functions[function] {
			t.Errorf("%s is not there", m[0])
		} else if subtest != "" && !strings.Contains(p.text.String(), `"`+subtest+`"`) {
			t.Errorf("%s: no test has a %q", m[0], subtest)
		}
	}
	rows := 0
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "| ") && !strings.HasPrefix(line, "| ---") && !strings.HasPrefix(line, "| case ") && !strings.HasPrefix(line, "| target ") {
			rows++
			if !name.MatchString(line) {
				t.Errorf("no test in %s", line)
			}
		}
	}
	if rows < 40 || len(named) < 100 {
		t.Errorf("only %d rows with %d tests: has the page another form now?", rows, len(named))
	}
	for folder, p := range packages {
		for function := range p.functions {
			if strings.HasPrefix(function, "Fuzz") && !named[folder+"."+function] {
				t.Errorf("%s.%s is not on the page", folder, function)
			}
		}
	}
}

// testSources reads the tests of all packages, by their folders.
func testSources(t *testing.T) map[string]*source {
	t.Helper()
	root := filepath.Join("..", "..")
	packages := map[string]*source{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, 0)
		if err != nil {
			return err
		}
		folder := filepath.ToSlash(strings.TrimPrefix(filepath.Dir(path), root+string(filepath.Separator)))
		p := packages[folder]
		if p == nil {
			p = &source{functions: map[string]bool{}}
			packages[folder] = p
		}
		p.text.Write(text)
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv == nil {
				p.functions[f.Name.Name] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return packages
}
