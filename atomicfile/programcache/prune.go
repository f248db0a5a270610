package programcache

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Limits of a folder. The player has about 30 programs with one video; other settings and videos need
// others.
const (
	maxFiles = 400
	maxBytes = 64 << 20
	maxAge   = 90 * 24 * time.Hour // since the last use, as after a driver update
)

// prune removes files that are too old, then the least recently used ones until a tenth of the limit is
// free. It leaves files with foreign names and irregular files alone.
func (c *Cache) prune(now time.Time) error {
	entries, err := os.ReadDir(c.folder)
	if err != nil {
		return err
	}
	type file struct {
		name string
		size int64
		time time.Time
	}
	var files []file
	var total int64
	var errs []error
	remove := func(name string) {
		// Another process may have removed it.
		if err := os.Remove(filepath.Join(c.folder, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		age := now.Sub(info.ModTime())
		switch name := e.Name(); {
		case ours(name) && age > maxAge:
			remove(name)
		case ours(name):
			files = append(files, file{name, info.Size(), info.ModTime()})
			total += info.Size()
		}
	}
	if len(files) <= maxFiles && total <= maxBytes {
		return errors.Join(errs...)
	}
	slices.SortFunc(files, func(a, b file) int { return a.time.Compare(b.time) })
	for len(files) > 1 && (len(files) > maxFiles*9/10 || total > maxBytes*9/10) {
		remove(files[0].name)
		total -= files[0].size
		files = files[1:]
	}
	return errors.Join(errs...)
}

// ours reports whether a name is that of a cached program.
func ours(name string) bool {
	key, ok := strings.CutSuffix(name, ending)
	bytes, err := hex.DecodeString(key)
	return ok && err == nil && len(bytes) == sha256.Size
}
