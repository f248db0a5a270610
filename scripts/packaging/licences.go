package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// furtherLicences are licence files elsewhere than in the folders of linked packages and above
// them: of C++ and C sources, and of a font.
var furtherLicences = map[string][]string{
	"github.com/AllenDang/cimgui-go":  {"cwrappers/imgui/LICENSE.txt"},
	"github.com/go-gl/glfw/v3.3/glfw": {"glfw/LICENSE.md"},
	"golang.org/x/image":              {"font/gofont/ttfs/README"},
}

// likeGo is a module with the licence of Go, word for word. Debian's packages of Go have no file of
// it.
const likeGo = "golang.org/x/sys"

// licences returns Debian's file "copyright": the licences of the program and of everything linked
// statically. Run it in the program's folder.
func licences() ([]byte, error) {
	var out bytes.Buffer
	fmt.Fprintln(&out, "ffkvadrat, and what is linked into it, each with its licence.")
	if err := appendLicence(&out, "ffkvadrat", "LICENSE"); err != nil {
		return nil, err
	}
	modules, err := linked()
	if err != nil {
		return nil, err
	}
	for _, m := range modules {
		names, err := m.licences()
		if err != nil {
			return nil, err
		}
		of := m.path + " " + m.version
		if m.path == likeGo {
			of = "Go's runtime and standard library, and " + of
		}
		for _, name := range names {
			if err := appendLicence(&out, of, filepath.Join(m.root, name)); err != nil {
				return nil, err
			}
		}
	}
	return out.Bytes(), nil
}

// module is a Go module with linked packages.
type module struct {
	path, version, root string
	folders             []string // of the linked packages
}

// linked returns the modules of all packages of the program, by path.
func linked() ([]*module, error) {
	const format = "{{with .Module}}{{if .Version}}{{.Path}}\t{{.Version}}\t{{.Dir}}\t{{$.Dir}}{{end}}{{end}}"
	cmd := exec.Command("go", "list", "-deps", "-f", format, ".")
	cmd.Stderr = os.Stderr
	list, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	byPath := map[string]*module{}
	for row := range strings.Lines(string(list)) {
		fields := strings.Split(strings.TrimSpace(row), "\t")
		m := byPath[fields[0]]
		if m == nil {
			m = &module{path: fields[0], version: fields[1], root: fields[2]}
			byPath[m.path] = m
		}
		m.folders = append(m.folders, fields[3])
	}
	return slices.SortedFunc(maps.Values(byPath), func(a, b *module) int { return strings.Compare(a.path, b.path) }), nil
}

// licences returns the module's licence files that apply to the linked packages: those in their
// folders and above.
func (m *module) licences() ([]string, error) {
	names := slices.Clone(furtherLicences[m.path])
	for _, folder := range m.folders {
		for ; len(folder) >= len(m.root); folder = filepath.Dir(folder) {
			entries, err := os.ReadDir(folder)
			if err != nil {
				return nil, err
			}
			for _, e := range entries {
				if isLicence(e.Name()) {
					name, err := filepath.Rel(m.root, filepath.Join(folder, e.Name()))
					if err != nil {
						return nil, err
					}
					names = append(names, name)
				}
			}
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	if len(names) == 0 {
		return nil, fmt.Errorf("%s has no licence", m.path)
	}
	return names, nil
}

func isLicence(name string) bool {
	name = strings.ToUpper(strings.TrimSuffix(name, filepath.Ext(name)))
	return slices.Contains([]string{"LICENSE", "LICENCE", "COPYING", "UNLICENSE", "NOTICE"}, name)
}

// appendLicence writes a licence under a heading. Debian has the text of the Apache licence as a
// file.
func appendLicence(out *bytes.Buffer, of, path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if bytes.Contains(text, []byte("Apache License")) && bytes.Contains(text, []byte("END OF TERMS AND CONDITIONS")) {
		text = []byte("Apache License, version 2.0: see /usr/share/common-licenses/Apache-2.0\n")
	}
	fmt.Fprintf(out, "\n%s\n%s: %s\n\n%s\n", strings.Repeat("-", 72), of, filepath.Base(path), bytes.TrimSpace(text))
	return nil
}
