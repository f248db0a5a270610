package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"testing"

	"ffkvadrat/atomicfile"
)

// TestInterrupt: a program that listens to the signals of package cli can end in an orderly way after Ctrl-C.
func TestInterrupt(t *testing.T) {
	if os.Getenv("INTERRUPT_TEST") != "" {
		write()
	}
	t.Setenv("INTERRUPT_TEST", "1")
	t.Chdir(t.TempDir())
	if err := os.WriteFile("other", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	status, left, err := run([]string{os.Args[0], "-test.run=^" + t.Name() + "$"})
	if err != nil || status != 130 || !slices.Equal(left, []string{"other"}) {
		t.Errorf("status %d, left: %q, %v", status, left, err)
	}
}

// write writes a file until it is interrupted.
func write() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	err := atomicfile.WriteFile(ctx, "out", func(w io.Writer) error {
		if _, err := w.Write(make([]byte, 1<<20)); err != nil {
			return err
		}
		<-ctx.Done()
		return ctx.Err()
	})
	if err == context.Canceled {
		os.Exit(130)
	}
	os.Exit(1)
}
