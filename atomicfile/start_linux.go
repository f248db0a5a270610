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
