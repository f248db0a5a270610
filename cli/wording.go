package cli

import (
	"regexp"
	"slices"
	"strings"
)

// packages are the names with which the program's packages begin their errors.
// Users never see them: worded takes them away.
var packages = []string{
	"agreement", "agreements", "analysis", "atomicfile", "audio", "batch", "bench", "channel", "cloud", "compare", "cuda", "decode", "dialog", "edge", "edl", "export", "feature", "fused", "gpu", "histogram", "histograms", "imgui", "information", "ladder", "lettering", "marks", "match", "ocpyramid",
	"overlay", "panel", "pipeline", "player", "playlist", "png", "points", "programcache", "quadpyramid", "quads", "queue", "reconstruction", "regions", "render", "report", "session", "shaders", "sheet", "shotlist", "shots", "siti", "statefile", "stored", "survey",
	"trace", "treecode", "verify", "views", "visible", "yuv",
	"arrow", "columns", "parquet",
}

// worded returns an error's text for users. Each error of the chain loses the
// name of its package; nothing else in it changes, such as a file's name that
// looks like one. An error without a cause is a text, whose parts may come from
// other errors.
func worded(err error) string {
	if n, ok := err.(*namedError); ok {
		return n.name + ": " + worded(n.err)
	}
	var causes []error
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		causes = []error{e.Unwrap()}
	case interface{ Unwrap() []error }:
		causes = e.Unwrap()
	}
	if len(causes) == 0 {
		return wordedText(err.Error())
	}
	rest, text := err.Error(), ""
	for _, cause := range causes {
		if cause == nil || cause.Error() == "" {
			continue
		}
		if before, after, ok := strings.Cut(rest, cause.Error()); ok {
			text, rest = text+before+worded(cause), after
		}
	}
	return withoutPackage(text + rest)
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

// wordedText does for a text what worded does for an error, as well as a text
// allows it.
func wordedText(text string) string {
	return prefixed.ReplaceAllStringFunc(text, func(part string) string {
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

// namedError is an error about a file, whose name stands before it.
type namedError struct {
	name string
	err  error
}

func (e *namedError) Error() string { return e.name + ": " + e.err.Error() }
func (e *namedError) Unwrap() error { return e.err }
