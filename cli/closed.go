package cli

// #include "closed.h"
import "C"

import (
	"context"
	"errors"
	"io"
	"os"
)

// errNoInput and errNoOutput mean that the process was started without the stream.
var (
	errNoInput  = errors.New("standard input is closed")
	errNoOutput = errors.New("standard output is closed")
)

func inputIsClosed() bool { return C.stream_was_closed(0) != 0 }

// standardOutput returns a stream whose writes end with ctx, and fail if standard output is closed.
func standardOutput(ctx context.Context) io.Writer {
	if C.stream_was_closed(1) != 0 {
		return closedOutput{}
	}
	return interruptible(ctx, os.Stdout)
}

type closedOutput struct{}

func (closedOutput) Write([]byte) (int, error) { return 0, errNoOutput }
