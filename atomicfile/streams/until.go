package streams

import (
	"context"
	"io"
)

// Until returns a reader of r whose reads fail once ctx has ended, with its error: a frame may be
// long, and its end far away. A read that waits for bytes goes on waiting.
func Until(ctx context.Context, r io.Reader) io.Reader { return until{ctx, r} }

type until struct {
	ctx context.Context
	io.Reader
}

func (r until) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p)
}
