package batch

import (
	"syscall"
	"time"
)

// changeOf returns when a file's inode changed.
func changeOf(stat *syscall.Stat_t) time.Time { return time.Unix(stat.Ctimespec.Unix()) }
