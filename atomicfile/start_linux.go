package atomicfile

import (
	"os"

	"golang.org/x/sys/unix"
)

// startWriting asks the system to begin to write a part of a file to the disk,
// without a wait, so that the wait at the end is short. It is a hint: what goes
// wrong shows there.
func startWriting(file *os.File, from, to int64) {
	_ = unix.SyncFileRange(int(file.Fd()), from, to-from, unix.SYNC_FILE_RANGE_WRITE)
}
