package scripts_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// onlyOnLinux has the packages whose code compiles for Linux but not for macOS, with what they need. A package that
// imports one of them is not listed.
var onlyOnLinux = map[string]string{
	"decode":         "eventfd, to cancel a read",
	"gpu":            "EGL, for OpenGL without a display",
	"pipeline/batch": "the time of a file's last change, which has another name there",
	"tests/clitest":  "a pseudo-terminal's number",
}

// linuxHeaders are headers of C that macOS lacks.
var linuxHeaders = regexp.MustCompile(`(?m)^\s*(?://)?\s*#\s*include\s*<((?:linux|asm|EGL|GL|X11|alsa|va|sys/(?:epoll|eventfd|inotify|prctl|sendfile|signalfd|sysinfo|sysmacros|syscall|timerfd|vfs))(?:/[^>]*|\.h)|malloc\.h|link\.h|elf\.h|features\.h)>`)

// TestDarwin checks the types of all packages as on macOS; of cgo, it checks only the headers, because
// there are neither macOS's headers nor its compiler here. Those that fail are onlyOnLinux.
func TestDarwin(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", "-json=Dir,ImportPath,Standard,GoFiles,CgoFiles,CFiles,HFiles,Imports,ImportMap,Error", "./...")
	cmd.Dir = ".."
	cmd.Env = append(cmd.Environ(), "GOOS=darwin", "GOARCH=arm64", "CGO_ENABLED=1")
	list, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	c := checker{files: token.NewFileSet(), packages: map[string]*types.Package{"unsafe": types.Unsafe}}
	failed := map[string]string{}
	for d := json.NewDecoder(strings.NewReader(string(list))); ; { // dependencies first
		var p source
		if err := d.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if why := c.check(&p); why != "" && !p.Standard {
			failed[strings.TrimPrefix(p.ImportPath, "ffkvadrat/")] = why
		}
	}
	for _, name := range slices.Sorted(maps.Keys(failed)) {
		if onlyOnLinux[name] == "" {
			t.Errorf("%s does not compile on macOS: %s", name, failed[name])
		}
	}
	for name := range onlyOnLinux {
		if failed[name] == "" {
			t.Errorf("%s compiles on macOS: it need not be listed", name)
		}
	}
}

// source is a package as go list describes it.
type source struct {
	Dir, ImportPath                   string
	Standard                          bool
	GoFiles, CgoFiles, CFiles, HFiles []string
	Imports                           []string
	ImportMap                         map[string]string
	Error                             *struct{ Err string }
}

// checker checks types of packages.
type checker struct {
	files    *token.FileSet
	packages map[string]*types.Package
}

// check returns why a package does not compile, or "".
func (c *checker) check(p *source) string {
	if p.ImportPath == "unsafe" {
		return ""
	}
	if p.Error != nil {
		c.packages[p.ImportPath] = types.NewPackage(p.ImportPath, filepath.Base(p.ImportPath))
		return p.Error.Err
	}
	var files []*ast.File
	why := ""
	for _, name := range slices.Concat(p.GoFiles, p.CgoFiles) {
		f, err := parser.ParseFile(c.files, filepath.Join(p.Dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err.Error()
		}
		files = append(files, f)
	}
	config := types.Config{
		FakeImportC: true, IgnoreFuncBodies: p.Standard || !strings.HasPrefix(p.ImportPath, "ffkvadrat"), Sizes: types.SizesFor("gc", "arm64"),
		Importer: importer(func(path string) (*types.Package, error) {
			if to := p.ImportMap[path]; to != "" {
				path = to
			}
			if of := c.packages[path]; of != nil {
				return of, nil
			}
			return nil, fmt.Errorf("no package %s", path)
		}),
		Error: func(err error) {
			if text := err.Error(); why == "" && !strings.Contains(text, "invalid type") && !strings.Contains(text, "duplicate key unknown") { // of C
				why = text
			}
		},
	}
	c.packages[p.ImportPath], _ = config.Check(p.ImportPath, c.files, files, nil)
	if why != "" || config.IgnoreFuncBodies {
		return why
	}
	for _, name := range slices.Concat(p.CgoFiles, p.CFiles, p.HFiles) {
		text, err := os.ReadFile(filepath.Join(p.Dir, name))
		if err != nil {
			return err.Error()
		}
		if header := linuxHeaders.FindSubmatch(text); header != nil {
			return fmt.Sprintf("%s includes <%s>", name, header[1])
		}
	}
	return ""
}

// importer is a function that finds packages.
type importer func(path string) (*types.Package, error)

func (f importer) Import(path string) (*types.Package, error) { return f(path) }
