package shaders

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// subgroupExtensions are what gpu.Caps.Subgroups checks for. Everything else that shaders use is in GLSL
// 4.30, which has no atomic operations on floats.
var subgroupExtensions = []string{"GL_KHR_shader_subgroup_basic", "GL_KHR_shader_subgroup_arithmetic", "GL_KHR_shader_subgroup_ballot"}

var (
	extension    = regexp.MustCompile(`^\s*#\s*extension\s+(\w+)`)
	opening      = regexp.MustCompile(`^\s*#\s*if`)
	otherwise    = regexp.MustCompile(`^\s*#\s*(else|elif)`)
	closing      = regexp.MustCompile(`^\s*#\s*endif`)
	subgroupWord = regexp.MustCompile(`\b(gl_Subgroup\w+|gl_NumSubgroups|subgroup[A-Z]\w*)`)
)

// TestShadersNeedNoExtension: shaders use extensions, and the operations of subgroups, only inside
// SUBGROUPS. Only fused_group.glsl has such operations, because it checks the size of subgroups;
// package fused tests that it does.
func TestShadersNeedNoExtension(t *testing.T) {
	names, err := fs.Glob(files, "*.*")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var inside []string // the conditions around a line
		for i, line := range strings.Split(string(text), "\n") {
			line, _, _ = strings.Cut(line, "//")
			switch {
			case opening.MatchString(line):
				inside = append(inside, strings.TrimSpace(line))
			case otherwise.MatchString(line):
				inside[len(inside)-1] = "other"
			case closing.MatchString(line):
				inside = inside[:len(inside)-1]
			}
			checked := slices.Contains(inside, "#ifdef SUBGROUPS")
			if m := extension.FindStringSubmatch(line); m != nil && (!checked || !slices.Contains(subgroupExtensions, m[1])) {
				t.Errorf("%s:%d: the extension %s, which the host does not check for", name, i+1, m[1])
			}
			if word := subgroupWord.FindString(line); word != "" {
				if found++; !checked || name != "fused_group.glsl" {
					t.Errorf("%s:%d: %s where the size of subgroups is not checked", name, i+1, word)
				}
			}
		}
	}
	if found == 0 {
		t.Error("no subgroup operation was found")
	}
}
