// Package wording formats errors for people: in the window, on the command line, and wherever else a
// user reads them.
//
// Input are errors, whose texts begin with the names of the program's packages; output is text without
// these names. Any goroutine may use it.
package wording

import (
	"regexp"
	"slices"
	"strings"

	"ffkvadrat/decode/userinfo"
)

// packages are the package names with which errors begin. Users never see them, because Error removes
// them.
var packages = []string{
	"agreement", "agreements", "analysis", "atomicfile", "audio", "av1", "batch", "bench", "blocklist", "channel", "cloud", "compare", "cuda", "decode", "dialog", "dicing", "edge", "edl", "feature", "fused", "gpu", "hevc", "histogram", "histograms", "imgui", "information", "ladder", "lettering", "marks", "match", "mesh", "nal", "ocpyramid",
	"overlay", "panel", "parsing", "pipeline", "playground", "player", "playlist", "png", "points", "programcache", "quadfile", "quadpyramid", "quads", "queue", "reconstruction", "regions", "render", "report", "session", "shaders", "sheet", "shotlist", "shots", "sides", "siti", "statefile", "stored", "streams", "survey",
	"trace", "treecode", "verify", "views", "visible", "voxels", "yuv",
	"arrow", "columns", "parquet",
}

// Error returns an error's text for users. URLs in it lose their passwords, and each error of the chain
// loses its package name. Nothing else changes, such as a file name that looks like a package. An error
// without a cause is treated as a text, whose parts can come from other errors.
func Error(err error) string {
	if n, ok := err.(*Named); ok {
		return userinfo.Remove(n.Name) + ": " + Error(n.Err)
	}
	var causes []error
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		causes = []error{e.Unwrap()}
	case interface{ Unwrap() []error }:
		causes = e.Unwrap()
	}
	if len(causes) == 0 {
		return Text(err.Error())
	}
	rest, text := err.Error(), ""
	for _, cause := range causes {
		if cause == nil || cause.Error() == "" {
			continue
		}
		if before, after, ok := strings.Cut(rest, cause.Error()); ok {
			text, rest = text+before+Error(cause), after
		}
	}
	return userinfo.Remove(withoutPackage(text + rest))
}

func withoutPackage(text string) string {
	for {
		name, rest, ok := strings.Cut(text, ": ")
		if !ok || !slices.Contains(packages, name) {
			return text
		}
		text = rest
	}
}

// prefixed matches what can be a package name, at the start of a line and after a colon or a semicolon,
// and quoted texts.
var prefixed = regexp.MustCompile(`"(?:\\.|[^"\\])*"|(?:^|[:;] |[\r\n])([a-z]+: )+`)

// Text does the same for a text, as well as a text allows.
func Text(text string) string {
	return prefixed.ReplaceAllStringFunc(userinfo.Remove(text), func(part string) string {
		if strings.HasPrefix(part, `"`) {
			return part
		}
		words := strings.TrimLeft(part, ":; \r\n")
		begin := strings.TrimSuffix(part, words)
		var kept []string
		for _, word := range strings.SplitAfter(words, ": ") {
			if !slices.Contains(packages, strings.TrimSuffix(word, ": ")) {
				kept = append(kept, word)
			}
		}
		return begin + strings.Join(kept, "")
	})
}

// Line returns an error's text for users in one line. It joins lines, such as those of joined errors or
// a shader's log.
func Line(err error) string {
	lines := strings.FieldsFunc(Error(err), func(r rune) bool { return r == '\n' || r == '\r' })
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.ReplaceAll(strings.Join(lines, "; "), ":; ", ": ")
}

// Named is an error about a file, with the file name before it.
type Named struct {
	Name string
	Err  error
}

func (e *Named) Error() string { return e.Name + ": " + e.Err.Error() }
func (e *Named) Unwrap() error { return e.Err }
