package browser

import (
	"os"
	"path/filepath"
	"strings"
)

// InFolder names a file with its folder for messages: "clip.png in ~/Videos".
func InFolder(path string) string {
	full, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	home, _ := os.UserHomeDir()
	return filepath.Base(full) + " in " + fromHome(filepath.Dir(full), home)
}

// Short returns a folder as [Label] does, with ~ for the home folder.
func Short(folder string) string {
	home, _ := os.UserHomeDir()
	return Label(fromHome(folder, home))
}

// fromHome returns a folder with ~ for the home folder.
func fromHome(folder, home string) string {
	if home == "" || filepath.Dir(home) == home {
		return folder
	}
	if rest, ok := strings.CutPrefix(folder, filepath.Clean(home)); ok && (rest == "" || os.IsPathSeparator(rest[0])) {
		return "~" + rest
	}
	return folder
}
