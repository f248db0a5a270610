package scripts_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// withoutRace has packages with goroutines that do not run under the race detector, with reasons.
var withoutRace = map[string]string{
	"cli":                                "links the player",
	"tests/chromium":                     "serves tests",
	"tests/clitest":                      "serves tests",
	"cli/processes":                      "links the player",
	"cli/trust":                          "starts programs, and waits for them",
	"pipeline/verify":                    "has no tests; those of pipeline run it",
	"player":                             "links the C++ of Dear ImGui",
	"player/exporting":                   "its tests start the player",
	"scripts/playtest":                   "serves tests",
	"scripts/mutation":                   "starts tests, and waits for them",
	"scripts/interrupt":                  "interrupts programs, and waits for them",
	"atomicfile/statefile/statefiletest": "serves tests",
}

// TestRaceHasAllGoroutines: every package that starts goroutines, in its code or its tests, runs
// under the race detector.
func TestRaceHasAllGoroutines(t *testing.T) {
	makefile, err := os.ReadFile("../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`(?m)^RACE := ((?:.*\\\n)*.*)$`).FindSubmatch(makefile)
	if list == nil {
		t.Fatal("the Makefile has no list RACE")
	}
	var raced []string
	for name := range strings.FieldsSeq(strings.ReplaceAll(string(list[1]), "\\\n", " ")) {
		raced = append(raced, strings.TrimPrefix(name, "./"))
	}
	concurrent := map[string]bool{}
	err = filepath.WalkDir("..", func(path string, d os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != ".." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "build" || d.Name() == "bin"):
			return filepath.SkipDir
		case !strings.HasSuffix(path, ".go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		if hasGoroutines(file) {
			concurrent[filepath.ToSlash(strings.TrimPrefix(filepath.Dir(path), ".."+string(filepath.Separator)))] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range concurrent {
		if withoutRace[name] == "" && !slices.Contains(raced, name) {
			t.Errorf("%s has goroutines: add it to RACE in the Makefile", name)
		}
	}
	for _, name := range raced {
		if _, err := os.Stat("../" + name); err != nil {
			t.Error(err)
		}
	}
	if len(concurrent) < 10 {
		t.Errorf("only %d packages have goroutines", len(concurrent))
	}
}

// hasGoroutines reports whether a file starts goroutines, by a go statement or a method Go like
// that of sync.WaitGroup.
func hasGoroutines(file *ast.File) (has bool) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			has = true
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Go" {
				has = true
			}
		}
		return !has
	})
	return has
}
