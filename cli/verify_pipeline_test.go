package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/quadfile"
	"ffkvadrat/tests/clitest"
	"ffkvadrat/tests/leak"
)

// TestVerifyOrder: faults are printed in the export's order, whichever goroutine finds them: the
// reader, which is ahead, the search, or a checker.
func TestVerifyOrder(t *testing.T) {
	const clip = "../samples/tiny-420.mp4"
	data := rewritten(t, exportFile(t, "--engine", "cpu", clip), func(_ *quadfile.Header, f []quadfile.Frame) {
		for i := range f {
			switch i % 3 {
			case 0:
				split(&f[i])
			case 1:
				f[i].PTS++
			}
		}
		f[len(f)-1].Index++
	})
	lines := bytes.SplitAfter(data, []byte("\n"))
	for i := 3; i < len(lines)-1; i += 3 {
		lines[i] = []byte("{}\n")
	}
	file := filepath.Join(t.TempDir(), "quads")
	if err := os.WriteFile(file, bytes.Join(lines, nil), 0o644); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		_, stdout, stderr := call(t, "verify", file, clip)
		var where []string
		for _, line := range strings.Split(strings.TrimSpace(stdout), "\n") {
			where = append(where, strings.Split(line, ": ")[1])
		}
		want := "frame 0, frame 1, record 2, frame 3, frame 4, record 5, frame 6, frame 7, record 8, frame 9, more faults follow"
		if got := strings.Join(where, ", "); got != want || !strings.Contains(stderr, "30 faults in 30 frames") {
			t.Errorf("%s\nwant %s; %s", got, want, stderr)
		}
	}
}

// TestVerifyInterrupted: a signal ends reading, decoding and checking at any point, and leaves no
// goroutine.
func TestVerifyInterrupted(t *testing.T) {
	const clip = "../samples/tiny-420.mp4"
	data := exportFile(t, "--engine", "cpu", clip)
	leak.Check(t)
	for _, come := range []int{0, len(data) / 2, len(data) - 1} {
		pipe := filepath.Join(t.TempDir(), "pipe")
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		ended, closed := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(closed)
			w, err := os.OpenFile(pipe, os.O_WRONLY, 0)
			if err != nil {
				t.Error(err)
				return
			}
			defer w.Close()
			if _, err := w.Write(data[:come]); err != nil {
				t.Error(err)
			}
			stop()
			<-ended
		}()
		var out, errs bytes.Buffer
		if status := run(&environment{ctx: ctx, stdout: &out, stderr: &errs}, []string{"verify", pipe, clip}); status != statusInterrupted || out.Len() > 0 {
			t.Errorf("after %d bytes: status %d, %q, %q", come, status, out.String(), errs.String())
		}
		close(ended)
		<-closed
	}
}

// TestVerifyBombs: an endless export in a small file ends with a line about the error, in bounded
// memory.
func TestVerifyBombs(t *testing.T) {
	t.Parallel()
	const clip = "../samples/tiny-still.png"
	memory := func(name string, data []byte) (int64, string) {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
		p := clitest.Program(t, "verify", file)
		p.Run()
		return p.Memory(t), p.Out.String() + p.Err.String()
	}
	lines := exportFile(t, "--engine", "cpu", clip)
	plain, _ := memory("a.ndjson", lines)
	for format, rest := range map[streams.Compression]string{
		streams.Zstd: `{"a":"` + strings.Repeat("x", 1<<20), streams.Gzip: `{"pts":` + strings.Repeat(" ", 1<<20),
	} {
		var b bytes.Buffer
		w, err := streams.Compress(&b, format)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(w, "%s%s", lines, rest)
		for range 128 {
			fmt.Fprint(w, rest[len(rest)-1<<20:])
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		got, text := memory("bomb"+format.Extension(), b.Bytes())
		t.Logf("%v: %d kB took %d MiB, an export without a bomb %d", format, b.Len()>>10, got>>20, plain>>20)
		if got > plain+64<<20 || strings.Count(text, "\n") != 2 || !strings.Contains(text, "too long") {
			t.Errorf("%v: %d MiB, %.300q", format, got>>20, text)
		}
	}
}
