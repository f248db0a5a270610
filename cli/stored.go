package cli

import (
	"context"
	"fmt"
	"io"
	"os"

	"ffkvadrat/export"
)

// stored is an export that is being read.
type stored struct {
	*export.Reader
	file *os.File
	text io.Closer
}

// openStored opens an export; - is standard input. Its reads end with ctx.
func openStored(ctx context.Context, name string) (*stored, error) {
	s := &stored{file: os.Stdin}
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
		return nil, fmt.Errorf("%s is no export as JSON, NDJSON or .ffq (%w)", name, err)
	}
	return s, nil
}

func (s *stored) close() {
	s.text.Close()
	s.file.Close()
}
