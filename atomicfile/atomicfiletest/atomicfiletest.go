// Package atomicfiletest makes the files that killed processes leave, for tests.
package atomicfiletest

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"ffkvadrat/atomicfile/internal/tempname"
)

// Leave makes the temporary file that a killed process of this machine leaves for a name. It returns
// the temporary file's name.
func Leave(t testing.TB, name string) string {
	t.Helper()
	return leave(t, name, tempname.Boot())
}

// LeaveElsewhere does the same for a process of another machine.
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

// Age sets a file's modification time to the given time ago.
func Age(t testing.TB, name string, ago time.Duration) {
	t.Helper()
	then := time.Now().Add(-ago)
	if err := os.Chtimes(name, then, then); err != nil {
		t.Fatal(err)
	}
}
