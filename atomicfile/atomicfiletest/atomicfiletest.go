// Package atomicfiletest makes what killed processes leave, for tests.
package atomicfiletest

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"ffkvadrat/atomicfile/internal/tempname"
)

// Leave makes a temporary file for the file of a name, as a process of this machine leaves it
// that was killed. It returns the temporary file's name.
func Leave(t testing.TB, name string) string {
	t.Helper()
	return leave(t, name, tempname.Boot())
}

// LeaveElsewhere does what Leave does, as a process of another machine.
func LeaveElsewhere(t testing.TB, name string) string {
	t.Helper()
	return leave(t, name, tempname.Boot()+1)
}

func leave(t testing.TB, name string, boot uint32) string {
	t.Helper()
	folder, base := filepath.Split(name)
	temp := folder + tempname.New(base, boot)
	if err := os.WriteFile(temp, []byte("half of it"), 0o666); err != nil {
		t.Fatal(err)
	}
	return temp
}

// Age sets a file's time to the given time ago.
func Age(t testing.TB, name string, ago time.Duration) {
	t.Helper()
	then := time.Now().Add(-ago)
	if err := os.Chtimes(name, then, then); err != nil {
		t.Fatal(err)
	}
}
