// Package leak finds what a test leaves behind: goroutines, file descriptors and memory.
package leak

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

// Held counts what the process holds.
type Held struct{ Goroutines, Descriptors int }

// Now counts what the process holds now. There are no descriptors without /proc. Those of pollers do
// not count: the Go runtime opens its own once and keeps it.
func Now() Held {
	h := Held{Goroutines: runtime.NumGoroutine()}
	list, _ := os.ReadDir("/proc/self/fd")
	for _, entry := range list {
		if to, err := os.Readlink("/proc/self/fd/" + entry.Name()); err == nil && !strings.HasPrefix(to, "anon_inode:[event") {
			h.Descriptors++
		}
	}
	return h
}

// Settle waits until the process holds no more than h: goroutines end shortly after their last action.
func (h Held) Settle() error {
	const hang = 5 * time.Minute // longer than any end takes, even on a loaded machine
	for begin := time.Now(); ; time.Sleep(time.Millisecond + time.Since(begin)/16) {
		now := Now()
		if now.Goroutines <= h.Goroutines && now.Descriptors <= h.Descriptors {
			return nil
		}
		if time.Since(begin) > hang {
			stacks := make([]byte, 1<<20)
			return fmt.Errorf("the process holds %+v, and held %+v\n%s", now, h, stacks[:runtime.Stack(stacks, true)])
		}
	}
}

// Check fails the test if the process holds more than now when the test is over, after the functions
// that it gives to Cleanup from here on. Other tests must not run at the same time.
func Check(t testing.TB) {
	before := Now()
	t.Cleanup(func() {
		if err := before.Settle(); err != nil {
			t.Error(err)
		}
	})
}

// Resident returns the bytes of memory that the process has resident.
func Resident(t testing.TB) int64 {
	t.Helper()
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skip(err)
	}
	var all, pages int64
	if _, err := fmt.Sscan(string(text), &all, &pages); err != nil {
		t.Fatal(err)
	}
	return pages * int64(os.Getpagesize())
}
