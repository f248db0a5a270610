package atomicfile

import (
	"os"

	"golang.org/x/sys/unix"
)

// startWriting asks the system to start writing a part of a file to the disk, without waiting, which
// shortens the wait at the end. It is a hint: errors show at the end.
func startWriting(file *os.File, from, to int64) {
	_ = unix.SyncFileRange(int(file.Fd()), from, to-from, unix.SYNC_FILE_RANGE_WRITE)
}

// reserve reserves space for n bytes of a file at an offset, and reports whether it could. ext4 then
// writes these bytes in two thirds of the time. Only ext4 was measured. The file's size stays.
func reserve(file *os.File, from, n int64) bool {
	var system unix.Statfs_t
	return unix.Fstatfs(int(file.Fd()), &system) == nil && system.Type == unix.EXT4_SUPER_MAGIC &&
		unix.Fallocate(int(file.Fd()), unix.FALLOC_FL_KEEP_SIZE, from, n) == nil
}
