package streams

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestUntil(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r := Until(ctx, strings.NewReader(strings.Repeat("x", 40)))
	if _, err := io.CopyN(io.Discard, r, 20); err != nil {
		t.Fatal(err)
	}
	cancel()
	if n, err := r.Read(make([]byte, 8)); n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d bytes, %v", n, err)
	}
}
