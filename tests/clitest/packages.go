package clitest

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// NoPackage fails a test if a message of the program names a package of the module.
func NoPackage(t *testing.T, args []string, message string) {
	t.Helper()
	for line := range strings.Lines(message) {
		if name := packageIn(line); name != "" {
			t.Errorf("%+.300q: the package %s stands in %+.500q", args, name, line)
		}
	}
}

// packageIn returns a package that a line names as the origin of an error, or "". It ignores names
// in quotes.
func packageIn(line string) string {
	for _, part := range separator.Split(quoted.ReplaceAllString(line, "``"), -1) {
		if slices.Contains(packages(), part) {
			return part
		}
	}
	return ""
}

var (
	quoted    = regexp.MustCompile(`"(\\.|[^"\\])*"`)
	separator = regexp.MustCompile(`[:;] `)
)

// packages returns the names of the module's folders. The program never calls it: started outside
// the module, it would walk the whole file system.
var packages = sync.OnceValue(func() (names []string) {
	filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && path != root {
			if strings.HasPrefix(entry.Name(), ".") || path == filepath.Join(root, "python") || path == filepath.Join(root, "build") { // no Go
				return fs.SkipDir
			}
			names = append(names, entry.Name())
		}
		return nil
	})
	return names
})
