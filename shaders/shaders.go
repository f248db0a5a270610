// Package shaders contains the GLSL sources of all GPU passes and assembles them: input is a name and a
// set of defines, output is a complete source, of GLSL 4.30 or, for passes that draw, also 3.30.
//
// A file is one pass, <pass>_<verb>.<stage>; files with the extension .glsl are included by others with
// #include "name". The package only handles text and is safe for concurrent use.
package shaders

import (
	"embed"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

//go:embed *.glsl *.comp *.vert *.frag
var files embed.FS

// Source is an assembled shader.
type Source struct {
	Name string
	Text string
	// Files are the names for the source-string numbers of a compiler's log: "1:12" is line 12 of
	// Files[1].
	Files []string
	// Units are the texture units of samplers; GLSL 4.30 sets them itself.
	Units map[string]int
}

// Version is a version of GLSL.
type Version int

const (
	Full    Version = 430
	Drawing Version = 330 // has no compute shaders and no storage blocks, see drawing.glsl
)

// Names returns all passes: the files that are compiled separately.
func Names() []string {
	entries, _ := fs.ReadDir(files, ".") // the embedded root always exists
	var names []string
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".glsl") {
			names = append(names, e.Name())
		}
	}
	return names
}

// FirstWords is the texture unit of the words with binding 0 in GLSL 3.30; the units before it are for pictures.
const FirstWords = 4

// sampler matches the declaration of a sampler or of words, see drawing.glsl.
var sampler = regexp.MustCompile(`(?m)^(SAMPLER|WORDS)\((\d+), \w+, (\w+)\)`)

// Assemble reads the pass of the given name, expands its includes (each file once) and prepends the
// version and the defines, such as "WG_SIZE 256".
func (version Version) Assemble(name string, defines ...string) (Source, error) {
	s := Source{Name: name}
	var text strings.Builder
	fmt.Fprintf(&text, "#version %d core\n", version)
	for _, d := range defines {
		fmt.Fprintf(&text, "#define %s\n", d)
	}
	if err := s.expand(&text, name); err != nil {
		return Source{}, fmt.Errorf("shaders: assemble %s: %w", name, err)
	}
	s.Text = text.String()
	if version == Full {
		return s, nil
	}
	s.Units = make(map[string]int)
	for _, m := range sampler.FindAllStringSubmatch(s.Text, -1) {
		s.Units[m[3]], _ = strconv.Atoi(m[2]) // a few digits
		if m[1] == "WORDS" {
			s.Units[m[3]] += FirstWords
		}
	}
	return s, nil
}

func (s *Source) expand(text *strings.Builder, name string) error {
	if slices.Contains(s.Files, name) {
		return nil
	}
	body, err := files.ReadFile(name)
	if err != nil {
		return err
	}
	number := len(s.Files)
	s.Files = append(s.Files, name)
	fmt.Fprintf(text, "#line 1 %d\n", number)
	for i, line := range strings.Split(string(body), "\n") {
		include, ok := strings.CutPrefix(line, `#include "`)
		if !ok {
			text.WriteString(line)
			text.WriteByte('\n')
			continue
		}
		if err := s.expand(text, strings.TrimSuffix(include, `"`)); err != nil {
			return fmt.Errorf("%s:%d: %w", name, i+1, err)
		}
		fmt.Fprintf(text, "#line %d %d\n", i+2, number)
	}
	return nil
}
