package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"io"
	"path/filepath"
	"strings"
)

// site is a syntax node with its possible changes, at least one.
type site struct {
	file       *file
	start, end int // offsets in the file's text
	changes    []change
}

// change is one way to change a node.
type change struct {
	changed string // for display, empty if the node is removed
	// parts are offsets that divide the node into texts, which can have mutants, too. code is a
	// format with number n as argument 1 and the texts from argument 2 on.
	parts  [][2]int
	format string
}

// mutant is a chosen change of a site.
type mutant struct {
	number int
	target string
	tests  []string // packages whose tests run, in this order
	site
	change
	result result
	killer string // the test that fails
}

type result int

const (
	pending result = iota
	killed
	survived
	isEquivalent
	results
)

// lines returns the lines of the source before and after the change.
func (m *mutant) lines() (before, after string) {
	text := m.file.text
	from := strings.LastIndexByte(text[:m.start], '\n') + 1
	to := m.end
	if i := strings.IndexByte(text[to:], '\n'); i >= 0 {
		to += i
	}
	changed := m.changed
	if changed == "" {
		changed = "/* removed */"
	}
	clean := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	return clean(text[from:to]), clean(text[from:m.start] + changed + text[m.end:to])
}

// String names the mutant independently of line and number.
func (m *mutant) String() string {
	before, after := m.lines()
	return fmt.Sprintf("%s: %s => %s", m.file.name, before, after)
}

// print writes the mutant for display.
func (m *mutant) print(w io.Writer) {
	before, after := m.lines()
	end := ""
	switch m.result {
	case killed:
		end = ", killed by " + m.killer
	case survived:
		end = ", survived"
	case isEquivalent:
		end = ", equivalent"
	}
	line := 1 + strings.Count(m.file.text[:m.start], "\n")
	fmt.Fprintf(w, "%d, %s:%d%s\n\t- %s\n\t+ %s\n", m.number, m.file.name, line, end, before, after)
}

// finder finds the sites of a file.
type finder struct {
	file  *file
	fset  *token.FileSet
	info  *types.Info
	pkg   *types.Package
	sites []site
	index map[[2]int]int    // of a site, by its offsets
	alone map[ast.Stmt]bool // statements that must stay simple, in the head of a loop
}

// findSites returns the sites in a file's functions. Methods that format values, texts of errors,
// and panics have none.
func findSites(f *file, fset *token.FileSet, info *types.Info, pkg *types.Package) []site {
	s := finder{file: f, fset: fset, info: info, pkg: pkg, index: map[[2]int]int{}, alone: map[ast.Stmt]bool{}}
	for _, d := range f.ast.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Body == nil || d.Recv != nil && (d.Name.Name == "String" || d.Name.Name == "Error" || d.Name.Name == "Format") {
				continue
			}
			s.walk(d.Body)
		case *ast.GenDecl:
			ast.Inspect(d, func(n ast.Node) bool {
				if f, ok := n.(*ast.FuncLit); ok {
					s.walk(f.Body)
					return false
				}
				return true
			})
		}
	}
	return s.sites
}

// walk finds the sites within a node.
func (s *finder) walk(root ast.Node) {
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			return n.Tok != token.CONST
		case *ast.ArrayType:
			return false
		case *ast.CallExpr:
			return !s.forReaders(n)
		case *ast.IfStmt:
			if s.onlyPanics(n) {
				return false
			}
			s.condition(n.Cond)
			s.alone[n.Init] = true
		case *ast.ForStmt:
			s.condition(n.Cond)
			s.alone[n.Init], s.alone[n.Post] = true, true
		case *ast.SwitchStmt:
			s.alone[n.Init] = true
			if n.Tag == nil {
				for _, c := range n.Body.List {
					for _, e := range c.(*ast.CaseClause).List {
						s.condition(e)
					}
				}
			}
		case *ast.BlockStmt:
			s.statements(n.List)
		case *ast.CaseClause:
			s.statements(n.Body)
		case *ast.CommClause:
			s.statements(n.Body)
		case *ast.IncDecStmt:
			s.incDec(n)
		case *ast.AssignStmt:
			s.assignment(n)
		case ast.Expr:
			if v := s.info.Types[n]; v.Value != nil {
				s.constant(n, v)
				return false
			}
			if n, ok := n.(*ast.BinaryExpr); ok {
				s.binary(n)
			}
		}
		return true
	})
}

// forReaders reports whether a call makes an error or panics.
func (s *finder) forReaders(call *ast.CallExpr) bool {
	switch types.ExprString(call.Fun) {
	case "panic", "fmt.Errorf", "errors.New":
		return true
	}
	return false
}

// onlyPanics reports whether a statement only checks for programmer errors.
func (s *finder) onlyPanics(n *ast.IfStmt) bool {
	if len(n.Body.List) != 1 || n.Else != nil {
		return false
	}
	e, ok := n.Body.List[0].(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := e.X.(*ast.CallExpr)
	return ok && types.ExprString(call.Fun) == "panic"
}

func (s *finder) offset(p token.Pos) int { return s.fset.Position(p).Offset }

// span returns the offsets of a node.
func (s *finder) span(n ast.Node) [2]int { return [2]int{s.offset(n.Pos()), s.offset(n.End())} }

func (s *finder) text(n ast.Node) string {
	at := s.span(n)
	return s.file.text[at[0]:at[1]]
}

// add adds a change of a node.
func (s *finder) add(n ast.Node, c change) {
	at := s.span(n)
	i, ok := s.index[at]
	if !ok {
		i = len(s.sites)
		s.index[at] = i
		s.sites = append(s.sites, site{file: s.file, start: at[0], end: at[1]})
	}
	s.sites[i].changes = append(s.sites[i].changes, c)
}

// typeName returns the name of a type in this file, or "".
func (s *finder) typeName(t types.Type) string {
	if b, ok := t.(*types.Basic); ok && b.Info()&types.IsUntyped != 0 {
		t = types.Default(t)
	}
	if b, ok := t.(*types.Basic); ok && b.Kind() == types.Invalid {
		return ""
	}
	named := true
	name := types.TypeString(t, func(p *types.Package) string {
		if p == s.pkg {
			return ""
		}
		for _, spec := range s.file.ast.Imports {
			if strings.Trim(spec.Path.Value, `"`) == p.Path() && spec.Name == nil {
				return p.Name()
			}
		}
		named = false
		return p.Name()
	})
	if !named {
		return ""
	}
	return name
}

// condition adds the negation of a condition.
func (s *finder) condition(e ast.Expr) {
	if e == nil || s.info.Types[e].Value != nil {
		return
	}
	s.add(e, change{changed: "!(" + s.text(e) + ")", parts: [][2]int{s.span(e)}, format: "((%[2]s) != (" + current + " == %[1]d))"})
}

// swapped maps operators to those of their mutants.
var swapped = map[token.Token]token.Token{
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LAND: token.LOR, token.LOR: token.LAND,
	token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.QUO, token.QUO: token.MUL,
	token.SHL: token.SHR, token.SHR: token.SHL, token.AND: token.OR, token.OR: token.AND,
}

// binary adds an expression with another operator.
func (s *finder) binary(n *ast.BinaryExpr) {
	op, ok := swapped[n.Op]
	if !ok {
		return
	}
	at := s.offset(n.OpPos)
	left, right := [2]int{s.offset(n.Pos()), at}, [2]int{at + len(n.Op.String()), s.offset(n.End())}
	c := change{parts: [][2]int{left, right}}
	c.changed = s.file.text[left[0]:left[1]] + op.String() + s.file.text[right[0]:right[1]]
	is := "(" + current + " == %[1]d)"
	switch n.Op {
	case token.EQL, token.NEQ:
		c.parts = [][2]int{s.span(n)}
		c.format = "((%[2]s) != " + is + ")"
	case token.LAND, token.LOR: // by De Morgan's laws, so that each operand is evaluated at most once
		c.format = "(((%[2]s) != " + is + " " + n.Op.String() + " (%[3]s) != " + is + ") != " + is + ")"
	case token.SHL, token.SHR:
		x, y := s.typeName(s.info.TypeOf(n)), s.typeName(s.info.TypeOf(n.Y))
		if x == "" || y == "" {
			return
		}
		c.format = helper(n.Op) + "[" + x + ", " + y + "](%[1]d, %[2]s, %[3]s)"
	default:
		t := s.info.TypeOf(n.X)
		if s.info.Types[n.X].Value != nil { // constants may have no type
			t = s.info.TypeOf(n.Y)
		}
		x := s.typeName(t)
		if x == "" {
			return
		}
		c.format = helper(n.Op) + "[" + x + "](%[1]d, %[2]s, %[3]s)"
	}
	s.add(n, c)
}

// constant adds the two neighbours of an integer constant that contains a number.
func (s *finder) constant(e ast.Expr, v types.TypeAndValue) {
	b, ok := v.Type.Underlying().(*types.Basic)
	if !ok || b.Info()&types.IsInteger == 0 || b.Info()&types.IsUntyped != 0 || v.Value.Kind() != constant.Int {
		return
	}
	literal := false
	ast.Inspect(e, func(n ast.Node) bool {
		l, ok := n.(*ast.BasicLit)
		literal = literal || ok && l.Kind == token.INT
		return true
	})
	name := s.typeName(v.Type)
	if !literal || name == "" {
		return
	}
	for _, op := range []token.Token{token.ADD, token.SUB} {
		value := constant.BinaryOp(v.Value, op, constant.MakeInt64(1)).ExactString()
		s.add(e, change{changed: value, parts: [][2]int{s.span(e)}, format: "mutantEither[" + name + "](%[1]d, " + value + ", %[2]s)"})
	}
}

// statements adds the removal of each statement of a list.
func (s *finder) statements(list []ast.Stmt) {
	for _, n := range list {
		switch n := n.(type) {
		case *ast.ExprStmt:
			if call, ok := n.X.(*ast.CallExpr); !ok || s.forReaders(call) {
				continue
			}
		case *ast.IncDecStmt:
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE || len(n.Lhs) == 1 && types.ExprString(n.Lhs[0]) == "_" {
				continue
			}
		default:
			continue
		}
		s.add(n, change{parts: [][2]int{s.span(n)}, format: "if " + current + " != %[1]d { %[2]s }"})
	}
}

// incDec adds the opposite of ++ or --.
func (s *finder) incDec(n *ast.IncDecStmt) {
	op := token.DEC
	if n.Tok == token.DEC {
		op = token.INC
	}
	s.either(n, s.text(n.X)+op.String())
}

// assignment adds an assignment with another operator.
func (s *finder) assignment(n *ast.AssignStmt) {
	for _, pair := range [][2]token.Token{
		{token.ADD_ASSIGN, token.SUB_ASSIGN}, {token.MUL_ASSIGN, token.QUO_ASSIGN}, {token.SHL_ASSIGN, token.SHR_ASSIGN}, {token.AND_ASSIGN, token.OR_ASSIGN},
	} {
		for i := range pair {
			if n.Tok == pair[i] {
				s.either(n, s.text(n.Lhs[0])+" "+pair[1-i].String()+" "+s.text(n.Rhs[0]))
			}
		}
	}
}

// either adds a statement as replacement of another.
func (s *finder) either(n ast.Stmt, changed string) {
	if s.alone[n] {
		return
	}
	s.add(n, change{
		changed: changed, parts: [][2]int{s.span(n)},
		format: "if " + current + " == %[1]d { " + strings.ReplaceAll(changed, "%", "%%") + " } else { %[2]s }",
	})
}

// matches reports whether a file's name matches one of the patterns, or there are none.
func matches(patterns []string, name string) bool {
	for _, p := range patterns {
		if ok, _ := filepath.Match(p, name); ok {
			return true
		}
	}
	return len(patterns) == 0
}
