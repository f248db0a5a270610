package scripts_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// other is a system that is not Linux.
type other struct {
	goos, arch string

	// without are packages that do not compile there, with what they need. Those that import them are not listed.
	without map[string]string

	// lacks are headers and names of C that the system does not have, and others do.
	lacks *regexp.Regexp
}

// others are the systems besides Linux that all packages are checked for.
var others = []other{
	{"darwin", "arm64", nil, lacking(linuxHeaders+`|malloc\.h`, linuxNames)},
	{"windows", "amd64", map[string]string{ // for developers alone
		"cli/trust/inject": "LD_PRELOAD, to make system calls fail",
		"decode/livetest":  "signals, to stop an X server",
		"scripts/mutation": "process groups, to end what hangs",
		"scripts/playtest": "a pipe with a name, to hear ALSA's sound",
	}, lacking(linuxHeaders+`|dlfcn\.h|poll\.h|sys/(?:ioctl|mman|resource|select|socket|un|wait)\.h`, linuxNames)},
}

const (
	linuxHeaders = `(?:linux|asm|EGL|GL|X11|alsa|va)/[^>]*|sys/(?:epoll|eventfd|inotify|prctl|sendfile|signalfd|sysinfo|sysmacros|syscall|timerfd|vfs)\.h|link\.h|elf\.h|features\.h`
	linuxNames   = `MSG_NOSIGNAL|O_PATH|O_TMPFILE|POLLRDHUP|SOCK_CLOEXEC|SOCK_NONBLOCK|accept4|epoll_\w+|eventfd|fallocate|gettid|memfd_create|pipe2|prctl|renameat2`
)

// lacking returns what matches the headers and names in C's code and in that of cgo. A name with a quote or a slash
// before it is a text or part of a path.
func lacking(headers, names string) *regexp.Regexp {
	return regexp.MustCompile(`(?m)^\s*(?://)?\s*#\s*include\s*<(?:` + headers + `)>|^[^/"\n]*\b(?:` + names + `)\b\(?`)
}

// withoutTwin are files of C that Linux compiles, and whose functions others do not need.
var withoutTwin = map[string]string{
	"decode/late_unix.c":        "stands in for libraries that start slowly; the others link to these",
	"decode/late_unused_unix.c": "as late_unix.c",
}

// TestOtherSystems checks the types of all packages, with cgo's, as on other systems, where neither their headers nor
// their compilers are. Of C, it checks that no header or name is included that only Linux has, and that a
// file for one system has a twin for each of the others, in which the same functions are.
func TestOtherSystems(t *testing.T) {
	for _, of := range others {
		t.Run(of.goos, func(t *testing.T) {
			cmd := exec.Command("go", "list", "-deps",
				"-json=Dir,ImportPath,Standard,GoFiles,CgoFiles,CFiles,HFiles,IgnoredOtherFiles,Imports,ImportMap,Error", "./...")
			cmd.Dir = ".."
			cmd.Env = append(cmd.Environ(), "GOOS="+of.goos, "GOARCH="+of.arch, "CGO_ENABLED=1")
			list, err := cmd.Output()
			if err != nil {
				t.Fatal(err)
			}
			failed := map[string]bool{}
			c := checker{other: of, files: token.NewFileSet(), packages: map[string]*types.Package{"unsafe": types.Unsafe}}
			for d := json.NewDecoder(strings.NewReader(string(list))); ; { // dependencies first
				var p source
				if err := d.Decode(&p); err == io.EOF {
					break
				} else if err != nil {
					t.Fatal(err)
				}
				if why := c.check(&p); why != "" && !p.Standard {
					name := strings.TrimPrefix(p.ImportPath, "ffkvadrat/")
					failed[name] = true
					if of.without[name] == "" {
						t.Errorf("%s: %s", name, why)
					}
				}
			}
			for name := range of.without {
				if !failed[name] {
					t.Errorf("%s compiles: it need not be listed", name)
				}
			}
		})
	}
}

// source is a package as go list describes it.
type source struct {
	Dir, ImportPath                                      string
	Standard                                             bool
	GoFiles, CgoFiles, CFiles, HFiles, IgnoredOtherFiles []string
	Imports                                              []string
	ImportMap                                            map[string]string
	Error                                                *struct{ Err string }
}

// checker checks types of packages.
type checker struct {
	other
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
		FakeImportC: true, IgnoreFuncBodies: p.Standard || !strings.HasPrefix(p.ImportPath, "ffkvadrat"), Sizes: types.SizesFor("gc", c.arch),
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
		if found := c.lacks.Find(text); found != nil {
			return fmt.Sprintf("%s has %q", name, found)
		}
	}
	return withoutFunctions(p)
}

// functionOfC matches the definition of a function that other files can call.
var functionOfC = regexp.MustCompile(`(?m)^(?:[a-z_]\w*[ *]+)+(\w+)\([^;{}]*\)\s*\{`)

// withoutFunctions returns which function of C only other systems have, or "".
func withoutFunctions(p *source) string {
	defined := map[string]bool{}
	read := func(name string, f func(function string)) {
		text, err := os.ReadFile(filepath.Join(p.Dir, name))
		if err != nil {
			panic(err)
		}
		for _, m := range functionOfC.FindAllSubmatch(text, -1) {
			if !strings.HasPrefix(string(m[0]), "static ") {
				f(string(m[1]))
			}
		}
	}
	for _, name := range p.CFiles {
		read(name, func(function string) { defined[function] = true })
	}
	why := ""
	for _, name := range p.IgnoredOtherFiles {
		at := strings.TrimPrefix(p.ImportPath, "ffkvadrat/") + "/" + name
		if filepath.Ext(name) != ".c" || withoutTwin[at] != "" {
			continue
		}
		read(name, func(function string) {
			if !defined[function] {
				why = fmt.Sprintf("%s of %s is in no file for this system", function, name)
			}
		})
	}
	return why
}

// importer is a function that finds packages.
type importer func(path string) (*types.Package, error)

func (f importer) Import(path string) (*types.Package, error) { return f(path) }
