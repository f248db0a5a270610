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
		if err := sweep(folder, func(prefix string) bool { return known[prefix] }); err != nil {
			return err
		}
	}
	return nil
}

// SweepFolder removes the temporary files that killed processes have left in a folder for the
// files whose names match reports true for. Of a longer name it sees the first 200 bytes. Nobody
// may be writing these files.
func SweepFolder(folder string, match func(name string) bool) error {
	return sweep(folder, func(prefix string) bool {
		name, isTemp := strings.CutSuffix(strings.TrimPrefix(prefix, "."), tempInfix)
		return isTemp && prefix[0] == '.' && match(name)
	})
}

// sweep removes the temporary files of a folder with the prefixes that known reports true for.
func sweep(folder string, known func(prefix string) bool) error {
	entries, err := os.ReadDir(filepath.Clean(folder))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("atomicfile: sweep: %w", err)
	}
	for _, e := range entries {
		i := strings.LastIndex(e.Name(), "-") + 1
		if i == 0 || !known(e.Name()[:i]) || !e.Type().IsRegular() {
			continue
		}
		if _, err := strconv.ParseUint(e.Name()[i:], 36, 32); err != nil {
			continue
		}
		if err := os.Remove(filepath.Join(folder, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("atomicfile: sweep: %w", err)
		}
	}
	return nil
}
