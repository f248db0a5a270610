// Package wording writes errors for people: in the window, on the command line, and wherever
// else a user reads them.
//
// Input are errors, whose texts begin with the names of the program's packages; output is text
// without these. Any number of goroutines may use it.
package wording

import (
	"regexp"
	"slices"
	"strings"

	"ffkvadrat/decode/userinfo"
)

// packages are the names with which the program's packages begin their errors.
// Users never see them: Error takes them away.
var packages = []string{
	"agreement", "agreements", "analysis", "atomicfile", "audio", "batch", "bench", "channel", "cloud", "compare", "cuda", "decode", "dialog", "dicing", "edge", "edl", "feature", "fused", "gpu", "histogram", "histograms", "imgui", "information", "ladder", "lettering", "marks", "match", "mesh", "ocpyramid",
	"overlay", "panel", "pipeline", "player", "playlist", "png", "points", "programcache", "quadfile", "quadpyramid", "quads", "queue", "reconstruction", "regions", "render", "report", "session", "shaders", "sheet", "shotlist", "shots", "siti", "statefile", "stored", "streams", "survey",
	"trace", "treecode", "verify", "views", "visible", "voxels", "yuv",
	"arrow", "columns", "parquet",
}

// Error returns an error's text for users. URLs in it lose their passwords, and each error of the chain loses the
// name of its package; nothing else in it changes, such as a file's name that
// looks like one. An error without a cause is a text, whose parts may come from
// other errors.
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

// prefixed finds what may be the name of a package, at the start of a line and
// after a colon or a semicolon, and texts in quotes.
var prefixed = regexp.MustCompile(`"(?:\\.|[^"\\])*"|(?:^|[:;] |[\r\n])([a-z]+: )+`)

// Text does for a text what Error does for an error, as well as a text
// allows it.
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

// Line returns an error's text for users in one line. Several lines, such as those of joined
// errors or of a shader's log, become one.
func Line(err error) string {
	lines := strings.FieldsFunc(Error(err), func(r rune) bool { return r == '\n' || r == '\r' })
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.ReplaceAll(strings.Join(lines, "; "), ":; ", ": ")
}

// Named is an error about a file, whose name stands before it.
type Named struct {
	Name string
	Err  error
}

func (e *Named) Error() string { return e.Name + ": " + e.Err.Error() }
func (e *Named) Unwrap() error { return e.Err }
