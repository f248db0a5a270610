package export

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// TestUntil: an export is read until the context ends, not beyond.
func TestUntil(t *testing.T) {
	data := export(t, NDJSON, sample(), sampleFrames()...)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r := Until(ctx, iotest.OneByteReader(strings.NewReader(data)))
	if _, err := io.CopyN(io.Discard, r, 20); err != nil {
		t.Fatal(err)
	}
	cancel()
	if n, err := r.Read(make([]byte, 8)); n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d bytes, %v", n, err)
	}
	if _, err := NewReader(Until(ctx, strings.NewReader(data))); !errors.Is(err, context.Canceled) {
		t.Errorf("a header behind the end: %v", err)
	}
}
