//go:build unix

package batch

import (
	"io/fs"
	"os"
	"syscall"
	"time"
)

func fileOf(name string) file {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return file{}
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return file{}
	}
	return file{uint64(stat.Dev), stat.Ino}
}

// inode returns a file's number, and when its inode changed.
func inode(info fs.FileInfo) (number uint64, changed time.Time) {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		number, changed = stat.Ino, changeOf(stat).UTC()
	}
	return
}
