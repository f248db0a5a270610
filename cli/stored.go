package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"ffkvadrat/export"
	"ffkvadrat/export/wording"
)

// storedExport is an export that is being read.
type storedExport struct {
	*export.Reader
	file *os.File
	text io.Closer
}

// openStored opens an export; - is standard input. Its reads end with ctx.
func openStored(ctx context.Context, name string) (*storedExport, error) {
	s := &storedExport{file: os.Stdin}
	if name != "-" {
		var err error
		if s.file, err = await(ctx, func() (*os.File, error) { return os.Open(name) }); err != nil {
			return nil, err
		}
	}
	text, err := export.Decompress(interruptible(ctx, s.file))
	if err != nil {
		s.file.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	s.text = text
	if s.Reader, err = export.NewReader(export.Until(ctx, text)); err != nil {
		s.close()
		if errors.Is(err, export.ErrFields) {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return nil, fmt.Errorf("%s is no export as JSON, NDJSON or .ffq (%w)", name, err)
	}
	return s, nil
}

func (s *storedExport) close() {
	s.text.Close()
	s.file.Close()
}

// brokenExport is the error of status "partly" about an export that ends too early, or is damaged.
// frames is how many there are before, which out has.
func brokenExport(name string, broken error, frames int64, out string) error {
	return &wording.Named{Name: name, Err: fmt.Errorf("%w after %s: %w; what was before is in %s", errPartly, number(frames, "frame"), broken, out)}
}
