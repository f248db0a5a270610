package trust_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// refused has the words that user texts must not have, each with a replacement and a sentence that
// contains it.
var refused = []struct {
	words   *regexp.Regexp
	instead string
	example string
}{
	{regexp.MustCompile(`(?i)\bfilms?\b`), "video", "Open films…"},
	{regexp.MustCompile(`(?i)\b(is|are|was|were) told\b`), "reported, printed", "The first one is told."},
	{regexp.MustCompile(`(?i)\btells? of\b`), "reports, describes", "No line tells of it."},
	{regexp.MustCompile(`(?i)\blikewise\b`), "also, the same for …", "Likewise of the encode."},
	{regexp.MustCompile(`(?i)\bof (its|their) own\b`), "own", "a line of its own"},
	{regexp.MustCompile(`(?i)\bso many\b`), "n, this number of", "every so many frames"},
	{regexp.MustCompile(`(?i)\bbehind (the|its|their) end\b`), "past the end", "12.5 is behind the end."},
	{regexp.MustCompile(`(?i)\bof which (there|it|one|its)\b`), "whose, with, but", "2 quads, of which there is one"},
}

// kept has the exceptions, words that files and programs use: the file, the text, and why.
var kept = []struct{ file, text, why string }{
	{"pipeline/batch/ledger.go", `json:"film"`, "a field of the batch's journal"},
	{"pipeline/queue/queue.go", ".film.", "part of a subject of the queue"},
	{"pipeline/queue/queue.go", ".film.*", "subjects of the queue"},
	{"pipeline/queue/server.go", ".film.*", "subjects of the queue"},
	{"player/session/videos.go", "ffkvadrat-films", "the format of the list of played videos"},
	{"player/session/videos.go", "films", "a field of that list"},
	{"player/session/videos.go", `  "films": [`, "a field of that list"},
	{"player/session/videos.go", "films.json", "the name of that list"},
	{"player/session/settings.go", "film", "a tab's name in settings files"},
	{"player/status.go", `json:"film"`, "a field of the status lines"},
	{"player/status.go", `json:"films"`, "a field of the status lines"},
}

var (
	grain     = regexp.MustCompile(`(?i)film.grain`)                                             // the standards' term
	texts     = regexp.MustCompile("\"(?:[^\"\\\\\n]|\\\\.)*\"|'(?:[^'\\\\\n]|\\\\.)*'|`[^`]*`") // in JavaScript and the shell
	actions   = regexp.MustCompile(`\{\{[^}]*\}\}`)
	hidden    = regexp.MustCompile(`\b(id|class|href|for|aria-labelledby|data-\w+)="[^"]*"`)
	variables = regexp.MustCompile(`\$\{?\w+`)
	prints    = regexp.MustCompile(`(^|[\s;&|{@(])(echo|printf|say|fail) `)
	fences    = regexp.MustCompile("(?ms)^ *```.*?^ *```")
	codes     = regexp.MustCompile("`[^`\n]+`|\\]\\([^)]*\\)")
	about     = regexp.MustCompile(`"description": ("(?:[^"\\]|\\.)*")`)
)

// TestWords: what users read has no word that the glossary refuses: string literals and struct tags
// of the program, pages and templates, Python, printed lines of scripts, and documents.
func TestWords(t *testing.T) {
	for _, r := range refused {
		if !r.words.MatchString(r.example) {
			t.Errorf("%v does not find %q", r.words, r.example)
		}
	}
	used := make([]bool, len(kept))
	read := map[string]int{}
	check := func(file string, line int, text string) {
		read[path.Ext(file)]++
		text = grain.ReplaceAllString(text, "grain")
		for _, r := range refused {
			word := r.words.FindString(text)
			if word == "" {
				continue
			}
			if at := slices.IndexFunc(kept, func(k struct{ file, text, why string }) bool { return k.file == file && k.text == text }); at >= 0 {
				used[at] = true
				continue
			}
			t.Errorf("%s:%d: %q in %.120q: write %s", file, line, word, text, r.instead)
		}
	}
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		file := filepath.ToSlash(strings.TrimPrefix(strings.TrimPrefix(name, root), string(filepath.Separator)))
		base := d.Name()
		switch {
		case !d.IsDir():
			return words(name, file, check)
		case file != "" && (strings.HasPrefix(base, ".") || strings.HasSuffix(base, "test") || slices.Contains([]string{"bin", "build", "testdata", "tests", "asm"}, base)):
			return fs.SkipDir
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for ext, least := range map[string]int{".go": 1000, ".html": 50, ".js": 50, ".py": 100, ".tmpl": 50, ".json": 20, ".md": 10} {
		if read[ext] < least {
			t.Errorf("only %d texts in files %s, at least %d are known", read[ext], ext, least)
		}
	}
	for i, k := range kept {
		if !used[i] {
			t.Errorf("kept: %s has no %q any more", k.file, k.text)
		}
	}
}

// words calls check for each text of a file that users may read.
func words(name, file string, check func(file string, line int, text string)) error {
	ext := path.Ext(file)
	script := ext == "" && (strings.HasPrefix(file, "scripts/") || file == "Makefile")
	switch {
	case ext == ".go" && !strings.HasSuffix(file, "_test.go"):
		return literals(name, file, check)
	case script, slices.Contains([]string{".html", ".tmpl", ".js", ".py", ".md", ".desktop", ".xml"}, ext), strings.HasSuffix(file, ".schema.json"):
	default:
		return nil
	}
	raw, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	text := string(raw)
	if ext == ".md" {
		text = blank(codes, blank(fences, text))
	}
	for i, line := range strings.Split(text, "\n") {
		switch {
		case script:
			if prints.MatchString(line) {
				check(file, i+1, variables.ReplaceAllString(line, ""))
			}
		case ext == ".js":
			for _, s := range texts.FindAllString(line, -1) {
				check(file, i+1, s[1:len(s)-1])
			}
		case ext == ".json":
			for _, m := range about.FindAllStringSubmatch(line, -1) {
				check(file, i+1, m[1])
			}
		default:
			check(file, i+1, hidden.ReplaceAllString(actions.ReplaceAllString(line, ""), ""))
		}
	}
	return nil
}

// blank replaces matches by their line breaks.
func blank(r *regexp.Regexp, text string) string {
	return r.ReplaceAllStringFunc(text, func(s string) string { return strings.Repeat("\n", strings.Count(s, "\n")) })
}

// literals calls check for each string literal and struct tag of a Go file, except paths of imports
// and shaders.
func literals(name, file string, check func(file string, line int, text string)) error {
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.BasicLit:
			if n.Kind != token.STRING {
				return false
			}
			text, unquoteErr := strconv.Unquote(n.Value)
			if unquoteErr != nil {
				err = fmt.Errorf("%s: %w", set.Position(n.Pos()), unquoteErr)
			}
			if !strings.Contains(text, "void main") && !strings.Contains(text, "#version") {
				check(file, set.Position(n.Pos()).Line, text)
			}
		}
		return true
	})
	return err
}
