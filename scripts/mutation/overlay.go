package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

const (
	variable = "FFKVADRAT_MUTANT" // the environment variable with a mutant's number
	current  = "mutantNow"        // the same number as a variable in a package
)

// pack is a package with targets.
type pack struct {
	path, dir, name string
	files           []*file
	fset            *token.FileSet
	importer        types.Importer
	errors          int // of type checking the valid source, caused by cgo's names
}

// file is a source file.
type file struct {
	name string // relative to the module's folder, with slashes
	path string
	text string
	ast  *ast.File
}

// load reads and checks the packages of targets.
func load(root string, targets []target) (map[string]*pack, error) {
	args := []string{"list", "-export", "-deps", "-json=ImportPath,Name,Dir,Export,GoFiles,CgoFiles"}
	for _, t := range targets {
		args = append(args, "./"+t.folder)
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = root
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, stderr.Bytes())
	}
	type listed struct {
		ImportPath, Name, Dir, Export string
		GoFiles, CgoFiles             []string
	}
	exports := map[string]string{}
	dirs := map[string]listed{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var l listed
		if err := d.Decode(&l); err == io.EOF {
			break
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		exports[l.ImportPath] = l.Export
		dirs[l.Dir] = l
	}
	fset := token.NewFileSet()
	from := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	packages := map[string]*pack{}
	for _, t := range targets {
		if packages[t.folder] != nil {
			continue
		}
		l, ok := dirs[filepath.Join(root, t.folder)]
		if !ok {
			return nil, fmt.Errorf("there is no package in %s", t.folder)
		}
		p := &pack{path: l.ImportPath, dir: t.folder, name: l.Name, fset: fset, importer: from}
		for _, name := range append(l.GoFiles, l.CgoFiles...) {
			f := &file{name: t.folder + "/" + name, path: filepath.Join(l.Dir, name)}
			data, err := os.ReadFile(f.path)
			if err != nil {
				return nil, err
			}
			f.text = string(data)
			if f.ast, err = parser.ParseFile(fset, f.path, data, parser.ParseComments|parser.SkipObjectResolution); err != nil {
				return nil, err
			}
			p.files = append(p.files, f)
		}
		packages[t.folder] = p
	}
	return packages, nil
}

// check checks the types of a package with one file replaced and the helpers of mutants added. It
// returns the number of errors; cgo's names have no types.
func (p *pack) check(info *types.Info, replaced *file, by *ast.File) (pkg *types.Package, bad int) {
	helpers, err := parser.ParseFile(p.fset, "mutant.go", helpers(p.name), parser.SkipObjectResolution)
	if err != nil {
		panic(err)
	}
	files := []*ast.File{helpers}
	for _, f := range p.files {
		if f == replaced {
			files = append(files, by)
		} else {
			files = append(files, f.ast)
		}
	}
	config := types.Config{Importer: p.importer, FakeImportC: true, Error: func(error) { bad++ }}
	pkg, _ = config.Check(p.path, p.fset, files, info)
	return pkg, bad
}

// choose chooses n mutants among the sites of targets, in proportion to their lines, at most one
// per site, and also returns the number of sites. The choice in a target depends on the seed, its
// name and its sources.
func choose(packages map[string]*pack, targets []target, n int, seed uint64) (mutants []*mutant, found int, err error) {
	infos := map[*pack]*types.Info{}
	checked := map[*pack]*types.Package{}
	lines := make([]int, len(targets))
	sites := make([][]site, len(targets))
	for i, t := range targets {
		p := packages[t.folder]
		if infos[p] == nil {
			infos[p] = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
			checked[p], p.errors = p.check(infos[p], nil, nil)
		}
		for _, f := range p.files {
			if matches(t.files, filepath.Base(f.name)) && !ast.IsGenerated(f.ast) {
				lines[i] += strings.Count(f.text, "\n")
				sites[i] = append(sites[i], findSites(f, p.fset, infos[p], checked[p])...)
			}
		}
		if len(sites[i]) == 0 {
			return nil, 0, fmt.Errorf("target %s has no sites", t.name)
		}
		found += len(sites[i])
	}
	for i, share := range shares(n, lines) {
		t := targets[i]
		hash := fnv.New64a()
		io.WriteString(hash, t.name)
		random := rand.New(rand.NewPCG(seed, hash.Sum64()))
		for _, j := range random.Perm(len(sites[i])) {
			if share == 0 {
				break
			}
			s := sites[i][j]
			m := &mutant{number: len(mutants) + 1, target: t.name, tests: t.tests, site: s, change: s.changes[random.IntN(len(s.changes))]}
			if packages[t.folder].compiles(m) {
				mutants = append(mutants, m)
				share--
			}
		}
	}
	return mutants, found, nil
}

// shares divides n in proportion to weights, by largest remainders.
func shares(n int, weights []int) []int {
	sum := 0
	for _, w := range weights {
		sum += w
	}
	list, order := make([]int, len(weights)), make([]int, len(weights))
	left := n
	for i, w := range weights {
		list[i], order[i] = n*w/sum, i
		left -= list[i]
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(n*weights[b]%sum, n*weights[a]%sum) })
	for _, i := range order[:left] {
		list[i]++
	}
	return list
}

// compiles reports whether a mutant alone is valid Go.
func (p *pack) compiles(m *mutant) bool {
	f, err := parser.ParseFile(p.fset, m.file.path, render(m.file.text, []*mutant{m}), parser.SkipObjectResolution)
	if err != nil {
		return false
	}
	_, bad := p.check(nil, m.file, f)
	return bad == p.errors
}

// render returns a file's text with mutants.
func render(text string, mutants []*mutant) string {
	mutants = slices.SortedFunc(slices.Values(mutants), func(a, b *mutant) int { // outer ones first
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
	return renderPart(text, 0, len(text), mutants)
}

// renderPart returns a part of the text with the mutants in it.
func renderPart(text string, start, end int, mutants []*mutant) string {
	var out strings.Builder
	at := start
	for i, m := range mutants {
		if m.start < at || m.end > end {
			continue
		}
		out.WriteString(text[at:m.start])
		args := []any{m.number}
		for _, part := range m.parts {
			args = append(args, renderPart(text, part[0], part[1], mutants[i+1:]))
		}
		fmt.Fprintf(&out, m.format, args...)
		at = m.end
	}
	out.WriteString(text[at:end])
	return out.String()
}

// writeOverlay writes the files with mutants to a folder, and returns the path of the list for go's
// flag -overlay.
func writeOverlay(dir string, packages map[string]*pack, mutants []*mutant) (string, error) {
	replace := map[string]string{}
	write := func(at, name, text string) error {
		to := filepath.Join(dir, "_src", filepath.FromSlash(name))
		replace[at] = to
		return errors.Join(os.MkdirAll(filepath.Dir(to), 0o755), os.WriteFile(to, []byte(text), 0o644))
	}
	for _, p := range packages {
		changed := false
		for _, f := range p.files {
			var list []*mutant
			for _, m := range mutants {
				if m.file == f {
					list = append(list, m)
				}
			}
			if list == nil {
				continue
			}
			changed = true
			if err := write(f.path, f.name, render(f.text, list)); err != nil {
				return "", err
			}
		}
		if changed {
			path := filepath.Join(filepath.Dir(p.files[0].path), "mutant.go")
			if err := write(path, p.dir+"/mutant.go", helpers(p.name)); err != nil {
				return "", err
			}
		}
	}
	list, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "overlay.json")
	return path, os.WriteFile(path, list, 0o644)
}

var helperNames = map[token.Token]string{
	token.LSS: "mutantLess", token.LEQ: "mutantLessEqual", token.GTR: "mutantGreater", token.GEQ: "mutantGreaterEqual",
	token.ADD: "mutantAdd", token.SUB: "mutantSub", token.MUL: "mutantMul", token.QUO: "mutantQuo",
	token.SHL: "mutantShl", token.SHR: "mutantShr", token.AND: "mutantAnd", token.OR: "mutantOr",
}

// helper returns the name of the helper function for an operator.
func helper(op token.Token) string { return helperNames[op] }

// helpers returns the file of helper functions for a package with mutants.
func helpers(name string) string {
	var out strings.Builder
	fmt.Fprintf(&out, `package %s

import (
	"os"
	"strconv"
)

var %s = func() int { n, _ := strconv.Atoi(os.Getenv(%q)); return n }()

type mutantInteger interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

type mutantNumber interface{ mutantInteger | ~float32 | ~float64 }

type mutantOrdered interface{ mutantNumber | ~string }

func mutantEither[T any](n int, mutant, original T) T {
	if %[2]s == n {
		return mutant
	}
	return original
}
`, name, current, variable)
	for _, op := range slices.Sorted(func(yield func(token.Token) bool) {
		for op := range helperNames {
			if !yield(op) {
				return
			}
		}
	}) {
		kind, result, second := "T mutantNumber", "T", "T"
		switch op {
		case token.LSS, token.LEQ, token.GTR, token.GEQ:
			kind, result = "T mutantOrdered", "bool"
		case token.SHL, token.SHR:
			kind, second = "T, U mutantInteger", "U"
		case token.AND, token.OR:
			kind = "T mutantInteger"
		}
		fmt.Fprintf(&out, `
func %s[%s](n int, a T, b %s) %s {
	if %s == n {
		return a %s b
	}
	return a %s b
}
`, helper(op), kind, second, result, current, swapped[op], op)
	}
	return out.String()
}
