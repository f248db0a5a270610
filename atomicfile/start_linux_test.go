package atomicfile

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestReserve: a long file takes no more space on the disk than its bytes, although space was reserved,
// and has the bytes that were written, the first of them twice.
func TestReserve(t *testing.T) {
	name := filepath.Join(t.TempDir(), "long")
	f, err := Create(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Abort()
	piece := make([]byte, 1<<20)
	for i := range piece {
		piece[i] = byte(i)
	}
	const pieces = 45
	for range pieces {
		if _, err := f.Write(piece); err != nil {
			t.Fatal(err)
		}
	}
	if f.reserved == 0 {
		t.Error("nothing was tried")
	}
	if _, err := f.Seek(0, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte("begin")); err != nil {
		t.Fatal(err)
	}
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() != pieces<<20 {
		t.Errorf("%d bytes", info.Size())
	}
	if space := info.Sys().(*syscall.Stat_t).Blocks * 512; space > info.Size()+1<<20 {
		t.Errorf("%d bytes take %d on the disk", info.Size(), space)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	copy(piece, "begin")
	for i := range pieces {
		if string(text[i<<20:(i+1)<<20]) != string(piece) {
			t.Fatalf("MiB %d differs", i)
		}
		copy(piece, []byte{0, 1, 2, 3, 4})
	}
}
