package decode

import (
	"debug/elf"
	"strings"
	"testing"
)

// TestLate: the program starts without libavfilter and libavdevice. A function of go-astiav that needs them is to
// be named in late_unused.c.
func TestLate(t *testing.T) {
	program, err := elf.Open("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	defer program.Close()
	libraries, err := program.ImportedLibraries()
	if err != nil || !strings.Contains(strings.Join(libraries, " "), "libavformat.so") {
		t.Fatalf("%q, %v", libraries, err)
	}
	for _, name := range libraries {
		if strings.HasPrefix(name, "libavfilter.") || strings.HasPrefix(name, "libavdevice.") {
			t.Errorf("%s is loaded at the start", name)
		}
	}
}
