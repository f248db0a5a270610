package streams

import (
	"context"
	"io"
)

// Until returns a reader of r whose reads fail with ctx's error after ctx is done, even in the middle
// of a long frame. A read that is waiting for bytes continues to wait.
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
