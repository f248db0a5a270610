//go:build unix || windows

package session

import (
	"errors"
	"os"
	"syscall"
	"time"

	"ffkvadrat/atomicfile"
	"ffkvadrat/atomicfile/statefile"
)

// lock keeps other processes and goroutines from changing the files until unlock is called. It
// waits for them at most patience.
func lock(path string, patience time.Duration) (unlock func(), err error) {
	f, err := statefile.Open(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, bare(err)
	}
	for start := time.Now(); ; time.Sleep(2 * time.Millisecond) {
		err := atomicfile.TryLock(f, atomicfile.Exclusive)
		if err == nil {
			return func() { f.Close() }, nil
		}
		busy := err == atomicfile.ErrLocked || errors.Is(err, syscall.EINTR)
		if !busy || time.Since(start) > patience {
			f.Close()
			return nil, err
		}
	}
}
