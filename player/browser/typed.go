package browser

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Typed is a path that the user types, and what is there.
type Typed struct {
	Path   string // as [TypedPath] returns it; "" for none
	Looked bool   // the other fields are known
	Folder bool   // a folder is there, else a file
	Err    error  // why neither can be found; fs.ErrNotExist if there is nothing
}

// Missing reports whether it is known that there is nothing at the path.
func (t *Typed) Missing() bool { return t.Looked && errors.Is(t.Err, fs.ErrNotExist) }

// TypedPath returns the absolute path that a text means, or "" if the text is a filter of names. A path begins with a
// separator, "~" for the home folder, "./" or "../" for what is next to or above the contents of folder, or on Windows with a drive.
// The part up to the last separator is the folder to list; the rest may be the beginning of a name in it.
func TypedPath(text, folder string) string {
	home, _ := os.UserHomeDir()
	return typedPath(strings.TrimSpace(text), folder, home)
}

func typedPath(text, folder, home string) string {
	separated := func(rest string) bool { return rest != "" && os.IsPathSeparator(rest[0]) }
	const separator = string(filepath.Separator)
	drive := filepath.VolumeName(text)
	dotless := strings.TrimPrefix(strings.TrimPrefix(text, "."), ".")
	switch rest, inHome := strings.CutPrefix(text, "~"); {
	case inHome && home != "" && (rest == "" || separated(rest)):
		return home + separator + rest
	case filepath.IsAbs(text), strings.HasPrefix(text, `\\`) && separated(text): // a server's name may not be complete
		return text
	case drive != "":
		return drive + separator + text[len(drive):]
	case separated(text):
		return filepath.VolumeName(folder) + text
	case dotless != text && separated(dotless):
		return folder + separator + text
	}
	return ""
}
