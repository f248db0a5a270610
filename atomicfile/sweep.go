package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Sweep removes the temporary files that killed processes have left for the
// files with these names. Nobody may be writing these files.
func Sweep(names ...string) error {
	prefixes := map[string]map[string]bool{} // by folder
	for _, name := range names {
		target, err := follow(name)
		if err != nil {
			return fmt.Errorf("atomicfile: sweep %q: %w", name, err)
		}
		folder, prefix := filepath.Split(tempPrefix(target))
		if prefixes[folder] == nil {
			prefixes[folder] = map[string]bool{}
		}
		prefixes[folder][prefix] = true
	}
	for folder, known := range prefixes {
		entries, err := os.ReadDir(filepath.Clean(folder))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("atomicfile: sweep: %w", err)
		}
		for _, e := range entries {
			i := strings.LastIndex(e.Name(), "-") + 1
			if !known[e.Name()[:i]] || !e.Type().IsRegular() {
				continue
			}
			if _, err := strconv.ParseUint(e.Name()[i:], 36, 32); err != nil {
				continue
			}
			if err := os.Remove(folder + e.Name()); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("atomicfile: sweep: %w", err)
			}
		}
	}
	return nil
}
