package main

import (
	"bytes"
	"context"
	"go/ast"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// module writes a module's files and returns its folder.
func module(t *testing.T, files map[string]string) string {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(err)
	}
	t.Setenv("GOFLAGS", "")
	root := t.TempDir()
	files["go.mod"] = "module m\n\ngo 1.26\n"
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// TestSites: each kind of change is found, once per place, and texts for users are not changed.
func TestSites(t *testing.T) {
	root := module(t, map[string]string{"p/p.go": `package p
import "fmt"
const limit = 1 + 2
var table = []func(int) int{func(x int) int { return x * x }}
type T struct{}
func (T) String() string { if limit > 2 { return "a" }; return "b" }
func f(a, b uint8, s []int) (bool, error) {
	var room [4 + 1]int
	if len(s) > len(room) {
		panic(limit - 1)
	}
	if a < b && s != nil {
		s[limit-1] += int(a) << b
		clear(s)
	}
	for i := 0; i < len(s); i++ {
		s[i]--
	}
	switch {
	case a == b:
		return false, fmt.Errorf("%d", a+b)
	}
	return true, nil
}
`})
	packages, err := load(root, []target{{folder: "p"}})
	if err != nil {
		t.Fatal(err)
	}
	p := packages["p"]
	f := p.files[0]
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	pkg, bad := p.check(info, nil, nil)
	if bad != 0 {
		t.Fatal("the source has errors")
	}
	var got []string
	for _, s := range findSites(f, p.fset, info, pkg) {
		for _, c := range s.changes {
			m := &mutant{number: 1, site: s, change: c}
			got = append(got, f.text[s.start:s.end]+" => "+c.changed)
			if !p.compiles(m) {
				t.Errorf("does not compile: %v", m)
			}
		}
	}
	want := []string{
		"x * x => x / x",
		"a < b && s != nil => !(a < b && s != nil)",
		"a < b && s != nil => a < b || s != nil",
		"a < b => a <= b",
		"s != nil => s == nil",
		"s[limit-1] += int(a) << b => ",
		"s[limit-1] += int(a) << b => s[limit-1] -= int(a) << b",
		"clear(s) => ",
		"limit-1 => 3",
		"limit-1 => 1",
		"int(a) << b => int(a) >> b",
		"i < len(s) => !(i < len(s))",
		"i < len(s) => i <= len(s)",
		"0 => 1",
		"0 => -1",
		"s[i]-- => ",
		"s[i]-- => s[i]++",
		"a == b => !(a == b)",
		"a == b => a != b",
	}
	if !slices.Equal(got, want) {
		t.Errorf("sites:\n%s\ninstead of\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestShares: shares have the requested sum, and differ from the exact proportion by less than one.
func TestShares(t *testing.T) {
	if got := shares(10, []int{1, 1, 1}); !slices.Equal(got, []int{4, 3, 3}) {
		t.Error(got)
	}
	if got := shares(7, []int{10, 0, 25}); !slices.Equal(got, []int{2, 0, 5}) {
		t.Error(got)
	}
}

// TestMutate: all mutants of a small module compile together, also nested ones. Those that tests
// find, or hang in, are killed; others survive, except those listed as equivalent. The choice is
// reproducible.
func TestMutate(t *testing.T) {
	root := module(t, map[string]string{
		"lib/lib.go": `// Package lib has one function that is tested, and one that is not.
package lib

// Sum returns the sum of the numbers that are below a limit.
func Sum(numbers []int, limit int) (sum int) {
	for i := 0; i < len(numbers); {
		if numbers[i] < limit && numbers[i] != limit {
			sum += numbers[i]
		}
		i++
	}
	return sum
}

// Half returns half of x.
func Half(x uint8) uint8 { return x / 2 }
`,
		"lib/lib_test.go": `package lib

import "testing"

func TestSum(t *testing.T) {
	if Sum([]int{1, 2, 3, 4, 5, 6}, 4) != 6 {
		t.Error("wrong")
	}
}
`,
		"scripts/mutation/equivalent": `lib/lib.go: the second condition repeats the first
	- if numbers[i] < limit && numbers[i] != limit {
	+ if numbers[i] <= limit && numbers[i] != limit {
`,
	})
	o := options{
		root: root, dir: filepath.Join(root, "build"), targets: []target{{"lib", "lib", nil, []string{"lib Nothing", "lib"}}}, n: 1000, seed: 1, verbose: true,
		runner: runner{short: true, jobs: 2, least: 10 * time.Second},
	}
	var first bytes.Buffer
	if err := mutate(context.Background(), o, &first); err != nil {
		t.Fatalf("%v\n%s", err, first.Bytes())
	}
	survivors, err := os.ReadFile(filepath.Join(o.dir, "survivors"))
	if err != nil {
		t.Fatal(err)
	}
	if text := string(survivors); !strings.Contains(text, "return x") || !strings.Contains(text, "-only ") || strings.Contains(text, "sum") {
		t.Errorf("survivors:\n%s", text)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(survivors)), "\n") {
		if strings.HasPrefix(line, "\t- ") && !strings.Contains(line, "return x") && !strings.Contains(line, "numbers[i] != limit") {
			t.Errorf("survives: %s", line)
		}
	}
	if known := regexp.MustCompile(`(?m)^all +(\d+) +\d+ +([01]) +\d+$`).FindStringSubmatch(first.String()); known == nil {
		t.Errorf("no table with at most one equivalent mutant:\n%s", first.Bytes())
	}
	if !strings.Contains(first.String(), "killed by lib: TestSum") {
		t.Errorf("no mutant is killed:\n%s", first.Bytes())
	}

	o.list = true
	var lists [2]bytes.Buffer
	for i := range lists {
		if err := mutate(context.Background(), o, &lists[i]); err != nil {
			t.Fatal(err)
		}
	}
	if lists[0].String() != lists[1].String() {
		t.Errorf("the choice differs:\n%s\n%s", lists[0].Bytes(), lists[1].Bytes())
	}
}
