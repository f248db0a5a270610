//go:build unix

package report

import "syscall"

// makePipe makes a pipe without a writer.
func makePipe(name string) error { return syscall.Mkfifo(name, 0o666) }
