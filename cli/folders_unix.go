//go:build unix

package cli

import (
	"os"
	"path/filepath"
)

// stateFolder returns the folder of programs' state.
func stateFolder() string { return userFolder("XDG_STATE_HOME", ".local", "state") }

// cacheFolder returns the folder of programs' caches.
func cacheFolder() string { return userFolder("XDG_CACHE_HOME", ".cache") }

// userFolder returns a folder by the XDG Base Directory Specification 0.8: that of a variable, or
// the usual one in the home folder; empty without both.
func userFolder(variable string, usual ...string) string {
	if folder := os.Getenv(variable); filepath.IsAbs(folder) {
		return folder
	}
	home, err := os.UserHomeDir()
	if err != nil || !filepath.IsAbs(home) {
		return ""
	}
	return filepath.Join(append([]string{home}, usual...)...)
}
