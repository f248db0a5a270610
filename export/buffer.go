package export

import "io"

// bufferSize is the length of the pieces that a Writer passes on, in bytes. A
// list of any length goes through one buffer of this size.
const bufferSize = 64 << 10

// buffer collects what goes to w. Its user appends to text, and calls room
// before appending much.
type buffer struct {
	w    io.Writer
	text []byte
}

func newBuffer(w io.Writer) buffer { return buffer{w, make([]byte, 0, bufferSize)} }

// room passes the buffer on unless n more bytes fit. After an error the buffer is empty,
// and the output is not complete.
func (b *buffer) room(n int) error {
	if cap(b.text)-len(b.text) >= n {
		return nil
	}
	return b.flush()
}

func (b *buffer) flush() error {
	_, err := b.w.Write(b.text)
	b.text = b.text[:0]
	return err
}
