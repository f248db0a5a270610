package gpu

import (
	"errors"
	"fmt"

	"ffkvadrat/gpu/cuda"
)

// link is a device's connection to CUDA, made on first use.
type link struct {
	made *cuda.Link
	err  error // why the connection failed
}

// of returns the link to a memory's context.
func (l *link) of(m cuda.Memory) (*cuda.Link, error) {
	if l.made == nil && l.err == nil {
		l.made, l.err = cuda.NewLink(m.Context)
	}
	if l.err == nil && !l.made.Connects(m.Context) {
		return nil, errors.New("it is in another context than before")
	}
	return l.made, l.err
}

// Import copies n bytes from CUDA memory on the same GPU to the start of b. It does not wait for the
// GPU; m.Read signals when the memory can be reused. After an error the buffer's contents are
// undefined.
func (b *Buffer) Import(m cuda.Memory, n int) error {
	b.check(0, n)
	if err := b.take(m, n); err != nil {
		return fmt.Errorf("gpu: buffer %s: import %d bytes: %w", b.name, n, err)
	}
	return nil
}

func (b *Buffer) take(m cuda.Memory, n int) error {
	switch {
	case m.Address == nil:
		return errors.New("there is no memory")
	case m.Context == nil:
		b.Write(0, m.Address, n)
		return nil
	}
	l, err := b.dev.link.of(m)
	if err != nil {
		return err
	}
	if b.shared == nil {
		if b.shared, err = l.NewBuffer(b.id); err != nil {
			return err
		}
	}
	return b.shared.Write(m, n)
}
